/*
 * audit_result.h - the result of a log as a tournament's book has it.
 */
#ifndef AUDIT_AUDIT_RESULT_H
#define AUDIT_AUDIT_RESULT_H

#include "audit/audit.h"

/* Gathers while a log is audited; all zeroes but `audit` at the beginning. */
struct rows {
	const struct audit *audit;      /* borrowed; knows who sits where */
	int rotation;                   /* of the game at hand */
	uint32_t games;                 /* finished */
	struct text ranks;              /* rows of finished games, commas
					   between them */
	struct text faults;             /* of finished games, likewise */
	struct text game_faults;        /* of the game at hand */
};

/* What to hand to the audit; `rows` has to live as long. */
struct audit_watch rows_watch(struct rows *rows);

/* The members "ranks":[..],"faults":[..] of an open object. */
void rows_write(struct rows *rows, struct json_writer *w);

void rows_release(struct rows *rows);

#endif
