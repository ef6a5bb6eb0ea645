/*
 * cmd_standings.c - tournament standings: points and places.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tournaments/cmd/commands.h"
#include "tournaments/report/report_options.h"
#include "tournaments/report/standings_show.h"
#include "tournaments/tables/book_games.h"

static const struct option options[] = {
	SHOWN_AS_OPTIONS,
	{ "--points", "game|match", "count these (what the format has)" },
	{ 0 }
};

static void show(const struct record *record, enum points_kind kind,
		 enum shown_as as)
{
	const char **names = rated_names(record);
	uint64_t *faults = rated_faults(record);
	struct standings standings = {0};
	struct json_writer w = {0};
	struct text out = {0};

	standings_make(&record->tournament.contest, kind, &standings);
	if (as == SHOWN_TEXT) {
		standings_text(&standings, names, faults, &out);
	} else if (as == SHOWN_CSV) {
		standings_csv(&standings, names, faults, &out);
	} else {
		json_open(&w, '{');
		json_put_int(&w, "v", 1);
		json_put_string(&w, "id", record->tournament.manifest.id);
		json_key(&w, "closed");
		json_bool(&w, record->book.closed);
		json_key(&w, "standings");
		standings_json(&standings, names, faults, &w);
		json_close(&w, '}');
		text_byte(&w.out, '\n');
		text_append(&out, w.out.bytes, w.out.length);
	}
	fputs(text_string(&out), stdout);
	text_release(&w.out);
	text_release(&out);
	standings_release(&standings);
	free(faults);
	free(names);
}

static int find_points(const char *word, enum points_kind *kind,
		       struct error *err)
{
	for (int i = POINTS_GAME; points_words[i] != NULL; i++) {
		if (strcmp(word, points_words[i]) == 0) {
			*kind = (enum points_kind)i;
			return 0;
		}
	}
	return error_set(err, "--points: expected game or match, found \"%s\"",
			 word);
}

static enum exit_code run(int argc, char **argv, struct error *err)
{
	enum points_kind kind = POINTS_NORMAL;
	struct record record;
	struct shown shown;
	int result = shown_open(&shown, options, argc, argv, &record, err);

	if (result == 0 && shown.own != NULL)
		result = find_points(shown.own, &kind, err);
	if (result == 0)
		show(&record, kind, shown.as);
	record_release(&record);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_standings = {
	.name = "standings",
	.arguments = "DIR [--points game|match] [--csv|--json]",
	.help = "points and places by the rules of the format",
	.options = options,
	.more = "From the book alone, of a running tournament too.\n",
	.run = run,
};
