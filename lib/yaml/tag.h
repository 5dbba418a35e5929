/* The tags that the reference's loaders know. */
#ifndef YAML_TAG_H
#define YAML_TAG_H

#include "base/str.h"

enum tag {
	TAG_UNKNOWN,
	TAG_NULL,
	TAG_BOOL,
	TAG_INT,
	TAG_FLOAT,
	TAG_STR,
	TAG_TIMESTAMP,
	TAG_BINARY,
	TAG_SEQ,
	TAG_MAP,
	TAG_SET,
	TAG_OMAP,
	TAG_PAIRS,
	TAG_MERGE, /* a plain `<<` */
	TAG_VALUE, /* a plain `=` */
};

/* From the full name, "tag:yaml.org,2002:int". */
enum tag tag_from_uri(struct str uri);
/* What a plain scalar without tag is, by its spelling (YAML 1.1 as PyYAML has it). */
enum tag tag_of_plain(struct str text);
/* "int": as written behind `!!`. */
const char *tag_name(enum tag t);

#endif
