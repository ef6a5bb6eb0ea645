/*
 * audit_skip.h - goes to a board of a log without checking what is before it.
 */
#ifndef AUDIT_AUDIT_SKIP_H
#define AUDIT_AUDIT_SKIP_H

#include "audit/audit_game.h"

/*
 * Reads on until the line of that board is the current one.  Of what is before
 * it only the games that are over, in `*games`, and the faults in them are
 * counted, unverified: forfeits depend on them.  AUDIT_PASSED with `*found`
 * false: the log ends before that board.
 */
enum audit_verdict audit_skip(struct audit_game *play, uint32_t board,
			      uint32_t *games, bool *found);

#endif
