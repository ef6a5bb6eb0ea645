/*
 * process.h - reads /proc files of processes and hides this process's memory.
 */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"

/*
 * Reads /proc/PID/NAME into `text` in place of what it had, NUL-terminated.
 * Returns false if it is empty, or with errno if it cannot be read: the process
 * is gone or hidden.
 */
bool process_read(const char *pid, const char *name, struct text *text);

/*
 * Hides this process's memory from other processes of the same user.  Must be
 * called before any secret is read; otherwise a bot could read it too.  Returns
 * 0, or -1 with `err`.
 */
int process_hide(struct error *err);

/* The folder that contains this program; "." if unknown.  The caller frees
   it. */
char *process_program_folder(void);

/* Disables core files, so that a crash does not write memory to disk. */
void process_no_core(void);

#endif
