/* Runs a fuzz target over files and folders of inputs, for compilers without libFuzzer.
 */
#include "base/arena.h"
#include "base/tree.h"

#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static size_t
replay(const char *folder)
{
	struct arena a;
	struct names names = {0};
	size_t done = 0;
	arena_init(&a, 0, NULL);
	struct tree *tree = tree_folder(&a, folder);
	if (!tree || tree->list(tree, &a, S(""), &names) != TREE_OK) {
		fprintf(stderr, "replay: %s: no such folder\n", folder);
		arena_release(&a);
		return 0;
	}
	for (size_t i = 0; i < names.n; i++) {
		struct str bytes;
		if (tree->read(tree, &a, names.v[i], &bytes) != TREE_OK)
			continue;
		(void)LLVMFuzzerTestOneInput((const uint8_t *)bytes.p, bytes.n);
		done++;
	}
	arena_release(&a);
	return done;
}

int
main(int argc, char **argv)
{
	size_t inputs = 0, empty = 0;
	for (int i = 1; i < argc; i++) {
		size_t n = replay(argv[i]);
		inputs += n;
		empty += n == 0;
	}
	printf("%zu inputs replayed\n", inputs);
	return empty || argc < 2;
}
