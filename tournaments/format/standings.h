/*
 * standings.h - the table of a tournament: points, and who is ahead of whom.
 *
 * Everything is counted in multiples of a common fraction, so that ties are
 * exact.  docs/formats.md has the rules.
 */
#ifndef TOURNAMENTS_FORMAT_STANDINGS_H
#define TOURNAMENTS_FORMAT_STANDINGS_H

#include "tournaments/format/contest.h"

/* Which points are counted; NORMAL: those of the format. */
enum points_kind { POINTS_NORMAL, POINTS_GAME, POINTS_MATCH };

/* "normal", "game", "match", NULL. */
extern const char *const standings_points_words[];

/* A sum that never overflows. */
struct standings_sum {
	uint64_t high, low;
};

enum {
	STANDINGS_TIE_UNIT = GAME_POINTS * 2 * 2520
}; /* can be divided by 1..9, the number of opponents */

struct standings_row {
	int entrant;
	int place;              /* from 1; equal ones share it */
	int64_t points;         /* in 1/GAME_POINTS, byes included */
	uint32_t matches;       /* decided ones, without byes */
	uint32_t wins;          /* more points than all others */
	uint32_t draws;         /* the most, with others */
	uint32_t losses;
	uint32_t byes;
	int64_t for_others;     /* to be added to the points where they count
				   for tie-breaks of its opponents */
	int by_seed;            /* tied bracket pairs it won by its seed */
	/* In 1/STANDINGS_TIE_UNIT; DIRECT: among those level before it. */
	struct standings_sum tie[TIE_WINS];
};

/* All zeroes is none. */
struct standings {
	struct standings_row *list;  /* owned; by place, then entrant */
	int count;
	enum points_kind kind;  /* not NORMAL */
	bool bracket;           /* places come from the format, not points */
	enum tie_break order[TIE_COUNT];        /* what splits equal points */
	int order_count;
};

/*
 * Counts what is decided so far.  A bye is a match won: one match point, or
 * all the game points of a match; one that was asked for half of it or nothing.
 */
void standings_make(const struct contest *contest, enum points_kind kind,
		    struct standings *standings);

/* The points of each seat of a decided fixture, in units as there. */
void standings_points(const struct contest *contest, enum points_kind kind,
		      const struct fixture *fixture, int64_t *points);

/* Frees them; may be called twice. */
void standings_release(struct standings *standings);

#endif
