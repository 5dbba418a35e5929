/* Checkstyle's XML, which many CI servers read. */
#include "base/arena.h"
#include "check/rule.h"
#include "report/outline.h"
#include "report/report.h"
#include "report/xml.h"

static const char *
severity(ixc_severity s)
{
	return s == IXC_ERROR ? "error" : s == IXC_WARNING ? "warning" : "info";
}

static void
add_error(struct buf *b, const struct ixc_finding *f, const struct outline_place *p)
{
	buf_addz(b, "    <error");
	if (!p->elsewhere) {
		xml_attribute_number(b, "line", p->line);
		xml_attribute_number(b, "column", p->column);
	}
	xml_attribute(b, "severity", str_from(severity(f->severity)));
	xml_attribute(b, "message", outline_message(b->arena, f));
	xml_attribute(b, "source", str_fmt(b->arena, "infxcheck.%s", f->rule->id));
	buf_addz(b, "/>\n");
}

/* Findings are sorted by path, so those of a file stand together; other states of it may
 * stand elsewhere and get an element of their own. */
void
report_checkstyle(struct buf *b, const struct run *run)
{
	struct str path = {0};
	bool open = false;
	buf_addz(b,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n");
	for (size_t i = 0; i < run->findings.list.n; i++) {
		const struct ixc_finding *f = run->findings.list.v[i];
		struct outline_place p = outline_place(b->arena, f, f->span);
		if (!open || !str_eq(p.path, path)) {
			buf_addz(b, open ? "  </file>\n" : "");
			buf_addz(b, "  <file");
			xml_attribute(b, "name", p.path);
			buf_addz(b, ">\n");
			open = true;
			path = p.path;
		}
		add_error(b, f, &p);
	}
	buf_addz(b, open ? "  </file>\n</checkstyle>\n" : "</checkstyle>\n");
}
