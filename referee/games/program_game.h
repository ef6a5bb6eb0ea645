/*
 * program_game.h - a game whose rules are a program of the user's, in any
 * language: the conversation with it, behind the interface of game.h.
 *
 * docs/own-game.md describes the lines.  The program is asked through a
 * function of the caller, so that nothing here knows of processes.  Without a
 * program, such a game is known only from the first line of a log or from a
 * manifest: its name, its rules' values and how results are read (`told`).
 *
 * A state of such a game is one position of one conversation: only the newest
 * state can be changed, and there is one game at a time.
 */
#ifndef GAMES_PROGRAM_GAME_H
#define GAMES_PROGRAM_GAME_H

#include "games/game.h"

enum {
	PROGRAM_LINE_MAX = 1 << 20,     /* bytes of an answer, LF included */
	PROGRAM_LEGAL_MAX = 10000,
	PROGRAM_STEPS_MAX = 1000000     /* answers in one game */
};

/*
 * Sends a line, which ends with LF, to the program and waits for its answer,
 * without LF and borrowed until the next call.  Returns 0, or -1 with `err`.
 */
struct program_link {
	int (*ask)(void *context, const char *line, size_t size,
		   const char **answer, size_t *answer_size,
		   struct error *err);
	void *context;
};

struct program_game;

/* Asks the program what its game is.  Returns NULL with `err` if the answer is
   not what it has to be.  The caller calls program_game_free. */
struct program_game *program_game_ask(const struct program_link *link,
				      struct error *err);

/* Writes the answer in which the program said what its game is. */
void program_game_describe(const struct program_game *program,
			   struct json_writer *w);

/* The game of such an answer, without its program.  Returns NULL with `err` if
   it is none.  The caller calls program_game_free. */
struct program_game *program_game_described(const cJSON *about,
					    struct error *err);

/*
 * The game that a first line or a manifest names, without its program: with
 * these values as its only possible rules, and this number of seats (0: any).
 * `rules` is an object; everything is copied.  Returns NULL with `err` if the
 * name or a value cannot be one of a game.  The caller calls program_game_free.
 */
struct program_game *program_game_told(const char *name, int seats,
				       const cJSON *rules, enum result result,
				       int stride, bool hidden,
				       struct error *err);

/* Safe on NULL. */
void program_game_free(struct program_game *program);

/* The game, borrowed; its `program` is this program. */
const struct game *program_game_of(const struct program_game *program);

enum result program_game_result(const struct program_game *program);

/* Can a game that is a program have that name?  Returns 0, or -1 with `err`. */
int program_game_check_name(const char *name, struct error *err);

/* ### for games that may be a program's; a built-in one never fails */

/* Is the program not there, so that nobody here knows the rules? */
bool program_game_is_told(const struct game *game);

/* Returns 0, or -1 with `err` if the program has failed: it did not answer, or
   broke the contract.  The game then has no position any more. */
int program_game_check(const struct game *game, struct error *err);

/* How many seats decide at the same time in this position: 1, or all that
   program_game_asks names. */
int program_game_deciders(const struct game *game, const void *state);

/* Have some of them decided, but not all? */
bool program_game_half_decided(const struct game *game, const void *state);

/* The seat's list of legal moves in this position, or NULL if the program gives
   none. */
const cJSON *program_game_legal(const struct game *game, const void *state,
				int seat);

/* Appends the move in words: its keys and values, without the key "do". */
void program_game_describe_move(const cJSON *move, struct text *out);

/* Is the seat one of those that decide in this position? */
bool program_game_asks(const struct game *game, const void *state, int seat);

/*
 * In a position in which several seats decide: hands all their moves, in the
 * order of seats, to the program.  Returns 0, and then each of them can be read
 * and applied in turn; or -1 with the `*seat` whose move was illegal, or -1 in
 * it if the program has failed, and the reason in `err`.
 */
int program_game_try(void *state, const cJSON *const *moves, int *seat,
		     struct error *err);

/* The events of the newest position, an array, or NULL if there are none or
   they have been taken already: what bots are told. */
const cJSON *program_game_take_events(const struct game *game);

/* What the program says of the step that led to this position: an array of
   sentences, in which {0}, {1}, .. stand for the players of seats; or NULL. */
const cJSON *program_game_text(const struct game *game, const void *state);

#endif
