/*
 * program.h - a program of subcommands: what each is called, takes and does.
 */
#ifndef BASE_PROGRAM_H
#define BASE_PROGRAM_H

#include "base/options.h"

/* Exit codes, the same for every command of every program. */
enum exit_code {
	EXIT_YES = 0,           /* done; a bot that lost by a fault is done */
	EXIT_NO = 1,            /* the answer is no */
	EXIT_TROUBLE = 2,       /* bad usage, or the program itself failed */
	EXIT_UNDECIDED = 258    /* 2 as well, but nothing is printed */
};

struct command {
	const char *name;
	const char *arguments;  /* for the usage line */
	const char *help;       /* one line */
	const struct option *options;   /* and arguments */
	const char *more;       /* a paragraph for --help, or NULL */
	bool is_verdict;        /* trouble if standard output is closed */
	/* Appends what a table knows better than a text, or NULL. */
	void (*tables)(struct text *out);
	/*
	 * Begins with options_read.  With EXIT_TROUBLE it leaves a sentence in
	 * `err`, which command_line_main prints.
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
	/* Appends the words that an argument of a command can be, with spaces
	   between, for shells to complete; nothing: any.  Or NULL. */
	void (*words_of)(const struct command *command, const char *argument,
			 struct text *out);
};

#endif
