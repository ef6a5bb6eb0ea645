/*
 * command_line.h - a program of subcommands: finds one, runs it, prints why it
 * failed.
 */
#ifndef BASE_COMMAND_LINE_H
#define BASE_COMMAND_LINE_H

#include "base/json_write.h"
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
	int (*start_crypto)(void);      /* sodium_init */
};

/*
 * Runs what the command line asks for; returns the exit status.  Descriptors
 * 0 to 2 are open before anything else, so that no pipe becomes one of them;
 * there is no core file, which could hold a secret; a closed pipe is an error
 * and not a signal.  What could not be written to standard output is trouble.
 */
int command_line_main(const struct program *program, int argc, char **argv);

/* Prints all of a text on standard output and frees it. */
void command_line_print(struct text *out);

/* The same of JSON, with a line feed. */
void command_line_print_json(struct json_writer *w);

/* The same of a text of lines, with `before` before each of them. */
void command_line_print_lines(const char *before, struct text *lines);

/* A member `key` with a list of the lines, which are freed. */
void command_line_put_lines(struct json_writer *w, const char *key,
		       struct text *lines);

#endif
