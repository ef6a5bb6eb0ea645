/*
 * wave.h - the matches that are due together when many machines play.
 *
 * A wave is what contest_advance has made: everything of a format that looks at
 * no result, a cycle with until_error, else a round.  A test has 16 matches in
 * each, since it may stop after any.
 */
#ifndef TOURNAMENTS_FORMAT_WAVE_H
#define TOURNAMENTS_FORMAT_WAVE_H

#include "tournaments/format/contest.h"

enum { WAVE_TEST_MATCHES = 16 };

/* Places in contest->past. */
struct wave {
	size_t first;           /* the first that is not decided */
	size_t end;             /* after the last one */
	bool fresh;             /* none of it is decided: only then may the
				   tournament have ended early */
};

/* The wave that is being played, once contest_advance has made what is due;
   empty when all is decided. */
struct wave wave_of(const struct contest *contest);

/* The highest number of a match that was made so far. */
uint32_t wave_last(const struct contest *contest);

#endif
