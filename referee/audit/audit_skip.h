/*
 * audit_skip.h - skips to a board of a log without verifying what precedes it.
 */
#ifndef AUDIT_AUDIT_SKIP_H
#define AUDIT_AUDIT_SKIP_H

#include "audit/log_cursor.h"
#include "match/log_step.h"

/*
 * Reads until the line of that board is the current one.  Counts in `step`,
 * without verifying them, the finished games before it and their faults, as
 * forfeits depend on them.  AUDIT_PASSED with `*found` false means that the log
 * ends before that board.
 */
enum audit_verdict audit_skip(struct log_cursor *log, struct log_step *step,
			      uint32_t board, bool *found);

#endif
