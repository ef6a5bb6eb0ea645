/*
 * site_live.c - a page that is kept up to date while its tournament is played.
 */
#include "tournaments/site/site_live.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "tournaments/record/game_counts.h"
#include "tournaments/site/site_files.h"
#include "tournaments/site/site_live_state.h"

enum {
	STATE_US = 1000000,     /* between two versions of live.js.. */
	BEAT_US = 10000000,     /* ..without news */
	AGAIN_US = 5000000,     /* until a retry after a failure */
	TABLES_SHARE = 20       /* pause after the tables, as a multiple of the
				   time that they took */
};

/* ### the matches in play */

static struct site_live_log find_log(const struct site_live *live, int count,
				     const struct book_match *match,
				     uint32_t number)
{
	for (int i = 0; i < count; i++)
		if (live->log[i].match == number &&
		    live->log[i].voids == match->voids)
			return live->log[i];
	return (struct site_live_log){ .match = number,
		.voids = match->voids };
}

/* Finds the matches that have started and not ended, and reads their logs.
   Builds a new list, as it still needs the old one for what was read before. */
static void read_matches(struct site_live *live)
{
	const struct record *record = live->order.record;
	const struct fixtures *past = &record->tournament.contest.past;
	struct site_live_log *log = NULL;
	size_t room = 0;
	int logs = 0;

	while (live->settled < past->count &&
	       past->list[live->settled].decided)
		live->settled++;
	for (size_t i = live->settled; i < past->count; i++) {
		const struct fixture *fixture = &past->list[i];
		const struct book_match *match = book_find(&record->book,
							   fixture->number);

		if (fixture->decided || match == NULL || !match->started)
			continue;
		ARRAY_GROW(log, room, logs + 1);
		log[logs] = find_log(live, live->logs, match, fixture->number);
		site_live_log_read(&log[logs++], record, fixture);
	}
	free(live->log);
	live->log = log;
	live->logs = logs;
	live->room = room;
}

/* ### writing */

static int put_state(struct site_live *live, bool running, int64_t now,
		     struct error *err)
{
	struct site_live_state state = { .record = live->order.record,
		.log = live->log, .logs = live->logs, .running = running,
		.shown = live->shown };
	struct text same = {0}, bytes = {0};
	int result = 0;

	site_live_state_add(&state, &same);
	if (now >= live->next_beat || same.length != live->written.length ||
	    memcmp(same.bytes, live->written.bytes, same.length) != 0) {
		state.beat = ++live->beat;
		site_live_state_add(&state, &bytes);
		result = site_files_put(live->order.out, "live.js", &bytes,
					&live->report.bytes, err);
		live->next_beat = now + BEAT_US;
		text_clear(&live->written);
		text_append(&live->written, same.bytes, same.length);
	}
	text_release(&same);
	text_release(&bytes);
	return result;
}

static int put_tables(struct site_live *live, struct error *err)
{
	const int64_t began = clock_us();
	int result;

	live->shown = game_counts_of(live->order.record).decided;
	result = site_update(live->site, err);
	live->next_tables = clock_us() + TABLES_SHARE * (clock_us() - began);
	return result;
}

/* Writes everything, beginning with the folder. */
static int begin(struct site_live *live, struct error *err)
{
	site_close(live->site);
	text_clear(&live->written);
	live->site = site_open(&live->order, &live->report, err);
	read_matches(live);
	return live->site == NULL || put_tables(live, err) != 0 ? -1 :
		put_state(live, true, clock_us(), err);
}

int site_live_begin(struct site_live *live, const struct record *record,
		    const char *out, struct error *err)
{
	*live = (struct site_live){ .order = { .record = record, .out = out,
		.live = true } };
	return begin(live, err);
}

static int update(struct site_live *live, int64_t now, struct error *err)
{
	const uint32_t decided = game_counts_of(live->order.record).decided;

	if (live->site == NULL)
		return begin(live, err);
	read_matches(live);
	if (decided != live->shown && now >= live->next_tables &&
	    put_tables(live, err) != 0)
		return -1;
	return put_state(live, true, now, err);
}

/* After a failure the page is begun again, as the folder may have been
   removed. */
static void give_up(struct site_live *live)
{
	site_close(live->site);
	live->site = NULL;
}

int site_live_update(struct site_live *live, struct error *err)
{
	const int64_t now = clock_us();
	bool news;

	if (now < live->next)
		return 0;
	live->next = now + STATE_US;
	if (update(live, now, err) == 0)
		return 0;
	give_up(live);
	live->next = clock_us() + AGAIN_US;
	news = !live->failed;
	live->failed = true;
	return news ? -1 : 0;
}

int site_live_end(struct site_live *live, const struct record *record,
		  int threads, struct error *err)
{
	if (record->book.closed) {
		live->order.luck = &live->luck;
		if (site_luck_make(&live->luck, record, NULL, threads,
				   err) != 0)
			return -1;
	}
	live->order.record = record;
	live->order.live = !record->book.closed;
	if (live->site == NULL)
		live->site = site_open(&live->order, &live->report, err);
	return live->site == NULL || put_tables(live, err) != 0 ||
		site_live_state_put(record, live->order.out, err) != 0 ? -1 :
		site_clean(live->site, err);
}

void site_live_release(struct site_live *live)
{
	site_close(live->site);
	site_luck_release(&live->luck);
	free(live->log);
	text_release(&live->written);
	*live = (struct site_live){0};
}
