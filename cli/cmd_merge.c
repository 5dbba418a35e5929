/* infxcheck merge-driver, install-merge-driver, install-hook */
#include "common.h"

#include <stdlib.h>
#include <unistd.h>

enum { DRIVER_ROOT };
enum { INSTALL_ROOT, INSTALL_REMOVE };

const struct option_row driver_options[] = {
	[DRIVER_ROOT] = {"root", 0, "DIR", "the repository (default: the working directory)"},
	{0},
};

const struct option_row install_options[] = {
	[INSTALL_ROOT] = {"root", 0, "DIR", "the repository (default: the working directory)"},
	[INSTALL_REMOVE] = {"uninstall", 0, NULL, "take it out again"},
	{0},
};

int
cmd_merge_driver(const struct command *c, int argc, char **argv)
{
	struct opt_state o = {.command = c, .argc = argc, .argv = argv};
	const char *root = NULL, *file[4] = {0};
	size_t n = 0;
	for (int got; (got = opt_next(&o)) != OPT_END;) {
		if (got == OPT_HELP)
			return finish_output(EXIT_CLEAN);
		if (got == OPT_ERROR)
			return EXIT_TROUBLE;
		if (got == DRIVER_ROOT)
			root = o.argument;
		else if (n == 4)
			return usage(c, "it takes four operands: %%O %%A %%B %%P");
		else
			file[n++] = o.argument;
	}
	if (n < 4)
		return usage(c, "it takes four operands: %%O %%A %%B %%P");
	struct ixc_error err;
	bool merged;
	if (ixc_merge_driver(root, file[0], file[1], file[2], file[3], &merged, &err) != IXC_OK)
		return trouble("%s", err.message);
	return merged ? EXIT_CLEAN : EXIT_FINDINGS;
}

/* The program that is running, so that the driver works from any folder. */
static const char *
own_path(char *buf, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", buf, size - 1);
	if (n <= 0 || (size_t)n >= size - 1)
		return "infxcheck"; /* from PATH, then */
	buf[n] = 0;
	return buf;
}

/* OPT_END when there is something to do, else the exit code. */
static int
read_install(const struct command *c, int argc, char **argv, const char **root, bool *install)
{
	struct opt_state o = {.command = c, .argc = argc, .argv = argv};
	for (int got; (got = opt_next(&o)) != OPT_END;) {
		if (got == OPT_HELP)
			return finish_output(EXIT_CLEAN);
		if (got == OPT_ERROR)
			return EXIT_TROUBLE;
		if (got == OPT_OPERAND)
			return usage(c, "it takes no operand ('%s')", o.argument);
		if (got == INSTALL_ROOT)
			*root = o.argument;
		else
			*install = false;
	}
	return OPT_END;
}

int
cmd_install_hook(const struct command *c, int argc, char **argv)
{
	const char *root = NULL;
	bool install = true;
	int code = read_install(c, argc, argv, &root, &install);
	if (code != OPT_END)
		return code;
	char self[PATH_MAX];
	struct ixc_error err;
	struct ixc_hook hook;
	if (ixc_install_hook(root, own_path(self, sizeof self), install, &hook, &err) != IXC_OK)
		return trouble("%s", err.message);
	if (install)
		printf("git commit now checks what is staged (%s)\n%s", hook.path,
			hook.has_other ? "the other hook is kept and runs too\n" : "");
	else
		printf("git commit is without infxcheck\n%s",
			hook.has_other ? "another hook is in place\n" : "");
	return finish_output(EXIT_CLEAN);
}

int
cmd_install_merge_driver(const struct command *c, int argc, char **argv)
{
	const char *root = NULL;
	bool install = true;
	int code = read_install(c, argc, argv, &root, &install);
	if (code != OPT_END)
		return code;
	char self[PATH_MAX];
	struct ixc_error err;
	if (ixc_install_merge_driver(root, own_path(self, sizeof self), install, &err) != IXC_OK)
		return trouble("%s", err.message);
	puts(install ? "git merge and git rebase now resolve perf-changelog.yaml by infxcheck\n"
		       "(merge.infxcheck in the repository's configuration, .gitattributes)"
		     : "the merge driver is taken out of the configuration and .gitattributes");
	return finish_output(EXIT_CLEAN);
}
