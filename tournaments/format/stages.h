/*
 * stages.h - the pools of a tournament in stages, each a contest of its own.
 *
 * docs/formats.md defines who is in which pool and who goes on.
 */
#ifndef TOURNAMENTS_FORMAT_STAGES_H
#define TOURNAMENTS_FORMAT_STAGES_H

#include "tournaments/format/bracket.h"

/* One pool. */
struct pool {
	struct contest contest; /* owned; with the results so far */
	int *entrant;           /* owned: who of the tournament is who of it */
};

struct pools {
	struct pool *list;      /* owned */
	int count;
	uint32_t rounds_before; /* those of earlier stages */
};

/* The last stage that has begun, from 0. */
int stages_begun(const struct contest *contest);

/* Makes the pools of a stage that has begun.  pools_release frees them and may
   be called twice. */
struct pools pools_make(const struct contest *contest, int stage);
void pools_release(struct pools *pools);

/* Has a contest of any format a bracket; if it has stages, the one that is being
   played? */
bool stages_have_bracket(const struct contest *contest);

/* That bracket, with the entrants and rounds of the whole contest;
   bracket_release frees it. */
struct bracket stages_bracket(const struct contest *contest);

#endif
