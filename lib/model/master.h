/*
 * The master configs: which config keys there are and what each says.
 *
 * A config that the reference refuses is kept, with its faults, and flagged; what it has
 * is still there to be read. Fields are read by the hyphen name only, since the
 * reference's generator sees nothing else. A field that is absent, null or of a wrong
 * type is not set.
 */
#ifndef MODEL_MASTER_H
#define MODEL_MASTER_H

#include "base/map.h"
#include "model/schema.h"
#include "yaml/load.h"

struct text_field {
	bool set;
	struct str v;
	const struct yaml_node *node; /* as written, also when not set; NULL: absent */
};

struct int_field {
	bool set;
	int64_t v; /* what the value counts as: 8 for "8" */
	const struct yaml_node *node;
};

struct bool_field {
	bool set, v;
	const struct yaml_node *node;
};

struct component { /* a router or an offloading backend */
	bool set;
	struct text_field name, version;
	const struct yaml_node *node;
};

struct worker {
	bool set;
	struct int_field num_worker, tp, pp, dcp_size, pcp_size, ep;
	struct bool_field dp_attn;
	struct text_field hardware;
	const struct yaml_node *settings; /* list of NAME=value, or NULL */
	const struct yaml_node *node;
};

enum scenario_kind { SCENARIO_FIXED, SCENARIO_AGENTIC };

VEC(int_fields, struct int_field);

struct config;
struct scenario;

/* One item of a search-space. */
struct arm {
	struct config *config;
	struct scenario *scenario;
	size_t index; /* in the search-space, from 0 */
	const struct yaml_node *node;
	struct span span;
	struct int_field tp, pp, dcp_size, pcp_size, ep;
	struct bool_field dp_attn;
	struct text_field spec_decoding, kv_offloading, kv_p2p_transfer;
	const struct worker *prefill, *decode; /* never NULL; not set when absent */
	const struct component *router, *kv_offload_backend; /* likewise */
	struct int_field conc_start, conc_end;
	struct int_fields
		conc_list;  /* the items that are integers, LIMIT_CONCS at most */
	bool has_conc_list; /* the key is there */
	struct int_fields
		conc; /* the concurrencies: the list, or start doubled up to end */
};

VEC(arms, struct arm *);

struct scenario { /* an item of fixed-seq-len or agentic-coding */
	struct config *config;
	enum scenario_kind kind;
	size_t index;
	const struct yaml_node *node;
	struct int_field isl, osl;                /* SCENARIO_FIXED */
	const struct yaml_node *dram_utilization; /* SCENARIO_AGENTIC; NULL: absent */
	struct arms arms;
};

VEC(scenarios, struct scenario *);

struct config {
	struct str key;
	size_t index; /* over both files */
	const struct yaml_doc *doc;
	const struct yaml_node *key_node;
	const struct yaml_node *node; /* the entry; of any kind */
	bool multinode;               /* as the reference decides: truthiness */
	struct text_field image, model, model_prefix, precision, framework, runner;
	struct bool_field disagg;
	const struct component *router; /* never NULL */
	struct text_field kv_p2p_transfer;
	struct scenarios scenarios; /* fixed-seq-len items first, as the reference goes */
	struct schema_faults faults;
	enum schema_verdict verdict; /* of the reference on this entry */
};

VEC(configs, struct config *);

struct master_file {
	const struct yaml_doc *doc; /* NULL: missing */
	struct str path;
	struct schema_faults
		faults; /* of the file as a whole: keys with `*`, keys that stand
			   in an earlier file, a root that is no mapping */
	enum schema_verdict verdict; /* of the reference on this file, entries aside */
};

VEC(master_files, struct master_file);

struct master {
	bool keys_only; /* see master_read_keys() */
	struct master_files files;
	struct configs configs; /* file by file, in the order written */
	struct map by_key;
	enum schema_verdict verdict; /* of the reference on all of it */
	const struct config
		*refused; /* the entry where it stops; NULL: none, or a file */
	bool cut;         /* a limit was reached: there is more than what is here */
	size_t listed, arms_left; /* used up while reading */
};

struct master_source {
	struct str path;
	const struct yaml_doc *doc; /* NULL: there is no such file */
};

struct master *master_read(struct arena *a, const struct master_source *file, size_t n);
/* Only which keys there are: configs have no fields and are not checked. */
struct master *master_read_keys(
	struct arena *a, const struct master_source *file, size_t n);
struct config *master_config(
	const struct master *m, struct str key); /* NULL when absent */
/* "scenarios.fixed-seq-len.0.search-space.2" */
struct str arm_path(struct arena *a, const struct arm *arm);
int64_t int_or(struct int_field f, int64_t otherwise); /* the value when set */

#endif
