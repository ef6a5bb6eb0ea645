/*
 * verify_logs.c - has every match log of a folder checked, on all cores.
 */
#include "tournaments/verify/verify_logs.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/command_line.h"
#include "base/file.h"
#include "base/printable.h"
#include "tournaments/record/spawn_jobs.h"
#include "tournaments/record/tournament_folder.h"

enum { BATCH = 64, JOBS_MAX = 256, WORDS_MAX = 6 };

/* One `referee verify --json LOG..`, which prints a line for each log. */
struct batch {
	struct spawn referee;
	struct text line;
	uint32_t number[BATCH];
	int count, done;
};

/* How many logs the next process gets: fewer and fewer towards the end, so that
   all end at about the same time. */
static int batch_most(const struct verify_logs_work *work)
{
	const uint32_t shares = work->jobs > 1 ? 2 * (uint32_t)work->jobs : 1;
	const uint32_t share = work->left / shares;

	return share < 1 ? 1 : share < BATCH ? (int)share : BATCH;
}

/* Puts the next logs into `argv`, after the first words of a command line. */
static int fill_batch(struct verify_logs_work *work, struct batch *batch,
		      char **argv, struct error *err)
{
	const int most = batch_most(work);
	char *path;
	int found = 1;

	batch->count = batch->done = 0;
	text_clear(&batch->line);
	while (batch->count < most) {
		found = work->next(work->context, &batch->number[batch->count],
				   &path, err);
		if (found != 1)
			break;
		argv[batch->count++] = path;
		work->left -= work->left > 0;
	}
	return found < 0 ? -1 : 0;
}

static int start_batch(struct verify_logs_work *work, struct batch *batch,
		       struct error *err)
{
	char *argv[WORDS_MAX + BATCH + 1] = { (char *)work->referee, "verify",
		"--json" };
	int words = 3, result;

	if (work->game != NULL) {
		argv[words++] = "--game";
		argv[words++] = (char *)work->game;
	}
	argv[words++] = "--";
	result = fill_batch(work, batch, argv + words, err);

	if (result == 0 && batch->count > 0)
		result = spawn_start(&batch->referee, argv, SPAWN_ERRORS_NULL,
				     err);
	for (int i = 0; i < batch->count; i++)
		free(argv[words + i]);
	return result;
}

static void take_lines(struct verify_logs_work *work, struct batch *batch)
{
	size_t at = 0, size;
	const char *line;

	while (batch->done < batch->count &&
	       (line = text_next_line(&batch->line, &at, &size)) != NULL)
		work->take(work->context, batch->number[batch->done++], line,
			   size);
	text_drop(&batch->line, at);
}

/* Ends a batch.  Logs without a verdict are wrong: the referee was killed. */
static void end_batch(struct verify_logs_work *work, struct batch *batch)
{
	int status = spawn_end(&batch->referee);

	if (batch->done < batch->count ||
	    (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_TROUBLE))
		work->unread = true;
	while (batch->done < batch->count)
		work->take(work->context, batch->number[batch->done++], NULL,
			   0);
}

static void read_batch(struct verify_logs_work *work, struct batch *batch)
{
	char bytes[65536];
	ssize_t got = read(batch->referee.out, bytes, sizeof bytes);

	if (got > 0) {
		text_append(&batch->line, bytes, (size_t)got);
		take_lines(work, batch);
	} else if (got == 0 || errno != EINTR) {
		end_batch(work, batch);
	}
}

int verify_logs_run(struct verify_logs_work *work, struct error *err)
{
	const int jobs = work->jobs < JOBS_MAX ? work->jobs : JOBS_MAX;
	struct batch batch[JOBS_MAX] = {{ .count = 0 }};
	struct pollfd poll_on[JOBS_MAX];
	int result = 0;

	for (;;) {
		int busy = 0;

		for (int i = 0; i < jobs; i++) {
			if (batch[i].referee.pid == 0 && result == 0)
				result = start_batch(work, &batch[i], err);
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
				read_batch(work, &batch[i]);
	}
	for (int i = 0; i < jobs; i++)
		text_release(&batch[i].line);
	return result;
}

/* ### the logs of a book */

struct checking {
	struct judge judge;
	uint32_t next;          /* first match not handed out yet */
};

static int next_ended(void *context, uint32_t *number, char **path,
		      struct error *err)
{
	struct checking *checking = context;
	const struct record *record = checking->judge.record;
	int found = 0;

	while (found == 0 && checking->next <= record->book.matches) {
		*number = checking->next++;
		if (!book_find(&record->book, *number)->ended)
			continue;
		*path = tournament_folder_log(record->folder, *number);
		found = judge_there(&checking->judge, *number, *path, err);
		if (found != 1)
			free(*path);
	}
	return found;
}

static void take_verdict(void *context, uint32_t number, const char *verdict,
			 size_t size)
{
	struct checking *checking = context;
	struct error err;
	AUTOFREE char *path = NULL;

	if (verdict != NULL) {
		judge_log(&checking->judge, number, verdict, size);
		return;
	}
	path = tournament_folder_log(checking->judge.record->folder, number);
	error_set(&err, "%s: the referee gave no verdict on it", path);
	judge_wrong(&checking->judge, number, &err);
}

static char *find_program(const struct record *record,
			  struct log_checks *checks)
{
	const struct manifest *manifest = &record->tournament.manifest;
	OWNED(text) struct text command = {0};
	char *path = !manifest->programmed ? NULL :
		tournament_folder_program(record->folder, &manifest->program,
					  &command, &checks->ruling);

	checks->ruled = path != NULL;
	if (checks->ruled)
		error_set(&checks->ruling, "%s",
			  FOREIGN(text_string(&command)));
	return path;
}

int verify_logs(const struct record *record, const struct hash *secret,
		const char *referee, int jobs,
		void (*progress)(uint32_t done, uint32_t of),
		struct log_checks *checks, struct error *err)
{
	struct checking checking = { .next = 1,
		.judge = judge_begin(record, secret, checks, progress) };
	AUTOFREE char *game = find_program(record, checks);
	struct verify_logs_work work = { .referee = referee, .game = game,
		.jobs = jobs, .left = checking.judge.matches, .next = next_ended,
		.take = take_verdict, .context = &checking };
	const int result = verify_logs_run(&work, err);

	checks->unread = checks->unread || work.unread;
	return result;
}
