/* Checking of shapes. */
#include "configs.h"

#include "base/arena.h"
#include "model.h"

#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

static void
check(const char *config, const char *before, const struct shape_row *row)
{
	struct bench b;
	bench_open(&b);
	struct str text = str_fmt(&b.arena, "%s%s%s\n", config, before, row->text);
	struct master *m = bench_master(&b, text);
	assert_int_equal(m->configs.n, 1);
	assert_int_equal(m->verdict, m->configs.v[0]->verdict);
	struct str got = bench_fault_texts(&b, &m->configs.v[0]->faults);
	const char *verdict = bench_verdict(m->verdict);
	if (!str_eqz(got, row->faults) || strcmp(verdict, row->verdict) != 0)
		fail_msg("%s\nwant %s %s\ngot  %s %.*s", row->text, row->verdict,
			row->faults, verdict, STR(got));
	bench_close(&b);
}

void
check_shapes(
	const char *config, const char *before, const struct shape_row *row, size_t n)
{
	for (size_t i = 0; i < n; i++)
		check(config, before, &row[i]);
}
