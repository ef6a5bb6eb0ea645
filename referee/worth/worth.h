/*
 * worth.h - what a position is worth to each seat, and so how much of a result
 * the dice have made.
 *
 * A worth is a function f of the state alone: a share of one point for each
 * seat, which add up to 1.  The luck of a draw is f after it less what f was
 * expected to be.  That is 0 on the average whatever f is, as long as the same
 * f, under the same rules, is used for both: worth_value has no second path.
 */
#ifndef WORTH_WORTH_H
#define WORTH_WORTH_H

#include "games/game.h"
#include "worth/luck_file.h"

struct worth;
struct duel;

/* A way to value positions. */
struct worth_kind {
	/* Is exact: a move that is not the best one loses the difference. */
	bool exact;
	/* Prepares worth->data; game, seats, rules and numbers are set.
	   Returns 0, or -1 with `err`. */
	int (*open)(struct worth *worth, struct error *err);
	/* f where dice are due. */
	void (*value)(const struct worth *worth, const void *state, double *f);
	/* The same where a seat is to decide; NULL: that of the legal move
	   that is worth most to this seat. */
	void (*decide)(const struct worth *worth, const void *state,
		       double *f);
	/* The mean of f after the roll that is due; NULL: from all rolls. */
	void (*expect)(const struct worth *worth, const void *state,
		       double *f);
	/* worth_at_turn; NULL for a kind without numbers. */
	void (*at_turn)(const struct worth *worth, const double *number,
			int mover, const long *score, double *f);
	/* Frees worth->data. */
	void (*release)(struct worth *worth);
};

struct worth {
	/* Set by the caller; all but the first three only where they are
	   used. */
	const struct worth_kind *kind;
	const struct game *game;
	int seats;
	int rule[GAME_RULES_MAX];
	double number[LUCK_NUMBERS_MAX];        /* of the formula */
	const struct duel *duel;                /* the table, borrowed */
	/* The rest begins as zeroes. */
	void *data;                     /* owned by the kind; also scratch, so
	                                   that two threads need two worths */
};

/* Prepares f; the rules are what rules_check passes.  Returns 0, or -1 with a
   sentence; worth_release is due only after 0. */
int worth_open(struct worth *worth, struct error *err);

/* f of any state with all seats in the game: f[0..seats-1].  When the game is
   over, what each seat has scored. */
void worth_value(const struct worth *worth, const void *state, double *f);

/* The mean of worth_value after the roll that is due (GAME_CHANCE). */
void worth_expect(const struct worth *worth, const void *state, double *f);

/* The same from every possible roll, with which any kind has to agree; dice of
   one draw have to be alike, so not for a throw for the start. */
void worth_expect_all(const struct worth *worth, const void *state, double *f);

/*
 * f by a formula with other numbers, where a turn of `mover` begins with these
 * scores: for fitting the numbers.  Of kinds that have some only.
 */
void worth_at_turn(const struct worth *worth, const double *number, int mover,
		   const long *score, double *f);

/* What the seat that is to decide would have by this move. */
double worth_of_move(const struct worth *worth, const void *state, int move);

/* What it loses by it against the best move, in shares of a point; of an exact
   kind only. */
double worth_loss(const struct worth *worth, const void *state, int move);

/* Whose luck the roll is that is due: the seat that plays, or -1 for the throw
   for the start. */
int worth_roller(const struct worth *worth, const void *state);

/* Safe twice. */
void worth_release(struct worth *worth);

#endif
