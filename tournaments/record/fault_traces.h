/*
 * fault_traces.h - why a bot lost a game by a fault: what the traces of a
 * tournament say beyond the book.
 *
 * Nothing depends on them; they may be missing, and are private to the
 * operator.
 */
#ifndef TOURNAMENTS_RECORD_FAULT_TRACES_H
#define TOURNAMENTS_RECORD_FAULT_TRACES_H

#include <stddef.h>

#include "tournaments/record/book.h"

/* Texts are NULL where the trace has none. */
struct fault_trace {
	uint32_t game;
	int entrant;            /* the place in the match, as in the book */
	char *why;              /* a sentence */
	char *asked;            /* the line that it was to answer */
	char *came;             /* what it wrote instead of an answer */
	char *times;            /* how long that took, a sentence */
	char *errors;           /* the last that it wrote to standard error */
};

/* Owns everything; all zeroes is none. */
struct fault_traces {
	struct fault_trace *list;
	size_t count, room;
};

/* Reads the trace of a match.  What is missing or cannot be read is left
   out. */
void fault_traces_read(struct fault_traces *traces, const char *folder,
		       uint32_t number);

/* What the trace says about that fault, or NULL. */
const struct fault_trace *fault_traces_find(const struct fault_traces *traces,
					    const struct book_fault *fault);

void fault_traces_release(struct fault_traces *traces);

#endif
