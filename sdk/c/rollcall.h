/*
 * rollcall.h - talks to the referee, so that a bot is one function.
 *
 *     static int choose(struct rollcall_turn *turn)
 *     {
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

enum {
	ROLLCALL_LIST_MAX = 128,        /* numbers of a list */
	ROLLCALL_SEATS_MAX = 64,
	ROLLCALL_WORD_SIZE = 16,        /* bytes of a word, with its NUL */
	ROLLCALL_BOARD_SIZE = 128,      /* bytes of a board, with its NUL */
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
	uint64_t state;                 /* the seed, to begin with */
};

/* All 64 bits. */
uint64_t rollcall_next(struct rollcall_random *random);

/* One of 0..n-1, all equally likely; n is at least 1. */
int rollcall_below(struct rollcall_random *random, int n);

/* 0 <= x < 1, with 53 random bits. */
double rollcall_unit(struct rollcall_random *random);

/* Puts the `count` elements of `size` bytes at `base` into a random order. */
void rollcall_shuffle(struct rollcall_random *random, void *base, size_t count,
		      size_t size);

/* ### a decision */

/*
 * The first line of the match.  Texts and trees are borrowed.  What is absent
 * is 0, "" or NULL.
 */
struct rollcall_hello {
	const char *game;               /* "pig" */
	const cJSON *rules;             /* every rule */
	int seats, seat;
	const char *names[ROLLCALL_SEATS_MAX];  /* of the seats */
	struct rollcall_limits {
		int start_ms, move_ms, game_ms; /* game_ms 0: no limit */
	} limits;
	struct rollcall_seal {
		const char *seal, *salt;        /* hex */
		int links, stride;
	} dice;
	const cJSON *line;              /* with all of its keys */
};

/* The line that began the game. */
struct rollcall_game {
	int number, of;                 /* number from 1 */
	uint64_t seed;
	const cJSON *anchors;           /* of chain 0 of each stream */
	const cJSON *line;              /* with all of its keys */
};

struct rollcall_turn {
	struct rollcall_hello hello;
	struct rollcall_game game;
	const cJSON *view;      /* all that this seat may know */
	const cJSON *legal;     /* every legal move once; NULL: not wished */
	int legal_count;        /* 0: not wished */
	const cJSON *events;    /* log lines since the last; NULL: not wished */
	int lost;               /* events that were left out for length */
	int ms;                 /* milliseconds left for the answer */
	struct rollcall_random random;  /* seeded by each game */
	/*
	 * What `choose` answers besides the place that it returns; empty when
	 * it is called.  rollcall_play and rollcall_say set them, or the bot:
	 * `move` to a move in JSON, which then counts instead of the place.
	 */
	const char *move;
	char say[ROLLCALL_SAY_SIZE];
	/* For the library. */
	char text[ROLLCALL_MOVE_SIZE];
	cJSON *lines[3];
};

/* Returns a place in `legal`, from 0; or what rollcall_play returned. */
typedef int rollcall_choose(struct rollcall_turn *turn);

/* A rule that is a number or true (1) or false (0); else `otherwise`. */
int rollcall_rule(const struct rollcall_turn *turn, const char *name,
		  int otherwise);

/* A rule that is a word; else "". */
const char *rollcall_rule_word(const struct rollcall_turn *turn,
			       const char *name);

/*
 * Text for spectators, at most 500 bytes, as by printf; what is more is cut
 * and bytes that are not UTF-8 become question marks.
 */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void rollcall_say(struct rollcall_turn *turn, const char *format, ...);

/* ### moves */

/* A move has some of these fields; zeros and "" stand for absent ones. */
struct rollcall_move {
	bool has_keep, has_cells, has_indicate, pass;
	struct rollcall_list keep;      /* dice */
	char then[ROLLCALL_WORD_SIZE];  /* "roll", "bank" or "card" */
	char cell[ROLLCALL_WORD_SIZE];  /* "d6" */
	int cell_count;                 /* of `cells` */
	char cells[ROLLCALL_CELLS_MAX][ROLLCALL_WORD_SIZE];
	struct rollcall_list indicate;  /* values */
	/*
	 * What the move was decoded from, borrowed, or NULL.  Its fields that
	 * are none of the above are sent as they are.
	 */
	const cJSON *json;
};

struct rollcall_move rollcall_keep(const int *dice, int count,
				   const char *then);
struct rollcall_move rollcall_then(const char *then);
struct rollcall_move rollcall_cell(const char *cell);
struct rollcall_move rollcall_cells(const char *const *cells, int count);
struct rollcall_move rollcall_pass(void);
struct rollcall_move rollcall_indicate(const int *values, int count);

/* Of an entry of `legal`, which has to stay as long as the move. */
struct rollcall_move rollcall_move_of(const cJSON *entry);

/* The move at a place of `legal`, 0..legal_count-1. */
struct rollcall_move rollcall_legal(const struct rollcall_turn *turn,
				    int place);

/* Answers with `move`, not with a place.  Returns 0, for `choose` to return. */
int rollcall_play(struct rollcall_turn *turn, const struct rollcall_move *move);

/* ### the view of each game: docs/games/GAME.md says what the fields mean */

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
	char colours[ROLLCALL_BOARD_SIZE];      /* a letter a seat: "RG" */
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
	int starter, challenger;        /* -1: nobody, or not told */
};

/* Each returns false when the view, or the match, is not of that game. */
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

/* All zeros: the defaults. */
struct rollcall_options {
	const char *name;       /* that the bot gives itself; NULL: none */
	bool no_legal;          /* turns come without `legal` */
	bool no_events;         /* turns come without `events` */
	bool verify;            /* check the dice; needs the events */
	/* Called with the match before `ready` is sent: for what takes long,
	   as start_ms is more than a move has; or NULL. */
	void (*hello)(const struct rollcall_turn *turn);
	FILE *input, *output;   /* NULL: the real ones */
};

/*
 * Plays the match, asking `choose` at every decision; `options` may be NULL.
 * A move that is refused is replaced by the first place that was not tried
 * yet, and standard error says why.  Unless `output` is given, what the bot
 * prints on standard output goes to standard error from here on.
 *
 * Returns what main() should: 0 at `bye` or at the end of the input; 1 after
 * an error, which standard error tells: a place that is none, a line that is
 * no JSON, dice that do not follow from what was sealed ("dice: .."), answers
 * that nobody reads.  When `choose` crashes or aborts, a trace and the line
 * that it was to answer are on standard error, and the exit status is 1.
 */
int rollcall_run(rollcall_choose *choose,
		 const struct rollcall_options *options);

/* ### without a referee */

/*
 * A turn from a recorded `turn` line, and the `hello` and `game` lines that
 * came before it, each as JSON text or NULL.  The caller frees it.  Returns
 * NULL when a text is no JSON object.
 */
struct rollcall_turn *rollcall_turn_from(const char *line, const char *hello,
					 const char *game);

/* A turn of a game from a view and the list of legal moves, as JSON text. */
struct rollcall_turn *rollcall_turn_of(const char *game, const char *view,
				       const char *legal);

void rollcall_turn_free(struct rollcall_turn *turn);

/*
 * What `choose` decides on `turn`: a move as JSON text, also when it returns
 * a place in `legal`.  The caller frees it.  Returns NULL when that is no
 * move, which standard error tells.
 */
char *rollcall_decide(rollcall_choose *choose, struct rollcall_turn *turn);

#ifdef __cplusplus
}
#endif

#endif
