/* What the cross rules and the engine share; nobody else includes it. */
#ifndef MODEL_SCHEMA_ENGINE_H
#define MODEL_SCHEMA_ENGINE_H

#include "model/schema.h"

enum schema_state {
	SCHEMA_ABSENT,
	SCHEMA_NULL,
	SCHEMA_WRONG, /* refused, or not readable */
	SCHEMA_GOOD,
};

struct schema_value {
	enum schema_state state;
	const struct yaml_pair *pair; /* NULL when absent */
	const struct yaml_node *node; /* its value, or NULL */
	struct yaml_int integer;      /* INT */
	bool boolean;                 /* BOOL, FALSE, TRUE */
	struct str text;              /* STR, CHOICE */
	bool misspelt;                /* absent, and an unknown field is surely meant for it */
};

struct schema_run {
	struct arena *arena;
	struct schema_faults *faults;
	size_t most;               /* faults to list */
	struct schema_fault spare; /* takes what is beyond */
	size_t dropped;
	bool dropped_refuses, dropped_crashes;
	bool partial;
};

struct schema_frame { /* place in the tree, for the path */
	const struct schema_frame *up;
	struct str name;
	size_t index;
	bool is_item;
};

struct schema_object {
	struct schema_run *run;
	const struct schema *schema;
	enum schema_scope scope;
	const struct yaml_node *node;
	struct span holder;
	const struct schema_frame *frame;
	struct schema_value value[SCHEMA_MAX_FIELDS]; /* in the order of the table */
};

/* schema_value.c: true when the reference accepts the value; the faults are added. */
bool schema_check_value(struct schema_object *o, const struct schema_field *f,
	struct schema_value *v, const struct schema_frame *frame);

/* schema.c */
void schema_check_object(struct schema_run *run, const struct schema *schema,
	enum schema_scope scope, const struct yaml_node *node, struct span holder,
	const struct schema_frame *frame);

/* schema_fault.c */
struct schema_fault *schema_add_fault(struct schema_run *run); /* never NULL */
/* Takes in what the last unlisted fault says: it still counts for the verdict. */
void schema_settle(struct schema_run *run);
struct schema_fault *schema_fault_at(const struct schema_object *o, const char *id,
	struct span span, struct str field, struct str text);
/* Whether further faults are only counted; then this counts one that refuses, and no time
 * should be spent on its words. */
bool schema_only_count(struct schema_run *run);

/* schema.c, for the cross rules. Never NULL. */
const struct schema_value *schema_value(const struct schema_object *o, const char *field);
bool schema_has(const struct schema_value *v); /* good and not null */
/* Null, or known to be absent. */
bool schema_unset(const struct schema_object *o, const struct schema_value *v);
/* Where to point for a field: its value, or what should hold it. */
struct span schema_place(const struct schema_object *o, const struct schema_value *v);

/* New faults; fill in what is special. Never NULL. `field` may be NULL: the object. */
struct schema_fault *schema_refuse(const struct schema_object *o, const char *id,
	struct span span, const char *field, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
struct schema_fault *schema_advise(const struct schema_object *o, const char *id,
	enum schema_severity severity, struct span span, const char *field,
	const char *format, ...) __attribute__((format(printf, 6, 7)));

/* schema_text.c */
struct str schema_path(struct arena *a, const struct schema_frame *frame);
/* The last name of the path, with the index behind it: "conc-list item 3". */
struct str schema_leaf(struct arena *a, const struct schema_frame *frame);
struct str schema_clip(struct str text); /* to what fits a message */
struct str schema_join(
	struct arena *a, const struct str *names, size_t n); /* "a, b, c" */
const char *schema_type_name(const struct schema_field *f);  /* "an integer" */
const char *schema_spelling_help(const struct schema_field *f);
struct span schema_first(const struct yaml_node *n); /* first key of a map, or the node */

/* schema_cross.c: what the reference checks; in the order of its checks. */
typedef void schema_cross_fn(struct schema_object *o, const char *id);
schema_cross_fn cross_append_only, cross_conc, cross_dcp, cross_hardware_pair,
	cross_kv_offload, cross_agentic_topology, cross_dram_utilization,
	cross_any_scenario, cross_agentic_runner, cross_metadata_scope,
	cross_transfer_multinode, cross_disagg_transfer;

/* schema_advice.c: what it accepts to its harm. */
schema_cross_fn advise_conc, advise_spec, advise_seq_len, advise_empty_space,
	advise_null_scenario, advise_entry_kind, advise_null_override,
	advise_null_offload, advise_model_prefix, advise_settings, advise_hardware_label,
	advise_label_nodes;

/* Search-space entries of a config, in the order written; which: a scenario's name, or
 * NULL for both, fixed-seq-len first as the reference takes them. */
struct yaml_items schema_arms(const struct schema_object *config, const char *which);

#endif
