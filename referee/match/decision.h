/*
 * decision.h - one decision of a bot: the question, the answer, what was wrong
 * with it.
 */
#ifndef MATCH_DECISION_H
#define MATCH_DECISION_H

#include "match/engine.h"

struct decision {
	struct engine *engine;
	int seat;
	int64_t budget_us;      /* what is left of its time */
	int64_t thought_us;     /* by all answers */
	unsigned asked;         /* how often */
	/* False: the bot gave no answer, and the fault is in its player. */
	bool answered;
	enum fault fault;       /* of the answer, with the reason in `why` */
	struct error why;
	int move;               /* when there is no fault */
	long long place;        /* that was answered; -1: none */
};

/*
 * Asks the bot on that seat until it has moved, or has done something wrong
 * that illegal_retries does not let it take back.  The move is logged and
 * made; a fault is the caller's to log.  Returns 0, or -1 on our failure.
 */
int decision_make(struct decision *decision, struct engine *engine, int seat,
		  int retries, struct error *err);

/* ### its steps */

/* Starts with the bot's budget, and its view in `engine->view`. */
void decision_begin(struct decision *decision, struct engine *engine,
		    int seat);

/* The time that the bot's line states, in milliseconds. */
long decision_ms(const struct decision *decision);

/* Writes the question into `engine->line`. */
void decision_question(struct decision *decision);

/* Sends that line, with the log up to it written, and takes the answer.  -1:
   our failure. */
int decision_ask(struct decision *decision, struct error *err);

/* The answer is taken back: logs that, and writes the line that asks again. */
void decision_again(struct decision *decision, const char *why);

#endif
