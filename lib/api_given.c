/* Public interface: files that the caller has the bytes of. */
#include "api.h"

#include "base/limits.h"

struct given_call {
	ixc_checker *checker;
	const char *path;
	struct ixc_bytes bytes;
};

/* As trees name files: no "." or ".." or empty part. */
static bool
is_plain(struct str path)
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
	if (!is_plain(str_from(path)))
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
	return c->over ? tree_overlay(a, c->over, head) : head;
}
