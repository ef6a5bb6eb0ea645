/*
 * error.c - why a function failed, in one sentence.
 */
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "base/json_write.h"
#include "base/printable.h"

/* Sets the sentence, which may quote anything, as one line without anything
   that is harmful on a terminal. */
static void set_text(struct error *err, struct text *sentence)
{
	OWNED(text) struct text shown = {0};
	size_t length;

	printable_sentence(&shown, text_string(sentence));
	length = shown.length < sizeof err->text ? shown.length :
		sizeof err->text - 1;
	/* A sentence too long for the buffer is cut between characters. */
	while (length < shown.length && (shown.bytes[length] & 0xc0) == 0x80)
		length--;
	memcpy(err->text, text_string(&shown), length);
	err->text[length] = '\0';
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

int error_add_stranger(struct error *err, const char *bytes, size_t size)
{
	const char *stranger = utf8_stranger(bytes, size);
	const char *feed = size > 0 ? memchr(bytes, '\n', size) : NULL;

	if (stranger == NULL && feed > bytes && feed[-1] == '\r')
		stranger = TEXT_CR_LF;
	if (stranger != NULL)
		error_add(err, ", found %s", stranger);
	return -1;
}

int error_command(struct error *err, const char *words, const char *path)
{
	OWNED(text) struct text word = {0};

	error_add(err, "%s %s", words, printable_word(&word, path));
	return -1;
}

/* ### the file and the line that a sentence begins with */

/* The length of the file name, escaped, that the sentence begins with; 0 if it
   does not. */
static size_t file_length(const char *sentence, const char *path)
{
	OWNED(text) struct text shown = {0};
	size_t length;

	printable_sentence(&shown, path);
	length = shown.length;
	if (strncmp(sentence, text_string(&shown), length) != 0)
		length = 0;
	/* The names of our own files have neither a colon nor a space. */
	if (length > 0 && sentence[length] == '/')
		length += strcspn(sentence + length, ": ");
	return sentence[length] == ':' || sentence[length] == ' ' ? length : 0;
}

/* Returns what follows ":LINE: " or ": "; `*line` is the line, or 0. */
static const char *rest_of(const char *after, unsigned long long *line)
{
	const char *at = after;

	*line = 0;
	if (*at == ':')
		at++;
	while (at > after && *at >= '0' && *at <= '9')
		*line = 10 * *line + (unsigned long long)(*at++ - '0');
	if (*line > 0 && *at == ':')
		at++;
	return at + (*at == ' ');
}

void error_place_write(const struct error *err, const char *path,
		       struct json_writer *w)
{
	const size_t length = file_length(err->text, path);
	const char *why = err->text;
	unsigned long long line = 0;
	OWNED(text) struct text file = {0};

	if (length > 0)
		why = rest_of(err->text + length, &line);
	text_append(&file, err->text, length);
	json_put_open(w, "why", '{');
	json_put_or_null(w, "file", length > 0 ? text_string(&file) : NULL);
	json_key(w, "line");
	if (line > 0)
		json_int(w, (long long)line);
	else
		json_null(w);
	json_put_string(w, "why", why);
	json_close(w, '}');
	json_put_string(w, "sentence", err->text);
}
