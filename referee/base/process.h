/*
 * process.h - reads about processes in /proc, and hides this one's memory.
 */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/*
 * Reads the beginning of /proc/PID/NAME into `text`, ended by a NUL; what does
 * not fit is left out.  False when the process is gone or hidden.
 */
bool process_read(const char *pid, const char *name, char *text, size_t room);

/*
 * Closes this process's memory to others of the same user.  To be called
 * before any secret is read: a bot could otherwise read it too.  Returns 0, or
 * -1 with `err`.
 */
int process_hide(struct error *err);

/* The folder that this program is in; "." if the system does not say.  The
   caller frees it. */
char *process_program_folder(void);

/* If this process crashes, no file gets its memory. */
void process_no_core(void);

#endif
