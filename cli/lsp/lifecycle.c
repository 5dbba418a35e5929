/* From initialize to exit. */
#include "diagnostics.h"
#include "uri.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---- settings ------------------------------------------------------------------- */

static void
set_today(ixc_checker *c)
{
	char date[32];
	struct tm tm;
	struct ixc_error err;
	time_t now = time(NULL);
	if (gmtime_r(&now, &tm) && strftime(date, sizeof date, "%Y-%m-%d", &tm))
		ixc_checker_set_today(c, date, &err);
}

static ixc_status
configure(const struct server_options *o, ixc_checker *c, struct ixc_error *err)
{
	ixc_status status = IXC_OK;
	struct ixc_bytes none = {0};
	ixc_checker_set_syntax(c, IXC_SYNTAX_BASH);
	set_today(c);
	for (size_t i = 0; status == IXC_OK && i < o->ignored_count; i++)
		status = ixc_checker_set_severity(c, o->ignored[i], IXC_OFF, err);
	if (status == IXC_OK && (o->config || o->no_config))
		status = ixc_checker_set_project_file(
			c, o->no_config ? NULL : o->config, err);
	if (status == IXC_OK && o->hbm_profile)
		status = ixc_checker_set_hbm_profile(c, o->hbm_profile, none, err);
	return status;
}

ixc_checker *
server_checker(struct server *s)
{
	ixc_checker *c = NULL;
	struct ixc_error err;
	ixc_status status = ixc_checker_new(&c, s->root, &err);
	if (status == IXC_OK)
		status = configure(s->options, c, &err);
	if (status == IXC_OK)
		return c;
	server_log(s, "%s", err.message);
	ixc_checker_free(c);
	return NULL;
}

void
server_find_root(struct server *s, const char *path)
{
	char folder[PATH_MAX];
	struct ixc_error err;
	if (s->workspace)
		return;
	snprintf(folder, sizeof folder, "%s", path);
	/* A file that was never saved has a folder. */
	while (ixc_find_root(folder, s->root, sizeof s->root, &err) != IXC_OK) {
		char *slash = strrchr(folder, '/');
		s->root[0] = 0;
		if (!slash || slash == folder)
			return;
		*slash = 0;
	}
	ixc_checker *c = server_checker(s);
	if (c && ixc_workspace_new(&s->workspace, c, &err) != IXC_OK)
		ixc_checker_free(c);
	if (s->workspace)
		thorough_want(&s->thorough);
}

/* ---- methods -------------------------------------------------------------------- */

/* The first folder, or what older clients say. */
static const char *
folder_of(const json_t *params)
{
	const json_t *folders = json_object_get(params, "workspaceFolders");
	const char *uri =
		json_string_value(json_object_get(json_array_get(folders, 0), "uri"));
	return uri ? uri : json_string_value(json_object_get(params, "rootUri"));
}

static json_t *
capabilities(void)
{
	return json_pack("{s:s, s:{s:b, s:i, s:{s:b}}, s:b, s:b, s:{s:[s,s]}, s:{s:[s]}}",
		"positionEncoding", "utf-16", "textDocumentSync", "openClose", 1,
		"change", 2, "save", "includeText", 0, "hoverProvider", 1,
		"definitionProvider", 1, "completionProvider", "triggerCharacters", ":",
		"-", "codeActionProvider", "codeActionKinds", "quickfix");
}

void
method_initialize(struct server *s, const json_t *id, const json_t *params)
{
	char path[PATH_MAX];
	const char *uri = folder_of(params);
	const json_t *o = json_object_get(params, "capabilities");
	o = json_object_get(json_object_get(o, "workspace"), "didChangeWatchedFiles");
	s->may_register = json_is_true(json_object_get(o, "dynamicRegistration"));
	s->state = SERVER_READY;
	rpc_reply(&s->rpc, id,
		json_pack("{s:o, s:{s:s, s:s}}", "capabilities", capabilities(),
			"serverInfo", "name", "infxcheck", "version", ixc_version()));
	if (s->options->root)
		server_find_root(s, s->options->root);
	else if (uri && uri_to_path(uri, path, sizeof path))
		server_find_root(s, path);
}

void
method_initialized(struct server *s, const json_t *id, const json_t *params)
{
	(void)id;
	(void)params;
	if (!s->may_register)
		return;
	rpc_request(&s->rpc, "client/registerCapability",
		json_pack("{s:[{s:s, s:s, s:{s:[{s:s}]}}]}", "registrations", "id",
			"files", "method", "workspace/didChangeWatchedFiles",
			"registerOptions", "watchers", "globPattern",
			"**/*.{yaml,yml,sh,bash,slurm,py,json}"));
}

void
method_shutdown(struct server *s, const json_t *id, const json_t *params)
{
	(void)params;
	s->state = SERVER_SHUT_DOWN;
	rpc_reply(&s->rpc, id, NULL);
}

void
method_exit(struct server *s, const json_t *id, const json_t *params)
{
	(void)id;
	(void)params;
	s->state = SERVER_GONE;
}
