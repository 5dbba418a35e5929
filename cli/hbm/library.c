/* Vendors' libraries, loaded when the program runs. */
#include "hbm.h"

#include <dlfcn.h>
#include <string.h>

/* "cannot open shared object file: No such file or directory" of the name itself. */
static bool
is_not_there(const char *why, const char *name)
{
	return strncmp(why, name, strlen(name)) == 0 && strstr(why, "No such file");
}

void *
library_load(struct probe *p, const struct settings *s, const char *what,
	const char *const *names)
{
	const char *const given[] = {s->library, NULL};
	char broken[512] = "";
	for (const char *const *n = s->library ? given : names; *n; n++) {
		void *library = dlopen(*n, RTLD_NOW | RTLD_LOCAL);
		if (library) {
			text_set(p->library, sizeof p->library, *n);
			return library;
		}
		const char *why = dlerror();
		if (why && !broken[0] && (s->library || !is_not_there(why, *n)))
			text_set(broken, sizeof broken, why);
	}
	if (broken[0]) {
		probe_why(p, OUTCOME_FAILED, "%s can't be loaded: %s", what, broken);
		return NULL;
	}
	probe_why(p, OUTCOME_ABSENT, "no %s: tried", what);
	for (const char *const *n = names; *n; n++) {
		size_t at = strlen(p->why);
		snprintf(p->why + at, sizeof p->why - at, "%s %s", n == names ? "" : ",",
			*n);
	}
	return NULL;
}

bool
library_find(struct probe *p, void *library, const char *name, bool required,
	void *ret_function, bool *missing)
{
	void *symbol = dlsym(library, name);
	/* POSIX lets a function's address be taken through a pointer to an object. */
	memcpy(ret_function, &symbol, sizeof symbol);
	if (symbol || !required)
		return symbol != NULL;
	size_t at = strlen(p->why);
	if (!*missing)
		probe_why(p, OUTCOME_FAILED, "%s lacks %s", p->library, name);
	else if (at < sizeof p->why)
		snprintf(p->why + at, sizeof p->why - at, ", %s", name);
	*missing = true;
	return false;
}
