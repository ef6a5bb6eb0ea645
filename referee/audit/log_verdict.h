/*
 * log_verdict.h - the verdict on one log, and the JSON line that says it.
 */
#ifndef AUDIT_LOG_VERDICT_H
#define AUDIT_LOG_VERDICT_H

#include "audit/audit.h"
#include "audit/audit_result.h"

/* It must not be moved, and owns everything; log_verdict_release is due. */
struct log_verdict {
	const char *path;               /* borrowed */
	bool pinned;                    /* the key was compared */
	enum audit_verdict verdict;
	struct error why;               /* unless it is AUDIT_PASSED */
	struct audit audit;
	struct audit_result result;
};

/* Audits the log at `path`.  `key`, unless NULL, is the key that it must be
   signed with. */
void log_verdict_make(struct log_verdict *verdict, const char *path,
		      const struct hash *key);

/* A line of `referee verify --json`, without its LF; docs/match-log.md has its
   members. */
void log_verdict_write(const struct log_verdict *verdict,
		       struct json_writer *w);

void log_verdict_release(struct log_verdict *verdict);

#endif
