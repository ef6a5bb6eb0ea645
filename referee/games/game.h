/*
 * game.h - the interface of a game: rules without dice, clocks, files or
 * processes; and what games share.
 *
 * docs/adding-a-game.md says how to add one.
 *
 * A state is flat memory without pointers: it is copied with memcpy and needs
 * no cleanup, so bots, solvers and tests can use the engines too.  A game never
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
	GAME_OVER = -2,         /* turn(): the game is over */
	GAME_UNKNOWN = -3,      /* turn(): the rules are a program that is not
				   there or has failed (program_game.h) */
	GAME_EVERYONE = -1,     /* view(): everything, for spectators */

	GAME_SEATS_MAX = 10,
	GAME_STREAMS_MAX = 2 * GAME_SEATS_MAX + 1,
	GAME_DICE_MAX = 64,     /* in one draw */
	GAME_SIDES_MAX = 65536,
	GAME_STRIDE_MAX = 65536,
	GAME_RULES_MAX = 32,
	GAME_LEGAL_MAX = 10000  /* legal moves at once, in any game */
};

/* Which of the entrants of a match holds a seat: all move on by a seat from one
   rotation to the next. */
static inline int game_place(int seat, int rotation, int seats)
{
	return (seat + rotation) % seats;
}

/* The dice to be rolled now. */
struct draw {
	int stream;     /* 0: the table's; s + 1: seat s's own; seats + s + 1:
			   seat s's hidden one */
	int turn;       /* of that seat, from 1; 0 on the table stream */
	int dice;       /* 1..GAME_DICE_MAX */
	int sides;      /* 1.. */
};

/* How an option is written; its value is always an int. */
enum rule_type {
	RULE_INT,       /* the number itself */
	RULE_BOOL,      /* 0, 1: false, true */
	RULE_WORD,      /* the index in `words` */
	RULE_CHOICE     /* one of the numbers in `words`; the value is the
	                   number itself */
};

/*
 * One option of a game.  The table of a game ends with a zero entry; it serves
 * for parsing, range checks, `referee games NAME` and the rules in logs.
 */
struct rule {
	const char *name;
	enum rule_type type;
	int normal;                     /* the default value */
	int min, max;                   /* RULE_INT: the range */
	const char *const *words;       /* RULE_WORD, RULE_CHOICE; NULL ends */
	const char *help;               /* one line */
};

/* The row of the option that every game has. */
#define GAME_RETRIES(normal) { "illegal_retries", RULE_INT, normal, 0, 10, \
	NULL, "illegal answers that may be taken back, per decision" }

/* What the rules reward; ratings interpret the ranks accordingly. */
enum result {
	RESULT_RANKING,         /* every rank counts */
	RESULT_WINNER,          /* only winning counts */
	RESULT_TEAMS            /* seats 0, 2 against 1, 3 */
};

/* "ranking", "winner", "teams", NULL. */
extern const char *const game_result_words[];

enum ending { END_NORMAL, END_MAX_TURNS, END_STALLED, END_FAULT };

/* The words for `end` in logs and `over` lines: "normal", "max_turns", ..,
   ended by NULL. */
extern const char *const game_ending_words[];

const char *game_ending_word(enum ending ending);

/*
 * An event for spectators and its sentence, in which {KEY} stands for the
 * event's member KEY.  {seat}, {seats}, {by} and {losers} become names.
 */
struct event {
	const char *name;
	const char *sentence;
};

/* How the pieces of a seat are shown. */
struct game_mark {
	const char *text;       /* as in `picture`, and in words */
	const char *ansi;       /* the colour of it and of the player's name */
};

struct game {
	const char *name;       /* [a-z0-9]+, as in logs */
	const char *title;      /* for people */
	const char *sheet;      /* the rules as a short sheet: goal, turn,
	                           scoring, move format, an example; lines of
	                           at most 78 columns */
	int seats_min, seats_max;       /* init may refuse numbers in
	                                   between */
	const struct rule *rules;
	const struct event *events;     /* all that tell() can write */
	/* `rule` is as for init. */
	enum result (*result)(int seats, const int *rule);
	int stride;             /* links reserved for a turn:
	                           docs/fair-dice.md */
	size_t state_size;
	bool hidden;                    /* it has rolls that one seat sees */
	struct program_game *program;   /* of a game that is a program, whose
					   states begin with this pointer */

	/*
	 * Starts a new game; called by game_begin.  `rule` has a value for each
	 * entry of `rules`, in range.  Returns 0, or -1 if rules conflict with
	 * each other or with `seats`; `err` then names the rules.
	 */
	int (*init)(void *state, int seats, const int *rule,
		    struct error *err);

	/* The seat that is to decide, GAME_CHANCE or GAME_OVER. */
	int (*turn)(const void *state);

	/* At GAME_CHANCE: `due` returns the dice that are due; `land` takes
	   their values. */
	struct draw (*due)(const void *state);
	void (*land)(void *state, const int *value);

	/*
	 * If a seat is to decide: lists the legal moves in the order that bots
	 * see, ascending as numbers, and returns how many there are: at least
	 * 1, at most GAME_LEGAL_MAX.
	 */
	int (*legal)(const void *state, int *move);

	/*
	 * Reads a move as a bot wrote it, an object.  Returns 0 with `*move`,
	 * or -1 with the reason for the bot's author in `err`: "d6 is taken".
	 */
	int (*read_move)(const void *state, const cJSON *answer, int *move,
			 struct error *err);

	/* Makes a move that came from legal or read_move. */
	void (*apply)(void *state, int move);

	/*
	 * Takes a seat out of the game after a fault; docs/rules.md describes
	 * the consequences.  Does nothing if the game is over or the seat is
	 * already out.
	 */
	void (*out)(void *state, int seat);

	/* Writes a move as the object that bots and logs use. */
	void (*show_move)(const void *state, int move, struct json_writer *w);

	/* Appends what the log calls "said"; returns false if nothing is said
	   with the move.  NULL for games without announcements. */
	bool (*said)(const void *state, int move, struct text *out);

	/* Writes one object: all that `seat` may know, or everything for
	   GAME_EVERYONE. */
	void (*view)(const void *state, int seat, struct json_writer *w);

	/*
	 * The inverse of `view`, in a state that init has made: restores the
	 * position of a view that a bot was sent when it was to decide, so
	 * that `view`, `legal` and the rest of the game are the same.  Anything
	 * that is not in the view must not matter to the rules; what only
	 * `tell` compares may start afresh.  The view may come from anywhere,
	 * so a position that is accepted must be safe to play on.  Callers use
	 * view_read (below), which then compares the position with the
	 * view.  Returns 0, or -1 with `err`.
	 */
	int (*read_view)(void *state, const struct json_at *view,
			 struct error *err);

	/*
	 * Appends the events of one step (a land, an apply or an out) to an
	 * open list: objects {"e":NAME,..} in the order in which they happened.
	 */
	void (*tell)(const void *before, const void *after,
		     struct json_writer *w);

	/* Appends a move in words that follow a player's name: "keeps 1 5
	   (150) and rolls on". */
	void (*describe)(const void *state, int move, struct text *out);

	/*
	 * Describes the effect of a roll if no decision follows and no event
	 * reports it.  Returns a seat and appends words that follow its
	 * player's name, "places f4, drawn by lot"; or returns -1 and appends a
	 * sentence without its full stop, or nothing.  May be NULL.
	 */
	int (*describe_roll)(const void *before, const void *after,
			     const int *value, struct text *out);

	/* The pieces of a seat; NULL for games without a board. */
	struct game_mark (*mark)(int seats, int seat);

	/*
	 * Appends the position as lines for people, with ANSI colours if
	 * `colour`.  NULL if a score line is enough.
	 */
	void (*picture)(const void *state, bool colour, struct text *out);

	/*
	 * Computes the scores and ranks of the seats (1 is best, equal ranks
	 * are ties) and returns how the game ended.  Before GAME_OVER, this is
	 * the score so far.
	 */
	enum ending (*score)(const void *state, int *scores, int *ranks);
};

/* Starts a new game in `state`, which has state_size bytes: `init` says what is
   returned. */
int game_begin(const struct game *game, void *state, int seats,
	       const int *rule, struct error *err);

/* The number of streams of dice: the table's, one for each seat, and if rolls
   can be hidden a second one. */
static inline int game_streams(const struct game *game, int seats)
{
	return game->hidden ? 2 * seats + 1 : seats + 1;
}

/* The seat that alone may see a roll of that stream until the game is over, or
   -1: all may. */
static inline int game_stream_hidden_to(int stream, int seats)
{
	return stream > seats ? stream - seats - 1 : -1;
}

/* The seat whose dice they are, or -1: the table's. */
static inline int game_stream_seat(int stream, int seats)
{
	return stream > seats ? stream - seats - 1 : stream - 1;
}

/* Is each rank one more than the number of seats with a better rank? */
bool game_ranks_follow(int seats, const int *rank);

/* ### points: what a game is worth to each seat */

enum { GAME_POINTS = 5040 };    /* units of a point: exact for 10 seats */

/*
 * Computes the points of one game in 1/GAME_POINTS, per seat, from the ranks (1
 * is best; only their order counts).  By `result`, they are the share of
 * opponents beaten, the share of the win, or the team's result for each of its
 * members.
 */
void game_points(enum result result, int seats, const int *rank,
		 int *points);

/* ### events, for the `tell` of games */

/* Opens the event `name` of `seat`; the caller adds keys and closes it. */
void game_event(struct json_writer *w, const char *name, int seat);

/* Write a whole event: one without other keys, and one with a number. */
void game_event_bare(struct json_writer *w, const char *name, int seat);
void game_event_int(struct json_writer *w, const char *name, int seat,
		    const char *key, int number);

/* Writes a whole event about several seats. */
void game_event_seats(struct json_writer *w, const char *name,
		      const int *seat, int count);

/* ### cell_names: columns a, b, .. from the left, rows 1, 2, .. from the top */

enum { CELL_NAMES_SIZE = 5 };

/* Writes "d6" for column 3, row 5. */
void cell_names_write(int column, int row, char name[CELL_NAMES_SIZE]);

/* Finds the column and row of a name on a board of `side` columns and rows;
   false if there is no such cell. */
bool cell_names_find(const cJSON *name, int side, int *column, int *row);

/* ### start_throw: the highest die begins; seats that tie for it throw again.
   The state of a game in which dice decide who begins contains a struct
   start_throw. */

struct start_throw {
	int count;
	int seat[GAME_SEATS_MAX];       /* the seats that throw, ascending */
};

/* Starts the throw, for all seats. */
void start_throw_init(struct start_throw *start, int seats);

/* The draw: one die for each seat that throws, from the table stream. */
struct draw start_throw_due(const struct start_throw *start);

/* Takes the values.  Returns the seat that begins, or -1 if seats have to throw
   again. */
int start_throw_land(struct start_throw *start, const int *value);

/* ### view_read: a position from a view that was sent to a bot.  view_read is for
   callers of games; the other functions are for the read_view of games.  Each
   of those reads a member of the view and returns 0, or -1 with a sentence that
   names the member, what was expected and what was found. */

/* The limit for points in a view: sums of several still fit an int. */
enum { VIEW_READ_POINTS = 100000000 };

/*
 * Makes `state` the position of a view, in a game with these rules, which
 * rules_check has accepted.  Members that the game does not know are ignored.
 * Members that follow from others (`need`, `queue`) may be missing, but must be
 * right if present.  Returns 0, or -1 with `err` and no position.
 */
int view_read(const struct game *game, int seats, const int *rule,
	      const struct json_at *view, void *state, struct error *err);

int view_read_int(const struct json_at *view, const char *key, int min,
		  int max, int *number, struct error *err);

/* A list of least..most integers; `count`, which may be NULL, gets their
   number. */
int view_read_ints(const struct json_at *view, const char *key, int least,
		   int most, int min, int max, int *list, int *count,
		   struct error *err);

int view_read_bool(const struct json_at *view, const char *key, bool *yes,
		   struct error *err);

/* A word; stores its index in `words`, which NULL ends. */
int view_read_word(const struct json_at *view, const char *key,
		   const char *const *words, int *word, struct error *err);

/* A list of seats; stores for each of the `seats` whether it is in the list. */
int view_read_seats(const struct json_at *view, const char *key, int seats,
		    bool *in, struct error *err);

/* A list of least..most six-sided dice, counted per face as in dice_keep.h. */
int view_read_dice(const struct json_at *view, const char *key, int least,
		   int most, int *count, struct error *err);

#endif
