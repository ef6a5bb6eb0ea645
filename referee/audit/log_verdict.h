/*
 * log_verdict.h - the verdict on one log, and its JSON line.
 */
#ifndef AUDIT_LOG_VERDICT_H
#define AUDIT_LOG_VERDICT_H

#include "audit/audit.h"
#include "audit/audit_result.h"

/* Owns everything in it but the path, and must not be moved; call
   log_verdict_release. */
struct log_verdict {
	const char *path;               /* borrowed */
	bool pinned;                    /* the key was compared */
	enum audit_verdict verdict;
	struct error why;               /* unless AUDIT_PASSED */
	struct audit audit;
	struct audit_result result;
};

/* Audits the log at `path`.  Unless `key` is NULL, the log must be signed with
   it. */
void log_verdict_make(struct log_verdict *verdict, const char *path,
		      const struct hash *key);

/* Writes a line of `referee verify --json`, without its LF; docs/match-log.md
   describes its members. */
void log_verdict_write(const struct log_verdict *verdict,
		       struct json_writer *w);

void log_verdict_release(struct log_verdict *verdict);

#endif
