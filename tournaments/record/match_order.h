/*
 * match_order.h - the match file that a referee is handed for one match.
 */
#ifndef TOURNAMENTS_RECORD_MATCH_ORDER_H
#define TOURNAMENTS_RECORD_MATCH_ORDER_H

#include "tournaments/record/tournament.h"
#include "tournaments/record/tournament_file.h"

/* The seal of a match: that of its own secret, made from S. */
void match_paper_secret(const struct hash *secret, uint32_t number,
			struct hash *match_secret, struct hash *seal);

/* The file of docs/match-log.md, with its LF. */
void match_paper_write(const struct tournament *tournament,
		       const struct tournament_file *file,
		       const struct hash *salt, const struct hash *seal,
		       const struct meeting *meeting, struct text *out);

#endif
