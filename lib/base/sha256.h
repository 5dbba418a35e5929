/* SHA-256 (FIPS 180-4): fingerprints of findings, and comparing bytes by their digest. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include "base/str.h"

enum { SHA256_HEX_BYTES = 64 };

/* Lower-case hexadecimal digits of the digest. */
struct str sha256_hex(struct arena *a, struct str bytes);

#endif
