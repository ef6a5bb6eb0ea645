/*
 * completion.h - shell completion of a program's command line, by its tables of
 * options.
 *
 * The script for a shell runs the program with the hidden command __complete
 * and the words so far, of which the last may be empty, and offers what that
 * prints.
 */
#ifndef BASE_COMPLETION_H
#define BASE_COMPLETION_H

#include "base/program.h"

/* Appends the script for the shell "bash", "zsh" or "fish".  Returns 0, or -1
   with `err` for another shell. */
int completion_script(const struct program *program, const char *shell,
		      struct text *out, struct error *err);

/*
 * Appends what the last of `count` words can be, a line each: the word, a tab
 * and its explanation, which may be empty; ":files" stands for the names of all
 * files.
 */
void completion_offer(const struct program *program, char *const *words,
		      int count, struct text *out);

#endif
