/* Expansions as text. */
#include "sweep.h"

#include "matrix_args.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

static const struct pyval *
field(const struct row *r, struct str name)
{
	for (unsigned f = 0; f < ROW_FIELD_COUNT; f++)
		if (str_eq(row_field_name((enum row_field)f), name))
			return row_get(r, (enum row_field)f);
	fail_msg("no field %.*s", STR(name));
	return NULL;
}

const char *
sweep_show(struct bench *b, const struct points *points, const char *fields)
{
	struct buf out = buf_new(&b->arena, 1024 * 1024);
	for (size_t i = 0; i < points->n; i++) {
		struct str rest = str_from(fields);
		buf_addz(&out, i ? " | " : "");
		for (bool first = true; rest.p; first = false) {
			const struct pyval *v =
				field(&points->v[i]->row, str_cut(rest, ' ', &rest));
			buf_addz(&out, first ? "" : " ");
			if (v)
				pyjson_value(&out, *v, PYJSON_COMPACT);
			else
				buf_addc(&out, '-');
		}
	}
	return str_z(&b->arena, buf_str(&out));
}

struct matrix *
sweep_matrix(struct bench *b, const char *configs, const char *runners, const char *args)
{
	struct matrix_options options;
	assert_true(matrix_args_line(&b->arena, args, &options));
	struct master *m = bench_master(b, str_from(configs));
	return matrix_generate(
		&b->arena, m, bench_runners(b, str_from(runners)), &options);
}

const char *
sweep(struct bench *b, const char *configs, const char *runners, const char *args,
	const char *fields)
{
	struct matrix *x = sweep_matrix(b, configs, runners, args);
	if (x->ok)
		return sweep_show(b, &x->points, fields);
	assert_int_equal(x->error.exit_status, strcmp(x->error.id, "usage") == 0 ? 2 : 1);
	struct str text =
		str_fmt(&b->arena, "!%s %s", x->error.id, py_error_name(x->error.raised));
	return str_z(&b->arena, str_trim(text));
}

void
sweep_check(const struct sweep_row *row, size_t n, const char *runners)
{
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < n; i++) {
		const char *got =
			sweep(&b, row[i].configs, runners, row[i].args, row[i].fields);
		if (strcmp(got, row[i].want) != 0)
			fail_msg("%s: %s\nwant %s\ngot  %s", row[i].args, row[i].fields,
				row[i].want, got);
	}
	bench_close(&b);
}
