/*
 * contest_file.h - the tournament file that `tournament collect` makes.
 */
#ifndef TOURNAMENTS_COLLECT_CONTEST_FILE_H
#define TOURNAMENTS_COLLECT_CONTEST_FILE_H

#include <stdint.h>

#include "base/limits.h"
#include "games/games.h"
#include "games/rules.h"
#include "tournaments/collect/submissions.h"

struct contest_file {
	const char *path;       /* borrowed */
	cJSON *tree;            /* as it was, or with the defaults */
	const struct game *game;
	int rule[GAME_RULES_MAX];
	int seats;
	uint32_t boards;        /* that a process plays */
	struct limits limits;
	enum level level;
};

/*
 * Reads the file, if there is one: everything in it is kept, except entrants,
 * left_out and advice.  Otherwise it begins as a round robin of `game` at
 * `strict`.  `game` may be NULL if there is a file.  Returns 0, or -1 with `err`; call
 * contest_file_release in either case.
 */
int contest_file_read(struct contest_file *file, const char *path,
		      const char *game, struct error *err);

/* The folder for copies of the bots: "cups/may.bots" for "cups/may.json".  The
   caller frees it. */
char *contest_file_copies(const char *path);

/* Writes the file, with the accepted submissions as its entrants, advice to
   them, and what became of the others.  Returns 0, or -1 with `err`: it cannot
   be written, or the new file is one that `tournament run` would refuse. */
int contest_file_write(struct contest_file *file,
		       const struct submissions *submissions,
		       struct error *err);

void contest_file_release(struct contest_file *file);

#endif
