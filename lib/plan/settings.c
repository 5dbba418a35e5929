/* NAME=VALUE. */
#include "plan/settings.h"

#include "base/arena.h"
#include "plan/environment.h"

bool
settings_add(struct arena *a, struct shell_settings *list, struct str text)
{
	struct str value, name = str_cut(text, '=', &value);
	if (!value.p || !name.n)
		return false;
	environment_put(a, list, str_dup(a, name), value_text(a, str_dup(a, value)));
	return true;
}

bool
settings_read(
	struct arena *a, struct str text, struct shell_settings *list, size_t *ret_line)
{
	size_t number = 0;
	for (struct str rest = text; rest.n;) {
		struct str line = str_cut(rest, '\n', &rest);
		number++;
		if (str_ends(line, S("\r")))
			line.n--;
		if (str_is_blank(line) || line.p[0] == '#')
			continue;
		if (!settings_add(a, list, line)) {
			*ret_line = number;
			return false;
		}
	}
	return true;
}
