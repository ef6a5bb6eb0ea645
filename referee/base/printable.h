/*
 * printable.h - prints what a bot wrote, which may be anything.
 */
#ifndef BASE_PRINTABLE_H
#define BASE_PRINTABLE_H

#include "base/text.h"

/* Appends bytes.  A terminal should get no controls: what is below a space,
   DEL and U+0080..009F become '?'. */
void shown_bytes(struct text *out, const char *bytes, size_t size);

/* Appends `text` like that, long ones without their middle; behind a line feed
   `indent` spaces follow. */
void shown_add(struct text *out, const char *text, size_t length, int indent);

/* "     WORD      TEXT" and a line feed. */
void shown_row(struct text *out, const char *word, const char *text,
	       size_t length);

/* The beginning of such a row. */
void shown_word(struct text *out, const char *word);

#endif
