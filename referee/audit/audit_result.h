/*
 * audit_result.h - the result of a log, in the form of a tournament's book.
 */
#ifndef AUDIT_AUDIT_RESULT_H
#define AUDIT_AUDIT_RESULT_H

#include "match/match_watch.h"
#include "audit/trace_marks.h"
#include "fair/logline.h"

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

#endif
