/* Links to pull requests. */
#include "model/changelog_link.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/utf8.h"

static const struct str start = S_INIT(CHANGELOG_LINK_START);

/* The digits 0 (general category Nd) of Unicode 15.0, which Python 3.12 has; 1 to 9
 * follow each. */
static const uint32_t zeros[] = {0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66,
	0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0DE6, 0x0E50, 0x0ED0, 0x0F20,
	0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0,
	0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10,
	0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0,
	0x11650, 0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x11F50,
	0x16A60, 0x16AC0, 0x16B50, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140,
	0x1E2F0, 0x1E4F0, 0x1E950, 0x1FBF0};

static bool
is_decimal_digit(uint32_t cp)
{
	for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++)
		if (cp >= zeros[i] && cp - zeros[i] < 10)
			return true;
	return false;
}

bool
changelog_link_is_canonical(struct str link)
{
	if (!str_starts(link, start) || link.n == start.n)
		return false;
	for (size_t i = start.n; i < link.n;) {
		uint32_t cp;
		size_t n = utf8_decode(link, i, &cp);
		if (n == 0 || !is_decimal_digit(cp))
			return false;
		i += n;
	}
	return true;
}

bool
changelog_link_is_placeholder(struct str link)
{
	return str_eq(link, S("XXX")) || str_eq(link, S(CHANGELOG_LINK_START "XXX"));
}

struct str
changelog_link_expected(struct arena *a, const struct changelog_pr *pr)
{
	struct str repository =
		pr->repository.n ? pr->repository : S(CHANGELOG_REPOSITORY);
	return str_fmt(a, "https://github.com/%.*s/pull/%lld", STR(repository),
		(long long)pr->number);
}

bool
changelog_link_is_allowed(struct arena *a, const struct changelog_pr *pr, struct str link)
{
	switch (pr->links) {
	case CHANGELOG_LINKS_CANONICAL:
		return changelog_link_is_canonical(link);
	case CHANGELOG_LINKS_PR:
		return changelog_link_is_placeholder(link) ||
			str_eq(link,
				str_fmt(a, CHANGELOG_LINK_START "%lld",
					(long long)pr->number));
	case CHANGELOG_LINKS_OPEN:
		break;
	}
	return changelog_link_is_placeholder(link) || changelog_link_is_canonical(link);
}

/* Python's notation of a bytes object. */
static struct str
bytes_notation(struct arena *a, struct str bytes)
{
	struct buf b = buf_new(a, LIMIT_FILE_BYTES);
	bool single = str_find_byte(bytes, '\'', 0) < bytes.n;
	char quote = single && str_find_byte(bytes, '"', 0) == bytes.n ? '"' : '\'';
	buf_addf(&b, "b%c", quote);
	for (size_t i = 0; i < bytes.n; i++) {
		unsigned char c = (unsigned char)bytes.p[i];
		if (c == (unsigned char)quote || c == '\\')
			buf_addf(&b, "\\%c", c);
		else if (c == '\t' || c == '\n' || c == '\r')
			buf_addf(&b, "\\%c", c == '\t' ? 't' : c == '\n' ? 'n' : 'r');
		else if (c < 0x20 || c > 0x7E)
			buf_addf(&b, "\\x%02x", c);
		else
			buf_addc(&b, (char)c);
	}
	buf_addc(&b, quote);
	return buf_str(&b);
}

struct str
changelog_link_text(struct arena *a, const struct yaml_node *value)
{
	if (yaml_is(value, YAML_BYTES) && value->bytes.n)
		return bytes_notation(a, value->bytes);
	return yaml_is(value, YAML_STR) ? value->text : S("");
}
