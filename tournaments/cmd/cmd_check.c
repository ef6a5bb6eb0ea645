/*
 * cmd_check.c - tournament check: checks a file and starts every bot once.
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/printable.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/record/game_program.h"
#include "tournaments/record/spawn_jobs.h"
#include "tournaments/run/start_check.h"

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

/* Prints the verdict on an entrant and counts those that fail. */
static void tell(void *context, const struct entrant *bot, bool starts,
		 struct text *printed)
{
	*(int *)context += !starts;
	printable_line(stdout, starts ? "ok   %s starts and is ready" :
		       "FAIL %s", bot->name);
	if (starts)
		text_clear(printed);
	command_line_print_lines("     ", printed);
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
	int failed = 0;
	const struct start_check all = { .jobs = jobs, .context = &failed,
		.ended = tell };

	if (tournament_file_read(&file, path, err) != 0 ||
	    tournament_file_check_names(&file, err) != 0 ||
	    tournament_file_settle(&file, err) != 0 ||
	    (file.programmed && game_program_check_files(
		&file.program, file.base, err) != 0))
		return EXIT_TROUBLE;
	describe(&file);
	return start_check_run(&all, &file, err) != 0 ? EXIT_TROUBLE :
		failed == 0 ? EXIT_YES : EXIT_NO;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct check_file_options wanted = { .jobs = start_check_jobs() };

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
