/*
 * A checkout that means harm, under the program as a user runs it: whatever its git
 * configuration, its attributes, hooks and names say, nothing of it is executed, nothing
 * outside of it is read, and nothing it is called reaches the terminal as it is.
 */
#define _GNU_SOURCE /* symlink */
#include "support/user.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOG "perf-changelog.yaml"
#define LINK "https://github.com/SemiAnalysisAI/InferenceX/pull/XXX"

/* A program that leaves a mark, in the place of all that git could be made to run. */
static const char *
plant(struct user *u)
{
	const char *mark = user_file(u, "mark");
	const char *evil = user_file(u, "evil");
	write_file(evil, str_fmt(&u->arena, "#!/bin/sh\ntouch '%s'\nexit 0\n", mark));
	assert_int_equal(chmod(evil, 0755), 0);
	return mark;
}

static void
configure(struct user *u)
{
	static const char *const keys[] = {"core.fsmonitor", "core.pager", "core.editor",
		"core.sshCommand", "core.askPass", "core.alternateRefsCommand",
		"diff.external", "diff.e.textconv", "diff.e.command", "filter.e.clean",
		"filter.e.smudge", "filter.e.process", "merge.e.driver", "gpg.program",
		"credential.helper", "alias.cat-file", "alias.rev-parse", "alias.diff",
		"alias.ls-files", "pager.diff", "interactive.diffFilter",
		"uploadpack.packObjectsHook", "trace2.normalTarget", "sequence.editor"};
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		user_expect(u, str_fmt(&u->arena, "git config %s \"$PWD/evil\"", keys[i]).p, 0,
			NULL);
	user_expect(u,
		"mkdir -p hooks && for h in pre-commit post-index-change fsmonitor-watchman "
		"reference-transaction post-checkout; do cp evil hooks/$h; done && "
		"git config core.hooksPath \"$PWD/hooks\" && "
		"printf '[core]\\n\\tfsmonitor = %s\\n' \"$PWD/evil\" > included && "
		"git config includeIf.gitdir:/.path \"$PWD/included\" && "
		"git config include.path \"$PWD/included\" && "
		"printf '* diff=e filter=e merge=e\\n' > .gitattributes && "
		"printf '[submodule \"s\"]\\n\\tpath = s\\n\\turl = ext::%s\\n\\tupdate = !%s\\n' "
		"\"$PWD/evil\" \"$PWD/evil\" > .gitmodules",
		0, NULL);
}

static void
must_not_run(struct user *u, const char *mark, const char *words)
{
	unlink(mark);
	struct outcome o = user_try(u, str_fmt(&u->arena, "%s %s", user_program(u), words).p);
	if (o.code > 2)
		fail_msg("%s: code %d\n%.*s", words, o.code, STR(o.err));
	if (file_exists(mark))
		fail_msg("%s: something of the tree was executed", words);
}

static void
test_nothing_is_executed(void **state)
{
	struct user *u = *state;
	static const char *const words[] = {"check", "check --base HEAD", "check --staged",
		"check --syntax strict", "gate --base-ref HEAD --pr-number 7",
		"canonicalize --base-ref HEAD --pr-number 7 --diff",
		"resolve-conflict --pr-number 7", "matrix full-sweep", "plan --diff HEAD",
		"recipes", "replay", "check --fix --diff", "config"};
	user_append(u, "again", LINK);
	const char *mark = plant(u);
	configure(u);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		must_not_run(u, mark, words[i]);
	/* The trap works: git alone falls into it. */
	unlink(mark);
	user_try(u, "git diff HEAD; git status");
	assert_true(file_exists(mark));
}

/* What the caller's own environment would make git run, or look at instead. */
static void
test_environment(void **state)
{
	struct user *u = *state;
	const char *mark = plant(u);
	static const char *const names[] = {"GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND",
		"GIT_PAGER", "GIT_ASKPASS", "GIT_PROXY_COMMAND"};
	user_append(u, "again", LINK);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		unlink(mark);
		user_try(u, str_fmt(&u->arena,
				    "%s=\"$PWD/evil\" GIT_DIR=/nonexistent %s check --base HEAD",
				    names[i], user_program(u))
				    .p);
		assert_false(file_exists(mark));
	}
}

static void
test_refs_are_no_options(void **state)
{
	struct user *u = *state;
	static const char *const refs[] = {"--upload-pack=touch mark", "--output=mark",
		"-O mark", "--exec=touch mark", "ext::touch mark", "HEAD;touch mark",
		"$(touch mark)", "`touch mark`"};
	const char *mark = user_file(u, "mark");
	for (size_t i = 0; i < sizeof refs / sizeof *refs; i++) {
		struct outcome o = user_try(u,
			str_fmt(&u->arena, "%s gate --base-ref '%s' --pr-number 7",
				user_program(u), refs[i])
				.p);
		assert_int_equal(o.code, 2);
		assert_false(file_exists(mark));
	}
}

/* ---- names ---- */

static void
must_be_plain(const char *words, struct str text)
{
	static const char *const bad[] = {"\x1b", "\x07", "\r", "\xe2\x80\xae", "\xc2\x9b"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (str_contains(text, str_from(bad[i])))
			fail_msg("%s: byte %02x went through", words, bad[i][0] & 0xFF);
	/* A line break in a name must not begin a line of its own, as a command would. */
	assert_false(str_contains(text, S("\n::error::planted")));
}

static void
test_names_are_escaped(void **state)
{
	struct user *u = *state;
	static const char *const formats[] = {"text", "short", "github", "markdown"};
	static const char *const names[] = {"a\x1b[31mb_fp8_mi355x_vllm.sh",
		"a\n::error::planted_fp8_mi355x_vllm.sh", "a\xe2\x80\xaehs_fp8_mi355x_vllm.sh",
		"a\xc2\x9b_fp8_mi355x_vllm.sh", "a\r\x07_fp8_mi355x_vllm.sh"};
	user_expect(u, "mkdir -p benchmarks/single_node/fixed_seq_len", 0, NULL);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		write_file(user_file(u, str_fmt(&u->arena,
					"benchmarks/single_node/fixed_seq_len/%s", names[i])
						.p),
			S("#!/bin/bash\nif true; then\n"));
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		struct outcome o = user_try(u, str_fmt(&u->arena,
			"%s check --coverage --format %s", user_program(u), formats[i]).p);
		assert_int_equal(o.code, 1);
		if (!str_contains(o.out, S("planted")))
			fail_msg("%s: %.*s", formats[i], STR(o.out));
		must_be_plain(formats[i], o.out);
		must_be_plain(formats[i], o.err);
	}
}

/* ---- files ---- */

static void
test_files_out_of_the_root(void **state)
{
	struct user *u = *state;
	const char *outside = make_folder(&u->arena);
	write_file(str_fmt(&u->arena, "%s/secret.sh", outside).p,
		S("#!/bin/bash\nif secret-word; then\n"));
	user_expect(u, "mkdir -p benchmarks/single_node/fixed_seq_len", 0, NULL);
	user_expect(u,
		str_fmt(&u->arena,
			"cd benchmarks/single_node/fixed_seq_len && "
			"ln -s '%s/secret.sh' a_fp8_mi355x_vllm.sh && "
			"mkfifo b_fp8_mi355x_vllm.sh && ln -s /dev/zero c_fp8_mi355x_vllm.sh && "
			"truncate -s 200M d_fp8_mi355x_vllm.sh && ln -s . loop",
			outside)
			.p,
		0, NULL);
	struct outcome o = user_try(u,
		str_fmt(&u->arena, "timeout 20 %s check --coverage", user_program(u)).p);
	assert_true(o.code <= 1);
	assert_false(str_contains(o.out, S("secret-word")));
	remove_folder(outside);
}

int
main(void)
{
#define TEST(t) cmocka_unit_test_setup_teardown(t, user_setup, user_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_nothing_is_executed),
		TEST(test_environment),
		TEST(test_refs_are_no_options),
		TEST(test_names_are_escaped),
		TEST(test_files_out_of_the_root),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
