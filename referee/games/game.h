/*
 * game.h - what a game is: rules without dice, clocks, files or processes.
 *
 * docs/adding-a-game.md says how to add one.
 *
 * A state is flat memory without pointers: it is copied with memcpy and never
 * freed, so bots, solvers and tests can use the engines too.  A game never
 * rolls: it says which dice are due and is given their values.
 */
#ifndef GAMES_GAME_H
#define GAMES_GAME_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

#include "base/error.h"
#include "base/json.h"
#include "base/json_write.h"
#include "base/text.h"

enum {
	GAME_CHANCE = -1,       /* turn(): dice are due */
	GAME_OVER = -2,         /* turn(): nothing more to do */
	GAME_EVERYONE = -1,     /* view(): all there is to know */

	GAME_SEATS_MAX = 10,
	GAME_DICE_MAX = 16,     /* of one draw */
	GAME_RULES_MAX = 32,
	GAME_LEGAL_MAX = 1024   /* moves legal at once, any game */
};

/* What is to be rolled now. */
struct draw {
	int stream;     /* 0: the table's; s + 1: seat s's own */
	int turn;       /* of that seat, from 1; 0 on the table stream */
	int dice;       /* 1..GAME_DICE_MAX */
	int sides;      /* 1.. */
};

/* How an option is written; its value is always an int. */
enum rule_type {
	RULE_INT,       /* the number itself */
	RULE_BOOL,      /* 0, 1: false, true */
	RULE_WORD,      /* the place in `words` */
	RULE_CHOICE     /* one of the numbers in `words`; the value is the
	                   number itself */
};

/*
 * One option of a game.  A game's table ends with a zero entry.  Parsing,
 * limits, `referee games NAME` and the logged rules come from it.
 */
struct rule {
	const char *name;
	enum rule_type type;
	int normal;                     /* the default's value */
	int min, max;                   /* RULE_INT: the range */
	const char *const *words;       /* RULE_WORD, RULE_CHOICE; NULL ends */
	const char *help;               /* one line */
};

/* What the rules reward; a rating reads the ranks accordingly. */
enum result {
	RESULT_RANKING,         /* every place counts */
	RESULT_WINNER,          /* only who won */
	RESULT_TEAMS            /* seats 0, 2 against 1, 3 */
};

/* "ranking", "winner", "teams", NULL. */
extern const char *const game_result_words[];

enum ending { END_NORMAL, END_MAX_TURNS, END_STALLED, END_FAULT };

/* `end` in logs and `over` lines: "normal", "max_turns", .. */
const char *game_ending_word(enum ending ending);

/*
 * An event that spectators see, and its sentence, in which {KEY} is replaced by
 * the event's member KEY.  {seat}, {seats}, {by} and {losers} become names.
 */
struct event {
	const char *name;
	const char *sentence;
};

/* How the pieces of a seat are shown. */
struct game_mark {
	const char *text;       /* as `picture` has it, and in words */
	const char *ansi;       /* a colour for it and the player's name */
};

struct game {
	const char *name;       /* [a-z0-9]+, as in logs */
	const char *title;      /* for people */
	const char *sheet;      /* the rules as a short sheet: goal, turn,
	                           scoring, move format, an example; lines of
	                           at most 78 columns */
	int seats_min, seats_max;       /* init refuses numbers in between
	                                   that make no sense */
	const struct rule *rules;
	const struct event *events;     /* all that tell() can write */
	enum result (*result)(int seats);
	int stride;             /* links kept for a turn: docs/fair-dice.md */
	size_t state_size;

	/*
	 * A fresh game.  `rule` has a value for each entry of `rules`, in
	 * range.  Returns 0, or -1 when rules clash with each other or with
	 * `seats`; `err` then names the rules.
	 */
	int (*init)(void *state, int seats, const int *rule,
		    struct error *err);

	/* The seat that is to decide, GAME_CHANCE or GAME_OVER. */
	int (*turn)(const void *state);

	/* At GAME_CHANCE: the dice that are due; then their values. */
	struct draw (*due)(const void *state);
	void (*land)(void *state, const int *value);

	/*
	 * When a seat is to decide: the legal moves in the order bots see,
	 * ascending as numbers.  At least 1, at most GAME_LEGAL_MAX.
	 */
	int (*legal)(const void *state, int *move);

	/*
	 * A move as a bot wrote it, an object.  Returns 0 with `*move`, or -1
	 * with the reason in `err`, for the bot's author: "d6 is taken".
	 */
	int (*read_move)(const void *state, const cJSON *answer, int *move,
			 struct error *err);

	/* Makes a move that legal or read_move has given. */
	void (*apply)(void *state, int move);

	/*
	 * A fault has put this seat out: docs/rules.md says what follows.
	 * Does nothing to a game that is over or a seat that is out.
	 */
	void (*out)(void *state, int seat);

	/* A move as the object that bots and logs use. */
	void (*show_move)(const void *state, int move, struct json_writer *w);

	/* The value of the log's "said"; returns false when a move has none.
	   NULL for games that never announce. */
	bool (*said)(const void *state, int move, struct json_writer *w);

	/* All that `seat` may know, or GAME_EVERYONE: one object. */
	void (*view)(const void *state, int seat, struct json_writer *w);

	/*
	 * The inverse of `view`, in a state that init has made: the position
	 * of a view that a bot was sent when it was to decide, so that `view`,
	 * `legal` and all that follows are the same.  What the view does not
	 * say must not matter to the rules; what only `tell` compares may
	 * begin anew.  A view may come from anywhere: a position that is taken
	 * is safe to play on, and is then held against the view by view_read,
	 * which is what callers use (view_read.h).  Returns 0 or -1.
	 */
	int (*read_view)(void *state, const struct json_at *view,
			 struct error *err);

	/*
	 * Appends the events of one step (a land, an apply or an out) to a
	 * list that is open: objects {"e":NAME,..} in the order they happened.
	 */
	void (*tell)(const void *before, const void *after,
		     struct json_writer *w);

	/* A move in words that follow a player's name: "keeps 1 5 (150) and
	   rolls on". */
	void (*describe)(const void *state, int move, struct text *out);

	/*
	 * What a roll came to, where no decision follows and no event says it.
	 * Returns a seat and appends words that follow its player's name:
	 * "places f4, drawn by lot"; or returns -1 and appends a sentence
	 * without its full stop, or nothing.  NULL: nothing ever.
	 */
	int (*describe_roll)(const void *before, const void *after,
			     const int *value, struct text *out);

	/* The pieces of a seat; NULL for games without a board. */
	struct game_mark (*mark)(int seats, int seat);

	/*
	 * The position as a person wants to see it, lines ended by LF, with
	 * ANSI colours if `colour`.  NULL when a score line says it all.
	 */
	void (*picture)(const void *state, bool colour, struct text *out);

	/*
	 * Scores and ranks per seat (1 is best, equal ranks are ties) and how
	 * the game ended.  At GAME_OVER, or earlier for the score so far.
	 */
	enum ending (*score)(const void *state, int *scores, int *ranks);
};

#endif
