/* Names and values of launched commands. */
#include "plan/passed.h"

#include "base/arena.h"
#include "base/limits.h"

struct looking {
	struct arena *a;
	struct str name;
	struct passed found;
	struct passed longer; /* of an option that the name is short for */
	struct str full;      /* its name; of the first one */
	bool several;         /* there are others */
};

/* ---- names ---------------------------------------------------------------------- */

static struct str
bare(struct str name)
{
	while (name.n && name.p[0] == '-')
		name = str_slice(name, 1, name.n);
	return name;
}

static char
folded(char c)
{
	return c == '_' ? '-' : c;
}

static bool
same_letters(struct str x, struct str y)
{
	if (x.n != y.n)
		return false;
	for (size_t i = 0; i < x.n; i++)
		if (folded(x.p[i]) != folded(y.p[i]))
			return false;
	return true;
}

/* --name, -name, --group.name */
static bool
is_named(struct str option, struct str name)
{
	option = bare(option);
	name = bare(name);
	size_t dot = str_rfind_byte(option, '.');
	return same_letters(option, name) ||
	       (dot < option.n &&
		       same_letters(str_slice(option, dot + 1, option.n), name));
}

/* "mem-fraction" for --mem-fraction-static, "num-steps" for --speculative-num-steps. */
static bool
is_short_for(struct str name, struct str option)
{
	name = bare(name);
	option = bare(option);
	size_t dot = str_rfind_byte(option, '.');
	option = str_slice(option, dot < option.n ? dot + 1 : 0, option.n);
	if (!name.n || option.n <= name.n + 1)
		return false;
	size_t left = option.n - name.n;
	return (same_letters(str_slice(option, 0, name.n), name) &&
		       folded(option.p[name.n]) == '-') ||
	       (same_letters(str_slice(option, left, option.n), name) &&
		       folded(option.p[left - 1]) == '-');
}

static bool
in_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '-';
}

bool
passed_mentions(struct str text, struct str name)
{
	name = bare(name);
	for (size_t i = 0; name.n && i + name.n <= text.n; i++) {
		if (folded(text.p[i]) != folded(name.p[0]) ||
			!same_letters(str_slice(text, i, i + name.n), name))
			continue;
		bool longer = (i && in_name(text.p[i - 1]) && text.p[i - 1] != '-') ||
			      (i + name.n < text.n && in_name(text.p[i + name.n]));
		if (!longer)
			return true;
	}
	return false;
}

/* ---- values --------------------------------------------------------------------- */

static void
put(struct arena *a, struct passed *p, bool known, struct str text, struct span span)
{
	struct passed_value v = {known, known ? text : (struct str){0}, span};
	vec_push(a, &p->values, v);
}

static void
add(struct looking *l, bool known, struct str text, struct span span)
{
	put(l->a, &l->found, known, text, span);
}

static void
put_value(struct arena *a, struct passed *p, const struct value *v, struct span span)
{
	struct values cases = {0};
	if (!value_cases(a, v, VALUE_CHOICES_MAX, &cases)) {
		put(a, p, false, (struct str){0}, span);
		return;
	}
	for (size_t i = 0; i < cases.n; i++) {
		struct str text = {0};
		bool known = value_known(cases.v[i], &text);
		put(a, p, known, text, span);
	}
}

static void
add_data(struct looking *l, const struct data *d, struct span span)
{
	struct str text = {0};
	switch (d->kind) {
	case DATA_BOOL:
		text = d->boolean ? S("true") : S("false");
		break;
	case DATA_INT:
		text = str_fmt(l->a, "%lld", (long long)d->integer);
		break;
	case DATA_REAL:
		text = str_fmt(l->a, "%.12g", d->real);
		break;
	case DATA_TEXT:
		text = d->text;
		break;
	default:
		break;
	}
	add(l, text.n && !str_contains(text, S(DATA_HOLE)), text, span);
}

static void
look_in_data(struct looking *l, const struct data *d, struct span span, unsigned depth)
{
	if (!d || depth > LIMIT_DATA_DEPTH)
		return;
	for (size_t i = 0; d->kind == DATA_LIST && i < d->list.n; i++)
		look_in_data(l, d->list.v[i], span, depth + 1);
	for (size_t i = 0; d->kind == DATA_MAP && i < d->map.n; i++) {
		if (is_named(d->map.v[i].key, l->name))
			add_data(l, d->map.v[i].value, span);
		look_in_data(l, d->map.v[i].value, span, depth + 1);
	}
}

/* ---- words of commands ---------------------------------------------------------- */

static bool
is_json(struct str s)
{
	s = str_trim(s);
	return s.n > 1 && (s.p[0] == '{' || s.p[0] == '[');
}

/* A word that is not the option itself: JSON, NAME=value, or a text in which it stands.
 */
static void
look_in_text(struct looking *l, struct str text, struct span span)
{
	const struct data *d;
	struct data_fault fault;
	if (!passed_mentions(text, l->name))
		return;
	if (is_json(text) && data_read_json(l->a, text, &d, &fault) == DATA_OK) {
		look_in_data(l, d, span, 0);
		return;
	}
	struct str rest, left = str_cut(text, '=', &rest);
	if (rest.p && is_named(left, l->name))
		add(l, true, rest, span);
	else
		l->found.unclear = true;
}

/* Where the option's value goes; NULL: it is another option. */
static struct passed *
place_for(struct looking *l, struct str option)
{
	if (is_named(option, l->name))
		return &l->found;
	if (l->name.p[0] == '-' || !is_short_for(l->name, option))
		return NULL; /* who writes dashes means the whole name */
	l->several =
		l->several || (l->full.n && !same_letters(bare(l->full), bare(option)));
	l->full = l->full.n ? l->full : option;
	return &l->longer;
}

static void
look_at_option(struct looking *l, const struct fields *argv, size_t i, struct str word)
{
	struct str rest, left = str_cut(word, '=', &rest), no = bare(left);
	struct span span = argv->v[i].span;
	if (str_starts(no, S("no-")) && is_named(str_slice(no, 3, no.n), l->name)) {
		add(l, true, S("false"), span);
		return;
	}
	struct passed *p = place_for(l, left);
	if (!p) {
		look_in_text(l, word, span);
		return;
	}
	if (rest.p) {
		put(l->a, p, true, rest, span);
		return;
	}
	const struct field *next = i + 1 < argv->n ? &argv->v[i + 1] : NULL;
	bool value = next && !str_starts(value_prefix(next->value), S("--"));
	if (value)
		put_value(l->a, p, next->value, next->span);
	else
		put(l->a, p, true, (struct str){0}, span);
}

/* A word of which a part is known. */
static void
look_in_pieces(struct looking *l, const struct field *f)
{
	struct str rest, left = str_cut(value_prefix(f->value), '=', &rest);
	struct passed *p = rest.p ? place_for(l, left) : NULL;
	if (p) {
		put(l->a, p, false, (struct str){0}, f->span);
		return;
	}
	for (size_t i = 0; i < f->value->n; i++)
		if (f->value->v[i].kind == PIECE_TEXT &&
			passed_mentions(f->value->v[i].text, l->name))
			l->found.unclear = true;
}

static void
look_in_words(struct looking *l, const struct shell_launch *launch)
{
	for (size_t i = 1; i < launch->argv.n; i++) {
		const struct field *f = &launch->argv.v[i];
		struct str word;
		if (f->loose)
			l->found.unclear = true;
		if (!value_known(f->value, &word))
			look_in_pieces(l, f);
		else if (word.n > 1 && word.p[0] == '-')
			look_at_option(l, &launch->argv, i, word);
		else
			look_in_text(l, word, f->span);
	}
}

/* ---- servers and files ---------------------------------------------------------- */

/* JSON of which parts are not known, and configuration files. */
static void
look_in_server(struct looking *l, const struct serve *s)
{
	for (size_t i = 0; s->options && i < s->options->options.n; i++) {
		const struct option *o = s->options->options.v[i];
		struct str word;
		struct span span = o->values.n ? o->values.v[0].span : o->span;
		bool seen = o->values.n && value_known(o->values.v[0].value, &word) &&
			    is_json(word);
		for (size_t k = 0; !seen && !o->within && k < o->readings.n; k++)
			if (o->readings.v[k].has & HAS_DATA)
				look_in_data(l, o->readings.v[k].data, span, 0);
	}
}

static bool
is_read(const struct looking *l)
{
	return l->found.values.n > 0;
}

/* What the recipe wrote and no option that is known reads. Files at a launch are those of
 * launches before it and some more. */
static void
look_in_files(struct looking *l, const struct shell_launch *launch,
	const struct shell_launch *before)
{
	const struct file_change *known = before ? before->files : NULL;
	for (const struct file_change *k = launch->files; k != known && k && !is_read(l);
		k = k->up)
		for (size_t i = 0; k->text && i < k->text->n; i++)
			if (k->text->v[i].kind == PIECE_TEXT &&
				passed_mentions(k->text->v[i].text, l->name))
				l->found.unclear = true;
}

struct passed
passed_option(struct arena *a, const struct case_plan *p, struct str name)
{
	struct looking l = {.a = a, .name = name};
	const struct shell_launches *all = &p->launch->trace->launches;
	l.found.unclear = p->launch->trace->incomplete;
	for (size_t i = 0; i < all->n; i++)
		look_in_words(&l, all->v[i]);
	for (size_t i = 0; i < p->servers.n; i++)
		look_in_server(&l, p->servers.v[i]);
	for (size_t i = 0; i < all->n; i++)
		look_in_files(&l, all->v[i], i ? all->v[i - 1] : NULL);
	if (l.found.values.n || l.several)
		return l.found;
	l.longer.unclear = l.found.unclear;
	return l.longer;
}

/* ---- the environment ------------------------------------------------------------ */

static void
look_in_variable(struct looking *l, const struct shell_launch *launch, symbol id)
{
	const struct variable *v = launch_variable(launch, id);
	if (!v || v->set == TRI_NO)
		return;
	struct span span = v->origin ? v->origin->span : (struct span){0};
	if (v->kind != VARIABLE_SCALAR || v->set == TRI_UNKNOWN)
		l->found.unclear = true;
	else
		put_value(l->a, &l->found, v->value, span);
}

struct passed
passed_variable(struct arena *a, const struct case_plan *p, struct str name)
{
	struct looking l = {.a = a, .name = name};
	const struct shell_trace *t = p->launch->trace;
	symbol id = session_symbol(t->session, name);
	l.found.unclear = t->incomplete;
	for (size_t i = 0; i < t->launches.n; i++) {
		const struct shell_launch *launch = t->launches.v[i];
		look_in_variable(&l, launch, id);
		for (size_t k = 0; k < launch->assigned.n; k++)
			if (str_eq(launch->assigned.v[k].name, name))
				put_value(a, &l.found, launch->assigned.v[k].value,
					launch->span);
		look_in_words(&l, launch);
	}
	return l.found;
}

/* ---- YAML ----------------------------------------------------------------------- */

static void
look_in_yaml(struct looking *l, const struct yaml_node *n, unsigned depth)
{
	if (!n || depth > LIMIT_YAML_DEPTH)
		return;
	if (n->kind == YAML_STR)
		look_in_text(l, n->text, n->span);
	for (size_t i = 0; i < yaml_count(n); i++) {
		if (n->kind == YAML_LIST) {
			look_in_yaml(l, yaml_item(n, i), depth + 1);
			continue;
		}
		if (n->kind != YAML_MAP)
			continue;
		const struct yaml_pair *p = &n->pairs.v[i];
		bool scalar = p->value->kind != YAML_LIST && p->value->kind != YAML_MAP;
		if (yaml_is(p->key, YAML_STR) && is_named(p->key->text, l->name))
			add(l, scalar, p->value->text, p->value->span);
		look_in_yaml(l, p->value, depth + 1);
	}
}

struct passed
passed_in_yaml(struct arena *a, const struct yaml_node *root, struct str name)
{
	struct looking l = {.a = a, .name = name};
	look_in_yaml(&l, root, 0);
	return l.found;
}
