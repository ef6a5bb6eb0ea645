/*
 * race.h - what race games share: turns, seats that are out, who has won.
 *
 * A race game's state begins with a struct race.  The game itself decides
 * who plays next and when a seat has won.
 */
#ifndef GAMES_RACE_H
#define GAMES_RACE_H

#include "games/game.h"

struct race {
	int seats;
	int max_turns;                  /* most that one seat may begin */
	bool by_score;                  /* losers rank by score, not all 2 */
	int seat;                       /* whose turn it is */
	int score[GAME_SEATS_MAX];      /* banked points */
	int turns[GAME_SEATS_MAX];      /* begun, the current one included */
	bool out[GAME_SEATS_MAX];       /* by a fault */
	bool over;
	enum ending ending;             /* once over */
	bool won[GAME_SEATS_MAX];       /* once over */
};

/* The words of the option `ranking`; its value 1 is `by_score`. */
extern const char *const race_rankings[];

/* With two seats every place counts, with more only who won. */
enum result race_result(int seats);

/* A game in which no turn has begun. */
void race_init(struct race *race, int seats, int max_turns, bool by_score);

/* The seat after `seat` that is not out; `seat` itself when all others are. */
int race_after(const struct race *race, int seat);

/* Seats not out, in turn order: after the one on turn and before `until`. */
int race_queue(const struct race *race, int until, int *seat);

/*
 * `seat` begins a turn.  Returns false when it has had all of its turns: the
 * game is then over, decided by score.
 */
bool race_begin(struct race *race, int seat);

/* Dice with six sides for the seat on turn, from its own stream. */
struct draw race_dice(const struct race *race, int dice);

/* The game ends and `seat` has won. */
void race_win(struct race *race, int seat);

/* The game ends; the highest score wins, for every seat that has it. */
void race_win_by_score(struct race *race, enum ending ending);

/*
 * A fault has put `seat` out of a game that is not over.  Returns false when
 * that leaves one seat: it has won and the game is over.
 */
bool race_out(struct race *race, int seat);

/* A game's `score`: before the end, as if it ended now. */
enum ending race_score(const void *state, int *scores, int *ranks);

/* "seat":..,"scores":[..],"turns":[..],"out":[..] of a view that is open. */
void race_view(const struct race *race, struct json_writer *w);

/* Reads them, in a race that has begun, with two seats or more that are not
   out, one of them on turn.  Returns 0 or -1 with `err`. */
int race_read_view(struct race *race, const struct json_at *view,
		   struct error *err);

/* Did this step end a turn by the rules, and not by a fault? */
bool race_turn_ended(const struct race *before, const struct race *after);

/* Opens the event `name` of `seat`; the caller adds keys and closes it. */
void race_event(struct json_writer *w, const char *name, int seat);

/* An event with no other keys, and one with a number. */
void race_event_bare(struct json_writer *w, const char *name, int seat);
void race_event_int(struct json_writer *w, const char *name, int seat,
		    const char *key, int number);

/* An event about several seats, whole. */
void race_event_seats(struct json_writer *w, const char *name,
		      const int *seat, int count);

/* The event `bank` of the seat on turn before the step. */
void race_event_bank(const struct race *before, const struct race *after,
		     struct json_writer *w);

/* The same, if its score has changed.  Returns whether it has. */
bool race_tell_bank(const struct race *before, const struct race *after,
		    struct json_writer *w);

/* The event `win` when the step ended the game. */
void race_tell_win(const struct race *before, const struct race *after,
		   struct json_writer *w);

#endif
