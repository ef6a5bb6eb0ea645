/*
 * contest_file.h - the tournament file that a contest makes.
 */
#ifndef TOURNAMENTS_COLLECT_CONTEST_FILE_H
#define TOURNAMENTS_COLLECT_CONTEST_FILE_H

#include "base/limits.h"
#include "games/games.h"
#include "games/rules.h"
#include "tournaments/collect/submissions.h"

struct contest_file {
	const char *path;       /* borrowed */
	cJSON *tree;            /* as it was, or with the defaults */
	const struct game *game;
	int rule[GAME_RULES_MAX];
	struct limits limits;
	enum level level;
};

/*
 * Reads the file, if it is there: all of it but the entrants is kept.
 * Otherwise it begins as a round robin of `game` at `strict`.  `game` may be
 * NULL when there is a file.  Returns 0, or -1 with `err`;
 * contest_file_release is due either way.
 */
int contest_file_read(struct contest_file *file, const char *path,
		      const char *game, struct error *err);

/* "cups/may.json": "cups/may.bots".  The caller frees it. */
char *contest_file_copies(const char *path);

/* Writes it with those that are in as its entrants, and what has become of the
   others.  Returns 0, or -1 with `err` and the old file. */
int contest_file_write(struct contest_file *file,
		       const struct submissions *submissions,
		       struct error *err);

void contest_file_release(struct contest_file *file);

#endif
