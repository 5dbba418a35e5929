/*
 * Fuzz target: any bytes as the input of the language server, framed, and as edits of a
 * document. Framing goes on whatever comes; cut in two anywhere it gives the same
 * messages; a text stays what its edits make of it, and every offset has a position that
 * leads back.
 */
#include "../../cli/lsp/frame.h"
#include "../../cli/lsp/text.h"
#include "../../cli/lsp/uri.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
must(int holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "%s\n", what);
	abort();
}

struct seen {
	size_t whole, bytes, sum;
};

static void
take(struct frames *f, const char *p, size_t n, struct seen *seen)
{
	const char *body;
	size_t length;
	enum frame_status status;
	must(frames_add(f, p, n), "no memory");
	while ((status = frames_next(f, &body, &length)) != FRAME_MORE) {
		if (status != FRAME_WHOLE)
			continue;
		seen->whole++;
		seen->bytes += length;
		for (size_t i = 0; i < length; i++)
			seen->sum = seen->sum * 31 + (unsigned char)body[i];
	}
}

static void
check_frames(const char *p, size_t n)
{
	struct frames f = {0};
	struct seen all = {0};
	take(&f, p, n, &all);
	frames_free(&f);
	for (size_t cut = 0; cut < n; cut += 1 + n / 16) {
		struct seen two = {0};
		take(&f, p, cut, &two);
		take(&f, p + cut, n - cut, &two);
		frames_free(&f);
		must(two.whole == all.whole && two.bytes == all.bytes &&
				two.sum == all.sum,
			"cut in two it gives other messages");
	}
}

/* Each four bytes an edit, of a text that begins as the input. */
static void
check_text(const char *p, size_t n)
{
	struct text t = {0};
	must(text_replace(&t, 0, 0, p, n), "no memory");
	for (size_t i = 0; i + 4 < n && i < 400; i += 4) {
		const unsigned char *e = (const unsigned char *)p + i;
		size_t begin = text_offset(&t, (struct text_position){e[0] % 8, e[1]});
		size_t end = begin + e[2] % 4, length = t.n;
		must(begin <= t.n, "an offset behind the text");
		end = end < t.n ? end : t.n;
		must(text_replace(&t, begin, end, p, e[3] % 5), "no memory");
		must(t.n == length - (end - begin) + e[3] % 5, "another length");
		struct text_position at = text_position(&t, begin);
		must(text_offset(&t, at) <= begin, "a position leads forward");
	}
	text_free(&t);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char path[256];
	check_frames((const char *)data, n);
	check_text((const char *)data, n);
	char *z = malloc(n + 1);
	must(z != NULL, "no memory");
	if (n)
		memcpy(z, data, n);
	z[n] = 0;
	if (uri_to_path(z, path, sizeof path)) {
		char *uri = uri_of_file(path, "x"), again[256];
		if (uri && uri_to_path(uri, again, sizeof again))
			must(strncmp(path, again, strlen(path)) == 0, "another path");
		free(uri);
	}
	free(z);
	return 0;
}
