/* Where output goes, and what the terminal there can show. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool
write_to_file(void *user, const char *bytes, size_t n)
{
	return fwrite(bytes, 1, n, user) == n;
}

int
finish_output(int code)
{
	if (fflush(stdout) != 0 || ferror(stdout))
		return trouble("the output could not be written");
	return code;
}

static bool
set(const char *name)
{
	const char *v = getenv(name);
	return v && *v;
}

/* By convention 0 means that it is not forced. */
static bool
forced(const char *name)
{
	return set(name) && strcmp(getenv(name), "0") != 0;
}

/* The locale as the C library would choose it, without setting it. */
static bool
locale_is_utf8(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
	for (size_t i = 0; i < 3; i++) {
		if (!set(names[i]))
			continue;
		const char *v = getenv(names[i]);
		return strstr(v, "UTF-8") || strstr(v, "utf8") || strstr(v, "UTF8") ||
			strstr(v, "utf-8");
	}
	return false;
}

unsigned
terminal_flags(FILE *f, const char *colour)
{
	const char *term = getenv("TERM");
	bool on;
	if (colour && strcmp(colour, "auto") != 0)
		on = strcmp(colour, "always") == 0;
	else if (set("NO_COLOR"))
		on = false;
	else if (forced("CLICOLOR_FORCE") || forced("FORCE_COLOR"))
		on = true;
	else
		on = isatty(fileno(f)) && term && strcmp(term, "dumb") != 0;
	return (on ? IXC_WRITE_COLOUR : 0u) | (locale_is_utf8() ? 0u : IXC_WRITE_ASCII);
}
