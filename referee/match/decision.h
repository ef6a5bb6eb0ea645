/*
 * decision.h - one decision of a bot: the question, the answer and its fault.
 */
#ifndef MATCH_DECISION_H
#define MATCH_DECISION_H

#include "match/engine.h"

struct decision {
	struct engine *engine;
	int seat;
	int64_t budget_us;      /* the time it has left */
	int64_t thought_us;     /* the time taken by all answers */
	unsigned asked;         /* how often it was asked */
	/* False: the bot gave no answer, and its player has the fault. */
	bool answered;
	enum fault fault;       /* of the answer, with the reason in `why` */
	struct error why;
	int move;               /* valid if there is no fault */
	long long place;        /* the index it answered; -1: none */
};

/*
 * Asks the bot on that seat until it has moved, or has a fault that its
 * `retries` do not let it correct.  Logs and makes the move; the caller has to
 * log a fault.  Returns 0, or -1 on our failure.
 */
int decision_make(struct decision *decision, struct engine *engine, int seat,
		  int retries, struct error *err);

/* ### its steps */

/* Sets the bot's budget, and writes its view into `engine->view`. */
void decision_begin(struct decision *decision, struct engine *engine,
		    int seat);

/* The time to state in the line to the bot, in milliseconds. */
long decision_ms(const struct decision *decision);

/* Writes the question into `engine->line`. */
void decision_question(struct decision *decision);

/* Flushes the log, sends `engine->line` and reads the answer.  Returns 0, or -1
   on our failure. */
int decision_ask(struct decision *decision, struct error *err);

/* The bot may answer again: logs that, and writes the line that asks again into
   `engine->line`. */
void decision_again(struct decision *decision, const char *why);

#endif
