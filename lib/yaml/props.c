/* Anchors and tags as they are written; libyaml gives a tag with its handle resolved. */
#include "yaml/strict.h"

static size_t
skip_space(struct str s, size_t i, size_t end)
{
	while (i < end) {
		size_t n = strict_break(s, i);
		if (n) {
			i += n;
		} else if (s.p[i] == ' ' || s.p[i] == '\t') {
			i++;
		} else if (s.p[i] == '#') {
			while (i < end && !strict_break(s, i))
				i++;
		} else {
			break;
		}
	}
	return i < end ? i : end;
}

static bool
is_name(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}

static size_t
anchor_end(struct str s, size_t i)
{
	while (i < s.n && is_name(s.p[i]))
		i++;
	return i;
}

/* A tag goes on up to white space: libyaml lets a comma end it, PyYAML does not. */
static size_t
tag_end(struct str s, size_t i)
{
	while (i < s.n && s.p[i] != ' ' && s.p[i] != '\t' && !strict_break(s, i))
		i++;
	return i;
}

struct props
strict_props(const struct loader *l, size_t begin, size_t end)
{
	struct str s = l->feed.bytes;
	struct props props = {.end = begin};
	if (begin >= end || (s.p[begin] != '&' && s.p[begin] != '!'))
		return props;
	while (props.end < end) {
		size_t i = props.end;
		if (s.p[i] == '&' && props.anchor.n == 0) {
			props.end = anchor_end(s, i + 1);
			props.anchor = str_slice(s, i + 1, props.end);
		} else if (s.p[i] == '!' && props.tag.n == 0) {
			props.end = tag_end(s, i);
			props.tag = str_slice(s, i, props.end);
		} else {
			break;
		}
		props.end = skip_space(s, props.end, end);
	}
	return props;
}

enum tag
strict_tag(const char *uri, struct str written, enum tag otherwise)
{
	/* A lone `!` stands for no tag. */
	if (!uri || (uri[0] == '!' && uri[1] == '\0' && written.n == 1))
		return otherwise;
	/* PyYAML does not let a comma end a tag. At an escaped zero byte libyaml's string
	 * ends too early. */
	bool comma = !str_starts(written, S("!<")) &&
		     str_find_byte(written, ',', 0) < written.n;
	if (comma || str_contains(written, S("%00")))
		return TAG_UNKNOWN;
	return tag_from_uri(str_from(uri));
}
