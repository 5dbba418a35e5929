/* Golden acceptance lengths. */
#include "model/golden.h"

#include "base/arena.h"
#include "yaml/load.h"

enum { FILES_MAX = 200, VALUES_MAX = 20000 };

static const char *const mode_name[] = {
	[GOLDEN_ON] = "thinking_on", [GOLDEN_OFF] = "thinking_off"};

const char *
golden_mode_name(enum golden_mode m)
{
	return mode_name[m];
}

/* ---- files ---------------------------------------------------------------------- */

static bool
as_number(const struct yaml_node *n, double *ret)
{
	int64_t i;
	if (yaml_is(n, YAML_FLOAT))
		return *ret = n->real, true;
	if (!yaml_as_int(n, &i))
		return false;
	return *ret = (double)i, true;
}

static void
add_curve(struct arena *a, struct golden_values *list, struct str model,
	enum golden_mode mode, const struct yaml_node *curve)
{
	if (!yaml_is(curve, YAML_MAP))
		return;
	for (size_t i = 0; i < curve->pairs.n && list->n < VALUES_MAX; i++) {
		const struct yaml_pair *p = &curve->pairs.v[i];
		struct golden_value g = {
			.model = model, .mode = mode, .span = p->value->span};
		if (yaml_as_int(p->key, &g.drafts) && as_number(p->value, &g.length))
			vec_push(a, list, g);
	}
}

static void
add_file(struct arena *a, struct golden_values *list, const struct yaml_node *root)
{
	if (!yaml_is(root, YAML_MAP))
		return;
	for (size_t i = 0; i < root->pairs.n; i++) {
		const struct yaml_pair *p = &root->pairs.v[i];
		struct str model;
		if (!yaml_as_str(p->key, &model))
			continue;
		for (int m = GOLDEN_ON; m <= GOLDEN_OFF; m++)
			add_curve(a, list, model, (enum golden_mode)m,
				yaml_get(p->value, str_from(mode_name[m])));
	}
}

struct golden_values
golden_read(struct arena *a, struct sources *sources, struct tree *t)
{
	struct golden_values list = {0};
	struct names names = {0};
	if (t->list(t, a, S(GOLDEN_FOLDER), &names) != TREE_OK)
		return list;
	for (size_t i = 0; i < names.n && i < FILES_MAX; i++) {
		struct str bytes,
			path = str_fmt(a, GOLDEN_FOLDER "/%.*s", STR(names.v[i]));
		if (str_ends(path, S(".yaml")) && t->read(t, a, path, &bytes) == TREE_OK)
			add_file(a, &list,
				yaml_load(a, sources_add(a, sources, path, bytes))->root);
	}
	return list;
}

/* ---- models --------------------------------------------------------------------- */

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool
equal_any_case(struct str x, struct str y)
{
	if (x.n != y.n)
		return false;
	for (size_t i = 0; i < x.n; i++)
		if (lower(x.p[i]) != lower(y.p[i]))
			return false;
	return true;
}

/* The name without owner and without what tells of quantization. */
static struct str
plain_model(struct str name)
{
	static const char *const words[] = {
		"bf16", "fp4", "fp8", "int4", "int8", "mxfp4", "mxfp8", "nvfp4", "v2"};
	size_t slash = str_rfind_byte(name, '/');
	if (slash < name.n)
		name = str_slice(name, slash + 1, name.n);
	for (bool cut = true; cut;) {
		size_t dash = str_rfind_byte(name, '-');
		cut = false;
		for (size_t i = 0; dash < name.n && i < sizeof words / sizeof *words; i++)
			cut = cut || equal_any_case(str_slice(name, dash + 1, name.n),
					     str_from(words[i]));
		if (cut)
			name = str_slice(name, 0, dash);
	}
	return name;
}

bool
golden_is_of(const struct golden_value *g, struct str model)
{
	return equal_any_case(plain_model(g->model), plain_model(model));
}
