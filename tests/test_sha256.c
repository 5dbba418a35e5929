/* SHA-256 against the published examples, at every length around a block's end. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/sha256.h"

#include <string.h>

static void
test_examples(void **state)
{
	/* FIPS 180-4 examples, the empty string, and a million 'a'. */
	static const struct {
		const char *text, *hex;
	} t[] = {
		{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
		{"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
		{"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
			"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
	};
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	for (size_t i = 0; i < sizeof t / sizeof *t; i++)
		assert_true(str_eqz(sha256_hex(&a, str_from(t[i].text)), t[i].hex));
	char *many = NEW_ARRAY(&a, char, 1000000);
	memset(many, 'a', 1000000);
	assert_true(str_eqz(sha256_hex(&a, (struct str){many, 1000000}),
		"cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
	arena_release(&a);
}

/* The digest of the digests of "x" repeated 0 to 200 times, as sha256sum gives it. */
static void
test_lengths(void **state)
{
	struct arena a;
	char text[200], all[201 * SHA256_HEX_BYTES];
	(void)state;
	arena_init(&a, 0, NULL);
	memset(text, 'x', sizeof text);
	for (size_t n = 0; n <= sizeof text; n++)
		memcpy(all + n * SHA256_HEX_BYTES,
			sha256_hex(&a, (struct str){text, n}).p, SHA256_HEX_BYTES);
	assert_true(str_eqz(sha256_hex(&a, (struct str){all, sizeof all}),
		"75013a3fd49991ead9d8a57ea80485c088443c3406a0e8fa003ed57144041eb4"));
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_examples),
		cmocka_unit_test(test_lengths),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
