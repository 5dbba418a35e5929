/*
 * Wording of syntax faults: by what can be seen in the text where libyaml stopped, else
 * by its own message.
 */
#include "yaml/fault.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "yaml/scalar.h"
#include "yaml/strict.h"

#include <string.h>

enum fault_place {
	AT_PROBLEM,   /* the character where libyaml stopped */
	AT_ESCAPE,    /* that one and the next */
	AT_LINE,      /* from there to the end of the line */
	AT_START,     /* the character where the construct begins */
	AT_START_LINE /* from there to the end of the line */
};

/* In a text, SOURCE stands for the place's source in quotes. */
#define SOURCE "\1"

struct wording {
	const char *problem; /* libyaml's */
	const char *context; /* NULL: any */
	/* NULL: always; else a look at the text decides. */
	bool (*applies)(const struct loader *l, const struct fault *fault);
	enum yaml_problem_kind kind;
	enum fault_place place;
	bool crashes;
	const char *text;
	const char *related; /* label of the other place, or NULL */
};

static bool
has_prefix_at(struct str s, size_t at, const char *prefix)
{
	return str_starts(str_slice(s, at, s.n), str_from(prefix));
}

static bool
is_tab(const struct loader *l, const struct fault *fault)
{
	return has_prefix_at(l->feed.bytes, fault->at, "\t");
}

static bool
is_dash(const struct loader *l, const struct fault *fault)
{
	return has_prefix_at(l->feed.bytes, fault->at, "-");
}

/* The line of the construct that broke off is one of git's conflict markers. */
static bool
is_conflict_marker(const struct loader *l, const struct fault *fault)
{
	size_t begin = fault->context_at;
	while (begin > 0 && !strict_starts_line(l, begin))
		begin--;
	struct str s = l->feed.bytes;
	return has_prefix_at(s, begin, "<<<<<<< ") ||
	       has_prefix_at(s, begin, ">>>>>>> ") ||
	       (has_prefix_at(s, begin, "=======") && strict_break(s, begin + 7));
}

static bool
is_behind_quote(const struct loader *l, const struct fault *fault)
{
	struct str s = l->feed.bytes;
	size_t i = fault->at;
	while (i > 0 && s.p[i - 1] == ' ')
		i--;
	return i > 0 && (s.p[i - 1] == '\'' || s.p[i - 1] == '"');
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

static bool
has_colon(const struct loader *l, const struct fault *fault)
{
	struct span line = rest_of_line(l, fault->context_at);
	struct str s = str_slice(l->feed.bytes, line.begin, line.end);
	return str_find_byte(s, ':', 0) < s.n;
}

#define SYNTAX .kind = YAML_PROBLEM_SYNTAX
#define TAB .kind = YAML_PROBLEM_TAB
#define TAG .kind = YAML_PROBLEM_TAG

/* The first row that fits is taken. */
static const struct wording wordings[] = {
	{.applies = is_conflict_marker,
		SYNTAX,
		.place = AT_START_LINE,
		.text = SOURCE " is left over from a merge conflict"},
	{.problem = "found character that cannot start any token",
		.applies = is_tab,
		TAB,
		.text = "tab used for indentation: only spaces can stand here"},
	{.problem = "found character that cannot start any token",
		SYNTAX,
		.text = SOURCE " can't start a value: put the value in quotes"},
	{.problem = "could not find expected ':'",
		.applies = has_colon,
		SYNTAX,
		.place = AT_START_LINE,
		.text = SOURCE " is no key: its ':' needs a space behind it"},
	{.problem = "could not find expected ':'",
		SYNTAX,
		.place = AT_START_LINE,
		.text = SOURCE
		" is neither a key with ':' nor part of the value before it"},
	{.problem = "block sequence entries are not allowed in this context",
		SYNTAX,
		.text = "a list item can't start here: put it on a line of its own"},
	{.problem = "mapping keys are not allowed in this context",
		SYNTAX,
		.text = "'? ' can't start a key here: put it on a line of its own"},
	{.problem = "mapping values are not allowed in this context",
		SYNTAX,
		.text = "': ' makes a key where none can stand: put the text in quotes, or "
			"check the indentation"},
	{.problem = "did not find expected alphabetic or numeric character",
		.context = "while scanning an alias",
		SYNTAX,
		.place = AT_START,
		.text = "a value that starts with '*' is an alias, but this is none: put it "
			"in quotes"},
	{.problem = "did not find expected alphabetic or numeric character",
		SYNTAX,
		.place = AT_START,
		.text = "a value that starts with '&' has an anchor, but this is none: put it "
			"in quotes"},
	{.problem = "found unexpected end of stream",
		SYNTAX,
		.place = AT_START,
		.text = "this quote is never closed"},
	{.problem = "found unexpected document indicator",
		SYNTAX,
		.place = AT_START,
		.text = "this quote is not closed before the end of the document",
		.related = "the document ends here"},
	{.problem = "found unknown escape character",
		SYNTAX,
		.place = AT_ESCAPE,
		.text = SOURCE
		" is no escape: write two backslashes, or use single quotes"},
	{.problem = "did not find expected hexdecimal number",
		SYNTAX,
		.text = "an escape needs 2 hexadecimal digits behind \\x, 4 behind \\u, 8 "
			"behind \\U"},
	{.problem = "found invalid Unicode character escape code",
		SYNTAX,
		.crashes = true,
		.text = "this escape stands for no character: the last one is \\U0010ffff"},
	{.problem = "found an indentation indicator equal to 0",
		SYNTAX,
		.place = AT_START,
		.text = "the indentation of a block text can't be 0"},
	{.problem = "did not find expected comment or line break",
		.context = "while scanning a block scalar",
		SYNTAX,
		.place = AT_START,
		.text = "a block text has to start on the line below " SOURCE,
		.related = "found this behind it"},
	{.problem = "did not find expected comment or line break",
		SYNTAX,
		.text = "expected the end of the line or a comment"},
	{.problem = "found a tab character where an indentation space is expected",
		TAB,
		.text = "tab used for indentation: only spaces can stand here"},
	{.problem = "found a tab character that violates indentation",
		TAB,
		.text = "tab used for indentation: only spaces can stand here"},
	{.problem = "found unexpected ':'",
		SYNTAX,
		.text = "':' between brackets needs a space behind it"},
	{.problem = "did not find expected <document start>",
		SYNTAX,
		.place = AT_LINE,
		.text = SOURCE
		" stands behind the end of the document: check its indentation"},
	{.problem = "did not find expected node content",
		.applies = is_dash,
		SYNTAX,
		.text = "a '- ' item can't stand between brackets: separate items by commas"},
	{.problem = "did not find expected node content",
		SYNTAX,
		.text = "expected a value before " SOURCE},
	{.problem = "did not find expected '-' indicator",
		SYNTAX,
		.place = AT_LINE,
		.text = SOURCE
		" is no item of the list it is lined up with: expected '- '",
		.related = "the list starts here"},
	{.problem = "did not find expected key",
		.applies = is_behind_quote,
		SYNTAX,
		.place = AT_LINE,
		.text = SOURCE
		" follows the closing quote: inside single quotes write '' "
		"for '"},
	{.problem = "did not find expected key",
		SYNTAX,
		.place = AT_LINE,
		.text = SOURCE " is no key of the mapping it is lined up with: check "
			       "indentation and quotes",
		.related = "the mapping starts here"},
	{.problem = "did not find expected ',' or ']'",
		SYNTAX,
		.text = "expected ',' or ']' before " SOURCE,
		.related = "the list starts here"},
	{.problem = "did not find expected ',' or '}'",
		SYNTAX,
		.text = "expected ',' or '}' before " SOURCE,
		.related = "the map starts here"},
	{.problem = "found undefined tag handle",
		TAG,
		.place = AT_LINE,
		.text = "no %TAG line defines the handle of this tag"},
	{.problem = "did not find expected whitespace or line break",
		TAG,
		.text = "expected a space behind the tag",
		.related = "the tag starts here"},
	{.problem = "did not find the expected '>'",
		TAG,
		.text = "expected '>' at the end of the tag",
		.related = "the tag starts here"},
	{.problem = "found incompatible YAML document",
		SYNTAX,
		.place = AT_LINE,
		.text = SOURCE " asks for a YAML version other than 1.x"},
	{.problem = "found duplicate %YAML directive",
		SYNTAX,
		.place = AT_LINE,
		.text = "the %YAML line is given twice"},
	{.problem = "found duplicate %TAG directive",
		SYNTAX,
		.place = AT_LINE,
		.text = "this %TAG handle is given twice"},
};

static bool
fits(const struct wording *w, const struct loader *l, const struct fault *fault)
{
	if (w->problem && strcmp(w->problem, fault->problem) != 0)
		return false;
	if (w->context && (!fault->context || strcmp(w->context, fault->context) != 0))
		return false;
	return !w->applies || w->applies(l, fault);
}

static const struct wording *
wording_of(const struct loader *l, const struct fault *fault)
{
	for (size_t i = 0; i < sizeof wordings / sizeof *wordings; i++)
		if (fits(&wordings[i], l, fault))
			return &wordings[i];
	return NULL;
}

static struct span
characters_at(const struct loader *l, size_t at, int count)
{
	size_t end = at;
	for (; count > 0; count--) {
		uint32_t c;
		size_t n = utf8_decode(l->feed.bytes, end, &c);
		end += n ? n : 1;
	}
	return loader_span(l, at, end);
}

static struct span
place_of(const struct loader *l, const struct fault *fault, enum fault_place place)
{
	switch (place) {
	case AT_PROBLEM:
		return characters_at(l, fault->at, 1);
	case AT_ESCAPE:
		return characters_at(l, fault->at, 2);
	case AT_START:
		return characters_at(l, fault->context_at, 1);
	case AT_START_LINE:
		return rest_of_line(l, fault->context_at);
	case AT_LINE:
		break;
	}
	return rest_of_line(l, fault->at);
}

static struct str
worded(struct loader *l, const char *text, struct span span)
{
	struct str source = str_slice(l->feed.bytes, span.begin, span.end), rest;
	struct str before = str_cut(str_from(text), SOURCE[0], &rest);
	if (!rest.p)
		return before;
	struct str shown = source.n ? yaml_quote(l->a, source) : S("the end");
	return str_fmt(l->a, "%.*s%.*s%.*s", STR(before), STR(shown), STR(rest));
}

void
fault_report(struct loader *l, const struct fault *fault)
{
	const struct wording *w = wording_of(l, fault);
	if (!w) {
		loader_problem(l, YAML_PROBLEM_SYNTAX, rest_of_line(l, fault->context_at),
			REFUSE_BOTH,
			str_fmt(l->a, "%s%s%s", fault->context ? fault->context : "",
				fault->context ? ": " : "", fault->problem));
		return;
	}
	struct span span = place_of(l, fault, w->place);
	struct yaml_problem *p = loader_problem(l, w->kind, span,
		w->crashes ? CRASH : REFUSE_BOTH, worded(l, w->text, span));
	if (!w->related)
		return;
	p->related =
		characters_at(l, w->place == AT_START ? fault->at : fault->context_at, 1);
	p->related_label = w->related;
}
