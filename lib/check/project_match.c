/* Patterns for paths, and names of repositories. */
#include "check/project.h"

/* Where matching goes on when it fails: one character more for the last star. */
struct retry {
	size_t pattern, path;
	bool set;
};

static bool
at_folders(struct str p, size_t i)
{
	return str_starts(str_slice(p, i, p.n), S("**")) && (i == 0 || p.p[i - 1] == '/') &&
		(i + 2 == p.n || p.p[i + 2] == '/');
}

static size_t
behind_slash(struct str s, size_t from)
{
	size_t slash = str_find_byte(s, '/', from);
	return slash == s.n ? s.n + 1 : slash + 1;
}

static bool
matches_one(struct str p, struct str s, size_t i, size_t k)
{
	return i < p.n && k < s.n &&
		(p.p[i] == '?' ? s.p[k] != '/' : p.p[i] == s.p[k]);
}

/* The whole path. */
static bool
match(struct str p, struct str s)
{
	struct retry star = {0}, folders = {0};
	size_t i = 0, k = 0;
	while (i < p.n || k < s.n) {
		if (at_folders(p, i)) {
			if (i + 2 >= p.n)
				return true;
			i += 3;
			folders = (struct retry){i, k, true};
			star.set = false;
		} else if (i < p.n && p.p[i] == '*') {
			star = (struct retry){++i, k, true};
		} else if (matches_one(p, s, i, k)) {
			i++;
			k++;
		} else if (star.set && star.path < s.n && s.p[star.path] != '/') {
			i = star.pattern;
			k = ++star.path;
		} else if (folders.set && behind_slash(s, folders.path) <= s.n) {
			folders.path = behind_slash(s, folders.path);
			i = folders.pattern;
			k = folders.path;
			star.set = false;
		} else {
			return false;
		}
	}
	return true;
}

bool
project_match(struct str pattern, struct str path)
{
	while (pattern.n && pattern.p[pattern.n - 1] == '/')
		pattern.n--;
	bool name = str_find_byte(pattern, '/', 0) == pattern.n;
	for (size_t end = 0; end < path.n;) {
		size_t begin = name ? end : 0;
		end = str_find_byte(path, '/', end);
		if (match(pattern, str_slice(path, begin, end)))
			return true;
		end++;
	}
	return false;
}

static bool
is_slug_part(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char ch = s.p[i];
		bool good = (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') ||
			(ch >= '0' && ch <= '9') || ch == '-' || ch == '_' || ch == '.';
		if (!good)
			return false;
	}
	return s.n > 0;
}

bool
project_is_slug(struct str s)
{
	struct str name, owner = str_cut(s, '/', &name);
	return is_slug_part(owner) && is_slug_part(name);
}
