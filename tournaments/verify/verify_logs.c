/*
 * verify_logs.c - has every match log of a folder checked, on all cores.
 *
 * The referee's verdict is about a log in itself.  That it is the right log,
 * that of this match of this tournament, with the dice that follow from S, is
 * checked here.
 */
#include "tournaments/verify/verify_logs.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/command_line.h"
#include "base/spawn.h"
#include "tournaments/record/match_log.h"
#include "tournaments/record/tournament_folder.h"

enum { BATCH = 64, JOBS_MAX = 256, VERDICT_DEPTH = 8, FIXED_WORDS = 4 };

/* One `referee verify --json LOG..`, which prints a line a log. */
struct batch {
	struct spawn referee;
	struct text line;
	uint32_t number[BATCH];
	int count, done;
};

struct checking {
	const struct record *record;
	const struct hash *secret;
	const char *referee;
	struct log_checks *checks;
	uint32_t next;          /* match number not yet handed out */
	uint32_t left;          /* ended matches from there on */
	int jobs;
	uint32_t matches;
	void (*progress)(uint32_t done, uint32_t of);
};

/* Keeps what is wrong with the log of the lowest number. */
static void note_wrong(struct checking *checking, uint32_t number,
		       const struct error *why)
{
	struct log_checks *checks = checking->checks;

	if (checks->wrong == 0 || number < checks->first) {
		checks->first = number;
		checks->why = *why;
	}
	checks->wrong++;
	checks->unread = checks->unread || why->unread;
}

/* ### the verdict */

/* The ranks and faults of the log against those of the book. */
static int compare_result(const struct checking *checking, const char *path,
			  const struct book_match *match, const cJSON *tree,
			  struct error *err)
{
	const struct book *book = &checking->record->book;
	const cJSON *row, *rank, *ranks = json_get(tree, "ranks");
	const cJSON *item, *faults = json_get(tree, "faults");
	uint32_t game = 0, fault = 0;

	cJSON_ArrayForEach(row, ranks) {
		int place = 0;

		cJSON_ArrayForEach(rank, row) {
			if (game < match->games && place < match->seats &&
			    (int)rank->valuedouble != match->rank[(size_t)game *
			    (size_t)match->seats + (size_t)place])
				return error_set(err, "%s:%u: ranks of game %u "
						 "are not those of %s",
						 book->path, match->end_line,
						 game + 1, path);
			place++;
		}
		game++;
	}
	if (game != match->games)
		return error_set(err, "%s:%u: %u games, but %s has %u",
				 book->path, match->end_line, match->games,
				 path, game);
	cJSON_ArrayForEach(item, faults) {
		const struct book_fault *said = &match->fault[fault];

		if (fault++ >= match->faults ||
		    json_get(item, "game")->valuedouble != said->game ||
		    json_get(item, "entrant")->valuedouble != said->entrant ||
		    strcmp(json_get(item, "fault")->valuestring,
			   fault_words[said->fault]) != 0)
			return error_set(err, "%s:%u: faults are not those of "
					 "%s", book->path, match->end_line,
					 path);
	}
	return fault == match->faults ? 0 :
		error_set(err, "%s:%u: faults are not those of %s", book->path,
			  match->end_line, path);
}

static int check_verdict(struct checking *checking, uint32_t number,
			 const char *path, const cJSON *tree, struct error *err)
{
	const struct book *book = &checking->record->book;
	const struct book_match *match = book_find(book, number);
	const struct fixture *fixture =
		contest_match(&checking->record->tournament.contest, number);
	struct log_checks *checks = checking->checks;
	const cJSON *log = json_get(tree, "log"), *why = json_get(tree, "why");
	struct hash digest;

	if (!cJSON_IsTrue(json_get(tree, "verified")))
		return error_set(err, "%s", cJSON_IsString(why) ?
				 why->valuestring :
				 "the referee gave no verdict");
	if (!cJSON_IsString(log) || !hash_from_hex(&digest, log->valuestring,
	    strlen(log->valuestring)) || !hash_equal(&digest, &match->log))
		return error_set(err, "%s is not the log that %s:%u names",
				 path, book->path, match->end_line);
	if (match_log_check(checking->record, checking->secret, path, fixture,
			    err) != 0 ||
	    compare_result(checking, path, match, tree, err) != 0)
		return -1;
	checks->games += match->games;
	checks->decisions +=
		(uint64_t)json_get(tree, "decisions")->valuedouble;
	checks->abandoned +=
		(uint64_t)json_get(tree, "abandoned")->valuedouble;
	return 0;
}

static void take_verdict(struct checking *checking, struct batch *batch,
			 const char *line, size_t size)
{
	uint32_t number = batch->number[batch->done++];
	char *path = tournament_folder_log(checking->record->folder, number);
	struct error err = {0};
	cJSON *tree = NULL;

	if (json_scan(line, size, VERDICT_DEPTH, 0, &err) != 0 ||
	    (tree = json_parse(line, size)) == NULL ||
	    check_verdict(checking, number, path, tree, &err) != 0)
		note_wrong(checking, number, &err);
	cJSON_Delete(tree);
	free(path);
	checking->checks->checked++;
	if (checking->progress != NULL)
		checking->progress(checking->checks->checked,
				   checking->matches);
}

/* ### the processes */

/* 1: the log can be read, 0: it is missing, which is wrong, -1: it could not be
   read. */
static int look_for(struct checking *checking, uint32_t number,
		    const char *path, struct error *err)
{
	const struct book *book = &checking->record->book;
	struct error why;

	if (access(path, R_OK) == 0)
		return 1;
	if (errno != ENOENT)
		return error_set(err, "cannot open %s: %s", path,
				 strerror(errno));
	error_set(&why, "%s:%u: the log %s is missing", book->path,
		  book_find(book, number)->end_line, path);
	note_wrong(checking, number, &why);
	return 0;
}

/* How many logs the next process gets: less and less towards the end, so that
   all end at about the same time. */
static int batch_most(const struct checking *checking)
{
	const uint32_t shares = checking->jobs > 1 ?
		2 * (uint32_t)checking->jobs : 1;
	const uint32_t share = checking->left / shares;

	return share < 1 ? 1 : share < BATCH ? (int)share : BATCH;
}

/* The next logs, after the first words of a command line. */
static int fill_batch(struct checking *checking, struct batch *batch,
		      char **argv, struct error *err)
{
	const struct record *record = checking->record;
	const int most = batch_most(checking);

	batch->count = batch->done = 0;
	text_clear(&batch->line);
	for (; checking->next <= record->book.matches && batch->count < most;
	     checking->next++) {
		char *path;
		int found;

		if (!book_find(&record->book, checking->next)->ended)
			continue;
		checking->left--;
		path = tournament_folder_log(record->folder, checking->next);
		found = look_for(checking, checking->next, path, err);
		if (found == 1) {
			batch->number[batch->count] = checking->next;
			argv[batch->count++] = path;
			continue;
		}
		free(path);
		if (found < 0)
			return -1;
	}
	return 0;
}

static int start_batch(struct checking *checking, struct batch *batch,
		       struct error *err)
{
	char *argv[FIXED_WORDS + BATCH + 1] = { (char *)checking->referee,
		"verify", "--json", "--" };
	int result = fill_batch(checking, batch, argv + FIXED_WORDS, err);

	if (result != 0 || batch->count == 0)
		goto done;
	result = spawn_start(&batch->referee, argv, SPAWN_ERRORS_NULL, err);

done:
	for (int i = 0; i < batch->count; i++)
		free(argv[FIXED_WORDS + i]);
	return result;
}

static void take_lines(struct checking *checking, struct batch *batch)
{
	size_t at = 0;

	for (;;) {
		const char *start = batch->line.bytes + at, *end;

		if (at == batch->line.length || batch->done == batch->count)
			break;
		end = memchr(start, '\n', batch->line.length - at);
		if (end == NULL)
			break;
		take_verdict(checking, batch, start, (size_t)(end - start));
		at += (size_t)(end - start) + 1;
	}
	memmove(batch->line.bytes, batch->line.bytes + at,
		batch->line.length - at);
	batch->line.length -= at;
}

/* Logs without a verdict: the referee was killed. */
static void end_batch(struct checking *checking, struct batch *batch)
{
	int status = spawn_end(&batch->referee);

	if (batch->done < batch->count ||
	    (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_TROUBLE))
		checking->checks->unread = true;
	while (batch->done < batch->count) {
		uint32_t number = batch->number[batch->done++];
		char *path = tournament_folder_log(checking->record->folder,
						   number);
		struct error err;

		error_set(&err, "%s: the referee gave no verdict on it", path);
		note_wrong(checking, number, &err);
		free(path);
	}
}

static void read_batch(struct checking *checking, struct batch *batch)
{
	char bytes[65536];
	ssize_t got = read(batch->referee.out, bytes, sizeof bytes);

	if (got > 0) {
		text_append(&batch->line, bytes, (size_t)got);
		take_lines(checking, batch);
	} else if (got == 0 || errno != EINTR) {
		end_batch(checking, batch);
	}
}

static uint32_t count_ended(const struct book *book)
{
	uint32_t count = 0;

	for (uint32_t n = 1; n <= book->matches; n++)
		count += book_find(book, n)->ended;
	return count;
}

int verify_logs(const struct record *record, const struct hash *secret,
		const char *referee, int jobs,
		void (*progress)(uint32_t done, uint32_t of),
		struct log_checks *checks, struct error *err)
{
	struct checking checking = { .record = record, .secret = secret,
		.referee = referee, .checks = checks, .next = 1,
		.matches = count_ended(&record->book), .progress = progress };
	struct batch batch[JOBS_MAX] = {{ .count = 0 }};
	struct pollfd poll_on[JOBS_MAX];
	int result = 0;

	if (jobs > JOBS_MAX)
		jobs = JOBS_MAX;
	checking.left = checking.matches;
	checking.jobs = jobs;
	for (;;) {
		int busy = 0;

		for (int i = 0; i < jobs; i++) {
			if (batch[i].referee.pid == 0 && result == 0)
				result = start_batch(&checking, &batch[i], err);
			poll_on[i] = (struct pollfd){
				batch[i].referee.pid != 0 ?
				batch[i].referee.out : -1, POLLIN, 0 };
			busy += batch[i].referee.pid != 0;
		}
		if (busy == 0)
			break;
		if (poll(poll_on, (nfds_t)jobs, -1) < 0)
			continue;
		for (int i = 0; i < jobs; i++)
			if (batch[i].referee.pid != 0 &&
			    poll_on[i].revents != 0)
				read_batch(&checking, &batch[i]);
	}
	for (int i = 0; i < jobs; i++)
		text_release(&batch[i].line);
	return result;
}
