/*
 * log_rules.h - the game, the rules and the limits in the first line of a log.
 */
#ifndef MATCH_LOG_RULES_H
#define MATCH_LOG_RULES_H

#include "base/limits.h"
#include "fair/logline.h"
#include "games/game.h"

struct log_rules {
	const struct game *game;
	int rule[GAME_RULES_MAX];
	struct limits limits;
};

/* Reads them and checks that they are possible.  Returns 0, or -1 with what is
   wrong in `err`. */
int log_rules_read(struct log_rules *rules,
		   const struct logline_header *header, struct error *err);

#endif
