/*
 * cmd_results.c - tournament results: every match, and every fault with the
 * commands that show it.
 */
#include <stdio.h>

#include "tournaments/cmd/commands.h"
#include "tournaments/report/report_options.h"
#include "tournaments/report/results_show.h"

static const struct option options[] = {
	SHOWN_AS_OPTIONS,
	{ "--faults", NULL, "only the faults" },
	{ 0 }
};

static void show(const struct record *record, enum shown_as as,
		 bool only_faults)
{
	struct json_writer w = {0};
	struct text out = {0};

	if (as == SHOWN_TEXT) {
		results_text(record, only_faults, &out);
	} else if (as == SHOWN_CSV) {
		results_csv(record, only_faults, &out);
	} else {
		json_open(&w, '{');
		json_put_int(&w, "v", 1);
		json_put_string(&w, "id", record->tournament.manifest.id);
		results_json(record, only_faults, &w);
		json_close(&w, '}');
		text_byte(&w.out, '\n');
		text_append(&out, w.out.bytes, w.out.length);
	}
	fputs(text_string(&out), stdout);
	text_release(&w.out);
	text_release(&out);
}

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct record record;
	struct shown shown;
	int result = shown_open(&shown, options, argc, argv, &record, err);

	if (result == 0)
		show(&record, shown.as, shown.own != NULL);
	record_release(&record);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_results = {
	.name = "results",
	.arguments = "DIR [--faults] [--csv|--json]",
	.help = "every match, and every fault with the commands that show it",
	.options = options,
	.more = "From the book alone.  For each game that was lost by a fault "
		"there is the command\nthat replays it and the one that plays "
		"its match again.\n",
	.run = run,
};
