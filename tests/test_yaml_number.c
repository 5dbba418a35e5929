/* Numbers as Python reads and writes them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "yaml/number.h"
#include "yaml/scalar.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>

static void
test_int(void **state)
{
	static const struct {
		const char *text, *want; /* NULL: malformed */
	} t[] = {
		{"0", "0"},
		{"-0", "0"},
		{"42", "42"},
		{"-42", "-42"},
		{"+42", "42"},
		{"1_000", "1000"},
		{"010", "8"},
		{"-017", "-15"},
		{"0o17", "15"},
		{"0x1F", "31"},
		{"-0xff", "-255"},
		{"0b101", "5"},
		{"0x0x1f", "31"},
		{"1:30", "90"},
		{"-190:20:30", "-685230"},
		{"1:-5", "55"},
		{" 8 ", "8"},
		{"+-8", "-8"},
		{"0xffffffffffffffff", "18446744073709551615"},
		{"0777777777777777777777777", "4722366482869645213695"},
		{"99999999999999999999:59", "5999999999999999999999"},
		{"1000000000", "1000000000"},
		{"0x3b9aca00", "1000000000"},
		{"0x8ac7230489e80000", "10000000000000000000"},
		{"", NULL},
		{"+", NULL},
		{"0x", NULL},
		{"0b2", NULL},
		{"08", NULL},
		{"8.0", NULL},
		{"1:", NULL},
		{"x", NULL},
	};
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct str got = {0};
		enum number_status status = number_int(&a, str_from(t[i].text), &got);
		if (!str_eq(got, str_from(t[i].want)))
			print_error("%s gives %.*s\n", t[i].text, STR(got));
		assert_int_equal(status, t[i].want ? NUMBER_OK : NUMBER_MALFORMED);
		assert_true(!t[i].want || str_eqz(got, t[i].want));
	}
	arena_release(&a);
}

static void
test_float(void **state)
{
	static const struct {
		const char *text, *want; /* as repr gives it; NULL: malformed */
	} t[] = {
		{"0.80", "0.8"},
		{"1.", "1.0"},
		{".5", "0.5"},
		{"-.5e-3", "-0.0005"},
		{"1e3", "1000.0"},
		{"1E+22", "1e+22"},
		{"1e16", "1e+16"},
		{"9999999999999998.0", "9999999999999998.0"},
		{"123456789012345680.0", "1.2345678901234568e+17"},
		{"0.0001", "0.0001"},
		{"0.00001", "1e-05"},
		{"1.5e-7", "1.5e-07"},
		{"-0.0", "-0.0"},
		{"0.1", "0.1"},
		{"0.30000000000000004", "0.30000000000000004"},
		{"5e-324", "5e-324"},
		{"2e-324", "0.0"},
		{"1.7976931348623157e308", "1.7976931348623157e+308"},
		{"1e309", "inf"},
		{"1e99999999999", "inf"},
		{"1e-99999999999", "0.0"},
		{"9007199254740993.0", "9007199254740992.0"},
		{"1:30.5", "90.5"},
		{"-1:30.5", "-90.5"},
		{"685_230.15", "685230.15"},
		{".inf", "inf"},
		{"-.INF", "-inf"},
		{".NaN", "nan"},
		{"infinity", "inf"},
		{" 1.5 ", "1.5"},
		{"--5", "5.0"},
		{"", NULL},
		{"-", NULL},
		{".", NULL},
		{"1e", NULL},
		{"1e+", NULL},
		{"1.5.2", NULL},
		{"0x10", NULL},
		{"1,5", NULL},
	};
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		double value = 0;
		enum number_status status = number_float(&a, str_from(t[i].text), &value);
		struct str got = yaml_float_repr(&a, value);
		assert_int_equal(status, t[i].want ? NUMBER_OK : NUMBER_MALFORMED);
		if (t[i].want && !str_eqz(got, t[i].want))
			print_error("%s gives %.*s\n", t[i].text, STR(got));
		assert_true(!t[i].want || str_eqz(got, t[i].want));
	}
	arena_release(&a);
}

static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* What repr writes reads back as the same double; powers of two are the hard ones. */
static void
test_repr_reads_back(void **state)
{
	uint64_t seed = 1;
	(void)state;
	for (int i = 0; i < 5000; i++) {
		union {
			uint64_t bits;
			double value;
		} u = {.bits = i < 2048 ? (uint64_t)i << 52 : next_random(&seed)};
		if (isnan(u.value) || isinf(u.value))
			continue;
		struct arena a;
		double back = 0;
		arena_init(&a, 0, NULL);
		struct str text = yaml_float_repr(&a, u.value);
		assert_int_equal(number_float(&a, text, &back), NUMBER_OK);
		if (back < u.value || back > u.value)
			print_error("%.*s\n", STR(text));
		assert_false(back < u.value || back > u.value);
		arena_release(&a);
	}
}

/* Where the decimal point is a comma, nothing changes. */
static void
test_other_locale(void **state)
{
	(void)state;
	if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
		print_message("skipped: no locale with a decimal comma is installed\n");
		return;
	}
	test_float(state);
	setlocale(LC_NUMERIC, "C");
}

static void
test_quote(void **state)
{
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	assert_true(str_eqz(yaml_quote(&a, S("a b")), "'a b'"));
	assert_true(str_eqz(yaml_quote(&a, S("\x1b[0m\xff")), "'\\x1b[0m\\xff'"));
	assert_true(str_eqz(yaml_quote(&a, S("caf\xc3\xa9")), "'caf\xc3\xa9'"));
	struct str seventy = S(
		"0123456789012345678901234567890123456789012345678901234567890123456789");
	assert_true(str_eqz(yaml_quote(&a, seventy),
		"'012345678901234567890123456789012345678901234567890123456789...'"));
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_int),
		cmocka_unit_test(test_float),
		cmocka_unit_test(test_repr_reads_back),
		cmocka_unit_test(test_other_locale),
		cmocka_unit_test(test_quote),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
