/*
 * author_report.c - a tournament's report to the author of a bot, as Markdown.
 *
 * Text written by a bot or a person is put into code blocks, where Markdown
 * interprets nothing, or is escaped.
 */
#include "tournaments/report/author_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/exact_math.h"
#include "base/json_write.h"
#include "base/printable.h"
#include "tournaments/record/fault_traces.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/ladder_show.h"

enum { FAULTS_SHOWN = 20 };

void author_report_begin(struct author_report *report,
			 const struct record *record)
{
	struct error ignored;

	*report = (struct author_report){ .record = record };
	book_games_standings(record, POINTS_NORMAL, &report->standings);
	book_games_crosstable(record, &report->crosstable);
	crosstable_order(&report->crosstable, &report->standings);
	report->rated = book_ladder_make(&report->made, record,
					 (struct book_ladder_order){0},
					 &ignored) == 0;
}

void author_report_release(struct author_report *report)
{
	book_ladder_release(&report->made);
	crosstable_release(&report->crosstable);
	standings_release(&report->standings);
	*report = (struct author_report){0};
}

/* ### words */

/* A name in running text, escaped. */
static void add_name(struct text *out, const char *name)
{
	OWNED(text) struct text plain = {0};

	printable_escaped(&plain, name);
	for (size_t i = 0; i < plain.length; i++) {
		if (strchr("\\`*_{}[]<>#|!&~", plain.bytes[i]) != NULL)
			text_byte(out, '\\');
		text_byte(out, plain.bytes[i]);
	}
}

/* Lines as a code block: each is indented by four spaces. */
static void add_block(struct text *out, const char *lines)
{
	text_byte(out, '\n');
	while (*lines != '\0') {
		size_t size = strcspn(lines, "\n");

		text_add(out, "    ");
		for (size_t at = 0, piece; at < size; at += piece + 1) {
			piece = strcspn(lines + at, "\t\n");
			printable_bytes(out, lines + at, piece);
			if (at + piece < size)
				text_add(out, "    ");
		}
		text_byte(out, '\n');
		lines += size + (lines[size] == '\n');
	}
}

static const char *name_of(const struct author_report *report, int entrant)
{
	return tournament_name(&report->record->tournament, entrant);
}

/* Begins with whether the bot plays: `state`. */
static void add_head(const struct author_report *report, const char *name,
		     const char *author, const char *state, struct text *out)
{
	const struct record *record = report->record;

	text_add(out, "# ");
	add_name(out, name);
	text_printf(out, "\n\n%s\n\n", state);
	if (author != NULL) {
		text_add(out, "Author: ");
		add_name(out, author);
		text_add(out, "\n\n");
	}
	text_add(out, "Tournament: ");
	add_name(out, record->tournament.manifest.id);
	text_printf(out, ", %s, %d entrants%s\n",
		    record->tournament.game->name,
		    record->tournament.manifest.entrants,
		    record->book.closed ? "" : "; it is not over");
}

/* ### results */

static void add_rating(const struct author_report *report, int entrant,
		       struct text *out)
{
	const struct manifest *manifest = &report->record->tournament.manifest;
	struct author_report *self = (struct author_report *)report;
	const struct ladder_row *row = !report->rated ? NULL :
		&report->made.ladder.rows[book_games_entrant(&self->made.games,
			manifest->entrant, manifest->entrants, entrant)];

	if (row == NULL || row->pool < 0 || isnan(row->elo))
		text_add(out, "Rating: none, for lack of games\n");
	else if (isnan(row->err95))
		text_printf(out, "Rating: %+.0f Elo, from %ld games; %s\n",
			    row->elo, row->games,
			    ladder_show_against(&report->made.ladder));
	else
		text_printf(out, "Rating: %+.0f Elo, 95%% error %.0f, from %ld "
			    "games; %s\n", row->elo, row->err95, row->games,
			    ladder_show_against(&report->made.ladder));
}

/* Returns the entrant's row in the standings. */
static int add_place(const struct author_report *report, int entrant,
		     struct text *out)
{
	const struct standings *standings = &report->standings;
	int row = 0;

	while (standings->list[row].entrant != entrant)
		row++;
	text_printf(out, "\nPlace: %d of %d\n\n", standings->list[row].place,
		    standings->count);
	if (!standings->bracket)
		text_printf(out, "Points: %.2f in %u match%s, %u won, %u "
			    "drawn, %u lost\n\n",
			    (double)standings->list[row].points / GAME_POINTS,
			    standings->list[row].matches,
			    standings->list[row].matches == 1 ? "" : "es",
			    standings->list[row].wins,
			    standings->list[row].draws,
			    standings->list[row].losses);
	add_rating(report, entrant, out);
	return row;
}

static void add_opponents(const struct author_report *report, int row,
			  struct text *out)
{
	bool any = false;

	text_add(out, "\n## Results against each opponent\n\n");
	for (size_t i = 0; i < report->crosstable.count; i++) {
		const struct crosstable_side *side =
			&report->crosstable.list[i];

		if (side->row != row)
			continue;
		if (!any)
			text_add(out, "| opponent | points | games | % |\n"
				 "|---|---|---|---|\n");
		any = true;
		text_add(out, "| ");
		add_name(out, name_of(report, report->standings.list[
				      side->column].entrant));
		text_printf(out, " | %" PRIu64 "%s | %" PRIu64 " | %.1f |\n",
			    crosstable_halves(side) / 2,
			    side->draws % 2 == 1 ? ".5" : "", side->games,
			    50.0 * (double)crosstable_halves(side) /
			    (double)side->games);
	}
	if (!any)
		text_add(out, "No game has been played yet.\n");
}

/* ### mistakes */

static void add_mistake(const struct author_mistakes *sum, struct text *out)
{
	const double games = (double)sum->games;
	const double mean = (double)sum->loss / games;

	text_printf(out, "%ld | %s", sum->games,
		    DECIMAL(mean / 1e6, 4, false));
	if (sum->games > 1)
		text_printf(out, " +- %s", DECIMAL(
			EXACT_MATH_NORMAL_97_5 * sqrt(fmax(0, sum->squares /
			games - mean * mean) / (games - 1)) / 1e6, 4, false));
	text_add(out, " | ");
	if (sum->decisions > 0)
		text_add(out, DECIMAL((double)sum->loss / 1e4 /
				      (double)sum->decisions, 3, false));
	else
		text_byte(out, '-');
	text_add(out, " |\n");
}

/* By opponent, as the cost of a mistake depends on who exploits it. */
static void add_mistakes(const struct author_report *report, int entrant,
			 struct text *out)
{
	const int entrants = report->record->tournament.manifest.entrants;
	bool any = false;

	for (int i = 0; report->mistakes != NULL && i < entrants; i++) {
		const struct author_mistakes *sum =
			&report->mistakes[entrant * entrants + i];

		if (sum->games == 0)
			continue;
		if (!any)
			text_add(out, "\n## Mistakes\n\nWhat the bot's moves "
				 "have cost it against perfect ones, in points "
				 "a game (+- 95%), and of\n100 decisions in "
				 "which one move was better than another. "
				 "`referee analyse` shows the worst\nmoves of "
				 "a log.\n\n| opponent | games | a game | of "
				 "100 decisions |\n|---|---|---|---|\n");
		any = true;
		text_add(out, "| ");
		add_name(out, name_of(report, i));
		text_add(out, " | ");
		add_mistake(sum, out);
	}
}

/* ### faults */

static void add_commands(const struct author_report *report, uint32_t number,
			 const struct book_fault *fault, const char *name,
			 struct text *out)
{
	AUTOFREE char *path =
		tournament_folder_log(report->record->folder, number);
	OWNED(text) struct text lines = {0}, log = {0};

	text_printf(&lines, "referee replay %s --game %u\n"
		    "referee rerun %s --seat ", printable_word(&log, path),
		    fault->game, text_string(&log));
	printable_shell(&lines, name);
	text_byte(&lines, '\n');
	text_add(out, "\nTo see the game, and to play on the same dice with the "
		 "bot as it is now:\n");
	add_block(out, text_string(&lines));
}

static void add_fault(const struct author_report *report, uint32_t number,
		      const struct book_fault *fault,
		      const struct fault_traces *traces, const char *name,
		      struct text *out)
{
	const struct fault_trace *trace = fault_traces_find(traces, fault);
	AUTOFREE char *path = tournament_folder_match(report->record->folder,
						      number, ".trace.jsonl");

	text_printf(out, "\n### %s in match %u, game %u\n",
		    fault_words[fault->fault], number, fault->game);
	if (trace != NULL && trace->why != NULL) {
		text_add(out, "\nFrom the trace, not checked:\n\nReason: ");
		add_name(out, trace->why);
		text_byte(out, '\n');
	}
	if (trace != NULL && trace->times != NULL) {
		text_add(out, "\nTime: ");
		add_name(out, trace->times);
		text_byte(out, '\n');
	}
	if (fault->suspect)
		text_add(out, "\nThis fault is suspect: the organiser's "
			 "machine was overloaded (from suspects.jsonl, not "
			 "checked).\n");
	if (trace != NULL && trace->asked != NULL) {
		text_add(out, "\nThe request that it failed to answer:\n");
		add_block(out, trace->asked);
	}
	if (trace != NULL && (trace->came != NULL || trace->errors == NULL)) {
		text_add(out, "\nWhat it wrote:\n");
		add_block(out, trace->came != NULL ? trace->came : "nothing");
	}
	if (trace != NULL && trace->errors != NULL) {
		text_add(out, "\nThe end of its standard error:\n");
		add_block(out, trace->errors);
	}
	if (trace != NULL) {
		text_add(out, "\nThe organiser has the trace: ");
		add_name(out, path);
		text_byte(out, '\n');
	}
	add_commands(report, number, fault, name, out);
}

struct fault_counts {
	uint32_t all, suspects, forfeits;
};

/* Counts the faults of an entrant and appends the first `most` of them that are
   not forfeits. */
static struct fault_counts each_fault(const struct author_report *report,
				      int entrant, uint32_t most,
				      struct text *out)
{
	const struct book *book = &report->record->book;
	struct fault_counts count = {0};

	for (uint32_t n = 1; n <= book->matches; n++) {
		const struct book_match *match = book_find(book, n);
		OWNED(fault_traces) struct fault_traces traces = {0};
		bool read = false;

		for (uint32_t i = 0; match->ended && i < match->faults; i++) {
			const struct book_fault *fault = &match->fault[i];

			if (match->entrant[fault->entrant] != entrant)
				continue;
			count.all++;
			count.suspects += fault->suspect;
			count.forfeits += fault->fault == FAULT_FORFEIT;
			if (fault->fault == FAULT_FORFEIT ||
			    count.all - count.forfeits > most)
				continue;
			if (!read)
				fault_traces_read(&traces,
					report->record->folder, n);
			read = true;
			add_fault(report, n, fault, &traces,
				  name_of(report, entrant), out);
		}
	}
	return count;
}

static void add_faults(const struct author_report *report, int entrant,
		       struct text *out)
{
	const struct fault_counts count = each_fault(report, entrant, 0, out);

	text_add(out, "\n## Faults\n\n");
	if (count.all == 0) {
		text_add(out, "None.\n");
		return;
	}
	text_printf(out, "%u game%s lost by a fault of this bot.\n", count.all,
		    count.all == 1 ? " was" : "s were");
	if (count.forfeits > 0)
		text_printf(out, "\n%u of them %s forfeit, after too many "
			    "faults in one match.\n", count.forfeits,
			    count.forfeits == 1 ? "was" : "were");
	if (count.suspects > 0)
		text_printf(out, "\n%u of them %s suspect: the organiser's "
			    "machine was overloaded (from suspects.jsonl, not "
			    "checked).\n", count.suspects,
			    count.suspects == 1 ? "is" : "are");
	each_fault(report, entrant, FAULTS_SHOWN, out);
	if (count.all - count.forfeits > FAULTS_SHOWN)
		text_printf(out, "\n%u further faults are not shown here.\n",
			    count.all - count.forfeits - FAULTS_SHOWN);
}

/* ### whole reports */

void author_report_add(const struct author_report *report, int entrant,
		       struct text *out)
{
	const struct logline_entrant *one =
		&report->record->tournament.manifest.entrant[entrant];
	const unsigned faults = each_fault(report, entrant, 0, out).all;
	OWNED(text) struct text state = {0};
	int row;

	if (faults == 0)
		text_add(&state, "It plays: no game was lost by a fault of "
			 "this bot.");
	else
		text_printf(&state, "It plays, but %u game%s lost by a fault "
			    "of this bot: see [Faults](#faults).", faults,
			    faults == 1 ? " was" : "s were");
	add_head(report, one->name, one->author, text_string(&state), out);
	row = add_place(report, entrant, out);
	add_opponents(report, row, out);
	add_mistakes(report, entrant, out);
	add_faults(report, entrant, out);
}

void author_report_add_advice(const struct tournament_left_out *advice,
			      struct text *out)
{
	text_add(out, "\n## Other matches\n\nThis tournament does not ask for "
		 "it, but the check before it found:\n");
	add_block(out, advice->why);
}

void author_report_add_left_out(const struct author_report *report,
				const struct tournament_left_out *left_out,
				struct text *out)
{
	AUTOFREE char *first = memory_copy_bytes(left_out->why,
		strcspn(left_out->why, "\n"));
	OWNED(text) struct text state = {0};

	text_add(&state, "It does not play: ");
	add_name(&state, first);
	add_head(report, left_out->name, left_out->author, text_string(&state),
		 out);
	text_add(out, "\nThis submission is not in the tournament:\n");
	add_block(out, left_out->why);
}

void author_report_file_name(const char *name, struct text *out)
{
	OWNED(text) struct text shown = {0};

	printable_escaped(&shown, name);
	for (size_t i = 0; i < shown.length; i++) {
		char byte = shown.bytes[i];

		text_byte(out, byte == '/' || byte == '\\' ||
			  (i == 0 && byte == '.') ? '_' : byte);
	}
}
