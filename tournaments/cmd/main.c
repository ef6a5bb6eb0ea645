/*
 * main.c - the commands of tournament.
 */
#include "config.h"

#include <sodium.h>

#include "tournaments/cmd/commands.h"

static const struct command *const commands[] = {
	&command_run, &command_watch, &command_standings, &command_crosstable,
	&command_results, &command_report, &command_games, &command_ladder,
	&command_verify,
	&command_check, &command_collect, &command_init, &command_commit, &command_sign,
	&command_open, &command_league, &command_sprt, &command_plan,
	&command_formats, NULL
};

static const struct program program = {
	.name = "tournament",
	.version = PACKAGE_VERSION,
	.purpose = "Plays tournaments between bots, rates them, and proves "
		"the results.",
	.commands = commands,
	.start_crypto = sodium_init,
};

int main(int argc, char **argv)
{
	return command_line_main(&program, argc, argv);
}
