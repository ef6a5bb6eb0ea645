/*
 * cmd_results.c - tournament results: every match, and every fault with the
 * commands that show it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/printable.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/record/record.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/report_options.h"
#include "tournaments/report/text_table.h"

static const struct option options[] = {
	SHOWN_AS_OPTIONS,
	{ "--faults", NULL, "only the faults" },
	{ 0 }
};

/* What of a folder is to be shown, and where it goes. */
struct view {
	const struct record *record;
	enum shown_as as;
	bool only_faults;
	struct text out;
	struct json_writer w;
};

static const char *name_of(const struct view *view, int entrant)
{
	return tournament_name(&view->record->tournament, entrant);
}

/* ### matches */

static void add_state(const struct view *view, const struct meeting *meeting,
		      const struct book_match *match, struct text *text)
{
	text_add(text, meeting->seats == 1 ? "bye" : meeting->decided ?
		 "ended" : view->record->book.closed ? "not needed" :
		 match != NULL && match->started ? "being played" :
		 "to be played");
}

static void list_points(const struct meeting *meeting, const char *between,
			struct text *text)
{
	for (int s = 0; s < meeting->seats && meeting->decided &&
	     meeting->seats > 1; s++)
		text_printf(text, "%s%.2f", s > 0 ? between : "",
			    (double)meeting->points[s] / GAME_POINTS);
}

static void list_names(const struct view *view, const struct meeting *meeting,
		       const char *between, struct text *text)
{
	for (int s = 0; s < meeting->seats; s++)
		text_printf(text, "%s%s", s > 0 ? between : "",
			    name_of(view, meeting->entrant[s]));
}

static void matches_text(struct view *view)
{
	const struct meetings *past =
		&view->record->tournament.contest.past;
	struct table table = { .align = "rrllrl", .gap = 2 };
	struct text text = {0};

	table_cell(&table, "match");
	table_cell(&table, "round");
	table_cell(&table, "entrants");
	table_cell(&table, "points");
	table_cell(&table, "faults");
	table_cell(&table, "state");
	for (size_t i = 0; i < past->count; i++) {
		const struct meeting *meeting = &past->list[i];
		const struct book_match *match =
			book_find(&view->record->book, meeting->number);

		if (meeting->number == 0)
			table_cell(&table, "-");
		else
			table_cell(&table, "%u", meeting->number);
		table_cell(&table, "%u", meeting->round);
		text_clear(&text);
		list_names(view, meeting, " - ", &text);
		table_cell(&table, "%s", text_string(&text));
		text_clear(&text);
		list_points(meeting, " - ", &text);
		table_cell(&table, "%s", text_string(&text));
		table_cell(&table, "%u", match != NULL ? match->faults : 0);
		text_clear(&text);
		add_state(view, meeting, match, &text);
		table_cell(&table, "%s", text_string(&text));
	}
	table_text(&table, &view->out);
	table_release(&table);
	text_release(&text);
}

static void matches_csv(struct view *view)
{
	const struct meetings *past =
		&view->record->tournament.contest.past;
	struct text text = {0};

	text_add(&view->out, "match,round,entrants,points,games,faults,voids,"
		 "state\n");
	for (size_t i = 0; i < past->count; i++) {
		const struct meeting *meeting = &past->list[i];
		const struct book_match *match =
			book_find(&view->record->book, meeting->number);

		text_printf(&view->out, "%u,%u,", meeting->number,
			    meeting->round);
		text_clear(&text);
		list_names(view, meeting, "|", &text);
		csv_add(&view->out, text_string(&text));
		text_byte(&view->out, ',');
		text_clear(&text);
		list_points(meeting, "|", &text);
		text_append(&view->out, text.bytes, text.length);
		text_clear(&text);
		add_state(view, meeting, match, &text);
		text_printf(&view->out, ",%u,%u,%u,%s\n",
			    match != NULL ? match->games : 0,
			    match != NULL ? match->faults : 0,
			    match != NULL ? match->voids : 0,
			    text_string(&text));
	}
	text_release(&text);
}

static void matches_json(struct view *view)
{
	const struct meetings *past =
		&view->record->tournament.contest.past;
	struct json_writer *w = &view->w;
	struct text text = {0};

	json_key(w, "matches");
	json_open(w, '[');
	for (size_t i = 0; i < past->count; i++) {
		const struct meeting *meeting = &past->list[i];
		const struct book_match *match =
			book_find(&view->record->book, meeting->number);

		json_open(w, '{');
		json_put_int(w, "match", meeting->number);
		json_put_int(w, "round", meeting->round);
		json_key(w, "entrants");
		json_open(w, '[');
		for (int s = 0; s < meeting->seats; s++)
			json_string(w, name_of(view, meeting->entrant[s]));
		json_close(w, ']');
		text_clear(&text);
		text_byte(&text, '[');
		list_points(meeting, ",", &text);
		text_byte(&text, ']');
		json_key(w, "points");
		json_raw(w, text.bytes, text.length);
		json_put_int(w, "games", match != NULL ? match->games : 0);
		json_put_int(w, "faults", match != NULL ? match->faults : 0);
		json_put_int(w, "voids", match != NULL ? match->voids : 0);
		text_clear(&text);
		add_state(view, meeting, match, &text);
		json_put_string(w, "state", text_string(&text));
		json_close(w, '}');
	}
	json_close(w, ']');
	text_release(&text);
}

/* ### faults: calls `show` for each, match by match */

static void each_fault(struct view *view,
		       void (*show)(struct view *view, uint32_t number,
				    const struct book_match *match,
				    const struct book_fault *fault))
{
	const struct book *book = &view->record->book;

	for (uint32_t n = 1; n <= book->matches; n++) {
		const struct book_match *match = book_find(book, n);

		for (uint32_t i = 0; match->ended && i < match->faults; i++)
			show(view, n, match, &match->fault[i]);
	}
}

static void fault_text(struct view *view, uint32_t number,
		       const struct book_match *match,
		       const struct book_fault *fault)
{
	char *log = folder_match(view->record->folder, number, ".jsonl");

	text_printf(&view->out, "%s: %s in match %u, game %u\n"
		    "    referee replay %s --game %u\n    referee rerun %s\n",
		    name_of(view, match->entrant[fault->entrant]),
		    fault_words[fault->fault], number, fault->game, log,
		    fault->game, log);
	free(log);
}

static void fault_csv(struct view *view, uint32_t number,
		      const struct book_match *match,
		      const struct book_fault *fault)
{
	text_printf(&view->out, "%u,%u,", number, fault->game);
	csv_add(&view->out, name_of(view, match->entrant[fault->entrant]));
	text_printf(&view->out, ",%s\n", fault_words[fault->fault]);
}

static void fault_json(struct view *view, uint32_t number,
		       const struct book_match *match,
		       const struct book_fault *fault)
{
	struct json_writer *w = &view->w;
	char *log = folder_match(view->record->folder, number, ".jsonl");

	json_open(w, '{');
	json_put_int(w, "match", number);
	json_put_int(w, "game", fault->game);
	json_put_string(w, "entrant",
			name_of(view, match->entrant[fault->entrant]));
	json_put_word(w, "fault", fault_words[fault->fault]);
	json_put_string(w, "log", log);
	json_close(w, '}');
	free(log);
}

/* A line an entrant that had any: how many of each kind. */
static void faults_by_entrant(struct view *view)
{
	int entrants = view->record->tournament.manifest.entrants;
	uint32_t (*count)[FAULT_COUNT] = memory_new((size_t)entrants,
						    sizeof *count);
	const struct book *book = &view->record->book;

	for (uint32_t n = 1; n <= book->matches; n++) {
		const struct book_match *match = book_find(book, n);

		for (uint32_t i = 0; match->ended && i < match->faults; i++)
			count[match->entrant[match->fault[i].entrant]]
				[match->fault[i].fault]++;
	}
	for (int i = 0; i < entrants; i++) {
		bool any = false;

		for (int f = FAULT_START; f < FAULT_COUNT; f++) {
			if (count[i][f] == 0)
				continue;
			text_printf(&view->out, "%s%u %s", any ? ", " : "",
				    count[i][f], fault_words[f]);
			any = true;
		}
		if (any)
			text_printf(&view->out, ": %s\n", name_of(view, i));
	}
	free(count);
}

static void show(struct view *view)
{
	switch (view->as) {
	case SHOWN_TEXT:
		if (!view->only_faults) {
			matches_text(view);
			text_byte(&view->out, '\n');
		}
		faults_by_entrant(view);
		each_fault(view, fault_text);
		break;
	case SHOWN_CSV:
		if (!view->only_faults) {
			matches_csv(view);
			break;
		}
		text_add(&view->out, "match,game,entrant,fault\n");
		each_fault(view, fault_csv);
		break;
	case SHOWN_JSON:
		json_open(&view->w, '{');
		json_put_int(&view->w, "v", 1);
		json_put_string(&view->w, "id",
				view->record->tournament.manifest.id);
		if (!view->only_faults)
			matches_json(view);
		json_key(&view->w, "faults");
		json_open(&view->w, '[');
		each_fault(view, fault_json);
		json_close(&view->w, ']');
		json_close(&view->w, '}');
		text_append(&view->out, view->w.out.bytes,
			    view->w.out.length);
		text_byte(&view->out, '\n');
	}
	fputs(text_string(&view->out), stdout);
	text_release(&view->out);
	text_release(&view->w.out);
}

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct record record;
	struct shown shown;
	int result = shown_open(&shown, options, argc, argv, &record, err);
	struct view view = { .record = &record, .as = shown.as,
		.only_faults = shown.own != NULL };

	if (result == 0)
		show(&view);
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
