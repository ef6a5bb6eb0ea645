/*
 * view_read.h - restores a position from a view that was sent to a bot.
 *
 * view_read is for callers of games; the other functions are for the read_view
 * of games.  Each of those reads a member of the view and returns 0, or -1 with
 * a sentence that names the member, what was expected and what was found.
 */
#ifndef GAMES_VIEW_READ_H
#define GAMES_VIEW_READ_H

#include "base/json.h"
#include "games/game.h"

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
