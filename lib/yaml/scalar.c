/* Values of scalars. */
#include "yaml/scalar.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "yaml/number.h"
#include "yaml/timestamp.h"

#include <stdio.h>
#include <string.h>

enum { QUOTE_BYTES = 60 };

struct str
yaml_quote(struct arena *a, struct str s)
{
	char room[4 * QUOTE_BYTES + 8]; /* each byte may become \xNN */
	size_t n = 0, i = 0;
	room[n++] = '\'';
	while (i < s.n) {
		uint32_t c;
		size_t length = utf8_decode(s, i, &c);
		bool plain = length > 0 && !utf8_is_unsafe(c);
		if (!plain)
			length = 1;
		if (i + length > QUOTE_BYTES)
			break;
		if (plain)
			memcpy(room + n, s.p + i, length);
		else
			snprintf(room + n, 5, "\\x%02x", (unsigned)(unsigned char)s.p[i]);
		n += plain ? length : 4;
		i += length;
	}
	const char *tail = i < s.n ? "...'" : "'";
	return str_fmt(a, "%.*s%s", (int)n, room, tail);
}

struct str
yaml_float_repr(struct arena *a, double value)
{
	return number_float_repr(a, value);
}

static enum scalar_status
number_failed(struct arena *a, enum number_status status, const struct yaml_node *n,
	const char *kind, struct str *ret_why)
{
	struct str shown = yaml_quote(a, n->text);
	if (status == NUMBER_MALFORMED) {
		*ret_why = str_fmt(a, "%.*s can't be read as %s", STR(shown), kind);
		return SCALAR_CRASH;
	}
	*ret_why = str_fmt(a, "a number of %zu characters has more than %d digits",
		n->text.n, (int)LIMIT_DIGITS);
	return status == NUMBER_TOO_LONG ? SCALAR_TOO_LONG : SCALAR_LIMIT;
}

static enum scalar_status
build_int(struct arena *a, struct yaml_node *n, struct str *ret_why)
{
	struct str decimal;
	enum number_status status = number_int(a, n->text, &decimal);
	if (status != NUMBER_OK)
		return number_failed(a, status, n, "an integer", ret_why);
	n->kind = YAML_INT;
	n->integer.decimal = decimal;
	n->integer.fits = str_to_int64(decimal, &n->integer.value);
	return SCALAR_OK;
}

static enum scalar_status
build_float(struct arena *a, struct yaml_node *n, struct str *ret_why)
{
	double value;
	enum number_status status = number_float(a, n->text, &value);
	if (status != NUMBER_OK)
		return number_failed(a, status, n, "a float", ret_why);
	n->kind = YAML_FLOAT;
	n->real = value;
	return SCALAR_OK;
}

/* Any casing: an explicit tag lets through what the resolver does not. */
static bool
bool_word(struct str s, bool *ret)
{
	static const struct {
		const char *word;
		bool value;
	} words[] = {
		{"yes", true},
		{"no", false},
		{"true", true},
		{"false", false},
		{"on", true},
		{"off", false},
	};
	char lower[8];
	if (s.n > sizeof lower)
		return false;
	for (size_t i = 0; i < s.n; i++)
		lower[i] =
			s.p[i] >= 'A' && s.p[i] <= 'Z' ? (char)(s.p[i] | 0x20) : s.p[i];
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (str_eqz((struct str){lower, s.n}, words[i].word)) {
			*ret = words[i].value;
			return true;
		}
	}
	return false;
}

static enum scalar_status
build_bool(struct arena *a, struct yaml_node *n, struct str *ret_why)
{
	bool value;
	if (!bool_word(n->text, &value)) {
		*ret_why = str_fmt(a, "%.*s is no boolean", STR(yaml_quote(a, n->text)));
		return SCALAR_CRASH;
	}
	n->kind = YAML_BOOL;
	n->boolean = value;
	return SCALAR_OK;
}

static enum scalar_status
build_timestamp(struct arena *a, struct yaml_node *n, struct str *ret_why)
{
	struct timestamp t;
	struct yaml_date date;
	struct str s = n->text, shown = yaml_quote(a, n->text);
	const char *field;
	if (s.n && s.p[s.n - 1] == '\n')
		s.n--;
	if (!timestamp_match(s, &t)) {
		*ret_why = str_fmt(a, "%.*s can't be read as a date", STR(shown));
		return SCALAR_CRASH;
	}
	if (!timestamp_value(&t, &date, &field)) {
		*ret_why = str_fmt(a,
			"%.*s is shaped like a date, but its %s does not exist",
			STR(shown), field);
		return SCALAR_CRASH;
	}
	n->kind = YAML_DATE;
	n->date = date;
	return SCALAR_OK;
}

static int
base64_value(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Python's lenient decoder: what is no base64 is skipped, only the padding must be right.
 */
static bool
base64_decode(struct buf *b, struct str s)
{
	unsigned held = 0, quad = 0, pads = 0;
	for (size_t i = 0; i < s.n; i++) {
		int value = base64_value(s.p[i]);
		if (s.p[i] == '=' && quad >= 2 && quad + ++pads >= 4)
			return true;
		if (value < 0)
			continue;
		pads = 0;
		held = (held << 6 | (unsigned)value) & 0xffff;
		quad = (quad + 1) % 4;
		if (quad != 1)
			buf_addc(b, (char)(held >> (quad ? 8 - 2 * quad : 0) & 0xff));
	}
	return quad == 0;
}

static enum scalar_status
build_binary(struct arena *a, struct yaml_node *n, struct str *ret_why)
{
	for (size_t i = 0; i < n->text.n; i++) {
		if ((unsigned char)n->text.p[i] >= 0x80) {
			*ret_why = S("a binary value has characters that are no base64");
			return SCALAR_REFUSED;
		}
	}
	struct buf b = buf_new(a, n->text.n + 1);
	if (!base64_decode(&b, n->text)) {
		*ret_why =
			S("a binary value is cut off: its base64 has the wrong length");
		return SCALAR_REFUSED;
	}
	n->kind = YAML_BYTES;
	n->bytes = buf_str(&b);
	return SCALAR_OK;
}

enum scalar_status
scalar_build(struct arena *a, enum tag tag, struct yaml_node *n, struct str *ret_why)
{
	n->kind = YAML_BAD;
	switch (tag) {
	case TAG_STR:
		n->kind = YAML_STR;
		return SCALAR_OK;
	case TAG_NULL:
		n->kind = YAML_NULL;
		return SCALAR_OK;
	case TAG_BOOL:
		return build_bool(a, n, ret_why);
	case TAG_INT:
		return build_int(a, n, ret_why);
	case TAG_FLOAT:
		return build_float(a, n, ret_why);
	case TAG_TIMESTAMP:
		return build_timestamp(a, n, ret_why);
	case TAG_BINARY:
		return build_binary(a, n, ret_why);
	case TAG_SEQ:
	case TAG_MAP:
	case TAG_SET:
	case TAG_OMAP:
	case TAG_PAIRS:
		*ret_why = str_fmt(a, "tag '!!%s' stands before a scalar, but needs a %s",
			tag_name(tag), tag == TAG_MAP || tag == TAG_SET ? "map" : "list");
		return SCALAR_REFUSED;
	case TAG_MERGE:
	case TAG_VALUE:
		*ret_why = str_fmt(a,
			"a plain %.*s stands for something special and can't be a value",
			STR(yaml_quote(a, n->text)));
		return SCALAR_REFUSED;
	case TAG_UNKNOWN:
		break;
	}
	*ret_why = S("unknown tag");
	return SCALAR_REFUSED;
}
