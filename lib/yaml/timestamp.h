/* Dates and times as PyYAML's timestamp constructor reads them. */
#ifndef YAML_TIMESTAMP_H
#define YAML_TIMESTAMP_H

#include "yaml/node.h"

struct timestamp {
	int year, month, day, hour, minute, second, microsecond;
	int zone_minutes; /* east of UTC */
	bool has_time, has_zone;
	bool padded; /* month and day have two digits each */
};

/* The shape alone; the fields may be impossible. */
bool timestamp_match(struct str s, struct timestamp *ret);
/* True and the value when such a time exists; else *ret_why says which field is wrong. */
bool timestamp_value(
	const struct timestamp *t, struct yaml_date *ret, const char **ret_why);

#endif
