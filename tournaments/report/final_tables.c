/*
 * final_tables.c - the tables printed at the end of a tournament.
 */
#include "tournaments/report/final_tables.h"

#include "base/printable.h"
#include "fair/doubts.h"
#include "tournaments/record/suspects.h"
#include "tournaments/report/equal_games.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/report/ladder_show.h"
#include "tournaments/report/sprt_show.h"
#include "tournaments/report/standings_show.h"
#include "tournaments/tables/book_games.h"

static int add_ladder(const struct record *record, bool brief,
		      struct text *out, struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;
	OWNED(book_ladder) struct book_ladder made = {0};

	if (book_ladder_make(&made, record, (struct book_ladder_order){0},
			     err) != 0)
		return -1;
	ladder_label_uneven_seats(&made.games, out);
	if (doubts_weaker_entrants(manifest->entrant, manifest->entrants,
				   manifest->level, out))
		text_byte(out, '\n');
	if (brief) {
		ladder_show_brief(&made.ladder, out);
		return 0;
	}
	ladder_show_heading(&made.ladder, record->tournament.game->name, out);
	ladder_show_text(&made.ladder, 0, 0, out);
	return 0;
}

static void add_test(const struct record *record, struct text *out)
{
	if (!record->test.tests)
		return;
	text_byte(out, '\n');
	sprt_show_verdict(&record->test.sprt,
			  tournament_name(&record->tournament, 0),
			  tournament_name(&record->tournament, 1), out);
}

static void add_points(const struct record *record, struct text *out)
{
	const struct contest *contest = &record->tournament.contest;

	if (contest->format->remark != NULL)
		contest->format->remark(contest, out);
	standings_show_record(record, POINTS_NORMAL, REPORT_TEXT, out);
	text_byte(out, '\n');
}

int final_tables_recount(const struct record *record, struct text *out,
			 struct error *err)
{
	int result;

	add_points(record, out);
	result = add_ladder(record, false, out, err);
	equal_games_show(record, out);
	add_test(record, out);
	return result;
}

/* Warns when an overloaded machine may have caused some of the faults. */
static void add_suspects(const struct record *record, const char *folder,
			 struct text *out)
{
	uint32_t suspects = suspects_count(record);

	if (suspects > 0)
		text_printf(out, "%u time fault%s suspect: this machine was "
			    "overloaded; tournament results %s --faults\n"
			    "lists them.\n", suspects,
			    suspects == 1 ? " is" : "s are", folder);
}

int final_tables_print(const struct record *record, struct text *out,
		       struct error *err)
{
	OWNED(text) struct text shown = {0}, word = {0};
	const char *folder;

	add_points(record, out);
	if (add_ladder(record, true, out, err) != 0)
		return -1;
	equal_games_show(record, out);
	printable_sentence(&shown, record->folder);
	folder = printable_word(&word, record->folder);
	add_suspects(record, folder, out);
	if (record->book.closed)
		text_printf(out, "Everything is in %s.  tournament ladder %s says "
			    "more about the ratings,\ntournament verify %s "
			    "checks logs, results and tables.\n",
			    text_string(&shown), folder, folder);
	if (record->book.closed && record->tournament.manifest.has_luck)
		text_printf(out, "tournament ladder %s --luck adds the ladder "
			    "without luck.\n", folder);
	add_test(record, out);
	return 0;
}
