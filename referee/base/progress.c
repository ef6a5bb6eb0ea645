/*
 * progress.c - shows the progress of long work on one line of the terminal.
 */
#include "base/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/printable.h"

enum { EACH_US = 100000 };

void progress_show(struct progress *progress, const char *format, ...)
{
	const int64_t now = clock_us();
	struct text line = {0}, shown = {0};
	va_list args;

	if (!isatty(STDERR_FILENO) ||
	    (progress->shown && now - progress->shown_us < EACH_US))
		return;
	va_start(args, format);
	text_vprintf(&line, format, args);
	va_end(args);
	printable_escaped(&shown, text_string(&line));
	fprintf(stderr, "\r%s\033[K", text_string(&shown));
	progress->shown = true;
	progress->shown_us = now;
	text_release(&line);
	text_release(&shown);
}

void progress_clear(struct progress *progress)
{
	if (progress->shown)
		fputs("\r\033[K", stderr);
	progress->shown = false;
}
