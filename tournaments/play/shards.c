/*
 * shards.c - plays a part of the matches that are due, on one of many machines,
 * and enters what all of them have committed into the book.
 */
#define _GNU_SOURCE
#include "tournaments/play/shards.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "base/memory.h"
#include "base/process.h"
#include "tournaments/format/contest.h"
#include "tournaments/play/play_progress.h"
#include "tournaments/record/record.h"
#include "tournaments/record/commits.h"
#include "tournaments/record/log_identity.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/record/suspects.h"
#include "tournaments/run/runner.h"
#include "tournaments/verify/verify_logs.h"
#include "tournaments/record/spawn_jobs.h"

enum { VERDICT_DEPTH = 8 };

/* Returns 0, or -1 with `err` for a tournament that `tournament run` has begun
   without shards: the two cannot be mixed. */
static int check_sharded(const struct record *record, struct error *err)
{
	if (tournament_folder_is_sharded(record->folder) ||
	    record->book.matches == 0)
		return 0;
	error_set(err, "%s was begun without shards", record->folder);
	return error_command(err, ": continue with tournament run",
			     record->folder);
}

/* Has the tournament ended early, before its next wave begins? */
static bool has_ended_early(const struct record *record)
{
	const struct wave wave = wave_of(&record->tournament.contest);
	struct early_end end = { .record = record };

	return wave.fresh && early_end_is_due(&end);
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
	    has_ended_early(record))
		return 0;
	return commits_prepare(record->folder,
			       contest->past.list[wave.first].number,
			       wave_last(contest), err) != 0 ? -1 : 1;
}

static int play(const struct play_order *order, struct runner_shard *shard,
		struct record *record, const struct tournament_file *file,
		const struct hash *secret, struct error *err)
{
	struct play_progress progress = { .file = stdout,
		.shard = shard->index, .shards = shard->of };
	struct runner runner = {
		.record = record, .file = file, .secret = secret,
		.key_file = order->key_file, .shard = shard,
		.jobs = order->jobs > 0 ? order->jobs : runner_cores(),
		.pin = !order->no_pin, .stops = stop_signals_catch(),
		.follow.sink = { order->json ? play_progress_events :
				 play_progress_lines, &progress, 0 } };
	AUTOFREE char *referee = spawn_jobs_referee(err), *scratch = NULL;
	enum runner_result result = RUNNER_TROUBLE;

	if (referee != NULL && (scratch = make_scratch(err)) != NULL) {
		runner.referee = referee;
		shard->folder = scratch;
		result = runner_play(&runner, err);
		remove_scratch(scratch);
	}
	if (result == RUNNER_STOPPED)
		error_set(err, "stopped");
	return result == RUNNER_OVER ? 0 :
		error_add(err, "; committed matches are kept; run it again to "
			  "finish");
}

int shards_play(const struct play_order *order, uint32_t index, uint32_t of,
		const struct signing_key *key, struct error *err)
{
	struct runner_shard shard = { .index = index, .of = of };
	OWNED(tournament_file) struct tournament_file file = {0};
	OWNED(record) struct record record = {0};
	struct hash secret;
	int due, result = -1;

	if (play_start_read(&record, order->folder, key, err) != 0 ||
	    check_sharded(&record, err) != 0)
		goto done;
	if (record.book.closed) {
		result = 0;
		goto done;
	}
	book_keep(&record.book, wave_last(&record.tournament.contest));
	if (tournament_folder_secret(order->folder, &record.tournament,
				     &secret, err) != 0 ||
	    tournament_folder_check(&file, record.folder, &record.tournament,
				    err) != 0 ||
	    play_start_book(&record, err) != 0 ||
	    (due = prepare(&record, err)) < 0)
		goto done;
	result = due == 0 ? 0 :
		play(order, &shard, &record, &file, &secret, err);

done:
	sodium_memzero(&secret, sizeof secret);
	return result;
}

/* ### do the committed results follow from their logs? */

struct wave_check {
	const struct record *record;
	size_t at, end;         /* of the wave, in contest->past.list */
	uint32_t first;         /* the first match that is wrong, or 0 */
	struct error why;       /* of that one */
};

/* Adds the way out to an error about the files of a committed match. */
static int add_way_out(const struct record *record, uint32_t number,
		       struct error *err)
{
	return error_add(err, "; to have match %u played again, remove its "
			 "files from %s/matches/%04u", number, record->folder,
			 number / 1000);
}

static int next_log(void *context, uint32_t *number, char **path,
		    struct error *err)
{
	struct wave_check *checking = context;
	const struct record *record = checking->record;
	const struct contest *contest = &record->tournament.contest;
	OWNED(commit_file) struct commit commit = {0};
	int result;

	while (checking->at < checking->end &&
	       contest->past.list[checking->at].decided)
		checking->at++;
	if (checking->at == checking->end)
		return 0;
	*number = contest->past.list[checking->at++].number;
	if (!commits_has(record->folder, *number)) {
		checking->at = checking->end;
		return 0;
	}
	/* Completes the commit, so that the log has its name. */
	result = commits_read(record->folder, *number, &commit, err);
	if (result != 0)
		return add_way_out(record, *number, err);
	*path = tournament_folder_match(record->folder, *number, ".jsonl");
	return 1;
}

/* `said` is the verdict. */
static int compare(const struct record *record, uint32_t number,
		   const cJSON *said, struct error *err)
{
	const cJSON *why = json_get(said, "sentence");
	const cJSON *log = json_get(said, "log");
	OWNED(text) struct text members = {0};
	OWNED(commit_file) struct commit commit = {0};
	struct hash digest;
	cJSON *result;
	bool same = false;

	if (!cJSON_IsTrue(json_get(said, "verified")))
		return error_set(err, "%s", cJSON_IsString(why) ?
				 why->valuestring :
				 "the referee gave no verdict");
	if (commits_read(record->folder, number, &commit, err) == 0) {
		text_printf(&members, "{%.*s}", (int)commit.result.length,
			    commit.result.bytes);
		result = json_parse(members.bytes, members.length);
		same = cJSON_IsString(log) && hash_from_hex(&digest,
				log->valuestring, strlen(log->valuestring)) &&
			hash_equal(&digest, &commit.hashes.log) &&
			cJSON_Compare(json_get(result, "ranks"),
				      json_get(said, "ranks"), true) &&
			cJSON_Compare(json_get(result, "faults"),
				      json_get(said, "faults"), true);
		cJSON_Delete(result);
		if (!same)
			error_set(err, "the result of match %u is not that of "
				  "its log", number);
	}
	return same ? 0 : -1;
}

static void take_verdict(void *context, uint32_t number, const char *verdict,
			 size_t size)
{
	struct wave_check *checking = context;
	struct error err = {0};
	OWNED(json_tree) cJSON *said = NULL;

	if (verdict != NULL)
		said = json_read(verdict, size, VERDICT_DEPTH, 0, &err);
	if (compare(checking->record, number, said, &err) != 0 &&
	    (checking->first == 0 || number < checking->first)) {
		checking->first = number;
		checking->why = err;
	}
}

/*
 * Has the logs of a wave verified, up to the first match that is not committed,
 * and compares their digests, ranks and faults with the committed results.
 * What is wrong has to be found before the book has it: a closed book is signed
 * and the secret is gone.
 */
static int check_wave(const struct record *record, struct wave wave,
		      const char *referee, int jobs, struct error *err)
{
	struct wave_check checking = { .record = record, .at = wave.first,
		.end = wave.end };
	struct verify_logs_work work = { .referee = referee, .jobs = jobs,
		.left = (uint32_t)(wave.end - wave.first), .next = next_log,
		.take = take_verdict, .context = &checking };

	if (verify_logs_run(&work, err) != 0)
		return -1;
	if (checking.first == 0)
		return 0;
	*err = checking.why;
	return add_way_out(record, checking.first, err);
}

/* ### what is due */

static void look(const struct record *record, struct shards_due *due)
{
	const struct contest *contest = &record->tournament.contest;
	const struct wave wave = wave_of(contest);

	due->over = record->book.closed;
	due->count = 0;
	if (due->over || wave.first == wave.end || has_ended_early(record))
		return;
	for (size_t i = wave.first; i < wave.end; i++) {
		const struct fixture *fixture = &contest->past.list[i];

		if (fixture->decided ||
		    commits_has(record->folder, fixture->number))
			continue;
		if (due->count == 0)
			due->round = fixture->round;
		ARRAY_GROW(due->number, due->room, due->count + 1);
		due->number[due->count++] = fixture->number;
	}
}

int shards_look(const char *folder, struct record *record,
		struct shards_due *due, struct error *err)
{
	if (record_read(record, folder, err) != 0 ||
	    check_sharded(record, err) != 0)
		return -1;
	look(record, due);
	return 0;
}

void shards_due_release(struct shards_due *due)
{
	free(due->number);
	*due = (struct shards_due){0};
}

/* ### one match */

static int check(const struct record *record, const struct hash *secret,
		 const struct fixture *fixture, const struct commit *commit,
		 struct error *err)
{
	AUTOFREE char *log =
		tournament_folder_match(record->folder, fixture->number,
					".jsonl");
	int result = log_identity_check(record, secret, log, fixture, err);

	if (result == 0 && !hash_equal(&commit->manifest,
				       &record->tournament.manifest.hash))
		result = error_set(err, "the result of match %u belongs to "
				   "another manifest", fixture->number);
	return result;
}

static int enter(struct record *record, const struct fixture *fixture,
		 const struct commit *commit, struct error *err)
{
	if (commit->suspects.length > 0 &&
	    suspects_add_sync(record, fixture, commit->suspects.bytes,
			      commit->suspects.length, err) != 0)
		return -1;
	return commits_enter(&record->book, fixture, commit, err);
}

static int take(struct record *record, const struct hash *secret,
		struct fixture *fixture, struct error *err)
{
	OWNED(commit_file) struct commit commit = {0};

	return commits_read(record->folder, fixture->number, &commit,
			    err) == 0 &&
		check(record, secret, fixture, &commit, err) == 0 &&
		enter(record, fixture, &commit, err) == 0 &&
		record_decide(record, fixture, err) == 0 ? 0 :
		add_way_out(record, fixture->number, err);
}

/* ### waves */

/* Takes the matches up to the first that is missing.  Returns 1: the wave is
   complete, 0: it is not, -1 with `err`. */
static int take_wave(struct record *record, const struct hash *secret,
		     const struct luck_book_work *work, struct error *err)
{
	struct contest *contest = &record->tournament.contest;
	const struct wave wave = wave_of(contest);
	struct error sync;
	int whole = check_wave(record, wave, work->referee, work->jobs,
			       err) == 0 ? 1 : -1;

	for (size_t i = wave.first; i < wave.end && whole == 1; i++) {
		struct fixture *fixture = &contest->past.list[i];

		if (fixture->decided)
			continue;
		if (!commits_has(record->folder, fixture->number))
			whole = 0;
		else if (take(record, secret, fixture, err) != 0)
			whole = -1;
	}
	if (book_sync(&record->book, &sync) == 0)
		return whole;
	*err = sync;
	return -1;
}

/* Returns 1: the tournament is over, 0: a match is missing, -1 with `err`. */
static int take_all(struct record *record, const struct hash *secret,
		    const struct luck_book_work *work, struct play_end *end,
		    struct error *err)
{
	struct contest *contest = &record->tournament.contest;
	int whole;

	do {
		const struct wave wave = wave_of(contest);

		if (wave.first < wave.end) {
			if (wave.fresh && play_end_is_due(end))
				break;
			whole = take_wave(record, secret, work, err);
			if (whole != 1)
				return whole;
		}
	} while (wave_of(contest).first < contest->past.count ||
		 contest_advance(contest));
	if (!end->failed)
		return 1;
	*err = end->why;
	return -1;
}

static int finish(struct record *record, const struct signer *signer,
		  const struct hash *secret, struct error *err)
{
	if (record_close(record, signer, secret, err) != 0)
		return -1;
	commits_sweep(record->folder, 1, record->book.matches);
	return 0;
}

static int gather(const struct play_order *order, struct record *record,
		  const struct signer *signer, const struct hash *secret,
		  struct error *err)
{
	struct luck_book_work work = {
		.jobs = order->jobs > 0 ? order->jobs : runner_cores() };
	char *referee = spawn_jobs_referee(err);
	OWNED(play_end) struct play_end end = {0};
	int over;

	if (referee == NULL)
		return -1;
	work.referee = referee;
	play_end_begin(&end, record, &work);
	over = take_all(record, secret, &work, &end, err);
	free(referee);
	return over == 1 ? finish(record, signer, secret, err) : over;
}

int shards_gather(const struct play_order *order, const struct signing_key *key,
		  struct record *record, struct shards_due *due,
		  struct error *err)
{
	const struct signer signer = { key, order->key_file, false };
	struct hash secret;
	int result = 0;

	if (play_start_read(record, order->folder, key, err) != 0 ||
	    check_sharded(record, err) != 0)
		return -1;
	if (record->book.closed)
		result = record_sign(record, &signer, err);
	else if (tournament_folder_secret(order->folder, &record->tournament,
					  &secret, err) != 0 ||
		 play_start_book(record, err) != 0 ||
		 gather(order, record, &signer, &secret, err) != 0)
		result = -1;
	sodium_memzero(&secret, sizeof secret);
	if (result != 0)
		return -1;
	look(record, due);
	return due->over ? play_luck_write(record, order->jobs, "gather", err) :
		0;
}
