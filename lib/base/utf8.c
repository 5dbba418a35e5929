/* UTF-8 decoding and terminal widths. */
#include "base/utf8.h"

#include "base/buf.h"

size_t
utf8_decode(struct str s, size_t i, uint32_t *ret)
{
	if (i >= s.n)
		return 0;
	unsigned char c = (unsigned char)s.p[i];
	if (c < 0x80) {
		*ret = c;
		return 1;
	}
	size_t n = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	if (c < 0xC2 || c > 0xF4 || n > s.n - i)
		return 0;
	uint32_t cp = c & (0xFFu >> (n + 1));
	for (size_t k = 1; k < n; k++) {
		unsigned char d = (unsigned char)s.p[i + k];
		if ((d & 0xC0) != 0x80)
			return 0;
		cp = cp << 6 | (d & 0x3F);
	}
	if (cp < least[n] || cp > 0x10FFFF || (cp >= 0xD800 && cp <= 0xDFFF))
		return 0;
	*ret = cp;
	return n;
}

size_t
utf8_first_bad(struct str s)
{
	for (size_t i = 0; i < s.n;) {
		uint32_t cp;
		size_t n = utf8_decode(s, i, &cp);
		if (!n)
			return i;
		i += n;
	}
	return s.n;
}

size_t
utf8_length(struct str s)
{
	size_t count = 0;
	for (size_t i = 0; i < s.n; count++) {
		uint32_t cp;
		size_t n = utf8_decode(s, i, &cp);
		i += n ? n : 1;
	}
	return count;
}

void
utf8_encode(struct buf *b, uint32_t cp)
{
	if (cp < 0x80) {
		buf_addc(b, (char)cp);
	} else if (cp < 0x800) {
		buf_addc(b, (char)(0xC0 | cp >> 6));
		buf_addc(b, (char)(0x80 | (cp & 0x3F)));
	} else if (cp < 0x10000) {
		buf_addc(b, (char)(0xE0 | cp >> 12));
		buf_addc(b, (char)(0x80 | (cp >> 6 & 0x3F)));
		buf_addc(b, (char)(0x80 | (cp & 0x3F)));
	} else {
		buf_addc(b, (char)(0xF0 | cp >> 18));
		buf_addc(b, (char)(0x80 | (cp >> 12 & 0x3F)));
		buf_addc(b, (char)(0x80 | (cp >> 6 & 0x3F)));
		buf_addc(b, (char)(0x80 | (cp & 0x3F)));
	}
}

struct range {
	uint32_t first, last;
};

static bool
in(const struct range *r, size_t n, uint32_t cp)
{
	for (size_t i = 0; i < n; i++)
		if (cp >= r[i].first && cp <= r[i].last)
			return true;
	return false;
}

#define IN(table, cp) in(table, sizeof(table) / sizeof *(table), cp)

/* Unicode 15, EastAsianWidth W and F, whole blocks; and the usual emoji blocks. */
static const struct range wide[] = {
	{0x1100, 0x115F}, {0x231A, 0x231B}, {0x2E80, 0x303E}, {0x3041, 0x33FF},
	{0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xA000, 0xA4CF}, {0xA960, 0xA97F},
	{0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF60},
	{0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF},
	{0x20000, 0x3FFFD},
};

static const struct range combining[] = {
	{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A},
	{0x064B, 0x065F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200D},
	{0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
};

static const struct range unsafe[] = {
	{0x00, 0x1F}, {0x7F, 0x9F}, {0x061C, 0x061C}, {0x200E, 0x200F}, {0x2028, 0x202E},
	{0x2066, 0x2069}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB},
};

unsigned
utf8_width(uint32_t cp)
{
	if (cp < 0x300)
		return 1;
	if (IN(combining, cp))
		return 0;
	return IN(wide, cp) ? 2 : 1;
}

bool
utf8_is_unsafe(uint32_t cp)
{
	return IN(unsafe, cp);
}
