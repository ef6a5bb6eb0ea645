/*
 * cmd_games.c - tournament games: all games, for other programs.
 */
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/rating/csv.h"

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

/* ### CSV */

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

/* ### PGN */

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

/* ### the command */

struct games_wanted {
	const char *folder;
	bool pgn;
};

static const struct option options[] = {
	{ "DIR", NULL, NULL, OPTIONS_TEXT(struct games_wanted, folder),
		.required = true },
	{ "--pgn", NULL, "print as PGN, without moves",
		OPTIONS_FLAG(struct games_wanted, pgn) },
	{ 0 }
};

static enum exit_code run(struct options *line, struct error *err)
{
	struct games_wanted wanted = {0};
	OWNED(record) struct record record = {0};
	struct text out = {0};

	if (options_read(line, &wanted, err) != 0 ||
	    read_record(&record, wanted.folder, "games", false, err) != 0 ||
	    (wanted.pgn ? export_pgn : export_csv)
	    (&record, &out, err) != 0)
		return EXIT_TROUBLE;
	command_line_print(&out);
	return EXIT_YES;
}

const struct command command_games_csv = {
	.name = "games",
	.arguments = "DIR [--pgn]",
	.help = "all games, as CSV or PGN, for other programs",
	.options = options,
	.more = "Reads the book only.  The CSV is what \"tournament ladder "
		"--games\" reads; the PGN is\nfor programs that rate games "
		"of chess, such as Ordo and BayesElo.\n",
	.run = run,
};
