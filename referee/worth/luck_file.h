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
	LUCK_GAME_SIZE = 32,            /* a game's name with its NUL */
	LUCK_MILLION = 1000000,
	LUCK_BETA_MAX = 10              /* the largest beta */
};

/* What says how good a position is. */
enum luck_kind {
	LUCK_TABLE,     /* a table of the exact chances; two seats, no numbers */
	LUCK_RACE,      /* the race formula; numbers c, h, r, e */
	LUCK_VOLLE      /* the formula of vollelotte; number c */
};

/* "table", "race", "volle", NULL. */
extern const char *const luck_file_words[];

/* Owns `from` alone; all zeroes is none. */
struct luck_file {
	char game[LUCK_GAME_SIZE];
	int rule[GAME_RULES_MAX];       /* as in games/rules.h */
	int seats;
	enum luck_kind f;
	double number[LUCK_NUMBERS_MAX];
	int number_count;
	bool has_table;                 /* false: any table of these rules */
	char table[65];                 /* SHA-256 of its file, in hex */
	/* The part of the measured luck that is taken off a score, in
	   millionths: 0 to LUCK_BETA_MAX * LUCK_MILLION. */
	long beta_millionths;
	char *from;                     /* where the numbers come from */
};

/*
 * Reads a file and checks all of it: the game, its rules, that this f exists
 * for this game and these seats, the ranges of the numbers.  Returns 0, or -1
 * with the file, the key and what was expected; luck_file_release is due
 * either way.
 */
int luck_file_read(struct luck_file *file, const char *path,
		   struct error *err);

/* The same from bytes; `name` is the file's, for sentences. */
int luck_file_parse(struct luck_file *file, const struct text *bytes,
		    const char *name, struct error *err);

/*
 * What is used when nobody has chosen: the table for pig, the race formula
 * for bolo7 and bolo5, the formula of vollelotte.  Where the formula was not
 * fitted to these rules and seats, the numbers are those of the nearest that
 * it was fitted to: first by seats, then by target.  `rule` and `seats` are
 * what rules_check passes.  Returns 0, or -1 with a sentence when there is no
 * way to measure luck in this game; luck_file_release is due either way.
 */
int luck_file_default(struct luck_file *file, const struct game *game,
		      const int *rule, int seats, struct error *err);

/*
 * Is the file for this game with these rules and seats?  Returns 0, or -1
 * with the key that differs; `path` is the file's, `what` is what it has to
 * fit: "the tournament".
 */
int luck_file_fits(const struct luck_file *file, const char *path,
		   const char *what, const struct game *game, const int *rule,
		   int seats, struct error *err);

/* Moves numbers that were fitted, and may be anything above 0, into the ranges
   that a file may have. */
void luck_file_clamp(struct luck_file *file);

/* The object that luck_file_read reads, with its LF. */
void luck_file_write(const struct luck_file *file, struct text *out);

/* Beta as it is written: "0.85". */
void luck_file_beta(const struct luck_file *file, struct text *out);

/* Safe twice. */
void luck_file_release(struct luck_file *file);

#endif
