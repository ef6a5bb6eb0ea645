/*
 * cmd_replay.c - referee replay: shows a match game by game, move by move.
 */
#include <signal.h>
#include <stdio.h>

#include "base/printable.h"
#include "cmd/commands.h"
#include "replay/replay.h"

struct replay_options {
	const char *log;
	uint32_t game;          /* 0: all */
	bool json;
};

static const struct option options[] = {
	{ "LOG", NULL, NULL, OPTIONS_TEXT(struct replay_options, log),
		.required = true },
	{ "--game", "N", "show only this game, counted from 1",
		OPTIONS_INTEGER(struct replay_options, game, 1, UINT32_MAX) },
	{ "--json", NULL, "print one JSON object per line",
		OPTIONS_FLAG(struct replay_options, json) },
	{ 0 }
};

static enum exit_code print_match(const char *path, struct replay *replay,
			   struct error *err)
{
	struct match_watch watch = replay_watch(replay);
	struct audit audit = { .watch = &watch, .only_game = replay->only };
	enum exit_code code = EXIT_YES;

	replay->audit = &audit;
	switch (audit_log(&audit, path, err)) {
	case AUDIT_PASSED:
		if (audit.games < replay->only) {
			error_set(err, "%s has no game %u: its games are 1 "
				  "to %u", path, replay->only, audit.games);
			code = EXIT_TROUBLE;
			break;
		}
		replay_end(replay);
		break;
	case AUDIT_REFUSED:
		/* What was shown so far comes before it. */
		fflush(stdout);
		printable_line(stderr, "not verified: %s", err->text);
		code = EXIT_NO;
		break;
	case AUDIT_TROUBLE:
		code = EXIT_TROUBLE;
	}
	replay_release(replay);
	audit_release(&audit);
	return code;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct replay_options wanted = {0};
	struct replay replay = {0};

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	/* Quitting the pager ends the audit, too. */
	signal(SIGPIPE, SIG_DFL);
	replay.writer = wanted.json ? &replay_json : &replay_text;
	replay.only = wanted.game;
	replay.colour = replay_colour();
	return print_match(wanted.log, &replay, err);
}

const struct command command_replay = {
	.name = "replay",
	.arguments = "LOG [--game N] [--json]",
	.help = "show a match game by game, move by move",
	.options = options,
	.more = "The log is verified as it is shown.  Everything before the "
		"first wrong line is shown,\nthen the error, and the exit "
		"status is 1.  With --game the log is verified up to\nthat "
		"game only.  The output is coloured on a terminal unless "
		"NO_COLOR is set.\n",
	.run = run,
};
