/* arm-rejected-by-recipe: a recipe's own guard ends the run before a server starts. */
#include "launched.h"

/* The guard that ends the run on every path; NULL: some path goes on, or it is not known.
 */
static const struct shell_exit *
rejection(const struct case_plan *p)
{
	const struct shell_trace *t = p->launch->trace;
	const struct shell_exit *found = NULL;
	if (t->incomplete || p->servers.n)
		return NULL;
	for (size_t i = 0; i < t->exits.n; i++) {
		const struct shell_exit *e = t->exits.v[i];
		if (e->implicit) /* a command that may fail: not the guard, but no way on
				  */
			continue;
		if (e->why != EXIT_COMMAND || e->status <= 0 ||
			!jobset_is_empty(&e->running))
			return NULL;
		if (!found)
			found = e;
	}
	return found;
}

/* "TP is 4, EP_SIZE is 8": what a condition read of the environment. */
static struct str
values_read(struct check *c, const struct condition *k)
{
	struct buf b = buf_new(c->arena, 400);
	for (size_t i = 0; i < k->reads.n; i++) {
		const struct origin *o = k->reads.v[i];
		if (o->kind != ORIGIN_GIVEN)
			continue;
		struct str value = case_variable(c->plan->of, o->name);
		buf_addf(&b, "%s%.*s is %.*s", b.n ? ", " : "", STR(o->name),
			STR(value.n ? value : S("empty")));
	}
	return buf_str(&b);
}

static void
relate_conditions(struct check *c, struct ixc_finding *f, const struct shell_exit *e)
{
	for (const struct condition *k = e->within; k && f->related.n < 4; k = k->up) {
		struct str values = values_read(c, k);
		struct span at = k->pattern.file ? k->pattern : k->span;
		if (at.file != c->plan->launch->trace->script_file)
			continue;
		finding_related(f, at, values.n ? "%s: %.*s" : "%s",
			k->holds ? "holds" : "does not hold", STR(values));
	}
}

static bool
is_name(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
	       (c >= '0' && c <= '9');
}

static bool
has_word(struct str text, struct str word)
{
	for (size_t at = 0; (at = str_find(text, word, at)) < text.n; at += word.n) {
		size_t end = at + word.n;
		if ((at == 0 || !is_name(text.p[at - 1])) &&
			(end == text.n || !is_name(text.p[end])))
			return true;
	}
	return false;
}

/* Variables that the place names and that the launcher keeps from the recipe. */
static void
tell_missing(struct check *c, struct ixc_finding *f, struct span site)
{
	const struct case_arm *arm = &c->plan->of->arms.v[0];
	const struct source *s = sources_get(c->repo->sources, site.file);
	struct str text = s ? str_slice(s->bytes, site.begin, site.end) : S("");
	struct shell_settings all = environment_of(c->arena, arm->point, &value_empty);
	for (size_t i = 0; i < all.n; i++) {
		struct str name = all.v[i].name;
		const struct shell_settings *given = &c->plan->of->environment;
		if (environment_find(given, name) == given->n && has_word(text, name))
			finding_note(f, "%.*s does not hand %.*s on to the recipe",
				STR(arm->route->machine->launcher), STR(name));
	}
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	const struct shell_exit *e = launched_point(p) ? rejection(p) : NULL;
	if (!e)
		return;
	const struct point *point = launched_point(p);
	struct ixc_finding *f = report_plan(c, e->site,
		"the recipe ends here with status %d before it starts a server",
		e->status);
	finding_subject(f, "%.*s", STR(p->of->recipe));
	relate_conditions(c, f, e);
	tell_missing(c, f, e->site);
	if (f->related.n < 4)
		finding_related(f, point->arm->span, "an arm that gets there");
	finding_help(f, "take the arm out, or let the recipe serve it");
}

const struct ixc_rule rule_arm_rejected_by_recipe = {
	.id = "arm-rejected-by-recipe",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a recipe's own guard ends the run of an arm before a server starts",
	.help = "Recipes refuse what they can't serve: another TP than the model needs, an EP\n"
		"size that is not wired, a variable that is not set. When an arm of the config\n"
		"asks for just that, its job gets a machine, pulls the image and ends at the\n"
		"guard.\n"
		"\n"
		"Only an arm for which every path through the recipe ends at an exit with a\n"
		"status other than 0, with no server and nothing else in the background, is\n"
		"flagged. Branches for values that no arm has are not looked at.",
	.on_plan = check_plan,
};
