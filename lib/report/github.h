/* The escaping of GitHub's workflow commands, as its runner undoes it. */
#ifndef REPORT_GITHUB_H
#define REPORT_GITHUB_H

#include "base/buf.h"

/* Behind the second "::". */
void github_add_message(struct buf *b, struct str s);
/* The value of a property: file, title. */
void github_add_property(struct buf *b, struct str s);

#endif
