/* What the reference's plain loader (yaml.safe_load) says of a file as a whole. */
#ifndef MODEL_DOCUMENT_H
#define MODEL_DOCUMENT_H

#include "model/schema.h"
#include "yaml/load.h"

/* NULL: the file is missing, which the reference refuses. */
enum schema_verdict document_verdict(const struct yaml_doc *doc);

#endif
