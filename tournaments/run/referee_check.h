/*
 * referee_check.h - the command that checks one bot: referee check.
 */
#ifndef TOURNAMENTS_RUN_REFEREE_CHECK_H
#define TOURNAMENTS_RUN_REFEREE_CHECK_H

#include <stdint.h>

#include "base/limits.h"
#include "base/spawn_jobs.h"
#include "games/game.h"

/* Borrows everything. */
struct referee_check {
	const char *referee;    /* the program */
	const struct game *game;
	const int *rule;
	int seats;
	uint32_t boards;        /* that a process plays */
	const struct limits *limits;
	enum level level;
	bool only_start;
	char *const *command, *const *files;    /* ended by NULL; or NULL */
};

/* Adds the words of the command, with everything about how the bot is run. */
void referee_check_words(const struct referee_check *check,
			 struct spawn_words *words);

#endif
