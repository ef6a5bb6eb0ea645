/*
 * trace.h - a separate file that records every line in both directions.
 *
 * Nothing depends on it.  It has the times, the bots' `say` texts and their
 * error output, which the signed log leaves out.  docs/match-log.md describes
 * its format.
 */
#ifndef HOST_TRACE_H
#define HOST_TRACE_H

#include <stdint.h>

#include "base/error.h"
#include "base/json_write.h"
#include "base/limits.h"

enum trace_kind { TRACE_TO, TRACE_FROM, TRACE_STDERR, TRACE_SAY,
	TRACE_NOTE, TRACE_END };

struct trace {
	int fd;                 /* -1: there is no file (yet) */
	const char *path;       /* borrowed */
	int64_t start_us;       /* when the match began */
	struct json_writer line;
	/* For a trace of faults: the last 64 to 128 KiB of the lines since the
	   last fault.  When the second half is full, it replaces the first. */
	bool only_faults;
	size_t size, most;      /* of the file, in bytes */
	struct text held[2];
};

/* A trace may replace an older one, but no other file: a log, a key and a bot
   stay as they are.  Returns 0, or -1 with `err`. */
int trace_may_replace(const char *path, struct error *err);

/* Creates the file, or empties one that trace_may_replace allows.  Only its
   owner can read it, as it contains the dice.  Returns 0, or -1 with `err`. */
int trace_open(struct trace *trace, const char *path, struct error *err);

/*
 * Keeps the lines in memory instead, and appends them to the file when there is
 * a fault; the first fault creates the file, so the caller has to ask
 * trace_may_replace before.  When it has about `most` bytes,
 * only the faults themselves are added, with their reasons.
 */
void trace_open_faults(struct trace *trace, const char *path, size_t most);

/*
 * Records one line (without LF) or a piece of error output, up to 65,536 bytes
 * of it; NUL and bytes that are not UTF-8 become U+FFFD.  Does nothing if
 * `trace` is NULL.  If the trace cannot be written, it is given up with a
 * warning on standard error; the match is not affected.
 */
void trace_add(struct trace *trace, uint32_t game, int seat,
	       enum trace_kind kind, const char *bytes, size_t size);

/* A fault that was written to the log. */
struct trace_fault {
	uint32_t game;
	int seat, entrant;
	enum fault fault;
	const char *why;        /* a sentence */
	bool suspect;           /* the machine may be to blame for it */
	/* The line that the bot had to answer, what it wrote since, and what it
	   last wrote to standard error, of which the last 64 KiB are recorded.
	   NULL: nothing of it says anything about the fault. */
	const struct text *question, *came, *last_errors;
	const struct text *times;       /* how long it was asked and computed */
};

/* Records a fault.  It is in the file when this returns.  `trace` may be
   NULL. */
void trace_fault(struct trace *trace, const struct trace_fault *fault);

/* When the match is over: makes the trace readable for everybody, as far as the
   umask allows; a trace of faults stays private.
   Returns 0, or -1 with `err`. */
int trace_show(const struct trace *trace, struct error *err);

void trace_release(struct trace *trace);

#endif
