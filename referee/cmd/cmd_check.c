/*
 * cmd_check.c - referee check: examines one bot, for its author.
 */
#define _GNU_SOURCE             /* memfd_create */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/clock.h"
#include "base/stop_signals.h"
#include "check/check_plan.h"
#include "cmd/commands.h"
#include "host/keeper.h"
#include "match/match_config.h"

/* The command line. */
struct check_options {
	struct match_config match;     /* its only entrant is the bot */
	const char *game, *trace;
	struct options_list files, rules, limits;
	char **command;         /* its words, which are not split further */
	uint64_t seed;
	bool only_start;
};

static const struct option options[] = {
	{ "GAME", NULL, NULL, OPTIONS_TEXT(struct check_options, game),
	  .required = true },
	{ "--files", "[NAME=]F[,F]..", "all files of the bot, which it may "
	  "read",
	  OPTIONS_LIST(struct check_options, files) },
	{ "--rules", "K=V[,K=V]..", "other rules than the defaults; see "
	  "referee games NAME",
	  OPTIONS_LIST(struct check_options, rules) },
	{ "--limit", "NAME=N", "set a limit for the bot; see below",
	  OPTIONS_LIST(struct check_options, limits) },
	{ "--sandbox", "LEVEL", "none, limits or strict (limits)",
	  OPTIONS_WORD(struct check_options, match.level, limits_level_words, 0,
		       LEVEL_COUNT - 1) },
	{ "--seed", "N", "change the dice and the opponents (1)",
	  OPTIONS_INTEGER(struct check_options, seed, 0, JSON_INT_MAX) },
	{ "--trace", "FILE", "record every line in both directions, for referee feed",
	  OPTIONS_TEXT(struct check_options, trace) },
	{ "--start", NULL, "only start the bot, play no game",
	  OPTIONS_FLAG(struct check_options, only_start) },
	{ "COMMAND", NULL, NULL, OPTIONS_REST(struct check_options, command),
	  .required = true },
	{ 0 }
};

/* ### the match */

static int take_game(struct check_options *wanted, struct error *err)
{
	struct match_config *match = &wanted->match;

	match->game = games_need(wanted->game, err);
	if (match->game == NULL)
		return -1;
	rules_defaults(match->game, match->rule);
	for (int i = 0; i < wanted->rules.count; i++)
		if (rules_set_text(match->game, wanted->rules.word[i],
				   match->rule, err) != 0)
			return -1;
	for (int i = 0; i < wanted->limits.count; i++)
		if (limits_set_text(&match->limits, wanted->limits.word[i],
				    err) != 0)
			return -1;
	return 0;
}

/* Drops NAME= in front of the files: there is only one bot. */
static const char *without_name(const char *text)
{
	const size_t length = strcspn(text, "=/");

	return text[length] == '=' ? text + length + 1 : text;
}

static void add_bot(struct check_options *wanted)
{
	struct match_config *match = &wanted->match;
	char **command = wanted->command;
	struct entrant *bot = &match->entrant[match->entrants++];
	size_t count = 0;

	while (command[count] != NULL)
		count++;
	bot->name = memory_copy("bot");
	bot->command = memory_new(count + 1, sizeof *bot->command);
	for (size_t i = 0; i < count; i++)
		bot->command[i] = memory_copy(command[i]);
	for (int i = 0; i < wanted->files.count; i++)
		entrant_add_files(bot, match->base,
				  without_name(wanted->files.word[i]));
}

/* match_config_settle makes paths absolute and checks that the bot can be run.
   It needs a whole match, so the bot is entered against itself. */
static int settle(struct check_options *wanted, struct error *err)
{
	struct match_config *match = &wanted->match;

	if (take_game(wanted, err) != 0)
		return -1;
	do
		add_bot(wanted);
	while (match->entrants < match->game->seats_min ||
	       (match->entrants < match->game->seats_max &&
		rules_check(match->game, match->entrants, match->rule,
			    err) != 0));
	return match_config_settle(match, err);
}

/* ### the run */

/* Without --trace the trace is kept in memory, because reports quote it. */
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

static enum exit_code check_bot(struct check_options *wanted, struct error *err)
{
	struct hosted hosted[GAME_SEATS_MAX];
	struct match_config *match = &wanted->match;
	struct hosting hosting;
	struct check check = {
		.hosting = &hosting,
		.links = match->links, .seed = wanted->seed,
		.only_start = wanted->only_start,
	};
	int failed = -1;

	if (settle(wanted, err) != 0)
		return EXIT_TROUBLE;
	check.game = match->game;
	check.rule = match->rule;
	match_config_hosting(match, &hosting, hosted);
	hosting.processes = 1;
	/* The bot plays every seat, one at a time. */
	for (int i = 1; i < GAME_SEATS_MAX; i++)
		hosted[i] = hosted[0];
	if (keeper_split(&hosting, &check.keeper, err) != 0)
		return EXIT_TROUBLE;
	check.stop = stop_signals_catch_from_parent();
	if (open_trace(&check, wanted->trace, err) == 0) {
		failed = check_plan_run(&check, err);
		if (failed >= 0 && trace_show(&check.trace, err) != 0)
			failed = -1;
		trace_release(&check.trace);
	}
	decision_kinds_release(&check.kinds);
	if (failed < 0)
		return EXIT_TROUBLE;
	return failed > 0 ? EXIT_NO : EXIT_YES;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct check_options wanted = { .seed = 1 };
	enum exit_code code = EXIT_TROUBLE;

	match_config_init(&wanted.match, NULL);
	if (options_read(line, &wanted, err) == 0)
		code = check_bot(&wanted, err);
	match_config_release(&wanted.match);
	return code;
}

const struct command command_check = {
	.name = "check",
	.arguments = "GAME [OPTIONS] -- COMMAND..",
	.help = "test a bot with every kind of decision and every unusual turn",
	.options = options,
	.more = "The referee plays all other seats.  Each check starts a new "
		"process of the bot and\nprints one line: \"ok\", or \"FAIL\" "
		"followed by what was sent, received and expected,\n"
		"and a hint.  The same seed gives the same dice and "
		"opponents.\n"
		"Exit status: 0 every check passed, 1 a check failed, 2 an "
		"error.\n",
	.tables = limits_help,
	.run = run,
};
