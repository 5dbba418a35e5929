/* Versions out of image tags. */
#include "facts/version.h"

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Digits and dots at the beginning; at least one dot. */
bool
version_parse(struct str text, struct engine_version *ret)
{
	struct engine_version v = {0};
	size_t i = 0, parts = 0;
	while (parts < 3 && i < text.n && is_digit(text.p[i])) {
		int64_t n = 0;
		while (i < text.n && is_digit(text.p[i]) && n < 100000)
			n = n * 10 + (text.p[i++] - '0');
		if (n >= 100000)
			return false;
		v.part[parts++] = (int32_t)n;
		if (i + 1 >= text.n || text.p[i] != '.' || !is_digit(text.p[i + 1]))
			break;
		i++;
	}
	if (parts < 2)
		return false;
	v.known = true;
	*ret = v;
	return true;
}

static bool
is_boundary(struct str tag, size_t i)
{
	return i == 0 || tag.p[i - 1] == '-' || tag.p[i - 1] == '_';
}

/* Eight digits that are a day of this century. */
static int32_t
date_at(struct str tag, size_t i)
{
	size_t end = i;
	while (end < tag.n && is_digit(tag.p[end]))
		end++;
	bool of_atom = str_ends(str_slice(tag, 0, i), S("atom"));
	/* Alone, or followed by hour and minute; not within a hash. */
	if ((!is_boundary(tag, i) && !of_atom) || (end - i != 8 && end - i != 12) ||
		(end < tag.n && !is_boundary(tag, end + 1)))
		return 0;
	int32_t n = 0;
	for (size_t k = 0; k < 8; k++) {
		if (!is_digit(tag.p[i + k]))
			return 0;
		n = n * 10 + (tag.p[i + k] - '0');
	}
	int32_t month = n / 100 % 100, day = n % 100;
	return n / 10000 >= 2020 && n / 10000 < 2100 && month >= 1 && month <= 12 &&
			       day >= 1 && day <= 31
		       ? n
		       : 0;
}

static struct str
tag_of(struct str image)
{
	size_t at = str_find_byte(image, '@', 0);
	if (at < image.n)
		image = str_slice(image, 0, at);
	size_t slash = str_rfind_byte(image, '/');
	struct str name = slash < image.n ? str_slice(image, slash + 1, image.n) : image;
	size_t colon = str_find_byte(name, ':', 0);
	return colon < name.n ? str_slice(name, colon + 1, name.n) : (struct str){0};
}

/* Behind one of these words, at a boundary, the number is that of the engine and not of
 * what it runs on. */
static bool
release_in(struct str tag, struct engine_version *ret)
{
	static const char *const word[] = {"atom", "vllm", "sglang-", "v"};
	if (version_parse(tag, ret))
		return true;
	for (size_t w = 0; w < sizeof word / sizeof *word; w++) {
		struct str s = str_from(word[w]);
		for (size_t i = 0; i + s.n < tag.n; i++) {
			struct str rest = str_slice(tag, i, tag.n);
			if (is_boundary(tag, i) && str_starts(rest, s) &&
				version_parse(str_slice(rest, s.n, rest.n), ret))
				return true;
		}
	}
	return false;
}

struct engine_version
version_of_image(struct str image)
{
	struct engine_version v = {0};
	struct str tag = tag_of(image);
	release_in(tag, &v);
	for (size_t i = 0; i < tag.n && !v.date; i++)
		v.date = date_at(tag, i);
	return v;
}

int
version_compare(const struct engine_version *x, const struct engine_version *y)
{
	for (size_t i = 0; i < 3; i++)
		if (x->part[i] != y->part[i])
			return x->part[i] < y->part[i] ? -1 : 1;
	return 0;
}

static bool
is_before(const struct engine_version *v, const char *bound)
{
	struct engine_version b;
	return version_parse(str_from(bound), &b) && version_compare(v, &b) < 0;
}

bool
version_within(const struct engine_version *v, const char *from, const char *to)
{
	return v->known && (!from || !is_before(v, from)) && (!to || is_before(v, to));
}

bool
version_outside(const struct engine_version *v, const char *from, const char *to)
{
	return v->known && !version_within(v, from, to);
}
