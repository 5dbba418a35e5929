/* infxcheck lsp */
#include "common.h"
#include "lsp/server.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { LSP_ROOT, LSP_CONFIG, LSP_NO_CONFIG, LSP_IGNORE, LSP_HBM, LSP_STDIO };

const struct option_row lsp_options[] = {
	[LSP_ROOT] = {"root", 0, "DIR",
		"the repository (default: found from the editor's folder upward)"},
	[LSP_CONFIG] = {"config", 0, "FILE",
		"instead of .infxcheck.yaml of the repository"},
	[LSP_NO_CONFIG] = ROW_NO_CONFIG,
	[LSP_IGNORE] = ROW_IGNORE,
	[LSP_HBM] = ROW_HBM_PROFILE,
	[LSP_STDIO] = {"stdio", 0, NULL, "nothing: for editors that say so"},
	{0},
};

static int
collect(const struct command *c, int argc, char **argv, struct server_options *s,
	const char **ignored)
{
	struct opt_state o = {.command = c, .argc = argc, .argv = argv};
	for (int got; (got = opt_next(&o)) != OPT_END;) {
		switch (got) {
		case OPT_HELP:
			return -1;
		case OPT_ERROR:
			return EXIT_TROUBLE;
		case OPT_OPERAND:
			return usage(c, "it takes no operand ('%s')", o.argument);
		case LSP_ROOT:
			s->root = o.argument;
			break;
		case LSP_CONFIG:
			s->config = o.argument;
			break;
		case LSP_NO_CONFIG:
			s->no_config = true;
			break;
		case LSP_IGNORE:
			if (!ixc_rule_find(o.argument))
				return usage(c, "there is no rule '%s'", o.argument);
			ignored[s->ignored_count++] = o.argument;
			break;
		case LSP_HBM:
			s->hbm_profile = o.argument;
			break;
		}
	}
	return EXIT_CLEAN;
}

/* The memory of one check is used again by the next; giving it back takes a tenth of the
 * time. */
static void
keep_memory(void)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, 256 * 1024 * 1024);
	mallopt(M_TRIM_THRESHOLD, 256 * 1024 * 1024);
#endif
}

int
cmd_lsp(const struct command *c, int argc, char **argv)
{
	const char **ignored = calloc((size_t)argc + 1, sizeof *ignored);
	struct server_options options = {.ignored = ignored};
	int code = ignored ? collect(c, argc, argv, &options, ignored)
			   : trouble("out of memory");
	if (code == EXIT_CLEAN) {
		struct server s = {
			.options = &options, .in = STDIN_FILENO, .rpc.fd = STDOUT_FILENO};
		keep_memory();
		signal(SIGPIPE, SIG_IGN); /* a client that is gone is told by write() */
		code = server_run(&s);
	} else if (code < 0) {
		code = finish_output(EXIT_CLEAN);
	}
	free(ignored);
	return code;
}
