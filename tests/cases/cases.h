/*
 * cases.h - the parts of run_cases: folders, edits, commands.
 */
#ifndef CASES_CASES_H
#define CASES_CASES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

enum { NOBODY = 65534 };        /* an ordinary user, if root runs the cases */

/* What is special about the process of one command. */
struct circumstances {
	struct text environment;        /* NAME=VALUE, each ended by a NUL */
	struct text input;              /* standard input */
	bool full, closed;              /* standard output */
	long file_size;         /* the largest file it may write; or 0 */
	bool as_nobody;
	long denied_call, denied_error; /* a system call fails; error 0: none */
	long limited;                   /* a resource; -1: none */
	unsigned long limit;
};

#define CIRCUMSTANCES { .limited = -1 }

struct outcome {
	int status;             /* the exit status, or 256 + a signal */
	struct text out, err;
};

/* ### folders: folder.c */

/* The case's folder in a file that holds paths is this in tests/golden. */
#define FOLDER_BASE "@BASE@"

/* Copies a file, or a folder's contents into another, which is made.  In the
   files that hold paths, the path `old` becomes `new`. */
void folder_copy(const char *from, const char *to, const char *old,
		 const char *new);

/* Is it a file of a tournament that holds paths of the machine? */
bool folder_has_paths(const char *path);

/* A line for each file and folder below the current one: its name, kind and
   digest; without t and config, which the commands use. */
void folder_list(struct text *list);

/* Removes the folder, whatever its modes. */
void folder_remove(const char *path);

/* ### edits: edit.c */

/* Runs a line such as `set m.json rules.target 12` in the current folder.
   Returns NULL, or what is wrong with it. */
const char *edit_run(const char *line, struct circumstances *how);

/* ### the machine: machine.c */

/* Edits: a system call fails, a resource limit is lower.  False if there is no
   such call, error or resource. */
bool machine_deny(struct circumstances *how, const char *call,
		  const char *error);
bool machine_limit(struct circumstances *how, const char *name,
		   const char *most);

/* For the calling process, and for what it starts. */
void machine_apply(const struct circumstances *how);

/* If not, says so once. */
bool machine_has_strict(void);

/* ### words: words.c */

/* Splits a line into words at spaces; '..' keeps them together.  The words are
   allocated, and the list ends with NULL. */
char **words_split(const char *line);
void words_release(char **words);

/* The bytes of a text with escapes: \n \t \r \e \s (a space) \\ and \xHH;
   @ stands for the current folder and \@ for @. */
void words_escape(const char *text, struct text *out);

/* Replaces `old` wherever it is. */
void words_replace(struct text *bytes, const char *old, const char *new);

/* Where the command ends and ` => SENTENCE` or ` =1> SENTENCE` begins; or
   NULL. */
const char *words_arrow(const char *line);

/* Replaces the first {a,b,c} of the command, outside of '..', by its
   `number`-th alternative, and every %1 behind it.  Returns NULL if there is no
   such list or alternative; otherwise the caller frees it. */
char *words_expand(const char *line, int number);

/* ### tests/golden: golden.c */

/* Compares a file or folder of the case with tests/golden/NAME, or records it
   there with ROLLCALL_RECORD=1; appends to `why` what differs. */
void golden_keep(const char *name, struct text *why);

/* The same with the output of a command. */
void golden_print(const char *name, const struct text *out, struct text *why);

/* ### commands: command.c */

/* Runs `referee ..` or `tournament ..` in a process of its own, in the current
   folder. */
void command_in_process(char *const *words, const struct circumstances *how,
			struct outcome *outcome);
void outcome_release(struct outcome *outcome);

/* Whether the leak sanitizer looks at what is allocated from now on: only the
   commands' memory is of interest. */
void command_leaks(bool looked_at);

#endif
