/*
 * play.c - plays a tournament's folder to its end.
 */
#include "tournaments/play/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <sodium.h>

#include "base/stop_signals.h"
#include "tournaments/play/play_end.h"
#include "tournaments/play/play_luck.h"
#include "tournaments/play/play_site.h"
#include "tournaments/play/play_start.h"
#include "tournaments/play/progress_events.h"
#include "tournaments/record/book_close.h"
#include "tournaments/record/manifest_check.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/run/runner.h"
#include "tournaments/watch/screen.h"

/* The file given must be the one that the folder was made from. */
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
				  "from: \"%s\" differs; -o DIR makes another "
				  "tournament from it", order->file,
				  order->folder, key);
	}
	tournament_file_release(&given);
	return result;
}

/* The same for a tournament that is over, whose bots may be gone, and whose
   file too if only what can be published was kept. */
static int compare_closed(const struct play_order *order, struct error *err)
{
	char *path = tournament_folder_file(order->folder, "tournament.json");
	struct tournament_file file = {0};
	int result = 0;

	if (order->file != NULL && access(path, F_OK) == 0)
		result = tournament_file_read(&file, path, err) == 0 ?
			compare_file(order, &file, err) : -1;
	tournament_file_release(&file);
	free(path);
	return result;
}

/* ### progress */

struct play_sink {
	struct progress_output output;
	struct screen screen;
	bool drawn;             /* the screen is used */
};

/* With `json`, events on standard output; else the screen if there is a
   terminal, or lines on standard output.  `sink` is in use until sink_close. */
static struct run_sink sink_open(struct play_sink *sink, bool json,
				 const struct record *record)
{
	*sink = (struct play_sink){ .output = { .file = stdout } };
	sink->drawn = !json && screen_open(&sink->screen, record, false);
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
	char *referee = runner_referee(err);
	enum runner_result result;

	if (referee == NULL)
		return -1;
	runner.referee = referee;
	play_end_begin(&end, record, &(struct luck_book_work){
		.referee = referee, .jobs = runner.jobs });
	runner.sink = sink_open(&sink, order->json, record);
	if (order->site != NULL)
		runner.sink = play_site_follow(site, runner.sink);
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
	    play_site_begin(&site, record, order->site, err) != 0)
		return -1;
	if (play(order, record, file, secret, &site, err) == 0)
		result = book_close(record, signer, secret, err);
	if (result == 0)
		result = play_luck_write(record, order->jobs, "run", err);
	if (order->site != NULL)
		play_site_end(&site, record);
	return result;
}

/* For a tournament that is over: writes what is missing at its end. */
static int end_again(const struct play_order *order, struct record *record,
		     const struct signer *signer, struct error *err)
{
	if (book_close_sign(record, signer, err) != 0 ||
	    play_luck_write(record, order->jobs, "run", err) != 0)
		return -1;
	return order->site != NULL ?
		play_site_write(record, order->site, err) : 0;
}

int play_folder(const struct play_order *order, const struct signing_key *key,
		struct record *record, struct error *err)
{
	const struct signer signer = { key, order->key_file, false };
	struct tournament_file file = {0};
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
	    manifest_check_file(&file, record, err) == 0 &&
	    compare_file(order, &file, err) == 0 &&
	    play_start_book(record, err) == 0)
		result = play_and_close(order, record, &file, &signer, &secret,
					err);
	sodium_memzero(&secret, sizeof secret);
	tournament_file_release(&file);
	return result;
}
