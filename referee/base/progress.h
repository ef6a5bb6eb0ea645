/*
 * progress.h - how far long work is, on a line of its own on a terminal.
 */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* All zeroes: nothing is shown. */
struct progress {
	int64_t shown_us;       /* when the line was written last */
	bool shown;             /* it is on the terminal */
};

/*
 * Writes the line over the one before, when standard error is a terminal and
 * the last one is at least a tenth of a second old.  Nothing goes into a file
 * or a pipe.
 */
void progress_show(struct progress *progress, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Takes the line away; due before anything else is printed. */
void progress_clear(struct progress *progress);

#endif
