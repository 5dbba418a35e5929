/* Inputs of fuzz targets that are several files. */
#include "fuzz_parts.h"

#include "base/arena.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>

void
fuzz_must(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "violated: %s\n", what);
	abort();
}

uint32_t
fuzz_hash(struct str text)
{
	uint32_t hash = 2166136261u;
	for (size_t i = 0; i < text.n; i++)
		hash = (hash ^ (unsigned char)text.p[i]) * 16777619u;
	return hash;
}

struct fuzz_parts
fuzz_parts(struct arena *a, struct str input, struct str first)
{
	struct fuzz_parts ret = {0};
	struct fuzz_part part = {.path = first};
	size_t begin = 0;
	for (size_t at = 0; at < input.n;) {
		size_t end = str_find_byte(input, '\n', at);
		struct str line = str_slice(input, at, end);
		if (str_starts(line, S("#@file ")) && line.n < 200) {
			part.bytes = str_slice(input, begin, at);
			if (at > 0)
				vec_push(a, &ret, part);
			part.path = str_slice(line, 7, line.n);
			begin = end < input.n ? end + 1 : end;
		}
		at = end + 1;
	}
	part.bytes = str_slice(input, begin, input.n);
	vec_push(a, &ret, part);
	return ret;
}

const struct fuzz_part *
fuzz_part(const struct fuzz_parts *parts, const char *path)
{
	for (size_t i = 0; i < parts->n; i++)
		if (str_eqz(parts->v[i].path, path))
			return &parts->v[i];
	return NULL;
}

static void
add_folder(struct arena *a, struct tree *from, struct str folder, struct tree *to)
{
	struct names names = {0};
	struct str name = str_ends(folder, S("/")) ? str_slice(folder, 0, folder.n - 1) : folder;
	fuzz_must(from->list(from, a, name, &names) == TREE_OK, "a folder can be listed");
	for (size_t i = 0; i < names.n; i++) {
		struct str bytes, path = str_fmt(a, "%.*s%.*s", STR(folder), STR(names.v[i]));
		if (str_ends(path, S("/")))
			add_folder(a, from, path, to);
		else if (from->read(from, a, path, &bytes) == TREE_OK)
			tree_memory_put(a, to, path, bytes);
	}
}

struct tree *
fuzz_tree(struct arena *a, const char *folder)
{
	struct tree *from = tree_folder(a, folder), *to = tree_memory(a);
	if (!from)
		fprintf(stderr, "%s: no such folder\n", folder);
	fuzz_must(from != NULL, "the fixtures are there");
	add_folder(a, from, S(""), to);
	return to;
}

void
fuzz_check_text(struct str report)
{
	for (size_t i = 0; i < report.n;) {
		uint32_t c = 0;
		size_t n = utf8_decode(report, i, &c);
		fuzz_must(n > 0, "a report is UTF-8");
		fuzz_must(c == '\n' || !utf8_is_unsafe(c), "a report escapes what drives terminals");
		i += n;
	}
}
