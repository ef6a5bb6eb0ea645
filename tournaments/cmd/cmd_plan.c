/*
 * cmd_plan.c - tournament plan: how many games for a wanted error?
 */
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>

#include "tournaments/cmd/commands.h"
#include "tournaments/record/tournament_file.h"
#include "tournaments/report/decimals.h"
#include "tournaments/report/plan_show.h"
#include "tournaments/report/report_options.h"
#include "tournaments/tables/book_games.h"

static const struct option options[] = {
	{ "--json", NULL, "as JSON, for programs" },
	{ "--error", "ELO", "half of the 95% interval that is wanted" },
	{ "--seconds", "S", "time of one board, if you know it" },
	{ 0 }
};

enum { JSON, ERROR, SECONDS };

/* From a file nothing is known yet; from a folder the design effect is. */
static int fill_from_file(struct plan *plan, const char *path,
			  struct error *err)
{
	struct tournament_file file;
	int result = tournament_file_read(&file, path, err);

	if (result == 0) {
		plan->entrants = file.contest.entrants;
		plan->seats = file.contest.seats;
		plan->result = file.contest.result;
		plan->rotations = file.rotations;
	}
	tournament_file_release(&file);
	return result;
}

static int fill_from_folder(struct plan *plan, const char *path,
			    struct error *err)
{
	struct record record = {0};
	struct ladder ladder = {0};
	struct games_table table = {0};
	int result = -1;

	if (record_read(&record, path, err) == 0) {
		const struct contest *contest = &record.tournament.contest;

		plan->entrants = contest->entrants;
		plan->seats = contest->seats;
		plan->result = contest->result;
		plan->rotations = contest->rotations;
		rated_table_init(&table, &record);
		result = rated_add(&table, &record, err);
		if (result == 0 && ladder_fit(&table, &ladder_defaults,
					      &ladder, err) == 0)
			plan->deff = ladder.deff_mean;
	}
	ladder_release(&ladder);
	games_table_release(&table);
	record_release(&record);
	return result;
}

static void show(const struct plan *plan, bool json)
{
	struct json_writer w = {0};
	struct text out = {0};

	if (json) {
		json_open(&w, '{');
		json_put_int(&w, "v", 1);
		plan_json(plan, &w);
		json_close(&w, '}');
		puts(text_string(&w.out));
	} else {
		plan_text(plan, &out);
		fputs(text_string(&out), stdout);
	}
	text_release(&w.out);
	text_release(&out);
}

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	struct plan plan = { .deff = NAN, .block_seconds = NAN };
	const char *target = NULL;
	struct stat status;
	bool json = false;
	int found;

	while ((found = options_next(&at, err)) != OPTIONS_END) {
		if (found == OPTIONS_WRONG)
			return EXIT_TROUBLE;
		if (found == JSON)
			json = true;
		else if (found == OPTIONS_ARGUMENT ?
			 shown_one(&target, &at, err) != 0 : found == ERROR ?
			 decimals_read("--error", at.value, 0.01, 1000,
				       &plan.error, err) != 0 :
			 decimals_read("--seconds", at.value, 1e-6, 1e6,
				       &plan.block_seconds, err) != 0)
			return EXIT_TROUBLE;
	}
	if (target == NULL || plan.error == 0) {
		error_set(err, "expected a tournament and an error: tournament "
			  "plan FILE --error ELO");
		return EXIT_TROUBLE;
	}
	if ((stat(target, &status) == 0 && S_ISDIR(status.st_mode) ?
	     fill_from_folder(&plan, target, err) :
	     fill_from_file(&plan, target, err)) != 0)
		return EXIT_TROUBLE;
	show(&plan, json);
	return EXIT_YES;
}

const struct command command_plan = {
	.name = "plan",
	.arguments = "FILE|DIR --error ELO [--seconds S] [--json]",
	.help = "how many games for a wanted error?",
	.options = options,
	.more = "For entrants of about equal strength that all meet each "
		"other.  With a folder, the\ndesign effect found so far "
		"counts: shared dice save games.\n",
	.run = run,
};
