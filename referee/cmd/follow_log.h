/*
 * follow_log.h - follows a growing log, in a process beside the match.
 */
#ifndef CMD_FOLLOW_LOG_H
#define CMD_FOLLOW_LOG_H

#include "audit/audit.h"

/* Audits a log that grows, and waits for more lines as long as the parent
   process lives.  Lowers the priority of this process, as the match comes
   first. */
enum audit_verdict follow_log(struct audit *audit, const char *path,
			      struct error *err);

#endif
