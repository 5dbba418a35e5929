/* Public interface: the HBM profile. */
#include "api.h"

#include "base/limits.h"
#include "model/hbm_profile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

ixc_status
api_read_file(struct arena *a, const char *path, struct str *ret, struct ixc_error *err)
{
	char *real = realpath(path, NULL);
	if (!real)
		return api_fail(
			err, IXC_EIO, "cannot open '%s': %s", path, strerror(errno));
	struct str whole = str_dup(a, str_from(real));
	free(real);
	size_t slash = str_rfind_byte(whole, '/');
	struct tree *t = tree_folder(a, str_z(a, str_slice(whole, 0, slash ? slash : 1)));
	enum tree_status s = t ? t->read(t, a, str_slice(whole, slash + 1, whole.n), ret)
			       : TREE_UNREADABLE;
	return s == TREE_OK
		       ? IXC_OK
		       : api_fail(err, IXC_EIO, "'%s': %s", path, tree_status_text(s));
}

struct hbm_call {
	ixc_checker *checker;
	const char *path;
	struct ixc_bytes bytes;
};

static ixc_status
take_profile(void *arg, struct ixc_error *err)
{
	struct hbm_call *q = arg;
	struct arena *a = &q->checker->arena;
	struct str given = {q->bytes.p, q->bytes.n}, bytes;
	ixc_status status = IXC_OK;
	if (given.p)
		bytes = str_dup(a, given);
	else
		status = api_read_file(a, q->path, &bytes, err);
	if (status != IXC_OK)
		return status;
	q->checker->hbm_path = str_dup(a, str_from(q->path));
	q->checker->hbm = bytes;
	q->checker->has_hbm = true;
	return IXC_OK;
}

ixc_status
ixc_checker_set_hbm_profile(ixc_checker *checker, const char *path,
	struct ixc_bytes bytes, struct ixc_error *err)
{
	if (!*path)
		return api_fail(err, IXC_EUSAGE, "the path of the HBM profile is empty");
	if (bytes.n > LIMIT_FILE_BYTES)
		return api_fail(
			err, IXC_EIO, "'%s': %s", path, tree_status_text(TREE_TOO_LARGE));
	struct hbm_call q = {checker, path, bytes};
	return api_guard(&checker->arena, take_profile, &q, err);
}

ixc_status
ixc_checker_set_today(ixc_checker *checker, const char *date, struct ixc_error *err)
{
	if (!hbm_day(str_from(date), &checker->today))
		return api_fail(err, IXC_EUSAGE,
			"'%s' is not a day of the form YYYY-MM-DD", date);
	return IXC_OK;
}
