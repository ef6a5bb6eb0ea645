/*
 * game_counts.h - the progress of a tournament in matches and games, how fast
 * it is, and how long the rest will take.
 */
#ifndef TOURNAMENTS_RECORD_GAME_COUNTS_H
#define TOURNAMENTS_RECORD_GAME_COUNTS_H

#include "tournaments/record/record.h"

/* Of all rounds that have been made so far. */
struct game_counts {
	uint32_t matches, decided;
	uint64_t games, games_of;       /* finished, of all */
};

/*
 * Counts what the book has; the caller adds the games of matches in play.  A
 * closed tournament that ended early may have matches that will not be played:
 * these are left out.
 */
struct game_counts game_counts_of(const struct record *record);

enum { GAME_RATE_SAMPLES = 32, GAME_RATE_STEP_US = 2000000 };

/* The games of about the last minute; all zeroes is none yet. */
struct game_rate {
	struct {
		int64_t us;
		uint64_t games;
	} sample[GAME_RATE_SAMPLES];    /* a ring, the oldest at `first` */
	int first, count;
};

/* Notes that `games` are finished at `now`, a time of clock_us. */
void game_rate_note(struct game_rate *rate, int64_t now, uint64_t games);

/* Games per second between the oldest sample and `now`; NAN: unknown yet. */
double game_rate_now(const struct game_rate *rate, int64_t now, uint64_t games);

/* The seconds that the rest takes at this rate; NAN: unknown, as it also is
   while it is not known how many games there will be. */
double game_rate_left(double rate, const struct record *record,
		      const struct game_counts *counts);

/* "0:09", "1:02:03", "12 d 03:04:05"; "?" for NAN. */
void game_rate_duration(double seconds, struct text *out);

/* "8.3", "1250"; "?" for NAN. */
void game_rate_text(double rate, struct text *out);

#endif
