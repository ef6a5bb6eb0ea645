/*
 * cmd_games.c - tournament games: all games, for other programs.
 */
#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/report/games_export.h"

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
	struct record record = {0};
	struct text out = {0};
	enum exit_code code = EXIT_TROUBLE;

	if (options_read(line, &wanted, err) == 0 &&
	    read_record(&record, wanted.folder, "games", false, err) == 0 &&
	    (wanted.pgn ? games_export_pgn : games_export_csv)
	    (&record, &out, err) == 0) {
		command_line_print(&out);
		code = EXIT_YES;
	}
	record_release(&record);
	return code;
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
