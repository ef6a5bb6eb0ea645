/*
 * command_line.h - a program with subcommands: finds the command, runs it and
 * prints why it failed.
 */
#ifndef BASE_COMMAND_LINE_H
#define BASE_COMMAND_LINE_H

#include "base/json_write.h"
#include "base/program.h"

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
