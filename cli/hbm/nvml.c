/*
 * NVML: the driver's view of NVIDIA's GPUs, without a context.
 *
 * Its total counts a reserve that the runtime's total lacks, so that a fraction of it
 * would be too much; the known GPUs' ratio corrects that.
 */
#include "hbm.h"

#include "nvml_abi.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"libnvidia-ml.so.1", "libnvidia-ml.so", NULL};

/* Of a GPU that is not known: the largest ratio of runtime to NVML total that was seen,
 * since with it a fraction asks for the most. */
#define RATIO_OTHERWISE 0.9966

struct nvml_state {
	void *library;
#define MEMBER(name, result, parameters, required) name##_fn *name;
	NVML_CALLS(MEMBER)
#undef MEMBER
	bool is_up;
	nvml_device device[DEVICES_MOST];
};

static bool
find_calls(struct probe *p, struct nvml_state *h)
{
	bool missing = false;
#define FIND(name, result, parameters, required) \
	library_find(p, h->library, #name, required, &h->name, &missing);
	NVML_CALLS(FIND)
#undef FIND
	return !missing;
}

static enum outcome
failed(struct probe *p, enum outcome outcome, const char *call, nvml_error code)
{
	const struct nvml_state *h = p->state;
	const char *text = h->nvmlErrorString(code);
	if (code == NVML_CODE_NO_PERMISSION)
		probe_hint(
			p, "the device nodes /dev/nvidia* must be readable and writable");
	if (code == NVML_CODE_DRIVER_NOT_LOADED)
		probe_hint(p,
			"the nvidia kernel module is not loaded, or the container was "
			"started without the GPUs (--gpus all)");
	return probe_why(p, outcome, "%s says '%s' (%u)", call, text ? text : "", code);
}

static enum outcome
describe(struct probe *p, unsigned index)
{
	struct nvml_state *h = p->state;
	char name[TEXT_BYTES] = "";
	struct nvml_pci pci = {0};
	struct device *d = probe_add(p);
	if (!d)
		return probe_why(p, OUTCOME_FAILED, "out of memory");
	nvml_error code = h->nvmlDeviceGetHandleByIndex_v2(index, &h->device[index]);
	if (code)
		return failed(p, OUTCOME_FAILED, "nvmlDeviceGetHandleByIndex", code);
	if (h->nvmlDeviceGetName(h->device[index], name, sizeof name) ==
		NVML_CODE_SUCCESS)
		text_setn(d->name, sizeof d->name, name, sizeof name);
	if (h->nvmlDeviceGetPciInfo_v3(h->device[index], &pci) == NVML_CODE_SUCCESS)
		snprintf(d->pci, sizeof d->pci, "%04x:%02x:%02x.0", pci.domain & 0xffff,
			pci.bus & 0xff, pci.device & 0x1f);
	return OUTCOME_FINE;
}

static void
read_versions(struct probe *p)
{
	const struct nvml_state *h = p->state;
	char text[TEXT_BYTES] = "";
	int v = 0;
	if (h->nvmlSystemGetDriverVersion &&
		h->nvmlSystemGetDriverVersion(text, sizeof text) == NVML_CODE_SUCCESS)
		text_setn(p->driver, sizeof p->driver, text, sizeof text);
	if (h->nvmlSystemGetCudaDriverVersion_v2 &&
		h->nvmlSystemGetCudaDriverVersion_v2(&v) == NVML_CODE_SUCCESS && v > 0)
		snprintf(p->runtime, sizeof p->runtime, "CUDA %d.%d", v / 1000,
			v % 1000 / 10);
}

static enum outcome
nvml_open(struct probe *p, const struct settings *s)
{
	struct nvml_state *h = calloc(1, sizeof *h);
	unsigned count = 0;
	p->state = h;
	if (!h)
		return probe_why(p, OUTCOME_FAILED, "out of memory");
	h->library = library_load(p, s, "NVML library", names);
	if (!h->library)
		return p->why_outcome;
	if (!find_calls(p, h))
		return OUTCOME_FAILED;
	nvml_error code = h->nvmlInit_v2();
	if (code)
		return failed(p,
			code == NVML_CODE_DRIVER_NOT_LOADED ? OUTCOME_ABSENT
							    : OUTCOME_FAILED,
			"nvmlInit", code);
	h->is_up = true;
	code = h->nvmlDeviceGetCount_v2(&count);
	if (code)
		return failed(p, OUTCOME_FAILED, "nvmlDeviceGetCount", code);
	if (count == 0)
		return probe_why(p, OUTCOME_ABSENT, "NVML has no device");
	read_versions(p);
	enum outcome outcome = OUTCOME_FINE;
	for (unsigned i = 0; i < count && outcome == OUTCOME_FINE; i++)
		outcome = describe(p, i);
	if (getenv("CUDA_VISIBLE_DEVICES"))
		probe_note(p,
			"CUDA_VISIBLE_DEVICES does not apply to NVML: all devices are shown");
	probe_note(p,
		"NVML's total counts a reserve that the runtime's total lacks: total is "
		"corrected, and free has no context of a process yet");
	return outcome;
}

static enum outcome
nvml_read(struct probe *p, struct device *d, struct memory *ret)
{
	const struct nvml_state *h = p->state;
	struct nvml_memory m = {0};
	ixc_gpu g;
	nvml_error code = h->nvmlDeviceGetMemoryInfo(h->device[d->index], &m);
	if (code)
		return failed(p, OUTCOME_FAILED, "nvmlDeviceGetMemoryInfo", code);
	if (!d->has_before)
		d->before = (struct memory){.total = m.total, .free = m.free};
	d->has_before = true;
	double ratio = RATIO_OTHERWISE;
	if (ixc_gpu_identify(d->name, 0, (double)m.total / GIB, &g) &&
		g.nvml_total_gib > 0)
		ratio = g.total_gib / g.nvml_total_gib;
	*ret = (struct memory){
		.total = (uint64_t)((double)m.total * ratio), .free = m.free};
	if (ret->free > ret->total)
		ret->free = ret->total;
	return OUTCOME_FINE;
}

static void
nvml_close(struct probe *p)
{
	struct nvml_state *h = p->state;
	if (h && h->is_up)
		h->nvmlShutdown();
	free(h);
}

const struct method method_nvml = {
	.name = "nvml",
	.open = nvml_open,
	.read = nvml_read,
	.close = nvml_close,
	.before = "NVML, as it counts",
	.free = "NVML, as the runtime counts, no context",
};
