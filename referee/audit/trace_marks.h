/*
 * trace_marks.h - the faults in a trace that are marked as suspect.
 */
#ifndef AUDIT_TRACE_MARKS_H
#define AUDIT_TRACE_MARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct trace_mark {
	uint32_t game;
	int seat;
	bool suspect;
};

/* All zeroes is none. */
struct trace_marks {
	struct trace_mark *mark;        /* owned; as they were written */
	size_t count, room;
};

/* Reads the `fault` lines of a trace.  A file that is not there has none, and
   damaged lines are skipped: no result depends on a trace.  Returns 0, or -1
   with `err`: it cannot be read. */
int trace_marks_read(struct trace_marks *marks, const char *path,
		     struct error *err);

/* Is the fault of that seat in that game suspect?  Of a game that was played
   again the last attempt counts. */
bool trace_marks_suspect(const struct trace_marks *marks, uint32_t game,
			 int seat);

/* Frees; safe twice. */
void trace_marks_release(struct trace_marks *marks);

#endif
