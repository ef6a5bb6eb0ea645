/*
 * screen_layout.h - lays out the screen of a tournament: state in, lines out.
 */
#ifndef TOURNAMENTS_WATCH_SCREEN_LAYOUT_H
#define TOURNAMENTS_WATCH_SCREEN_LAYOUT_H

#include "tournaments/record/game_counts.h"

/* An entrant in the table. */
struct screen_layout_row {
	const char *name;
	bool rated;             /* else only name and faults are set */
	int pool, rank;         /* from 1; the rank in its pool */
	double elo, error;      /* half of the 95% interval; NAN: unknown */
	long games;
	double score;           /* 0 to 1 */
	long faults;            /* games lost by its own fault */
};

/* A match that is being played. */
struct screen_layout_slot {
	int core;               /* -1: any, or unknown */
	uint32_t match;
	uint32_t games, of;
	const char *pairing;
};

/* Texts may contain anything: control characters do not reach the terminal. */
struct screen_layout {
	const char *id, *game, *format;
	uint32_t round, rounds; /* 0: unknown */
	uint32_t matches, decided;
	uint64_t games, games_of;
	enum shown_count {
		COUNT_ALL,
		COUNT_ROUND,    /* totals are without further rounds */
		COUNT_MOST      /* the tournament may end earlier */
	} count;
	double share;           /* done of all, 0 to 1 */
	double rate;            /* games per second; NAN: unknown */
	double passed, left;    /* seconds; NAN: unknown */
	uint32_t faults;

	const char *goal;       /* progress of the test or the error, or NULL */
	const char *notice;     /* about something unusual, or NULL */

	const struct record *bracket;   /* of a knockout, or NULL */
	const struct screen_layout_row *row;    /* best first */
	int rows;
	int pools;              /* their ratings cannot be compared */
	const char *table_note; /* what the table is made from, or why there is
				   none */
	const struct screen_layout_slot *slot;
	int slots;
	const char *const *trouble;     /* newest first */
	int troubles;
};

struct screen_size {
	int columns;
	int rows;               /* 0: no limit */
	bool colour;
};

/* Appends the lines, each with LF, none wider than `columns`. */
void screen_layout_lines(const struct screen_layout *shown,
			 const struct screen_size *size, struct text *out);

#endif
