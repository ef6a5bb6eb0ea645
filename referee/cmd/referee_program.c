/*
 * referee_program.c - the commands of referee.
 */
#include "config.h"

#include <string.h>

#include <sodium.h>

#include "base/text.h"
#include "cmd/commands.h"
#include "fair/sha256.h"
#include "games/games.h"

static const struct command *const commands[] = {
	&command_play, &command_join, &command_verify, &command_replay,
	&command_show, &command_analyse, &command_rerun, &command_pack,
	&command_unpack, &command_games, &command_new_bot, &command_check,
	&command_feed, &command_build, &command_new_game, &command_check_game,
	&command_keygen, &command_doctor, NULL
};

static const struct command_group groups[] = {
	{ &command_play, "Play" },
	{ &command_verify, "Look at what was played" },
	{ &command_games, "Write a bot" },
	{ &command_new_game, "Write a game" },
	{ &command_keygen, "Keys and this machine" },
	{ 0 }
};

/* The words for completing an argument: games for GAME, and for the NAME of
   `games`. */
static void words_of(const struct command *command, const char *argument,
		     struct text *out)
{
	if (strcmp(argument, "GAME") != 0 && command != &command_games)
		return;
	for (int i = 0; games_list[i] != NULL; i++)
		words_add(out, games_list[i]->name, " ");
}

const struct program referee_program = {
	.name = "referee",
	.version = PACKAGE_VERSION,
	.purpose = "Plays, verifies, replays and explains one match between "
		"bots.",
	.commands = commands,
	.groups = groups,
	.hashing = sha256_library,
	.start_crypto = sodium_init,
	.words_of = words_of,
};
