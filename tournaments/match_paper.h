/*
 * match_paper.h - the match file that a referee is handed for one match.
 */
#ifndef MATCH_PAPER_H
#define MATCH_PAPER_H

#include "tournaments/tournament.h"
#include "tournaments/tournament_file.h"

/* The seal of a match: that of its own secret, made from S. */
void match_paper_secret(const struct hash *secret, uint32_t number,
			struct hash *match_secret, struct hash *seal);

/* The file of docs/match-log.md, with its LF. */
void match_paper_write(const struct tournament *tournament,
		       const struct tournament_file *file,
		       const struct hash *salt, const struct hash *seal,
		       const struct meeting *meeting, struct text *out);

#endif
