/* The rules in a SARIF document, and the writing of its texts. */
#include "report/sarif.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "check/rule.h"
#include "check/run.h"
#include "report/report.h"

enum { DESCRIPTION_BYTES = 1024 };

const char *
sarif_level(ixc_severity s)
{
	return s == IXC_ERROR ? "error" : s == IXC_WARNING ? "warning" : "note";
}

static void
put_text(struct maker *m, json_t *parent, const char *key, struct str text)
{
	maker_string(m, maker_object(m, parent, key), "text", text);
}

/* The first paragraph, no longer than GitHub takes. */
static struct str
first_paragraph(struct str help)
{
	struct str s = str_slice(help, 0, str_find(help, S("\n\n"), 0));
	if (s.n <= DESCRIPTION_BYTES)
		return s;
	size_t n = DESCRIPTION_BYTES;
	while (n && ((unsigned char)s.p[n] & 0xC0) == 0x80)
		n--;
	return str_slice(s, 0, n);
}

static void
put_properties(struct maker *m, json_t *row, const struct ixc_rule *r)
{
	json_t *o = maker_object(m, row, "properties");
	maker_stringz(m, maker_list(m, o, "tags"), NULL, "benchmark");
	maker_stringz(m, o, "precision", r->confidence == IXC_MEDIUM ? "medium" : "high");
	maker_stringz(m, o, "problem.severity",
		r->severity == IXC_ERROR     ? "error"
		: r->severity == IXC_WARNING ? "warning"
					     : "recommendation");
}

void
sarif_put_rules(struct maker *m, struct arena *a, json_t *driver)
{
	json_t *list = maker_list(m, driver, "rules");
	for (size_t i = 0; i < rules_count(); i++) {
		const struct ixc_rule *r = rules_at(i);
		json_t *row = maker_object(m, list, NULL);
		maker_stringz(m, row, "id", r->id);
		put_text(m, row, "shortDescription", str_from(r->summary));
		put_text(m, row, "fullDescription", first_paragraph(str_from(r->help)));
		put_text(m, row, "help", str_from(r->help));
		if (*IXC_DOCS_URL)
			maker_stringz(m, row, "helpUri",
				str_fmt(a, IXC_DOCS_URL "#%s", r->id).p);
		maker_stringz(m, maker_object(m, row, "defaultConfiguration"), "level",
			sarif_level(r->severity));
		put_properties(m, row, r);
	}
}

struct str
sarif_uri(struct arena *a, struct str path)
{
	struct buf b = buf_new(a, path.n * 3 + 1);
	for (size_t i = 0; i < path.n; i++) {
		unsigned char c = (unsigned char)path.p[i];
		bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
			     (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' ||
			     c == '~' || c == '/';
		if (plain)
			buf_addc(&b, (char)c);
		else
			buf_addf(&b, "%%%02X", (unsigned)c);
	}
	return buf_str(&b);
}

/* A bracket is plain text unless "](" follows somewhere behind it. Braces would be
 * doubled by the standard's letter, for texts with arguments; readers show these texts as
 * they are. */
void
sarif_add_text(struct buf *b, struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '[' && str_find(s, S("]("), i) < s.n)
			buf_addc(b, '\\');
		buf_addc(b, s.p[i]);
	}
}

void
sarif_add_link(struct buf *b, struct str label, size_t id)
{
	buf_addc(b, '[');
	for (size_t i = 0; i < label.n; i++) {
		if (label.p[i] == '[' || label.p[i] == ']' || label.p[i] == '\\')
			buf_addc(b, '\\');
		buf_addc(b, label.p[i]);
	}
	buf_addf(b, "](%zu)", id);
}
