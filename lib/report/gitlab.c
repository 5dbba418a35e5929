/* GitLab's code quality report. */
#include "base/arena.h"
#include "base/map.h"
#include "check/rule.h"
#include "report/maker.h"
#include "report/outline.h"
#include "report/report.h"

static const char *
severity(ixc_severity s)
{
	return s == IXC_ERROR ? "critical" : s == IXC_WARNING ? "minor" : "info";
}

/* GitLab takes findings of one fingerprint for one, so equal ones are counted. */
static struct str
fingerprint(struct arena *a, struct map *seen, const struct ixc_finding *f)
{
	struct str key = outline_key(a, f, 0);
	size_t *n = map_get(seen, key);
	if (!n) {
		n = NEW(a, size_t);
		map_put(a, seen, key, n);
	}
	++*n;
	return *n == 1 ? key : outline_key(a, f, *n);
}

static void
put_finding(struct arena *a, struct maker *m, json_t *root, struct map *seen,
	const struct ixc_finding *f)
{
	struct outline_place p = outline_place(a, f, f->span);
	json_t *o = maker_object(m, root, NULL);
	maker_string(m, o, "description",
		p.elsewhere ? str_fmt(a, "%.*s (%.*s)", STR(f->headline), STR(p.shown))
			    : f->headline);
	maker_stringz(m, o, "check_name", f->rule->id);
	maker_string(m, o, "fingerprint", fingerprint(a, seen, f));
	maker_stringz(m, o, "severity", severity(f->severity));
	struct buf content = buf_new(a, 1 << 20);
	outline_remarks(&content, f, "\n\n");
	if (content.n)
		maker_string(m, maker_object(m, o, "content"), "body",
			str_trim(buf_str(&content)));
	json_t *location = maker_object(m, o, "location");
	maker_string(m, location, "path", p.path);
	json_t *lines = maker_object(m, location, "lines");
	maker_integer(m, lines, "begin", p.elsewhere || !p.line ? 1 : p.line);
	if (!p.elsewhere && p.line)
		maker_integer(m, lines, "end", p.end_line);
}

void
report_gitlab(struct buf *b, const struct run *run)
{
	struct maker m = {0};
	struct map seen = {0};
	json_t *holder = maker_root(b->arena);
	json_t *list = maker_list(&m, holder, "list");
	for (size_t i = 0; i < run->findings.list.n; i++)
		put_finding(b->arena, &m, list, &seen, run->findings.list.v[i]);
	maker_dump_root(b, &m, list, 0);
	buf_addc(b, '\n');
}
