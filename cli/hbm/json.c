/* One JSON document, docs/hbm-1.schema.json. All texts are printable ASCII, see text.c;
 * what the user gave is escaped. */
#include "hbm.h"

#include <stdlib.h>
#include <string.h>

static void
put_string(const char *s)
{
	putchar('"');
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;
		if (c == '"' || c == '\\')
			printf("\\%c", c);
		else if (c < 0x20 || c == 0x7f)
			printf("\\u%04x", c);
		else
			putchar(c);
	}
	putchar('"');
}

/* `, "key": "value"`, or null when there is none. */
static void
put_text(const char *key, const char *value)
{
	printf(", \"%s\": ", key);
	if (value && *value)
		put_string(value);
	else
		printf("null");
}

static void
put_bytes(const char *key, uint64_t n)
{
	printf(", \"%s\": %llu", key, (unsigned long long)n);
}

static void
put_device(const struct device *d)
{
	double total = (double)d->least.total / GIB;
	printf("    {\"index\": %d", d->index);
	put_text("name", d->name);
	put_text("gpu", d->is_known ? d->gpu.name : NULL);
	put_text("arch", d->arch);
	put_text("pci", d->pci);
	put_text("compute_partition", d->compute);
	put_text("memory_partition", d->memory);
	put_bytes("total_bytes", d->least.total);
	put_bytes("free_bytes", d->least.free);
	if (d->has_before) {
		put_bytes("driver_total_bytes", d->before.total);
		put_bytes("driver_free_bytes", d->before.free);
	} else {
		printf(", \"driver_total_bytes\": null, \"driver_free_bytes\": null");
	}
	printf(", \"margin_gib\": %.3f", d->margin_gib);
	put_text("margin_fact", d->margin.id);
	printf(", \"engine_free_gib\": %.3f, \"largest_fraction\": %.2f}",
		d->engine_free_gib, largest_fraction(d->engine_free_gib, total));
}

int
print_json(const struct probe *p, const struct settings *s)
{
	printf("{\"version\": 1, \"tool\": {\"name\": \"%s\", \"version\": \"%s\"}",
		program_name, ixc_version());
	put_text("method", p->method->name);
	put_text("node", p->node);
	put_text("label", s->label);
	put_text("date", p->date);
	printf(", \"samples\": %d", p->samples);
	put_text("library", p->library);
	put_text("runtime", p->runtime);
	put_text("driver", p->driver);
	printf(",\n  \"devices\": [\n");
	for (size_t i = 0; i < p->devices; i++) {
		put_device(&p->device[i]);
		printf("%s\n", i + 1 < p->devices ? "," : "");
	}
	printf("  ],\n  \"notes\": [");
	for (size_t i = 0; i < p->notes; i++) {
		if (i)
			printf(", ");
		put_string(p->note[i]);
	}
	printf("]}\n");
	return EXIT_CLEAN;
}
