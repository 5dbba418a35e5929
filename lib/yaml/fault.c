/* Wording of syntax faults. */
#include "yaml/fault.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "yaml/scalar.h"
#include "yaml/strict.h"

#include <string.h>

enum fault_place {
	AT_PROBLEM, /* the character where libyaml stopped */
	AT_CONTEXT, /* the character where the construct starts */
	AT_LINE,    /* from there to the end of the line */
};

struct wording {
	const char *problem;
	const char *context; /* NULL: any */
	enum yaml_problem_kind kind;
	enum fault_place place;
	const char *before;  /* text up to the quoted source */
	const char *after;   /* text behind it; NULL: the source is not quoted */
	const char *related; /* label of the other place, or NULL */
	bool crashes;
};

static const struct wording wordings[] = {
	{"could not find expected ':'", NULL, YAML_PROBLEM_SYNTAX, AT_LINE, "",
		" is neither a key, with ':' behind it, nor part of the value before it",
		NULL, false},
	{"found character that cannot start any token", NULL, YAML_PROBLEM_SYNTAX,
		AT_PROBLEM, "", " can't start a value: put the value in quotes", NULL,
		false},
	{"block sequence entries are not allowed in this context", NULL,
		YAML_PROBLEM_SYNTAX, AT_PROBLEM,
		"a list item can't start here: put it on a line of its own", NULL, NULL,
		false},
	{"mapping keys are not allowed in this context", NULL, YAML_PROBLEM_SYNTAX,
		AT_PROBLEM, "'? ' can't start a key here: put it on a line of its own",
		NULL, NULL, false},
	{"mapping values are not allowed in this context", NULL, YAML_PROBLEM_SYNTAX,
		AT_PROBLEM,
		"': ' makes a key where none can stand: put the text in quotes, or check the indentation",
		NULL, NULL, false},
	{"did not find expected alphabetic or numeric character",
		"while scanning an alias", YAML_PROBLEM_SYNTAX, AT_CONTEXT,
		"'*' at the start of a value means an alias, but no plain name follows: put the value in quotes",
		NULL, NULL, false},
	{"did not find expected alphabetic or numeric character",
		"while scanning an anchor", YAML_PROBLEM_SYNTAX, AT_CONTEXT,
		"'&' at the start of a value means an anchor, but no plain name follows: put the value in quotes",
		NULL, NULL, false},
	{"found unexpected end of stream", NULL, YAML_PROBLEM_SYNTAX, AT_CONTEXT,
		"this quote is never closed", NULL, NULL, false},
	{"found unexpected document indicator", NULL, YAML_PROBLEM_SYNTAX, AT_CONTEXT,
		"this quote is not closed before the end of the document", NULL,
		"the document ends here", false},
	{"found unknown escape character", NULL, YAML_PROBLEM_SYNTAX, AT_PROBLEM,
		"unknown escape: write '\\\\' for a backslash, or use single quotes",
		NULL, NULL, false},
	{"did not find expected hexdecimal number", NULL, YAML_PROBLEM_SYNTAX, AT_PROBLEM,
		"this escape needs 2 hexadecimal digits behind \\x, 4 behind \\u, 8 behind \\U",
		NULL, NULL, false},
	{"found invalid Unicode character escape code", NULL, YAML_PROBLEM_SYNTAX,
		AT_PROBLEM,
		"this escape stands for no character: the last one is \\U0010ffff", NULL,
		NULL, true},
	{"found an indentation indicator equal to 0", NULL, YAML_PROBLEM_SYNTAX,
		AT_CONTEXT, "the indentation of a block text can't be 0", NULL, NULL,
		false},
	{"did not find expected comment or line break", "while scanning a block scalar",
		YAML_PROBLEM_SYNTAX, AT_CONTEXT,
		"block text has to start on the next line", NULL, "found this here",
		false},
	{"did not find expected comment or line break", NULL, YAML_PROBLEM_SYNTAX,
		AT_PROBLEM, "expected the end of the line or a comment", NULL, NULL,
		false},
	{"found a tab character where an indentation space is expected", NULL,
		YAML_PROBLEM_TAB, AT_PROBLEM,
		"tab used for indentation: only spaces can stand here", NULL, NULL,
		false},
	{"found a tab character that violates indentation", NULL, YAML_PROBLEM_TAB,
		AT_PROBLEM, "tab used for indentation: only spaces can stand here", NULL,
		NULL, false},
	{"found unexpected ':'", NULL, YAML_PROBLEM_SYNTAX, AT_PROBLEM,
		"':' between brackets needs a space behind it", NULL, NULL, false},
	{"did not find expected <document start>", NULL, YAML_PROBLEM_SYNTAX, AT_LINE, "",
		" stands behind the end of the document: check its indentation", NULL,
		false},
	{"did not find expected node content", NULL, YAML_PROBLEM_SYNTAX, AT_PROBLEM,
		"expected a value before ", "", NULL, false},
	{"did not find expected '-' indicator", NULL, YAML_PROBLEM_SYNTAX, AT_LINE, "",
		" is no item of the list it is lined up with: expected '- '",
		"the list starts here", false},
	{"did not find expected key", NULL, YAML_PROBLEM_SYNTAX, AT_LINE, "",
		" is no key of the mapping it is lined up with: check indentation and quotes",
		"the mapping starts here", false},
	{"did not find expected ',' or ']'", NULL, YAML_PROBLEM_SYNTAX, AT_PROBLEM,
		"expected ',' or ']' before ", "", "the list starts here", false},
	{"did not find expected ',' or '}'", NULL, YAML_PROBLEM_SYNTAX, AT_PROBLEM,
		"expected ',' or '}' before ", "", "the map starts here", false},
	{"found undefined tag handle", NULL, YAML_PROBLEM_TAG, AT_LINE,
		"no %TAG line defines the handle of this tag", NULL, NULL, false},
	{"did not find expected whitespace or line break", NULL, YAML_PROBLEM_TAG,
		AT_PROBLEM, "expected a space behind the tag", NULL,
		"the tag starts here", false},
	{"did not find the expected '>'", NULL, YAML_PROBLEM_TAG, AT_PROBLEM,
		"expected '>' at the end of the tag", NULL, "the tag starts here", false},
	{"found incompatible YAML document", NULL, YAML_PROBLEM_SYNTAX, AT_LINE, "",
		" asks for a YAML version other than 1.x", NULL, false},
	{"found duplicate %YAML directive", NULL, YAML_PROBLEM_SYNTAX, AT_LINE,
		"the %YAML line is given twice", NULL, NULL, false},
	{"found duplicate %TAG directive", NULL, YAML_PROBLEM_SYNTAX, AT_LINE,
		"this %TAG handle is given twice", NULL, NULL, false},
};

static const struct wording *
wording_of(const struct fault *fault)
{
	for (size_t i = 0; i < sizeof wordings / sizeof *wordings; i++) {
		const struct wording *w = &wordings[i];
		if (strcmp(w->problem, fault->problem) != 0)
			continue;
		if (!w->context ||
			(fault->context && strcmp(w->context, fault->context) == 0))
			return w;
	}
	return NULL;
}

static struct span
character_at(const struct loader *l, size_t at)
{
	uint32_t c;
	size_t n = utf8_decode(l->feed.bytes, at, &c);
	return loader_span(l, at, at + (n ? n : 1));
}

static struct span
rest_of_line(const struct loader *l, size_t at)
{
	struct str s = l->feed.bytes;
	size_t end = at;
	while (end < s.n && !strict_break(s, end))
		end++;
	while (end > at && (s.p[end - 1] == ' ' || s.p[end - 1] == '\t'))
		end--;
	return loader_span(l, at, end);
}

static struct span
place_of(const struct loader *l, const struct fault *fault, enum fault_place place)
{
	switch (place) {
	case AT_PROBLEM:
		return character_at(l, fault->at);
	case AT_CONTEXT:
		return character_at(l, fault->context_at);
	case AT_LINE:
		break;
	}
	return rest_of_line(l, fault->at);
}

static bool
is_tab(const struct loader *l, size_t at)
{
	return at < l->feed.bytes.n && l->feed.bytes.p[at] == '\t';
}

void
fault_report(struct loader *l, const struct fault *fault)
{
	static const struct wording tab = {"", NULL, YAML_PROBLEM_TAB, AT_PROBLEM,
		"tab used for indentation: only spaces can stand here", NULL, NULL,
		false};
	const struct wording *w = wording_of(fault);
	if (is_tab(l, fault->at) && w && w->place != AT_CONTEXT)
		w = &tab;
	if (!w) {
		struct str text =
			str_fmt(l->a, "%s%s%s", fault->context ? fault->context : "",
				fault->context ? ": " : "", fault->problem);
		loader_problem(l, YAML_PROBLEM_SYNTAX, rest_of_line(l, fault->at),
			REFUSE_BOTH, text);
		return;
	}
	struct fault where = *fault;
	if (strcmp(w->problem, "could not find expected ':'") == 0)
		where.at = fault->context_at;
	struct span span = place_of(l, &where, w->place);
	struct str source = str_slice(l->feed.bytes, span.begin, span.end);
	struct str shown = !w->after  ? S("")
			   : source.n ? yaml_quote(l->a, source)
				      : S("the end");
	struct yaml_problem *p =
		loader_problem(l, w->kind, span, w->crashes ? CRASH : REFUSE_BOTH,
			str_fmt(l->a, "%s%.*s%s", w->before, STR(shown),
				w->after ? w->after : ""));
	if (w->related) {
		p->related = character_at(
			l, w->place == AT_CONTEXT ? fault->at : fault->context_at);
		p->related_label = w->related;
	}
}
