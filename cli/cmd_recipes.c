/* infxcheck recipes */
#include "common.h"

#include <string.h>

enum { RECIPES_ROOT, RECIPES_FORMAT };

const struct option_row recipes_options[] = {
	[RECIPES_ROOT] = ROW_ROOT,
	[RECIPES_FORMAT] = {"format", 'f', "FORMAT", "text (default), json"},
	{0},
};

int
cmd_recipes(const struct command *c, int argc, char **argv)
{
	struct opt_state o = {.command = c, .argc = argc, .argv = argv};
	struct common s = COMMON_INIT;
	const char *only[256];
	size_t n = 0;
	bool json = false;
	for (int got; (got = opt_next(&o)) != OPT_END;) {
		if (got == OPT_HELP)
			return finish_output(EXIT_CLEAN);
		if (got == OPT_ERROR)
			return EXIT_TROUBLE;
		if (got == RECIPES_ROOT) {
			s.root_given = o.argument;
		} else if (got == RECIPES_FORMAT) {
			json = strcmp(o.argument, "json") == 0;
			if (!json && strcmp(o.argument, "text") != 0)
				return usage(c, "'%s' is not a format (text, json)", o.argument);
		} else if (n == sizeof only / sizeof *only) {
			return usage(c, "more than %zu names", n);
		} else {
			only[n++] = o.argument;
		}
	}
	int code = common_find_root(&s, NULL);
	if (code != EXIT_CLEAN)
		return code;
	struct ixc_error err;
	if (ixc_write_recipes(s.root, (struct ixc_words){only, n}, json, write_to_file,
		    stdout, &err) != IXC_OK)
		return trouble("%s", err.message);
	return finish_output(EXIT_CLEAN);
}
