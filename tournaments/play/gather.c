/*
 * gather.c - enters the results committed by shards into the book.
 */
#include "tournaments/play/gather.h"

#include <stdlib.h>

#include <sodium.h>

#include "base/array.h"
#include "tournaments/play/gather_check.h"
#include "tournaments/play/play_end.h"
#include "tournaments/play/play_luck.h"
#include "tournaments/play/play_shard.h"
#include "tournaments/play/play_start.h"
#include "tournaments/record/book_close.h"
#include "tournaments/record/suspects.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/run/runner.h"

/* ### what is due */

static void look(const struct record *record, struct gather_due *due)
{
	const struct contest *contest = &record->tournament.contest;
	const struct wave wave = wave_of(contest);

	due->over = record->book.closed;
	due->count = 0;
	if (due->over || wave.first == wave.end || play_shard_ended(record))
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

int gather_look(const char *folder, struct record *record,
		struct gather_due *due, struct error *err)
{
	if (record_read(record, folder, err) != 0 ||
	    play_shard_check(record, err) != 0)
		return -1;
	look(record, due);
	return 0;
}

void gather_release(struct gather_due *due)
{
	free(due->number);
	*due = (struct gather_due){0};
}

/* ### one match */

static int check(const struct record *record, const struct hash *secret,
		 const struct fixture *fixture, const struct commit *commit,
		 struct error *err)
{
	char *log = tournament_folder_match(record->folder, fixture->number,
					    ".jsonl");
	int result = log_identity_check(record, secret, log, fixture, err);

	if (result == 0 && !hash_equal(&commit->manifest,
				       &record->tournament.manifest.hash))
		result = error_set(err, "the result of match %u belongs to "
				   "another manifest", fixture->number);
	free(log);
	return result;
}

static int write(struct record *record, const struct fixture *fixture,
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
	struct commit commit;
	int result = -1;

	if (commits_read(record->folder, fixture->number, &commit, err) == 0 &&
	    check(record, secret, fixture, &commit, err) == 0 &&
	    write(record, fixture, &commit, err) == 0)
		result = tournament_decide(&record->tournament, &record->book,
					   fixture, err);
	commit_file_release(&commit);
	return result == 0 ? 0 :
		gather_check_add(record, fixture->number, err);
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
	int whole = gather_check_wave(record, wave, work->referee, work->jobs,
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
	if (book_close(record, signer, secret, err) != 0)
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
	char *referee = runner_referee(err);
	struct play_end end;
	int over;

	if (referee == NULL)
		return -1;
	work.referee = referee;
	play_end_begin(&end, record, &work);
	over = take_all(record, secret, &work, &end, err);
	play_end_release(&end);
	free(referee);
	return over == 1 ? finish(record, signer, secret, err) : over;
}

int gather_folder(const struct play_order *order, const struct signing_key *key,
		  struct record *record, struct gather_due *due,
		  struct error *err)
{
	const struct signer signer = { key, order->key_file, false };
	struct hash secret;
	int result = 0;

	if (play_start_read(record, order->folder, key, err) != 0 ||
	    play_shard_check(record, err) != 0)
		return -1;
	if (record->book.closed)
		result = book_close_sign(record, &signer, err);
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
