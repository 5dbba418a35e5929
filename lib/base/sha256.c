/* SHA-256. */
#include "base/sha256.h"

#include "base/arena.h"

#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, LENGTH_AT = 56 };

/* First 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t k[ROUNDS] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5,
	0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
	0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
	0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
	0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138,
	0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624,
	0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
	0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f,
	0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t
turn(uint32_t x, unsigned n)
{
	return x >> n | x << (32 - n);
}

static void
add_block(uint32_t h[8], const unsigned char *p)
{
	uint32_t w[ROUNDS], v[8];
	for (size_t i = 0; i < 16; i++)
		w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 |
			(uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
	for (size_t i = 16; i < ROUNDS; i++) {
		uint32_t x = w[i - 15], y = w[i - 2];
		w[i] = w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ x >> 3) + w[i - 7] +
			(turn(y, 17) ^ turn(y, 19) ^ y >> 10);
	}
	memcpy(v, h, sizeof v);
	for (size_t i = 0; i < ROUNDS; i++) {
		uint32_t e = v[4], a = v[0];
		uint32_t t1 = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
			((e & v[5]) ^ (~e & v[6])) + k[i] + w[i];
		uint32_t t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) +
			((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
		memmove(v + 1, v, 7 * sizeof *v);
		v[4] += t1;
		v[0] = t1 + t2;
	}
	for (size_t i = 0; i < 8; i++)
		h[i] += v[i];
}

struct str
sha256_hex(struct arena *a, struct str bytes)
{
	uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
		0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
	const unsigned char *p = (const unsigned char *)bytes.p;
	size_t at = 0;
	for (; bytes.n - at >= BLOCK; at += BLOCK)
		add_block(h, p + at);
	unsigned char last[2 * BLOCK] = {0};
	size_t left = bytes.n - at, n = left < LENGTH_AT ? BLOCK : 2 * BLOCK;
	if (left)
		memcpy(last, p + at, left);
	last[left] = 0x80;
	uint64_t bits = (uint64_t)bytes.n * 8;
	for (size_t i = 0; i < 8; i++)
		last[n - 1 - i] = (unsigned char)(bits >> 8 * i);
	for (size_t i = 0; i < n; i += BLOCK)
		add_block(h, last + i);
	char *to = NEW_ARRAY(a, char, SHA256_HEX_BYTES + 1);
	for (size_t i = 0; i < SHA256_HEX_BYTES; i++)
		to[i] = "0123456789abcdef"[h[i / 8] >> (28 - 4 * (i % 8)) & 15];
	return (struct str){to, SHA256_HEX_BYTES};
}
