/*
 * play.c - plays a tournament's folder to its end.
 */
#include "tournaments/play/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"
#include "base/printable.h"
#include "base/process.h"
#include "tournaments/luck/luck_book.h"
#include "tournaments/play/play_progress.h"
#include "tournaments/record/record.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/record/suspects.h"
#include "tournaments/record/tournament_salt.h"
#include "tournaments/report/final_tables.h"
#include "tournaments/run/runner.h"
#include "tournaments/site/site_live.h"
#include "tournaments/watch/screen.h"
#include "tournaments/record/spawn_jobs.h"

/* ### before a tournament is continued */

static int check_key(const struct tournament *tournament,
		     const struct signing_key *key, struct error *err)
{
	for (int i = 0; i < tournament->manifest.referees; i++)
		if (hash_equal(&tournament->manifest.referee[i], &key->public))
			return 0;
	return error_set(err, "the manifest was signed for another key: give "
			 "it with --key-file");
}

static int check_note(const struct record *record, struct error *err)
{
	AUTOFREE char *path = path_from(record->folder, "manifest.note");

	return manifest_note_check(&record->tournament.manifest, path,
					 NULL, err);
}

int play_start_read(struct record *record, const char *folder,
		    const struct signing_key *key, struct error *err)
{
	if (record_read(record, folder, err) != 0 ||
	    suspects_mark(record, err) != 0 || check_note(record, err) != 0 ||
	    record_check_changes(record, err) != 0 ||
	    check_key(&record->tournament, key, err) != 0)
		return -1;
	/* The luck that ended a test may be missing until it is over. */
	return record->book.closed && !record->test.adjusted ?
		early_end_check_closed(record, err) : 0;
}

int play_start_book(struct record *record, struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;

	if (!record->book.kept && book_append(&record->book, err) != 0)
		return -1;
	if (record->book.opened)
		return record_check_salt(record, err);
	if (tournament_salt_reveals(manifest) > 0 ||
	    manifest->beacon_source != NULL) {
		error_set(err, "%s waits for %s", record->folder,
			  tournament_salt_reveals(manifest) == 0 ? "its beacon"
			  : manifest->beacon_source == NULL ? "reveals"
			  : "reveals and its beacon");
		return error_command(err, ": tournament open", record->folder);
	}
	return record_open_book(record, NULL, NULL, err);
}

/* ### when it is over */

void play_end_begin(struct play_end *end, struct record *record,
		    const struct luck_book_work *work)
{
	const struct contest *contest = &record->tournament.contest;

	*end = (struct play_end){ .work = *work,
		.record = record, .end = { .record = record },
		.adjusted = contest->format->is_test && contest->adjusted };
	if (end->adjusted)
		end->failed = luck_source_find(&end->source, record, NULL,
					       &end->why) != 0;
}

static void analyse(struct play_end *end)
{
	struct record *record = end->record;
	const uint32_t ended = game_counts_of(record).decided;
	OWNED(luck_csv) struct luck_csv csv = {0};

	if (end->failed || ended == end->analysed)
		return;
	end->failed = luck_book_need(record, &end->source, &end->work, &csv,
				     &end->why) != 0;
	end->analysed = ended;
	record_look_again(record);
}

bool play_end_is_due(void *context)
{
	struct play_end *end = context;

	if (end->adjusted)
		analyse(end);
	return end->failed || early_end_is_due(&end->end);
}

void play_end_release(struct play_end *end)
{
	luck_source_release(&end->source);
}

int play_luck_write(struct record *record, int jobs, const char *again,
		    struct error *err)
{
	struct luck_book_work work = { .stop = stop_signals_catch(),
		.progress = luck_book_progress,
		.jobs = jobs > 0 ? jobs : runner_cores() };
	char *referee;
	int result;

	if (!record->tournament.manifest.has_luck)
		return 0;
	referee = spawn_jobs_referee(err);
	if (referee == NULL)
		return -1;
	work.referee = referee;
	result = luck_ladder_close(record, &work, err);
	record_look_again(record);
	free(referee);
	if (result == 0)
		return 0;
	error_add(err, "; the results are safe; for the tables without luck: "
		  "tournament %s", again);
	return error_command(err, "", record->folder);
}

/* ### its page

   Matches in play do not wait for it, and a page that cannot be written does
   not stop the tournament. */

struct play_site {
	struct site_live live;
	struct follow_sink sink;   /* the other one */
};

/* Passes every event to the other sink before the page is written. */
static void report_to_site(void *context, const struct follow_event *event)
{
	struct play_site *site = context;
	const struct follow_sink *sink = &site->sink;
	OWNED(text) struct text why = {0};
	struct error err;

	sink->report(sink->context, event);
	if (site_live_update(&site->live, &err) == 0)
		return;
	text_printf(&why, "the page is not up to date: %s; the tournament "
		    "continues, and the page is retried", err.text);
	sink->report(sink->context, &(struct follow_event){ FOLLOW_WARNING,
		event->follow, NULL, text_string(&why) });
}

/* Reads the folder again, as the record in memory was changed by the run. */
static int write_last_page(struct play_site *site, const char *folder,
			   struct error *err)
{
	OWNED(record) struct record record = {0};

	return record_read(&record, folder, err) == 0 &&
		suspects_mark(&record, err) == 0 ?
		site_live_end(&site->live, &record, runner_cores(), err) : -1;
}

/* Writes the page for the last time; if the tournament is over, it is the page
   that `tournament site` writes.  A failure is a warning. */
static void end_site(struct play_site *site, const struct record *record)
{
	OWNED(text) struct text folder = {0}, out = {0};
	struct error err;

	if (write_last_page(site, record->folder, &err) != 0)
		printable_line(stderr, "tournament: warning: the page is not "
			       "finished: %s; tournament site %s -o %s writes "
			       "it", err.text,
			       printable_word(&folder, record->folder),
			       printable_word(&out, site->live.order.out));
	site_live_release(&site->live);
}

/* The page of a tournament that is over. */
static int write_site(struct record *record, const char *out, struct error *err)
{
	OWNED(site_luck) struct site_luck luck = {0};
	const struct site_order order = { .record = record, .out = out,
		.luck = &luck };
	struct site_report report = {0};

	return suspects_mark(record, err) == 0 &&
		site_luck_make(&luck, record, NULL, runner_cores(), err) == 0 ?
		site_write(&order, &report, err) : -1;
}

/* ### the file that was given */

/* The file given must be the one that the folder was made from. */
static int compare_file(const struct play_order *order,
			const struct tournament_file *file, struct error *err)
{
	OWNED(tournament_file) struct tournament_file given = {0};
	const char *key;

	if (order->file == NULL)
		return 0;
	if (tournament_file_read(&given, order->file, err) != 0)
		return -1;
	key = tournament_file_difference(&given, file);
	return key == NULL ? 0 :
		error_set(err, "%s is not the file that %s was made from: "
			  "\"%s\" differs; -o DIR makes another tournament "
			  "from it, and only a league takes entrants and "
			  "rounds later", order->file, order->folder, key);
}

/* The same for a tournament that is over, whose bots may be gone, and whose
   file too if only what can be published was kept. */
static int compare_closed(const struct play_order *order, struct error *err)
{
	AUTOFREE char *path = path_from(order->folder, "tournament.json");
	OWNED(tournament_file) struct tournament_file file = {0};

	if (order->file == NULL || access(path, F_OK) != 0)
		return 0;
	return tournament_file_read(&file, path, err) != 0 ? -1 :
		compare_file(order, &file, err);
}

/* ### progress */

struct play_sink {
	struct play_progress progress;
	struct screen screen;
	bool drawn;             /* the screen is used */
};

/* With `json`, events on standard output; else the screen if there is a
   terminal, or lines on standard output.  `sink` is in use until sink_close. */
static struct follow_sink sink_open(struct play_sink *sink, bool json,
				    const struct record *record)
{
	*sink = (struct play_sink){ .progress = { .file = stdout } };
	sink->drawn = !json && screen_open(&sink->screen, record, false);
	if (sink->drawn)
		return (struct follow_sink){ screen_report, &sink->screen,
					  SCREEN_MS };
	return (struct follow_sink){ json ? play_progress_events :
				  play_progress_lines, &sink->progress, 0 };
}

static void sink_close(struct play_sink *sink)
{
	if (sink->drawn)
		screen_close(&sink->screen);
}

/* ### playing */

/* Adds the command that continues.  Returns -1. */
static int add_command(const struct play_order *order, struct error *err)
{
	error_command(err, "; continue with: tournament run", order->folder);
	if (order->key_file != NULL)
		error_command(err, " --key-file", order->key_file);
	if (order->site != NULL)
		error_command(err, " --site", order->site);
	return -1;
}

/* Prints the tables of a tournament that was stopped. */
static void show_so_far(const struct play_order *order,
			const struct record *record)
{
	OWNED(text) struct text out = {0};
	struct error ignored;

	if (!order->json && game_counts_of(record).decided > 0 &&
	    final_tables_print(record, &out, &ignored) == 0) {
		printable_print(stdout, &out);
		fflush(stdout);
	}
}

static int play(const struct play_order *order, struct record *record,
		const struct tournament_file *file,
		const struct hash *secret, struct play_site *site,
		struct error *err)
{
	struct play_end end;
	struct play_sink sink;
	struct runner runner = {
		.record = record, .file = file, .secret = secret,
		.key_file = order->key_file,
		.jobs = order->jobs > 0 ? order->jobs : runner_cores(),
		.pin = !order->no_pin, .stops = stop_signals_catch(),
		.is_over = play_end_is_due, .over_context = &end };
	char *referee = spawn_jobs_referee(err);
	enum runner_result result;

	if (referee == NULL)
		return -1;
	runner.referee = referee;
	play_end_begin(&end, record, &(struct luck_book_work){
		.referee = referee, .jobs = runner.jobs });
	runner.follow.sink = sink_open(&sink, order->json, record);
	if (order->site != NULL) {
		site->sink = runner.follow.sink;
		runner.follow.sink = (struct follow_sink){ report_to_site, site,
						 runner.follow.sink.step_ms };
	}
	result = runner_play(&runner, err);
	sink_close(&sink);
	if (result == RUNNER_OVER && end.failed) {
		*err = end.why;
		result = RUNNER_TROUBLE;
	}
	play_end_release(&end);
	free(referee);
	if (result == RUNNER_OVER)
		return 0;
	if (result == RUNNER_STOPPED)
		show_so_far(order, record);
	if (result == RUNNER_TROUBLE)
		error_add(err, "; the games played so far are saved");
	else
		error_set(err, "stopped");
	return add_command(order, err);
}

/* Plays, closes the book, and writes the page last, if one is wanted. */
static int play_and_close(const struct play_order *order,
			  struct record *record,
			  const struct tournament_file *file,
			  const struct signer *signer,
			  const struct hash *secret, struct error *err)
{
	struct play_site site = {0};
	int result = -1;

	if (order->site != NULL &&
	    site_live_begin(&site.live, record, order->site, err) != 0) {
		site_live_release(&site.live);
		return -1;
	}
	if (play(order, record, file, secret, &site, err) == 0)
		result = record_close(record, signer, secret, err);
	if (result == 0)
		result = play_luck_write(record, order->jobs, "run", err);
	if (order->site != NULL)
		end_site(&site, record);
	return result;
}

/* For a tournament that is over: writes what is missing at its end. */
static int end_again(const struct play_order *order, struct record *record,
		     const struct signer *signer, struct error *err)
{
	if (record_sign(record, signer, err) != 0 ||
	    play_luck_write(record, order->jobs, "run", err) != 0)
		return -1;
	return order->site != NULL ?
		write_site(record, order->site, err) : 0;
}

int play_folder(const struct play_order *order, const struct signing_key *key,
		struct record *record, struct error *err)
{
	const struct signer signer = { key, order->key_file, false };
	OWNED(tournament_file) struct tournament_file file = {0};
	struct hash secret;
	int result = -1;

	if (play_start_read(record, order->folder, key, err) != 0)
		return -1;
	if (record->book.closed)
		return compare_closed(order, err) != 0 ? -1 :
			end_again(order, record, &signer, err);
	if (tournament_folder_is_sharded(order->folder)) {
		error_set(err, "%s is played in shards", order->folder);
		error_command(err, ": tournament gather", order->folder);
		return error_add(err, " says what is due");
	}
	if (tournament_folder_secret(order->folder, &record->tournament,
				     &secret, err) == 0 &&
	    tournament_folder_check(&file, record->folder,
				    &record->tournament, err) == 0 &&
	    compare_file(order, &file, err) == 0 &&
	    play_start_book(record, err) == 0)
		result = play_and_close(order, record, &file, &signer, &secret,
					err);
	sodium_memzero(&secret, sizeof secret);
	return result;
}
