/* Small changelogs for tests. */
#ifndef SUPPORT_CHANGELOG_H
#define SUPPORT_CHANGELOG_H

#include "base/arena.h"
#include "base/source.h"
#include "model/changelog_link.h"

#define LINK(n) "https://github.com/SemiAnalysisAI/InferenceX/pull/" n
/* The parts of an entry, to be put together in other ways. */
#define KEYS(key) "- config-keys:\n    - " key "\n"
#define TEXT(text) "  description:\n    - " text "\n"
#define ENTRY(key, link) KEYS(key) TEXT("d") "  pr-link: " link "\n"

#define OLD ENTRY("a", LINK("1")) /* an entry of the history */
#define ADDED ENTRY("n", "XXX")   /* one of pull request 42 */
#define ADDED2 ENTRY("m", LINK("XXX"))
#define DONE ENTRY("n", LINK("42")) /* what becomes of it */
#define DONE2 ENTRY("m", LINK("42"))

extern const struct changelog_pr on_main, pr_42;

/* For texts with NUL bytes inside, and of literals: S("..."). */
const struct source *text_source(struct arena *a, struct sources *s, struct str bytes);

/* Shows blanks and line ends of a text that was not expected. */
void show_text(const char *what, struct str bytes);

#endif
