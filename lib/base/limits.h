/*
 * Every limit on hostile input, with its default and its reason. X-macro so that the table
 * and the enum agree. A limit that is hit is reported as a finding or a ledger entry.
 */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

/* LIMIT(name, value, reason) */
#define LIMITS(LIMIT)                                                                    \
	LIMIT(FILE_BYTES, 16 * 1024 * 1024, "larger files are not configuration")        \
	LIMIT(FILES_IN_FOLDER, 20000, "a folder is listed whole")                        \
	LIMIT(YAML_DEPTH, 64, "libyaml is quadratic in flow depth")                      \
	LIMIT(YAML_NODES, 400000, "nodes of one file; the largest real one has 30000")   \
	LIMIT(YAML_ALIAS_NODES, 200000, "nodes reached through aliases in one file")     \
	LIMIT(YAML_PROBLEMS, 500, "problems listed for one file")                        \
	LIMIT(YAML_RESTARTS, 100, "syntax faults in one file, each a new start behind")  \
	LIMIT(YAML_RETRIES, 1000, "places in one file where parsers differ")             \
	LIMIT(YAML_BAD_CHARACTERS, 1000, "bad characters after which a file is no text") \
	LIMIT(DIGITS, 4300, "longest integer that the reference reads")                  \
	LIMIT(OUTPUT_BYTES, 256 * 1024 * 1024, "one report")                             \
	LIMIT(GIT_OUTPUT_BYTES, 256 * 1024 * 1024, "what one git command may print")     \
	LIMIT(GIT_ERROR_BYTES, 64 * 1024, "what one git command may complain")           \
	LIMIT(GIT_COMMITS, 20000, "commits walked back to find a change")                 \
	LIMIT(GIT_MS, 60 * 1000, "how long git may take for one answer")                 \
	LIMIT(CHANGELOG_FAULTS, 5000, "faults told of one changelog change")             \
	LIMIT(DIFF_EDITS, 1000, "a longer comparison of lines is given up")              \
	LIMIT(PATH_BYTES, 4096, "a path or a revision as given")                         \
	LIMIT(LINKS, 16, "symbolic links followed to reach one file")                    \
	LIMIT(REGEX_STEPS, 1000000, "PCRE2 match limit")                                 \
	LIMIT(FOLDER_DEPTH, 16, "folders in folders that are looked through")            \
	LIMIT(SCRIPTS, 5000, "scripts of one repository")                                \
	LIMIT(BASH_MS, 5000, "how long bash may take to read one script")                \
	LIMIT(BASH_OUTPUT_BYTES, 64 * 1024, "what bash may say of one script")           \
	LIMIT(SHELL_DEPTH, 200, "nesting of commands, words and expansions")             \
	LIMIT(SHELL_BYTES, 1024 * 1024, "a longer text is not a recipe")                 \
	LIMIT(SHELL_STEPS, 400000, "statements run for one matrix point")                \
	LIMIT(SHELL_LOOP_ROUNDS, 5000, "rounds of one loop whose condition is known")    \
	LIMIT(SHELL_STATES, 16, "states kept apart before they are joined")              \
	LIMIT(SHELL_COMPARISONS, 50 * 1000 * 1000, "parts of states on two paths")       \
	LIMIT(SHELL_EVAL_BYTES, 256 * 1024 * 1024, "memory of one evaluation")           \
	LIMIT(SHELL_STRING_BYTES, 1024 * 1024, "one value in an evaluated script")       \
	LIMIT(DATA_DEPTH, 64, "nesting of a JSON argument")                              \
	LIMIT(GRAPH_SIZE, 16384, "tokens or requests of one captured graph")             \
	LIMIT(PATTERNS, 1000, "patterns among a changelog's keys")                       \
	LIMIT(PROSE_BYTES, 64 * 1024, "a longer text is no description")                 \
	LIMIT(SUPPRESSIONS, 500, "comments of one file that allow findings")              \
	LIMIT(FIX_RUNS, 60, "checks of the files to find which fixes can be put in")     \
	LIMIT(SUGGEST_NAMES, 2000, "names compared with a misspelt one")                 \
	LIMIT(SCHEMA_FAULTS, 5000, "violations listed of one object, or of the masters") \
	LIMIT(CONFIGS, 20000, "config keys read of the master files")                    \
	LIMIT(ARMS, 100000, "search-space entries read of the master files")             \
	LIMIT(CONCS, 10000, "concurrencies of one search-space entry looked at")         \
	LIMIT(SRT_FILES, 5000, "recipe files read of one repository")                    \
	LIMIT(SRT_MERGED_PAIRS, 1000000, "pairs copied to apply overrides of recipes")   \
	LIMIT(MATRIX_POINTS, 200000, "points of one repository")                         \
	LIMIT(HBM_MEASUREMENTS, 1000, "measurements read of one HBM profile")            \
	LIMIT(KEPT_BYTES, 64 * 1024 * 1024, "what a workspace keeps of texts that are gone") \
	LIMIT(RUN_BYTES, 1024 * 1024 * 1024, "memory of one run")

enum limit_value {
#define LIMIT(name, value, reason) LIMIT_##name = value,
	LIMITS(LIMIT)
#undef LIMIT
};

#endif
