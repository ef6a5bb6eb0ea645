/*
 * shown.h - prints what a bot wrote, which may be anything.
 */
#ifndef SHOWN_H
#define SHOWN_H

#include "base/text.h"

/*
 * Appends `text`, long ones without their middle.  No control character
 * reaches a terminal: they become '?', but for line feeds, behind which
 * `indent` spaces follow.
 */
void shown_add(struct text *out, const char *text, size_t length, int indent);

/* "     WORD      TEXT" and a line feed. */
void shown_row(struct text *out, const char *word, const char *text,
	       size_t length);

/* The beginning of such a row. */
void shown_word(struct text *out, const char *word);

#endif
