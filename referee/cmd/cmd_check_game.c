/*
 * cmd_check_game.c - referee check-game: examines a game that is a program, for
 * its author.
 */
#include "base/process.h"
#include "check/game_check.h"
#include "cmd/commands.h"
#include "host/keeper.h"
#include "match/match_config.h"

struct check_game_options {
	const char *command, *files;
	uint64_t seed;
	int games;
	bool show;
};

static const struct option options[] = {
	{ "COMMAND", NULL, NULL, OPTIONS_TEXT(struct check_game_options,
					      command), .required = true },
	{ "--game-files", "F[,F]..", "all files of the program",
	  OPTIONS_TEXT(struct check_game_options, files) },
	{ "--games", "N", "random games (2000, or as many as 60 s allow)",
	  OPTIONS_INTEGER(struct check_game_options, games, 1, INT32_MAX) },
	{ "--seed", "N", "change the dice and the moves (1)",
	  OPTIONS_INTEGER(struct check_game_options, seed, 0, JSON_INT_MAX) },
	{ "--show", NULL, "play one game and show what each seat is told",
	  OPTIONS_FLAG(struct check_game_options, show) },
	{ 0 }
};

static int check(const struct check_game_options *wanted,
		 struct match_config *match, struct error *err)
{
	struct hosted hosted;
	struct hosting hosting = { .level = LEVEL_STRICT, .hosted = &hosted,
		.entrants = 1, .processes = 2, .waits = true };
	struct game_check check = { .hosting = &hosting,
		.games = wanted->games, .seed = wanted->seed,
		.show = wanted->show };

	if (match_config_set_program(match, wanted->command, wanted->files,
				     err) != 0 ||
	    entrant_settle(&match->program, match->base, err) != 0)
		return -1;
	limits_defaults(&hosting.limits);
	program_host_prepare(&match->program, LEVEL_LIMITS, &hosted);
	hosting.level = hosted.level;
	if (keeper_split(&hosting, &check.keeper, err) != 0)
		return -1;
	check.stop = stop_signals_catch_from_parent();
	return game_check_run(&check, err);
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct check_game_options wanted = { .seed = 1 };
	struct match_config match;
	int failed = -1;

	match_config_init(&match, NULL);
	if (options_read(line, &wanted, err) == 0)
		failed = check(&wanted, &match, err);
	match_config_release(&match);
	return failed < 0 ? EXIT_TROUBLE : failed > 0 ? EXIT_NO : EXIT_YES;
}

const struct command command_check_game = {
	.name = "check-game",
	.arguments = "COMMAND [OPTIONS]",
	.help = "test whether a program can be a game",
	.options = options,
	.is_verdict = true,
	.more = "Plays random games with the program: with all numbers of "
		"seats, options at their\nends, faults at random steps and "
		"illegal moves.  A second process gets the same\nlines and "
		"must give the same answers.  Each fault is printed as \"FAIL\""
		" with the\nshortest conversation that shows it, what the "
		"referee wrote after >, what the\nprogram answered after <.\n"
		"Exit status: 0 no fault found, 1 faults, 2 the program cannot "
		"be run.\n",
	.run = run,
};
