/*
 * infxcheck-hbm: how much GPU memory is free here, for an engine that starts now.
 *
 * A method (HIP, NVML, amdgpu's sysfs) lists the devices and reads them; everything else
 * is the same for all. Vendors' libraries are loaded when the program runs, so that it
 * builds and starts on any machine.
 */
#ifndef HBM_H
#define HBM_H

#include "../cli.h"

#include <stdbool.h>
#include <stdint.h>

enum { TEXT_BYTES = 128, DEVICES_MOST = 1024, NOTES_MOST = 16 };

#define GIB 1073741824.0

extern const struct command hbm_command[]; /* the one, and a row without a function */

struct settings {
	const char *via; /* "auto", "hip", "nvml", "sysfs" */
	const char *label, *node, *gpu; /* NULL: not given */
	const char *library;            /* of the method; NULL: where it usually is */
	const char *format;             /* "text", "json", "yaml" */
	const char *merge;              /* NULL: no */
	int samples;
	double interval_s;
	double margin_gib;                       /* below 0: the vendor's */
	double assert_free_gib, assert_fraction; /* 0: not given */
	const char *sysfs_root, *dev_root;
};

struct memory { /* of one device, in bytes */
	uint64_t total, free;
};

struct device {
	int index;             /* as the method numbers it */
	char name[TEXT_BYTES]; /* product, as the driver says it */
	char arch[TEXT_BYTES]; /* "gfx950", or empty */
	char pci[TEXT_BYTES];  /* "0000:05:00.0", or empty */
	unsigned pci_device;   /* of AMD; 0: not known */
	char compute[TEXT_BYTES], memory[TEXT_BYTES]; /* partition modes, or empty */
	bool has_before;
	struct memory before; /* as the driver says it, nothing of ours on the device */
	struct memory least;  /* as the runtime says it; the least free of all samples */
	bool is_known;
	ixc_gpu gpu; /* when known */
	double margin_gib, engine_free_gib; /* what an engine's context takes, and leaves */
	ixc_fact margin; /* behind it; id NULL: given by the user */
};

struct probe;

enum outcome {
	OUTCOME_FINE,
	OUTCOME_ABSENT, /* this method can't be used here: no library, no driver */
	OUTCOME_FAILED,
};

struct method {
	const char *name;
	/* Lists the devices. */
	enum outcome (*open)(struct probe *p, const struct settings *s);
	/* Memory of a device now, as the runtime counts it. */
	enum outcome (*read)(struct probe *p, struct device *d, struct memory *ret);
	void (*close)(struct probe *p);
	const char *before, *free; /* where the two figures come from, for people */
};

extern const struct method method_hip, method_nvml, method_sysfs;

struct probe {
	const struct method *method;
	void *state; /* of the method */
	struct device *device;
	size_t devices;
	bool is_amd;
	char library[4096]; /* as loaded; empty: none */
	char runtime[TEXT_BYTES], driver[TEXT_BYTES];
	char date[sizeof "YYYY-MM-DD"];
	char node[TEXT_BYTES];
	int samples; /* taken */
	char why[1024], hint[1024]; /* of what is not fine; hint may be empty */
	enum outcome why_outcome;
	char note[NOTES_MOST][512];
	size_t notes;
};

/* main.c, options.c */
int read_settings(int argc, char **argv, struct settings *ret); /* EXIT_*, -1: helped */

/* probe.c */
/* Lists and reads the devices, once a sample. EXIT_TROUBLE after having said why. */
int probe_run(struct probe *p, const struct settings *s);
void probe_release(struct probe *p);
/* A new device at the end of the list; NULL when there are too many, or no memory. */
struct device *probe_add(struct probe *p);
/* Both give `outcome`. */
enum outcome probe_why(struct probe *p, enum outcome outcome, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void probe_hint(struct probe *p, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void probe_note(struct probe *p, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* judge.c */
/* Which GPU each device is, and what it leaves for an engine. */
int judge(struct probe *p, const struct settings *s);
/* EXIT_FINDINGS, having said which, when a device can't give what is asserted. */
int check_assertions(const struct probe *p, const struct settings *s);
/* The largest fraction of the total, in hundredths, that still fits; at most 1. */
double largest_fraction(double free_gib, double total_gib);

/* text.c: bounded copies; what could drive a terminal becomes '?'. */
void text_set(char *to, size_t size, const char *from);
void text_setn(char *to, size_t size, const char *from, size_t n);
/* The first line of a file; false and empty when it can't be read. */
bool text_read(char *to, size_t size, const char *root, const char *path);
bool text_read_u64(const char *root, const char *path, uint64_t *ret);

/* library.c: the first of the names that loads; NULL, and why, when there is none. */
void *library_load(struct probe *p, const struct settings *s, const char *what,
	const char *const *names);
/* Both give what dlsym gives; the first one adds what is missing to p->why. */
bool library_find(struct probe *p, void *library, const char *name, bool required,
	void *ret_function, bool *missing);

/* sysfs.c: what amdgpu and KFD tell without a library. */
struct card {
	char pci[TEXT_BYTES], product[TEXT_BYTES];
	char compute[TEXT_BYTES], memory[TEXT_BYTES];
	unsigned device_id;
	bool has_vram;
	struct memory vram;
};
size_t sysfs_cards(const char *root, struct card *ret, size_t most); /* sorted by address */
/* By address, without the function when that is not found; NULL: none. */
const struct card *sysfs_find(const struct card *card, size_t n, const char *pci);
void sysfs_arch(const char *root, const char *pci, char *to, size_t size);
void sysfs_driver(const char *root, char *to, size_t size);
/* Devices that one GPU is in this compute partition mode; at least 1. */
int partitions(const char *mode);

/* nodes.c: a device node that exists and can't be opened. The hint names its group. */
bool nodes_denied(const char *dev_root, char *hint, size_t size);
bool nodes_absent(const char *dev_root);

/* visible.c: what the visibility variables do before HIP numbers its devices. */
enum visible {
	VISIBLE_FINE,
	VISIBLE_NONE,  /* they hide everything */
	VISIBLE_TWICE, /* the second one chooses what the first one has hidden */
};
enum visible visible_hip(char *text, size_t size);

/* table.c, json.c, profile.c: EXIT_* */
int print_table(const struct probe *p, const struct settings *s);
int print_json(const struct probe *p, const struct settings *s);
int print_profile(const struct probe *p, const struct settings *s);
int merge_profile(const struct probe *p, const struct settings *s);

/* One measurement of a GPU model and its partition mode; texts are borrowed. */
struct model_group {
	const struct device *first;
	struct ixc_hbm_measurement m;
};
/* Into ret, which has room for all devices. Devices that are not known are left out. */
size_t group_devices(
	const struct probe *p, const struct settings *s, struct model_group *ret);

#endif
