/* Text in GitHub's Markdown. */
#ifndef REPORT_MARKDOWN_H
#define REPORT_MARKDOWN_H

#include "base/buf.h"

/* Shows the text as it is, in one line, within a cell of a table: nothing in it is
 * markup, a mention or a link. */
void markdown_add(struct buf *b, struct str s);

#endif
