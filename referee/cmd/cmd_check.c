/*
 * cmd_check.c - referee check: examines one bot, for its author.
 */
#define _GNU_SOURCE             /* memfd_create */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/clock.h"
#include "base/stop_signals.h"
#include "check/check_plan.h"
#include "cmd/commands.h"
#include "host/keeper.h"
#include "match/match_config.h"

static const struct option options[] = {
	{ "--limit", "NAME=N", "what the bot may use; see below" },
	{ "--sandbox", "LEVEL", "none, limits or strict (limits)" },
	{ "--seed", "N", "other dice and other rivals (1)" },
	{ "--trace", "FILE", "record every line both ways, for referee feed" },
	{ "--start", NULL, "only start the bot, play no game" },
	{ 0 }
};

enum { LIMIT, SANDBOX, SEED, TRACE, START };

/* What the command line asks for. */
struct wanted {
	struct match match;     /* its only entrant is the bot */
	const char *trace;
	long long seed;
	bool only_start;
};

/* ### the command line */

static int take_game(struct wanted *wanted, const char *name,
		     struct error *err)
{
	const struct game *game = games_need(name, err);

	if (game == NULL)
		return -1;
	wanted->match.game = game;
	rules_defaults(game, wanted->match.rule);
	return 0;
}

/* The words behind the game are the bot's, as they are: no splitting. */
static void take_command(struct match *match, char **argv, int count)
{
	struct entrant *bot = &match->entrant[0];

	match->entrants = 1;
	bot->name = memory_copy("bot");
	bot->command = memory_new((size_t)count + 1, sizeof *bot->command);
	for (int i = 0; i < count; i++)
		bot->command[i] = memory_copy(argv[i]);
}

static int take_option(struct wanted *wanted, int option,
		       const struct options *at, struct error *err)
{
	struct match *match = &wanted->match;

	switch (option) {
	case LIMIT:
		return limits_set_text(&match->limits, at->value, err);
	case SEED:
		return options_number(at, "--seed", 0, JSON_INT_MAX,
				      &wanted->seed, err);
	case TRACE:
		wanted->trace = at->value;
		return 0;
	case START:
		wanted->only_start = true;
		return 0;
	default:
		return level_read(at->value, &match->level, err);
	}
}

static int read_command_line(struct wanted *wanted, int argc, char **argv,
			     struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	int found;

	while ((found = options_next(&at, err)) != OPTIONS_END &&
	       !at.only_arguments) {
		if (found == OPTIONS_WRONG)
			return -1;
		if (found != OPTIONS_ARGUMENT) {
			if (take_option(wanted, found, &at, err) != 0)
				return -1;
		} else if (wanted->match.game != NULL) {
			return error_set(err, "unexpected word \"%s\": the "
					 "bot's command stands behind --",
					 at.value);
		} else if (take_game(wanted, at.value, err) != 0) {
			return -1;
		}
	}
	if (wanted->match.game == NULL || !at.only_arguments ||
	    at.at >= argc)
		return error_set(err, "which game and which bot?  referee "
				 "check GAME -- COMMAND..");
	take_command(&wanted->match, argv + at.at, argc - at.at);
	return 0;
}

/* ### the run */

/* Absolute paths, and whether the bot can be run, are match_settle's matter,
   which wants a whole match: the bot against itself. */
static int settle(struct match *match, struct error *err)
{
	int count = 0;

	while (match->entrant[0].command[count] != NULL)
		count++;
	while (match->entrants < match->game->seats_min) {
		struct match one = {0};

		take_command(&one, match->entrant[0].command, count);
		match->entrant[match->entrants++] = one.entrant[0];
	}
	return match_settle(match, err);
}

/* Without --trace there is one all the same, in memory: a report quotes it. */
static int open_trace(struct check *check, const char *path,
		      struct error *err)
{
	struct trace *trace = &check->trace;

	check->trace_path = path;
	if (path != NULL) {
		if (trace_open(trace, path, err) != 0)
			return -1;
		check->reader = open(path, O_RDONLY | O_CLOEXEC);
	} else {
		check->reader = memfd_create("trace", MFD_CLOEXEC);
		*trace = (struct trace){ .fd = check->reader,
			.path = "in memory", .start_us = clock_us() };
	}
	if (check->reader < 0)
		return error_set(err, "cannot read the trace: %s",
				 strerror(errno));
	return 0;
}

static enum exit_code check_bot(struct wanted *wanted, struct error *err)
{
	struct hosted hosted[GAME_SEATS_MAX];
	struct match *match = &wanted->match;
	struct hosting hosting;
	struct check check = {
		.game = match->game, .hosting = &hosting,
		.links = match->links, .seed = (uint64_t)wanted->seed,
		.only_start = wanted->only_start,
	};
	int failed = -1;

	if (settle(match, err) != 0)
		return EXIT_TROUBLE;
	match_hosting(match, &hosting, hosted);
	hosting.processes = 1;
	/* The bot plays every seat, one at a time. */
	for (int i = 1; i < GAME_SEATS_MAX; i++)
		hosted[i] = hosted[0];
	if (keeper_split(&hosting, &check.keeper, err) != 0)
		return EXIT_TROUBLE;
	check.stop = stop_when_told();
	if (open_trace(&check, wanted->trace, err) == 0) {
		failed = check_list_run(&check, err);
		trace_release(&check.trace);
	}
	kinds_release(&check.kinds);
	if (failed < 0)
		return EXIT_TROUBLE;
	return failed > 0 ? EXIT_NO : EXIT_YES;
}

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct wanted wanted = { .seed = 1 };
	enum exit_code code = EXIT_TROUBLE;

	match_init(&wanted.match, NULL);
	if (read_command_line(&wanted, argc, argv, err) == 0)
		code = check_bot(&wanted, err);
	match_release(&wanted.match);
	return code;
}

const struct command command_check = {
	.name = "check",
	.arguments = "GAME [OPTIONS] -- COMMAND..",
	.help = "examine a bot: every kind of decision, every awkward turn",
	.options = options,
	.more = "The referee moves for all other seats.  Every check starts "
		"the bot afresh and is one\nline: \"ok\", or \"FAIL\" and below "
		"it what was sent, what came, what was expected and\na hint.  "
		"The same seed gives the same dice and rivals.\n"
		"Exit status: 0 all is well, 1 a check failed, 2 trouble.\n",
	.tables = limits_help,
	.run = run,
};
