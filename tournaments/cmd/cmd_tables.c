/*
 * cmd_tables.c - tournament standings, crosstable, results and games: what
 * follows from the book alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/rating/csv.h"
#include "tournaments/record/suspects.h"
#include "tournaments/report/results_show.h"
#include "tournaments/report/standings_show.h"

/* The options of all of them. */
struct tables_options {
	const char *folder;
	enum report_form form;
	enum points_kind points;
	bool only_faults, pgn;
};

#define FOLDER OPTIONS_ARGUMENT("DIR", struct tables_options, folder)

/* Prints what `add` appends; the name is that of the command. */
static enum exit_code print(struct options *line, const char *name,
			    int (*add)(struct record *record,
				       const struct tables_options *wanted,
				       struct text *out, struct error *err),
			    struct error *err)
{
	struct tables_options wanted = {0};
	OWNED(record) struct record record = {0};
	struct text out = {0};

	if (options_read(line, &wanted, err) != 0 ||
	    read_record(&record, wanted.folder, name, false, err) != 0 ||
	    add(&record, &wanted, &out, err) != 0)
		return EXIT_TROUBLE;
	command_line_print(&out);
	return EXIT_YES;
}

/* ### standings */

static const struct option standings_rows[] = {
	FOLDER,
	REPORT_OPTIONS(struct tables_options, form),
	{ "--points", "game|match", "the points to count (as the format says)",
	  OPTIONS_WORD(struct tables_options, points, standings_points_words,
		       POINTS_GAME, POINTS_MATCH) },
	{ 0 }
};

static int add_standings(struct record *record,
			 const struct tables_options *wanted, struct text *out,
			 struct error *err)
{
	OWNED(text) struct text won = {0};

	(void)err;
	/* Other points than those of the format decide nothing. */
	if (wanted->form == REPORT_TEXT && wanted->points == POINTS_NORMAL) {
		standings_show_won(record, &won);
		standings_show_sentence(&won, out);
	}
	if (wanted->form == REPORT_JSON)
		standings_show_object(record, wanted->points, out);
	else
		standings_show_record(record, wanted->points, wanted->form,
				      out);
	return 0;
}

static enum exit_code run_standings(struct options *line, struct error *err)
{
	return print(line, "standings", add_standings, err);
}

const struct command command_standings = {
	.name = "standings",
	.arguments = "DIR [--points game|match] [--csv|--json]",
	.help = "points and places by the rules of the format",
	.options = standings_rows,
	.more = "Reads the book only; works while the tournament is running, "
		"too.\n",
	.run = run_standings,
};

/* ### the crosstable */

static const struct option crosstable_rows[] = {
	FOLDER, REPORT_OPTIONS(struct tables_options, form), { 0 }
};

static int add_crosstable(struct record *record,
			  const struct tables_options *wanted,
			  struct text *out, struct error *err)
{
	(void)err;
	crosstable_show_record(record, wanted->form, out);
	return 0;
}

static enum exit_code run_crosstable(struct options *line, struct error *err)
{
	return print(line, "crosstable", add_crosstable, err);
}

const struct command command_crosstable = {
	.name = "crosstable",
	.arguments = "DIR [--csv|--json]",
	.help = "points of every entrant against every other",
	.options = crosstable_rows,
	.more = "Reads the book only.  In a game of more than two, two "
		"entrants are compared by their\nplaces.\n",
	.run = run_crosstable,
};

/* ### results */

static const struct option results_rows[] = {
	FOLDER,
	REPORT_OPTIONS(struct tables_options, form),
	{ "--faults", NULL, "print only the faults",
		OPTIONS_FLAG(struct tables_options, only_faults) },
	{ 0 }
};

static int add_results(struct record *record,
		       const struct tables_options *wanted, struct text *out,
		       struct error *err)
{
	if (suspects_mark(record, err) != 0)
		return -1;
	results_show(record, wanted->only_faults, wanted->form, out);
	if (suspects_count(record) > 0 &&
	    (wanted->form == REPORT_JSON ||
	     (wanted->form == REPORT_CSV && wanted->only_faults)))
		fputs("tournament results: suspect faults: from "
		      "suspects.jsonl, not checked\n", stderr);
	return 0;
}

static enum exit_code run_results(struct options *line, struct error *err)
{
	return print(line, "results", add_results, err);
}

const struct command command_results = {
	.name = "results",
	.arguments = "DIR [--faults] [--csv|--json]",
	.help = "all matches, and all faults with the commands to replay them",
	.options = results_rows,
	.more = "Reads the book, and suspects.jsonl for the marks of suspect "
		"faults.  For each game lost\nby a fault, prints the command "
		"that replays it and the one that plays its match again.\n",
	.run = run_results,
};

/* ### games, for other programs */

struct export {
	const struct record *record;
	struct text *out;
	bool *forfeits;         /* which entrants ever had too many faults */
};

static void find_forfeits(const struct export *export,
			  const struct book_match *match)
{
	for (uint32_t i = 0; i < match->faults; i++)
		if (match->fault[i].fault == FAULT_FORFEIT)
			export->forfeits[match->entrant[match->fault[i].
							entrant]] = true;
}

static bool is_one_block(const struct export *export,
			 const struct book_match *match)
{
	for (int i = 0; i < match->seats; i++)
		if (export->forfeits[match->entrant[i]])
			return true;
	return false;
}

/* "17.3", or "17" for a match of one that forfeits games, which is one
   block. */
static void add_block(const struct export *export,
		      const struct book_match *match, uint32_t number,
		      uint32_t game)
{
	uint32_t rotations =
		(uint32_t)export->record->tournament.manifest.rotations;

	text_printf(export->out, "%u", number);
	if (!is_one_block(export, match))
		text_printf(export->out, ".%u", game / rotations + 1);
}

/* The index in match->entrant of the entrant in a seat. */
static int place_of(const struct export *export,
		    const struct book_match *match, uint32_t game, int seat)
{
	int rotations = export->record->tournament.manifest.rotations;

	return game_place(seat, (int)(game % (uint32_t)rotations),
			  match->seats);
}

static const char *name_of(const struct export *export,
			   const struct book_match *match, uint32_t game,
			   int seat)
{
	return tournament_name(&export->record->tournament, match->entrant
			       [place_of(export, match, game, seat)]);
}

static int rank_of(const struct export *export, const struct book_match *match,
		   uint32_t game, int seat)
{
	return match->rank[(size_t)game * (size_t)match->seats +
			   (size_t)place_of(export, match, game, seat)];
}

static void export_games(const struct record *record,
			 void (*add_match)(const struct export *export,
					   const struct book_match *match,
					   uint32_t number, uint32_t games),
			 struct text *out)
{
	const struct book *book = &record->book;
	size_t entrants = (size_t)record->tournament.manifest.entrants;
	struct export export = { record, out, memory_new(entrants, 1) };

	for (uint32_t n = 1; n <= book->matches; n++)
		if (record_counted(record, n) > 0)
			find_forfeits(&export, book_find(book, n));
	for (uint32_t n = 1; n <= book->matches; n++)
		add_match(&export, book_find(book, n), n,
			  record_counted(record, n));
	free(export.forfeits);
}

static void csv_match(const struct export *export,
		      const struct book_match *match, uint32_t number,
		      uint32_t games)
{
	const struct tournament *tournament = &export->record->tournament;
	const struct game *rules = tournament->game;
	OWNED(text) struct text names = {0};

	for (uint32_t game = 0; game < games; game++) {
		text_clear(&names);
		for (int seat = 0; seat < match->seats; seat++)
			text_printf(&names, "%s%s", seat > 0 ? "|" : "",
				    name_of(export, match, game, seat));
		add_block(export, match, number, game);
		text_byte(export->out, ',');
		csv_field(export->out, text_string(&names));
		for (int seat = 0; seat < match->seats; seat++)
			text_printf(export->out, "%c%d", seat > 0 ? '|' : ',',
				    rank_of(export, match, game, seat));
		text_printf(export->out, ",%s,%s\n",
			    game_result_words[rules->result(match->seats,
							    tournament->rule)],
			    rules->name);
	}
}

/* The games that count, in the order of the book, as the CSV that
   games_table_read_csv reads. */
static int export_csv(const struct record *record, struct text *out,
		      struct error *err)
{
	for (int i = 0; i < record->tournament.manifest.entrants; i++) {
		const char *name = tournament_name(&record->tournament, i);

		if (strchr(name, '|') != NULL)
			return error_set(err, "the name \"%s\" contains |, "
					 "which separates names in this CSV",
					 name);
	}
	text_add(out, "block,entrants,ranks,result,game\n");
	export_games(record, csv_match, out);
	return 0;
}

static void add_tag(struct text *out, const char *tag, const char *value)
{
	struct text shown = {0};

	printable_escaped(&shown, value);
	text_printf(out, "[%s \"", tag);
	for (size_t i = 0; i < shown.length; i++) {
		if (shown.bytes[i] == '"' || shown.bytes[i] == '\\')
			text_byte(out, '\\');
		text_byte(out, shown.bytes[i]);
	}
	text_add(out, "\"]\n");
	text_release(&shown);
}

static void pgn_match(const struct export *export,
		      const struct book_match *match, uint32_t number,
		      uint32_t games)
{
	struct text *out = export->out;

	for (uint32_t game = 0; game < games; game++) {
		int white = rank_of(export, match, game, 0);
		int black = rank_of(export, match, game, 1);
		const char *result = white < black ? "1-0" :
			white > black ? "0-1" : "1/2-1/2";

		add_tag(out, "Event",
			export->record->tournament.manifest.id);
		add_tag(out, "Site", "?");
		add_tag(out, "Date", "????.??.??");
		text_printf(out, "[Round \"%u.%u\"]\n", number, game + 1);
		add_tag(out, "White", name_of(export, match, game, 0));
		add_tag(out, "Black", name_of(export, match, game, 1));
		add_tag(out, "Result", result);
		text_add(out, "[Block \"");
		add_block(export, match, number, game);
		text_add(out, "\"]\n");
		if (book_has_fault(match, game + 1, game + 1))
			add_tag(out, "Termination", "rules infraction");
		text_printf(out, "\n%s\n\n", result);
	}
}

/* The same as PGN: the seven standard tags, the block and the result, no
   moves. */
static int export_pgn(const struct record *record, struct text *out,
		      struct error *err)
{
	int seats = record->tournament.contest.seats;

	if (seats != 2)
		return error_set(err, "--pgn: a PGN is for games of two, and "
				 "these have %d seats; without --pgn they are "
				 "written as CSV", seats);
	export_games(record, pgn_match, out);
	return 0;
}

static const struct option games_rows[] = {
	FOLDER,
	{ "--pgn", NULL, "print as PGN, without moves",
		OPTIONS_FLAG(struct tables_options, pgn) },
	{ 0 }
};

static int add_games(struct record *record,
		     const struct tables_options *wanted, struct text *out,
		     struct error *err)
{
	return (wanted->pgn ? export_pgn : export_csv)(record, out, err);
}

static enum exit_code run_games(struct options *line, struct error *err)
{
	return print(line, "games", add_games, err);
}

const struct command command_games_csv = {
	.name = "games",
	.arguments = "DIR [--pgn]",
	.help = "all games, as CSV or PGN, for other programs",
	.options = games_rows,
	.more = "Reads the book only.  The CSV is what \"tournament ladder "
		"--games\" reads; the PGN is\nfor programs that rate games "
		"of chess, such as Ordo and BayesElo.\n",
	.run = run_games,
};
