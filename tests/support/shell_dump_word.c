/* Words, parameters and arithmetic as text. */
#include "shell_dump.h"

#include <string.h>

static void
add_text(struct buf *out, struct str text, const char *escaped)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		if (c == '\n')
			buf_addz(out, "\\n");
		else if (c == '\t')
			buf_addz(out, "\\t");
		else if ((unsigned char)c < 0x20 || c == 0x7F)
			buf_addf(out, "\\x%02x", (unsigned)(unsigned char)c);
		else if (strchr(escaped, c))
			buf_addf(out, "\\%c", c);
		else
			buf_addc(out, c);
	}
}

static const char *const param_ops[] = {
	[PARAM_VALUE] = "",
	[PARAM_LENGTH] = "length",
	[PARAM_KEYS] = "keys",
	[PARAM_NAMES] = "names",
	[PARAM_DEFAULT] = "-",
	[PARAM_ASSIGN] = "=",
	[PARAM_ERROR] = "?",
	[PARAM_ALTERNATE] = "+",
	[PARAM_CUT_PREFIX] = "#",
	[PARAM_CUT_PREFIX_MAX] = "##",
	[PARAM_CUT_SUFFIX] = "%",
	[PARAM_CUT_SUFFIX_MAX] = "%%",
	[PARAM_REPLACE] = "/",
	[PARAM_REPLACE_ALL] = "//",
	[PARAM_REPLACE_PREFIX] = "/#",
	[PARAM_REPLACE_SUFFIX] = "/%",
	[PARAM_UPPER] = "^",
	[PARAM_UPPER_ALL] = "^^",
	[PARAM_LOWER] = ",",
	[PARAM_LOWER_ALL] = ",,",
	[PARAM_TOGGLE] = "~",
	[PARAM_TOGGLE_ALL] = "~~",
	[PARAM_SUBSTRING] = "sub",
	[PARAM_TRANSFORM] = "@",
};

static void
add_param(struct buf *out, const struct shell_param *p, bool is_normal)
{
	buf_addf(out, "${%s", p->indirect ? "!" : "");
	buf_add(out, p->name);
	if (p->subscript)
		shell_dump_subscript(out, p->subscript, is_normal);
	if (p->op != PARAM_VALUE)
		buf_addf(out, " %s%s", p->colon ? ":" : "", param_ops[p->op]);
	if (p->transform)
		buf_addf(out, " %c", p->transform);
	if (p->word) {
		buf_addc(out, ' ');
		shell_dump_word(out, p->word, is_normal);
	}
	if (p->replacement) {
		buf_addc(out, ' ');
		shell_dump_word(out, p->replacement, is_normal);
	}
	if (p->offset) {
		buf_addc(out, ' ');
		shell_dump_arith(out, p->offset, is_normal);
	}
	if (p->count) {
		buf_addc(out, ' ');
		shell_dump_arith(out, p->count, is_normal);
	}
	buf_addc(out, '}');
}

static void
add_words(struct buf *out, const struct shell_words *words, char between, bool is_normal)
{
	for (size_t i = 0; i < words->n; i++) {
		if (i)
			buf_addc(out, between);
		shell_dump_word(out, words->v[i], is_normal);
	}
}

static void
add_braces(struct buf *out, const struct shell_braces *braces, bool is_normal)
{
	buf_addz(out, "<{");
	if (braces->is_range) {
		buf_add(out, braces->first);
		buf_addz(out, "..");
		buf_add(out, braces->last);
		if (braces->step.n)
			buf_addz(out, "..");
		buf_add(out, braces->step);
	} else {
		add_words(out, &braces->items, ',', is_normal);
	}
	buf_addz(out, "}>");
}

static void add_parts(
	struct buf *out, struct shell_parts parts, bool in_quotes, bool is_normal);

static void
add_part(struct buf *out, const struct shell_part *part, bool in_quotes, bool is_normal)
{
	switch (part->kind) {
	case PART_LITERAL:
		add_text(out, part->text, in_quotes ? "\"\\" : " ()'\"\\$<>");
		break;
	case PART_ESCAPED:
	case PART_SINGLE:
	case PART_ANSI_C:
		buf_addz(out, part->kind == PART_ANSI_C && !is_normal ? "$'" : "'");
		add_text(out, part->text, "'\\");
		buf_addc(out, '\'');
		break;
	case PART_DOUBLE:
	case PART_LOCALE:
		buf_addz(out, part->kind == PART_LOCALE && !is_normal ? "$\"" : "\"");
		add_parts(out, part->parts, true, is_normal);
		buf_addc(out, '"');
		break;
	case PART_PARAM:
		add_param(out, part->param, is_normal);
		break;
	case PART_COMMAND_SUB:
		buf_addz(out, part->backquoted && !is_normal ? "`(" : "$(");
		shell_dump_list(out, part->list, is_normal);
		buf_addc(out, ')');
		break;
	case PART_ARITH_SUB:
		buf_addz(out, "$((");
		shell_dump_arith(out, part->arith, is_normal);
		buf_addz(out, "))");
		break;
	case PART_PROCESS_SUB:
		buf_add(out, part->text);
		buf_addc(out, '(');
		shell_dump_list(out, part->list, is_normal);
		buf_addc(out, ')');
		break;
	case PART_TILDE:
	case PART_GLOB:
		buf_addf(out, "<%.*s>", STR(part->text));
		break;
	case PART_UNKNOWN:
		buf_addz(out, "<?");
		add_text(out, part->text, "");
		buf_addc(out, '>');
		break;
	case PART_EXTGLOB:
		buf_addf(out, "<%c(", part->extglob->op);
		add_words(out, &part->extglob->alternatives, '|', is_normal);
		buf_addz(out, ")>");
		break;
	case PART_BRACES:
		add_braces(out, part->braces, is_normal);
		break;
	}
}

static bool
is_quoted_text(const struct shell_part *part)
{
	return part->kind == PART_ESCAPED || part->kind == PART_SINGLE ||
	       part->kind == PART_ANSI_C;
}

static void
add_parts(struct buf *out, struct shell_parts parts, bool in_quotes, bool is_normal)
{
	for (size_t i = 0; i < parts.n; i++) {
		if (!is_normal || !is_quoted_text(&parts.v[i])) {
			add_part(out, &parts.v[i], in_quotes, is_normal);
			continue;
		}
		/* bash spells $'it\'s' as 'it'\''s' */
		buf_addc(out, '\'');
		for (; i < parts.n && is_quoted_text(&parts.v[i]); i++)
			add_text(out, parts.v[i].text, "'\\");
		i--;
		buf_addc(out, '\'');
	}
}

void
shell_dump_word(struct buf *out, const struct shell_word *word, bool is_normal)
{
	if (!word->parts.n)
		buf_addz(out, "()");
	add_parts(out, word->parts, false, is_normal);
}

void
shell_dump_subscript(struct buf *out, const struct shell_subscript *s, bool is_normal)
{
	buf_addc(out, '[');
	if (s->arith && s->arith->tree)
		shell_dump_arith(out, s->arith, is_normal);
	else
		shell_dump_word(out, s->word, is_normal);
	buf_addc(out, ']');
}

static const char *const arith_ops[] = {
	[ARITH_OP_NONE] = "",
	[ARITH_OP_ADD] = "+",
	[ARITH_OP_SUB] = "-",
	[ARITH_OP_MUL] = "*",
	[ARITH_OP_DIV] = "/",
	[ARITH_OP_MOD] = "%",
	[ARITH_OP_POWER] = "**",
	[ARITH_OP_SHIFT_LEFT] = "<<",
	[ARITH_OP_SHIFT_RIGHT] = ">>",
	[ARITH_OP_LESS] = "<",
	[ARITH_OP_LESS_EQUAL] = "<=",
	[ARITH_OP_GREATER] = ">",
	[ARITH_OP_GREATER_EQUAL] = ">=",
	[ARITH_OP_EQUAL] = "==",
	[ARITH_OP_NOT_EQUAL] = "!=",
	[ARITH_OP_BIT_AND] = "&",
	[ARITH_OP_BIT_XOR] = "^",
	[ARITH_OP_BIT_OR] = "|",
	[ARITH_OP_AND] = "&&",
	[ARITH_OP_OR] = "||",
	[ARITH_OP_NOT] = "!",
	[ARITH_OP_COMPLEMENT] = "~",
	[ARITH_OP_INCREMENT] = "++",
	[ARITH_OP_DECREMENT] = "--",
};

static void add_operands(
	struct buf *out, const struct shell_arith_node *node, bool is_normal);

static void
add_node(struct buf *out, const struct shell_arith_node *node, bool is_normal)
{
	switch (node->kind) {
	case ARITH_NUMBER:
		buf_addf(out, "%lld", (long long)node->value);
		return;
	case ARITH_VARIABLE:
		buf_add(out, node->text);
		if (node->subscript)
			shell_dump_subscript(out, node->subscript, is_normal);
		return;
	case ARITH_EXPANSION:
		add_part(out, node->part, false, is_normal);
		return;
	case ARITH_UNARY:
	case ARITH_PREFIX:
	case ARITH_BINARY:
		buf_addf(out, "(%s", arith_ops[node->op]);
		break;
	case ARITH_POSTFIX:
		buf_addf(out, "(post%s", arith_ops[node->op]);
		break;
	case ARITH_ASSIGN:
		buf_addf(out, "(%s=", arith_ops[node->op]);
		break;
	case ARITH_TERNARY:
		buf_addz(out, "(?");
		break;
	case ARITH_COMMA:
		buf_addz(out, "(,");
		break;
	}
	add_operands(out, node, is_normal);
	buf_addc(out, ')');
}

static void
add_operands(struct buf *out, const struct shell_arith_node *node, bool is_normal)
{
	const struct shell_arith_node *const operands[] = {node->a, node->b, node->c};
	for (size_t i = 0; i < 3 && operands[i]; i++) {
		buf_addc(out, ' ');
		add_node(out, operands[i], is_normal);
	}
}

void
shell_dump_arith(struct buf *out, const struct shell_arith *arith, bool is_normal)
{
	if (arith->tree) {
		add_node(out, arith->tree, is_normal);
		return;
	}
	buf_addz(out, "<raw ");
	shell_dump_word(out, arith->word, is_normal);
	buf_addc(out, '>');
}
