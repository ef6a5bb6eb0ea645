/*
 * tournament_program.c - the commands of tournament.
 */
#include "config.h"

#include <sodium.h>

#include "base/text.h"
#include "fair/sha256.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/format/contest.h"

static const struct command *const commands[] = {
	&command_run, &command_play_bots, &command_test_bots, &command_gather,
	&command_enter, &command_withdraw,
	&command_watch, &command_standings,
	&command_crosstable, &command_results, &command_site, &command_report,
	&command_games_csv, &command_ladder, &command_luck,
	&command_verify_folder, &command_pack_folder, &command_check_file, &command_collect,
	&command_init, &command_commit, &command_sign, &command_open,
	&command_league, &command_sprt, &command_plan, &command_formats, NULL
};

static const struct command_group groups[] = {
	{ &command_run, "Play" },
	{ &command_standings, "Results and ratings" },
	{ &command_verify_folder, "Verify and keep" },
	{ &command_check_file, "Prepare" },
	{ &command_init, "Dice that nobody chose alone" },
	{ &command_league, "Leagues, tests and plans" },
	{ 0 }
};

static void words_of(const struct command *command, const char *argument,
		     struct text *out)
{
	(void)argument;         /* there is one */
	for (int i = 0; command == &command_formats && format_list[i] != NULL;
	     i++)
		words_add(out, format_list[i]->name, " ");
}

const struct program tournament_program = {
	.name = "tournament",
	.version = PACKAGE_VERSION,
	.purpose = "Plays tournaments between bots, rates them, and proves "
		"the results.",
	.commands = commands,
	.groups = groups,
	.hashing = sha256_library,
	.start_crypto = sodium_init,
	.words_of = words_of,
};
