/* What the amdgpu driver and KFD tell in /sys: no library, no context on the device. */
#include "hbm.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/utsname.h>

/* ---- files ---- */

/* "PCI_SLOT_NAME=0000:05:00.0" of a device's uevent. */
static bool
read_slot(const char *root, const char *folder, char *to, size_t size)
{
	static const char key[] = "PCI_SLOT_NAME=";
	char path[4096], line[256];
	snprintf(path, sizeof path, "%s/%s/uevent", root, folder);
	FILE *f = fopen(path, "re");
	bool found = false;
	while (f && !found && fgets(line, sizeof line, f)) {
		found = strncmp(line, key, sizeof key - 1) == 0;
		if (found)
			text_setn(to, size, line + sizeof key - 1,
				strcspn(line + sizeof key - 1, "\n"));
	}
	if (f)
		fclose(f);
	return found;
}

static bool
read_card(const char *root, const char *name, struct card *c)
{
	char folder[512], path[1024];
	uint64_t vendor = 0, id = 0, used;
	*c = (struct card){0};
	snprintf(folder, sizeof folder, "class/drm/%s/device", name);
	snprintf(path, sizeof path, "%s/vendor", folder);
	if (!text_read_u64(root, path, &vendor) || vendor != 0x1002)
		return false;
	if (!read_slot(root, folder, c->pci, sizeof c->pci))
		return false;
	snprintf(path, sizeof path, "%s/device", folder);
	if (text_read_u64(root, path, &id))
		c->device_id = (unsigned)id;
	snprintf(path, sizeof path, "%s/product_name", folder);
	text_read(c->product, sizeof c->product, root, path);
	snprintf(path, sizeof path, "%s/current_compute_partition", folder);
	text_read(c->compute, sizeof c->compute, root, path);
	snprintf(path, sizeof path, "%s/current_memory_partition", folder);
	text_read(c->memory, sizeof c->memory, root, path);
	snprintf(path, sizeof path, "%s/mem_info_vram_total", folder);
	c->has_vram = text_read_u64(root, path, &c->vram.total) && c->vram.total;
	snprintf(path, sizeof path, "%s/mem_info_vram_used", folder);
	c->has_vram = c->has_vram && text_read_u64(root, path, &used);
	if (c->has_vram)
		c->vram.free = used < c->vram.total ? c->vram.total - used : 0;
	return true;
}

static int
by_address(const void *x, const void *y)
{
	return strcmp(((const struct card *)x)->pci, ((const struct card *)y)->pci);
}

size_t
sysfs_cards(const char *root, struct card *ret, size_t most)
{
	char path[4096];
	size_t n = 0;
	snprintf(path, sizeof path, "%s/class/drm", root);
	DIR *d = opendir(path);
	for (struct dirent *e; d && n < most && (e = readdir(d));) {
		size_t digits =
			strspn(e->d_name + (strncmp(e->d_name, "card", 4) ? 0 : 4),
				"0123456789");
		/* Not "card0-DP-1", which is a connector. */
		if (strncmp(e->d_name, "card", 4) != 0 || digits == 0 ||
			e->d_name[4 + digits])
			continue;
		n += read_card(root, e->d_name, &ret[n]);
	}
	if (d)
		closedir(d);
	qsort(ret, n, sizeof *ret, by_address);
	return n;
}

const struct card *
sysfs_find(const struct card *card, size_t n, const char *pci)
{
	for (size_t i = 0; i < n; i++)
		if (strcasecmp(card[i].pci, pci) == 0)
			return &card[i];
	/* A partition has a function of its own, which the card in /sys has not. */
	size_t dot = strcspn(pci, ".");
	for (size_t i = 0; dot && i < n; i++)
		if (strncasecmp(card[i].pci, pci, dot) == 0 && card[i].pci[dot] == '.')
			return &card[i];
	return NULL;
}

/* ---- KFD ---- */

/* Properties of a KFD node that are of interest; a node that a container may not see
 * can't be read. */
static bool
read_node(const char *root, const char *name, uint64_t *ret_gfx, char *pci, size_t size)
{
	char path[4096], line[256];
	uint64_t simd = 0, location = 0, domain = 0;
	*ret_gfx = 0;
	snprintf(path, sizeof path, "%s/class/kfd/kfd/topology/nodes/%s/properties", root,
		name);
	FILE *f = fopen(path, "re");
	while (f && fgets(line, sizeof line, f)) {
		char key[64];
		unsigned long long value;
		if (sscanf(line, "%63s %llu", key, &value) != 2)
			continue;
		if (strcmp(key, "simd_count") == 0)
			simd = value;
		else if (strcmp(key, "gfx_target_version") == 0)
			*ret_gfx = value;
		else if (strcmp(key, "location_id") == 0)
			location = value;
		else if (strcmp(key, "domain") == 0)
			domain = value;
	}
	if (f)
		fclose(f);
	/* Without SIMDs it is a CPU. What is above 16 bits numbers partitions. */
	snprintf(pci, size, "%04x:%02x:%02x.%x", (unsigned)(domain & 0xffff),
		(unsigned)(location >> 8 & 0xff), (unsigned)(location >> 3 & 0x1f),
		(unsigned)(location & 7));
	return simd && *ret_gfx;
}

void
sysfs_arch(const char *root, const char *pci, char *to, size_t size)
{
	char path[4096], address[TEXT_BYTES];
	size_t dot = strcspn(pci, ".");
	to[0] = 0;
	snprintf(path, sizeof path, "%s/class/kfd/kfd/topology/nodes", root);
	DIR *d = opendir(path);
	for (struct dirent *e; d && !to[0] && (e = readdir(d));) {
		uint64_t gfx;
		if (e->d_name[0] == '.' ||
			!read_node(root, e->d_name, &gfx, address, sizeof address) ||
			strncasecmp(address, pci, dot) != 0 || address[dot] != '.')
			continue;
		/* 90402: major 9, minor 4, stepping 2, the last two in hexadecimal */
		snprintf(to, size, "gfx%u%x%x", (unsigned)(gfx / 10000 % 1000),
			(unsigned)(gfx / 100 % 100), (unsigned)(gfx % 100));
	}
	if (d)
		closedir(d);
}

void
sysfs_driver(const char *root, char *to, size_t size)
{
	struct utsname u;
	if (text_read(to, size, root, "module/amdgpu/version"))
		return;
	/* The kernel's own amdgpu has no version but the kernel's. */
	if (uname(&u) == 0) {
		char text[TEXT_BYTES];
		snprintf(text, sizeof text, "Linux %.100s", u.release);
		text_set(to, size, text);
	}
}

int
partitions(const char *mode)
{
	static const struct {
		const char *mode;
		int n;
	} row[] = {{"CPX", 8}, {"DPX", 2}, {"QPX", 4}, {"TPX", 3}};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		if (strcmp(mode, row[i].mode) == 0)
			return row[i].n;
	return 1;
}

/* ---- as a method ---- */

struct sysfs_state {
	const char *root;
	struct card card[DEVICES_MOST];
};

/* Of a partitioned card every partition has its share, and no more than all have free. */
static struct memory
share(const struct card *c)
{
	struct memory m = c->vram;
	m.total /= (uint64_t)partitions(c->compute);
	if (m.free > m.total)
		m.free = m.total;
	return m;
}

static enum outcome
sysfs_open(struct probe *p, const struct settings *s)
{
	struct sysfs_state *state = calloc(1, sizeof *state);
	p->state = state;
	if (!state)
		return probe_why(p, OUTCOME_FAILED, "out of memory");
	state->root = s->sysfs_root;
	size_t n = sysfs_cards(s->sysfs_root, state->card, DEVICES_MOST), no_vram = 0;
	for (size_t i = 0; i < n; i++) {
		const struct card *c = &state->card[i];
		if (!c->has_vram) {
			no_vram++;
			continue;
		}
		struct device *d = probe_add(p);
		if (!d)
			return probe_why(p, OUTCOME_FAILED, "out of memory");
		text_set(d->name, sizeof d->name, c->product);
		text_set(d->pci, sizeof d->pci, c->pci);
		text_set(d->compute, sizeof d->compute, c->compute);
		text_set(d->memory, sizeof d->memory, c->memory);
		d->pci_device = c->device_id;
		sysfs_arch(s->sysfs_root, c->pci, d->arch, sizeof d->arch);
		d->has_before = true;
		d->before = c->vram;
		if (partitions(c->compute) > 1)
			probe_note(p,
				"%s is in mode %s: total is one partition's share, and its "
				"free memory may be used by the others too",
				c->pci, c->compute);
	}
	if (!p->devices)
		return probe_why(p, OUTCOME_ABSENT,
			"no AMD GPU with memory of its own in %s%s", s->sysfs_root,
			no_vram ? ": what is there lacks mem_info_vram_total or _used"
				: "");
	p->is_amd = true;
	sysfs_driver(s->sysfs_root, p->driver, sizeof p->driver);
	probe_note(p, "free by sysfs is an upper bound: the runtime's figure is tens to "
		      "hundreds of MiB less, and no context is taken");
	return OUTCOME_FINE;
}

static enum outcome
sysfs_read(struct probe *p, struct device *d, struct memory *ret)
{
	struct sysfs_state *state = p->state;
	size_t n = sysfs_cards(state->root, state->card, DEVICES_MOST);
	const struct card *c = sysfs_find(state->card, n, d->pci);
	if (!c || !c->has_vram)
		return probe_why(p, OUTCOME_FAILED, "it is no longer in %s", state->root);
	*ret = share(c);
	return OUTCOME_FINE;
}

static void
sysfs_close(struct probe *p)
{
	free(p->state);
}

const struct method method_sysfs = {
	.name = "sysfs",
	.open = sysfs_open,
	.read = sysfs_read,
	.close = sysfs_close,
	.before = "amdgpu's sysfs",
	.free = "amdgpu's sysfs, an upper bound",
};
