/*
 * error.c - why a function failed, in one sentence.
 */
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "base/printable.h"

/* Sets the sentence, which may quote anything, as one line without anything
   that is harmful on a terminal. */
static void set_text(struct error *err, struct text *sentence)
{
	struct text shown = {0};
	size_t length;

	printable_sentence(&shown, text_string(sentence));
	length = shown.length < sizeof err->text ? shown.length :
		sizeof err->text - 1;
	/* A sentence too long for the buffer is cut between characters. */
	while (length < shown.length && (shown.bytes[length] & 0xc0) == 0x80)
		length--;
	memcpy(err->text, text_string(&shown), length);
	err->text[length] = '\0';
	text_release(&shown);
	text_release(sentence);
}

int error_set(struct error *err, const char *format, ...)
{
	struct text sentence = {0};
	va_list args;

	va_start(args, format);
	text_vprintf(&sentence, format, args);
	va_end(args);
	set_text(err, &sentence);
	err->unread = false;
	return -1;
}

int error_reading(struct error *err, const char *verb, const char *path)
{
	const int number = errno;

	error_set(err, "cannot %s %s: %s", verb, path, strerror(number));
	err->unread = number != ENOENT;
	return -1;
}

int error_at(struct error *err, const char *format, ...)
{
	struct text sentence = {0};
	va_list args;

	va_start(args, format);
	text_vprintf(&sentence, format, args);
	va_end(args);
	text_printf(&sentence, ": %s", err->text);
	set_text(err, &sentence);
	return -1;
}

int error_add(struct error *err, const char *format, ...)
{
	struct text sentence = {0};
	va_list args;

	text_add(&sentence, err->text);
	va_start(args, format);
	text_vprintf(&sentence, format, args);
	va_end(args);
	set_text(err, &sentence);
	return -1;
}

int error_command(struct error *err, const char *words, const char *path)
{
	struct text word = {0};

	error_add(err, "%s %s", words, printable_word(&word, path));
	text_release(&word);
	return -1;
}
