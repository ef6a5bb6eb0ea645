/*
 * error_place.c - splits the file and the line off an error sentence, for
 * programs that read it.
 */
#include "base/error_place.h"

#include <string.h>

#include "base/printable.h"

/* The length of the file name, escaped, that the sentence begins with; 0 if it
   does not. */
static size_t file_length(const char *sentence, const char *path)
{
	struct text shown = {0};
	size_t length;

	printable_sentence(&shown, path);
	length = shown.length;
	if (strncmp(sentence, text_string(&shown), length) != 0)
		length = 0;
	text_release(&shown);
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
	struct text file = {0};

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
	text_release(&file);
}
