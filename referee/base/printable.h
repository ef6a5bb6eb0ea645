/*
 * printable.h - makes text from bots, files and people safe to output,
 * and shows progress.
 *
 * Such text may contain anything: controls that move the cursor, bytes that are
 * not UTF-8, characters that are special in the format.  Each kind of output
 * has its own escaping; that of CSV is in tournaments/rating/csv.h.  Only the
 * program's own text needs none.
 */
#ifndef BASE_PRINTABLE_H
#define BASE_PRINTABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text.h"

enum { FOREIGN_COLUMNS = 60 };

/* ### a terminal, in columns: without the C library's tables, which depend on
   the locale */

/* The columns that printable_fit takes if there is no limit. */
int printable_width(const char *text);

/*
 * Appends as much of `text` as fits into `columns`; if it is cut, the last
 * column is a `~`.  Harmful characters (see below) appear as `?`.  Returns the
 * columns taken.
 */
int printable_fit(struct text *out, const char *text, int columns);

/* The same, padded with spaces to `columns` after it (before it if `right`). */
void printable_cell(struct text *out, const char *text, int columns,
		    bool right);

/* ### a terminal: what a bot wrote */

/* "Harmful", here and below, are the characters of `unseen` (printable.c) and
   bytes that are not UTF-8. */

/* Appends bytes; harmful characters become `?`. */
void printable_bytes(struct text *out, const char *bytes, size_t size);

/* Appends `text` in the same way from column `indent` on, where its further
   lines also begin.  Lines are broken at 75 columns, before a terminal does
   it: that would go on in the first column, where rows of ours begin. */
void printable_block(struct text *out, const char *text, size_t length,
		     int indent);

/* The same without the middle of a long text. */
void printable_excerpt(struct text *out, const char *text, size_t length,
		       int indent);

/* Appends "     WORD      TEXT" and a line feed. */
void printable_row(struct text *out, const char *word, const char *text,
		   size_t length);

/* Appends the beginning of such a row. */
void printable_row_word(struct text *out, const char *word);

/* ### a terminal: foreign text within a line */

/* Room for such a text, of which every column may be four bytes. */
struct foreign {
	char bytes[FOREIGN_COLUMNS * 4 + 1];
};

/*
 * What a bot, a log, a note or a file of a stranger says, for a line of ours:
 * escaped like a name, its runs of spaces folded, and cut at FOREIGN_COLUMNS,
 * so that it cannot make up a row of a terminal or of a table.  Returns
 * `room->bytes`.
 */
const char *printable_foreign(struct foreign *room, const char *bytes,
			      size_t size);

/* The same of a string, in room that lasts as long as the block. */
#define FOREIGN(string) \
	printable_foreign(&(struct foreign){{0}}, string, strlen(string))

/* ### a terminal: names, paths and lines of files */

/* The characters from `first` to `last`. */
struct character_range {
	uint32_t first, last;
};

/* Whether a list of ranges, ascending, has the character. */
bool character_range_has(const struct character_range *list, size_t count,
			 uint32_t character);
#define PRINTABLE_IN(list, character) \
	character_range_has(list, sizeof list / sizeof *list, character)

/* Whether a character is one of `unseen` (printable.c). */
bool printable_is_harmful(uint32_t character);

/* Whether it is put on the character before it, and takes no column. */
bool printable_is_mark(uint32_t character);

/* Whether nothing in `text` is harmful. */
bool printable_is_plain(const char *text);

/* Appends a name; harmful characters are escaped as in JSON, "\u001b", and
   bytes that are not UTF-8 as "\u00ff", so names that differ only in invisible
   characters look different.  Escaping again changes nothing. */
void printable_escaped(struct text *out, const char *text);

/* The same with runs of spaces folded: a sentence that may quote anything. */
void printable_sentence(struct text *out, const char *text);

/* Appends a word of a command so that a shell reads back the same bytes, quoted
   if necessary: bash, zsh, ksh and others that know $'..' for a word with bytes
   that are not UTF-8, characters that are not seen or runs of spaces. */
void printable_shell(struct text *out, const char *word);

/* The same for a path or a name alone, as a string that `out` holds, for
   messages that quote a command: a path that would be an option gets "./". */
const char *printable_word(struct text *out, const char *word);

/* ### printing: every command prints with these two, so that no text from
   outside reaches a terminal unescaped */

/* Prints one line and a line feed; the whole line is escaped like a name, and
   runs of more than 5 spaces are folded. */
void printable_line(FILE *file, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Prints lines of text, CSV or JSON.  Everything but line feeds is escaped, so
   names and paths in the text must not contain line feeds. */
void printable_print(FILE *file, const struct text *lines);

/* ### files */

/* Appends text for an XML element; characters that are harmful or not allowed
   in XML become `?`. */
void printable_xml(struct text *out, const char *text);

/* ### progress: of long work, on one line of the terminal */

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
