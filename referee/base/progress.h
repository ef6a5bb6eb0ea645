/*
 * progress.h - shows the progress of long work on one line of the terminal.
 */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* All zeroes: no line is shown. */
struct progress {
	int64_t shown_us;       /* when the line was last written */
	bool shown;             /* the line is on the terminal */
};

/*
 * Overwrites the line if standard error is a terminal and the line is at least
 * a tenth of a second old.  Writes nothing to a file or a pipe.
 */
void progress_show(struct progress *progress, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Removes the line; to be called before anything else is printed. */
void progress_clear(struct progress *progress);

#endif
