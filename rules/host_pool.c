/* Sizes of host pools, engine by engine. */
#include "host_pool.h"

#include "literal.h"

#define BUDGET "TOTAL_CPU_DRAM_GB"

double
host_budget(const struct plan_case *c)
{
	int64_t gb = 0;
	if (!str_eqz(case_variable(c, S("KV_OFFLOADING")), "dram") ||
		!str_to_int64(case_variable(c, S(BUDGET)), &gb) || gb <= 0)
		return 0;
	return (double)gb * 1e9;
}

/* ---- how many ------------------------------------------------------------------- */

static struct amount
copies_of(const struct serve *s, enum host_scope scope)
{
	struct amount one = {.known = true, .v = 1};
	if (scope == HOST_IN_ALL)
		return one;
	if (scope == HOST_EACH_RANK)
		return s->gpus;
	return s->dp;
}

/* "120", "120GB": what stands before the unit. */
static struct str
leading_digits(struct str s)
{
	size_t i = 0;
	s = str_trim(s);
	while (i < s.n && ((s.p[i] >= '0' && s.p[i] <= '9') || s.p[i] == '.'))
		i++;
	return str_slice(s, 0, i);
}

static bool
add_pool(struct check *c, struct host_picture *k, struct host_pool h, struct str text)
{
	h.digits = leading_digits(text);
	struct reading r = reading_of(c->arena, TYPE_REAL, h.digits);
	if (!h.facts || r.fault || !(r.has & HAS_REAL)) {
		k->unknown = true;
		return false;
	}
	if (r.real <= 0)
		return false;
	/* Bytes without a unit. */
	bool has_unit = h.digits.n < str_trim(text).n;
	h.each = r.real * (h.facts->unit > 1 && !h.option && !h.origin && !has_unit
					  ? 1
					  : h.facts->unit);
	if (h.server)
		h.copies = copies_of(h.server, h.facts->scope);
	vec_push(c->arena, &k->pools, h);
	return true;
}

/* ---- options -------------------------------------------------------------------- */

static void
add_option(struct check *c, struct host_picture *k, const struct serve *s,
	const char *engine, const char *setting, enum option_meaning m)
{
	const struct option *o = option_find(s->options, m);
	enum option_state state = option_state(s->options, m);
	if (!o || state == STATE_ABSENT)
		return;
	struct str text;
	if (state != STATE_KNOWN || o->values.n != 1 ||
		!value_known(o->values.v[0].value, &text)) {
		k->unknown = true;
		return;
	}
	struct host_pool h = {.facts = host_pool_facts(engine, setting),
		.setting = o->name,
		.place = literal_place(c->repo->sources, o, text, 0),
		.server = s,
		.option = o,
		.origin = o->values.v[0].origin};
	add_pool(c, k, h, text);
}

/* ---- connectors of vLLM --------------------------------------------------------- */

static void
add_connector(struct check *c, struct host_picture *k, const struct serve *s,
	const struct option *o, const struct data *connector, unsigned depth)
{
	static const char *const keys[] = {
		"cpu_bytes_to_use_per_rank", "cpu_bytes_to_use"};
	const struct data *extra = data_get(connector, S("kv_connector_extra_config"));
	const struct data *inner = data_get(extra, S("connectors"));
	for (size_t i = 0; depth < 3 && i < data_count(inner); i++)
		add_connector(c, k, s, o, data_item(inner, i), depth + 1);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		const struct data *size = data_get(extra, str_from(keys[i]));
		double bytes = 0;
		if (!size)
			continue;
		struct str text = {0};
		if (data_real(size, &bytes))
			text = str_fmt(c->arena, "%.0f", bytes);
		struct str key = str_fmt(c->arena, "\"%s\"", keys[i]);
		struct str whole = o->readings.v[0].text;
		size_t at = str_find(whole, key, 0) + key.n;
		while (at < whole.n && (whole.p[at] == ':' || whole.p[at] == ' '))
			at++;
		struct host_pool h = {.facts = host_pool_facts("vllm", keys[i]),
			.setting = str_from(keys[i]),
			.place = at < whole.n
					 ? literal_place(c->repo->sources, o, whole, at)
					 : o->span,
			.server = s,
			.option = o,
			.origin = o->values.v[0].origin};
		add_pool(c, k, h, text);
		return;
	}
}

static void
add_connectors(struct check *c, struct host_picture *k, const struct serve *s)
{
	const struct option *o = option_find(s->options, OPTION_KV_TRANSFER_CONFIG);
	if (!o)
		return;
	const struct data *d = option_data(s->options, OPTION_KV_TRANSFER_CONFIG);
	if (d && o->values.n == 1 && !o->within)
		add_connector(c, k, s, o, d, 0);
	else
		k->unknown = true;
}

/* ---- files and variables -------------------------------------------------------- */

static bool
is_in_comment(const struct source *s, size_t at)
{
	struct str line = source_line(s, source_place(s, (uint32_t)at).line);
	return str_starts(str_trim(line), S("#"));
}

/* Where the recipe writes a key; the command when it does so nowhere, or twice. */
static struct span
key_place(struct check *c, const struct serve *s, struct str key)
{
	struct session *session = c->plans->session;
	const struct source *src = session_path(session, c->plan->of->recipe)->source;
	struct span found = s->command->launch->span;
	size_t times = 0;
	for (size_t at = 0; src && (at = str_find(src->bytes, key, at)) < src->bytes.n;
		at++) {
		if (is_in_comment(src, at))
			continue;
		found = span_in(src, at, at + key.n);
		times++;
	}
	return times == 1 ? found : s->command->launch->span;
}

/* The text behind `"key": "` in a file of which other parts may not be known. */
static bool
setting_in_file(const struct value *file, struct str key, struct str *ret)
{
	for (size_t i = 0; file && i < file->n; i++) {
		if (file->v[i].kind != PIECE_TEXT)
			continue;
		struct str s = file->v[i].text;
		size_t at = str_find(s, key, 0) + key.n;
		if (at >= s.n)
			continue;
		size_t begin = str_find_byte(s, '"', str_find_byte(s, ':', at)) + 1;
		size_t end = str_find_byte(s, '"', begin);
		*ret = str_slice(s, begin, end);
		return end < s.n;
	}
	return false;
}

/* Mooncake's configuration file, which a variable names. */
static void
add_mooncake(struct check *c, struct host_picture *k, const struct serve *s,
	const char *engine, const char *variable)
{
	const struct shell_launch *l = s->command->launch;
	struct exported e = exported_variable(c, l, variable);
	if (e.set == TRI_NO)
		return;
	const struct value *file =
		e.set == TRI_YES ? launch_file(c->arena, l, e.value) : NULL;
	struct str size;
	if (!setting_in_file(file, S("\"global_segment_size\""), &size)) {
		k->unknown = true;
		return;
	}
	struct host_pool h = {.facts = host_pool_facts(engine, "global_segment_size"),
		.setting = S("Mooncake's global_segment_size"),
		.place = key_place(c, s, S("global_segment_size")),
		.server = s};
	add_pool(c, k, h, size);
}

/* LMCache inside of the engine's workers. */
static void
add_lmcache(struct check *c, struct host_picture *k, const struct serve *s)
{
	const char *name = "LMCACHE_MAX_LOCAL_CPU_SIZE";
	struct exported e = exported_variable(c, s->command->launch, name);
	struct str text;
	if (e.set == TRI_NO)
		return;
	if (e.set != TRI_YES || !value_known(e.value, &text)) {
		k->unknown = true;
		return;
	}
	struct host_pool h = {.facts = host_pool_facts("lmcache", name),
		.setting = str_from(name),
		.place = e.place,
		.server = s,
		.origin = e.origin};
	add_pool(c, k, h, text);
}

static void
add_host_cache(struct check *c, struct host_picture *k, const struct serve *s)
{
	int64_t bytes = 0;
	switch (option_int_state(s->options, OPTION_KV_OFFLOAD_SIZE, &bytes)) {
	case STATE_ABSENT:
		return;
	case STATE_UNKNOWN:
	case STATE_CHOICE:
		k->unknown = true;
		return;
	case STATE_KNOWN:
		break;
	}
	struct host_pool h = {.facts = host_pool_facts("trtllm", "host_cache_size"),
		.setting = S("host_cache_size"),
		.place = key_place(c, s, S("host_cache_size")),
		.server = s};
	add_pool(c, k, h, str_fmt(c->arena, "%lld", (long long)bytes));
}

/* ---- all of a plan -------------------------------------------------------------- */

static void
add_server(struct check *c, struct host_picture *k, const struct serve *s)
{
	switch (s->engine) {
	case ENGINE_SGLANG:
		add_option(c, k, s, "sglang", "hicache-size", OPTION_KV_OFFLOAD_SIZE);
		add_mooncake(c, k, s, "sglang", "SGLANG_HICACHE_MOONCAKE_CONFIG_PATH");
		k->by_ratio =
			k->by_ratio ||
			option_state(s->options, OPTION_KV_OFFLOAD_RATIO) != STATE_ABSENT;
		break;
	case ENGINE_VLLM:
		add_option(c, k, s, "vllm", "kv-offloading-size", OPTION_KV_OFFLOAD_SIZE);
		add_connectors(c, k, s);
		add_mooncake(c, k, s, "vllm", "MOONCAKE_CONFIG_PATH");
		add_lmcache(c, k, s);
		break;
	case ENGINE_ATOM:
		add_lmcache(c, k, s);
		break;
	case ENGINE_TRTLLM:
		add_host_cache(c, k, s);
		break;
	case ENGINE_NONE:
		break;
	}
}

static void
add_lmcache_server(
	struct check *c, struct host_picture *k, const struct plan_command *command)
{
	struct decoded *d = engines_decode(c->arena, command);
	const struct option *o = option_find(d, OPTION_KV_OFFLOAD_SIZE);
	struct str text;
	if (option_state(d, OPTION_KV_OFFLOAD_SIZE) != STATE_KNOWN || o->values.n != 1 ||
		!value_known(o->values.v[0].value, &text)) {
		k->unknown = true;
		return;
	}
	struct host_pool h = {.facts = host_pool_facts("lmcache", "l1-size-gb"),
		.setting = o->name,
		.place = literal_place(c->repo->sources, o, text, 0),
		.option = o,
		.origin = o->values.v[0].origin,
		.copies = {.known = true, .v = 1}};
	for (size_t i = 0; i < k->pools.n; i++) {
		struct host_pool *other = &k->pools.v[i];
		if (!other->server && str_eq(other->digits, leading_digits(text)) &&
			other->place.begin == h.place.begin) {
			other->copies.v++;
			return;
		}
	}
	add_pool(c, k, h, text);
}

struct host_picture
host_pools_of(struct check *c, const struct case_plan *p)
{
	struct host_picture k = {0};
	for (size_t i = 0; i < p->servers.n; i++) {
		if (p->servers.v[i]->options)
			add_server(c, &k, p->servers.v[i]);
		else
			k.unknown = true;
	}
	for (size_t i = 0; i < p->launch->commands.n; i++)
		if (p->launch->commands.v[i]->kind == PLAN_LMCACHE)
			add_lmcache_server(c, &k, p->launch->commands.v[i]);
	return k;
}

/* ---- what the size comes from --------------------------------------------------- */

/* Chosen by a condition that names the budget. */
static bool
depends_on_budget(struct check *c, const struct origin *o)
{
	for (const struct condition *w = o->within; w; w = w->up)
		if (str_contains(span_text(c->repo->sources, w->span), S(BUDGET)))
			return true;
	return false;
}

static bool
reads_budget(struct check *c, const struct origin *o, unsigned depth)
{
	if (!o || depth > 12)
		return false;
	if (str_eqz(o->name, BUDGET) || depends_on_budget(c, o))
		return true;
	for (size_t i = 0; i < o->reads.n; i++)
		if (reads_budget(c, o->reads.v[i], depth + 1))
			return true;
	return false;
}

/* In a file: some variable with that value was computed from the budget. */
static bool
some_variable_has(struct check *c, const struct case_plan *p, const struct host_pool *h)
{
	const struct shell_trace *t = p->launch->trace;
	if (str_eq(h->digits, case_variable(p->of, S(BUDGET))))
		return true;
	for (size_t i = 0; i < t->assignments.n; i++) {
		const struct shell_assignment *a = t->assignments.v[i];
		const struct variable *v =
			launch_variable(h->server->command->launch, a->name);
		if (v && v->set == TRI_YES && value_is(variable_scalar(v), h->digits) &&
			reads_budget(c, v->origin, 0))
			return true;
	}
	return false;
}

bool
host_pool_is_fed(struct check *c, const struct case_plan *p, const struct host_pool *h)
{
	if (h->origin)
		return reads_budget(c, h->origin, 0);
	return h->server ? some_variable_has(c, p, h) : false;
}
