/* The options of infxcheck-hbm. */
#include "hbm.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	OPT_VIA,
	OPT_LABEL,
	OPT_NODE,
	OPT_GPU,
	OPT_SAMPLES,
	OPT_INTERVAL,
	OPT_FORMAT,
	OPT_MERGE,
	OPT_ASSERT_FREE,
	OPT_ASSERT_FRACTION,
	OPT_MARGIN,
	OPT_LIBRARY,
	OPT_SYSFS_ROOT,
	OPT_DEV_ROOT,
	OPT_VERSION,
};

static const struct option_row options[] = {
	[OPT_VIA] = {"via", 0, "METHOD",
		"hip, nvml, sysfs, or auto (default): the first of\n"
		"these that can be used here"},
	[OPT_LABEL] = {"label", 0, "LABEL",
		"runner label of this node, as configs/runners.yaml has\n"
		"it: cluster:NAME"},
	[OPT_NODE] = {"node", 0, "NAME", "name of this node (default: its host name)"},
	[OPT_GPU] = {"gpu", 0, "NAME",
		"the GPU model, when it can't be told: mi355x, ..."},
	[OPT_SAMPLES] = {"samples", 'n', "N",
		"read N times and take the least (default: 1)"},
	[OPT_INTERVAL] = {"interval", 0, "SECONDS", "between samples (default: 1)"},
	[OPT_FORMAT] = {"format", 'f', "FORMAT",
		"text (default), json, or yaml: an HBM profile"},
	[OPT_MERGE] = {"merge", 0, "FILE",
		"put the measurement into this HBM profile; what other\n"
		"nodes measured stays"},
	[OPT_ASSERT_FREE] = {"assert-free", 0, "GIB",
		"exit 1 when a device leaves an engine less"},
	[OPT_ASSERT_FRACTION] = {"assert-fraction", 0, "U",
		"the same as a fraction of the total, as vLLM's\n"
		"--gpu-memory-utilization"},
	[OPT_MARGIN] = {"margin", 0, "GIB",
		"what an engine's context and communicators take\n"
		"(default: the most that was seen)"},
	[OPT_LIBRARY] = {"library", 0, "FILE", "the library of --via hip or --via nvml"},
	[OPT_SYSFS_ROOT] = {"sysfs-root", 0, "DIR", "in place of /sys"},
	[OPT_DEV_ROOT] = {"dev-root", 0, "DIR", "in place of /dev"},
	[OPT_VERSION] = {"version", 'V', NULL, "print the version and exit"},
	{0},
};

const struct command hbm_command[] = {{
	.name = "",
	.operands = "",
	.summary = "Measure how much GPU memory is free for an engine that starts now",
	.details =
		"Prints total and free memory of each device and what that leaves for an\n"
		"engine. With --merge or --format yaml it writes the HBM profile that\n"
		"'infxcheck check --hbm-profile FILE' reads.\n"
		"\n"
		"Exit status: 0 measured, 1 a device can't give what is asserted, 2 could not\n"
		"measure.",
	.options = options,
}, {0}};

static int
number(const char *option, const char *text, double least, double most, double *ret)
{
	char *end;
	errno = 0;
	double x = strtod(text, &end);
	if (end == text || *end || errno || !isfinite(x) || x < least || x > most)
		return usage(hbm_command, "--%s is a number from %g to %g, not '%s'", option,
			least, most, text);
	*ret = x;
	return EXIT_CLEAN;
}

static int
choice(const char *option, const char *text, const char *const *known, const char **ret)
{
	for (const char *const *k = known; *k; k++) {
		if (strcmp(text, *k) == 0) {
			*ret = *k;
			return EXIT_CLEAN;
		}
	}
	return usage(hbm_command, "--%s can't be '%s': '%s --help' lists what it can be",
		option, text, program_name);
}

static int
set_gpu(struct settings *s, const char *name)
{
	const char *names[64];
	ixc_gpu g;
	size_t n = 0;
	for (; n < 64 && ixc_gpu_at(n, &g); n++) {
		names[n] = g.name;
		if (strcmp(name, g.name) == 0) {
			s->gpu = g.name;
			return EXIT_CLEAN;
		}
	}
	int near = ixc_nearest(name, names, n);
	if (near >= 0)
		return usage(hbm_command, "there is no GPU '%s'; did you mean '%s'?", name,
			names[near]);
	return usage(hbm_command, "there is no GPU '%s'; 'infxcheck fact' lists them", name);
}

/* Written into a file that others read. */
static int
set_name(const char *option, const char *text, const char **ret)
{
	bool good = *text && strlen(text) < TEXT_BYTES;
	for (const char *p = text; *p; p++)
		good = good && *p > 0x20 && *p < 0x7f;
	*ret = text;
	return good ? EXIT_CLEAN : usage(hbm_command, "--%s can't be '%s'", option, text);
}

static int
set_number(struct settings *s, int option, const char *text)
{
	double x = 0;
	int code;
	switch (option) {
	case OPT_SAMPLES:
		code = number("samples", text, 1, 100000, &x);
		s->samples = (int)x;
		return code;
	case OPT_INTERVAL:
		return number("interval", text, 0, 86400, &s->interval_s);
	case OPT_ASSERT_FREE:
		return number("assert-free", text, 0.001, 65536, &s->assert_free_gib);
	case OPT_ASSERT_FRACTION:
		return number("assert-fraction", text, 0.001, 1, &s->assert_fraction);
	default: /* OPT_MARGIN */
		return number("margin", text, 0, 65536, &s->margin_gib);
	}
}

static int
set_option(struct settings *s, int option, const char *text)
{
	static const char *const methods[] = {"auto", "hip", "nvml", "sysfs", NULL};
	static const char *const formats[] = {"text", "json", "yaml", NULL};
	switch (option) {
	case OPT_VIA:
		return choice("via", text, methods, &s->via);
	case OPT_FORMAT:
		return choice("format", text, formats, &s->format);
	case OPT_LABEL:
		return set_name("label", text, &s->label);
	case OPT_NODE:
		return set_name("node", text, &s->node);
	case OPT_GPU:
		return set_gpu(s, text);
	case OPT_MERGE:
		s->merge = text;
		return EXIT_CLEAN;
	case OPT_LIBRARY:
		s->library = text;
		return EXIT_CLEAN;
	case OPT_SYSFS_ROOT:
		s->sysfs_root = text;
		return EXIT_CLEAN;
	case OPT_DEV_ROOT:
		s->dev_root = text;
		return EXIT_CLEAN;
	}
	return set_number(s, option, text);
}

int
read_settings(int argc, char **argv, struct settings *ret)
{
	struct opt_state o = {.command = hbm_command, .argc = argc, .argv = argv};
	*ret = (struct settings){
		.via = "auto",
		.format = "text",
		.samples = 1,
		.interval_s = 1,
		.margin_gib = -1,
		.sysfs_root = "/sys",
		.dev_root = "/dev",
	};
	for (int got; (got = opt_next(&o)) != OPT_END;) {
		if (got == OPT_HELP)
			return -1;
		if (got == OPT_ERROR)
			return EXIT_TROUBLE;
		if (got == OPT_OPERAND)
			return usage(hbm_command, "it takes no operand '%s'", o.argument);
		if (got == OPT_VERSION) {
			printf("%s %s\n", program_name, ixc_version());
			return -1;
		}
		int code = set_option(ret, got, o.argument);
		if (code != EXIT_CLEAN)
			return code;
	}
	if (ret->library && strcmp(ret->via, "hip") != 0 && strcmp(ret->via, "nvml") != 0)
		return usage(hbm_command, "--library needs --via hip or --via nvml");
	return EXIT_CLEAN;
}
