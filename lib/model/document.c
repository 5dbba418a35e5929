/* Verdict on a file's syntax. */
#include "model/document.h"

enum schema_verdict
document_verdict(const struct yaml_doc *doc)
{
	return doc && doc->safe_ok ? SCHEMA_ACCEPTED : SCHEMA_REFUSED;
}
