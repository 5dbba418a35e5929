/* Texts to models. */
#include "model.h"

#include "base/buf.h"

void
bench_open(struct bench *b)
{
	*b = (struct bench){0};
	arena_init(&b->arena, 0, NULL);
}

void
bench_close(struct bench *b)
{
	arena_release(&b->arena);
}

const struct yaml_doc *
bench_doc(struct bench *b, struct str path, struct str bytes)
{
	return yaml_load(&b->arena, sources_add(&b->arena, &b->sources, path, bytes));
}

struct master *
bench_master(struct bench *b, struct str bytes)
{
	struct master_source file = {
		S("master.yaml"), bench_doc(b, S("master.yaml"), bytes)};
	return master_read(&b->arena, &file, 1);
}

struct runners *
bench_runners(struct bench *b, struct str bytes)
{
	return runners_read(&b->arena, bench_doc(b, S("runners.yaml"), bytes));
}

struct str
bench_faults(struct bench *b, const struct schema_faults *faults)
{
	struct buf out = buf_new(&b->arena, 1024 * 1024);
	for (size_t i = 0; i < faults->n; i++) {
		const struct schema_fault *f = &faults->v[i];
		const struct source *s = sources_get(&b->sources, f->span.file);
		struct place p = s ? source_place(s, f->span.begin) : (struct place){0};
		buf_addf(&out, "%s%u:%u %s%s %.*s", i ? "; " : "", p.line, p.column,
			f->stricter ? "+" : "", f->id, STR(f->path));
	}
	return buf_str(&out);
}

struct str
bench_fault_texts(struct bench *b, const struct schema_faults *faults)
{
	struct buf out = buf_new(&b->arena, 1024 * 1024);
	for (size_t i = 0; i < faults->n; i++) {
		const struct schema_fault *f = &faults->v[i];
		struct str text = str_slice(span_text(&b->sources, f->span), 0, 24);
		buf_addf(&out, "%s%s%s %.*s `%.*s`", i ? "; " : "",
			f->stricter ? "+" : "", f->id, STR(f->path), STR(text));
	}
	return buf_str(&out);
}

const char *
bench_verdict(enum schema_verdict v)
{
	static const char *const name[] = {
		[SCHEMA_ACCEPTED] = "accept",
		[SCHEMA_REFUSED] = "refuse",
		[SCHEMA_CRASHED] = "crash",
	};
	return name[v];
}
