/* For people. */
#include "hbm.h"

#include <string.h>

static void
print_head(const struct probe *p)
{
	printf("%zu device%s by %s", p->devices, p->devices == 1 ? "" : "s",
		p->method->name);
	if (p->node[0])
		printf(" on %s", p->node);
	printf(", %s, %d sample%s\n", p->date, p->samples, p->samples == 1 ? "" : "s");
	if (p->library[0])
		printf("library %s", p->library);
	if (p->runtime[0])
		printf("%sruntime %s", p->library[0] ? ", " : "", p->runtime);
	if (p->driver[0])
		printf("%sdriver %s", p->library[0] || p->runtime[0] ? ", " : "",
			p->driver);
	putchar('\n');
}

static size_t
name_width(const struct probe *p)
{
	size_t most = 4;
	for (size_t i = 0; i < p->devices; i++) {
		size_t n = strlen(p->device[i].name);
		if (n > most)
			most = n;
	}
	return most < 40 ? most : 40;
}

static const char *
or_dash(const char *s)
{
	return *s ? s : "-";
}

static void
print_device(const struct device *d, size_t width)
{
	char mode[TEXT_BYTES * 2 + 2], before[32] = "-";
	double total = (double)d->least.total / GIB;
	snprintf(mode, sizeof mode, "%s/%s", or_dash(d->compute), or_dash(d->memory));
	if (d->has_before)
		snprintf(before, sizeof before, "%.2f", (double)d->before.free / GIB);
	printf("%3d  %-12s  %-*.40s  %-8s  %-9s %8.2f %8s %8.2f %8.2f    %.2f\n",
		d->index, or_dash(d->pci), (int)width, or_dash(d->name), or_dash(d->arch),
		mode, total, before, (double)d->least.free / GIB, d->engine_free_gib,
		largest_fraction(d->engine_free_gib, total));
}

static void
print_margin(const struct probe *p)
{
	const struct device *d = &p->device[0];
	printf("engine: free less %.2f GiB for an engine's context and communicators\n",
		d->margin_gib);
	if (d->margin.id)
		printf("        [%s: %s; %s]\n", d->margin.id, d->margin.value,
			d->margin.source);
	else
		printf("        [--margin]\n");
	printf("most:   the largest fraction of the total (vLLM's --gpu-memory-utilization) "
	       "that fits\n");
}

/* The worst device decides, since a server takes the same of each. */
static void
print_least(const struct probe *p)
{
	const struct device *least = &p->device[0];
	for (size_t i = 1; i < p->devices; i++)
		if (p->device[i].engine_free_gib < least->engine_free_gib)
			least = &p->device[i];
	double total = (double)least->least.total / GIB;
	double free_gib = (double)least->least.free / GIB;
	printf("\nLeast free: device %d, %.2f of %.2f GiB. vLLM with a fraction above %.2f will "
	       "not start\nthere; up to %.2f its communicators have room too.\n",
		least->index, free_gib, total, largest_fraction(free_gib, total),
		largest_fraction(least->engine_free_gib, total));
}

int
print_table(const struct probe *p, const struct settings *s)
{
	(void)s;
	size_t width = name_width(p);
	print_head(p);
	printf("\n  #  %-12s  %-*s  %-8s  %-9s %8s %8s %8s %8s    most\n", "address",
		(int)width, "name", "arch", "mode", "total", "before", "free", "engine");
	for (size_t i = 0; i < p->devices; i++)
		print_device(&p->device[i], width);
	printf("\nGiB = 2^30 bytes, the least of all samples\n"
	       "before: %s\nfree:   %s\n",
		p->method->before, p->method->free);
	print_margin(p);
	print_least(p);
	for (size_t i = 0; i < p->notes; i++)
		printf("note: %s\n", p->note[i]);
	return EXIT_CLEAN;
}
