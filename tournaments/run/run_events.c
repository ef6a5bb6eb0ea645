/*
 * run_events.c - what a run reports, and the failure that ends it.
 */
#include "tournaments/run/run.h"

void run_report(const struct run *run, enum run_event_type type,
		const struct fixture *fixture, const char *why)
{
	const struct run_sink *sink = &run->runner->sink;
	const struct run_event event = { type, run->runner, fixture, why };

	if (sink->report != NULL)
		sink->report(sink->context, &event);
}

void run_fail(struct run *run, const struct error *err)
{
	if (run->failing)
		return;
	run->failing = true;
	run->why = *err;
}
