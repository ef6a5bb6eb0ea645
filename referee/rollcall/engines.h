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
 * There is no global state: several threads may use the library at the same
 * time, each with its own states.  Two threads must not use the same state at
 * once, not even in functions that take it as const.  If memory runs out, the
 * program prints a sentence on standard error and exits with status 2.
 *
 * Functions that can return -1 check their arguments, such as the index of a
 * move; if they return -1, the state is unchanged.
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
	ROLLCALL_STATE_ERROR_SIZE = 1024        /* bytes of an error, including
						   the NUL */
};

/* The version of the project, such as "0.2.0". */
const char *rollcall_games_version(void);

/* The name of game number `place`, from 0, in alphabetical order; NULL after
   the last one. */
const char *rollcall_games_name(int place);

/* ### positions */

/* A position of a game, with its rules and seats. */
struct rollcall_state;

/*
 * Starts a game.  `rules` are the options that differ from their defaults: a
 * JSON object like `rules` in the `hello` line, or "target=50,ranking=score";
 * NULL or "" for none.  Returns NULL if the game, the rules or the number of
 * seats are not valid; `error`, of ROLLCALL_STATE_ERROR_SIZE bytes or NULL,
 * then gets a sentence that says why.  The caller frees the state.
 */
struct rollcall_state *rollcall_state_new(const char *game, int seats,
					  const char *rules, char *error);

/*
 * The position of a view, in JSON, that was sent to a bot: the seat that was
 * asked is to decide.  `rules` are those of the game, as above.  Returns NULL,
 * with the reason in `error`, if `view` is no such view.
 */
struct rollcall_state *rollcall_state_from_view(const char *game, int seats,
						const char *rules,
						const char *view, char *error);

/* Returns a copy, which the caller frees. */
struct rollcall_state *rollcall_state_copy(const struct rollcall_state *state);

/* Makes `to` a copy of `from`.  Returns 0, or -1 unless both are of the same
   game; rules and seats may differ. */
int rollcall_state_assign(struct rollcall_state *to,
			  const struct rollcall_state *from);

/* Frees a state; NULL is allowed. */
void rollcall_state_free(struct rollcall_state *state);

/*
 * A state as bytes, for programs that keep many: save writes them, and load
 * restores them into a state of the same game.  The bytes are valid only for
 * this version of the library on this machine; load does not check
 * them.
 */
size_t rollcall_state_size(const struct rollcall_state *state);
void rollcall_state_save(const struct rollcall_state *state, void *bytes);
void rollcall_state_load(struct rollcall_state *state, const void *bytes);

/* The name of the game. */
const char *rollcall_state_game(const struct rollcall_state *state);

/* The number of seats, 2..ROLLCALL_STATE_SEATS_MAX. */
int rollcall_state_seats(const struct rollcall_state *state);

/* The texts that the functions below return belong to the state.  They are
   valid until the next call that changes the state or returns a text of it. */

/* Every option and its value: {"illegal_retries":0,..}. */
const char *rollcall_state_rules(struct rollcall_state *state);

/* What the seat, 0..seats-1, may know, in the form of the view in a `turn`
   line; NULL for a seat that does not exist. */
const char *rollcall_state_view(struct rollcall_state *state, int seat);

/* ### decisions */

/* The seat that is to decide, ROLLCALL_STATE_CHANCE or ROLLCALL_STATE_OVER. */
int rollcall_state_turn(const struct rollcall_state *state);

/* The number of legal moves; 0 unless a seat is to decide. */
int rollcall_state_legal(struct rollcall_state *state);

/* The legal move number `place`, from 0, as in `legal` of a `turn` line:
   {"then":"bank"}.  NULL if there is no such move. */
const char *rollcall_state_move(struct rollcall_state *state, int place);

/* Makes the legal move number `place`, from 0.  Returns 0 or -1. */
int rollcall_state_apply(struct rollcall_state *state, int place);

/*
 * Makes a move in JSON, as a bot writes it.  Returns 0, or -1 if the move is
 * not legal, with the reason in `error`, of ROLLCALL_STATE_ERROR_SIZE bytes or
 * NULL.
 */
int rollcall_state_apply_move(struct rollcall_state *state, const char *move,
			      char *error);

/* ### dice */

struct rollcall_due {
	int dice;       /* 1..ROLLCALL_STATE_DICE_MAX */
	int sides;      /* values are 1..sides; a card is a die, too */
	int seat;       /* whose dice they are; -1: the table's */
};

/* The dice that are due at ROLLCALL_STATE_CHANCE.  Returns 0 or -1. */
int rollcall_state_due(const struct rollcall_state *state,
		       struct rollcall_due *due);

/* Sets the values of the dice that are due.  Returns 0 or -1. */
int rollcall_state_land(struct rollcall_state *state, const int *value,
			int count);

/* Rolls until a seat is to decide or the game is over.  For each die, `below`,
   called with `context`, returns one of 0..n-1. */
void rollcall_state_roll(struct rollcall_state *state,
			 int (*below)(void *context, int n), void *context);

/* A random generator for `below`: `seed` points to a uint64_t of any value,
   which is changed.  The numbers are those of the SDKs' random generators. */
int rollcall_state_below(void *seed, int n);

/* ### results */

/*
 * The score and the rank of each seat (1 is best, equal ranks are ties) as if
 * the game ended now; either array may be NULL.  Returns how the game ended
 * (docs/rules.md), or "normal" if it has not.
 */
const char *rollcall_state_score(const struct rollcall_state *state,
				 int *scores, int *ranks);

/* The points of each seat for that result, 0..1: the share of opponents beaten,
   or the share of the win in games that only have winners. */
void rollcall_state_points(const struct rollcall_state *state, double *points);

/*
 * Plays `games`, at least 1, random games from this position to their ends and
 * stores the mean points of each seat.  Every legal move is equally likely.
 * The same seed gives the same games.
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
