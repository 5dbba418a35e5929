/* Public interface: the gate over every step of a history. */
#include "api_git.h"

#include "base/limits.h"
#include "check/rule.h"
#include "report/replay.h"

struct replay_call {
	struct arena arena; /* lives for the whole replay */
	const ixc_checker *checker;
	const struct ixc_replay_options *options;
	ixc_write_fn *fn;
	void *user;
};

/* One step in an arena of its own. */
struct step_call {
	struct arena arena;
	struct replay_call *replay;
	struct git_commit commit;
	struct replay *into;
};

static ixc_status
judge_step(void *arg, struct ixc_error *err)
{
	struct step_call *q = arg;
	struct arena *a = &q->arena;
	const ixc_checker *c = q->replay->checker;
	struct git_error e;
	struct api_session s;
	ixc_status status = api_open_session(&s, a, c, err);
	if (status != IXC_OK)
		return status;
	struct str head_bytes;
	if (!git_resolve(s.git, a, q->commit.parent, &s.base, &e))
		return api_git_trouble(err, &e);
	/* Before the changelog was there. */
	if (!git_file(s.git, a, &s.base, s.path, &s.base_bytes, &e) ||
		!git_file(s.git, a, &q->commit, s.path, &head_bytes, &e))
		return IXC_OK;
	struct check_change *change = NEW(a, struct check_change);
	change->pr = (struct changelog_pr){.links = CHANGELOG_LINKS_CANONICAL};
	change->base = s.base_bytes;
	change->base_path = S("parent:" CHANGELOG_PATH);
	if (changelog_needs_git_diff(s.base_bytes, head_bytes) &&
		!git_diff(s.git, a, &s.base, &q->commit, s.path, &change->git_diff, &e))
		return api_git_trouble(err, &e);
	struct check_options o = api_options(c);
	o.change = str_eq(s.base_bytes, head_bytes) ? NULL : change;
	o.base_changelog = &s.base_bytes;
	o.base_name = S("parent");
	o.base_tree = tree_git(s.git, &s.base);
	o.only_new = true;
	o.whole = false;
	struct run *run = check_run(a, tree_git(s.git, &q->commit), &o);
	check_show(run, 0);
	replay_add(q->into, q->commit.oid, run);
	return IXC_OK;
}

static ixc_status
run_step(struct replay_call *q, struct replay *into, struct git_commit commit,
	struct ixc_error *err)
{
	struct step_call step = {.replay = q, .commit = commit, .into = into};
	arena_init(&step.arena, LIMIT_RUN_BYTES, NULL);
	ixc_status status = api_guard(&step.arena, judge_step, &step, err);
	arena_release(&step.arena);
	return status;
}

VEC(commits, struct git_commit);

/* First parents from HEAD back, newest first. */
static ixc_status
list_steps(struct replay_call *q, struct commits *ret, struct ixc_error *err)
{
	struct arena *a = &q->arena;
	struct git_error e;
	struct api_session s;
	struct git_commit at, since = {0};
	ixc_status status = api_open_session(&s, a, q->checker, err);
	if (status != IXC_OK)
		return status;
	const char *from = q->options->since;
	if (!git_resolve(s.git, a, S("HEAD"), &at, &e) ||
		(from && !git_resolve(s.git, a, str_from(from), &since, &e)))
		return api_git_trouble(err, &e);
	while (ret->n < q->options->steps && at.parent.n && !str_eq(at.oid, since.oid)) {
		vec_push(a, ret, at);
		if (!git_resolve(s.git, a, at.parent, &at, &e))
			break; /* the end of a shallow clone */
	}
	return IXC_OK;
}

static ixc_status
replay(void *arg, struct ixc_error *err)
{
	struct replay_call *q = arg;
	struct commits steps = {0};
	struct replay *r = replay_new(&q->arena);
	ixc_status status = list_steps(q, &steps, err);
	for (size_t i = steps.n; status == IXC_OK && i-- > 0;) {
		status = run_step(q, r, steps.v[i], err);
		if (q->options->progress)
			q->options->progress(q->options->user, steps.n - i, steps.n);
	}
	if (status != IXC_OK)
		return status;
	struct buf b = buf_new(&q->arena, LIMIT_OUTPUT_BYTES);
	if (q->options->json)
		replay_json(&b, r);
	else
		replay_text(&b, r);
	struct str s = buf_str(&b);
	if (b.overflow)
		return api_fail(err, IXC_ENOMEM, "the report is too large to print");
	if (!q->fn(q->user, s.p, s.n))
		return api_fail(err, IXC_EIO, "the report could not be written");
	return IXC_OK;
}

ixc_status
ixc_replay(const ixc_checker *checker, const struct ixc_replay_options *options,
	ixc_write_fn *fn, void *user, struct ixc_error *err)
{
	struct replay_call q = {
		.checker = checker, .options = options, .fn = fn, .user = user};
	arena_init(&q.arena, LIMIT_RUN_BYTES, NULL);
	ixc_status status = api_guard(&q.arena, replay, &q, err);
	arena_release(&q.arena);
	return status;
}
