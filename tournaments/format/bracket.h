/*
 * bracket.h - pairs that wait for the winners and losers of other pairs.
 *
 * A format lists its pairs, every one behind those it waits for; the rest, who
 * stands in a pair, who won, what is to be played next, follows from that list
 * and the meetings.
 */
#ifndef TOURNAMENTS_FORMAT_BRACKET_H
#define TOURNAMENTS_FORMAT_BRACKET_H

#include "tournaments/format/contest.h"

enum { TIE_MATCHES_MAX = 10 };

enum source_type {
	SOURCE_NOBODY,
	SOURCE_ENTRANT,         /* `which`: the entrant */
	SOURCE_WINNER,          /* of the pair with that place in the list */
	SOURCE_LOSER,           /* of the same; two seats */
	SOURCE_LOSER_ONCE       /* the same if it came from the first source,
				   where nobody has lost before; else nobody */
};

struct source {
	enum source_type type;
	int which;
};

enum { ENTRANT_OPEN = -1, ENTRANT_NOBODY = -2 };

struct bracket_pair {
	uint32_t round, slot;
	bool knocks_out;        /* who does not win it is out */
	uint32_t stage;         /* the round, as it counts for places */
	struct source source[GAME_SEATS_MAX];
	/* The rest is found out by bracket_resolve. */
	int first;              /* who came from the first source */
	int entrant[GAME_SEATS_MAX];    /* by seed */
	int present;            /* how many; 0 while a source is open */
	int64_t points[GAME_SEATS_MAX];
	int matches;            /* made so far */
	bool playing;           /* one of them is not decided */
	int winner;             /* entrant, ENTRANT_OPEN, ENTRANT_NOBODY */
	bool by_seed;           /* still tied after the last match */
};

struct bracket {
	int seats;
	struct bracket_pair *list;      /* owned; by round, then by slot */
	int count;
	int room;
};

/*
 * Appends a pair whose sources are to be set: slots of a round count from 0.
 * Borrowed until the next call.
 */
struct bracket_pair *bracket_add(struct bracket *bracket, uint32_t round,
				 uint32_t slot);
void bracket_release(struct bracket *bracket);

/*
 * Fills `order` with 1..count, a power of `seats`, as lines in a drawing:
 * best against worst, and the best meet as late as can be.
 */
void bracket_order(int *order, int count, int seats);

/* Fills in all that follows from contest->past. */
void bracket_resolve(struct bracket *bracket, const struct contest *contest);

/* Appends every match that can be played now. */
void bracket_round(const struct bracket *bracket,
		   const struct contest *contest, struct meetings *next);

/* The place of each entrant: 1 and how many got further. */
void bracket_places(const struct bracket *bracket, int entrants, int *place);

/* What knockout formats refuse alike. */
int bracket_settle(const struct contest *contest, double pairings,
		   struct error *err);

/* In knockout.c and double_knockout.c. */
void knockout_draw(const struct contest *contest, struct bracket *bracket);
void double_knockout_draw(const struct contest *contest,
			  struct bracket *bracket);

/*
 * For each entrant, in how many pairs it came first by its seed alone, so
 * that a table can say "by seed"; zeroes for formats without brackets.
 */
void bracket_by_seed(const struct contest *contest, int *pairs);

#endif
