/*
 * log_follow.h - reads a log while it is being written.
 */
#ifndef AUDIT_LOG_FOLLOW_H
#define AUDIT_LOG_FOLLOW_H

#include "audit/audit.h"

/*
 * Reads the log up to its `sign` line and reports its games to audit->watch.
 * Verifies only that the rules allow each step; the dice are taken from the
 * log, because the secret is at its end.  When there are no more lines, `wait`
 * is called, which waits for more, or returns false to stop there.  Of the
 * audit's results sets header, game, rule, games, abandoned, lines and
 * finished.  Call audit_release afterwards.
 */
enum audit_verdict log_follow(struct audit *audit, const char *path,
			      bool (*wait)(void *context), void *context,
			      struct error *err);

#endif
