/*
 * screen_layout.h - what the screen of a tournament shows: state in, lines out.
 */
#ifndef TOURNAMENTS_WATCH_SCREEN_LAYOUT_H
#define TOURNAMENTS_WATCH_SCREEN_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "tournaments/record/record.h"

/* An entrant in the table. */
struct screen_layout_row {
	const char *name;
	bool rated;             /* else there are only the name and faults */
	int pool, rank;         /* from 1; the rank in its pool */
	double elo, error;      /* 95%, half; NAN: unknown */
	long games;
	double score;           /* 0 to 1 */
	long faults;            /* games lost by a fault of its own */
};

/* A match that is being played. */
struct screen_layout_slot {
	int core;               /* -1: any, or unknown */
	uint32_t match;
	uint32_t games, of;
	char *pairing;          /* owned by who made it */
};

/* Texts may hold anything: only what is harmless reaches a terminal. */
struct screen_layout {
	const char *id, *game, *format;
	uint32_t round, rounds; /* 0: unknown */
	uint32_t matches, decided;
	uint64_t games, games_of;
	enum shown_count {
		COUNT_ALL,
		COUNT_ROUND,    /* further rounds are not counted in `.._of` */
		COUNT_MOST      /* it may end before */
	} count;
	double share;           /* done of all, 0 to 1 */
	double rate;            /* games per second; NAN: unknown */
	double passed, left;    /* seconds; NAN: unknown */
	uint32_t faults;

	const char *goal;       /* how far test or error are, or NULL */
	const char *notice;     /* what is out of the ordinary, or NULL */

	const struct record *bracket;   /* of a knockout, or NULL */
	const struct screen_layout_row *row;    /* best first */
	int rows;
	int pools;              /* whose ratings cannot be compared */
	const char *table_note; /* what the table is made of, or why there is
				   none */
	const struct screen_layout_slot *desk;
	int desks;
	const char *keys;       /* what may be pressed while matches are in
				   play, or NULL */
	const char *const *trouble;     /* newest first */
	int troubles;
};

struct screen_size {
	int columns;
	int rows;               /* 0: as many as it takes */
	bool colour;
};

/* The lines, ended by LF, none wider than `columns`. */
void screen_layout_lines(const struct screen_layout *shown,
			 const struct screen_size *size, struct text *out);

#endif
