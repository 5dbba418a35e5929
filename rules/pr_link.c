/* Taking a pr-link apart. */
#include "pr_link.h"

static size_t
leading_digits(struct str s)
{
	size_t n = 0;
	while (n < s.n && s.p[n] >= '0' && s.p[n] <= '9')
		n++;
	return n;
}

static struct pr_link
read_tail(struct str tail)
{
	size_t digits = leading_digits(tail);
	struct str number = str_slice(tail, 0, digits);
	if (digits && digits == tail.n)
		return (struct pr_link){PR_LINK_CANONICAL, {0}, number};
	if (digits && (tail.p[digits] == '/' || tail.p[digits] == '#' ||
			      tail.p[digits] == '?' || tail.p[digits] == ' '))
		return (struct pr_link){
			PR_LINK_OTHER, str_slice(tail, digits, tail.n), number};
	if (digits)
		return (struct pr_link){PR_LINK_OTHER, tail, {0}};
	return (struct pr_link){PR_LINK_PLACEHOLDER, tail, {0}};
}

struct pr_link
pr_link_read(struct str link)
{
	if (str_starts(link, S(PR_LINK_PREFIX)))
		return read_tail(str_slice(link, sizeof PR_LINK_PREFIX - 1, link.n));
	struct str word = str_trim(link);
	struct str bare = word.n && word.p[0] == '#' ? str_slice(word, 1, word.n) : word;
	if (str_all_digits(bare))
		return (struct pr_link){PR_LINK_OTHER, link, bare};
	bool is_url = str_contains(link, S("://")) || str_contains(link, S("/"));
	return (struct pr_link){is_url ? PR_LINK_OTHER : PR_LINK_PLACEHOLDER, link, {0}};
}
