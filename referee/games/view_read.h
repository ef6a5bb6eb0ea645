/*
 * view_read.h - a position from the view of it that a bot was sent.
 *
 * view_read is for the callers of games; the others are for their read_view.
 * Each of those reads a member of the view and returns 0, or -1 with a sentence
 * that has the member, what was expected and what is there.
 */
#ifndef GAMES_VIEW_READ_H
#define GAMES_VIEW_READ_H

#include "base/json.h"
#include "games/game.h"

/* The most points that a view may have: sums of several still fit an int. */
enum { VIEW_READ_POINTS = 100000000 };

/*
 * Makes `state` the position of a view, in a game with these rules, that
 * rules_check has passed.  Members that the game does not have are ignored.
 * What follows from others (`need`, `queue`) may be missing; if it is there, it
 * has to be right.  Returns 0, or -1 with `err` and no position.
 */
int view_read(const struct game *game, int seats, const int *rule,
	      const struct json_at *view, void *state, struct error *err);

int view_read_int(const struct json_at *view, const char *key, int min,
		  int max, int *number, struct error *err);

/* A list of least..most integers; `*count` says how many and may be NULL. */
int view_read_ints(const struct json_at *view, const char *key, int least,
		   int most, int min, int max, int *list, int *count,
		   struct error *err);

int view_read_bool(const struct json_at *view, const char *key, bool *yes,
		   struct error *err);

/* The place of the word in `words`, which NULL ends. */
int view_read_word(const struct json_at *view, const char *key,
		   const char *const *words, int *word, struct error *err);

/* A list of seats: is each of the `seats` in it? */
int view_read_seats(const struct json_at *view, const char *key, int seats,
		    bool *in, struct error *err);

/* A list of least..most dice with six sides, counted per face as in
   dice_keep.h. */
int view_read_dice(const struct json_at *view, const char *key, int least,
		   int most, int *count, struct error *err);

#endif
