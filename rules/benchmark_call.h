/* Where a recipe starts its throughput benchmark, and the client that this starts. */
#ifndef RULES_BENCHMARK_CALL_H
#define RULES_BENCHMARK_CALL_H

#include "plan_rule.h"
#include "shell/ast.h"

/* The recipe's first call of run_benchmark_serving; NULL: it has none. */
const struct shell_command *benchmark_call(struct check *c);
bool is_benchmark_client(const struct plan_command *p);

#endif
