/* Names and what they stand for, copied when written. */
#include "shell/slots.h"

#include "base/arena.h"

#include <string.h>

enum { PAGE_SLOTS = 8, FOLDER_PAGES = 16, FOLDER_SLOTS = PAGE_SLOTS * FOLDER_PAGES };

struct slot_page {
	uint64_t owner;
	struct slot v[PAGE_SLOTS];
};

struct slot_folder {
	uint64_t owner;
	struct slot_page *page[FOLDER_PAGES];
};

static const struct slot_folder no_folder;
static const struct slot_page no_page;

static const struct slot_folder *
folder_at(const struct slots *s, size_t i)
{
	return i < s->n_folders && s->folder[i] ? s->folder[i] : &no_folder;
}

static const struct slot_page *
page_at(const struct slot_folder *f, size_t i)
{
	return f->page[i] ? f->page[i] : &no_page;
}

const struct slot *
slots_get(const struct slots *s, symbol id)
{
	const struct slot_folder *f = folder_at(s, id / FOLDER_SLOTS);
	const struct slot_page *p = page_at(f, id / PAGE_SLOTS % FOLDER_PAGES);
	return &p->v[id % PAGE_SLOTS];
}

/* ---- writing -------------------------------------------------------------------- */

static void
make_room(struct arena *a, struct slots *s, size_t n)
{
	if (n <= s->n_folders)
		return;
	n += 4;
	struct slot_folder **more = NEW_ARRAY(a, struct slot_folder *, n);
	if (s->n_folders)
		memcpy(more, s->folder, s->n_folders * sizeof *more);
	s->folder = more;
	s->n_folders = n;
}

static struct slot_folder *
own_folder(struct arena *a, struct slots *s, size_t i)
{
	make_room(a, s, i + 1);
	struct slot_folder *f = s->folder[i];
	if (f && f->owner == s->token)
		return f;
	struct slot_folder *copy = NEW(a, struct slot_folder);
	if (f)
		*copy = *f;
	copy->owner = s->token;
	s->folder[i] = copy;
	return copy;
}

struct slot *
slots_write(struct arena *a, struct slots *s, symbol id)
{
	struct slot_folder *f = own_folder(a, s, id / FOLDER_SLOTS);
	struct slot_page **p = &f->page[id / PAGE_SLOTS % FOLDER_PAGES];
	if (!*p || (*p)->owner != s->token) {
		struct slot_page *copy = NEW(a, struct slot_page);
		if (*p)
			*copy = **p;
		copy->owner = s->token;
		*p = copy;
	}
	return &(*p)->v[id % PAGE_SLOTS];
}

struct slots
slots_copy(struct arena *a, struct slots *s, uint64_t *tokens)
{
	struct slots r = *s;
	if (s->n_folders) {
		r.folder = NEW_ARRAY(a, struct slot_folder *, s->n_folders);
		memcpy(r.folder, s->folder, s->n_folders * sizeof *r.folder);
	}
	s->token = ++*tokens; /* neither may write to what they share */
	r.token = ++*tokens;
	return r;
}

/* ---- looking through all -------------------------------------------------------- */

bool
slots_next(const struct slots *s, symbol *id)
{
	for (size_t i = *id; i < s->n_folders * FOLDER_SLOTS; i++) {
		const struct slot_folder *f = folder_at(s, i / FOLDER_SLOTS);
		const struct slot_page *p = page_at(f, i / PAGE_SLOTS % FOLDER_PAGES);
		if (f == &no_folder) {
			i |= FOLDER_SLOTS - 1;
		} else if (p == &no_page) {
			i |= PAGE_SLOTS - 1;
		} else if (p->v[i % PAGE_SLOTS].variable) {
			*id = (symbol)i;
			return true;
		}
	}
	return false;
}

static bool
pages_differ(const struct slot_page *p, const struct slot_page *q, size_t *ret_from)
{
	for (size_t i = *ret_from; p != q && i < PAGE_SLOTS; i++) {
		const struct slot *a = &p->v[i], *b = &q->v[i];
		if (a->variable != b->variable || a->function != b->function) {
			*ret_from = i;
			return true;
		}
	}
	return false;
}

static bool
folders_differ(const struct slot_folder *f, const struct slot_folder *g, size_t *ret_from)
{
	size_t at = *ret_from % PAGE_SLOTS;
	for (size_t i = *ret_from / PAGE_SLOTS; f != g && i < FOLDER_PAGES; i++, at = 0) {
		if (f->page[i] == g->page[i] ||
			!pages_differ(page_at(f, i), page_at(g, i), &at))
			continue;
		*ret_from = i * PAGE_SLOTS + at;
		return true;
	}
	return false;
}

bool
slots_differ(const struct slots *x, const struct slots *y, symbol *id)
{
	size_t n = x->n_folders > y->n_folders ? x->n_folders : y->n_folders;
	size_t at = *id % FOLDER_SLOTS;
	for (size_t i = *id / FOLDER_SLOTS; i < n; i++, at = 0) {
		if (!folders_differ(folder_at(x, i), folder_at(y, i), &at))
			continue;
		*id = (symbol)(i * FOLDER_SLOTS + at);
		return true;
	}
	return false;
}
