/*
 * rollcall.h - talks to the referee, so that a bot is one function.
 *
 *     static int choose(struct rollcall_turn *turn, void *user)
 *     {
 *             (void)user;
 *             return rollcall_below(&turn->random, turn->legal_count);
 *     }
 *
 *     int main(void)
 *     {
 *             return rollcall_run(choose, NULL);
 *     }
 *
 * Needs cJSON.  Installed: cc bot.c $(pkg-config --cflags --libs rollcall-bot)
 * Copied: cc bot.c rollcall*.c -lcjson
 */
#ifndef ROLLCALL_H
#define ROLLCALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cjson/cJSON.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The major version of this interface; in version 1 nothing had `user`. */
#define ROLLCALL_INTERFACE 2

enum {
	ROLLCALL_LIST_MAX = 128,        /* numbers in a list */
	ROLLCALL_SEATS_MAX = 64,
	ROLLCALL_WORD_SIZE = 16,        /* bytes of a word, NUL included */
	ROLLCALL_BOARD_SIZE = 128,      /* bytes of a board, NUL included */
	ROLLCALL_SERIES_MAX = 8,
	ROLLCALL_CELLS_MAX = 8,
	ROLLCALL_SAY_SIZE = 501,
	ROLLCALL_MOVE_SIZE = 4096
};

struct rollcall_list {
	int count;
	int at[ROLLCALL_LIST_MAX];
};

/* ### random numbers: splitmix64, the same in the SDK of every language */

struct rollcall_random {
	uint64_t state;                 /* initially the seed */
};

/* The next number: 64 random bits. */
uint64_t rollcall_next(struct rollcall_random *random);

/* A number from 0 to n-1, all equally likely; 0 if n is below 1. */
int rollcall_below(struct rollcall_random *random, int n);

/* A number x with 0 <= x < 1 and 53 random bits. */
double rollcall_unit(struct rollcall_random *random);

/* Shuffles the `count` elements of `size` bytes at `base`. */
void rollcall_shuffle(struct rollcall_random *random, void *base, size_t count,
		      size_t size);

/* ### a decision */

/*
 * The first line of the match.  Strings and JSON belong to the turn; do not
 * free or change them.  Absent fields are 0, "" or NULL.
 */
struct rollcall_hello {
	const char *game;               /* "pig" */
	const cJSON *rules;             /* every rule and its value */
	int seats, seat;                /* seat: the bot's own, from 0 */
	const char *names[ROLLCALL_SEATS_MAX];  /* the entrants, by seat */
	struct rollcall_limits {
		int start_ms, move_ms, game_ms; /* game_ms 0: no limit */
	} limits;
	struct rollcall_seal {
		const char *seal, *salt;        /* hex */
		int links, stride;      /* links per chain; per turn */
	} dice;
	const cJSON *line;              /* the whole line */
};

/* The line that began the game. */
struct rollcall_game {
	int number, of;                 /* number from 1 */
	uint64_t seed;                  /* below 2^53 */
	const cJSON *anchors;           /* of chain 0 of each stream, in hex */
	const cJSON *line;              /* the whole line */
};

struct rollcall_turn {
	struct rollcall_hello hello;
	struct rollcall_game game;
	const cJSON *view;      /* all that this seat may know */
	const cJSON *legal;     /* every legal move once; NULL: switched off */
	int legal_count;        /* 0: switched off */
	const cJSON *events;    /* new log lines; NULL: switched off */
	int lost;               /* oldest events, left out for length */
	int ms;                 /* milliseconds left for the answer */
	struct rollcall_random random;  /* seeded anew for each game */
	/*
	 * The rest of the answer, besides the place that `choose` returns;
	 * both are empty when it is called.  rollcall_play and rollcall_say
	 * set them, or the bot does: `move` is then a move as JSON text, which
	 * is sent instead of the place.  It is borrowed until `choose` returns
	 * and read right after that.
	 */
	const char *move;
	char say[ROLLCALL_SAY_SIZE];
	/* Private to the library. */
	char text[ROLLCALL_MOVE_SIZE];
	cJSON *lines[3];
};

/* The bot: returns a place in `legal`, from 0, or what rollcall_play did.
   `user` is what the caller of the library has set for it. */
typedef int rollcall_choose(struct rollcall_turn *turn, void *user);

/*
 * The value of a rule: a number, true (1) or false (0).  `otherwise` if the
 * rule is a word or does not exist.
 */
int rollcall_rule(const struct rollcall_turn *turn, const char *name,
		  int otherwise);

/* The value of a rule that is a word; "" for any other. */
const char *rollcall_rule_word(const struct rollcall_turn *turn,
			       const char *name);

/*
 * Sets the text for spectators, formatted as by printf.  It is cut after 500
 * bytes, and bytes that are not UTF-8 become question marks.
 */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void rollcall_say(struct rollcall_turn *turn, const char *format, ...);

/* ### moves */

/* A move has some of these fields; the others are false, 0 or "". */
struct rollcall_move {
	bool has_keep, has_cells, has_indicate, pass;
	struct rollcall_list keep;      /* dice */
	char then[ROLLCALL_WORD_SIZE];  /* "roll", "bank" or "card" */
	char cell[ROLLCALL_WORD_SIZE];  /* "d6" */
	int cell_count;                 /* of `cells` */
	char cells[ROLLCALL_CELLS_MAX][ROLLCALL_WORD_SIZE];
	struct rollcall_list indicate;  /* values */
	/*
	 * The JSON that the move was decoded from, borrowed, or NULL.  Its
	 * fields other than those above are sent unchanged.
	 */
	const cJSON *json;
	bool unfit;                     /* rollcall_play refuses it */
};

/*
 * Each makes a move with these fields.  If a word or a list does not fit into
 * the arrays of struct rollcall_move, the move is `unfit`.
 */
struct rollcall_move rollcall_keep(const int *dice, int count,
				   const char *then);
struct rollcall_move rollcall_then(const char *then);
struct rollcall_move rollcall_cell(const char *cell);
struct rollcall_move rollcall_cells(const char *const *cells, int count);
struct rollcall_move rollcall_pass(void);
struct rollcall_move rollcall_indicate(const int *values, int count);

/* The move in an entry of `legal`, which has to outlive the move. */
struct rollcall_move rollcall_move_of(const cJSON *entry);

/* The move at a place of `legal`, 0..legal_count-1; any other is `unfit`. */
struct rollcall_move rollcall_legal(const struct rollcall_turn *turn,
				    int place);

/*
 * Makes `move` the answer, instead of a place.  Returns 0, or -1 after a
 * message on standard error if it is `unfit` or its JSON does not fit into
 * ROLLCALL_MOVE_SIZE bytes; `choose` is to return the same.
 */
int rollcall_play(struct rollcall_turn *turn, const struct rollcall_move *move);

/* ### the view of each game: docs/games/GAME.md explains the fields */

struct rollcall_pig_view {
	int seat;
	struct rollcall_list scores, turns, out;
	int total;
	struct rollcall_list roll;
};

struct rollcall_series {
	int face, dice;
};

struct rollcall_bolo7_view {
	char phase[ROLLCALL_WORD_SIZE];
	int seat;
	struct rollcall_list scores, turns, out;
	int total;
	struct rollcall_list roll;
	int need;
	int open_count;
	struct rollcall_series open[ROLLCALL_SERIES_MAX];
	int trigger;                    /* -1: nobody */
	struct rollcall_list queue, contenders;
};

struct rollcall_bolo5_view {
	char phase[ROLLCALL_WORD_SIZE];
	int seat;
	struct rollcall_list scores, turns, out;
	int total;
	struct rollcall_list roll;
	int need;
	int trigger;                    /* -1: nobody */
	struct rollcall_list queue;
};

struct rollcall_vollelotte_view {
	char phase[ROLLCALL_WORD_SIZE];
	int seat;
	struct rollcall_list scores, turns, out;
	int total;
	struct rollcall_list roll;
	int trigger;                    /* -1: nobody */
	struct rollcall_list queue;
	char card[ROLLCALL_WORD_SIZE];
	int under, lottes;
	struct rollcall_list faces, deck;
};

struct rollcall_rolit_view {
	int size;
	char board[ROLLCALL_BOARD_SIZE];        /* row by row */
	int seat;
	char colours[ROLLCALL_BOARD_SIZE];      /* a letter per seat: "RG" */
	struct rollcall_list balls, turns, out;
};

struct rollcall_blackpot_view {
	char asked[ROLLCALL_WORD_SIZE];
	int seat;
	struct rollcall_list roll, numbers;
	char own[ROLLCALL_BOARD_SIZE], used[ROLLCALL_BOARD_SIZE];
	struct rollcall_list pawns, points, turns;
	int roller;
	struct rollcall_list queue;
	int idle;
	struct rollcall_list indicated;
	bool closing;
	int starter, challenger;        /* -1: nobody, or not in the view */
};

/*
 * Each reads the view of `turn` into `view`.  Returns false when the match is
 * of another game or the view does not have the fields of this one.
 */
bool rollcall_pig(const struct rollcall_turn *turn,
		  struct rollcall_pig_view *view);
bool rollcall_bolo7(const struct rollcall_turn *turn,
		    struct rollcall_bolo7_view *view);
bool rollcall_bolo5(const struct rollcall_turn *turn,
		    struct rollcall_bolo5_view *view);
bool rollcall_vollelotte(const struct rollcall_turn *turn,
			 struct rollcall_vollelotte_view *view);
bool rollcall_rolit(const struct rollcall_turn *turn,
		    struct rollcall_rolit_view *view);
bool rollcall_blackpot(const struct rollcall_turn *turn,
		       struct rollcall_blackpot_view *view);

/* ### a match */

/* All zeros are the defaults. */
struct rollcall_options {
	const char *name;       /* the bot's full name; NULL: none */
	bool no_legal;          /* turns come without `legal` */
	bool no_events;         /* turns come without `events` */
	bool verify;            /* check the dice; needs the events */
	/* Called before `ready` is sent, with turn->hello filled in, for slow
	   preparations: start_ms is longer than move_ms.  Or NULL. */
	void (*hello)(const struct rollcall_turn *turn, void *user);
	void *user;             /* passed to `choose` and `hello` */
	FILE *input, *output;   /* NULL: standard input and output */
};

/*
 * Plays the match: calls `choose` for every decision; `options` may be NULL.
 * If a move is refused but may be replaced, it prints the reason to standard
 * error and answers with the first legal move that it has not tried yet.
 * Unless `output` is given, whatever the bot prints to standard output goes to
 * standard error from here on.
 *
 * Returns the exit status for main(): 0 after `bye` or the end of the input; 1
 * after an error, which it prints to standard error: an invalid place or move,
 * a line that is not JSON, dice that do not follow from the seal ("dice: .."),
 * or an output that cannot be written.  If `choose` crashes or aborts, the
 * program prints a stack trace and the line that it was answering to standard
 * error, and exits with status 1.
 */
int rollcall_run(rollcall_choose *choose,
		 const struct rollcall_options *options);

/* ### without a referee */

/*
 * A turn from a recorded `turn` line, and from the `hello` and `game` lines
 * before it, as JSON texts; the last two may be NULL.  The caller frees it with
 * rollcall_turn_free.  Returns NULL when a text is not a JSON object.
 */
struct rollcall_turn *rollcall_turn_from(const char *line, const char *hello,
					 const char *game);

/*
 * A turn of `game` from a view and a list of legal moves, as JSON texts.  The
 * caller frees it.  Returns NULL when they are not an object and a list.
 */
struct rollcall_turn *rollcall_turn_of(const char *game, const char *view,
				       const char *legal);

/* Frees a turn; NULL is allowed. */
void rollcall_turn_free(struct rollcall_turn *turn);

/*
 * Calls `choose` and returns the move that it decides on as JSON text, even if
 * it returned a place in `legal`.  The caller frees the text.  Returns NULL
 * after a message on standard error when the answer is not a move.
 */
char *rollcall_decide(rollcall_choose *choose, void *user,
		      struct rollcall_turn *turn);

#ifdef __cplusplus
}
#endif

#endif
