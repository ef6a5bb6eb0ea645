/*
 * match_order.h - the match file and the log header of one match.
 */
#ifndef TOURNAMENTS_RECORD_MATCH_ORDER_H
#define TOURNAMENTS_RECORD_MATCH_ORDER_H

#include "tournaments/record/tournament.h"
#include "tournaments/record/tournament_file.h"

/* The secret of a match, made from the tournament's, and its seal. */
void match_order_secret(const struct hash *secret, uint32_t number,
			struct hash *match_secret, struct hash *seal);

/* The header that the match's log must have, except for the referee's version
   and key.  It borrows from the tournament; call logline_header_release. */
void match_order_header(const struct tournament *tournament,
			const struct hash *salt, const struct hash *seal,
			const struct fixture *fixture,
			struct logline_header *header);

/* Appends the match file of docs/match-log.md, with its LF. */
void match_order_write(const struct tournament *tournament,
		       const struct tournament_file *file,
		       const struct hash *salt, const struct hash *seal,
		       const struct fixture *fixture, struct text *out);

#endif
