/*
 * cmd_analyse.c - referee analyse: the luck and the mistakes of a log.
 */
#include <stdio.h>

#include "analyse/analysis.h"
#include "cmd/commands.h"

enum { WORST_DEFAULT = 5, WORST_MAX = 1000 };

struct analyse_options {
	const char *log, *table, *luck_file;
	uint32_t game;          /* 0: all */
	int worst;
	bool json, positions;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("LOG", struct analyse_options, log),
	{ "--table", "FILE", "the table of exact chances (bolito --solve)",
		OPTIONS_TEXT(struct analyse_options, table) },
	{ "--luck-file", "FILE", "the luck.json that says how luck is "
		"measured", OPTIONS_TEXT(struct analyse_options, luck_file) },
	{ "--worst", "N", "show the N worst moves and luckiest rolls "
		"(default 5)",
		OPTIONS_INTEGER(struct analyse_options, worst, 0, WORST_MAX) },
	{ "--game", "N", "analyse only this game, counted from 1",
		OPTIONS_INTEGER(struct analyse_options, game, 1, UINT32_MAX) },
	{ "--json", NULL, "print one JSON object per game",
		OPTIONS_FLAG(struct analyse_options, json) },
	{ "--positions", NULL, "with --json: where every turn began",
		OPTIONS_FLAG(struct analyse_options, positions) },
	{ 0 }
};

static int analyse(const char *path, struct analysis *analysis,
		   struct error *err)
{
	struct audit *audit = analysis->audit;

	if (audit_log(audit, path, err) != AUDIT_PASSED)
		return analysis->failed ? analysis_end(analysis, err) : -1;
	if (!analysis->failed && audit->games < analysis->only)
		return error_set(err, "%s has no game %u: its games are 1 "
				 "to %u", path, analysis->only, audit->games);
	return analysis_end(analysis, err);
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct analyse_options wanted = { .worst = WORST_DEFAULT };
	struct match_watch watch;
	OWNED(audit) struct audit audit = {0};
	OWNED(analysis) struct analysis analysis = { .audit = &audit };

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	if (wanted.positions && !wanted.json)
		return error_set(err, "--positions needs --json"), EXIT_TROUBLE;
	analysis.json = wanted.json;
	analysis.choice.table_path = wanted.table;
	analysis.choice.luck_path = wanted.luck_file;
	analysis.only = wanted.game;
	analysis.most = wanted.json ? 0 : wanted.worst;
	analysis.positions = wanted.positions;
	watch = analysis_watch(&analysis);
	audit.watch = &watch;
	audit.only_game = wanted.game;
	if (analyse(wanted.log, &analysis, err) != 0)
		return EXIT_TROUBLE;
	command_line_print(&analysis.out);
	return EXIT_YES;
}

const struct command command_analyse = {
	.name = "analyse",
	.arguments = "LOG [--table FILE] [--luck-file FILE] [--worst N] "
		"[--game N] [--json]",
	.help = "show how lucky every roll was and what every move cost",
	.options = options,
	.more = "Measures luck and mistakes game by game: by the exact table "
		"of --table, by an\ninstalled one that fits the rules, or by "
		"one that is solved at once if that takes\nless than 10 "
		"seconds; else by a formula, which knows luck but no "
		"mistakes.\n--luck-file chooses one of them.  The log is "
		"verified first; nothing is\nprinted of a log that is not.\n",
	.run = run,
};
