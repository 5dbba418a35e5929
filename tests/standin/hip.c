/*
 * A library with HIP's ABI and no GPU, for tests of the probe. Built under the three
 *sonames; HIP_MAJOR says which.
 *
 *	STANDIN_DEVICES=8           how many
 *	STANDIN_NAME=TEXT           of all
 *	STANDIN_TOTAL=BYTES         of each
 *	STANDIN_FREE=256,281.2/250  GiB of each device, the last stands for the rest;
 *after a slash those of the next sample, the last stands for the rest
 *	STANDIN_FAIL=CALL:CODE      that call fails
 *	STANDIN_LOSE=DEVICE:SAMPLE  the device is gone from that sample on
 *	STANDIN_CONTEXT=GIB         taken of every device whose memory was asked for
 */
#ifdef HIP_LACKS /* a library of something else */
#define hipMemGetInfo some_other_name
#endif

#include "../../cli/hbm/hip_abi.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define GIB 1073741824.0

/* The prototypes that the probe calls by. */
#define DECLARE(name, result, parameters, required) EXPORT name##_fn name;
HIP_CALLS(DECLARE)

static int current;
static int reads[64]; /* per device */

static const char *
setting(const char *name, const char *otherwise)
{
	const char *v = getenv(name);
	return v ? v : otherwise;
}

static int
devices(void)
{
	return atoi(setting("STANDIN_DEVICES", "8"));
}

/* The code that the call is to fail with, or 0. */
static hip_error
fails(const char *call)
{
	const char *v = setting("STANDIN_FAIL", "");
	size_t n = strlen(call);
	return strncmp(v, call, n) == 0 && v[n] == ':' ? (hip_error)atoi(v + n + 1) : 0;
}

static bool
is_lost(int device)
{
	int which = -1, sample = 0;
	return sscanf(setting("STANDIN_LOSE", ""), "%d:%d", &which, &sample) == 2 &&
	       which == device && reads[device] + 1 >= sample;
}

/* The n-th of a list, or its last. */
static const char *
nth(const char *list, char separator, int n)
{
	while (n-- > 0 && strchr(list, separator))
		list = strchr(list, separator) + 1;
	return list;
}

EXPORT hip_error
hipInit(unsigned flags)
{
	(void)flags;
	return fails("hipInit");
}

EXPORT hip_error
hipGetDeviceCount(int *count)
{
	*count = devices();
	hip_error code = fails("hipGetDeviceCount");
	return code || *count ? code : HIP_CODE_NO_DEVICE;
}

EXPORT hip_error
hipSetDevice(int device)
{
	if (device < 0 || device >= devices() || is_lost(device))
		return HIP_CODE_INVALID_DEVICE;
	current = device;
	return fails("hipSetDevice");
}

EXPORT hip_error
hipMemGetInfo(size_t *free_bytes, size_t *total)
{
	char list[1024];
	const char *samples = nth(setting("STANDIN_FREE", "281.2"), '/', reads[current]);
	snprintf(list, sizeof list, "%.*s", (int)strcspn(samples, "/"), samples);
	double gib =
		atof(nth(list, ',', current)) - atof(setting("STANDIN_CONTEXT", "0"));
	*total = (size_t)strtoull(setting("STANDIN_TOTAL", "309220868096"), NULL, 10);
	*free_bytes = (size_t)(gib * GIB);
	reads[current]++;
	return fails("hipMemGetInfo");
}

EXPORT hip_error
hipDeviceGet(hip_device *device, int index)
{
	*device = index;
	return fails("hipDeviceGet");
}

EXPORT hip_error
hipDeviceGetName(char *name, int size, hip_device device)
{
	(void)device;
	snprintf(
		name, (size_t)size, "%s", setting("STANDIN_NAME", "AMD Instinct MI355X"));
	return fails("hipDeviceGetName");
}

EXPORT hip_error
hipDeviceGetPCIBusId(char *id, int size, int device)
{
	snprintf(id, (size_t)size, "0000:%02x:00.0", 0x05 + 0x10 * device);
	return fails("hipDeviceGetPCIBusId");
}

EXPORT const char *
hipGetErrorString(hip_error error)
{
	switch (error) {
	case HIP_CODE_NO_DEVICE:
		return "no ROCm-capable device is detected";
	case HIP_CODE_INVALID_DEVICE:
		return "invalid device ordinal";
	default:
		return "unknown error";
	}
}

EXPORT hip_error
hipDeviceGetAttribute(int *value, hip_attribute attribute, int device)
{
	(void)device;
	*value = attribute == HIP_ATTRIBUTE_MAJOR ? 9 : 5;
	return fails("hipDeviceGetAttribute");
}

EXPORT hip_error
hipRuntimeGetVersion(int *version)
{
	*version = HIP_MAJOR * 10000000 + 51831;
	return fails("hipRuntimeGetVersion");
}
