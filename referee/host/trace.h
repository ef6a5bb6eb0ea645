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
#include "base/json_write.h"

enum trace_kind { TRACE_TO, TRACE_FROM, TRACE_STDERR, TRACE_SAY,
	TRACE_NOTE };

struct trace {
	int fd;
	const char *path;       /* borrowed */
	int64_t start_us;       /* when the match began */
	struct json_writer line;
};

/* Creates or empties the file, which only its owner can read: it has the dice,
   too.  Returns 0, or -1 with `err`. */
int trace_open(struct trace *trace, const char *path, struct error *err);

/*
 * Records one line (without LF) or a piece of error output.  `trace` may be
 * NULL: then nothing happens.  More than 65,536 bytes are cut; NUL and bytes
 * that are not UTF-8 become U+FFFD.  A trace that cannot be written is given
 * up with a warning on standard error: it never costs a result.
 */
void trace_add(struct trace *trace, uint32_t game, int seat,
	       enum trace_kind kind, const char *bytes, size_t size);

/* When the match is over: everybody may read it, as far as the umask allows.
   Returns 0, or -1 with `err`. */
int trace_show(const struct trace *trace, struct error *err);

void trace_release(struct trace *trace);

#endif
