/* Choosing a method, and reading every device once a sample. */
#include "hbm.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void
keep_printable(char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s < 0x20 || (unsigned char)*s > 0x7e)
			*s = '?';
}

enum outcome
probe_why(struct probe *p, enum outcome outcome, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	vsnprintf(p->why, sizeof p->why, format, ap);
	va_end(ap);
	keep_printable(p->why);
	p->why_outcome = outcome;
	return outcome;
}

void
probe_hint(struct probe *p, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	vsnprintf(p->hint, sizeof p->hint, format, ap);
	va_end(ap);
	keep_printable(p->hint);
}

void
probe_note(struct probe *p, const char *format, ...)
{
	va_list ap;
	if (p->notes == NOTES_MOST)
		return;
	va_start(ap, format);
	vsnprintf(p->note[p->notes], sizeof p->note[0], format, ap);
	va_end(ap);
	keep_printable(p->note[p->notes++]);
}

struct device *
probe_add(struct probe *p)
{
	if (!p->device)
		p->device = calloc(DEVICES_MOST, sizeof *p->device);
	if (!p->device || p->devices == DEVICES_MOST)
		return NULL;
	struct device *d = &p->device[p->devices];
	d->index = (int)p->devices++;
	return d;
}

/* What a failed or refused method leaves must not be taken for another's. */
static void
forget(struct probe *p)
{
	if (p->method)
		p->method->close(p);
	p->method = NULL;
	p->state = NULL;
	p->devices = 0;
	if (p->device)
		memset(p->device, 0, DEVICES_MOST * sizeof *p->device);
	p->notes = 0;
	p->is_amd = false;
	p->library[0] = p->runtime[0] = p->driver[0] = 0;
}

void
probe_release(struct probe *p)
{
	forget(p);
	free(p->device);
	p->device = NULL;
}

static enum outcome
try(struct probe *p, const struct settings *s, const struct method *m)
{
	forget(p);
	p->hint[0] = 0;
	p->method = m;
	return m->open(p, s);
}

static void
say_hint(const char *hint)
{
	if (hint[0])
		fprintf(stderr, "%s: hint: %s\n", program_name, hint);
}

static int
give_up(const struct probe *p)
{
	trouble("%s", p->why);
	say_hint(p->hint);
	return EXIT_TROUBLE;
}

/* The runtime's own figure is the best, the bound by sysfs the last resort. */
static int
open_any(struct probe *p, const struct settings *s)
{
	static const struct method *const order[] = {
		&method_hip, &method_nvml, &method_sysfs};
	char why[3][sizeof p->why], hint[3][sizeof p->hint];
	for (size_t i = 0; i < 3; i++) {
		enum outcome outcome = try(p, s, order[i]);
		if (outcome == OUTCOME_FINE && i == 2)
			probe_note(p, "by sysfs, since HIP can't be used here: %.400s",
				why[0]);
		if (outcome == OUTCOME_FINE)
			return EXIT_CLEAN;
		if (outcome == OUTCOME_FAILED)
			return give_up(p);
		memcpy(why[i], p->why, sizeof why[i]);
		memcpy(hint[i], p->hint, sizeof hint[i]);
	}
	for (size_t i = 0; i < 3; i++) {
		trouble("%s: %s", order[i]->name, why[i]);
		say_hint(hint[i]);
	}
	return trouble("no GPU can be asked");
}

static int
open_method(struct probe *p, const struct settings *s)
{
	static const struct method *const known[] = {
		&method_hip, &method_nvml, &method_sysfs};
	for (size_t i = 0; i < 3; i++)
		if (strcmp(s->via, known[i]->name) == 0)
			return try(p, s, known[i]) == OUTCOME_FINE ? EXIT_CLEAN
								   : give_up(p);
	return open_any(p, s);
}

/* ---- sampling ---- */

static int
read_device(struct probe *p, struct device *d, int sample, int samples)
{
	struct memory m;
	if (p->method->read(p, d, &m) != OUTCOME_FINE) {
		char why[sizeof p->why];
		memcpy(why, p->why, sizeof why);
		probe_why(p, OUTCOME_FAILED,
			"device %d (%s) was lost in sample %d of %d: "
			"%.800s",
			d->index, d->pci[0] ? d->pci : "no address", sample, samples,
			why);
		return give_up(p);
	}
	if (m.total == 0 || m.free > m.total)
		return trouble("device %d (%s) says that %llu of %llu bytes are free",
			d->index, d->pci, (unsigned long long)m.free,
			(unsigned long long)m.total);
	if (sample == 1 || m.free < d->least.free)
		d->least = m;
	return EXIT_CLEAN;
}

static void
show_progress(const struct probe *p, int sample, int samples)
{
	uint64_t least = UINT64_MAX;
	for (size_t i = 0; i < p->devices; i++)
		if (p->device[i].least.free < least)
			least = p->device[i].least.free;
	bool live = isatty(STDERR_FILENO);
	fprintf(stderr, "%s%s: sample %d of %d, at least %.2f GiB free%s",
		live ? "\r" : "", program_name, sample, samples, (double)least / GIB,
		live && sample < samples ? "" : "\n");
	fflush(stderr);
}

static void
wait_for(double seconds)
{
	struct timespec t = {.tv_sec = (time_t)seconds};
	t.tv_nsec = (long)((seconds - (double)t.tv_sec) * 1e9);
	while (nanosleep(&t, &t) != 0)
		;
}

static void
set_place_and_date(struct probe *p, const struct settings *s)
{
	time_t now = time(NULL);
	struct tm tm;
	char host[TEXT_BYTES] = "";
	if (!localtime_r(&now, &tm) ||
		!strftime(p->date, sizeof p->date, "%Y-%m-%d", &tm))
		p->date[0] = 0;
	if (!s->node && gethostname(host, sizeof host - 1) == 0)
		text_setn(p->node, sizeof p->node, host, strcspn(host, "."));
	else if (s->node)
		text_set(p->node, sizeof p->node, s->node);
}

int
probe_run(struct probe *p, const struct settings *s)
{
	int code = open_method(p, s);
	set_place_and_date(p, s);
	for (int k = 1; k <= s->samples && code == EXIT_CLEAN; k++) {
		if (k > 1)
			wait_for(s->interval_s);
		for (size_t i = 0; i < p->devices && code == EXIT_CLEAN; i++)
			code = read_device(p, &p->device[i], k, s->samples);
		if (code == EXIT_CLEAN && s->samples > 1)
			show_progress(p, k, s->samples);
		p->samples = k;
	}
	return code;
}
