/*
 * cmd_crosstable.c - tournament crosstable: every entrant against every other.
 */
#include <stdlib.h>

#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/report/crosstable_show.h"
#include "tournaments/tables/book_games.h"

struct crosstable_options {
	const char *folder;
	enum report_form form;
};

static const struct option options[] = {
	{ "DIR", NULL, NULL, OPTIONS_TEXT(struct crosstable_options, folder),
		.required = true },
	REPORT_OPTIONS(struct crosstable_options, form),
	{ 0 }
};

static void show(const struct record *record, enum report_form form)
{
	const char **names = book_games_names(record);
	struct standings standings = {0};
	struct crosstable table = {0};
	struct json_writer w = {0};

	book_games_standings(record, POINTS_NORMAL, &standings);
	book_games_crosstable(record, &table);
	if (form == REPORT_JSON) {
		json_open(&w, '{');
		json_put_int(&w, "v", 1);
		json_put_string(&w, "id", record->tournament.manifest.id);
		json_key(&w, "crosstable");
	}
	crosstable_show(&table, &standings, names, form, &w.out);
	if (form == REPORT_JSON)
		text_add(&w.out, "}\n");
	command_line_print(&w.out);
	crosstable_release(&table);
	standings_release(&standings);
	free(names);
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct crosstable_options wanted = {0};
	struct record record = {0};
	enum exit_code code = EXIT_TROUBLE;

	if (options_read(line, &wanted, err) == 0 &&
	    read_record(&record, wanted.folder, "crosstable", err) == 0) {
		show(&record, wanted.form);
		code = EXIT_YES;
	}
	record_release(&record);
	return code;
}

const struct command command_crosstable = {
	.name = "crosstable",
	.arguments = "DIR [--csv|--json]",
	.help = "points of every entrant against every other",
	.options = options,
	.more = "Reads the book only.  In a game of more than two, two "
		"entrants are compared by their\nplaces.\n",
	.run = run,
};
