/*
 * judge_log.h - does a log that is valid in itself belong to its match?
 *
 * The referee's verdict is only about a log in itself.  Whether it is the log
 * of this match of this tournament, with the dice that follow from S, is
 * checked here: every key of its first line is compared with the manifest, and
 * its digest, ranks and faults with the book.  Nothing here starts a process;
 * the caller obtains the verdict.
 */
#ifndef TOURNAMENTS_VERIFY_JUDGE_LOG_H
#define TOURNAMENTS_VERIFY_JUDGE_LOG_H

#include "tournaments/record/record.h"

/* Totals over all logs, and what is wrong with the log of the lowest number. */
struct log_checks {
	uint32_t checked;               /* logs that were checked */
	uint32_t wrong;                 /* of them */
	uint32_t first;                 /* the lowest number among those */
	struct error why;               /* of that one */
	bool unread;                    /* one could not be read */
	bool ruled;                     /* a program that has the rules of the
					   game judged them .. */
	struct error ruling;            /* its command, or why none did */
	uint64_t games, decisions, abandoned, resumes;
};

struct judge {
	const struct record *record;    /* borrowed, as is all else */
	const struct hash *secret;      /* S; NULL: not known yet */
	struct log_checks *checks;
	uint32_t matches;               /* that have ended and must have logs */
	void (*progress)(uint32_t done, uint32_t of);   /* or NULL */
};

struct judge judge_begin(const struct record *record,
			 const struct hash *secret, struct log_checks *checks,
			 void (*progress)(uint32_t done, uint32_t of));

/* Returns 1 if the log of an ended match can be read, 0 if it is missing, which
   is noted as wrong, or -1 with `err` if it cannot be opened. */
int judge_there(struct judge *judge, uint32_t number, const char *path,
		struct error *err);

/* Takes the referee's verdict on the log of an ended match, a line of `referee
   verify --json` without its LF, and judges the log. */
void judge_log(struct judge *judge, uint32_t number, const char *verdict,
	       size_t size);

/* Notes what is wrong with a log; `why` is kept for the lowest number. */
void judge_wrong(struct judge *judge, uint32_t number,
		 const struct error *why);

#endif
