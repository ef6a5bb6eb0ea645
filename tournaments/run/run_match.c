/*
 * run_match.c - one match: its files, its referee, its result.
 */
#include "tournaments/run/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"
#include "fair/file_hash.h"
#include "fair/logfile.h"
#include "tournaments/record/match_order.h"
#include "tournaments/record/suspects.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/record/void_log.h"

enum { TRIES_MAX = 5 };

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
	char *path = trace_path(run, number);
	int result = 0;

	if (unlink(path) != 0 && errno != ENOENT)
		result = error_set(err, "cannot remove %s: %s", path,
				   strerror(errno));
	free(path);
	return result;
}

void run_match_count_trace(struct run *run, uint32_t number)
{
	char *path = trace_path(run, number);
	struct stat status;

	if (stat(path, &status) == 0)
		run->traces += (uint64_t)status.st_size;
	free(path);
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

	return file_hash(kept, kept, &hash, err) != 0 ? -1 :
		book_void_sync(&run->runner->record->book, number, why, &hash,
			       err);
}

/* Makes an attempt void whose log cannot be resumed: the log is kept under
   another name, and the match is played again, on the same dice. */
static int make_void(struct run *run, const struct fixture *fixture,
		     const char *why, struct error *err)
{
	char *log = log_path(run, fixture->number);
	char *kept = void_path(run, fixture->number);
	int result = -1;

	if (check_unfinished(run, fixture, log, err) != 0)
		error_add(err, "; it cannot be used either: %s", why);
	else if (rename(log, kept) != 0)
		error_set(err, "cannot rename %s to %s: %s", log, kept,
			  strerror(errno));
	else if (remove_trace(run, fixture->number, err) == 0)
		result = note_void(run, fixture->number, kept, why, err);
	if (result == 0)
		run_report(run, RUN_VOID, fixture, why);
	free(log);
	free(kept);
	return result;
}

/* Writes the void line to the book if an earlier run was killed after renaming
   the log and before writing it. */
static int settle_void(struct run *run, const struct fixture *fixture,
		       struct error *err)
{
	char *log = log_path(run, fixture->number);
	char *kept = void_path(run, fixture->number);
	int result = 0;

	if (access(log, F_OK) != 0 && access(kept, F_OK) == 0) {
		result = check_unfinished(run, fixture, kept, err);
		if (result == 0)
			result = remove_trace(run, fixture->number, err);
		if (result == 0)
			result = note_void(run, fixture->number, kept,
					   "the log cannot be resumed", err);
		if (result == 0)
			run_report(run, RUN_VOID, fixture, NULL);
	}
	free(log);
	free(kept);
	return result;
}

/* ### one match */

static int write_match_file(const struct run *run,
			    const struct fixture *fixture, const char *path,
			    const struct hash *seal, struct error *err)
{
	const struct record *record = run->runner->record;
	struct text bytes = {0};
	int result;

	match_order_write(&record->tournament, run->runner->file,
			  &record->book.salt, seal, fixture, &bytes);
	result = file_replace(path, &bytes, false, err);
	text_release(&bytes);
	return result;
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
	run_report(run, RUN_VOID, fixture, why);
	return 0;
}

static int start_referee(struct run *run, struct runner_slot *slot,
			 const struct fixture *fixture, bool resumes,
			 struct error *err)
{
	const struct runner *runner = run->runner;
	char *file = tournament_folder_match(folder_of(run), fixture->number,
					     ".json");
	char *log = log_path(run, fixture->number);
	char *trace = trace_path(run, fixture->number);
	struct hash secret, seal;
	struct referee_order order = {
		.referee = runner->referee, .log = log, .trace = trace,
		.brief = run->traces > traces_most,
		.match_file = resumes ? NULL : file,
		.key_file = runner->key_file, .secret = &secret,
		.core = slot->core };
	int result;

	match_order_secret(runner->secret, fixture->number, &secret, &seal);
	result = write_match_file(run, fixture, file, &seal, err);
	if (result == 0)
		result = referee_process_start(&slot->process, &order, err);
	sodium_memzero(&secret, sizeof secret);
	free(file);
	free(log);
	free(trace);
	if (result != 0)
		return -1;
	if (slot->match == 0)
		run->busy++;
	slot->match = fixture->number;
	slot->of = tournament_games(&runner->record->tournament, fixture);
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

int run_match_begin(struct run *run, struct runner_slot *slot,
		    const struct fixture *fixture, struct error *err)
{
	struct book *book = &run->runner->record->book;
	const struct book_match *match = book_find(book, fixture->number);
	char *log = log_path(run, fixture->number);
	int found, result = -1;

	if (match != NULL && match->started &&
	    settle_void(run, fixture, err) != 0)
		goto done;
	found = find_log(run, fixture, log, err);
	if (found < 0)
		goto done;
	match = book_find(book, fixture->number);
	if (found == 0 && match != NULL && match->started &&
	    note_gone(run, fixture, err) != 0)
		goto done;
	match = book_find(book, fixture->number);
	if (match == NULL || !match->started) {
		if (found == 1) {
			error_set(err, "%s exists, but the book has no such "
				  "match: the log belongs to something else",
				  log);
			goto done;
		}
		if (book_start(book, fixture->number, fixture->entrant,
			       fixture->seats, err) != 0)
			goto done;
	}
	slot->games = 0;
	slot->tries = 0;
	result = start_referee(run, slot, fixture, found == 1, err);
	if (result == 0)
		run_report(run, RUN_MATCH, fixture, NULL);

done:
	free(log);
	return result;
}

/* ### results */

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

static int take_result(struct run *run, struct runner_slot *slot,
		       struct fixture *fixture, struct error *err)
{
	struct runner *runner = run->runner;
	struct record *record = runner->record;
	struct referee_process *process = &slot->process;
	const struct text *suspects = &process->suspects;
	int first = 1;

	if (runner->shard != NULL)
		first = run_shard_commit(run, slot, err);
	else if (suspects->length > 0 &&
		 suspects_add_sync(record, fixture, suspects->bytes,
				   suspects->length, err) != 0)
		return -1;
	if (first != 1)
		return first;
	if (book_end_sync(&record->book, fixture->number, &process->log,
			  process->result.bytes, process->result.length,
			  err) != 0 ||
	    tournament_decide(&record->tournament, &record->book, fixture,
			      err) != 0)
		return -1;
	if (suspects->length > 0)
		suspects_mark_match(record, fixture, suspects->bytes,
				    suspects->length);
	run_match_count_trace(run, fixture->number);
	runner->counts.decided++;
	runner->counts.games += slot->of - slot->games;
	runner->faults += book_find(&record->book, fixture->number)->faults;
	run_report(run, RUN_RESULT, fixture, NULL);
	if (suspects->length > 0 && !run->warned) {
		run->warned = true;
		run_report(run, RUN_WARNING, NULL, "this machine was "
			   "overloaded when a bot ran out of time; tournament "
			   "results --faults marks such faults as suspect; "
			   "play fewer matches at a time (-j), or give bots "
			   "more time");
	}
	return 0;
}

/* After a referee has died: resumes the match from its log, up to TRIES_MAX
   times without a further game. */
static int try_again(struct run *run, struct runner_slot *slot,
		     const struct fixture *fixture, int status,
		     struct error *err)
{
	char *log = log_path(run, fixture->number);
	char why[100];
	int found, result = -1;

	snprintf(why, sizeof why, "its referee %s %d",
		 WIFSIGNALED(status) ? "was killed by signal" :
		 "ended with status",
		 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	if (++slot->tries > TRIES_MAX) {
		error_set(err, "match %u: %s, %d times in a row", slot->match,
			  why, slot->tries);
	} else {
		run_report(run, RUN_AGAIN, fixture, why);
		found = find_log(run, fixture, log, err);
		if (found == 1 || (found == 0 &&
		    note_gone(run, fixture, err) == 0 &&
		    book_start(&run->runner->record->book, fixture->number,
			       fixture->entrant, fixture->seats, err) == 0))
			result = start_referee(run, slot, fixture, found == 1,
					       err);
	}
	free(log);
	return result;
}

static int start_again(struct run *run, struct runner_slot *slot,
		       const struct fixture *fixture, struct error *err)
{
	struct runner *runner = run->runner;

	runner->counts.games -= slot->games;
	slot->games = 0;
	if (make_void(run, fixture, text_string(&slot->process.why),
		      err) != 0 ||
	    book_start(&runner->record->book, fixture->number,
		       fixture->entrant, fixture->seats, err) != 0)
		return -1;
	return start_referee(run, slot, fixture, false, err);
}

static void free_slot(struct run *run, struct runner_slot *slot)
{
	referee_process_release(&slot->process);
	slot->match = slot->games = slot->of = 0;
	run->busy--;
}

void run_match_end(struct run *run, struct runner_slot *slot)
{
	struct referee_process *process = &slot->process;
	struct fixture *fixture = contest_match(
		&run->runner->record->tournament.contest, slot->match);
	int status = referee_process_end(process);
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	bool goes_on = false;
	struct error err = {0};
	int result = 0;

	if (code == 0 && process->result.length > 0) {
		result = take_result(run, slot, fixture, &err);
	} else if (run->stopping) {
		result = 0;
	} else if (process->refused) {
		result = start_again(run, slot, fixture, &err);
		goes_on = result == 0;
	} else if (code == 2) {
		result = error_set(&err, "match %u: %s", slot->match,
				   last_line(&process->said));
	} else {
		result = try_again(run, slot, fixture, status, &err);
		goes_on = result == 0;
	}
	if (!goes_on)
		free_slot(run, slot);
	if (result != 0)
		run_fail(run, &err);
}

void run_match_read(struct run *run, struct runner_slot *slot)
{
	struct referee_process *process = &slot->process;

	referee_process_read(process);
	if (process->games <= slot->games || process->games > slot->of)
		return;
	run->runner->counts.games += process->games - slot->games;
	slot->games = process->games;
	slot->tries = 0;
}
