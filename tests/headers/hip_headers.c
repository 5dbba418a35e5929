/* Our declarations of HIP against an installed header: compiled, not run. */
#include <hip/hip_runtime_api.h>

#include "../../cli/hbm/hip_abi.h"

/* The name without what a header's macros make of it; another type is an error here. */
#define SAME(name, result, parameters, required) \
	_Static_assert( \
		__builtin_types_compatible_p(__typeof__(&name), name##_fn *), #name);
HIP_CALLS(SAME)

_Static_assert(sizeof(hipError_t) == sizeof(hip_error), "error");
_Static_assert(sizeof(hipDeviceAttribute_t) == sizeof(hip_attribute), "attribute");
_Static_assert(sizeof(hipDevice_t) == sizeof(hip_device), "device");

_Static_assert((int)hipSuccess == HIP_CODE_SUCCESS, "success");
_Static_assert((int)hipErrorInsufficientDriver == HIP_CODE_INSUFFICIENT_DRIVER, "driver");
_Static_assert((int)hipErrorNoDevice == HIP_CODE_NO_DEVICE, "no device");
_Static_assert((int)hipErrorInvalidDevice == HIP_CODE_INVALID_DEVICE, "invalid device");
_Static_assert(
	(int)hipDeviceAttributeComputeCapabilityMajor == HIP_ATTRIBUTE_MAJOR, "major");
_Static_assert(
	(int)hipDeviceAttributeComputeCapabilityMinor == HIP_ATTRIBUTE_MINOR, "minor");
