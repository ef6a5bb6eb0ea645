/*
 * wave.h - the matches that are due together when many machines play.
 *
 * A wave is what one call of contest_advance makes: the whole tournament, a
 * cycle or a round.  The waves of a test have 16 matches each, since it may
 * stop after any match.
 */
#ifndef TOURNAMENTS_FORMAT_WAVE_H
#define TOURNAMENTS_FORMAT_WAVE_H

#include "tournaments/format/contest.h"

enum { WAVE_TEST_MATCHES = 16 };

/* Places in contest->past. */
struct wave {
	size_t first;           /* the first that is not decided */
	size_t end;             /* after the last one */
	bool fresh;             /* no match of it is decided: only then may
				   the tournament have ended early */
};

/* The wave that is being played, once contest_advance has made what is due;
   empty when all is decided. */
struct wave wave_of(const struct contest *contest);

/* The highest match number made so far. */
uint32_t wave_last(const struct contest *contest);

#endif
