/* Which GPU a device is. */
#include "facts/gpu.h"

#include <math.h>

/* PCI device ids of AMD, the second of a virtual function, as rocprofiler-compute's table
 * of chips has them. NVIDIA's products are known by name. */
static const struct {
	const char *gpu;
	const char *product; /* part of the product name */
	unsigned id[2];
} row[] = {
	{"mi300x", "MI300X", {0x74a1, 0x74b5}},
	{"mi325x", "MI325X", {0x74a5, 0x74b9}},
	{"mi350x", "MI350X", {0x75a0, 0x75b0}},
	{"mi355x", "MI355X", {0x75a3, 0x75b3}},
	{"gb200", "GB200", {0}},
	{"gb300", "GB300", {0}},
	{"h100", "H100", {0}},
	{"h200", "H200", {0}},
	{"b200", "B200", {0}},
	{"b300", "B300", {0}},
	{"rtx6000pro", "RTX PRO 6000", {0}},
};

static bool
is_letter_or_digit(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool
has_product(struct str text, struct str product)
{
	for (size_t i = 0; i + product.n <= text.n; i++)
		if (str_eq(str_slice(text, i, i + product.n), product) &&
			(i == 0 || !is_letter_or_digit(text.p[i - 1])) &&
			(i + product.n == text.n ||
				!is_letter_or_digit(text.p[i + product.n])))
			return true;
	return false;
}

static bool
is_near(double x, double y)
{
	return y > 0 && fabs(x - y) <= y / 100;
}

static bool
fits_total(const struct gpu_facts *g, double gib)
{
	static const int parts[] = {1, 2, 3, 4, 8};
	if (!g->is_amd)
		return is_near(gib, g->total_gib) || is_near(gib, g->nvml_total_gib);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (is_near(gib, g->total_gib / parts[i]))
			return true;
	return false;
}

const struct gpu_facts *
gpu_identify(const struct gpu_signs *signs)
{
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		bool by_id = false;
		for (size_t k = 0; k < 2; k++)
			by_id |= signs->pci_device && row[i].id[k] == signs->pci_device;
		if (!by_id && !has_product(signs->product, str_from(row[i].product)))
			continue;
		const struct gpu_facts *g = gpu_facts(str_from(row[i].gpu));
		return g && fits_total(g, signs->total_gib) ? g : NULL;
	}
	return NULL;
}
