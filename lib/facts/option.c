/* The table of options that came or went. */
#include "facts/option.h"

#include <string.h>

/* In no version that was read. */
#define NEVER "0.0", 99999999

#define RANGE(engine, name, from, to) {engine, name, from, to, 0},
/* ATOM: builds of its main branch are told by their day. */
#define SINCE(name, release, day) {"atom", name, release, NULL, day},

static const struct option_range row[] = {
#include "facts/option_ranges.def"
};

enum { ROWS = sizeof row / sizeof *row };

const struct option_range *
option_range_at(size_t i)
{
	return i < ROWS ? &row[i] : NULL;
}

/* All begin with dashes. */
static bool
may_be(const struct option_range *r, struct str name)
{
	return name.n < 3 || r->name[2] == name.p[2];
}

const struct option_range *
option_range(const char *engine, struct str name)
{
	for (size_t i = 0; i < ROWS; i++)
		if (may_be(&row[i], name) && str_eqz(name, row[i].name) && !strcmp(row[i].engine, engine))
			return &row[i];
	return NULL;
}

bool
option_is_within(const struct option_range *r, const struct engine_version *v)
{
	if (v->known)
		return version_within(v, r->from, r->to);
	return !v->date || !r->from_date || v->date >= r->from_date;
}
