/*
 * run.h - what the files of the runner share.
 */
#ifndef TOURNAMENTS_RUN_RUN_H
#define TOURNAMENTS_RUN_RUN_H

#include <poll.h>

#include "tournaments/format/wave.h"
#include "tournaments/run/runner.h"

/* The state of a run that only the runner's files see. */
struct run {
	struct runner *runner;
	struct runner_slot *slot;
	struct pollfd *poll;
	int busy;                       /* slots in use */
	size_t next;                    /* first fixture not handed out yet */
	struct wave wave;               /* of a shard */
	int asked;                      /* requests to stop that were heeded */
	bool failing;                   /* `why` is set */
	bool stopping;                  /* the referees were signalled */
	bool warned;                    /* of suspect faults */
	uint64_t traces;                /* bytes of all traces */
	struct error why;
};

/* ### run_events.c */

/* Sends an event to the sink; `fixture` and `why` may be NULL. */
void run_report(const struct run *run, enum run_event_type type,
		const struct fixture *fixture, const char *why);

/* Notes a failure on our side: only the first one is kept, and no new match
   begins. */
void run_fail(struct run *run, const struct error *err);

/* ### run_match.c */

/* Starts a match in a free slot, or resumes it where its log ends.  Returns 0,
   or -1 with `err` and the slot free. */
int run_match_begin(struct run *run, struct runner_slot *slot,
		    const struct fixture *fixture, struct error *err);

/* Reads what the referee of a slot has written. */
void run_match_read(struct run *run, struct runner_slot *slot);

/* When the referee of a slot has ended: takes the result, or tries again. */
void run_match_end(struct run *run, struct runner_slot *slot);

/* Adds the size of a match's trace to `traces`. */
void run_match_count_trace(struct run *run, uint32_t number);

/* ### run_environment.c */

/* Fills `cores` with those this process may use, at most `room`.  Returns how
   many. */
int run_list_cores(int *cores, int room);

/* ### run_shard.c */

/* Finds the wave that is due and counts the shard's matches in it. */
void run_shard_begin(struct run *run);

/* The next match of the shard, or NULL. */
struct fixture *run_shard_next(struct run *run);

/* Commits the match that a slot has played.  Returns 1, 0 if another process
   committed it first, or -1 with `err`. */
int run_shard_commit(struct run *run, const struct runner_slot *slot,
		     struct error *err);

#endif
