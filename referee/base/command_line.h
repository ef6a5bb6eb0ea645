/*
 * command_line.h - a program of subcommands: finds one, runs it, says why it failed.
 */
#ifndef BASE_COMMAND_LINE_H
#define BASE_COMMAND_LINE_H

#include "base/options.h"

/* Exit codes, the same for every command of every program. */
enum exit_code {
	EXIT_YES = 0,           /* done; a bot that lost by a fault is done */
	EXIT_NO = 1,            /* the answer is no */
	EXIT_TROUBLE = 2,       /* bad usage, or the program itself failed */
	EXIT_UNDECIDED = 258    /* 2 as well, but nothing is to be said */
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
	 * sentence in `err`, which command_main prints.
	 */
	enum exit_code (*run)(int argc, char **argv, struct error *err);
};

struct program {
	const char *name;
	const char *version;
	const char *purpose;    /* a sentence for --help */
	const struct command *const *commands;  /* ended by NULL */
};

/*
 * What comes before anything else: descriptors 0 to 2 are open, so that no
 * pipe becomes one of them; no core file may hold a secret; a closed pipe is
 * an error and no signal.
 */
void command_prepare(void);

/* Runs what the command line asks for; returns the exit status. */
int command_main(const struct program *program, int argc, char **argv);

#endif
