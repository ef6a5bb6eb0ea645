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
	FAULT_FORFEIT,          /* had its faults_max faults in this match */
	FAULT_LIMIT,            /* beyond memory, processor, output limits */
	FAULT_COUNT
};

/* The word in logs and protocol for each fault; FAULT_NONE has none; ended
   by NULL, for tables that list words. */
extern const char *const fault_words[FAULT_COUNT + 1];

#endif
