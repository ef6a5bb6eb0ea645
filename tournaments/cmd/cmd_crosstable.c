/*
 * cmd_crosstable.c - tournament crosstable: everyone against everyone.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tournaments/cmd/commands.h"
#include "tournaments/report/crosstable_show.h"
#include "tournaments/report/report_options.h"
#include "tournaments/tables/book_games.h"

static const struct option options[] = { SHOWN_AS_OPTIONS, { 0 } };

static void show(const struct record *record, enum shown_as as)
{
	const char **names = rated_names(record);
	struct standings standings = {0};
	struct crosstable table = {0};
	struct json_writer w = {0};
	struct text out = {0};

	standings_make(&record->tournament.contest, POINTS_NORMAL, &standings);
	rated_crosstable(record, &table);
	if (as == SHOWN_TEXT) {
		crosstable_text(&table, &standings, names, &out);
	} else if (as == SHOWN_CSV) {
		crosstable_csv(&table, &standings, names, &out);
	} else {
		json_open(&w, '{');
		json_put_int(&w, "v", 1);
		json_put_string(&w, "id", record->tournament.manifest.id);
		json_key(&w, "crosstable");
		crosstable_json(&table, &standings, names, &w);
		json_close(&w, '}');
		text_append(&out, w.out.bytes, w.out.length);
		text_byte(&out, '\n');
	}
	fputs(text_string(&out), stdout);
	text_release(&w.out);
	text_release(&out);
	crosstable_release(&table);
	standings_release(&standings);
	free(names);
}

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct record record;
	struct shown shown;
	int result = shown_open(&shown, options, argc, argv, &record, err);

	if (result == 0)
		show(&record, shown.as);
	record_release(&record);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_crosstable = {
	.name = "crosstable",
	.arguments = "DIR [--csv|--json]",
	.help = "the points of everyone against everyone",
	.options = options,
	.more = "From the book alone.  In a game of many, two are compared by "
		"who of them is ahead.\n",
	.run = run,
};
