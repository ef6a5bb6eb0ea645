/*
 * commands.h - what every subcommand of referee is.
 */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "base/options.h"

/* Exit codes, the same for every command: docs/referee.1. */
enum exit_code {
	EXIT_YES = 0,           /* done; a bot that lost by a fault is done */
	EXIT_NO = 1,            /* the answer is no */
	EXIT_TROUBLE = 2        /* bad usage, or the referee itself failed */
};

struct command {
	const char *name;
	const char *arguments;  /* for the usage line */
	const char *help;       /* one line */
	const struct option *options;
	const char *more;       /* a paragraph for --help, or NULL */
	/* Appends what a table knows better than a text, or NULL. */
	void (*tables)(struct text *out);
	/*
	 * argv[0] is the command's name.  With EXIT_TROUBLE it leaves a
	 * sentence in `err`, which main() prints.
	 */
	enum exit_code (*run)(int argc, char **argv, struct error *err);
};

extern const struct command command_play, command_verify, command_replay,
	command_rerun, command_games, command_keygen, command_check,
	command_feed, command_doctor;

#endif
