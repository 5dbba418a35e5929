/* Text in XML 1.0. */
#ifndef REPORT_XML_H
#define REPORT_XML_H

#include "base/buf.h"

/* The value of an attribute, without its quotes; serves between tags, too. Blanks are
 * kept through a parser's normalization; what XML can't hold becomes U+FFFD. */
void xml_add(struct buf *b, struct str s);
/* ' name="value"' */
void xml_attribute(struct buf *b, const char *name, struct str value);
void xml_attribute_number(struct buf *b, const char *name, size_t value);

#endif
