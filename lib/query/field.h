/*
 * Where a place is in a YAML file, by its text: while somebody types the file is often no
 * YAML. Block style goes by indentation, flow style by the brackets of the line.
 */
#ifndef QUERY_FIELD_H
#define QUERY_FIELD_H

#include "model/schema.h"
#include "query/query.h"

struct field_place {
	struct names path; /* keys from the root down to what holds the place; lists have
			      none */
	bool is_value;  /* behind `key:`, which is the last of the path; or a list's item
			 */
	struct str key; /* the word there, when it is no value */
	struct span word;  /* what is there already, of key or value */
	struct str beside; /* the text of the flow mapping around, to see what it has */
};

struct field_place field_place_at(const struct query *q);

/* The table of the mapping that the path leads to, or of the field that is its last. */
struct field_table {
	const struct schema *schema; /* NULL: none */
	enum schema_scope scope;
	const struct schema_field *field; /* NULL: the place is a key */
};

struct field_table field_table_at(const struct query *q, const struct field_place *p);
const struct schema_field *field_named(const struct schema *s, struct str name);

#endif
