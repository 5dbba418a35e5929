/* Parts of a SARIF document. */
#ifndef REPORT_SARIF_H
#define REPORT_SARIF_H

#include "check/finding.h"
#include "report/maker.h"

const char *sarif_level(ixc_severity s);
/* The rules, in the order of the table, so that an index in it is one here. */
void sarif_put_rules(struct maker *m, struct arena *a, json_t *driver);
/* The path of a file as a URI relative to the root: percent-encoded bytes. */
struct str sarif_uri(struct arena *a, struct str path);
/* Text in which nothing is a link by accident. */
void sarif_add_text(struct buf *b, struct str s);
/* "[label](id)": a link to the related location. */
void sarif_add_link(struct buf *b, struct str label, size_t id);

#endif
