/* The device nodes of amdgpu, and who may open them. */
#include "hbm.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
is_denied(const char *path, char *hint, size_t size)
{
	struct stat st;
	int fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd >= 0) {
		close(fd);
		return false;
	}
	if (errno != EACCES && errno != EPERM)
		return false;
	if (errno == EPERM) { /* not by the file's mode */
		snprintf(hint, size,
			"%s is forbidden here: start the container with --device=/dev/kfd "
			"--device=/dev/dri",
			path);
		return true;
	}
	struct group *group = stat(path, &st) == 0 ? getgrgid(st.st_gid) : NULL;
	struct passwd *user = getpwuid(geteuid());
	const char *who = user ? user->pw_name : "USER";
	if (group && (st.st_mode & 0060) == 0060)
		snprintf(hint, size,
			"%s can be opened by group '%s': usermod -aG %s %s, then log in "
			"again; in a container, --group-add %s",
			path, group->gr_name, group->gr_name, who, group->gr_name);
	else
		snprintf(hint, size, "%s: permission denied, for its group too", path);
	return true;
}

bool
nodes_denied(const char *dev_root, char *hint, size_t size)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/kfd", dev_root);
	if (is_denied(path, hint, size))
		return true;
	snprintf(path, sizeof path, "%s/dri", dev_root);
	DIR *d = opendir(path);
	bool denied = false;
	for (struct dirent *e; d && !denied && (e = readdir(d));) {
		if (strncmp(e->d_name, "renderD", 7) != 0)
			continue;
		snprintf(path, sizeof path, "%s/dri/%s", dev_root, e->d_name);
		denied = is_denied(path, hint, size);
	}
	if (d)
		closedir(d);
	return denied;
}

bool
nodes_absent(const char *dev_root)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/kfd", dev_root);
	return access(path, F_OK) != 0;
}
