/* infxcheck-hbm: measure, print, write, judge. */
#include "../man.h"
#include "hbm.h"

#include <string.h>

const char *const program_name = "infxcheck-hbm";

static int
print(const struct probe *p, const struct settings *s)
{
	int code;
	if (strcmp(s->format, "json") == 0)
		code = print_json(p, s);
	else if (strcmp(s->format, "yaml") == 0)
		code = print_profile(p, s);
	else
		code = print_table(p, s);
	return finish_output(code);
}

static const struct man_section sections[] = {
	{"SEE ALSO", "infxcheck(1)"},
	{0},
};

static const struct man_page page = {
	.program = "infxcheck-hbm",
	.summary = "measure the GPU memory that is free on this machine",
	.about = "What a GPU's runtime reports as its total and free memory, and what that "
		 "leaves for an inference engine; as a table, as JSON, or as the profile that "
		 "infxcheck check --hbm-profile takes.",
	.commands = hbm_command,
	.sections = sections,
};

int
main(int argc, char **argv)
{
	static struct probe p;
	struct settings s;
	if (argc == 2 && strcmp(argv[1], "--man") == 0) {
		print_man(&page);
		return finish_output(EXIT_CLEAN);
	}
	int code = read_settings(argc - 1, argv + 1, &s);
	if (code < 0)
		return finish_output(EXIT_CLEAN);
	if (code == EXIT_CLEAN)
		code = probe_run(&p, &s);
	if (code == EXIT_CLEAN)
		code = judge(&p, &s);
	if (code == EXIT_CLEAN)
		code = print(&p, &s);
	if (code == EXIT_CLEAN && s.merge)
		code = merge_profile(&p, &s);
	if (code == EXIT_CLEAN)
		code = check_assertions(&p, &s);
	probe_release(&p);
	return code;
}
