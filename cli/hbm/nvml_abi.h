/*
 * What is called of libnvidia-ml, declared by ourselves, as in NVIDIA's nvml.h. Return
 * codes are an enumeration there whose type in C is unsigned int.
 */
#ifndef HBM_NVML_ABI_H
#define HBM_NVML_ABI_H

typedef unsigned nvml_error;
typedef void *nvml_device;

enum {
	NVML_CODE_SUCCESS = 0,
	NVML_CODE_NO_PERMISSION = 4,
	NVML_CODE_DRIVER_NOT_LOADED = 9,
	NVML_CODE_GPU_IS_LOST = 15,
};

struct nvml_pci { /* nvmlPciInfo_t */
	char bus_id_legacy[16];
	unsigned domain, bus, device;
	unsigned pci_device_id; /* device in the upper, vendor in the lower half */
	unsigned pci_subsystem_id;
	char bus_id[32];
};

struct nvml_memory { /* nvmlMemory_t */
	unsigned long long total, free, used; /* bytes; used has the driver's reserve */
};

/* CALL(name, result, parameters, required) */
#define NVML_CALLS(CALL)                                                                 \
	CALL(nvmlInit_v2, nvml_error, (void), true)                                      \
	CALL(nvmlShutdown, nvml_error, (void), true)                                     \
	CALL(nvmlErrorString, const char *, (nvml_error error), true)                    \
	CALL(nvmlDeviceGetCount_v2, nvml_error, (unsigned *count), true)                 \
	CALL(nvmlDeviceGetHandleByIndex_v2, nvml_error,                                  \
		(unsigned index, nvml_device * device), true)                            \
	CALL(nvmlDeviceGetName, nvml_error,                                              \
		(nvml_device device, char *name, unsigned size), true)                   \
	CALL(nvmlDeviceGetPciInfo_v3, nvml_error,                                        \
		(nvml_device device, struct nvml_pci * pci), true)                       \
	CALL(nvmlDeviceGetMemoryInfo, nvml_error,                                        \
		(nvml_device device, struct nvml_memory * memory), true)                 \
	CALL(nvmlSystemGetDriverVersion, nvml_error, (char *version, unsigned size), false) \
	CALL(nvmlSystemGetCudaDriverVersion_v2, nvml_error, (int *version), false)

#define NVML_TYPE(name, result, parameters, required) typedef result name##_fn parameters;
NVML_CALLS(NVML_TYPE)
#undef NVML_TYPE

#endif
