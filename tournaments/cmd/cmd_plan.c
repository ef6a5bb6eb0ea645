/*
 * cmd_plan.c - tournament plan: the number of games for a given error.
 */
#include <math.h>
#include <sys/stat.h>

#include "tournaments/cmd/commands.h"
#include "tournaments/record/tournament_file.h"
#include "tournaments/report/plan_show.h"
#include "tournaments/tables/book_games.h"

struct plan_options {
	const char *target;     /* a file or a folder */
	struct plan_show plan;
	bool json;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("FILE or DIR", struct plan_options, target),
	{ "--json", NULL, "print as JSON, for programs",
		OPTIONS_FLAG(struct plan_options, json) },
	{ "--error", "ELO", "half the width of the 95% interval",
		OPTIONS_DECIMAL(struct plan_options, plan.error, 0.01, 1000),
		.required = true },
	{ "--seconds", "S", "duration of one board, if known",
		OPTIONS_DECIMAL(struct plan_options, plan.block_seconds, 1e-6,
				1e6) },
	{ 0 }
};

static int fill(struct plan_show *plan, const struct contest *contest,
		struct error *err)
{
	plan->entrants = contest->entrants;
	plan->seats = contest->seats;
	plan->result = contest->result;
	plan->rotations = contest->rotations;
	plan->format = contest->format->name;
	plan->boards = contest->boards;
	return schedule_errors_make(contest, &plan->schedule, err);
}

static int fill_from_file(struct plan_show *plan, const char *path,
			  struct error *err)
{
	OWNED(tournament_file) struct tournament_file file = {0};
	int result = tournament_file_read(&file, path, err);

	if (result == 0)
		result = fill(plan, &file.contest, err);
	return result;
}

/* Estimates the design effect from the games of a folder, too. */
static int fill_from_folder(struct plan_show *plan, const char *path,
			    struct error *err)
{
	OWNED(record) struct record record = {0};
	OWNED(book_ladder) struct book_ladder made = {0};
	struct error unrated;

	if (record_read(&record, path, err) != 0 ||
	    fill(plan, &record.tournament.contest, err) != 0)
		return -1;
	if (book_ladder_make(&made, &record, (struct book_ladder_order){0},
			     &unrated) == 0)
		plan->deff = made.ladder.deff_mean;
	return 0;
}

static void show(const struct plan_show *plan, bool json)
{
	struct json_writer w = {0};
	struct text out = {0};

	if (json) {
		json_open(&w, '{');
		json_put_int(&w, "v", 1);
		plan_show_json(plan, &w);
		json_close(&w, '}');
		command_line_print_json(&w);
	} else {
		plan_show_text(plan, &out);
		command_line_print(&out);
	}
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct plan_options wanted = {
		.plan = { .deff = NAN, .block_seconds = NAN } };
	struct stat status;
	int result;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	if (stat(wanted.target, &status) == 0 && S_ISDIR(status.st_mode))
		result = fill_from_folder(&wanted.plan, wanted.target, err);
	else
		result = fill_from_file(&wanted.plan, wanted.target, err);
	if (result != 0)
		return EXIT_TROUBLE;
	show(&wanted.plan, wanted.json);
	return EXIT_YES;
}

const struct command command_plan = {
	.name = "plan",
	.arguments = "FILE|DIR --error ELO [--seconds S] [--json]",
	.help = "number of games needed for a given error",
	.options = options,
	.more = "For entrants of about equal strength in a round robin, a "
		"gauntlet or a test.\nWith a folder, uses the design effect of "
		"its games: shared dice save games.\n",
	.run = run,
};
