/*
 * luck_csv.h - the luck of every game of a book: the file luck.csv.
 *
 *	match,game,luck
 *	1,1,0.104312|-0.104312
 *	1,2,
 *
 * One line per game of the book, by match and game, both from 1.  The luck of
 * a game is that of each seat, in seat order, in points with 6 decimal places:
 * how much the draws raised its chances.  It is empty for a game with a fault.
 * In memory it is in whole millionths, so that sums are the same everywhere.
 */
#ifndef TOURNAMENTS_RATING_LUCK_CSV_H
#define TOURNAMENTS_RATING_LUCK_CSV_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

enum { LUCK_CSV_MAX = 1000000000 };     /* millionths, either way */

struct luck_csv_game {
	uint32_t match, game;   /* from 1 */
	int seats;              /* 0: the game has no luck */
	size_t first;           /* of luck_csv.luck */
};

/* All zeroes is empty.  Owns its members. */
struct luck_csv {
	char *path;
	struct luck_csv_game *games;
	size_t count, room;
	int32_t *luck;
	size_t luck_count, luck_room;
};

/*
 * Reads the file into an empty `csv`.  Returns -1 with an error that names file
 * and line if a line is not as described above, or if matches or games are not
 * in ascending order.
 */
int luck_csv_read(struct luck_csv *csv, const char *path, struct error *err);

/* The same for its bytes, which are cut into pieces; `path` is for errors. */
int luck_csv_parse(struct luck_csv *csv, struct text *bytes, const char *path,
		   struct error *err);

/* May be called twice and on zeroes. */
void luck_csv_release(struct luck_csv *csv);

/* The game, or NULL. */
const struct luck_csv_game *luck_csv_find(const struct luck_csv *csv,
					  uint32_t match, uint32_t game);

/* Appends the header line. */
void luck_csv_add_header(struct text *out);

/* Appends a game; `luck` in millionths, `seats` of them, or NULL. */
void luck_csv_add_game(struct text *out, uint32_t match, uint32_t game,
		       const int32_t *luck, int seats);

/* Reads a number with exactly 6 decimal places, as written here and by `referee
   analyse --json`.  Returns -1 if it is not one or too large. */
int luck_csv_millionths(const char *text, int32_t *value);

#endif
