/*
 * main.c - the commands of both programs that check and show.
 *
 * The host chooses the program by argv[0].
 */
#include "config.h"

#include <string.h>

#include <sodium.h>

#include "cmd/commands.h"
#include "fair/sha256.h"
#include "tournaments/cmd/commands.h"

static const struct command *const of_referee[] = {
	&command_verify, &command_replay, &command_analyse, NULL
};

static const struct command *const of_tournament[] = {
	&command_verify_folder, &command_ladder, &command_standings,
	&command_crosstable, &command_results, &command_page,
	&command_match, NULL
};

static const struct program referee = {
	.name = "referee",
	.version = PACKAGE_VERSION,
	.purpose = "Verifies and shows matches between bots.",
	.commands = of_referee,
	.hashing = sha256_library,
	.start_crypto = sodium_init,
};

static const struct program tournament = {
	.name = "tournament",
	.version = PACKAGE_VERSION,
	.purpose = "Verifies tournaments between bots, and rates them.",
	.commands = of_tournament,
	.hashing = sha256_library,
	.start_crypto = sodium_init,
};

int main(int argc, char **argv)
{
	const bool is_tournament = argc > 0 &&
		strcmp(argv[0], tournament.name) == 0;

	return command_line_main(is_tournament ? &tournament : &referee, argc,
				 argv);
}
