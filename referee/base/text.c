/*
 * text.c - growable text: lines being built, files read whole.
 */
#include "base/text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void text_reserve(struct text *text, size_t more)
{
	size_t room = text->room > 0 ? text->room : 256;
	char *bytes;

	if (text->room - text->length >= more)
		return;
	while (room - text->length < more) {
		if (room > SIZE_MAX / 2)
			memory_exhausted();
		room *= 2;
	}
	bytes = realloc(text->bytes, room);
	if (bytes == NULL)
		memory_exhausted();
	text->bytes = bytes;
	text->room = room;
}

void text_vprintf(struct text *text, const char *format, va_list args)
{
	va_list again;
	int length;

	text_reserve(text, 128);
	va_copy(again, args);
	length = vsnprintf(text->bytes + text->length,
			   text->room - text->length, format, args);
	if (length >= 0 && (size_t)length >= text->room - text->length) {
		text_reserve(text, (size_t)length + 1);
		vsnprintf(text->bytes + text->length,
			  text->room - text->length, format, again);
	}
	va_end(again);
	if (length > 0)
		text->length += (size_t)length;
}

void text_printf(struct text *text, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	text_vprintf(text, format, args);
	va_end(args);
}

const char *text_string(struct text *text)
{
	text_reserve(text, 1);
	text->bytes[text->length] = '\0';
	return text->bytes;
}

void text_release(struct text *text)
{
	free(text->bytes);
	*text = (struct text){0};
}
