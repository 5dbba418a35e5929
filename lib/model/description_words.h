/* The words of a text, for those who read claims out of them. */
#ifndef MODEL_DESCRIPTION_WORDS_H
#define MODEL_DESCRIPTION_WORDS_H

#include "model/description.h"

enum mark {
	MARK_NONE, /* a word */
	MARK_COMMA,
	MARK_AND, /* & and the Chinese list comma */
	MARK_STOP,
	MARK_SEMICOLON,
	MARK_COLON,
	MARK_OPEN,
	MARK_CLOSE,
	MARK_LIST_OPEN,
	MARK_LIST_CLOSE,
	MARK_EQUALS,
	MARK_ARROW,
	MARK_RANGE,
	MARK_COMPARE,
	MARK_QUOTE,
	MARK_SLASH,
	MARK_DASH, /* between clauses */
	MARK_OTHER,
};

enum sense {
	SENSE_NONE,
	SENSE_SETS,
	SENSE_DROPS,
	SENSE_HISTORY,
	SENSE_FROM,
	SENSE_TO,
	SENSE_REPLACES, /* what stood there before follows, then SENSE_WITH */
	SENSE_WITH,
	SENSE_CONDITION,
	SENSE_ASIDE,   /* the whole sentence tells of something else */
	SENSE_EXAMPLE, /* what follows is an example, a default */
	SENSE_NO,
	SENSE_OBJECT, /* Chinese: the object comes before its verb */
	SENSE_IS,     /* may stand between a name and its value */
	SENSE_CONC,
	SENSE_OF_CONC, /* may stand between "concurrency" and its numbers */
	SENSE_LIMIT,   /* and below, or more: behind a number */
	SENSE_IMAGE,
	SENSE_AND,
	SENSE_THROUGH,
	SENSE_STOP, /* what a setting's value can't be */
};

struct word {
	struct str s;
	size_t begin, end;
	enum mark mark;
	enum sense sense;
	bool glued; /* nothing between it and the one before */
	bool han;
	unsigned scope; /* sentence, or what is in parentheses in it */
	enum claim_mood mood;
};

struct scope {
	unsigned up; /* 0: it is a sentence */
	unsigned sentence;
	bool aside;
};

struct words {
	struct word *v;
	size_t n, cap;
	VEC(, struct scope) scopes; /* the first is not used */
};

struct words prose_words(struct arena *a, struct str text);
/* Sense of each word, the scopes and the moods. */
void words_understand(struct arena *a, struct words *w);
enum sense sense_of(struct str word, struct str next, bool *ret_two);
/* The longest Chinese word that begins at i, or 0 bytes. */
size_t sense_of_han(struct str text, size_t i, enum sense *ret);

struct value_read {
	struct str value, old;
	size_t next; /* word behind it */
};

/* The value that stands behind a name, at word i. */
bool read_value(
	const struct words *w, size_t i, enum claim_kind kind, struct value_read *ret);
/* Reads the concurrencies behind word i; the number of words read. */
size_t read_concs(struct arena *a, struct claims *list, const struct words *w, size_t i);
/* An image, version, file or key that word i is. */
void read_reference(
	struct arena *a, struct claims *list, const struct words *w, size_t i);

static inline const struct word *
word_at(const struct words *w, size_t i)
{
	static const struct word none = {.mark = MARK_OTHER};
	return i < w->n ? &w->v[i] : &none;
}

static inline bool
is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static inline bool
is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool
is_alnum(char c)
{
	return is_lower(c) || is_upper(c) || is_digit(c);
}

#endif
