/*
 * bracket.h - pairs that wait for the winners and losers of other pairs.
 *
 * A format lists its pairs, each after those it waits for.  Who is in a pair,
 * who won, and what is to be played next follow from that list and the
 * fixtures.
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
	SOURCE_LOSER_ONCE       /* its loser if that is the entrant from its
				   first source, who had not lost before;
				   else nobody */
};

struct source {
	enum source_type type;
	int which;
};

enum { ENTRANT_OPEN = -1, ENTRANT_NOBODY = -2 };

struct bracket_pair {
	uint32_t round, slot;
	bool knocks_out;        /* all but its winner are out */
	uint32_t stage;         /* the round that counts for places */
	struct source source[GAME_SEATS_MAX];
	/* The rest follows from the fixtures. */
	int first;              /* who came from the first source */
	int entrant[GAME_SEATS_MAX];    /* by seed */
	int present;            /* how many; 0 while a source is open */
	int64_t points[GAME_SEATS_MAX];
	int turn;               /* of its first match (seat_turns.h) */
	int matches;            /* made so far */
	bool playing;           /* one of them is not decided */
	int winner;             /* entrant, ENTRANT_OPEN, ENTRANT_NOBODY */
	bool by_seed;           /* still tied after the last match */
};

struct bracket {
	int seats;
	struct bracket_pair *list;      /* owned; by round, then by slot */
	int count;
	size_t room;
};

/* Makes the bracket of a format with `draw`, with the results so far.
   bracket_release frees it and may be called twice. */
struct bracket bracket_make(const struct contest *contest);
void bracket_release(struct bracket *bracket);

/*
 * Appends a pair; the caller sets its sources.  Slots of a round count from 0.
 * The result is borrowed until the next call.
 */
struct bracket_pair *bracket_add(struct bracket *bracket, uint32_t round,
				 uint32_t slot);
/*
 * Fills `order` with the seeds 1..count from the top of the bracket to the
 * bottom, where `count` is a power of `seats`: the best play the worst, and the
 * best meet each other as late as possible.
 */
void bracket_order(int *order, int count, int seats);

/*
 * For formats with `draw`: bracket_round appends every match that can be played
 * now; bracket_places gives each entrant's place, 1 plus the number of those
 * who got further.
 */
void bracket_round(const struct contest *contest, struct fixtures *next);
void bracket_places(const struct contest *contest, int *place);

/* For `settle`: refuses what no bracket allows. */
int bracket_settle(struct contest *contest, double pairings,
		   struct error *err);

/*
 * For each entrant, how many tied pairs it won by its seed, so that a table can
 * say "by seed"; zeroes for formats without brackets.
 */
void bracket_by_seed(const struct contest *contest, int *pairs);

#endif
