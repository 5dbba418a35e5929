/* Runs libyaml over a document, again where it has to be. */
#ifndef YAML_READ_H
#define YAML_READ_H

#include "yaml/loader.h"

/* Fills in the document's root and problems, from l->checked on. */
void read_document(struct loader *l);

#endif
