/*
 * log_follow.h - reads a log while it is written.
 */
#ifndef AUDIT_LOG_FOLLOW_H
#define AUDIT_LOG_FOLLOW_H

#include "audit/audit.h"

/*
 * Reads the log up to its `sign` line and reports its games to audit->watch.
 * Nothing is verified but that the rules can take each step: the dice are those
 * of the lines, because the secret comes last.  At the end of what is there
 * `wait` is called: it waits for more, or returns false to stop there.  Of the
 * audit's results header, game, rule, games, abandoned, lines and finished are
 * set; audit_release is due.
 */
enum audit_verdict log_follow(struct audit *audit, const char *path,
			      bool (*wait)(void *context), void *context,
			      struct error *err);

#endif
