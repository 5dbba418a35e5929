/*
 * A library with NVML's ABI and no GPU, for tests of the probe.
 *
 *	STANDIN_DEVICES=8, STANDIN_NAME=TEXT
 *	STANDIN_TOTAL, STANDIN_FREE=BYTES of each, as NVML counts
 *	STANDIN_FAIL=CALL:CODE     that call fails
 */
#include "../../cli/hbm/nvml_abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* The prototypes that the probe calls by. */
#define DECLARE(name, result, parameters, required) EXPORT name##_fn name;
NVML_CALLS(DECLARE)

static int things[64];

static const char *
setting(const char *name, const char *otherwise)
{
	const char *v = getenv(name);
	return v ? v : otherwise;
}

static nvml_error
fails(const char *call)
{
	const char *v = setting("STANDIN_FAIL", "");
	size_t n = strlen(call);
	return strncmp(v, call, n) == 0 && v[n] == ':' ? (nvml_error)atoi(v + n + 1) : 0;
}

EXPORT nvml_error
nvmlInit_v2(void)
{
	return fails("nvmlInit");
}

EXPORT nvml_error
nvmlShutdown(void)
{
	return 0;
}

EXPORT const char *
nvmlErrorString(nvml_error error)
{
	switch (error) {
	case NVML_CODE_NO_PERMISSION:
		return "Insufficient Permissions";
	case NVML_CODE_GPU_IS_LOST:
		return "GPU is lost";
	default:
		return "Unknown Error";
	}
}

EXPORT nvml_error
nvmlDeviceGetCount_v2(unsigned *count)
{
	*count = (unsigned)atoi(setting("STANDIN_DEVICES", "8"));
	return fails("nvmlDeviceGetCount");
}

EXPORT nvml_error
nvmlDeviceGetHandleByIndex_v2(unsigned index, nvml_device *device)
{
	*device = &things[index % 64];
	return fails("nvmlDeviceGetHandleByIndex");
}

EXPORT nvml_error
nvmlDeviceGetName(nvml_device device, char *name, unsigned size)
{
	(void)device;
	snprintf(name, size, "%s", setting("STANDIN_NAME", "NVIDIA B200"));
	return 0;
}

EXPORT nvml_error
nvmlDeviceGetPciInfo_v3(nvml_device device, struct nvml_pci *pci)
{
	unsigned i = (unsigned)((int *)device - things);
	*pci = (struct nvml_pci){
		.bus = 0x1b + 0x10 * (i % 8), .pci_device_id = 0x290110de};
	snprintf(pci->bus_id, sizeof pci->bus_id, "00000000:%02X:00.0", pci->bus);
	return 0;
}

EXPORT nvml_error
nvmlDeviceGetMemoryInfo(nvml_device device, struct nvml_memory *memory)
{
	(void)device;
	memory->total = strtoull(setting("STANDIN_TOTAL", "192265846784"), NULL, 10);
	memory->free = strtoull(setting("STANDIN_FREE", "191500000000"), NULL, 10);
	memory->used = memory->total - memory->free;
	return fails("nvmlDeviceGetMemoryInfo");
}

EXPORT nvml_error
nvmlSystemGetDriverVersion(char *version, unsigned size)
{
	snprintf(version, size, "580.95.05");
	return 0;
}

EXPORT nvml_error
nvmlSystemGetCudaDriverVersion_v2(int *version)
{
	*version = 13000;
	return 0;
}
