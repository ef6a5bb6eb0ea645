/*
 * entrant_doubts.h - what a verdict says of how the entrants were run.
 */
#ifndef FAIR_ENTRANT_DOUBTS_H
#define FAIR_ENTRANT_DOUBTS_H

#include "fair/doubts.h"
#include "fair/logline.h"

/*
 * Adds what was not proved of these entrants, of a log or of a manifest: a
 * `sandbox` below strict, entrants with a level of their own, and people.
 */
void entrant_doubts(const struct logline_entrant *entrant, int entrants,
		    const char *sandbox, struct doubts *doubts);

/*
 * The entrants whose own sandbox is weaker than `sandbox`, that of the match,
 * on one line without its end, as in "sandbox none for ann, bob; strict for all
 * others".  Appends nothing when there are none.  Returns whether there are.
 */
bool entrant_doubts_weaker(const struct logline_entrant *entrant, int entrants,
			   const char *sandbox, struct text *out);

#endif
