/*
 * trace_marks.h - which faults in a trace are marked as suspect.
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

/* All zeroes: no marks. */
struct trace_marks {
	struct trace_mark *mark;        /* owned; in the order of the trace */
	size_t count, room;
};

/* Reads the `fault` lines of a trace.  A missing file has none, and damaged
   lines are skipped: no result depends on a trace.  Returns 0, or -1 with `err`
   if it cannot be read. */
int trace_marks_read(struct trace_marks *marks, const char *path,
		     struct error *err);

/* Is the fault of that seat in that game suspect?  If the game was played
   again, the last attempt counts. */
bool trace_marks_suspect(const struct trace_marks *marks, uint32_t game,
			 int seat);

/* Frees; may be called twice. */
void trace_marks_release(struct trace_marks *marks);

#endif
