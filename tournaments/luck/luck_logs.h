/*
 * luck_logs.h - runs `referee analyse` on every log of a tournament.
 */
#ifndef TOURNAMENTS_LUCK_LUCK_LOGS_H
#define TOURNAMENTS_LUCK_LUCK_LOGS_H

#include "tournaments/luck/luck_source.h"

/* Receives the output of `referee analyse --json` for a game, `said`; see
   docs/analyse.md.  Returns 0, or -1 with `err`. */
typedef int luck_logs_game(void *context, const struct book_match *match,
			   uint32_t number, uint32_t game, const cJSON *said,
			   struct error *err);

/* Borrows everything. */
struct luck_logs {
	const struct record *record;
	const struct luck_source *source;       /* prepared; NULL: the
						   referee's choice */
	const char *referee;    /* the program */
	int jobs;               /* at a time */
	bool positions;         /* with the positions at the start of turns */
	luck_logs_game *game;
	void *context;
	const volatile sig_atomic_t *stop;      /* or NULL */
	void (*progress)(uint32_t done, uint32_t of);   /* or NULL */
};

/*
 * Runs `referee analyse --json` for each of these matches, which have ended,
 * and calls `game` for every game of them, in the order of the list and of the
 * games.  Each log has to be the one that the book names, of this match and
 * with the results in the book.  Returns 0, or -1 with `err`, also when stopped
 * by `stop`.
 */
int luck_logs_run(const struct luck_logs *logs, const uint32_t *number,
		  size_t count, struct error *err);

/* The numbers of all matches that have ended; the caller frees the list. */
uint32_t *luck_logs_ended(const struct record *record, size_t *count);

/* Reads the list `key` of the object, one decimal string per seat, into `value`
   in millionths.  `*given` is false if it is null.  Returns 0, or -1 with `err`
   when it is anything else. */
int luck_logs_list(const cJSON *said, const char *key, int seats,
		   int32_t *value, bool *given, struct error *err);

#endif
