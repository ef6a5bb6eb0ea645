/*
 * error.h - why a function of ours failed, in one sentence.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

/*
 * A failure that is not a bot's fault.  The deepest function that knows the
 * file and the key sets the sentence; only main() prints it.
 */
struct error {
	char text[1024];
	bool unread;            /* something is there and could not be read */
};

/* The sentence may quote what a file, a bot or a person wrote: whatever does
   harm on a terminal, line feeds too, is escaped (printable.h). */

/* Sets the sentence, cut to fit, and returns -1: `return error_set(..)`. */
int error_set(struct error *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Sets "cannot VERB PATH: " and what errno says.  Returns -1. */
int error_reading(struct error *err, const char *verb, const char *path);

/* Puts "PLACE: " in front of the sentence that is there.  Returns -1. */
int error_at(struct error *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Adds to the end of the sentence that is there.  Returns -1. */
int error_add(struct error *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
