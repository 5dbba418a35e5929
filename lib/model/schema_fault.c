/* Faults: making, counting beyond the limit, ordering. */
#include "model/schema_engine.h"

#include "base/arena.h"

#include <stdlib.h>

static bool
is_full(const struct schema_run *run)
{
	return run->faults->n >= run->most;
}

void
schema_settle(struct schema_run *run)
{
	run->dropped_refuses |= run->spare.reference_refuses;
	run->dropped_crashes |= run->spare.reference_crashes;
	run->spare = (struct schema_fault){0};
}

struct schema_fault *
schema_add_fault(struct schema_run *run)
{
	if (is_full(run)) {
		schema_settle(run);
		run->dropped++;
		return &run->spare;
	}
	vec_push(run->arena, run->faults, (struct schema_fault){0});
	return &run->faults->v[run->faults->n - 1];
}

bool
schema_only_count(struct schema_run *run)
{
	if (!is_full(run))
		return false;
	run->dropped++;
	run->dropped_refuses = true;
	return true;
}

struct schema_fault *
schema_fault_at(const struct schema_object *o, const char *id, struct span span,
	struct str field, struct str text)
{
	struct schema_frame leaf = {.up = o->frame, .name = field};
	struct schema_fault *fault = schema_add_fault(o->run);
	fault->id = id;
	fault->span = span;
	fault->path = schema_path(o->run->arena, field.n ? &leaf : o->frame);
	fault->text = text;
	return fault;
}

struct schema_fault *
schema_refuse(const struct schema_object *o, const char *id, struct span span,
	const char *field, const char *format, ...)
{
	va_list ap;
	if (schema_only_count(o->run))
		return &o->run->spare;
	va_start(ap, format);
	struct str text = str_vfmt(o->run->arena, format, ap);
	va_end(ap);
	struct schema_fault *fault = schema_fault_at(o, id, span, str_from(field), text);
	fault->reference_refuses = true;
	return fault;
}

struct schema_fault *
schema_advise(const struct schema_object *o, const char *id,
	enum schema_severity severity, struct span span, const char *field,
	const char *format, ...)
{
	va_list ap;
	if (is_full(o->run)) {
		o->run->dropped++;
		return &o->run->spare;
	}
	va_start(ap, format);
	struct str text = str_vfmt(o->run->arena, format, ap);
	va_end(ap);
	struct schema_fault *fault = schema_fault_at(o, id, span, str_from(field), text);
	fault->stricter = true;
	fault->severity = severity;
	return fault;
}

enum schema_verdict
schema_faults_verdict(const struct schema_faults *faults, size_t from)
{
	enum schema_verdict verdict = SCHEMA_ACCEPTED;
	for (size_t i = from; i < faults->n; i++) {
		if (faults->v[i].reference_crashes)
			return SCHEMA_CRASHED;
		if (faults->v[i].reference_refuses)
			verdict = SCHEMA_REFUSED;
	}
	return verdict;
}

struct ordered {
	struct schema_fault fault;
	size_t at;
};

static int
by_place(const void *x, const void *y)
{
	const struct ordered *p = x, *q = y;
	if (p->fault.span.file != q->fault.span.file)
		return p->fault.span.file < q->fault.span.file ? -1 : 1;
	if (p->fault.span.begin != q->fault.span.begin)
		return p->fault.span.begin < q->fault.span.begin ? -1 : 1;
	return (p->at > q->at) - (p->at < q->at);
}

void
schema_faults_sort(struct arena *a, struct schema_faults *faults)
{
	struct ordered *list = NEW_ARRAY(a, struct ordered, faults->n);
	for (size_t i = 0; i < faults->n; i++)
		list[i] = (struct ordered){faults->v[i], i};
	qsort(list, faults->n, sizeof *list, by_place);
	for (size_t i = 0; i < faults->n; i++)
		faults->v[i] = list[i].fault;
}
