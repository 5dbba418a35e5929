/* Text in XML 1.0. */
#include "report/xml.h"

#include "base/utf8.h"

static bool
is_allowed(uint32_t cp)
{
	return cp == '\t' || cp == '\n' || cp == '\r' || (cp >= 0x20 && cp < 0xFFFE) ||
	       cp > 0xFFFF;
}

static const char *
entity(uint32_t cp)
{
	switch (cp) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&apos;";
	case '\t':
		return "&#9;";
	case '\n':
		return "&#10;";
	case '\r':
		return "&#13;";
	}
	return NULL;
}

void
xml_add(struct buf *b, struct str s)
{
	for (size_t i = 0; i < s.n;) {
		uint32_t cp = 0;
		size_t n = utf8_decode(s, i, &cp);
		if (!n || !is_allowed(cp))
			buf_addz(b, "\xEF\xBF\xBD");
		else if (entity(cp))
			buf_addz(b, entity(cp));
		else
			buf_add(b, str_slice(s, i, i + n));
		i += n ? n : 1;
	}
}

void
xml_attribute(struct buf *b, const char *name, struct str value)
{
	buf_addf(b, " %s=\"", name);
	xml_add(b, value);
	buf_addc(b, '"');
}

void
xml_attribute_number(struct buf *b, const char *name, size_t value)
{
	buf_addf(b, " %s=\"%zu\"", name, value);
}
