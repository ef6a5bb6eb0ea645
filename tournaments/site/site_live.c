/*
 * site_live.c - a page that is kept up to date while its tournament is played,
 * and live.js, the progress that it shows.
 */
#include "tournaments/site/site_live.h"

#include <math.h>

#include "base/clock.h"
#include "base/json_write.h"
#include "tournaments/site/site_files.h"
#include "tournaments/site/site_data.h"

enum {
	STATE_US = 1000000,     /* between two versions of live.js.. */
	BEAT_US = 10000000,     /* ..without news */
	AGAIN_US = 5000000,     /* until a retry after a failure */
	TABLES_SHARE = 20,      /* pause after the tables, as a multiple of the
				   time that they took */
	RESULTS_MOST = 20
};

/* ### live.js */

/* "match":..,"entrants":[..],"games":..,"points":[..] */
static void add_match(struct json_writer *w, const struct record *record,
		      const struct fixture *fixture, uint32_t games,
		      const int64_t *points)
{
	json_open(w, '{');
	json_put_int(w, "match", fixture->number);
	json_put_open(w, "entrants", '[');
	for (int s = 0; s < fixture->seats; s++)
		json_string(w, tournament_name(&record->tournament,
					       fixture->entrant[s]));
	json_close(w, ']');
	json_put_int(w, "games", games);
	json_put_int(w, "games_of", tournament_games(&record->tournament,
						     fixture));
	json_put_open(w, "points", '[');
	for (int s = 0; s < fixture->seats; s++)
		decimal_json(w, (double)points[s] / GAME_POINTS);
	json_close(w, ']');
	json_close(w, '}');
}

static void put_results(struct json_writer *w, const struct record *record)
{
	uint32_t number[RESULTS_MOST];
	int count = follow_last_ended(&record->book, false, number,
				      RESULTS_MOST);

	json_put_open(w, "results", '[');
	for (int i = 0; i < count; i++) {
		const struct fixture *fixture = contest_match(
			&record->tournament.contest, number[i]);

		if (fixture != NULL && fixture->decided)
			add_match(w, record, fixture, tournament_games(
				&record->tournament, fixture),
				fixture->points);
	}
	json_close(w, ']');
}

static void put_playing(struct json_writer *w, const struct follow *follow)
{
	const struct record *record = follow->record;

	json_put_open(w, "playing", '[');
	for (int i = 0; i < follow->matches; i++) {
		const struct follow_match *match = &follow->match[i];

		add_match(w, record, contest_match(&record->tournament.contest,
						   match->match),
			  match->games, match->points);
	}
	json_close(w, ']');
}

/* Are all rounds that will be played known? */
static bool is_whole(const struct record *record)
{
	const struct contest *contest = &record->tournament.contest;

	return record->book.closed || (contest->format->independent &&
				       contest->until_error == 0);
}

/*
 * Makes live.js.  Of a match in play it has only the names, the number of
 * finished games and their points, because games still to be played use the
 * same dice.  `shown`: matches that data.js knows; `left`: seconds, or NAN;
 * `beat` grows as long as live.js is written.
 */
static void make_state(const struct follow *follow, uint32_t shown, double left,
		       long long beat, struct text *out)
{
	OWNED(text) struct text time = {0};
	const struct record *record = follow->record;
	const struct game_counts *counts = &follow->counts;
	OWNED(json_writer) struct json_writer w = {0};

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_bool(&w, "running", follow->running);
	json_put_bool(&w, "over", record->book.closed);
	json_put_int(&w, "matches", counts->decided);
	json_put_int(&w, "matches_of", counts->matches);
	json_put_int(&w, "games", (long long)counts->games);
	json_put_int(&w, "games_of", (long long)counts->games_of);
	json_put_bool(&w, "whole", is_whole(record));
	if (!isnan(left))
		game_rate_duration(left, &time);
	json_put_or_null(&w, "left", isnan(left) ? NULL : text_string(&time));
	put_playing(&w, follow);
	put_results(&w, record);
	json_put_int(&w, "shown", shown);
	json_put_int(&w, "beat", beat);
	json_close(&w, '}');
	text_clear(out);
	text_add(out, "rollcall.live(");
	site_script_json(out, w.out.bytes, w.out.length);
	text_add(out, ");\n");
}

static int put_state(struct site_live *live, int64_t now, struct error *err)
{
	const struct game_counts *counts = &live->follow.counts;
	OWNED(text) struct text same = {0}, bytes = {0};
	int result = 0;

	follow_matches(&live->follow);
	game_rate_note(&live->rate, now, counts->games);
	make_state(&live->follow, live->shown, NAN, 0, &same);
	if (now >= live->next_beat || same.length != live->written.length ||
	    memcmp(same.bytes, live->written.bytes, same.length) != 0) {
		double rate = game_rate_now(&live->rate, now, counts->games);

		make_state(&live->follow, live->shown, game_rate_left(
			rate, live->follow.record, counts), ++live->beat,
			&bytes);
		result = site_files_put(live->order.out, "live.js", &bytes,
					&live->report.bytes, err);
		live->next_beat = now + BEAT_US;
		text_clear(&live->written);
		text_append(&live->written, same.bytes, same.length);
	}
	return result;
}

/* The last live.js, for when nothing is played any more. */
static int put_last_state(const struct record *record, const char *out,
			  struct error *err)
{
	const struct follow follow = { .record = record,
		.counts = game_counts_of(record) };
	OWNED(text) struct text bytes = {0};
	uint64_t ignored = 0;

	make_state(&follow, follow.counts.decided, NAN, 0, &bytes);
	return site_files_put(out, "live.js", &bytes, &ignored, err);
}

/* ### the page */

int site_write(const struct site_order *order, struct site_report *report,
	       struct error *err)
{
	struct site *site = site_open(order, report, err);
	int result = -1;

	if (site != NULL && site_update(site, err) == 0 &&
	    put_last_state(order->record, order->out, err) == 0)
		result = site_clean(site, err);
	site_close(site);
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
	return live->site == NULL || put_tables(live, err) != 0 ? -1 :
		put_state(live, clock_us(), err);
}

int site_live_begin(struct site_live *live, const struct record *record,
		    const char *out, struct error *err)
{
	*live = (struct site_live){ .order = { .record = record, .out = out,
		.live = true }, .follow = { .record = record,
		.running = true } };
	return begin(live, err);
}

static int update(struct site_live *live, int64_t now, struct error *err)
{
	const uint32_t decided = game_counts_of(live->order.record).decided;

	if (live->site == NULL)
		return begin(live, err);
	if (decided != live->shown && now >= live->next_tables &&
	    put_tables(live, err) != 0)
		return -1;
	return put_state(live, now, err);
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
	/* The page is begun again, as its folder may have been removed. */
	site_close(live->site);
	live->site = NULL;
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
		put_last_state(record, live->order.out, err) != 0 ? -1 :
		site_clean(live->site, err);
}

void site_live_release(struct site_live *live)
{
	site_close(live->site);
	site_luck_release(&live->luck);
	follow_release(&live->follow);
	text_release(&live->written);
	*live = (struct site_live){0};
}
