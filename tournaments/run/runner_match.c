/*
 * runner_match.c - one match: its files, its worker, its result.
 */
#include "base/file.h"
#include "fair/file_hash.h"
#include "tournaments/run/runner_play.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sodium.h>

#include "fair/logfile.h"
#include "tournaments/record/match_order.h"

enum { TRIES_MAX = 5 };

/* ### what is in the log */

/* A log without a whole first line has rolled nothing: it is as good as none.
   1: there is something to go on with, 0: there is nothing, -1: `err`. */
static int look_at_log(const char *log, struct error *err)
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
	if (unlink(log) != 0)
		return error_set(err, "cannot remove %s, which is empty: %s",
				 log, strerror(errno));
	return 0;
}

/* A log with its close line has told its secret: it cannot be played anew. */
static bool is_closed(const char *log)
{
	struct logfile file;
	struct error ignored;
	struct hash secret;
	bool closed;

	if (logfile_open(&file, log, false, &ignored) != 0)
		return true;
	closed = logfile_secret(&file, &secret);
	logfile_release(&file);
	sodium_memzero(&secret, sizeof secret);
	return closed;
}

/* The log cannot be gone on with: it is kept under another name and the match
   is played again, on the same dice. */
static int make_void(struct play *play, struct meeting *meeting,
		     const char *why, struct error *err)
{
	struct runner *runner = play->runner;
	const struct book_match *match = book_find(runner->book,
						   meeting->number);
	char *log = folder_match(runner->folder, meeting->number, ".jsonl");
	char ending[32], *kept;
	struct hash hash;
	int result = -1;

	snprintf(ending, sizeof ending, ".void%u.jsonl", match->voids + 1);
	kept = folder_match(runner->folder, meeting->number, ending);
	if (is_closed(log)) {
		error_set(err, "%s has told its secret but cannot be used: "
			  "%s", log, why);
	} else if (file_hash(log, log, &hash, err) == 0) {
		if (rename(log, kept) != 0)
			error_set(err, "cannot rename %s to %s: %s", log, kept,
				  strerror(errno));
		else
			result = book_void_sync(runner->book, meeting->number,
						why, &hash, err);
	}
	if (result == 0)
		runner_tell(play, NEWS_VOID, meeting, why);
	free(log);
	free(kept);
	return result;
}

/* After a kill between the renaming and the book's line: the file that lies
   there is the one that the line should name. */
static int settle_void(struct play *play, struct meeting *meeting,
		       struct error *err)
{
	struct runner *runner = play->runner;
	const struct book_match *match = book_find(runner->book,
						   meeting->number);
	char *log = folder_match(runner->folder, meeting->number, ".jsonl");
	char ending[32], *kept;
	struct hash hash;
	int result = 0;

	snprintf(ending, sizeof ending, ".void%u.jsonl", match->voids + 1);
	kept = folder_match(runner->folder, meeting->number, ending);
	if (access(log, F_OK) != 0 && access(kept, F_OK) == 0) {
		result = file_hash(kept, kept, &hash, err);
		if (result == 0)
			result = book_void_sync(runner->book, meeting->number,
						"the log could not be gone on "
						"with", &hash, err);
		if (result == 0)
			runner_tell(play, NEWS_VOID, meeting, NULL);
	}
	free(log);
	free(kept);
	return result;
}

/* ### one match */

static int write_paper(struct play *play, const struct meeting *meeting,
		       const char *path, const struct hash *seal,
		       struct error *err)
{
	const struct runner *runner = play->runner;
	struct text paper = {0};
	int result;

	match_paper_write(runner->tournament, runner->file,
			  &runner->book->salt, seal, meeting, &paper);
	result = file_replace(path, &paper, false, err);
	text_release(&paper);
	return result;
}

static int start_worker(struct play *play, int place,
			const struct meeting *meeting, bool go_on,
			struct error *err)
{
	const struct runner *runner = play->runner;
	char *paper = folder_match(runner->folder, meeting->number, ".json");
	char *log = folder_match(runner->folder, meeting->number, ".jsonl");
	struct runner_desk *desk = &play->desk[place];
	struct hash secret, seal;
	struct worker_order order = {
		.referee = runner->referee, .log = log,
		.match_file = go_on ? NULL : paper,
		.key_file = runner->key_file, .secret = &secret,
		.core = desk->core };
	int result;

	match_paper_secret(runner->secret, meeting->number, &secret, &seal);
	result = write_paper(play, meeting, paper, &seal, err);
	if (result == 0)
		result = worker_start(&play->worker[place], &order, err);
	sodium_memzero(&secret, sizeof secret);
	free(paper);
	free(log);
	if (result != 0)
		return -1;
	if (desk->match == 0)
		play->busy++;
	desk->match = meeting->number;
	desk->of = tournament_games(runner->tournament, meeting);
	return 0;
}

/* Starts a match, or goes on with it where its log ends. */
int runner_begin(struct play *play, int place, struct meeting *meeting,
		 struct error *err)
{
	struct runner *runner = play->runner;
	char *log = folder_match(runner->folder, meeting->number, ".jsonl");
	const struct book_match *match = book_find(runner->book,
						   meeting->number);
	int found = -1, result = -1;

	if (match != NULL && match->started &&
	    settle_void(play, meeting, err) != 0)
		goto done;
	match = book_find(runner->book, meeting->number);
	if (folder_wait(log, err) != 0 || (found = look_at_log(log, err)) < 0)
		goto done;
	if (match == NULL || !match->started) {
		if (found == 1) {
			error_set(err, "%s is there, but the book does not "
				  "know it: it belongs to something else", log);
			goto done;
		}
		if (book_start(runner->book, meeting->number, meeting->entrant,
			       meeting->seats, err) != 0)
			goto done;
	}
	play->desk[place].games = 0;
	play->desk[place].tries = 0;
	result = start_worker(play, place, meeting, found == 1, err);
	if (result == 0)
		runner_tell(play, NEWS_START, meeting, NULL);

done:
	free(log);
	return result;
}

/* ### results */

/* The last line a worker said, without "referee play: ". */
static const char *last_words(struct worker *worker)
{
	static const char prefix[] = "referee play: ";
	struct text *said = &worker->said;
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

static int take_result(struct play *play, int place, struct error *err)
{
	struct runner *runner = play->runner;
	struct worker *worker = &play->worker[place];
	uint32_t number = play->desk[place].match;
	struct meeting *meeting = contest_match(&runner->tournament->contest,
						number);

	if (book_end_sync(runner->book, number, &worker->log,
			  worker->result.bytes, worker->result.length,
			  err) != 0 ||
	    tournament_decide(runner->tournament, runner->book, meeting,
			      err) != 0)
		return -1;
	runner->decided++;
	runner->games += play->desk[place].of - play->desk[place].games;
	runner->faults += book_find(runner->book, number)->faults;
	runner_tell(play, NEWS_END, meeting, NULL);
	return 0;
}

/* A referee was killed: the match goes on in its log, some times. */
static int try_again(struct play *play, int place, int status,
		     struct error *err)
{
	struct runner_desk *desk = &play->desk[place];
	struct meeting *meeting = contest_match(
		&play->runner->tournament->contest, desk->match);
	char *log = folder_match(play->runner->folder, desk->match, ".jsonl");
	char why[100];
	int found, result = -1;

	snprintf(why, sizeof why, "its referee %s %d",
		 WIFSIGNALED(status) ? "was killed by signal" :
		 "ended with status",
		 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	if (++desk->tries > TRIES_MAX) {
		error_set(err, "match %u: %s, %d times in a row", desk->match,
			  why, desk->tries);
		goto done;
	}
	runner_tell(play, NEWS_AGAIN, meeting, why);
	if (folder_wait(log, err) != 0 || (found = look_at_log(log, err)) < 0)
		goto done;
	result = start_worker(play, place, meeting, found == 1, err);

done:
	free(log);
	return result;
}

static int start_anew(struct play *play, int place, struct error *err)
{
	struct runner_desk *desk = &play->desk[place];
	struct runner *runner = play->runner;
	struct meeting *meeting = contest_match(&runner->tournament->contest,
						desk->match);

	runner->games -= desk->games;
	desk->games = 0;
	if (make_void(play, meeting, text_string(&play->worker[place].why),
		      err) != 0 ||
	    book_start(runner->book, meeting->number, meeting->entrant,
		       meeting->seats, err) != 0)
		return -1;
	return start_worker(play, place, meeting, false, err);
}

static void leave(struct play *play, int place)
{
	worker_release(&play->worker[place]);
	play->desk[place].match = 0;
	play->desk[place].games = play->desk[place].of = 0;
	play->busy--;
}

/* A worker has ended: with a result, or why not. */
void runner_end(struct play *play, int place)
{
	struct worker *worker = &play->worker[place];
	struct error err = {0};
	int status = worker_end(worker);
	bool done = WIFEXITED(status) && WEXITSTATUS(status) == 0;
	int result = 0;

	if (done && worker->result.length > 0) {
		result = take_result(play, place, &err);
		leave(play, place);
	} else if (play->stopping) {
		leave(play, place);
	} else if (worker->refused) {
		result = start_anew(play, place, &err);
		if (result != 0)
			leave(play, place);
	} else if (WIFEXITED(status) && WEXITSTATUS(status) == 2) {
		result = error_set(&err, "match %u: %s",
				   play->desk[place].match,
				   last_words(worker));
		leave(play, place);
	} else {
		result = try_again(play, place, status, &err);
		if (result != 0)
			leave(play, place);
	}
	if (result != 0)
		runner_give_up(play, &err);
}

void runner_hear(struct play *play, int place)
{
	struct worker *worker = &play->worker[place];
	struct runner_desk *desk = &play->desk[place];

	worker_read(worker);
	if (worker->games <= desk->games || worker->games > desk->of)
		return;
	play->runner->games += worker->games - desk->games;
	desk->games = worker->games;
	desk->tries = 0;
}
