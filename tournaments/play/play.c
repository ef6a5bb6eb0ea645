/*
 * play.c - a tournament's folder, played to its end.
 */
#include "tournaments/play/play.h"

#include <stdio.h>
#include <stdlib.h>

#include <sodium.h>

#include "base/stop_signals.h"
#include "fair/tournament_salt.h"
#include "tournaments/luck/luck_ladder.h"
#include "tournaments/play/progress_events.h"
#include "tournaments/record/book_close.h"
#include "tournaments/record/manifest_folder.h"
#include "tournaments/record/suspects.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/run/runner.h"
#include "tournaments/tables/early_end.h"
#include "tournaments/watch/screen.h"

/* The file given must be the one that the folder was made of. */
static int compare_file(const struct play_order *order,
			const struct tournament_file *file, struct error *err)
{
	struct tournament_file given;
	const char *key;
	int result = -1;

	if (order->file == NULL)
		return 0;
	if (tournament_file_read(&given, order->file, err) == 0) {
		key = tournament_file_difference(&given, file);
		result = key == NULL ? 0 :
			error_set(err, "%s is not the file that %s was made "
				  "of: \"%s\" differs; -o DIR makes another "
				  "tournament of it", order->file,
				  order->folder, key);
	}
	tournament_file_release(&given);
	return result;
}

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
	char *path = tournament_folder_file(record->folder, "manifest.note");
	int result = manifest_note_check(&record->tournament.manifest, path,
					 NULL, err);

	free(path);
	return result;
}

/* A tournament that nobody has committed to opens by itself. */
static int open_book(struct record *record, struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;

	if (book_append(&record->book, err) != 0)
		return -1;
	if (record->book.opened)
		return record_check_salt(record, err);
	if (tournament_salt_reveals(manifest) > 0 ||
	    manifest->beacon_source != NULL)
		return error_set(err, "%s waits for %s: tournament open %s",
				 record->folder,
				 tournament_salt_reveals(manifest) == 0
					 ? "its beacon"
				 : manifest->beacon_source == NULL
					 ? "reveals"
					 : "reveals and its beacon",
				 record->folder);
	return manifest_folder_open_book(record, NULL, NULL, err);
}

/* ### who is shown the progress */

struct play_sink {
	struct progress_output output;
	struct screen screen;
	bool drawn;             /* the screen is used */
};

/* Events on standard output; or the screen where there is a terminal, and
   lines on standard output elsewhere.  The sink is used until sink_close. */
static struct run_sink sink_open(struct play_sink *sink, bool json,
				 const struct record *record)
{
	*sink = (struct play_sink){ .output = { .file = stdout } };
	sink->drawn = !json && screen_open(&sink->screen, record, true);
	if (sink->drawn)
		return (struct run_sink){ screen_report, &sink->screen,
					  SCREEN_MS };
	return (struct run_sink){ json ? progress_events_report :
				  progress_lines_report, &sink->output, 0 };
}

static void sink_close(struct play_sink *sink)
{
	if (sink->drawn)
		screen_close(&sink->screen);
}

/* ### luck */

/* When a test is over that looks at scores with the luck taken out: every
   match is analysed as soon as it has ended. */
struct play_end {
	struct early_end end;
	struct luck_source source;
	struct luck_book_work work;
	bool adjusted;          /* it is such a test */
	uint32_t analysed;      /* matches that had ended then */
	bool failed;            /* `why` is set */
	struct error why;
};

static void end_begin(struct play_end *end, const struct record *record,
		      const struct luck_book_work *work)
{
	const struct contest *contest = &record->tournament.contest;

	*end = (struct play_end){ .work = *work,
		.adjusted = contest->format->is_test && contest->adjusted };
	early_end_begin(&end->end, record);
	if (end->adjusted)
		end->failed = luck_source_find(&end->source, record, NULL,
					       &end->why) != 0;
}

static void analyse(struct play_end *end)
{
	const struct record *record = end->end.test.record;
	const uint32_t ended = game_counts_of(record).decided;
	struct luck_csv csv = {0};

	if (end->failed || ended == end->analysed)
		return;
	end->failed = luck_book_need(record, &end->source, &end->work, &csv,
				     &end->why) != 0;
	end->analysed = ended;
	luck_csv_release(&csv);
}

/* What cannot be analysed ends the run, too; play says why. */
static bool end_is_due(void *context)
{
	struct play_end *end = context;

	if (end->adjusted)
		analyse(end);
	return end->failed || early_end_is_due(&end->end);
}

static void end_release(struct play_end *end)
{
	luck_source_release(&end->source);
	early_end_release(&end->end);
}

/* The files about luck, once the book is closed: the results do not depend on
   them. */
static int write_luck(const struct play_order *order,
		      const struct record *record, struct error *err)
{
	struct luck_book_work work = { .stop = stop_signals_catch(),
		.progress = luck_book_progress,
		.jobs = order->jobs > 0 ? order->jobs : runner_cores() };
	char *referee;
	int result;

	if (!record->tournament.manifest.has_luck)
		return 0;
	referee = runner_referee(err);
	if (referee == NULL)
		return -1;
	work.referee = referee;
	result = luck_ladder_close(record, &work, err);
	free(referee);
	return result == 0 ? 0 :
		error_add(err, "; the results are safe; for the tables without "
			  "luck: tournament run %s", order->folder);
}

/* ### playing */

static int play(const struct play_order *order, struct record *record,
		const struct tournament_file *file,
		const struct hash *secret, struct error *err)
{
	struct play_end end;
	struct play_sink sink;
	struct runner runner = {
		.record = record, .file = file, .secret = secret,
		.key_file = order->key_file,
		.jobs = order->jobs > 0 ? order->jobs : runner_cores(),
		.pin = !order->no_pin, .stops = stop_signals_catch(),
		.is_over = end_is_due, .over_context = &end };
	char *referee = runner_referee(err);
	enum runner_result result;

	if (referee == NULL)
		return -1;
	runner.referee = referee;
	end_begin(&end, record, &(struct luck_book_work){
		.referee = referee, .jobs = runner.jobs });
	runner.sink = sink_open(&sink, order->json, record);
	result = runner_play(&runner, err);
	sink_close(&sink);
	if (result == RUNNER_OVER && end.failed) {
		*err = end.why;
		result = RUNNER_TROUBLE;
	}
	end_release(&end);
	free(referee);
	if (result == RUNNER_OVER)
		return 0;
	if (result == RUNNER_TROUBLE)
		error_add(err, "; what is played is safe");
	else
		error_set(err, "stopped");
	return error_add(err, "; continue with: tournament run %s%s%s",
			 order->folder,
			 order->key_file != NULL ? " --key-file " : "",
			 order->key_file != NULL ? order->key_file : "");
}

int play_folder(const struct play_order *order, const struct signing_key *key,
		struct record *record, struct error *err)
{
	struct tournament_file file = {0};
	struct hash secret;
	int result = -1;

	if (record_read(record, order->folder, err) != 0 ||
	    suspects_mark(record, err) != 0 ||
	    check_note(record, err) != 0 ||
	    check_key(&record->tournament, key, err) != 0)
		return -1;
	if (record->book.closed)
		return book_close_sign(record, key, err) != 0 ? -1 :
			write_luck(order, record, err);
	if (tournament_folder_secret(order->folder, &record->tournament,
				     &secret, err) == 0 &&
	    manifest_folder_check_file(&file, record, err) == 0 &&
	    compare_file(order, &file, err) == 0 &&
	    open_book(record, err) == 0 &&
	    play(order, record, &file, &secret, err) == 0)
		result = book_close(record, key, &secret, err);
	if (result == 0)
		result = write_luck(order, record, err);
	sodium_memzero(&secret, sizeof secret);
	tournament_file_release(&file);
	return result;
}
