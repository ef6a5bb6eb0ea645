/*
 * completion.h - shell completion scripts for a program's command line,
 * generated from its option tables.
 */
#ifndef BASE_COMPLETION_H
#define BASE_COMPLETION_H

#include "base/program.h"

/* Appends the script for the shell "bash", "zsh" or "fish".  Returns 0, or -1
   with `err` for another shell. */
int completion_write(const struct program *program, const char *shell,
		     struct text *out, struct error *err);

#endif
