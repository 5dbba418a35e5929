/* The HIP runtime: what an engine's own call says. */
#include "hbm.h"

#include "hip_abi.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
	"libamdhip64.so.7",
	"libamdhip64.so.6",
	"libamdhip64.so.5",
	"libamdhip64.so",
	"/opt/rocm/lib/libamdhip64.so.7",
	"/opt/rocm/lib/libamdhip64.so.6",
	"/opt/rocm/lib/libamdhip64.so.5",
	"/opt/rocm/lib/libamdhip64.so",
	NULL,
};

struct hip_state {
	void *library;
#define MEMBER(name, result, parameters, required) name##_fn *name;
	HIP_CALLS(MEMBER)
#undef MEMBER
	struct card card[DEVICES_MOST];
	size_t cards;
};

static bool
find_calls(struct probe *p, struct hip_state *h)
{
	bool missing = false;
#define FIND(name, result, parameters, required) \
	library_find(p, h->library, #name, required, &h->name, &missing);
	HIP_CALLS(FIND)
#undef FIND
	if (missing)
		probe_hint(p, "another library can be named with --library FILE");
	return !missing;
}

/* The call failed: with the runtime's own words. */
static enum outcome
failed(struct probe *p, enum outcome outcome, const char *call, hip_error code)
{
	const struct hip_state *h = p->state;
	const char *text = h->hipGetErrorString(code);
	return probe_why(p, outcome, "%s says '%s' (%u)", call, text ? text : "", code);
}

static enum outcome
no_device(struct probe *p, const struct settings *s, const char *call, hip_error code)
{
	const struct hip_state *h = p->state;
	char text[1024];
	failed(p, OUTCOME_FAILED, call, code);
	snprintf(text, sizeof text, "%s", p->why);
	probe_why(p, OUTCOME_FAILED, "no HIP device: %.900s", text);
	if (visible_hip(text, sizeof text) != VISIBLE_FINE ||
		nodes_denied(s->dev_root, text, sizeof text)) {
		probe_hint(p, "%s", text);
	} else if (code == HIP_CODE_INSUFFICIENT_DRIVER) {
		probe_hint(p, "the kernel's amdgpu (%s) is older than %.200s wants",
			p->driver, p->library);
	} else if (nodes_absent(s->dev_root)) {
		p->why_outcome =
			OUTCOME_ABSENT; /* a machine of another vendor, perhaps */
		probe_hint(p,
			"there is no %s/kfd: amdgpu is not loaded, or the container was "
			"started without --device=/dev/kfd --device=/dev/dri",
			s->dev_root);
	} else if (h->cards) {
		probe_hint(p, "the driver has %zu, see --via sysfs", h->cards);
	}
	return p->why_outcome;
}

static enum outcome
describe(struct probe *p, const struct settings *s, int index)
{
	struct hip_state *h = p->state;
	char name[256] = "", pci[64] = "";
	hip_device handle;
	int major = 0, minor = 0;
	struct device *d = probe_add(p);
	if (!d)
		return probe_why(p, OUTCOME_FAILED, "out of memory");
	hip_error code = h->hipDeviceGet(&handle, index);
	if (code)
		return failed(p, OUTCOME_FAILED, "hipDeviceGet", code);
	if (h->hipDeviceGetName(name, sizeof name, handle) == HIP_CODE_SUCCESS)
		text_setn(d->name, sizeof d->name, name, sizeof name);
	if (h->hipDeviceGetPCIBusId(pci, sizeof pci, index) == HIP_CODE_SUCCESS)
		text_setn(d->pci, sizeof d->pci, pci, sizeof pci);
	sysfs_arch(s->sysfs_root, d->pci, d->arch, sizeof d->arch);
	if (!d->arch[0] && h->hipDeviceGetAttribute &&
		h->hipDeviceGetAttribute(&major, HIP_ATTRIBUTE_MAJOR, index) ==
			HIP_CODE_SUCCESS &&
		h->hipDeviceGetAttribute(&minor, HIP_ATTRIBUTE_MINOR, index) ==
			HIP_CODE_SUCCESS &&
		major > 0)
		snprintf(d->arch, sizeof d->arch, "gfx%d%x?", major, (unsigned)minor);
	const struct card *c = sysfs_find(h->card, h->cards, d->pci);
	if (!c)
		return OUTCOME_FINE;
	if (!d->name[0])
		text_set(d->name, sizeof d->name, c->product);
	text_set(d->compute, sizeof d->compute, c->compute);
	text_set(d->memory, sizeof d->memory, c->memory);
	d->pci_device = c->device_id;
	d->has_before = c->has_vram && partitions(c->compute) == 1;
	d->before = c->vram;
	return OUTCOME_FINE;
}

/* 60140092 is 6.1.40092. */
static void
read_version(struct probe *p)
{
	const struct hip_state *h = p->state;
	int v = 0;
	if (!h->hipRuntimeGetVersion || h->hipRuntimeGetVersion(&v) != HIP_CODE_SUCCESS ||
		v <= 0)
		return;
	snprintf(p->runtime, sizeof p->runtime, "%d.%d.%d", v / 10000000,
		v / 100000 % 100, v % 100000);
}

static enum outcome
hip_open(struct probe *p, const struct settings *s)
{
	struct hip_state *h = calloc(1, sizeof *h);
	char text[1024];
	int count = 0;
	p->state = h;
	p->is_amd = true;
	if (!h)
		return probe_why(p, OUTCOME_FAILED, "out of memory");
	/* Before the library is there: what is free without a context of ours. */
	h->cards = sysfs_cards(s->sysfs_root, h->card, DEVICES_MOST);
	sysfs_driver(s->sysfs_root, p->driver, sizeof p->driver);
	h->library = library_load(p, s, "HIP library", names);
	if (!h->library)
		return p->why_outcome;
	if (!find_calls(p, h))
		return OUTCOME_FAILED;
	if (visible_hip(text, sizeof text) == VISIBLE_TWICE)
		return probe_why(p, OUTCOME_FAILED, "%s", text);
	hip_error code = h->hipInit(0);
	if (code)
		return no_device(p, s, "hipInit", code);
	code = h->hipGetDeviceCount(&count);
	if (code || count <= 0)
		return no_device(
			p, s, "hipGetDeviceCount", code ? code : HIP_CODE_NO_DEVICE);
	read_version(p);
	enum outcome outcome = OUTCOME_FINE;
	for (int i = 0; i < count && outcome == OUTCOME_FINE; i++)
		outcome = describe(p, s, i);
	return outcome;
}

static enum outcome
hip_read(struct probe *p, struct device *d, struct memory *ret)
{
	const struct hip_state *h = p->state;
	size_t free_bytes = 0, total_bytes = 0;
	hip_error code = h->hipSetDevice(d->index);
	if (code)
		return failed(p, OUTCOME_FAILED, "hipSetDevice", code);
	code = h->hipMemGetInfo(&free_bytes, &total_bytes);
	if (code)
		return failed(p, OUTCOME_FAILED, "hipMemGetInfo", code);
	*ret = (struct memory){.total = total_bytes, .free = free_bytes};
	return OUTCOME_FINE;
}

static void
hip_close(struct probe *p)
{
	/* The library stays: HIP does not stand being unloaded. */
	free(p->state);
}

const struct method method_hip = {
	.name = "hip",
	.open = hip_open,
	.read = hip_read,
	.close = hip_close,
	.before = "amdgpu's sysfs, no context of this program",
	.free = "hipMemGetInfo, with a context of this program, as an engine has one",
};
