/*
 * start_check.c - starts every bot of a tournament file once.
 */
#include "tournaments/run/start_check.h"

#include <string.h>
#include <sys/wait.h>

#include "base/printable.h"
#include "tournaments/record/spawn_jobs.h"
#include "tournaments/run/referee_process.h"
#include "tournaments/run/runner.h"

struct starting {
	const struct start_check *check;
	const struct tournament_file *file;
	const char *referee;
};

static char **words_for(const struct tournament_file *file,
			const struct entrant *bot, const char *referee)
{
	const enum level level = entrant_level(bot, file->level);
	struct limits limits = file->limits;
	const struct referee_check check = {
		.referee = referee, .game = file->game, .file = file->path,
		.rule = file->rule, .limits = &limits,
		.seats = file->contest.seats, .boards = file->contest.boards,
		.level = level, .only_start = true,
		.command = bot->words, .files = bot->paths };
	char **words = NULL;

	limits_cut(&limits, level);
	referee_check_words(&check, &words);
	return words;
}

static char **words_of(void *context, size_t i)
{
	const struct starting *starting = context;

	return words_for(starting->file, &starting->file->entrant[i],
			 starting->referee);
}

static int take_end(void *context, size_t i, int status, struct text *printed,
		    struct error *err)
{
	const struct starting *starting = context;

	(void)err;
	starting->check->ended(starting->check->context,
			       &starting->file->entrant[i], WIFEXITED(status) &&
			       WEXITSTATUS(status) == 0, printed);
	return 0;
}

int start_check_jobs(void)
{
	const int cores = runner_cores();

	return cores < SPAWN_JOBS_MAX ? cores : SPAWN_JOBS_MAX;
}

int start_check_run(const struct start_check *check,
		    const struct tournament_file *file, struct error *err)
{
	AUTOFREE char *referee = spawn_jobs_referee(err);
	struct starting starting = { check, file, referee };
	const struct spawn_jobs jobs = {
		.count = (size_t)file->contest.entrants, .jobs = check->jobs,
		.context = &starting, .words = words_of, .ended = take_end };

	return referee == NULL ? -1 : spawn_jobs_run(&jobs, err);
}

struct first_failure {
	const struct tournament_file *file;
	struct text said;
};

/* Keeps what is said of the first bot that does not start, with the command
   that says more. */
static void keep_first(void *context, const struct entrant *bot, bool starts,
		       struct text *printed)
{
	static const char word[] = "FAIL starts and is ready: ";
	struct first_failure *first = context;
	const char *said = text_string(printed);
	char **words;

	if (starts || first->said.length > 0)
		return;
	said += strncmp(said, word, strlen(word)) == 0 ? strlen(word) : 0;
	text_printf(&first->said, "bot %s does not start: ", bot->name);
	text_append(&first->said, said, strcspn(said, "\n"));
	text_add(&first->said, "; nothing was played; try: ");
	words = words_for(first->file, bot, "referee");
	for (char **next = words; *next != NULL; next++) {
		if (next > words)
			text_byte(&first->said, ' ');
		printable_shell(&first->said, *next);
	}
	words_free(words);
}

int start_check_need(const struct tournament_file *file, struct error *err)
{
	struct first_failure first = { .file = file };
	const struct start_check check = { .context = &first,
		.jobs = start_check_jobs(), .ended = keep_first };
	int result = start_check_run(&check, file, err);

	if (result == 0 && first.said.length > 0)
		result = error_set(err, "%s", text_string(&first.said));
	text_release(&first.said);
	return result;
}
