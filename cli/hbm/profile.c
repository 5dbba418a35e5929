/* The HBM profile: printed, or merged into a file. */
#include "hbm.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES = 5 };

static bool
is_same_group(const struct model_group *g, const struct device *d)
{
	return strcmp(g->first->gpu.name, d->gpu.name) == 0 &&
	       strcmp(g->first->compute, d->compute) == 0 &&
	       strcmp(g->first->memory, d->memory) == 0;
}

static void
start_group(const struct probe *p, const struct settings *s, const struct device *d,
	struct model_group *g)
{
	g->first = d;
	g->m = (struct ixc_hbm_measurement){
		.size = sizeof g->m,
		.gpu = d->gpu.name,
		.label = s->label,
		.node = p->node,
		.total_gib = (double)d->least.total / GIB,
		.free_gib = (double)d->least.free / GIB,
		.engine_free_gib = d->engine_free_gib,
		.samples = p->samples,
		.date = p->date,
		.method = p->method->name,
		.driver = p->driver,
		.runtime = p->runtime,
		.compute_partition = d->compute,
		.memory_partition = d->memory,
	};
}

size_t
group_devices(const struct probe *p, const struct settings *s, struct model_group *ret)
{
	size_t n = 0;
	for (size_t i = 0; i < p->devices; i++) {
		const struct device *d = &p->device[i];
		size_t k = 0;
		if (!d->is_known)
			continue;
		while (k < n && !is_same_group(&ret[k], d))
			k++;
		if (k == n)
			start_group(p, s, d, &ret[n++]);
		struct ixc_hbm_measurement *m = &ret[k].m;
		m->devices++;
		if ((double)d->least.total / GIB < m->total_gib)
			m->total_gib = (double)d->least.total / GIB;
		if ((double)d->least.free / GIB < m->free_gib)
			m->free_gib = (double)d->least.free / GIB;
		if (d->engine_free_gib < m->engine_free_gib)
			m->engine_free_gib = d->engine_free_gib;
	}
	return n;
}

static int
not_known(const struct device *d)
{
	char names[512] = "";
	ixc_gpu g;
	for (size_t i = 0; ixc_gpu_at(i, &g); i++) {
		size_t at = strlen(names);
		snprintf(names + at, sizeof names - at, "%s%s", i ? ", " : "", g.name);
	}
	trouble("which GPU device %d is can't be told: '%s', %.2f GiB", d->index, d->name,
		(double)d->least.total / GIB);
	fprintf(stderr, "%s: hint: name it with --gpu (%s)\n", program_name, names);
	return EXIT_TROUBLE;
}

static int
mixed(const struct ixc_hbm_measurement *x, const struct ixc_hbm_measurement *y)
{
	return trouble(
		"the devices are in different partition modes (%s/%s and %s/%s): set all "
		"to one",
		x->compute_partition, x->memory_partition, y->compute_partition,
		y->memory_partition);
}

/* The measurements, one a model and partition mode; *ret is to be freed. */
static int
collect(const struct probe *p, const struct settings *s, struct ixc_hbm_measurement **ret,
	size_t *ret_n)
{
	for (size_t i = 0; i < p->devices; i++)
		if (!p->device[i].is_known)
			return not_known(&p->device[i]);
	struct model_group *g = calloc(p->devices + 1, sizeof *g);
	struct ixc_hbm_measurement *m = calloc(p->devices + 1, sizeof *m);
	size_t n = g && m ? group_devices(p, s, g) : 0;
	for (size_t i = 0; i < n; i++)
		m[i] = g[i].m;
	int code = g && m ? EXIT_CLEAN : trouble("out of memory");
	for (size_t i = 1; i < n && code == EXIT_CLEAN; i++)
		for (size_t k = 0; k < i && code == EXIT_CLEAN; k++)
			if (strcmp(m[i].gpu, m[k].gpu) == 0)
				code = mixed(&m[k], &m[i]);
	free(g);
	*ret = m;
	*ret_n = n;
	return code;
}

int
print_profile(const struct probe *p, const struct settings *s)
{
	struct ixc_hbm_measurement *m = NULL;
	struct ixc_error err;
	ixc_change *change;
	size_t n = 0;
	int code = collect(p, s, &m, &n);
	if (code == EXIT_CLEAN && ixc_hbm_merge(NULL, m, n, &change, &err) != IXC_OK)
		code = trouble("%s", err.message);
	else if (code == EXIT_CLEAN) {
		struct ixc_bytes b = ixc_change_bytes(change);
		fwrite(b.p, 1, b.n, stdout);
		ixc_change_free(change);
	}
	free(m);
	return code;
}

static int
refused(const ixc_change *change, const char *path)
{
	struct ixc_error err;
	ixc_write(ixc_change_report(change), IXC_FORMAT_SHORT, 0, write_to_file, stderr,
		&err);
	return trouble("'%s' has faults and is unchanged", path);
}

static int
merge_once(
	const char *path, const struct ixc_hbm_measurement *m, size_t n, bool *ret_again)
{
	struct ixc_error err;
	ixc_change *change;
	*ret_again = false;
	if (ixc_hbm_merge(path, m, n, &change, &err) != IXC_OK)
		return trouble("%s", err.message);
	int code = EXIT_CLEAN;
	if (ixc_change_refused(change)) {
		code = refused(change, path);
	} else {
		ixc_status status = ixc_change_apply(change, &err);
		*ret_again = status == IXC_ECHANGED;
		if (status != IXC_OK)
			code = EXIT_TROUBLE;
		if (status != IXC_OK && !*ret_again)
			trouble("%s", err.message);
	}
	ixc_change_free(change);
	return code;
}

int
merge_profile(const struct probe *p, const struct settings *s)
{
	struct ixc_hbm_measurement *m = NULL;
	size_t n = 0;
	int code = collect(p, s, &m, &n);
	/* Another node may merge into the same file on a shared disk. */
	bool again = code == EXIT_CLEAN;
	for (int i = 0; i < TRIES && again; i++)
		code = merge_once(s->merge, m, n, &again);
	if (again)
		trouble("'%s' keeps changing, and nothing was written", s->merge);
	if (code == EXIT_CLEAN)
		fprintf(stderr, "%s: wrote %zu measurement%s into '%s'\n", program_name,
			n, n == 1 ? "" : "s", s->merge);
	free(m);
	return code;
}
