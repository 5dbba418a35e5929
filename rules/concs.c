/* Concurrencies in messages. */
#include "concs.h"

void
concs_add(struct buf *b, int64_t conc)
{
	enum { SHOWN_BYTES = 60 };
	if (b->n < SHOWN_BYTES)
		buf_addf(b, "%s%lld", b->n ? ", " : "", (long long)conc);
	else if (!str_ends(buf_str(b), S("...")))
		buf_addz(b, " ...");
}
