/* Verdict on a file's syntax. */
#include "model/document.h"

enum schema_verdict
document_verdict(const struct yaml_doc *doc)
{
	if (!doc)
		return SCHEMA_REFUSED;
	if (doc->safe_ok)
		return SCHEMA_ACCEPTED;
	/* The first one ends the reference; by position, as it reads. */
	for (size_t i = 0; i < doc->problems.n; i++)
		if (doc->problems.v[i].safe_refuses)
			return doc->problems.v[i].crashes ? SCHEMA_CRASHED : SCHEMA_REFUSED;
	return SCHEMA_REFUSED;
}
