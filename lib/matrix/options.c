/* Options and files of a generation. */
#include "matrix/options.h"

#include "base/arena.h"

static const struct {
	struct str name;
	int64_t isl, osl;
} seq_len[] = {
	{S_INIT("1k1k"), 1024, 1024},
	{S_INIT("8k1k"), 8192, 1024},
};

bool
options_seq_len(struct str name, int64_t *ret_isl, int64_t *ret_osl)
{
	for (size_t i = 0; i < 2; i++) {
		if (!str_eq(name, seq_len[i].name))
			continue;
		*ret_isl = seq_len[i].isl;
		*ret_osl = seq_len[i].osl;
		return true;
	}
	return false;
}

struct str
options_seq_name(struct arena *a, struct pyval isl, struct pyval osl)
{
	for (size_t i = 0; i < 2; i++)
		if (py_equal_int(isl, seq_len[i].isl) &&
			py_equal_int(osl, seq_len[i].osl))
			return seq_len[i].name;
	struct str l = py_text(a, isl), r = py_text(a, osl);
	return str_fmt(a, "%.*s_%.*s", STR(l), STR(r));
}

bool
options_scenario(const struct matrix_options *o, struct str name)
{
	for (size_t i = 0; i < o->scenario_type.n; i++)
		if (str_eq(o->scenario_type.v[i], name))
			return true;
	return o->scenario_type.n == 0;
}

static bool
usage(struct expansion *x, const char *text)
{
	expand_fail(x, "usage", PY_FINE, "%s", text);
	x->error.exit_status = 2;
	return false;
}

static bool
check_words(struct expansion *x, struct matrix_words words, const char *option,
	const char *first, const char *second)
{
	for (size_t i = 0; i < words.n; i++) {
		struct str w = words.v[i];
		if (str_eqz(w, first) || str_eqz(w, second))
			continue;
		expand_fail(x, "usage", PY_FINE, "%s '%.*s' is not one of %s, %s", option,
			STR(w), first, second);
		x->error.exit_status = 2;
		return false;
	}
	return true;
}

bool
options_check(struct expansion *x)
{
	const struct matrix_options *o = x->o;
	if (!check_words(x, o->seq_lens, "--seq-lens", "1k1k", "8k1k") ||
		!check_words(x, o->scenario_type, "--scenario-type", "fixed-seq-len",
			"agentic-coding"))
		return false;
	if (o->no_evals && o->evals_only)
		return usage(x, "--evals-only cannot be combined with --no-evals");
	if (o->command == MATRIX_TEST_CONFIG && o->config_keys.n == 0)
		return usage(x, "--config-keys is required");
	if (o->command == MATRIX_FULL_SWEEP && x->step <= 1)
		return usage(x, "--step-size must be above 1");
	if (o->command == MATRIX_FULL_SWEEP && o->min_conc.set && o->max_conc.set &&
		o->min_conc.v > o->max_conc.v)
		return usage(x, "--min-conc must not be above --max-conc");
	if (o->no_evals && o->all_evals)
		return usage(x, "--all-evals cannot be combined with --no-evals");
	return true;
}

static bool
refuse(struct expansion *x, const char *id, enum schema_verdict v,
	const struct schema_faults *faults, struct str text)
{
	expand_fail(x, id, PY_VALUE_ERROR, "%.*s", STR(text));
	if (v == SCHEMA_CRASHED)
		x->error.raised = PY_TYPE_ERROR;
	for (size_t i = 0; i < faults->n; i++) {
		const struct schema_fault *f = &faults->v[i];
		if (!f->reference_refuses)
			continue;
		x->error.span = f->span;
		x->error.text = str_fmt(x->arena, "%.*s: %.*s", STR(text), STR(f->text));
		break;
	}
	return false;
}

static bool
master_files(struct expansion *x, const struct master *m)
{
	for (size_t i = 0; i < m->files.n; i++) {
		const struct master_file *f = &m->files.v[i];
		if (f->verdict == SCHEMA_ACCEPTED)
			continue;
		refuse(x, "file", f->verdict, &f->faults,
			str_fmt(x->arena,
				f->doc ? "%.*s cannot be used" : "%.*s does not exist",
				STR(f->path)));
		if (f->doc && f->doc->safe_ok && !yaml_is(f->doc->root, YAML_MAP))
			x->error.raised = PY_ASSERTION_ERROR;
		return false;
	}
	return true;
}

bool
options_files(struct expansion *x, const struct master *m)
{
	bool ok = master_files(x, m);
	if (ok && m->cut)
		ok = expand_fail(x, "limit", PY_UNSUPPORTED,
			"the master files hold more than can be read");
	if (ok && m->refused) {
		x->config = m->refused;
		ok = refuse(x, "schema", m->verdict, &m->refused->faults,
			str_fmt(x->arena, "config '%.*s' is not valid",
				STR(m->refused->key)));
		x->config = NULL;
	}
	if (ok && x->runners->verdict != SCHEMA_ACCEPTED)
		ok = refuse(x, "runners", x->runners->verdict, &x->runners->faults,
			S("the runner file cannot be used"));
	return ok;
}
