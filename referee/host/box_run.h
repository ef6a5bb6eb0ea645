/*
 * box_run.h - runs one command to its end, in a sandbox and a folder of its
 * own: for what builds a bot.
 */
#ifndef HOST_BOX_RUN_H
#define HOST_BOX_RUN_H

#include <signal.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "host/hosting.h"

enum { BOX_RUN_OUTPUT_MAX = 32768 };    /* bytes of output that are kept */

struct box_run {
	bool ended;             /* false: it was ended, out of time.. */
	bool too_large;         /* ..or for its memory */
	int status;             /* of waitpid, when it ended */
	struct text output;     /* the last of what it printed; owned */
	/* Its folder, which lasts as long as this is open, and which nothing
	   can change any more; owned. */
	int folder;
};

/*
 * Asks the keeper for its entrant 0, whose `box` is set, at `strict`, and
 * waits for it, at most for `most_ms` and while all its processes together
 * have no more than `memory_mb`; nothing of it is left when this returns.  The
 * command does not begin before it reads a line from its
 * input, which then ends.  Output and error output are one.  A signal that
 * `stop` counts is an error.  Returns 0, or -1 with `err`: our failure.
 * box_run_release is due either way.
 */
int box_run(struct box_run *run, int keeper, int64_t most_ms, int memory_mb,
	    const volatile sig_atomic_t *stop, struct error *err);

/* Safe twice, after box_run. */
void box_run_release(struct box_run *run);

#endif
