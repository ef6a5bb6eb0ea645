/*
 * luck_file.h - luck.json: how the luck of a tournament's dice is measured.
 *
 * docs/luck.md describes every key.
 */
#ifndef WORTH_LUCK_FILE_H
#define WORTH_LUCK_FILE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "games/game.h"

enum {
	LUCK_FILE_VERSION = 1,
	LUCK_FILE_MOST = 1 << 20,       /* bytes */
	LUCK_NUMBERS_MAX = 8,
	LUCK_GAME_SIZE = 32,            /* a game's name with the NUL */
	LUCK_MILLION = 1000000,
	LUCK_BETA_MAX = 10              /* the largest beta */
};

/* The way in which positions are valued. */
enum luck_kind {
	LUCK_TABLE,     /* a table of exact chances; two seats, no numbers */
	LUCK_RACE,      /* the race formula; numbers c, h, r, e */
	LUCK_VOLLE      /* the formula of vollelotte; number c */
};

/* "table", "race", "volle", NULL. */
extern const char *const luck_file_words[];

/* Owns only `from`; all zeroes is no file. */
struct luck_file {
	char game[LUCK_GAME_SIZE];
	int rule[GAME_RULES_MAX];       /* as in games/rules.h */
	int seats;
	enum luck_kind f;
	double number[LUCK_NUMBERS_MAX];
	int number_count;
	bool has_table;                 /* false: any table of these rules */
	char table[65];                 /* SHA-256 of the table file, in hex */
	/* The part of the measured luck that is subtracted from a score, in
	   millionths: 0 to LUCK_BETA_MAX * LUCK_MILLION. */
	long beta_millionths;
	char *from;                     /* the source of the numbers */
};

/*
 * Reads a file and checks all of it: the game, its rules, that this f exists
 * for this game and these seats, and the ranges of the numbers.  Returns 0, or
 * -1 with the file, the key and what was expected; call luck_file_release in
 * both cases.
 */
int luck_file_read(struct luck_file *file, const char *path,
		   struct error *err);

/* The same for bytes; `name` is the file's, for errors. */
int luck_file_parse(struct luck_file *file, const struct text *bytes,
		    const char *name, struct error *err);

/* Luck is in chances to win.  Returns -1 with a sentence if, among three or
   more seats, other places count as well, else 0. */
int luck_file_check_places(const struct game *game, const int *rule, int seats,
			   struct error *err);

/*
 * The default if there is no luck file: the table for pig, the race formula for
 * bolo7 and bolo5, the formula of vollelotte.  If the formula was not fitted to
 * these rules and seats, the numbers are those of the nearest fit, first by
 * seats, then by target.  rules_check must have accepted `rule` and `seats`.
 * Returns 0, or -1 with a sentence if the luck in this game cannot be measured;
 * call luck_file_release in both cases.
 */
int luck_file_default(struct luck_file *file, const struct game *game,
		      const int *rule, int seats, struct error *err);

/*
 * Checks that the file is for this game with these rules and seats.  Returns 0,
 * or -1 with the key that differs; `path` is the file's, and `what` names what
 * it must fit: "the tournament".
 */
int luck_file_fits(const struct luck_file *file, const char *path,
		   const char *what, const struct game *game, const int *rule,
		   int seats, struct error *err);

/* Clamps fitted numbers, which may be anything above 0, to the ranges allowed
   in a file. */
void luck_file_clamp(struct luck_file *file);

/* Appends the object that luck_file_read reads, with its LF. */
void luck_file_write(const struct luck_file *file, struct text *out);

/* Appends beta as it is written: "0.85". */
void luck_file_beta(const struct luck_file *file, struct text *out);

/* Frees everything; may be called twice. */
void luck_file_release(struct luck_file *file);

#endif
