/*
 * error.h - why a function failed, in one sentence.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

struct json_writer;

/*
 * A failure that is not a bot's fault.  The deepest function that knows the
 * file and the key sets the sentence; only main() prints it.
 */
struct error {
	char text[1024];
	bool unread;            /* something exists but could not be read */
};

/* The sentence may quote what a file, a bot or a person wrote: anything harmful
   on a terminal, including line feeds, is escaped (printable.h). */

/* Sets the sentence, cut to fit.  Returns -1, for `return error_set(..)`. */
int error_set(struct error *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Sets "cannot VERB PATH: " and the text of errno, and `unread` unless the file
   is not there.  Returns -1. */
int error_reading(struct error *err, const char *verb, const char *path);

/* Puts "PLACE: " in front of the sentence.  Returns -1. */
int error_at(struct error *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Appends to the sentence.  Returns -1. */
int error_add(struct error *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Appends ", found " and what the bytes are, if they are not UTF-8
   (utf8_stranger) or their first line ends in CR LF.  Returns -1. */
int error_add_stranger(struct error *err, const char *bytes, size_t size);

/* Appends `words`, a space and a path or a name, quoted so that a shell reads
   it back: error_command(err, "; try tournament run", folder).  Returns -1. */
int error_command(struct error *err, const char *words, const char *path);

/*
 * Writes a sentence as two members of an open object,
 * "why":{"file":..,"line":..,"why":..},"sentence":"..".  `path` is the file
 * that the sentence may begin with, or a folder whose files are named
 * FOLDER/NAME.  `file` is null if the sentence does not begin with it, `line`
 * if no line number follows; the inner `why` is the rest.
 */
void error_place_write(const struct error *err, const char *path,
		       struct json_writer *w);

#endif
