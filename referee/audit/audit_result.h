/*
 * audit_result.h - the result of a log as a tournament's book has it.
 */
#ifndef AUDIT_AUDIT_RESULT_H
#define AUDIT_AUDIT_RESULT_H

#include "match/match_watch.h"
#include "audit/trace_marks.h"
#include "fair/logline.h"

/* Gathers the games of a log in turn; all zeroes but the header and the marks
   at the beginning. */
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
	struct text suspects;           /* the suspect ones among the faults */
	struct text game_suspects;
};

/* A game begins, perhaps once more: what was begun counts for nothing. */
void audit_result_begin(struct audit_result *result, int rotation);

void audit_result_fault(struct audit_result *result, int seat,
			const char *fault);

/* The game is over, with the ranks of its seats. */
void audit_result_over(struct audit_result *result, const int *ranks);

/* What to hand to an audit, to gather from that; borrows. */
struct match_watch audit_result_watch(struct audit_result *result);

/* The members "ranks":[..],"faults":[..] of an open object, and where there
   are any, "suspects":[..]. */
void audit_result_write(const struct audit_result *result,
			struct json_writer *w);

void audit_result_release(struct audit_result *result);

#endif
