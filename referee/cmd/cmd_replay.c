/*
 * cmd_replay.c - referee replay: shows a match game by game, move by move.
 */
#include <signal.h>
#include <stdio.h>

#include "audit/audit.h"
#include "audit/rules_program.h"
#include "base/printable.h"
#include "cmd/commands.h"
#include "cmd/follow_log.h"
#include "replay/replay.h"

struct replay_options {
	const char *log, *table, *luck_file;
	struct rules_program program;
	uint32_t game;          /* 0: all */
	bool json, views, follow, analyse, board_only;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("LOG", struct replay_options, log),
	{ "--game", "N", "show only this game, counted from 1",
		OPTIONS_INTEGER(struct replay_options, game, 1, UINT32_MAX) },
	{ "--board-only", NULL, "with --game, begin at the board of the game, "
		"unverified before",
		OPTIONS_FLAG(struct replay_options, board_only) },
	{ "--program", "COMMAND", "the program with the rules, if the game is "
		"one",
		OPTIONS_TEXT(struct replay_options, program.command) },
	{ "--game-files", "F[,F]..", "all files of that program",
		OPTIONS_TEXT(struct replay_options, program.files) },
	{ "--follow", NULL, "show a match while it is being played", OPTIONS_FLAG(struct replay_options, follow) },
	{ "--analyse", NULL, "show the chance to win after each step",
		OPTIONS_FLAG(struct replay_options, analyse) },
	{ "--table", "FILE", "the table for --analyse (bolito --solve)",
		OPTIONS_TEXT(struct replay_options, table) },
	{ "--luck-file", "FILE", "the luck.json that says how --analyse "
		"measures chances",
		OPTIONS_TEXT(struct replay_options, luck_file) },
	{ "--json", NULL, "print one JSON object per line",
		OPTIONS_FLAG(struct replay_options, json) },
	{ "--views", NULL, "with --json, print the position after each step, "
		"too", OPTIONS_FLAG(struct replay_options, views) },
	{ 0 }
};

static enum exit_code print_match(const char *path, struct replay *replay,
				  const struct rules_program *program,
				  struct error *err)
{
	struct match_watch watch = replay_watch(replay);
	OWNED(audit) struct audit audit = { .watch = &watch,
		.program = program->host.game,
		.program_files = *rules_program_files(program),
		.only_game = replay->live ? 0 : replay->only,
		.only_board = replay->board_only };
	enum exit_code code = EXIT_YES;
	struct error wrong = {0};

	replay->audit = &audit;
	replay->error = err;
	switch (replay->live ? follow_log(&audit, path, &wrong) :
		audit_log(&audit, path, &wrong)) {
	case AUDIT_PASSED:
		if (replay->failed) {
			code = EXIT_TROUBLE;
			break;
		}
		if (!replay->live && audit.games < replay->only) {
			error_set(err, "%s has no game %u: its games are 1 "
				  "to %u", path, replay->only, audit.games);
			code = EXIT_TROUBLE;
			break;
		}
		replay_end(replay);
		break;
	case AUDIT_REFUSED:
		/* What was shown so far has to come first. */
		fflush(stdout);
		printable_line(stderr, "%s: %s", replay->live ?
			       "cannot continue" : "not verified", wrong.text);
		code = EXIT_NO;
		break;
	case AUDIT_TROUBLE:
		*err = wrong;
		code = EXIT_TROUBLE;
	}
	replay_release(replay);
	return code;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct replay_options wanted = {0};
	struct replay replay = {0};
	OWNED(worth_choice) struct worth_choice choice = {0};
	enum exit_code code = EXIT_TROUBLE;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	/* Quitting the pager also ends this process; that the program ends
	   does not. */
	if (wanted.program.command == NULL)
		signal(SIGPIPE, SIG_DFL);
	replay.writer = wanted.json ? &replay_json : &replay_text;
	replay.only = wanted.game;
	replay.live = wanted.follow;
	replay.views = wanted.views;
	replay.board_only = wanted.board_only;
	replay.colour = replay_colour();
	if ((wanted.table != NULL || wanted.luck_file != NULL) &&
	    !wanted.analyse)
		return error_set(err, "%s needs --analyse", wanted.table !=
				 NULL ? "--table" : "--luck-file"),
			EXIT_TROUBLE;
	if (wanted.board_only && (wanted.game == 0 || wanted.follow))
		return error_set(err, "--board-only needs --game, and no "
				 "--follow"), EXIT_TROUBLE;
	if (wanted.views && !wanted.json)
		return error_set(err, "--views needs --json"), EXIT_TROUBLE;
	choice.table_path = wanted.table;
	choice.luck_path = wanted.luck_file;
	replay.choice = wanted.analyse ? &choice : NULL;
	if (rules_program_open(&wanted.program, err) == 0)
		code = print_match(wanted.log, &replay, &wanted.program, err);
	rules_program_release(&wanted.program);
	signal(SIGPIPE, SIG_DFL);
	return code;
}

const struct command command_replay = {
	.name = "replay",
	.arguments = "LOG [--game N [--board-only]] [--follow] [--analyse] "
		"[--json [--views]]",
	.help = "show a match game by game, move by move",
	.options = options,
	.is_verdict = true,
	.more = "The log is verified as it is shown.  Everything before the "
		"first wrong line is shown,\nthen the error, and the exit "
		"status is 1.  With --game the log is verified up to\nthat "
		"game only.  The output is coloured on a terminal unless "
		"NO_COLOR is set.\n"
		"--follow verifies nothing, as the secret comes last in a log; "
		"with --game N it begins\nwith that game.\n",
	.run = run,
};
