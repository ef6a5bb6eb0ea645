/*
 * command_line.h - a program of subcommands: finds one, runs it, prints why it
 * failed.
 */
#ifndef BASE_COMMAND_LINE_H
#define BASE_COMMAND_LINE_H

#include "base/json_write.h"
#include "base/program.h"

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

#endif
