/*
 * main.c - the commands of the checker.
 */
#include "config.h"

#include <sodium.h>

#include "base/command_line.h"
#include "cmd/commands.h"
#include "fair/sha256.h"

static const struct command *const commands[] = {
	&command_verify, &command_replay, NULL
};

static const struct program program = {
	.name = "referee",
	.version = PACKAGE_VERSION,
	.purpose = "Verifies and shows matches between bots.",
	.commands = commands,
	.hashing = sha256_library,
	.start_crypto = sodium_init,
};

int main(int argc, char **argv)
{
	return command_line_main(&program, argc, argv);
}
