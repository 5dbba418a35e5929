/* `infxcheck explain`: a rule's rationale, with the fixtures that the tests run. */
#include "report/examples.h"
#include "report/report.h"

#include "check/rule.h"
#include "report/colour.h"
#include "report/excerpt.h"

static void
add_indented(struct buf *b, struct str text, bool ascii)
{
	struct str rest = text;
	while (rest.n) {
		struct str line = str_cut(rest, '\n', &rest);
		if (line.n) {
			buf_addz(b, "    ");
			escape_text(b, line, ascii);
		}
		buf_addc(b, '\n');
	}
}

static void
add_example(struct buf *b, const struct ixc_rule *rule, const char *kind, const char *title,
	struct report_style st)
{
	bool titled = false;
	for (size_t i = 0; i < examples_count; i++) {
		const struct example *e = &examples[i];
		if (!str_eqz(str_from(rule->id), e->rule) || !str_eqz(str_from(kind), e->kind))
			continue;
		if (!titled) {
			buf_addc(b, '\n');
			colour_add(b, st.colour, COLOUR_BOLD, str_from(title));
			buf_addc(b, '\n');
			titled = true;
		}
		bool expected = str_eqz(str_from(e->file), "expect");
		if (!expected)
			buf_addf(b, "\n  %s\n", e->file);
		else if (e->size)
			buf_addz(b, "\n  reports\n");
		add_indented(b, (struct str){e->bytes, e->size}, st.ascii);
	}
}

void
report_explain(struct buf *b, const struct ixc_rule *r, struct report_style st)
{
	colour_add(b, st.colour, COLOUR_BOLD, str_from(r->id));
	buf_addf(b, " (%s, since %s)\n%s\n\n%s\n", severity_name(r->severity), r->since,
		r->summary, r->help);
	if (r->needs & IXC_NEEDS_BASE)
		buf_addz(b, "\nNeeds a base revision.\n");
	if (r->needs & IXC_NEEDS_PR)
		buf_addz(b, "\nNeeds the pull request's number.\n");
	if (r->fixes & IXC_FIX_SAFE)
		buf_addz(b, "\n'infxcheck check --fix' can mend it.\n");
	if (r->fixes & IXC_FIX_UNSAFE)
		buf_addf(b, "\n'infxcheck check --unsafe-fix' can %s.\n",
			r->fixes & IXC_FIX_SAFE ? "guess the rest" : "mend it by a guess");
	if (r->locked)
		buf_addz(b, "\nCan't be suppressed.\n");
	add_example(b, r, "bad", "Fires on", st);
	add_example(b, r, "good", "Silent on", st);
}
