/* Timestamps: shape, and whether such a time exists. */
#include "yaml/timestamp.h"

struct at {
	const char *p, *end;
};

static bool
take(struct at *a, char c)
{
	if (a->p == a->end || *a->p != c)
		return false;
	a->p++;
	return true;
}

/* Between `least` and `most` digits. */
static bool
take_number(struct at *a, int least, int most, int *ret)
{
	int n = 0, value = 0;
	for (; n < most && a->p < a->end && *a->p >= '0' && *a->p <= '9'; n++)
		value = value * 10 + (*a->p++ - '0');
	*ret = value;
	return n >= least;
}

static bool
take_blanks(struct at *a)
{
	const char *begin = a->p;
	while (take(a, ' ') || take(a, '\t'))
		;
	return a->p > begin;
}

static void
take_fraction(struct at *a, int *ret_microsecond)
{
	int digit, unit = 100000;
	while (take_number(a, 1, 1, &digit)) {
		*ret_microsecond += digit * unit;
		unit /= 10;
	}
}

/* Z, or a sign, hours and perhaps minutes; up to the end. */
static bool
take_zone(struct at *a, struct timestamp *t)
{
	take_blanks(a);
	t->has_zone = true;
	if (take(a, 'Z'))
		return a->p == a->end;
	bool west = take(a, '-');
	int hours, minutes = 0;
	if ((!west && !take(a, '+')) || !take_number(a, 1, 2, &hours))
		return false;
	if (take(a, ':') && !take_number(a, 2, 2, &minutes))
		return false;
	t->zone_minutes = (hours * 60 + minutes) * (west ? -1 : 1);
	return a->p == a->end;
}

bool
timestamp_match(struct str s, struct timestamp *t)
{
	struct at a = {s.p, s.p + s.n};
	*t = (struct timestamp){0};
	if (!take_number(&a, 4, 4, &t->year) || !take(&a, '-'))
		return false;
	const char *month = a.p;
	if (!take_number(&a, 1, 2, &t->month) || !take(&a, '-') ||
		!take_number(&a, 1, 2, &t->day))
		return false;
	t->padded = a.p - month == 5;
	if (a.p == a.end)
		return true;
	t->has_time = true;
	if (!take(&a, 'T') && !take(&a, 't') && !take_blanks(&a))
		return false;
	if (!take_number(&a, 1, 2, &t->hour) || !take(&a, ':') ||
		!take_number(&a, 2, 2, &t->minute) || !take(&a, ':') ||
		!take_number(&a, 2, 2, &t->second))
		return false;
	if (take(&a, '.'))
		take_fraction(&a, &t->microsecond);
	return a.p == a.end || take_zone(&a, t);
}

static bool
is_leap(int year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int
days_of_month(int year, int month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	return month == 2 && is_leap(year) ? 29 : days[month - 1];
}

static const char *
impossible_field(const struct timestamp *t)
{
	if (t->year < 1)
		return "year";
	if (t->month < 1 || t->month > 12)
		return "month";
	if (t->day < 1 || t->day > days_of_month(t->year, t->month))
		return "day";
	if (t->hour > 23)
		return "hour";
	if (t->minute > 59)
		return "minute";
	if (t->second > 59)
		return "second";
	if (t->zone_minutes <= -24 * 60 || t->zone_minutes >= 24 * 60)
		return "time zone";
	return NULL;
}

bool
timestamp_value(const struct timestamp *t, struct yaml_date *ret, const char **ret_why)
{
	*ret_why = impossible_field(t);
	if (*ret_why)
		return false;
	int y = t->year - 1;
	int64_t days = y * 365 + y / 4 - y / 100 + y / 400 + t->day - 1;
	for (int m = 1; m < t->month; m++)
		days += days_of_month(t->year, m);
	int64_t minutes = (days * 24 + t->hour) * 60 + t->minute - t->zone_minutes;
	*ret = (struct yaml_date){
		.microseconds = (minutes * 60 + t->second) * 1000000 + t->microsecond,
		.has_time = t->has_time,
		.has_zone = t->has_zone,
	};
	return true;
}
