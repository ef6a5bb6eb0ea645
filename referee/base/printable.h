/*
 * printable.h - makes text from bots, files and people fit for an output.
 *
 * Such text may be anything: controls that move the cursor, bytes that are not
 * UTF-8, a letter that means something to the format.  Every output has its
 * own escape, and all of them are here.  Only text of ours needs none.
 */
#ifndef BASE_PRINTABLE_H
#define BASE_PRINTABLE_H

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

/* Appends bytes; what is below a space, DEL and U+0080..009F become `?`. */
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

/* ### a terminal: names and lines of files */

/* Appends a name; controls become "\x1b", so that two names that differ look
   different. */
void printable_escaped(struct text *out, const char *text);

/* Appends bytes that need not be UTF-8; all but visible ASCII and spaces become
   `?`. */
void printable_ascii(struct text *out, const char *bytes, size_t size);

/* ### files */

/* Appends a field of a CSV line, quoted where RFC 4180 asks for it. */
void printable_csv(struct text *out, const char *field);

/* Appends text of a quoted string of a PGN; what is not visible becomes `?`. */
void printable_pgn(struct text *out, const char *text);

/* Appends text of an element of XML; what XML cannot hold becomes `?`. */
void printable_xml(struct text *out, const char *text);

#endif
