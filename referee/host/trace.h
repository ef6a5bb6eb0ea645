/*
 * trace.h - the side file that records every line both ways.
 *
 * Nothing depends on it: it has the times, the chatter and the error output
 * that the signed log leaves out.  docs/match-log.md gives its form.
 */
#ifndef HOST_TRACE_H
#define HOST_TRACE_H

#include <stdint.h>

#include "base/error.h"
#include "base/fault.h"
#include "base/json_write.h"

enum trace_kind { TRACE_TO, TRACE_FROM, TRACE_STDERR, TRACE_SAY,
	TRACE_NOTE, TRACE_END };

struct trace {
	int fd;                 /* -1: there is no file (yet) */
	const char *path;       /* borrowed */
	int64_t start_us;       /* when the match began */
	struct json_writer line;
	/* For a trace of faults: what was said since the last one, the last 64
	   to 128 KiB of it; lines are moved from the second half to the first
	   and then dropped. */
	bool only_faults;
	size_t size, most;      /* of its file */
	struct text held[2];
};

/* Creates or empties the file, which only its owner can read: it has the dice,
   too.  Returns 0, or -1 with `err`. */
int trace_open(struct trace *trace, const char *path, struct error *err);

/*
 * Keeps lines in memory instead, and adds them to the file when there is a
 * fault; the file is made with the first one.  After `most` bytes only the
 * faults themselves are added, with their reasons.
 */
void trace_open_faults(struct trace *trace, const char *path, size_t most);

/*
 * Records one line (without LF) or a piece of error output.  `trace` may be
 * NULL: then nothing happens.  More than 65,536 bytes are cut; NUL and bytes
 * that are not UTF-8 become U+FFFD.  A trace that cannot be written is given
 * up with a warning on standard error: it never costs a result.
 */
void trace_add(struct trace *trace, uint32_t game, int seat,
	       enum trace_kind kind, const char *bytes, size_t size);

/* A fault that the log has. */
struct trace_fault {
	uint32_t game;
	int seat, entrant;
	enum fault fault;
	const char *why;        /* a sentence */
	bool suspect;           /* the machine may be to blame for it */
	/* What the bot was to answer, and the last that it wrote to standard
	   error; of that, 64 KiB are recorded. */
	const struct text *question, *last_words;
};

/* In the file when this returns. */
void trace_fault(struct trace *trace, const struct trace_fault *fault);

/* When the match is over: everybody may read it, as far as the umask allows; a
   trace of faults stays private.
   Returns 0, or -1 with `err`. */
int trace_show(const struct trace *trace, struct error *err);

void trace_release(struct trace *trace);

#endif
