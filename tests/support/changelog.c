/* Small changelogs for tests. */
#include "changelog.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

const struct changelog_pr on_main = {.links = CHANGELOG_LINKS_CANONICAL};
const struct changelog_pr pr_42 = {.links = CHANGELOG_LINKS_PR, .number = 42};

const struct source *
text_source(struct arena *a, struct sources *s, struct str bytes)
{
	return sources_add(a, s, S("perf-changelog.yaml"), bytes);
}

void
show_text(const char *what, struct str bytes)
{
	print_error("%s:\n", what);
	for (size_t i = 0; i < bytes.n; i++) {
		unsigned char c = (unsigned char)bytes.p[i];
		if (c == ' ')
			print_error(".");
		else if (c == '\n')
			print_error("$\n");
		else if (c < ' ' || c >= 0x7F)
			print_error("\\x%02x", c);
		else
			print_error("%c", c);
	}
	print_error("\n");
}
