/* Words: their parts, one after the other. */
#include "shell/expand.h"

#include "base/arena.h"

static struct emitter
emitter_new(struct eval *e, struct state *s, enum expand_mode mode, struct span span)
{
	return (struct emitter){.e = e,
		.s = s,
		.mode = mode,
		.text = value_build(e->arena),
		.span = span};
}

/* ---- parts ---------------------------------------------------------------------- */

static void
run_list_of(struct eval *e, const void *what, struct states *set)
{
	eval_list(e, what, set);
}

/* $(<file) */
static const struct shell_redirect *
only_reads(const struct shell_list *list)
{
	if (list->items.n != 1)
		return NULL;
	const struct shell_command *c = list->items.v[0].command;
	if (c->kind != SHELL_SIMPLE || c->simple.words.n || c->simple.assigns.n ||
		c->redirects.n != 1 || c->redirects.v[0]->op != REDIR_READ)
		return NULL;
	return c->redirects.v[0];
}

static const struct value *
contents(struct eval *e, struct state *s, const struct shell_redirect *r)
{
	const struct value *path = expand_one(e, s, r->target);
	struct file_info f = file_look(e, s, path);
	s->substituted = f.kind == FILE_UNKNOWN ? STATUS_UNKNOWN : f.kind == FILE_ABSENT;
	if (f.text)
		return f.text;
	struct str why =
		str_fmt(e->arena, "contents of %.*s", STR(value_shown(e->arena, path)));
	return f.kind == FILE_ABSENT ? &value_empty
				     : value_unknown(e->arena, r->span, 0, why);
}

static void
emit_command(struct emitter *em, const struct shell_part *part, bool quoted)
{
	struct eval *e = em->e;
	const struct value *out = &value_empty;
	const struct shell_redirect *file = only_reads(part->list);
	if (file) {
		out = contents(e, em->s, file);
	} else if (eval_enter(e, part->span)) {
		struct outcome o =
			eval_in_subshell(e, em->s, run_list_of, part->list, true, NULL);
		out = o.output;
		em->s->substituted = o.status;
		eval_leave(e);
	} else {
		out = value_unknown(
			e->arena, part->span, 0, S("a command nested too deep"));
	}
	emit_value(em, value_chomp(e->arena, out), quoted);
}

static void
emit_process(struct emitter *em, const struct shell_part *part)
{
	struct eval *e = em->e;
	if (eval_enter(e, part->span)) {
		eval_in_subshell(e, em->s, run_list_of, part->list, false, NULL);
		eval_leave(e);
	}
	emit_text(em, S("/dev/fd/"), true);
	emit_value(em,
		value_unknown(
			e->arena, part->span, HOLE_NATURAL, S("number of a descriptor")),
		true);
}

static void
emit_tilde(struct emitter *em, struct str text, struct span span)
{
	struct eval *e = em->e;
	symbol id = e->names.home;
	if (str_eq(text, S("~+")))
		id = e->names.pwd;
	if (str_eq(text, S("~-")))
		id = e->names.oldpwd;
	const struct variable *v = state_variable(em->s, id);
	if (id == e->names.pwd) {
		emit_value(em, em->s->cwd, true);
	} else if ((text.n == 1 || id == e->names.oldpwd) && v && v->set != TRI_NO) {
		eval_read(e, v->origin);
		emit_value(em, variable_scalar(v), true);
	} else {
		emit_value(em,
			value_unknown(e->arena, span, HOLE_WORD, S("a home folder")),
			true);
	}
}

static void
emit_extended(struct emitter *em, const struct shell_part *part)
{
	const struct shell_extglob *x = part->extglob;
	char open[2] = {x->op, '('};
	emit_text(em, (struct str){str_dup(em->e->arena, (struct str){open, 2}).p, 2},
		false);
	for (size_t i = 0; i < x->alternatives.n; i++) {
		emit_text(em, i ? S("|") : S(""), false);
		emit_parts(em, x->alternatives.v[i]->parts, false);
	}
	emit_text(em, S(")"), false);
	em->special = true;
}

static void
emit_arith(struct emitter *em, const struct shell_part *part, bool quoted)
{
	struct number n = eval_arith(em->e, em->s, part->arith);
	emit_value(em, number_value(em->e, &n), quoted);
}

/* "$@" without parameters leaves nothing, although it is quoted. */
static void
emit_double(struct emitter *em, const struct shell_part *part)
{
	bool lists_only = part->parts.n > 0;
	for (size_t i = 0; i < part->parts.n; i++) {
		const struct shell_part *p = &part->parts.v[i];
		const struct shell_param *x = p->kind == PART_PARAM ? p->param : NULL;
		lists_only &=
			x &&
			(str_eq(x->name, S("@")) || x->op == PARAM_KEYS ||
				(x->subscript && x->subscript->kind == SUBSCRIPT_AT));
	}
	em->begun |= !lists_only;
	emit_parts(em, part->parts, true);
}

static void
emit_part(struct emitter *em, const struct shell_part *part, bool quoted)
{
	quoted |= part->quoted;
	switch (part->kind) {
	case PART_LITERAL:
	case PART_GLOB:
		if (em->operand && !quoted)
			emit_value(em, value_text(em->e->arena, part->text), false);
		else
			emit_text(em, part->text, quoted);
		break;
	case PART_ESCAPED:
	case PART_SINGLE:
	case PART_ANSI_C:
		emit_text(em, part->text, true);
		break;
	case PART_DOUBLE:
	case PART_LOCALE:
		emit_double(em, part);
		break;
	case PART_PARAM:
		emit_param(em, part, quoted);
		break;
	case PART_COMMAND_SUB:
		emit_command(em, part, quoted);
		break;
	case PART_ARITH_SUB:
		emit_arith(em, part, quoted);
		break;
	case PART_PROCESS_SUB:
		emit_process(em, part);
		break;
	case PART_TILDE:
		emit_tilde(em, part->text, part->span);
		break;
	case PART_EXTGLOB:
		emit_extended(em, part);
		break;
	case PART_BRACES: /* expanded before, or not to be expanded here */
		emit_text(em, span_text(em->e->session->sources, part->span), quoted);
		break;
	case PART_UNKNOWN:
		eval_gap(em->e, GAP_CONSTRUCT, part->span,
			S("an expansion is not understood"));
		emit_value(em,
			value_unknown(em->e->arena, part->span, 0,
				S("an expansion that is not understood")),
			quoted);
		break;
	}
}

void
emit_parts(struct emitter *em, struct shell_parts parts, bool quoted)
{
	for (size_t i = 0; i < parts.n && !em->s->exit; i++) {
		if (eval_exhausted(em->e, em->span))
			return;
		emit_part(em, &parts.v[i], quoted);
	}
}

void
emit_word(struct emitter *em, const struct shell_word *w, bool quoted)
{
	if (w && eval_enter(em->e, w->span)) {
		emit_parts(em, w->parts, quoted);
		eval_leave(em->e);
	}
}

/* ---- words ---------------------------------------------------------------------- */

static const struct value *
expand_as(struct eval *e, struct state *s, const struct shell_word *w,
	enum expand_mode mode)
{
	struct emitter em = emitter_new(e, s, mode, w->span);
	emit_word(&em, w, false);
	if (em.text.overflow)
		eval_gap(e, GAP_LIMIT, w->span, S("a string is too long"));
	return value_done(&em.text);
}

const struct value *
expand_one(struct eval *e, struct state *s, const struct shell_word *word)
{
	if (word->is_static)
		return value_text(e->arena, word->value);
	return expand_as(e, s, word, EXPAND_ONE);
}

const struct value *
expand_pattern(struct eval *e, struct state *s, const struct shell_word *word)
{
	return expand_as(e, s, word, EXPAND_PATTERN);
}

const struct value *
expand_regex(struct eval *e, struct state *s, const struct shell_word *word)
{
	return expand_as(e, s, word, EXPAND_REGEX);
}

const struct value *
expand_part(struct eval *e, struct state *s, const struct shell_part *part)
{
	struct emitter em = emitter_new(e, s, EXPAND_ONE, part->span);
	emit_part(&em, part, false);
	return value_done(&em.text);
}

static bool
has_braces(struct shell_parts parts)
{
	for (size_t i = 0; i < parts.n; i++)
		if (parts.v[i].kind == PART_BRACES)
			return true;
	return false;
}

static void
fields_of(struct emitter *em, const struct shell_word *w)
{
	if (!has_braces(w->parts)) {
		emit_parts(em, w->parts, false);
		emit_break(em);
		return;
	}
	struct shell_parts_list list = {0};
	if (!brace_expand(em->e, w->parts, &list)) {
		const struct value *words = value_unknown(em->e->arena, w->span, HOLE_LIST,
			S("words of too many braces"));
		eval_gap(em->e, GAP_LIMIT, w->span, S("braces make too many words"));
		emit_value(em, words, false);
		emit_break(em);
	}
	for (size_t i = 0; i < list.n && !em->s->exit; i++) {
		emit_parts(em, list.v[i], false);
		emit_break(em);
	}
}

void
expand_word(struct eval *e, struct state *s, const struct shell_word *word,
	struct fields *ret)
{
	if (word->is_static) {
		struct field f = {
			.value = value_text(e->arena, word->value), .span = word->span};
		vec_push(e->arena, ret, f);
		return;
	}
	size_t first = ret->n;
	struct emitter em = emitter_new(e, s, EXPAND_FIELDS, word->span);
	em.out = ret;
	struct collector c = eval_collect(e);
	if (eval_enter(e, word->span)) {
		fields_of(&em, word);
		eval_leave(e);
	}
	struct origins reads = eval_collected(e, c);
	struct origin *origin = NULL;
	for (size_t i = first; i < ret->n && reads.n; i++) {
		if (ret->v[i].origin)
			continue;
		if (!origin)
			origin = eval_origin(e, s, ORIGIN_WORD, S(""), word->span, reads);
		ret->v[i].origin = origin;
	}
}

void
expand_words(struct eval *e, struct state *s, const struct shell_words *words,
	struct fields *ret)
{
	for (size_t i = 0; i < words->n && !s->exit; i++)
		expand_word(e, s, words->v[i], ret);
}
