/*
 * cmd_standings.c - tournament standings: points and places.
 */
#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/report/standings_show.h"

struct standings_options {
	const char *folder;
	enum report_form form;
	enum points_kind points;
};

static const struct option options[] = {
	{ "DIR", NULL, NULL, OPTIONS_TEXT(struct standings_options, folder),
	  .required = true },
	REPORT_OPTIONS(struct standings_options, form),
	{ "--points", "game|match", "the points to count (as the format says)",
	  OPTIONS_WORD(struct standings_options, points, standings_points_words,
		       POINTS_GAME, POINTS_MATCH) },
	{ 0 }
};

static void show(const struct record *record, enum points_kind kind,
		 enum report_form form)
{
	struct text out = {0};

	if (form == REPORT_JSON)
		standings_show_object(record, kind, &out);
	else
		standings_show_record(record, kind, form, &out);
	command_line_print(&out);
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct standings_options wanted = {0};
	OWNED(record) struct record record = {0};

	if (options_read(line, &wanted, err) != 0 ||
	    read_record(&record, wanted.folder, "standings", false, err) != 0)
		return EXIT_TROUBLE;
	show(&record, wanted.points, wanted.form);
	return EXIT_YES;
}

const struct command command_standings = {
	.name = "standings",
	.arguments = "DIR [--points game|match] [--csv|--json]",
	.help = "points and places by the rules of the format",
	.options = options,
	.more = "Reads the book only; works while the tournament is running, "
		"too.\n",
	.run = run,
};
