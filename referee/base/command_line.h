/*
 * command_line.h - a program with subcommands: finds the command, runs it and
 * prints why it failed; completion for shells.
 */
#ifndef BASE_COMMAND_LINE_H
#define BASE_COMMAND_LINE_H

#include "base/json_write.h"
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

/* Commands that follow each other in the help. */
struct command_group {
	const struct command *first;
	const char *title;
};

struct program {
	const char *name;
	const char *version;
	const char *purpose;    /* a sentence for --help */
	const struct command *const *commands;  /* ended by NULL */
	const struct command_group *groups;     /* ended by {0};
							   or NULL */
	const char *hashing;    /* what computes SHA-256, for --version */
	int (*start_crypto)(void);      /* sodium_init */
	/* Appends the words allowed for an argument of a command, separated by
	   spaces, for shell completion; nothing if any word is allowed.  May be
	   NULL. */
	void (*words_of)(const struct command *command, const char *argument,
			 struct text *out);
};

/*
 * Runs the command that the command line names and returns the exit status.
 * First makes sure that descriptors 0 to 2 are open, so that no pipe becomes
 * one of them; disables core files, which could hold a secret; and makes a
 * closed pipe an error instead of a signal.  Failing to write to standard
 * output is EXIT_TROUBLE.
 */
int command_line_main(const struct program *program, int argc, char **argv);

/* Prints a text on standard output and frees it. */
void command_line_print(struct text *out);

/* The same for JSON, followed by a line feed. */
void command_line_print_json(struct json_writer *w);

/* The same for a text of lines, with `before` in front of each; empty lines are
   left out. */
void command_line_print_lines(const char *before, struct text *lines);

#endif
