/*
 * play_shard.c - plays a part of the matches that are due, on one of many
 * machines.
 */
#define _GNU_SOURCE
#include "tournaments/play/play_shard.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "base/stop_signals.h"
#include "tournaments/format/wave.h"
#include "tournaments/play/play_start.h"
#include "tournaments/play/progress_events.h"
#include "tournaments/record/commits.h"
#include "tournaments/record/manifest_check.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/tables/early_end.h"

int play_shard_check(const struct record *record, struct error *err)
{
	if (tournament_folder_is_sharded(record->folder) ||
	    record->book.matches == 0)
		return 0;
	error_set(err, "%s was begun without shards", record->folder);
	return error_command(err, ": continue with tournament run",
			     record->folder);
}

bool play_shard_ended(const struct record *record)
{
	const struct wave wave = wave_of(&record->tournament.contest);
	struct early_end end;
	bool ended;

	if (!wave.fresh)
		return false;
	early_end_begin(&end, record);
	ended = early_end_is_due(&end);
	early_end_release(&end);
	return ended;
}

/* ### the temporary folder on this machine */

static char *make_scratch(struct error *err)
{
	const char *base = getenv("TMPDIR");
	struct text path = {0};

	text_printf(&path, "%s/rollcall-shard-XXXXXX",
		    base != NULL && base[0] != '\0' ? base : "/tmp");
	text_string(&path);
	if (mkdtemp(path.bytes) != NULL)
		return path.bytes;
	error_set(err, "cannot make the folder %s: %s", path.bytes,
		  strerror(errno));
	text_release(&path);
	return NULL;
}

static void remove_scratch(const char *path)
{
	DIR *names = opendir(path);
	const struct dirent *item;

	while (names != NULL && (item = readdir(names)) != NULL)
		unlinkat(dirfd(names), item->d_name, 0);
	if (names != NULL)
		closedir(names);
	rmdir(path);
}

/* ### playing */

/* Makes the folders of the wave.  Returns 0: nothing is due, 1: something may
   be, -1 with `err`. */
static int prepare(const struct record *record, struct error *err)
{
	const struct contest *contest = &record->tournament.contest;
	const struct wave wave = wave_of(contest);

	if (record->book.closed || wave.first == wave.end ||
	    play_shard_ended(record))
		return 0;
	return commits_prepare(record->folder,
			       contest->past.list[wave.first].number,
			       wave_last(contest), err) != 0 ? -1 : 1;
}

static int play(const struct play_order *order, struct runner_shard *shard,
		struct record *record, const struct tournament_file *file,
		const struct hash *secret, struct error *err)
{
	struct progress_output output = { .file = stdout };
	struct runner runner = {
		.record = record, .file = file, .secret = secret,
		.key_file = order->key_file, .shard = shard,
		.jobs = order->jobs > 0 ? order->jobs : runner_cores(),
		.pin = !order->no_pin, .stops = stop_signals_catch(),
		.sink = { order->json ? progress_events_report :
			  progress_lines_report, &output, 0 } };
	char *referee = runner_referee(err), *scratch = NULL;
	enum runner_result result = RUNNER_TROUBLE;

	if (referee != NULL && (scratch = make_scratch(err)) != NULL) {
		runner.referee = referee;
		shard->folder = scratch;
		result = runner_play(&runner, err);
		remove_scratch(scratch);
	}
	free(scratch);
	free(referee);
	if (result == RUNNER_STOPPED)
		error_set(err, "stopped");
	return result == RUNNER_OVER ? 0 :
		error_add(err, "; committed matches are kept; run it again to "
			  "finish");
}

int play_shard(const struct play_order *order, uint32_t index, uint32_t of,
	       const struct signing_key *key, struct error *err)
{
	struct runner_shard shard = { .index = index, .of = of };
	struct tournament_file file = {0};
	struct record record;
	struct hash secret;
	int due, result = -1;

	if (play_start_read(&record, order->folder, key, err) != 0 ||
	    play_shard_check(&record, err) != 0)
		goto done;
	if (record.book.closed) {
		result = 0;
		goto done;
	}
	book_keep(&record.book, wave_last(&record.tournament.contest));
	if (tournament_folder_secret(order->folder, &record.tournament,
				     &secret, err) != 0 ||
	    manifest_check_file(&file, &record, err) != 0 ||
	    play_start_book(&record, err) != 0 ||
	    (due = prepare(&record, err)) < 0)
		goto done;
	result = due == 0 ? 0 :
		play(order, &shard, &record, &file, &secret, err);

done:
	sodium_memzero(&secret, sizeof secret);
	tournament_file_release(&file);
	record_release(&record);
	return result;
}
