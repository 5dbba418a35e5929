/* Background services of a recipe, and the handlers of EXIT that stop them. */
#ifndef RULES_HANDLERS_H
#define RULES_HANDLERS_H

#include "check/rule.h"
#include "plan/cases.h"

/* A job that goes on until somebody stops it, as far as one can tell. */
struct service {
	const struct shell_job *job;
	struct str name;   /* the variable with its PID, else what it is */
	struct span place; /* where its PID is kept, else the command */
	bool has_pid;
};

/* False for what ends by itself, or belongs to a function of a library. */
bool service_of(const struct case_plan *p, unsigned job, struct service *ret);

/* The launched command of a job; NULL: none was seen. */
const struct plan_command *command_of_job(
	const struct case_plan *p, const struct shell_job *job);
/* What the name of a variable says about the process whose PID it holds. */
enum plan_kind service_meant(struct str name);

/* "'cleanup'": the handler's text, for messages. */
struct str handler_name(struct arena *a, const struct value *text);

/* Texts that a handler runs: its own, and the functions that it names, and so on. */
struct reach {
	const struct sources *sources;
	VEC(, struct str) texts;
};

struct reach handler_reach(
	struct check *c, const struct shell_trace *t, const struct value *text);
/* Whether one of the texts says the word, as a word of its own. */
bool reach_says(const struct reach *r, struct str word);
/* Whether it kills or waits for anything. */
bool reach_stops(const struct reach *r);

#endif
