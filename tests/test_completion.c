/* What the shells complete, asked of the shells themselves. */
#include "support/user.h"

/* What bash offers for these words, of which the last is being typed. */
static void
expect_offer(struct user *u, const char *words, const char *want)
{
	struct arena *a = &u->arena;
	const char *script = str_fmt(a,
		"mkdir -p bin && ln -sf '%s' bin/infxcheck && PATH=$PWD/bin:$PATH bash -c '"
		"source <(infxcheck completion bash); COMP_WORDS=(infxcheck %s); "
		"COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _infxcheck; echo \"<${COMPREPLY[*]}>\"'",
		user_program(u), words).p;
	user_expect(u, script, 0, str_fmt(a, "<%s>\n", want).p);
}

static void
test_config_keys(void **state)
{
	struct user *u = *state;
	user_expect(u, str_fmt(&u->arena, "cp -R '%s'/_recipes/. .", fixtures_folder()).p, 0,
		NULL);
	expect_offer(u, "plan --config-key ling2-fp8-b", "ling2-fp8-b200-vllm");
	expect_offer(u, "plan --config-key none", "");
	expect_offer(u, "recipes ling2-fp8-b", "ling2-fp8-b200-vllm");
	expect_offer(u, "recipes --fo", "--format");
	expect_offer(u, "recipes --format j", "json");
	expect_offer(u, "matrix test-config --config-keys ling2-fp8-b", "ling2-fp8-b200-vllm");
	expect_offer(u, "check perf-", "perf-changelog.yaml");
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, user_setup, user_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_config_keys),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
