/*
 * ROCR_VISIBLE_DEVICES filters first, by number or "GPU-uuid"; HIP_VISIBLE_DEVICES, or
 * CUDA_VISIBLE_DEVICES when that is not set, then chooses among what is left, numbered
 * from 0 again. Each list ends at the first thing that is no device.
 */
#include "hbm.h"

#include <stdlib.h>
#include <string.h>

struct list {
	const char *name, *value; /* value NULL: not set */
	size_t n;                 /* devices before the list ends */
	long largest;             /* number; -1: none, or by uuid */
};

/* Length of a number or uuid at the start; 0: neither. */
static size_t
token(const char *s, long *ret_number)
{
	*ret_number = -1;
	if (strncmp(s, "GPU-", 4) == 0)
		return strcspn(s, ",");
	size_t n = strspn(s, "0123456789");
	if (n == 0 || n > 6 || (s[n] && s[n] != ','))
		return 0;
	*ret_number = strtol(s, NULL, 10);
	return n;
}

static struct list
read_list(const char *name)
{
	struct list l = {.name = name, .value = getenv(name), .largest = -1};
	const char *s = l.value;
	while (s && *s) {
		long number;
		size_t n = token(s, &number);
		if (n == 0)
			break;
		l.n++;
		if (number > l.largest)
			l.largest = number;
		s += n;
		s += *s == ',';
	}
	return l;
}

enum visible
visible_hip(char *text, size_t size)
{
	struct list first = read_list("ROCR_VISIBLE_DEVICES");
	struct list second = read_list("HIP_VISIBLE_DEVICES");
	if (!second.value || !*second.value)
		second = read_list("CUDA_VISIBLE_DEVICES");
	text[0] = 0;
	if (first.value && first.n == 0) {
		snprintf(text, size, "%s=%s hides every device: unset it", first.name,
			first.value);
		return VISIBLE_NONE;
	}
	if (second.value && second.n == 0) {
		snprintf(text, size, "%s=%s hides every device: unset it", second.name,
			second.value);
		return VISIBLE_NONE;
	}
	if (!first.value || !second.value || second.largest < (long)first.n)
		return VISIBLE_FINE;
	snprintf(text, size,
		"%s=%s leaves %zu device%s, numbered from 0 again, and %s=%s asks for number "
		"%ld of them: the devices are filtered twice; unset one of the two",
		first.name, first.value, first.n, first.n == 1 ? "" : "s", second.name,
		second.value, second.largest);
	return VISIBLE_TWICE;
}
