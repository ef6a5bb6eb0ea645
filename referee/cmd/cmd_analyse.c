/*
 * cmd_analyse.c - referee analyse: the luck and the mistakes of a log.
 */
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "analyse/analysis.h"
#include "base/file.h"
#include "base/printable.h"
#include "base/process.h"
#include "cmd/commands.h"
#include "games/rules.h"
#include "worth/solve.h"
#include "worth/turns.h"

enum { WORST_DEFAULT = 5, WORST_MAX = 1000 };

struct analyse_options {
	const char *log, *table, *luck_file;
	uint32_t game;          /* 0: all */
	int worst;
	bool json, positions, each;
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
	{ "--games", NULL, "show how luck and mistakes add up in every game",
		OPTIONS_FLAG(struct analyse_options, each) },
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

/* The program that makes tables, in the build folder or installed; the caller
   frees it. */
static char *find_bolito(void)
{
	static const char *const places[] = { "bots/bolito",
		"libexec/rollcall/bots/bolito" };
	AUTOFREE char *program = process_program_folder();
	AUTOFREE char *above = path_folder(program);

	for (int i = 0; i < 2; i++) {
		AUTOFREE char *place = path_from(above, places[i]);

		if (access(place, X_OK) == 0)
			return memory_copy(place);
	}
	return memory_copy("bolito");
}

/* Says how to make the table, if there is none and can be one. */
static void advise(struct analysis *analysis, const char *path)
{
	const struct game *game = analysis->audit->game;
	const int *rule = analysis->audit->rule;
	struct text *out = &analysis->out;
	AUTOFREE char *bolito = find_bolito();
	OWNED(text) struct text log = {0};
	struct error ignored;

	/* In the checker solving takes for ever. */
	if (analysis->choice.worth.kind->exact ||
	    analysis->audit->header.entrants != 2 || !turns_known(game) ||
	    solve_check(game, rule, &ignored) != 0 ||
	    isinf(solve_seconds(game, rule)))
		return;
	text_printf(out, "\nThis makes a table in about %.0f seconds:\n  ",
		    fmax(1, solve_seconds(game, rule)));
	printable_shell(out, bolito);
	text_printf(out, " --solve %s", game->name);
	for (int i = 0; game->rules[i].name != NULL; i++) {
		if (rule[i] == game->rules[i].normal)
			continue;
		text_printf(out, " %s=", game->rules[i].name);
		rules_value_text(&game->rules[i], rule[i], out);
	}
	text_printf(out, " %s.table\n  referee analyse %s --table %s.table\n",
		    game->name, printable_word(&log, path), game->name);
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
	analysis.each = wanted.each;
	analysis.most = wanted.json ? 0 : wanted.worst;
	analysis.positions = wanted.positions;
	watch = analysis_watch(&analysis);
	audit.watch = &watch;
	audit.only_game = wanted.game;
	if (analyse(wanted.log, &analysis, err) != 0)
		return EXIT_TROUBLE;
	if (!wanted.json && analysis.opened)
		advise(&analysis, wanted.log);
	command_line_print(&analysis.out);
	return EXIT_YES;
}

const struct command command_analyse = {
	.name = "analyse",
	.arguments = "LOG [--table FILE] [--luck-file FILE] [--worst N] "
		"[--games] [--game N] [--json]",
	.help = "show how lucky every roll was and what every move cost",
	.options = options,
	.more = "Measures luck and mistakes: by the exact table of --table, "
		"by one that fits the\nrules of those that make tables has "
		"made or make install installed, or by one that\nis solved at once "
		"if that takes less than 10 seconds; else by a formula, which\n"
		"knows luck but no mistakes, and then it says how to make a "
		"table.\n--luck-file chooses one of them.  The log is "
		"verified first; nothing is\nprinted of a log that is not.\n",
	.run = run,
};
