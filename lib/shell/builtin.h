/* Builtins: what their files share. */
#ifndef SHELL_BUILTIN_H
#define SHELL_BUILTIN_H

#include "shell/eval.h"

/* The words after the name. */
struct words_left {
	const struct field *v;
	size_t n, at;
};

/* Of the shell itself, not a program that is treated like one. */
bool builtin_is_internal(struct str name);
struct words_left words_of(const struct invocation *call);
/* The text of a word, when it is known. */
bool word_known(const struct field *f, struct str *ret);
/* Takes the next word when it is an option: "-" and letters. "--" ends them. */
bool next_option(struct words_left *w, struct str *ret);
struct origins reads_of(struct eval *e, const struct field *f);

/* At the character behind a backslash. `zero`: octal numbers need a 0 first (echo -e,
 * %b). False: \c, which ends all output. */
bool escape_add(struct buf *b, struct str s, size_t *at, bool zero);
bool escapes_expand(struct arena *a, struct str s, struct str *ret);

#define BUILTIN(name) \
	enum verdict name(struct eval *e, struct state *s, \
		const struct invocation *call, struct states *more)

builtin_fn builtin_break, builtin_cd, builtin_command, builtin_continue, builtin_echo,
	builtin_eval, builtin_exec, builtin_exit, builtin_false, builtin_getopts,
	builtin_hash, builtin_kill, builtin_let, builtin_mapfile, builtin_printf,
	builtin_pwd, builtin_read, builtin_return, builtin_set, builtin_shift,
	builtin_shopt, builtin_source, builtin_test, builtin_trap, builtin_true,
	builtin_type, builtin_unset, builtin_wait, builtin_jobs, builtin_builtin,
	builtin_bash, builtin_env, builtin_pushd;

#endif
