/*
 * box_run.h - runs one command to its end in its own sandbox and folder, to
 * build a bot.
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
	bool ended;             /* it ended; false: killed, out of time.. */
	bool too_large;         /* ..or, if this is set, out of memory */
	int status;             /* of waitpid, if it ended */
	struct text output;     /* the last part of its output; owned */
	/* Its folder, which exists as long as this descriptor is open and can
	   no longer be changed; owned. */
	int folder;
};

/*
 * Asks the keeper to start its entrant 0, whose `box` is set, at `strict`, and
 * waits until it ends.  Kills it after `most_ms`, or when all its processes
 * together use more than `memory_mb`; none of them is left when this returns.
 * The command must wait for a line on its input, which is then closed.  Output
 * and error output are merged.  A signal counted by `stop` is an error.
 * Returns 0, or -1 with `err` on a failure of ours.  Call box_run_release
 * either way.
 */
int box_run(struct box_run *run, int keeper, int64_t most_ms, int memory_mb,
	    const volatile sig_atomic_t *stop, struct error *err);

/* May be called twice, after box_run. */
void box_run_release(struct box_run *run);

#endif
