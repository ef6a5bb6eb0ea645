/*
 * cmd_check.c - tournament check: checks a file and starts every bot once.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "base/printable.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/record/tournament_file.h"
#include "tournaments/run/referee_process.h"
#include "tournaments/record/spawn_jobs.h"
#include "tournaments/run/runner.h"

struct check_file_options {
	const char *path;
	int jobs;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("FILE", struct check_file_options, path),
	{ "-j", "N", "start N bots at a time (one per core)",
		OPTIONS_INTEGER(struct check_file_options, jobs, 1,
			       SPAWN_JOBS_MAX) },
	{ 0 }
};

/* ### the bots */

struct check_bots {
	const struct tournament_file *file;
	const char *referee;
	int failed;
};

static char **words_of(void *context, size_t i)
{
	const struct check_bots *bots = context;
	const struct tournament_file *file = bots->file;
	const enum level level = entrant_level(&file->entrant[i],
					       file->level);
	struct limits limits = file->limits;
	const struct referee_check check = {
		.referee = bots->referee, .game = file->game,
		.file = file->path,
		.rule = file->rule, .limits = &limits,
		.seats = file->contest.seats, .boards = file->contest.boards,
		.level = level, .only_start = true,
		.command = file->entrant[i].words,
		.files = file->entrant[i].paths };
	char **words = NULL;

	limits_cut(&limits, level);
	referee_check_words(&check, &words);
	return words;
}

/* Prints the verdict on an entrant. */
static int finish(void *context, size_t i, int status, struct text *printed,
		  struct error *err)
{
	struct check_bots *bots = context;
	const bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;

	(void)err;
	bots->failed += !good;
	printable_line(stdout, good ? "ok   %s starts and is ready" :
		       "FAIL %s", bots->file->entrant[i].name);
	if (good)
		text_clear(printed);
	command_line_print_lines("     ", printed);
	return 0;
}

static void describe(const struct tournament_file *file)
{
	struct contest contest = file->contest;
	OWNED(text) struct text words = {0};
	uint64_t matches, games;

	/* Each stage has its own boards. */
	if (contest.stages == 0)
		text_printf(&words, "%u board%s a match, ", contest.boards,
			    text_plural(contest.boards));
	printable_line(stdout, "%s: %s, %s, %d entrants, %d seats, %s%d "
		       "rotation%s", file->path, file->game->title,
		       contest.format->name, contest.entrants, contest.seats,
		       text_string(&words), contest.rotations,
		       text_plural(contest.rotations));
	text_clear(&words);
	/* The copy of the contest makes fixtures of its own. */
	contest.past = (struct fixtures){0};
	contest.given = NULL;
	if (contest.format->remark != NULL) {
		contest.format->remark(&contest, &words);
		printf("%s", text_string(&words));
	}
	if (contest.format->independent && contest.until_error == 0 &&
	    contest.given_count == 0) {
		contest_advance(&contest);
		matches = contest.past.count == 0 ? 0 :
			contest.past.list[contest.past.count - 1].number;
		games = matches * contest.boards * (unsigned)contest.rotations;
		if (matches > 0)
			printf("%" PRIu64 " match%s, %" PRIu64 " game%s at "
			       "most\n", matches, matches == 1 ? "" : "es",
			       games, text_plural((double)games));
		fixtures_release(&contest.past);
	}
}

static enum exit_code check(const char *path, int jobs, struct error *err)
{
	OWNED(tournament_file) struct tournament_file file = {0};
	AUTOFREE char *referee = spawn_jobs_referee(err);
	struct check_bots bots = { .file = &file, .referee = referee };
	struct spawn_jobs all = { .jobs = jobs, .context = &bots,
		.words = words_of, .ended = finish };

	if (referee == NULL || tournament_file_read(&file, path, err) != 0 ||
	    tournament_file_check_names(&file, err) != 0 ||
	    tournament_file_settle(&file, err) != 0)
		return EXIT_TROUBLE;
	describe(&file);
	all.count = (size_t)file.contest.entrants;
	return spawn_jobs_run(&all, err) != 0 ? EXIT_TROUBLE :
		bots.failed == 0 ? EXIT_YES : EXIT_NO;
}

static enum exit_code run(struct options *line, struct error *err)
{
	int cores = runner_cores();
	struct check_file_options wanted = {
		.jobs = cores < SPAWN_JOBS_MAX ? cores : SPAWN_JOBS_MAX };

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	return check(wanted.path, wanted.jobs, err);
}

const struct command command_check_file = {
	.name = "check",
	.arguments = "FILE [-j N]",
	.help = "check a tournament file and start every bot once",
	.options = options,
	.more = "Starts each bot with its files, limits, rules and sandbox "
		"level.  Plays no game and writes\nnothing.  To test one bot "
		"fully, use referee check.\n"
		"Exit status: 0 every bot starts, 1 a bot does not start, 2 "
		"the file is wrong, or another\nerror.\n",
	.run = run,
};
