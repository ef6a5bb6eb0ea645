/*
 * audit_result.h - the result of a log, in the form of a tournament's book, and
 * the verdict on it.
 */
#ifndef AUDIT_AUDIT_RESULT_H
#define AUDIT_AUDIT_RESULT_H

#include "audit/audit.h"
#include "audit/rules_program.h"

struct trace_mark {
	uint32_t game;
	int seat;
	bool suspect;
};

/* Which faults of a trace are suspect.  All zeroes: no marks. */
struct trace_marks {
	struct trace_mark *mark;        /* owned; in the order of the trace */
	size_t count, room;
};

/* Reads the `fault` lines of a trace.  A missing file has none, and damaged
   lines are skipped: no result depends on a trace.  Returns 0, or -1 with `err`
   if it cannot be read. */
int trace_marks_read(struct trace_marks *marks, const char *path,
		     struct error *err);

/* Frees; may be called twice. */
void trace_marks_release(struct trace_marks *marks);

/* Collects the results of a log game by game.  Set the header and the marks,
   and the rest to zeroes. */
struct audit_result {
	const struct logline_header *header;    /* borrowed; of the log */
	const struct trace_marks *marks;        /* borrowed, or NULL: no fault
						   is suspect */
	int rotation;                   /* of the current game */
	uint32_t games;                 /* finished */
	struct text ranks;              /* rows of finished games, commas
					   between them */
	struct text faults;             /* of finished games, likewise */
	struct text game_faults;        /* of the current game */
	struct text suspects;           /* those faults that are suspect */
	struct text game_suspects;
};

/* A game begins, perhaps again: an unfinished one before it does not count. */
void audit_result_begin(struct audit_result *result, int rotation);

void audit_result_fault(struct audit_result *result, int seat,
			enum fault fault);

/* The game is over, with the ranks of its seats. */
void audit_result_over(struct audit_result *result, const int *ranks);

/* A watch for an audit that collects the results; borrows `result`. */
struct match_watch audit_result_watch(struct audit_result *result);

/* Writes the members "ranks":[..],"faults":[..] into an open object, and
   "suspects":[..] if there are any. */
void audit_result_write(const struct audit_result *result,
			struct json_writer *w);

void audit_result_release(struct audit_result *result);

/* ### the verdict on a log */

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
   it; `program` is open, or NULL. */
void log_verdict_make(struct log_verdict *verdict, const char *path,
		      const struct hash *key,
		      const struct rules_program *program);

/* Writes a line of `referee verify --json`, without its LF; docs/match-log.md
   describes its members. */
void log_verdict_write(const struct log_verdict *verdict,
		       struct json_writer *w);

void log_verdict_release(struct log_verdict *verdict);

#endif
