/*
 * process.h - what the system tells of a process.
 */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Reads the beginning of /proc/PID/NAME into `text`, ended by a NUL; what does
 * not fit is left out.  False when the process is gone or hidden.
 */
bool process_read(const char *pid, const char *name, char *text, size_t room);

#endif
