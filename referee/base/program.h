/*
 * program.h - a program with subcommands: the name, options and function of
 * each.
 */
#ifndef BASE_PROGRAM_H
#define BASE_PROGRAM_H

#include "base/options.h"

/* Exit codes, the same for every command of every program. */
enum exit_code {
	EXIT_YES = 0,           /* done, even if a bot lost by a fault */
	EXIT_NO = 1,            /* the answer is no */
	EXIT_TROUBLE = 2,       /* bad usage, or the program itself failed */
	EXIT_UNDECIDED = 258    /* exits with 2, but prints no error */
};

struct command {
	const char *name;
	const char *arguments;  /* for the usage line */
	const char *help;       /* one line */
	const struct option *options;   /* and arguments */
	const char *more;       /* a paragraph for --help, or NULL */
	bool is_verdict;        /* what it prints is its purpose: it fails if
				   standard output is closed */
	/* Appends help text that is generated from tables, or NULL. */
	void (*tables)(struct text *out);
	/*
	 * Runs the command; calls options_read first.  With EXIT_TROUBLE it
	 * sets `err`, which command_line_main prints.
	 */
	enum exit_code (*run)(struct options *line, struct error *err);
};

struct program {
	const char *name;
	const char *version;
	const char *purpose;    /* a sentence for --help */
	const struct command *const *commands;  /* ended by NULL */
	const char *hashing;    /* what computes SHA-256, for --version */
	int (*start_crypto)(void);      /* sodium_init */
	/* Appends the words allowed for an argument of a command, separated by
	   spaces, for shell completion; nothing if any word is allowed.  May be
	   NULL. */
	void (*words_of)(const struct command *command, const char *argument,
			 struct text *out);
};

#endif
