/*
 * run.c - plays a tournament: starts a referee for every match that is due
 * and keeps the book.
 *
 * Processes: this one, and under it one `referee play` for each slot, which
 * starts its bots itself.  This process reads the referees' results and never a
 * bot's output.  It has the tournament's secret; a referee gets only that of
 * its match, through its standard input.  Pipes: a referee's standard output
 * (events) and standard error (why it failed).  A referee dies with this
 * process, and its bots with it; its log is written ahead, so the match is
 * resumed from it.
 *
 * The book gets `start` before a referee is started, and `end` after the log is
 * synced to disk.  Numbers and dice of a match follow from the book alone, so
 * it does not matter in which order matches end, or how often this process is
 * killed.
 */
#define _GNU_SOURCE
#include "tournaments/run/runner.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"
#include "base/landlock.h"
#include "base/process.h"
#include "fair/doubts.h"
#include "fair/logfile.h"
#include "fair/sha256.h"
#include "tournaments/format/contest.h"
#include "tournaments/record/commits.h"
#include "tournaments/record/tournament.h"
#include "tournaments/record/suspects.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/record/void_log.h"
#include "tournaments/run/referee_process.h"

enum { WAIT_MS = 500, TRIES_MAX = 5 };

/* One of the slots in which matches are played at the same time. */
struct slot {
	struct follow_match *now;       /* what it plays */
	int tries;              /* of this match without a further game */
	struct referee_process process;
};

struct run {
	struct runner *runner;
	struct slot *slot;
	struct pollfd *poll;
	int busy;                       /* slots in use */
	size_t next;                    /* first fixture not looked at yet */
	struct wave wave;               /* of a shard */
	int asked;                      /* requests to stop that were obeyed */
	bool failing;                   /* `why` is set */
	bool stopping;                  /* the referees were signalled */
	bool warned;                    /* of suspect faults .. */
	bool shared;                    /* .. and of shares */
	uint64_t traces;                /* bytes of all traces */
	struct error why;
};

/* ### the cores */

static int list_cores(int *cores, int room)
{
	cpu_set_t mine;
	int count = 0;

	if (sched_getaffinity(0, sizeof mine, &mine) != 0)
		return 0;
	for (int core = 0; core < CPU_SETSIZE && count < room; core++)
		if (CPU_ISSET((unsigned)core, &mine))
			cores[count++] = core;
	return count;
}

int runner_cores(void)
{
	int cores[CPU_SETSIZE];
	int count = list_cores(cores, CPU_SETSIZE);

	return count > 0 ? count : 1;
}

/* ### events */

static void report(const struct run *run, enum follow_event_type type,
		   const struct fixture *fixture, const char *why)
{
	follow_report(&run->runner->follow, type, fixture, why);
}

/* Notes a failure on our side: only the first one is kept, and no new match
   begins. */
static void fail(struct run *run, const struct error *err)
{
	if (run->failing)
		return;
	run->failing = true;
	run->why = *err;
}

/* ### the matches of a shard

   They are played in a folder that only this process uses, so nothing that was
   begun but not committed is ever seen. */

static bool is_ours(const struct run *run, const struct fixture *fixture)
{
	const struct runner_shard *shard = run->runner->shard;

	return fixture->number != 0 && !fixture->decided &&
		fixture->number % shard->of == shard->index;
}

static void begin_shard(struct run *run)
{
	struct runner *runner = run->runner;
	const struct tournament *tournament = &runner->record->tournament;

	run->wave = wave_of(&tournament->contest);
	run->next = run->wave.first;
		for (size_t i = run->wave.first; i < run->wave.end; i++) {
		const struct fixture *fixture =
			&tournament->contest.past.list[i];
		const uint32_t games = tournament_games(tournament, fixture);

		if (!is_ours(run, fixture))
			continue;
		runner->follow.counts.matches++;
		runner->follow.counts.games_of += games;
	}
}

static struct fixture *next_of_shard(struct run *run)
{
	struct runner *runner = run->runner;
	struct tournament *tournament = &runner->record->tournament;

	while (run->next < run->wave.end) {
		struct fixture *fixture =
			&tournament->contest.past.list[run->next++];

		if (!is_ours(run, fixture))
			continue;
		if (!commits_has(runner->record->folder, fixture->number))
			return fixture;
		runner->follow.counts.decided++;
		runner->follow.counts.games += tournament_games(tournament,
								fixture);
	}
	return NULL;
}

static void remove_files(const struct runner_shard *shard, uint32_t number)
{
	static const char *const endings[] = { ".json", ".jsonl",
		".trace.jsonl" };

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		AUTOFREE char *path =
			tournament_folder_match(shard->folder, number,
						endings[i]);

		unlink(path);
	}
}

static void tell_second(const struct run *run, uint32_t number)
{
	OWNED(text) struct text why = {0};

	text_printf(&why, "match %u: another process has committed it in the "
		    "meantime; this result is discarded", number);
	report(run, FOLLOW_WARNING, NULL, text_string(&why));
}

static int commit_result(struct run *run, const struct slot *slot,
			 struct error *err)
{
	struct runner *runner = run->runner;
	const struct record *record = runner->record;
	const struct referee_process *process = &slot->process;
	const struct runner_shard *shard = runner->shard;
	AUTOFREE char *log =
		tournament_folder_match(shard->folder, slot->now->match,
					".jsonl");
	AUTOFREE char *trace =
		tournament_folder_match(shard->folder, slot->now->match,
					".trace.jsonl");
	struct commit commit = { .match = slot->now->match,
		.manifest = record->tournament.manifest.hash };
	int first;

	text_append(&commit.result, process->result.bytes,
		    process->result.length);
	if (process->suspects.length > 0)
		text_append(&commit.suspects, process->suspects.bytes,
			    process->suspects.length);
	first = commits_add(record->folder, &commit, log, trace, err);
	if (first == 0) {
		runner->follow.counts.decided++;
		runner->follow.counts.games += slot->now->of - slot->now->games;
		tell_second(run, slot->now->match);
	}
	if (first >= 0)
		remove_files(shard, slot->now->match);
	commit_file_release(&commit);
	return first;
}

/* When all traces of a tournament have more bytes, later ones are brief. */
static const uint64_t traces_most = 1 << 30;

/* Where matches are played. */
static const char *folder_of(const struct run *run)
{
	const struct runner *runner = run->runner;

	return runner->shard != NULL ? runner->shard->folder :
		runner->record->folder;
}

static char *log_path(const struct run *run, uint32_t number)
{
	return tournament_folder_match(folder_of(run), number, ".jsonl");
}

/* ### what is in the log */

/* A match whose games are all finished is not played again, even if its log is
   damaged.  Returns 0, or -1 with `err`. */
static int check_unfinished(const struct run *run,
			    const struct fixture *fixture, const char *log,
			    struct error *err)
{
	const struct runner *runner = run->runner;
	struct void_log found;

	return void_log_read(&found, runner->record, runner->secret, fixture,
			     log, err) != 0 ? -1 :
		void_log_check(&found, log, err);
}

/* Removes a log without a whole first line, which has no dice yet.  Returns 1
   if there is a log to resume, 0 if there is none, or -1 with `err`. */
static int look_at_log(const struct run *run, const struct fixture *fixture,
		       const char *log, struct error *err)
{
	struct logfile file;
	const char *line;
	size_t size;
	enum logfile_result result;

	if (access(log, F_OK) != 0 && errno == ENOENT)
		return 0;
	if (logfile_open(&file, log, false, err) != 0)
		return -1;
	result = logfile_next(&file, &line, &size, err);
	logfile_release(&file);
	if (result == LOGFILE_TROUBLE)
		return -1;
	if (result != LOGFILE_END)
		return 1;
	/* It may have lost its line feeds. */
	if (check_unfinished(run, fixture, log, err) != 0)
		return -1;
	if (unlink(log) != 0)
		return error_set(err, "cannot remove %s, which is empty: %s",
				 log, strerror(errno));
	return 0;
}

static char *trace_path(const struct run *run, uint32_t number)
{
	return tournament_folder_match(folder_of(run), number, ".trace.jsonl");
}

/* Removes the trace of a void attempt, whose faults do not count. */
static int remove_trace(const struct run *run, uint32_t number,
			struct error *err)
{
	AUTOFREE char *path = trace_path(run, number);

	return unlink(path) == 0 || errno == ENOENT ? 0 :
		error_set(err, "cannot remove %s: %s", path, strerror(errno));
}

static void count_trace(struct run *run, uint32_t number)
{
	AUTOFREE char *path = trace_path(run, number);
	struct stat status;

	if (stat(path, &status) == 0)
		run->traces += (uint64_t)status.st_size;
}

/* The name that a damaged log is kept under; the caller frees it. */
static char *void_path(const struct run *run, uint32_t number)
{
	const struct record *record = run->runner->record;

	return tournament_folder_void(folder_of(run), number,
		book_find(&record->book, number)->voids + 1);
}

/* Notes in the book that an attempt is void; its log is at `kept`. */
static int note_void(struct run *run, uint32_t number, const char *kept,
		     const char *why, struct error *err)
{
	struct hash hash;

	return sha256_file(kept, kept, hash.bytes, err) != 0 ? -1 :
		book_void_sync(&run->runner->record->book, number, why, &hash,
			       err);
}

/* Makes an attempt void whose log cannot be resumed: the log is kept under
   another name, and the match is played again, on the same dice. */
static int make_void(struct run *run, const struct fixture *fixture,
		     const char *why, struct error *err)
{
	AUTOFREE char *log = log_path(run, fixture->number);
	AUTOFREE char *kept = void_path(run, fixture->number);

	if (check_unfinished(run, fixture, log, err) != 0)
		return error_add(err, "; it cannot be used either: %s", why);
	if (rename(log, kept) != 0)
		return error_set(err, "cannot rename %s to %s: %s", log, kept,
				 strerror(errno));
	if (remove_trace(run, fixture->number, err) != 0 ||
	    note_void(run, fixture->number, kept, why, err) != 0)
		return -1;
	report(run, FOLLOW_VOID, fixture, why);
	return 0;
}

/* Writes the void line to the book if an earlier run was killed after renaming
   the log and before writing it. */
static int settle_void(struct run *run, const struct fixture *fixture,
		       struct error *err)
{
	AUTOFREE char *log = log_path(run, fixture->number);
	AUTOFREE char *kept = void_path(run, fixture->number);

	if (access(log, F_OK) == 0 || access(kept, F_OK) != 0)
		return 0;
	if (check_unfinished(run, fixture, kept, err) != 0 ||
	    remove_trace(run, fixture->number, err) != 0 ||
	    note_void(run, fixture->number, kept, "the log cannot be resumed",
		      err) != 0)
		return -1;
	report(run, FOLLOW_VOID, fixture, NULL);
	return 0;
}

/* ### one match */

static int write_match_file(const struct run *run,
			    const struct fixture *fixture, const char *path,
			    const struct hash *seal, struct error *err)
{
	const struct record *record = run->runner->record;
	OWNED(text) struct text bytes = {0};

	tournament_match_write(&record->tournament, run->runner->file,
			       &record->book.salt, seal, fixture, &bytes);
	return file_replace(path, &bytes, false, err);
}

/* Makes an attempt void that was started and has no log, so that it is unknown
   how far it was. */
static int note_gone(struct run *run, const struct fixture *fixture,
		     struct error *err)
{
	static const char why[] = "its log is missing";
	struct book *book = &run->runner->record->book;

	if (remove_trace(run, fixture->number, err) != 0 ||
	    book_void_sync(book, fixture->number, why, NULL, err) != 0)
		return -1;
	report(run, FOLLOW_VOID, fixture, why);
	return 0;
}

static int start_referee(struct run *run, struct slot *slot,
			 const struct fixture *fixture, bool resumes,
			 struct error *err)
{
	const struct runner *runner = run->runner;
	AUTOFREE char *file =
		tournament_folder_match(folder_of(run), fixture->number,
					".json");
	AUTOFREE char *log = log_path(run, fixture->number);
	AUTOFREE char *trace = trace_path(run, fixture->number);
	struct hash secret, seal;
	struct referee_order order = {
		.referee = runner->referee, .log = log, .trace = trace,
		.brief = run->traces > traces_most,
		.match_file = resumes ? NULL : file,
		.key_file = runner->key_file, .secret = &secret,
		.core = slot->now->core, .jobs = runner->jobs };
	int result;

	tournament_match_secret(runner->secret, fixture->number, &secret,
				&seal);
	result = write_match_file(run, fixture, file, &seal, err);
	if (result == 0)
		result = referee_process_start(&slot->process, &order, err);
	sodium_memzero(&secret, sizeof secret);
	if (result != 0)
		return -1;
	if (slot->now->match == 0)
		run->busy++;
	slot->now->match = fixture->number;
	slot->now->of = tournament_games(&runner->record->tournament, fixture);
	return 0;
}

/* look_at_log, after waiting for the referee of an earlier run that may still
   hold the log.  A packed log has revealed its secret, so its match must not be
   played again. */
static int find_log(const struct run *run, const struct fixture *fixture,
		    const char *log, struct error *err)
{
	const char *folder = run->runner->record->folder;
	const uint32_t number = fixture->number;

	if (tournament_folder_is_packed(folder, number))
		return error_set(err, "%s/match-%06u.pack: packed, but the "
				 "book has no result for it; \"referee "
				 "unpack\" restores the log", folder,
				 number);
	return tournament_folder_wait(log, err) != 0 ? -1
		: look_at_log(run, fixture, log, err);
}

static int start_match(struct run *run, struct slot *slot,
		       const struct fixture *fixture, struct error *err)
{
	struct book *book = &run->runner->record->book;
	const struct book_match *match = book_find(book, fixture->number);
	AUTOFREE char *log = log_path(run, fixture->number);
	int found;

	if (match != NULL && match->started &&
	    settle_void(run, fixture, err) != 0)
		return -1;
	found = find_log(run, fixture, log, err);
	if (found < 0)
		return -1;
	match = book_find(book, fixture->number);
	if (found == 0 && match != NULL && match->started &&
	    note_gone(run, fixture, err) != 0)
		return -1;
	match = book_find(book, fixture->number);
	if (match == NULL || !match->started) {
		if (found == 1)
			return error_set(err, "%s exists, but the book has no "
					 "such match: the log belongs to "
					 "something else", log);
		if (book_start(book, fixture->number, fixture->entrant,
			       fixture->seats, err) != 0)
			return -1;
	}
	slot->now->games = 0;
	slot->tries = 0;
	if (start_referee(run, slot, fixture, found == 1, err) != 0)
		return -1;
	report(run, FOLLOW_MATCH, fixture, NULL);
	return 0;
}

/* ### results */

/* Passes on what a referee says of its match: that games are played again, and
   once that bots get less than the file allows. */
static void pass_on(struct run *run, struct slot *slot)
{
	static const char start[] = "referee: warning: ";
	static const char shared[] = "the control group ", again[] = "game ";
	const char *at = strstr(text_string(&slot->process.said), start);
	const bool told = run->shared;
	OWNED(text) struct text why = {0};

	for (; at != NULL; at = strstr(at, start)) {
		bool group;

		at += sizeof start - 1;
		group = strncmp(at, shared, sizeof shared - 1) == 0;
		if (group ? told :
		    strncmp(at, again, sizeof again - 1) != 0)
			continue;
		text_clear(&why);
		if (!group)
			text_printf(&why, "match %u: ", slot->now->match);
		text_append(&why, at, strcspn(at, "\n"));
		report(run, FOLLOW_WARNING, NULL, text_string(&why));
		run->shared = run->shared || group;
	}
}

/* The last line that a referee wrote, without "referee play: ". */
static const char *last_line(struct text *said)
{
	static const char prefix[] = "referee play: ";
	const char *start, *text;

	while (said->length > 0 && said->bytes[said->length - 1] == '\n')
		said->length--;
	if (said->length == 0)
		return "";
	text = text_string(said);
	start = strrchr(text, '\n');
	start = start != NULL ? start + 1 : text;
	return strncmp(start, prefix, sizeof prefix - 1) == 0 ?
		start + sizeof prefix - 1 : start;
}

static int take_result(struct run *run, struct slot *slot,
		       struct fixture *fixture, struct error *err)
{
	struct runner *runner = run->runner;
	struct record *record = runner->record;
	struct referee_process *process = &slot->process;
	const struct text *suspects = &process->suspects;
	int first = 1;

	if (runner->shard != NULL)
		first = commit_result(run, slot, err);
	else if (suspects->length > 0 &&
		 suspects_add_sync(record, fixture, suspects->bytes,
				   suspects->length, err) != 0)
		return -1;
	if (first != 1)
		return first;
	if (book_end(&record->book, fixture->number, &process->log,
		     process->result.bytes, process->result.length, true,
		     err) != 0 ||
	    record_decide(record, fixture, err) != 0)
		return -1;
	if (suspects->length > 0)
		suspects_mark_match(record, fixture, suspects->bytes,
				    suspects->length);
	count_trace(run, fixture->number);
	runner->follow.counts.decided++;
	runner->follow.counts.games += slot->now->of - slot->now->games;
	report(run, FOLLOW_RESULT, fixture, NULL);
	if (suspects->length > 0 && !run->warned) {
		run->warned = true;
		report(run, FOLLOW_WARNING, NULL, "this machine was "
		       "overloaded when a bot ran out of time; tournament "
		       "results --faults marks such faults as suspect; "
		       "play fewer matches at a time (-j), or give bots "
		       "more time");
	}
	return 0;
}

/* After a referee has died: resumes the match from its log, up to TRIES_MAX
   times without a further game. */
static int try_again(struct run *run, struct slot *slot,
		     const struct fixture *fixture, int status,
		     struct error *err)
{
	AUTOFREE char *log = log_path(run, fixture->number);
	char why[100];
	int found;

	snprintf(why, sizeof why, "its referee %s %d",
		 WIFSIGNALED(status) ? "was killed by signal" :
		 "ended with status",
		 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	if (++slot->tries > TRIES_MAX)
		return error_set(err, "match %u: %s, %d times in a row",
				 fixture->number, why, slot->tries);
	report(run, FOLLOW_AGAIN, fixture, why);
	found = find_log(run, fixture, log, err);
	return found == 1 || (found == 0 &&
	    note_gone(run, fixture, err) == 0 &&
	    book_start(&run->runner->record->book, fixture->number,
		       fixture->entrant, fixture->seats, err) == 0) ?
		start_referee(run, slot, fixture, found == 1, err) : -1;
}

static int start_again(struct run *run, struct slot *slot,
		       const struct fixture *fixture, struct error *err)
{
	struct runner *runner = run->runner;

	runner->follow.counts.games -= slot->now->games;
	slot->now->games = 0;
	if (make_void(run, fixture, text_string(&slot->process.why),
		      err) != 0 ||
	    book_start(&runner->record->book, fixture->number,
		       fixture->entrant, fixture->seats, err) != 0)
		return -1;
	return start_referee(run, slot, fixture, false, err);
}

/* A match that was interrupted stays among those in play: its games are still
   counted, and no other match is started. */
static void free_slot(struct run *run, struct slot *slot, bool interrupted)
{
	referee_process_release(&slot->process);
	if (!interrupted)
		slot->now->match = slot->now->games = slot->now->of = 0;
	run->busy--;
}

static void end_match(struct run *run, struct slot *slot)
{
	struct referee_process *process = &slot->process;
	struct fixture *fixture = contest_match(
		&run->runner->record->tournament.contest, slot->now->match);
	int status = referee_process_end(process);
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	bool goes_on = false, interrupted = false;
	struct error err = {0};
	int result = 0;

	pass_on(run, slot);
	if (code == 0 && process->result.length > 0) {
		result = take_result(run, slot, fixture, &err);
	} else if (run->stopping) {
		interrupted = true;
	} else if (process->refused) {
		result = start_again(run, slot, fixture, &err);
		goes_on = result == 0;
	} else if (code == 2) {
		result = error_set(&err, "match %u: %s", slot->now->match,
				   last_line(&process->said));
	} else {
		result = try_again(run, slot, fixture, status, &err);
		goes_on = result == 0;
	}
	if (!goes_on)
		free_slot(run, slot, interrupted);
	if (result != 0)
		fail(run, &err);
}

static void read_match(struct run *run, struct slot *slot)
{
	struct referee_process *process = &slot->process;
	struct follow_match *now = slot->now;

	referee_process_read(process);
	if (process->games <= now->games || process->games > now->of)
		return;
	run->runner->follow.counts.games += process->games - now->games;
	now->games = process->games;
	slot->tries = 0;
}

/* ### the run */

/* The next match to play, or NULL if none is due.  A tournament that is over
   still finishes the matches that were started. */
static struct fixture *next_due(struct run *run, bool over)
{
	const struct book *book = &run->runner->record->book;
	struct contest *contest = &run->runner->record->tournament.contest;

	if (run->runner->shard != NULL)
		return next_of_shard(run);
	for (;;) {
		for (; run->next < contest->past.count; run->next++) {
			struct fixture *fixture =
				&contest->past.list[run->next];
			const struct book_match *match =
				book_find(book, fixture->number);

			if (!fixture->decided &&
			    (!over || (match != NULL && match->started))) {
				run->next++;
				return fixture;
			}
		}
		if (over || run->busy > 0 || !contest_advance(contest))
			return NULL;
	}
}

/* Counts again from the book, but keeps the games, which include those in
   play. */
static void count_again(struct runner *runner)
{
	uint64_t games = runner->follow.counts.games;

	runner->follow.counts = game_counts_of(runner->record);
	runner->follow.counts.games = games;
}

static bool has_ended_early(const struct runner *runner)
{
	return runner->is_over != NULL && runner->is_over(runner->over_context);
}

/* Gives every free slot a match.  False: none is left and none is being
   played. */
static bool start_matches(struct run *run)
{
	struct runner *runner = run->runner;
	const struct fixtures *past = &runner->record->tournament.contest.past;
	size_t known = past->count;
	struct error err = {0};

	for (int i = 0; i < runner->jobs && !run->stopping; i++) {
		const struct fixture *fixture;

		if (run->slot[i].now->match != 0)
			continue;
		fixture = next_due(run, has_ended_early(runner));
		if (past->count != known) {
			known = past->count;
			count_again(runner);
		}
		if (fixture == NULL)
			break;
		if (start_match(run, &run->slot[i], fixture, &err) != 0) {
			fail(run, &err);
			break;
		}
	}
	return run->busy > 0;
}

static void obey_stop_requests(struct run *run)
{
	int stops = run->runner->stops != NULL ? (int)*run->runner->stops : 0;

	if (stops == run->asked && (run->stopping || !run->failing))
		return;
	for (int i = 0; i < run->runner->jobs; i++)
		referee_process_stop(&run->slot[i].process,
				     stops > 1 ? stops : 1);
	if (!run->stopping)
		report(run, FOLLOW_STOPPING, NULL,
		       run->failing ? run->why.text : NULL);
	run->asked = stops;
	run->stopping = true;
}

static void wait_for_referees(struct run *run)
{
	const struct runner *runner = run->runner;
	const int step = runner->follow.sink.step_ms;
	const int timeout = step > 0 && step < WAIT_MS ? step : WAIT_MS;
	nfds_t count = 0;

	for (int i = 0; i < runner->jobs; i++) {
		const struct referee_process *process = &run->slot[i].process;
		const int fds[] = { process->ended, process->out,
			process->errors };

		for (int j = 0; j < 3; j++)
			run->poll[count++] = (struct pollfd){ fds[j], POLLIN,
				0 };
	}
	/* A signal that comes just before poll is noticed at the timeout. */
	if (poll(run->poll, count, timeout) < 0)
		return;
	for (int i = 0; i < runner->jobs; i++) {
		const struct pollfd *its = &run->poll[3 * i];

		if (run->slot[i].now->match == 0)
			continue;
		if (its[1].revents != 0 || its[2].revents != 0)
			read_match(run, &run->slot[i]);
		if (its[0].revents != 0)
			end_match(run, &run->slot[i]);
	}
}

static void set_up(struct run *run)
{
	struct runner *runner = run->runner;
	size_t jobs = (size_t)runner->jobs;
	int cores[CPU_SETSIZE];
	int count = list_cores(cores, CPU_SETSIZE);

	runner->follow.record = runner->record;
	runner->follow.match = memory_new(jobs, sizeof (struct follow_match));
	runner->follow.matches = runner->jobs;
	run->slot = memory_new(jobs, sizeof *run->slot);
	run->poll = memory_new(3 * jobs, sizeof *run->poll);
	for (int i = 0; i < runner->jobs; i++) {
		referee_process_init(&run->slot[i].process);
		run->slot[i].now = &runner->follow.match[i];
		run->slot[i].now->core = runner->pin && count > 0 ?
			cores[i % count] : -1;
	}
	if (runner->shard != NULL) {
		begin_shard(run);
	} else {
		runner->follow.counts = game_counts_of(runner->record);
		for (uint32_t n = 1; n <= runner->record->book.matches; n++)
			count_trace(run, n);
	}
}

static void clean_up(struct run *run)
{
	for (int i = 0; i < run->runner->jobs; i++)
		referee_process_release(&run->slot[i].process);
	free(run->slot);
	free(run->poll);
	free(run->runner->follow.match);
}

static void warn_of_level(const struct run *run)
{
	const struct tournament *tournament = &run->runner->record->tournament;
	const struct manifest *manifest = &tournament->manifest;
	const char *why = landlock_warning(tournament->level);
	OWNED(text) struct text weaker = {0};

	for (int i = 0; i < manifest->entrants && why == NULL; i++)
		if (manifest->entrant[i].leveled)
			why = landlock_warning(manifest->entrant[i].level);
	if (why != NULL)
		report(run, FOLLOW_WARNING, NULL, why);
	if (doubts_weaker_entrants(manifest->entrant, manifest->entrants,
				   manifest->level, &weaker))
		report(run, FOLLOW_WARNING, NULL, text_string(&weaker));
}

static void warn_of_jobs(const struct run *run)
{
	const int jobs = run->runner->jobs, cores = runner_cores();
	OWNED(text) struct text why = {0};

	if (jobs <= cores)
		return;
	text_printf(&why, "-j %d is more than the %d core%s of this machine: "
		    "bots wait for each other while their clocks run", jobs,
		    cores, cores == 1 ? "" : "s");
	report(run, FOLLOW_WARNING, NULL, text_string(&why));
}

enum runner_result runner_play(struct runner *runner, struct error *err)
{
	struct run run = { .runner = runner };
	enum runner_result result;

	assert(runner->jobs > 0);
	set_up(&run);
	report(&run, FOLLOW_BEGIN, NULL, NULL);
	warn_of_level(&run);
	warn_of_jobs(&run);
	for (;;) {
		obey_stop_requests(&run);
		if (!start_matches(&run))
			break;
		wait_for_referees(&run);
		report(&run, FOLLOW_STEP, NULL, NULL);
	}
	if (run.failing) {
		*err = run.why;
		result = RUNNER_TROUBLE;
	} else {
		result = run.asked > 0 ? RUNNER_STOPPED : RUNNER_OVER;
	}
	clean_up(&run);
	return result;
}
