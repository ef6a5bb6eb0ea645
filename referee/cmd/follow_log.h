/*
 * follow_log.h - waits for a log to grow, as a process beside the match.
 */
#ifndef CMD_FOLLOW_LOG_H
#define CMD_FOLLOW_LOG_H

#include "audit/audit.h"

/* log_follow that waits for more as long as the parent of this process lives,
   with the lowest priority: the match comes first. */
enum audit_verdict follow_log(struct audit *audit, const char *path,
			      struct error *err);

#endif
