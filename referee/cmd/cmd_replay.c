/*
 * cmd_replay.c - referee replay: tells a match game by game, move by move.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmd/commands.h"
#include "replay/replay.h"

static const struct option options[] = {
	{ "--game", "N", "tell only this game, counted from 1" },
	{ "--json", NULL, "one JSON object a line, for programs" },
	{ 0 }
};

enum { GAME, JSON };

/* https://no-color.org: set to anything but nothing. */
static bool wants_colour(void)
{
	const char *none = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && (none == NULL || *none == '\0');
}

static enum exit_code print_match(const char *path, struct replay *replay,
			   struct error *err)
{
	struct audit_watch watch = replay_watch(replay);
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
		/* What was told so far comes before it. */
		fflush(stdout);
		fprintf(stderr, "not verified: %s\n", err->text);
		code = EXIT_NO;
		break;
	case AUDIT_TROUBLE:
		code = EXIT_TROUBLE;
	}
	replay_release(replay);
	audit_release(&audit);
	return code;
}

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	struct replay replay = { .writer = &replay_text };
	const char *path = NULL;
	long long game = 0;
	int found;

	while ((found = options_next(&at, err)) != OPTIONS_END) {
		if (found == OPTIONS_WRONG)
			return EXIT_TROUBLE;
		if (found == JSON)
			replay.writer = &replay_json;
		if (found == GAME && options_number(&at, "--game", 1,
						    UINT32_MAX, &game,
						    err) != 0)
			return EXIT_TROUBLE;
		if (found != OPTIONS_ARGUMENT)
			continue;
		if (path != NULL) {
			error_set(err, "one log at a time, not \"%s\" too",
				  at.value);
			return EXIT_TROUBLE;
		}
		path = at.value;
	}
	if (path == NULL) {
		error_set(err, "which log?  referee replay LOG");
		return EXIT_TROUBLE;
	}
	/* Who quits the pager does not want the rest audited. */
	signal(SIGPIPE, SIG_DFL);
	replay.only = (uint32_t)game;
	replay.colour = wants_colour();
	return print_match(path, &replay, err);
}

const struct command command_replay = {
	.name = "replay",
	.arguments = "LOG [--game N] [--json]",
	.help = "tell a match game by game, move by move",
	.options = options,
	.more = "The log is verified while it is told: what stands before the "
		"first wrong line is\ntold, that line is named, and the exit "
		"status is 1.  With --game the log is\nverified up to that "
		"game only.  On a terminal there are colours, unless NO_COLOR\n"
		"is set.\n",
	.run = run,
};
