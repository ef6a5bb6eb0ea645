/*
 * cmd_check.c - referee check: examines one bot, for its author.
 */
#include <string.h>

#include "match/match_config.h"
#include "base/process.h"
#include "check/check_run.h"
#include "cmd/commands.h"
#include "match/program_host.h"
#include "host/keeper.h"

/* The command line. */
struct check_options {
	struct match_config match;     /* its only entrant is the bot */
	const char *game, *game_files, *trace;
	struct options_list files, rules, limits;
	char **command;         /* its words, which are not split further */
	uint64_t seed;
	int seats, boards;
	bool only_start;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("GAME", struct check_options, game),
	{ "--game-files", "F[,F]..", "all files of a game that is a program",
	  OPTIONS_TEXT(struct check_options, game_files) },
	{ "--seats", "N", "players of a game (the fewest that the rules "
	  "allow)", OPTIONS_INTEGER(struct check_options, seats, 2,
				    GAME_SEATS_MAX) },
	{ "--boards", "N", "games of a process; at most 100 are played "
	  "(100)", OPTIONS_INTEGER(struct check_options, boards, 1,
					   INT32_MAX) },
	{ "--files", "[NAME=]F[,F]..", "all files of the bot, which it may "
	  "read",
	  OPTIONS_LIST(struct check_options, files) },
	{ "--rules", "K=V[,K=V]..", "other rules than the defaults; see "
	  "referee games NAME",
	  OPTIONS_LIST(struct check_options, rules) },
	{ "--limit", "NAME=N", "set a limit; referee play --help lists them",
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

	if (limits_set_words(&match->limits, &wanted->limits, err) != 0)
		return -1;
	if (match_config_is_program(wanted->game))
		return match_config_find_program(match, wanted->game,
						 wanted->game_files, err);
	match->game = games_need(wanted->game, err);
	if (match->game == NULL)
		return -1;
	rules_defaults(match->game, match->rule);
	return rules_set_words(match->game, &wanted->rules, match->rule, err);
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
	struct entrant *bot = &match->entrant[match->entrants++];

	bot->name = memory_copy("bot");
	bot->command = words_copy(wanted->command);
	for (int i = 0; i < wanted->files.count; i++)
		entrant_add_files(bot, match->base,
				  without_name(wanted->files.word[i]));
}

/* match_config_settle makes paths absolute and checks that the bot can be run
   and that the rules allow the seats.  It needs a whole match, so the bot is
   entered against itself. */
static int settle(struct check_options *wanted, struct error *err)
{
	struct match_config *match = &wanted->match;

	if (take_game(wanted, err) != 0)
		return -1;
	do
		add_bot(wanted);
	while (match->entrants < wanted->seats ||
	       (match->programmed && match->entrants < 2));
	/* A program has not said yet how many it takes. */
	while (!match->programmed &&
	       (match->entrants < match->game->seats_min ||
	       (wanted->seats == 0 &&
		match->entrants < match->game->seats_max &&
		rules_check(match->game, match->entrants, match->rule,
			    err) != 0)))
		add_bot(wanted);
	return match_config_settle(match, err);
}

/* ### the run */

/* In the player: starts a game that is a program. */
static int start_program(struct check_options *wanted, struct check *check,
			 struct program_host *program, struct error *err)
{
	struct match_config *match = &wanted->match;

	if (!match->programmed)
		return 0;
	if (program_host_start(program, check->hosting, GAME_SEATS_MAX,
			       check->keeper, check->stop, err) != 0 ||
	    match_config_set_game(match, program_game_of(program->game),
				  err) != 0 ||
	    rules_set_words(match->game, &wanted->rules, match->rule,
			    err) != 0)
		return -1;
	if (wanted->seats == 0)
		check->seats = match->game->seats_min;
	return rules_check(match->game, check->seats, match->rule, err);
}

static enum exit_code check_bot(struct check_options *wanted, struct error *err)
{
	struct hosted hosted[HOSTED_MAX];
	struct match_config *match = &wanted->match;
	struct program_host program = {0};
	struct hosting hosting;
	struct check check = {
		.hosting = &hosting,
		.links = match->links, .seed = wanted->seed,
		.boards = (uint32_t)wanted->boards,
		.only_start = wanted->only_start, .trace = { .fd = -1 },
	};
	int failed = -1;

	if (settle(wanted, err) != 0)
		return EXIT_TROUBLE;
	check.rule = match->rule;
	check.seats = match->entrants;
	match_config_hosting(match, &hosting, hosted);
	hosting.processes = match->programmed ? 2 : 1;
	/* The bot plays every seat, one at a time. */
	if (match->programmed) {
		hosted[GAME_SEATS_MAX] = hosted[match->entrants];
		hosting.entrants = HOSTED_MAX;
	}
	for (int i = 1; i < GAME_SEATS_MAX; i++)
		hosted[i] = hosted[0];
	if (keeper_split(&hosting, &check.keeper, err) != 0)
		return EXIT_TROUBLE;
	check.stop = stop_signals_catch_from_parent();
	if (start_program(wanted, &check, &program, err) != 0) {
		program_host_release(&program);
		return EXIT_TROUBLE;
	}
	check.game = match->game;
	if (wanted->trace == NULL ||
	    trace_open(&check.trace, wanted->trace, err) == 0) {
		failed = check_run_all(&check, err);
		if (failed >= 0 && trace_show(&check.trace, err) != 0)
			failed = -1;
		trace_release(&check.trace);
		text_release(&check.shown);
	}
	program_host_release(&program);
	if (failed < 0)
		return EXIT_TROUBLE;
	return failed > 0 ? EXIT_NO : EXIT_YES;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct check_options wanted = { .seed = 1, .boards = 100 };
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
	.help = "test whether a bot can play a match",
	.options = options,
	.more = "Plays what a match with these seats, rules and limits asks "
		"of the bot; the referee\nplays the other seats.  Each check "
		"prints \"ok\", or \"FAIL\" followed by what was\nsent, "
		"received and expected, and a hint.  If all pass, what other "
		"matches may ask\nis tried too: what the bot cannot do there "
		"is a \"note\".  The same seed gives\nthe same dice and "
		"opponents.\n"
		"Exit status: 0 it can play, 1 a check failed, 2 an error.\n",
	.run = run,
};
