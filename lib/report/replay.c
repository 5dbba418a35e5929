/* Gathering and writing a replay. */
#include "report/replay.h"

#include "base/arena.h"
#include "check/rule.h"
#include "report/maker.h"
#include "report/report.h"

struct seen {
	struct str commit, path, headline, fixed_by; /* fixed_by empty: never */
	struct place place;
	const struct ixc_rule *rule;
	ixc_severity severity;
	struct seen *older; /* of the same key */
};

struct replay {
	struct arena *arena;
	VEC(, struct seen *) list;
	struct map open; /* key to the newest that is not fixed */
	size_t steps;
};

struct replay *
replay_new(struct arena *a)
{
	struct replay *r = NEW(a, struct replay);
	r->arena = a;
	return r;
}

static struct str
key_of(struct arena *a, const struct ixc_finding *f)
{
	return str_fmt(a, "%s\n%.*s\n%.*s", f->rule->id, STR(finding_path(f)),
		STR(f->subject));
}

static void
add_new(struct replay *r, struct str commit, const struct ixc_finding *f)
{
	struct arena *a = r->arena;
	const struct source *source = sources_get(f->owner->sources, f->span.file);
	struct seen *s = NEW(a, struct seen);
	*s = (struct seen){
		.commit = commit,
		.path = str_dup(a, finding_path(f)),
		.headline = str_dup(a, f->headline),
		.place = source_place(source, f->span.begin),
		.rule = f->rule,
		.severity = f->severity,
	};
	struct str key = key_of(a, f);
	s->older = map_get(&r->open, key);
	map_put(a, &r->open, key, s);
	vec_push(a, &r->list, s);
}

void
replay_add(struct replay *r, struct str commit, const struct run *run)
{
	r->steps++;
	commit = str_dup(r->arena, commit);
	for (size_t i = 0; i < run->fixed.n; i++) {
		struct str key = key_of(r->arena, run->fixed.v[i]);
		struct seen *s = map_get(&r->open, key);
		if (!s)
			continue;
		s->fixed_by = commit;
		map_put(r->arena, &r->open, key, s->older);
	}
	for (size_t i = 0; i < run->findings.list.n; i++)
		add_new(r, commit, run->findings.list.v[i]);
}

static void
count(const struct replay *r, const struct ixc_rule *rule, size_t *found, size_t *fixed)
{
	*found = *fixed = 0;
	for (size_t i = 0; i < r->list.n; i++) {
		*found += r->list.v[i]->rule == rule;
		*fixed += r->list.v[i]->rule == rule && r->list.v[i]->fixed_by.n;
	}
}

static struct str
short_name(struct str commit)
{
	return str_slice(commit, 0, 10);
}

void
replay_text(struct buf *b, const struct replay *r)
{
	for (size_t i = 0; i < r->list.n; i++) {
		const struct seen *s = r->list.v[i];
		buf_addf(b, "%.*s %.*s:%u:%u: %s: %.*s [%s]", STR(short_name(s->commit)),
			STR(s->path), (unsigned)s->place.line, (unsigned)s->place.column,
			severity_name(s->severity), STR(s->headline), s->rule->id);
		if (s->fixed_by.n)
			buf_addf(b, " fixed by %.*s", STR(short_name(s->fixed_by)));
		buf_addc(b, '\n');
	}
	buf_addf(b, "\n%zu steps, %zu findings\n", r->steps, r->list.n);
	for (size_t i = 0; i < rules_count(); i++) {
		size_t found, fixed;
		count(r, rules_at(i), &found, &fixed);
		if (found)
			buf_addf(b, "%6zu %-36s %zu fixed later\n", found, rules_at(i)->id,
				fixed);
	}
}

void
replay_json(struct buf *b, const struct replay *r)
{
	struct maker m = {0};
	json_t *root = maker_root(b->arena);
	maker_integer(&m, root, "version", 1);
	maker_tool(&m, root);
	maker_integer(&m, root, "steps", (int64_t)r->steps);
	json_t *rules = maker_list(&m, root, "rules");
	for (size_t i = 0; i < rules_count(); i++) {
		size_t found, fixed;
		count(r, rules_at(i), &found, &fixed);
		if (!found)
			continue;
		json_t *o = maker_object(&m, rules, NULL);
		maker_stringz(&m, o, "rule", rules_at(i)->id);
		maker_integer(&m, o, "found", (int64_t)found);
		maker_integer(&m, o, "fixed", (int64_t)fixed);
	}
	json_t *list = maker_list(&m, root, "findings");
	for (size_t i = 0; i < r->list.n; i++) {
		const struct seen *s = r->list.v[i];
		json_t *o = maker_object(&m, list, NULL);
		maker_string(&m, o, "commit", s->commit);
		maker_stringz(&m, o, "rule", s->rule->id);
		maker_stringz(&m, o, "severity", severity_name(s->severity));
		maker_string(&m, o, "message", s->headline);
		maker_string(&m, o, "path", s->path);
		maker_integer(&m, o, "line", s->place.line);
		maker_integer(&m, o, "column", s->place.column);
		if (s->fixed_by.n)
			maker_string(&m, o, "fixed_by", s->fixed_by);
	}
	maker_dump_root(b, &m, root, 0);
	buf_addc(b, '\n');
}
