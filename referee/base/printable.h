/*
 * printable.h - makes text from bots, files and people fit for an output.
 *
 * Such text may be anything: controls that move the cursor, bytes that are not
 * UTF-8, a letter that means something to the format.  Every output has its
 * own escape, and all of them are here.  Only text of ours needs none.
 */
#ifndef BASE_PRINTABLE_H
#define BASE_PRINTABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

/* ### a terminal, in columns: without the C library's tables, which depend on
   the locale */

/* Columns that printable_fit would take without a limit. */
int printable_width(const char *text);

/*
 * Appends as much of `text` as fits into `columns`; where it is cut, the last
 * column is a `~`.  Controls, what changes the direction of writing and what
 * is not UTF-8 appear as `?`.  Returns the columns taken.
 */
int printable_fit(struct text *out, const char *text, int columns);

/* The same, with spaces after it (or, `right`, before it) up to `columns`. */
void printable_cell(struct text *out, const char *text, int columns,
		    bool right);

/* ### a terminal: what a bot wrote */

/*
 * What does harm, here and below, are controls (also U+0080..009F), separators
 * of lines, what changes the direction of writing, what has no width, and what
 * is not UTF-8.
 */

/* Appends bytes; a character that does harm becomes `?`. */
void printable_bytes(struct text *out, const char *bytes, size_t size);

/* Appends `text` like that, without the middle of a long one; `indent` spaces
   follow a line feed. */
void printable_excerpt(struct text *out, const char *text, size_t length,
		       int indent);

/* "     WORD      TEXT" and a line feed. */
void printable_row(struct text *out, const char *word, const char *text,
		   size_t length);

/* The beginning of such a row. */
void printable_row_word(struct text *out, const char *word);

/* ### a terminal: names, paths and lines of files */

/* Does nothing in it do harm? */
bool printable_is_plain(const char *text);

/* Appends a name; what does harm is written as in JSON, "\u001b", and a byte
   that is not UTF-8 as "\u00ff".  So two names that differ look different.
   Twice is the same as once. */
void printable_escaped(struct text *out, const char *text);

/* Appends bytes that need not be UTF-8; all but visible ASCII and spaces become
   `?`. */
void printable_ascii(struct text *out, const char *bytes, size_t size);

/* Appends a word of a command as a shell reads it back, in quotes where it has
   to be, escaped like a name. */
void printable_shell(struct text *out, const char *word);

/* ### printing: every command prints with these two, so that nothing foreign
   reaches a terminal raw */

/* Prints one line and a line feed; all of it is escaped like a name. */
void printable_line(FILE *file, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Prints lines of text, CSV or JSON.  Line feeds stay, the rest is escaped: a
   name or a path in it must not have line feeds of its own. */
void printable_print(FILE *file, const struct text *lines);

/* ### files */

/*
 * Appends a field of a CSV line: escaped like a name, quoted where RFC 4180
 * asks for it, and with a `'` before what a spreadsheet would run.
 */
void printable_csv(struct text *out, const char *field);

/* A spreadsheet would run this field, which is no number: it begins with = + -
   @ or a tab, after any number of `'`. */
bool printable_csv_runs(const char *field);

/* Appends text of a quoted string of a PGN, escaped like a name. */
void printable_pgn(struct text *out, const char *text);

/* Appends text of an element of XML; what does harm or XML cannot hold becomes
   `?`. */
void printable_xml(struct text *out, const char *text);

#endif
