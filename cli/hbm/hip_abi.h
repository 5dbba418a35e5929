/*
 * What is called of libamdhip64, declared by ourselves: no ROCm is needed to build.
 *
 * The same in the headers of ROCm 5.2 to 6.2; a test compares with installed ones. Return
 * codes and attributes are enumerations there whose type in C is unsigned int.
 * hipGetDeviceProperties is left alone: its structure changed with ROCm 6 under the same
 * symbol.
 */
#ifndef HBM_HIP_ABI_H
#define HBM_HIP_ABI_H

#include <stddef.h>

typedef unsigned hip_error;
typedef unsigned hip_attribute;
typedef int hip_device;

enum {
	HIP_CODE_SUCCESS = 0,
	HIP_CODE_INSUFFICIENT_DRIVER = 35,
	HIP_CODE_NO_DEVICE = 100,
	HIP_CODE_INVALID_DEVICE = 101,
};

enum {
	HIP_ATTRIBUTE_MAJOR = 23, /* compute capability: 9 and 5 for gfx950 */
	HIP_ATTRIBUTE_MINOR = 61,
};

/* CALL(name, result, parameters, required) */
#define HIP_CALLS(CALL)                                                                  \
	CALL(hipInit, hip_error, (unsigned flags), true)                                 \
	CALL(hipGetDeviceCount, hip_error, (int *count), true)                           \
	CALL(hipSetDevice, hip_error, (int device), true)                                \
	CALL(hipMemGetInfo, hip_error, (size_t * free, size_t * total), true)            \
	CALL(hipDeviceGet, hip_error, (hip_device * device, int index), true)            \
	CALL(hipDeviceGetName, hip_error, (char *name, int size, hip_device device), true) \
	CALL(hipDeviceGetPCIBusId, hip_error, (char *id, int size, int device), true)    \
	CALL(hipGetErrorString, const char *, (hip_error error), true)                   \
	CALL(hipDeviceGetAttribute, hip_error,                                           \
		(int *value, hip_attribute attribute, int device), false)                \
	CALL(hipRuntimeGetVersion, hip_error, (int *version), false)

#define HIP_TYPE(name, result, parameters, required) typedef result name##_fn parameters;
HIP_CALLS(HIP_TYPE)
#undef HIP_TYPE

#endif
