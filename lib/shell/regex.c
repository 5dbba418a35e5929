/*
 * Regular expressions: POSIX text is rewritten for PCRE2.
 *
 * The dialects agree on most of what scripts use. What PCRE2 reads in another way (word
 * boundaries, escapes within brackets, back references, GNU's escapes) is rewritten where
 * that is simple, and refused where it is not.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "shell/regex.h"

#include "base/arena.h"
#include "base/limits.h"

#include <pcre2.h>
#include <string.h>

struct regex {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *context;
	bool ambiguous;
};

struct rewriter {
	struct str text;
	size_t at;
	struct buf out;
	bool extended;
	bool failed, ambiguous;
};

static void
rewrite_bracket(struct rewriter *r)
{
	struct str t = r->text;
	buf_addc(&r->out, '[');
	r->at++;
	if (r->at < t.n && t.p[r->at] == '^')
		buf_addc(&r->out, t.p[r->at++]);
	size_t first = r->at;
	while (r->at < t.n && (t.p[r->at] != ']' || r->at == first)) {
		char c = t.p[r->at];
		if (c == '[' && r->at + 1 < t.n && strchr(":.=", t.p[r->at + 1])) {
			size_t end = str_find(t, S(":]"), r->at);
			r->failed |= t.p[r->at + 1] != ':' || end == t.n;
			if (r->failed)
				return;
			buf_add(&r->out, str_slice(t, r->at, end + 2));
			r->at = end + 2;
			continue;
		}
		if (c == '\\' || c == '[' || c == ']')
			buf_addc(&r->out, '\\');
		buf_addc(&r->out, c);
		r->at++;
	}
	r->failed |= r->at >= t.n;
	buf_addc(&r->out, ']');
	r->at++;
}

/* Behind the backslash. In basic expressions it gives \( \) \{ \} \| \+ \? their meaning.
 */
static void
rewrite_escape(struct rewriter *r)
{
	char c = r->at < r->text.n ? r->text.p[r->at] : 0;
	r->at++;
	if (strchr("(){}|+?", c) && c && !r->extended) {
		r->ambiguous |= c == '|';
		buf_addc(&r->out, c);
		return;
	}
	bool letter = (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
	if (letter && !strchr("wWsSbB", c))
		r->failed = true;
	else if (c == '<' || c == '>')
		buf_addz(&r->out, c == '<' ? "\\b(?=\\w)" : "\\b(?<=\\w)");
	else if (c == '`' || c == '\'' || c == 0)
		r->failed = true;
	else
		buf_addf(&r->out, "\\%c", c);
}

static void
rewrite(struct rewriter *r)
{
	while (r->at < r->text.n && !r->failed) {
		char c = r->text.p[r->at];
		bool start = r->at == 0;
		if (c == '[') {
			rewrite_bracket(r);
			continue;
		}
		r->at++;
		if (c == '\\') {
			rewrite_escape(r);
			continue;
		}
		bool literal = !r->extended && strchr("(){}|+?", c);
		literal |= start && c == '*';
		r->ambiguous |= c == '|' && !literal;
		if (literal)
			buf_addc(&r->out, '\\');
		buf_addc(&r->out, c);
	}
}

static void
free_regex(void *p)
{
	struct regex *r = p;
	pcre2_match_context_free(r->context);
	pcre2_match_data_free(r->data);
	pcre2_code_free(r->code);
}

static struct regex *
compile(struct arena *a, struct str text, uint32_t options)
{
	struct regex *r = NEW(a, struct regex);
	arena_defer(a, free_regex, r);
	int error;
	size_t at;
	r->code = pcre2_compile((PCRE2_SPTR)text.p, text.n, options, &error, &at, NULL);
	if (!r->code && error == PCRE2_ERROR_HEAP_FAILED)
		arena_nomem(a);
	if (!r->code)
		return NULL;
	r->data = pcre2_match_data_create_from_pattern(r->code, NULL);
	r->context = pcre2_match_context_create(NULL);
	if (!r->data || !r->context)
		arena_nomem(a);
	pcre2_set_match_limit(r->context, LIMIT_REGEX_STEPS);
	pcre2_set_depth_limit(r->context, LIMIT_REGEX_STEPS);
	return r;
}

struct regex *
regex_compile(struct arena *a, struct str text, enum regex_kind kind, bool fold)
{
	struct rewriter w = {.text = text,
		.out = buf_new(a, LIMIT_SHELL_STRING_BYTES),
		.extended = kind == REGEX_EXTENDED};
	if (kind == REGEX_PERL)
		buf_add(&w.out, text);
	else
		rewrite(&w);
	if (w.failed || w.out.overflow)
		return NULL;
	uint32_t options = PCRE2_NO_UTF_CHECK | PCRE2_DOLLAR_ENDONLY;
	options |= kind == REGEX_PERL ? 0 : PCRE2_DOTALL;
	struct regex *r =
		compile(a, buf_str(&w.out), options | (fold ? PCRE2_CASELESS : 0));
	if (r)
		r->ambiguous = w.ambiguous;
	return r;
}

enum tri
regex_find(struct regex *r, struct str text, size_t from, struct regex_match *ret)
{
	int n = pcre2_match(r->code, (PCRE2_SPTR)(text.p ? text.p : ""), text.n, from, 0,
		r->data, r->context);
	if (n == PCRE2_ERROR_NOMATCH)
		return TRI_NO;
	if (n < 0)
		return TRI_UNKNOWN;
	const size_t *v = pcre2_get_ovector_pointer(r->data);
	size_t groups = pcre2_get_ovector_count(r->data);
	*ret = (struct regex_match){.n = groups < 10 ? groups : 10};
	for (size_t i = 0; i < ret->n; i++) {
		bool set = i < (size_t)n && v[2 * i] != PCRE2_UNSET;
		ret->group[i].begin = set ? v[2 * i] : SIZE_MAX;
		ret->group[i].end = set ? v[2 * i + 1] : SIZE_MAX;
	}
	return TRI_YES;
}

bool
regex_is_ambiguous(const struct regex *r)
{
	return r->ambiguous;
}

bool
regex_takes_naturals(struct str text)
{
	static const char *const known[] = {"^[0-9]+$", "^[1-9][0-9]*$", "^[0-9][0-9]*$",
		"^-?[0-9]+$", "^[[:digit:]]+$", "[0-9]", "^[0-9]", "[0-9]$", "^[0-9]*$"};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (str_eqz(text, known[i]))
			return true;
	return false;
}
