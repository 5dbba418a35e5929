/* What the reference's plain loader (yaml.safe_load) says of a file as a whole. */
#ifndef MODEL_DOCUMENT_H
#define MODEL_DOCUMENT_H

#include "model/schema.h"
#include "yaml/load.h"

/* Accepted or refused. NULL: the file is missing. What makes the loader raise, be it a
 * YAML error or Python's own ValueError over a date or a number, is a refusal. */
enum schema_verdict document_verdict(const struct yaml_doc *doc);

#endif
