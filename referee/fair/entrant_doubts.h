/*
 * entrant_doubts.h - what a verdict says about how the entrants were run.
 */
#ifndef FAIR_ENTRANT_DOUBTS_H
#define FAIR_ENTRANT_DOUBTS_H

#include "fair/doubts.h"
#include "fair/logline.h"

/*
 * Adds what is not proved about these entrants of a log or a manifest: a
 * level below strict, entrants with levels of their own, and people.
 */
void entrant_doubts(const struct logline_entrant *entrant, int entrants,
		    enum level all, struct doubts *doubts);

/*
 * Appends the entrants whose own level is weaker than that of the match, `all`,
 * without a line feed, as in "sandbox none for ann, bob; strict for all
 * others".  Appends nothing if there are none.  Returns whether there are any.
 */
bool entrant_doubts_weaker(const struct logline_entrant *entrant, int entrants,
			   enum level all, struct text *out);

#endif
