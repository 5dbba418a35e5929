/* A repository and a program as a user has them: commands as processes, in one folder. */
#ifndef SUPPORT_USER_H
#define SUPPORT_USER_H

#include "support.h"

struct user {
	struct arena arena;
	const char *dir; /* a git repository with fixtures/_base, committed on main */
	const char *const *env; /* of all commands */
};

extern const char *const user_env[];

/* For cmocka: the state is a struct user *. */
int user_setup(void **state);
int user_teardown(void **state);

const char *user_program(struct user *u); /* of INFXCHECK */
const char *user_file(struct user *u, const char *name);
/* `sh -c script`. */
struct outcome user_try(struct user *u, const char *script);
/* The same; fails the test when it does not exit with the code, or, unless NULL, neither
 * output has the text. */
void user_expect(struct user *u, const char *script, int code, const char *text);
/* A new changelog entry behind the others, with the text and the link. */
void user_append(struct user *u, const char *text, const char *link);

#endif
