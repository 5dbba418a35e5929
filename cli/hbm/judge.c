/* Which GPU each device is, and what it leaves for an engine. */
#include "hbm.h"

#include <math.h>
#include <string.h>

static bool
find_gpu(const char *name, ixc_gpu *ret)
{
	for (size_t i = 0; ixc_gpu_at(i, ret); i++)
		if (strcmp(ret->name, name) == 0)
			return true;
	return false;
}

static int
take_given(struct device *d, const char *name)
{
	double gib = (double)d->least.total / GIB;
	ixc_gpu g, same;
	if (!find_gpu(name, &g)) /* options.c has looked */
		return trouble("there is no GPU '%s'", name);
	if (d->is_known && strcmp(d->gpu.name, name) != 0)
		return trouble("device %d is '%s', which is %s and not %s", d->index,
			d->name, d->gpu.name, name);
	if (!ixc_gpu_identify(g.title, 0, gib, &same))
		return trouble("device %d has %.2f GiB, and %s has %.2f GiB", d->index,
			gib, name, g.total_gib);
	d->is_known = true;
	d->gpu = g;
	return EXIT_CLEAN;
}

static void
note_occupied(struct probe *p)
{
	const struct device *worst = NULL;
	double most = 0;
	for (size_t i = 0; i < p->devices; i++) {
		const struct device *d = &p->device[i];
		double used = (double)(d->least.total - d->least.free) / GIB;
		if (used > most) {
			most = used;
			worst = d;
		}
	}
	if (worst && most > worst->margin_gib)
		probe_note(p,
			"%.2f GiB of device %d are in use: a server, a helper or what a "
			"dead process left; measure a node as jobs find it",
			most, worst->index);
}

int
judge(struct probe *p, const struct settings *s)
{
	for (size_t i = 0; i < p->devices; i++) {
		struct device *d = &p->device[i];
		double gib = (double)d->least.total / GIB;
		d->is_known = ixc_gpu_identify(d->name, d->pci_device, gib, &d->gpu);
		if (s->gpu && take_given(d, s->gpu) != EXIT_CLEAN)
			return EXIT_TROUBLE;
		d->margin_gib = s->margin_gib;
		if (s->margin_gib < 0)
			d->margin_gib = ixc_gpu_margin(p->is_amd, &d->margin);
		d->engine_free_gib = (double)d->least.free / GIB - d->margin_gib;
		if (d->engine_free_gib < 0)
			d->engine_free_gib = 0;
	}
	note_occupied(p);
	return EXIT_CLEAN;
}

double
largest_fraction(double free_gib, double total_gib)
{
	return floor(free_gib / total_gib * 100 + 1e-9) / 100;
}

static bool
is_short(const struct device *d, double gib, double fraction)
{
	if (d->engine_free_gib >= gib)
		return false;
	fprintf(stderr,
		"%s: device %d (%s) leaves an engine %.2f GiB, and %.2f GiB are asked",
		program_name, d->index, d->pci, d->engine_free_gib, gib);
	if (fraction > 0)
		fprintf(stderr, " (%g of %.2f GiB)", fraction,
			(double)d->least.total / GIB);
	fputc('\n', stderr);
	return true;
}

int
check_assertions(const struct probe *p, const struct settings *s)
{
	int code = EXIT_CLEAN;
	for (size_t i = 0; i < p->devices; i++) {
		const struct device *d = &p->device[i];
		double asked = s->assert_fraction * (double)d->least.total / GIB;
		if (s->assert_free_gib > 0 && is_short(d, s->assert_free_gib, 0))
			code = EXIT_FINDINGS;
		if (s->assert_fraction > 0 && is_short(d, asked, s->assert_fraction))
			code = EXIT_FINDINGS;
	}
	return code;
}
