/*
 * engines.h - the rules of all games, for programs that play them.
 *
 *	struct rollcall_state *game = rollcall_state_new("pig", 2, "", NULL);
 *	uint64_t seed = 1;
 *
 *	while (rollcall_state_turn(game) != ROLLCALL_STATE_OVER)
 *		if (rollcall_state_turn(game) == ROLLCALL_STATE_CHANCE)
 *			rollcall_state_roll(game, rollcall_state_below, &seed);
 *		else
 *			rollcall_state_apply(game, 0);
 *
 * cc search.c $(pkg-config --cflags --libs rollcall-games)
 *
 * Nothing is global: threads may use the library at the same time, each its
 * own states.  A state must not be used by two threads at once, not even by
 * functions that take it as const.  When there is no memory, the program ends
 * with status 2 and a sentence on standard error.
 *
 * What the caller must do, such as giving a place that exists, is checked by
 * the functions that return -1; after that the state is unchanged.
 */
#ifndef ROLLCALL_ENGINES_H
#define ROLLCALL_ENGINES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

enum {
	ROLLCALL_STATE_CHANCE = -1,     /* dice are due */
	ROLLCALL_STATE_OVER = -2,       /* the game is over */

	ROLLCALL_STATE_SEATS_MAX = 10,
	ROLLCALL_STATE_DICE_MAX = 16,   /* due at once */
	ROLLCALL_STATE_ERROR_SIZE = 1024        /* bytes of an error, with its
						   NUL */
};

/* The version of the project: "0.2.0". */
const char *rollcall_games_version(void);

/* The name of the game at a place from 0, in alphabetical order; NULL after
   the last one. */
const char *rollcall_games_name(int place);

/* ### positions */

/* A position of a game, with its rules and seats. */
struct rollcall_state;

/*
 * The beginning of a game.  `rules` are the options that are not at their
 * default: a JSON object, such as `rules` of the line `hello` is, or
 * "target=50,ranking=score"; NULL or "" for none.  Returns NULL for a game,
 * rules or number of seats that do not exist; `error`, of
 * ROLLCALL_STATE_ERROR_SIZE bytes or NULL, then says why in a sentence.  The
 * caller frees the state.
 */
struct rollcall_state *rollcall_state_new(const char *game, int seats,
					  const char *rules, char *error);

/*
 * The position of a view that a bot was sent, in JSON: the seat that was asked
 * is to decide.  `rules` are those of the game as above.  Returns NULL, with
 * the reason in `error`, for what is no such view.
 */
struct rollcall_state *rollcall_state_from_view(const char *game, int seats,
						const char *rules,
						const char *view, char *error);

/* A copy that the caller frees. */
struct rollcall_state *rollcall_state_copy(const struct rollcall_state *state);

/* Makes `to` a copy of `from`.  Returns -1 unless both are of the same game;
   rules and seats may differ. */
int rollcall_state_assign(struct rollcall_state *to,
			  const struct rollcall_state *from);

/* NULL is allowed. */
void rollcall_state_free(struct rollcall_state *state);

/*
 * A state in bytes, for programs that keep many: save writes them, and load
 * makes a state of the same game the one that was saved.  They are good for
 * this version of the library on this machine, and are not checked.
 */
size_t rollcall_state_size(const struct rollcall_state *state);
void rollcall_state_save(const struct rollcall_state *state, void *bytes);
void rollcall_state_load(struct rollcall_state *state, const void *bytes);

/* The name of the game. */
const char *rollcall_state_game(const struct rollcall_state *state);

/* How many seats play, 2..ROLLCALL_STATE_SEATS_MAX. */
int rollcall_state_seats(const struct rollcall_state *state);

/* The texts that the functions below return are in the state, and valid until
   the next call with this state that returns a text or changes it. */

/* Every option and its value: {"illegal_retries":0,..}. */
const char *rollcall_state_rules(struct rollcall_state *state);

/* What the seat, 0..seats-1, may know, as in the view of a `turn` line; NULL
   for a seat that does not exist. */
const char *rollcall_state_view(struct rollcall_state *state, int seat);

/* ### decisions */

/* The seat that is to decide, ROLLCALL_STATE_CHANCE or ROLLCALL_STATE_OVER. */
int rollcall_state_turn(const struct rollcall_state *state);

/* How many moves are legal; 0 unless a seat is to decide. */
int rollcall_state_legal(struct rollcall_state *state);

/* The legal move at a place from 0, as in `legal` of a `turn` line:
   {"then":"bank"}.  NULL for a place that does not exist. */
const char *rollcall_state_move(struct rollcall_state *state, int place);

/* Makes the legal move at a place from 0.  Returns 0 or -1. */
int rollcall_state_apply(struct rollcall_state *state, int place);

/*
 * Makes a move in JSON, as a bot writes it.  Returns 0; or -1 for a move that
 * is not legal, with the reason in `error`, of ROLLCALL_STATE_ERROR_SIZE bytes
 * or NULL.
 */
int rollcall_state_apply_move(struct rollcall_state *state, const char *move,
			      char *error);

/* ### dice */

struct rollcall_due {
	int dice;       /* 1..ROLLCALL_STATE_DICE_MAX */
	int sides;      /* of each; values are 1..sides.  A card is a die. */
	int seat;       /* whose dice they are, or -1: the table's */
};

/* What is due at ROLLCALL_STATE_CHANCE.  Returns 0 or -1. */
int rollcall_state_due(const struct rollcall_state *state,
		       struct rollcall_due *due);

/* Gives the dice that are due their values.  Returns 0 or -1. */
int rollcall_state_land(struct rollcall_state *state, const int *value,
			int count);

/* Rolls what is due, until a seat is to decide or the game is over.  For each
   die `below` returns one of 0..n-1; it is given `context`. */
void rollcall_state_roll(struct rollcall_state *state,
			 int (*below)(void *context, int n), void *context);

/* A generator for it: `seed` is a uint64_t of any value, which is changed.  The
   numbers are those of the SDKs' random generators. */
int rollcall_state_below(void *seed, int n);

/* ### results */

/*
 * The score and the rank of each seat (1 is best, equal ranks are ties) as if
 * the game ended now; either may be NULL.  Returns how it ended, "normal" if it
 * has not: see docs/rules.md.
 */
const char *rollcall_state_score(const struct rollcall_state *state,
				 int *scores, int *ranks);

/* What that is worth to each seat, 0..1: the share of the opponents that are
   beaten, or of the win in games that only know winners. */
void rollcall_state_points(const struct rollcall_state *state, double *points);

/*
 * Plays `games` random games from here to their ends, at least 1, and gives the
 * mean of the points of each seat.  Every legal move is equally likely.  The
 * same seed gives the same games.
 */
void rollcall_playouts(const struct rollcall_state *state, int games,
		       uint64_t seed, double *points);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
