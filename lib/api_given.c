/* Public interface: files that the caller has the bytes of. */
#include "api.h"

#include "base/limits.h"

struct given_call {
	ixc_checker *checker;
	const char *path;
	struct ixc_bytes bytes;
};

bool
api_is_plain_path(struct str path)
{
	struct str rest = path;
	while (rest.p) {
		struct str part = str_cut(rest, '/', &rest);
		if (!part.n || str_eqz(part, ".") || str_eqz(part, ".."))
			return false;
	}
	return path.n > 0;
}

static ixc_status
take_file(void *arg, struct ixc_error *err)
{
	(void)err;
	struct given_call *q = arg;
	struct arena *a = &q->checker->arena;
	if (!q->checker->over)
		q->checker->over = tree_memory(a);
	tree_memory_put(a, q->checker->over, str_dup(a, str_from(q->path)),
		str_dup(a, (struct str){q->bytes.p, q->bytes.n}));
	return IXC_OK;
}

ixc_status
ixc_checker_set_file(ixc_checker *checker, const char *path, struct ixc_bytes bytes,
	struct ixc_error *err)
{
	if (!api_is_plain_path(str_from(path)))
		return api_fail(
			err, IXC_EUSAGE, "'%s' is not the path of a file from the root", path);
	if (bytes.n > LIMIT_FILE_BYTES)
		return api_fail(err, IXC_EUSAGE, "'%s' is larger than %d MiB", path,
			LIMIT_FILE_BYTES / (1024 * 1024));
	struct given_call q = {checker, path, bytes};
	return api_guard(&checker->arena, take_file, &q, err);
}

struct tree *
api_lay_over(struct arena *a, const ixc_checker *c, struct tree *head)
{
	if (!c->over)
		return head;
	/* A report may outlive the checker. */
	struct tree *over = c->over_is_kept ? c->over : tree_memory_copy(a, c->over);
	return tree_overlay(a, over, head);
}
