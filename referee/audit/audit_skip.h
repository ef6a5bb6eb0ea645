/*
 * audit_skip.h - skips to a board of a log without verifying what precedes it.
 */
#ifndef AUDIT_AUDIT_SKIP_H
#define AUDIT_AUDIT_SKIP_H

#include "audit/audit_game.h"

/*
 * Reads until the line of that board is the current one.  Counts, without
 * verifying them, the finished games before it in `*games` and their faults in
 * `play`, as forfeits depend on them.  AUDIT_PASSED with `*found` false means
 * that the log ends before that board.
 */
enum audit_verdict audit_skip(struct audit_game *play, uint32_t board,
			      uint32_t *games, bool *found);

#endif
