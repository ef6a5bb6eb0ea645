/*
 * fault.h - what a bot can do wrong.  A fault is a result, never an error.
 */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

enum fault {
	FAULT_NONE,
	FAULT_START,            /* could not be started, or was never ready */
	FAULT_TIMEOUT,          /* no complete answer when its clock ran out */
	FAULT_GONE,             /* exited, was killed, or closed a pipe */
	FAULT_FLOOD,            /* a line too long, or bytes not asked for */
	FAULT_GARBLED,          /* an answer that is not one strict object */
	FAULT_ILLEGAL,          /* an answer without a move that is legal now */
	FAULT_FORFEIT,          /* reached faults_max faults in this match */
	FAULT_LIMIT,            /* exceeded memory, processor, output limits */
	FAULT_COUNT
};

/* The word for each fault in logs and in the protocol, "" for FAULT_NONE; ended
   by NULL, so that it can serve as a list of words. */
extern const char *const fault_words[FAULT_COUNT + 1];

#endif
