/*
 * race.h - the common part of race games: turns, seats that are out, winners.
 *
 * The state of a race game begins with a struct race.  The game itself decides
 * who plays next and when a seat has won.
 */
#ifndef GAMES_RACE_H
#define GAMES_RACE_H

#include "games/game.h"

struct race {
	int seats;
	int max_turns;                  /* limit of turns per seat */
	bool by_score;                  /* losers rank by score, not all 2 */
	int seat;                       /* whose turn it is */
	int score[GAME_SEATS_MAX];      /* banked points */
	int turns[GAME_SEATS_MAX];      /* begun, the current one included */
	bool out[GAME_SEATS_MAX];       /* by a fault */
	bool over;
	enum ending ending;             /* once over */
	bool won[GAME_SEATS_MAX];       /* once over */
};

/* The row of the option `ranking`, and its index in the table of each game; the
   value 1 means `by_score`. */
extern const char *const race_rankings[];
enum { RACE_RANKING_AT = 1 };
#define RACE_RANKING { "ranking", RULE_WORD, 0, 0, 0, race_rankings, \
	"losers all rank 2, or rank by score" }

/* The `result` of a game: with two seats or `by_score` every rank counts; else
   only winning does. */
enum result race_result(int seats, const int *rule);

/* Makes a game in which no turn has begun. */
void race_init(struct race *race, int seats, int max_turns, const int *rule);

/* The next seat after `seat` that is not out; `seat` itself if all others
   are. */
int race_after(const struct race *race, int seat);

/* Lists the seats that are not out, in turn order, after the one on turn and
   before `until`.  Returns how many there are. */
int race_queue(const struct race *race, int until, int *seat);

/*
 * Begins a turn of `seat`.  Returns false if it has had all its turns; the game
 * is then over, decided by score.
 */
bool race_begin(struct race *race, int seat);

/* A draw of six-sided dice for the seat on turn, from its own stream. */
struct draw race_dice(const struct race *race, int dice);

/* Ends the game; `seat` has won. */
void race_win(struct race *race, int seat);

/* Ends the game; every seat with the highest score has won. */
void race_win_by_score(struct race *race, enum ending ending);

/*
 * Takes `seat` out of a game that is not over, because of a fault.  Returns
 * false if that leaves one seat, which has then won; the game is over.
 */
bool race_out(struct race *race, int seat);

/* The `score` of a game; before the end, as if the game ended now. */
enum ending race_score(const void *state, int *scores, int *ranks);

/* Writes "seat":..,"scores":[..],"turns":[..],"out":[..] into an open view. */
void race_view(const struct race *race, struct json_writer *w);

/* Reads them.  The race must have begun, and at least two seats, one of them on
   turn, must not be out.  Returns 0, or -1 with `err`. */
int race_read_view(struct race *race, const struct json_at *view,
		   struct error *err);

/* Whether this step ended a turn by the rules, not by a fault. */
bool race_turn_ended(const struct race *before, const struct race *after);

/* Writes the event `bank` of the seat that was on turn before the step. */
void race_event_bank(const struct race *before, const struct race *after,
		     struct json_writer *w);

/* The same if its score has changed.  Returns whether it has. */
bool race_tell_bank(const struct race *before, const struct race *after,
		    struct json_writer *w);

/* Writes the event `win` if the step ended the game. */
void race_tell_win(const struct race *before, const struct race *after,
		   struct json_writer *w);

#endif
