/*
 * judge_log.h - is a log that is good in itself that of its match?
 *
 * The referee's verdict is about a log in itself.  That it is the right log,
 * that of this match of this tournament, with the dice that follow from S, is
 * checked here: every key of its first line is compared with the manifest, and
 * its digest, ranks and faults with the book.  Nothing here starts a process:
 * who asks for the verdict, and how, is the caller's.
 */
#ifndef TOURNAMENTS_VERIFY_JUDGE_LOG_H
#define TOURNAMENTS_VERIFY_JUDGE_LOG_H

#include "tournaments/record/record.h"

/* What is wrong with the log of the lowest number, and what they all say. */
struct log_checks {
	uint32_t checked;               /* logs that were checked */
	uint32_t wrong;                 /* of them */
	uint32_t first;                 /* the lowest number among those */
	struct error why;               /* of that one */
	bool unread;                    /* one could not be read */
	uint64_t games, decisions, abandoned;
};

struct judge {
	const struct record *record;    /* borrowed, as is all else */
	const struct hash *secret;      /* S */
	struct log_checks *checks;
	uint32_t matches;               /* ended, whose logs there must be */
	void (*progress)(uint32_t done, uint32_t of);   /* or NULL */
};

struct judge judge_begin(const struct record *record,
			 const struct hash *secret, struct log_checks *checks,
			 void (*progress)(uint32_t done, uint32_t of));

/* 1: the log of an ended match can be read, 0: it is missing, which is wrong
   and noted, -1: it could not be looked for, with `err`. */
int judge_there(struct judge *judge, uint32_t number, const char *path,
		struct error *err);

/* Takes the referee's verdict on the log of an ended match, a line of `referee
   verify --json` without its LF, and judges the log. */
void judge_log(struct judge *judge, uint32_t number, const char *verdict,
	       size_t size);

/* Notes what is wrong with a log; that of the lowest number is kept. */
void judge_wrong(struct judge *judge, uint32_t number,
		 const struct error *why);

#endif
