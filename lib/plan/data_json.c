/* JSON texts to structured values. */
#include "plan/data.h"

#include "base/arena.h"
#include "base/limits.h"

#include <jansson.h>

static void
release(void *p)
{
	json_decref(p);
}

static const struct data *convert(struct arena *a, json_t *j, unsigned depth, bool *ok);

static bool
has_hole(struct str s)
{
	return str_contains(s, S(DATA_HOLE));
}

static void
convert_map(struct arena *a, json_t *j, unsigned depth, bool *ok, struct data *d)
{
	d->kind = DATA_MAP;
	d->map = (struct data_pairs){0};
	for (void *i = json_object_iter(j); i; i = json_object_iter_next(j, i)) {
		struct str key = str_from(json_object_iter_key(i));
		if (has_hole(key)) {
			d->kind = DATA_UNKNOWN;
			return;
		}
		struct data_pair p = {.key = str_dup(a, key)};
		p.value = convert(a, json_object_iter_value(i), depth, ok);
		vec_push(a, &d->map, p);
	}
}

static void
convert_list(struct arena *a, json_t *j, unsigned depth, bool *ok, struct data *d)
{
	d->kind = DATA_LIST;
	d->list = (struct data_items){0};
	for (size_t i = 0; i < json_array_size(j); i++) {
		json_t *item = json_array_get(j, i);
		const char *text = json_string_value(item);
		if (text && str_eqz(S(DATA_HOLE_ITEMS), text)) {
			d->kind = DATA_UNKNOWN;
			return;
		}
		vec_push(a, &d->list, convert(a, item, depth, ok));
	}
}

static void
convert_text(struct arena *a, json_t *j, struct data *d)
{
	struct str s = {json_string_value(j), json_string_length(j)};
	d->kind = has_hole(s) ? DATA_UNKNOWN : DATA_TEXT;
	d->text = str_dup(a, s);
}

static const struct data *
convert(struct arena *a, json_t *j, unsigned depth, bool *ok)
{
	struct data *d = NEW(a, struct data);
	if (depth > LIMIT_DATA_DEPTH) {
		*ok = false;
		return d;
	}
	switch (json_typeof(j)) {
	case JSON_OBJECT:
		convert_map(a, j, depth + 1, ok, d);
		break;
	case JSON_ARRAY:
		convert_list(a, j, depth + 1, ok, d);
		break;
	case JSON_STRING:
		convert_text(a, j, d);
		break;
	case JSON_INTEGER:
		d->kind = DATA_INT;
		d->integer = json_integer_value(j);
		break;
	case JSON_REAL:
		d->kind = DATA_REAL;
		d->real = json_real_value(j);
		break;
	case JSON_TRUE:
	case JSON_FALSE:
		d->kind = DATA_BOOL;
		d->boolean = json_is_true(j);
		break;
	case JSON_NULL:
		d->kind = DATA_NULL;
		break;
	}
	return d;
}

/* 80g for 80000000000, outside of strings: vLLM writes such numbers out before it reads.
 */
static bool
has_scaled_number(struct str s)
{
	bool quoted = false;
	for (size_t i = 0; i + 1 < s.n; i++) {
		if (quoted && s.p[i] == '\\')
			i++;
		else if (s.p[i] == '"')
			quoted = !quoted;
		else if (!quoted && s.p[i] >= '0' && s.p[i] <= '9' &&
			 str_contains(S("kKmMgGtT"), str_slice(s, i + 1, i + 2)))
			return true;
	}
	return false;
}

/* What Python's reader takes and jansson does not: these say nothing about the engine. */
static bool
is_beyond_jansson(struct str text, const json_error_t *e)
{
	enum json_error_code code = json_error_code(e);
	return code == json_error_numeric_overflow || code == json_error_stack_overflow ||
	       code == json_error_invalid_utf8 || code == json_error_null_byte_in_key ||
	       code == json_error_out_of_memory || has_scaled_number(text) ||
	       str_contains(text, S("NaN")) || str_contains(text, S("Infinity")) ||
	       str_contains(text, S("\\ud")) || str_contains(text, S("\\uD"));
}

static bool
is_token(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '.' || c == '-' || c == '+' || c == '_';
}

/* Begin of the string, word or number that ends at a byte. */
static size_t
token_begin(struct str text, size_t end)
{
	size_t i = end;
	if (i > 1 && text.p[i - 1] == '"') {
		for (i -= 1; i-- > 0;)
			if (text.p[i] == '"' && (i == 0 || text.p[i - 1] != '\\'))
				return i;
		return end;
	}
	while (i > 0 && is_token(text.p[i - 1]))
		i--;
	return i;
}

/* Begin of the token that jansson stumbled over. It tells where that ends, and its text
 * unless that is long. */
static size_t
fault_begin(struct str text, const json_error_t *e)
{
	size_t at = e->position < 0 ? 0 : (size_t)e->position;
	struct str message = str_from(e->text), near = S(" near '");
	if (at > text.n)
		at = text.n;
	if (!str_contains(message, S(" near ")))
		return token_begin(text, at);
	size_t begin = str_find(message, near, 0) + near.n;
	size_t end = str_rfind_byte(message, '\'');
	struct str token = str_slice(message, begin, end);
	bool fits = begin < end && token.n <= at &&
		    str_eq(str_slice(text, at - token.n, at), token);
	return fits ? at - token.n : at;
}

enum data_status
data_read_json(struct arena *a, struct str text, const struct data **ret,
	struct data_fault *fault)
{
	json_error_t e;
	*ret = NULL;
	*fault = (struct data_fault){0};
	json_t *j = json_loadb(
		text.p ? text.p : "", text.n, JSON_DECODE_ANY | JSON_ALLOW_NUL, &e);
	/* Where jansson runs out of memory it sometimes says nothing at all. */
	if (!j && (!e.text[0] || json_error_code(&e) == json_error_out_of_memory))
		arena_nomem(a);
	if (!j) {
		fault->at = fault_begin(text, &e);
		fault->text = str_dup(a, str_from(e.text));
		return is_beyond_jansson(text, &e) ? DATA_GIVEN_UP : DATA_MALFORMED;
	}
	struct arena_mark mark = arena_mark(a);
	arena_defer(a, release, j);
	bool ok = true;
	*ret = convert(a, j, 0, &ok);
	if (ok)
		return DATA_OK;
	arena_rewind(a, mark);
	*ret = NULL;
	fault->text = S("nested too deeply");
	return DATA_GIVEN_UP;
}
