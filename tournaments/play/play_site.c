/*
 * play_site.c - the page of a tournament that is being played.
 */
#include "tournaments/play/play_site.h"

#include <stdio.h>

#include "base/printable.h"
#include "tournaments/record/suspects.h"

int play_site_begin(struct play_site *site, const struct record *record,
		    const char *out, struct error *err)
{
	*site = (struct play_site){0};
	if (site_live_begin(&site->live, record, out, err) == 0)
		return 0;
	site_live_release(&site->live);
	return -1;
}

static void report(void *context, const struct run_event *event)
{
	struct play_site *site = context;
	const struct run_sink *sink = &site->sink;
	struct text why = {0};
	struct error err;

	sink->report(sink->context, event);
	if (site_live_update(&site->live, &err) == 0)
		return;
	text_printf(&why, "the page is not up to date: %s; the tournament "
		    "continues, and the page is retried", err.text);
	sink->report(sink->context, &(struct run_event){ RUN_WARNING,
		event->runner, NULL, text_string(&why) });
	text_release(&why);
}

struct run_sink play_site_follow(struct play_site *site, struct run_sink sink)
{
	site->sink = sink;
	return (struct run_sink){ report, site, sink.tick_ms };
}

/* Reads the folder again, as the record in memory was changed by the run. */
static int write_end(struct play_site *site, const char *folder,
		     struct error *err)
{
	struct record record = {0};
	int result = -1;

	if (record_read(&record, folder, err) == 0 &&
	    suspects_mark(&record, err) == 0)
		result = site_live_end(&site->live, &record, runner_cores(), err);
	record_release(&record);
	return result;
}

void play_site_end(struct play_site *site, const struct record *record)
{
	struct text folder = {0}, out = {0};
	struct error err;

	if (write_end(site, record->folder, &err) != 0)
		printable_line(stderr, "tournament: warning: the page is not "
			       "finished: %s; tournament site %s -o %s writes "
			       "it", err.text,
			       printable_word(&folder, record->folder),
			       printable_word(&out, site->live.order.out));
	text_release(&folder);
	text_release(&out);
	site_live_release(&site->live);
}

int play_site_write(struct record *record, const char *out, struct error *err)
{
	struct site_luck luck = {0};
	const struct site_order order = { .record = record, .out = out,
		.luck = &luck };
	struct site_report report = {0};
	int result = -1;

	if (suspects_mark(record, err) == 0 &&
	    site_luck_make(&luck, record, NULL, runner_cores(), err) == 0)
		result = site_write(&order, &report, err);
	site_luck_release(&luck);
	return result;
}
