/*
 * text.c - a growing run of bytes: lines being built, files read whole.
 */
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void out_of_memory(void)
{
	static const char sentence[] = "out of memory\n";

	if (write(STDERR_FILENO, sentence, sizeof sentence - 1) < 0)
		_exit(2);
	_exit(2);
}

void *memory_new(size_t count, size_t size)
{
	void *memory = calloc(count > 0 ? count : 1, size);

	if (memory == NULL)
		out_of_memory();
	return memory;
}

char *memory_copy_bytes(const char *bytes, size_t size)
{
	char *copy = memory_new(size + 1, 1);

	memcpy(copy, bytes, size);
	return copy;
}

char *memory_copy(const char *string)
{
	return memory_copy_bytes(string, strlen(string));
}

void text_reserve(struct text *text, size_t more)
{
	size_t room = text->room > 0 ? text->room : 256;
	char *bytes;

	if (text->room - text->length >= more)
		return;
	while (room - text->length < more) {
		if (room > SIZE_MAX / 2)
			out_of_memory();
		room *= 2;
	}
	bytes = realloc(text->bytes, room);
	if (bytes == NULL)
		out_of_memory();
	text->bytes = bytes;
	text->room = room;
}

void text_printf(struct text *text, const char *format, ...)
{
	va_list args;
	int length;

	text_reserve(text, 128);
	va_start(args, format);
	length = vsnprintf(text->bytes + text->length,
			   text->room - text->length, format, args);
	va_end(args);
	if (length < 0)
		return;
	if ((size_t)length >= text->room - text->length) {
		text_reserve(text, (size_t)length + 1);
		va_start(args, format);
		vsnprintf(text->bytes + text->length,
			  text->room - text->length, format, args);
		va_end(args);
	}
	text->length += (size_t)length;
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

int text_read_file(struct text *text, const char *path, size_t most,
		   struct error *err)
{
	int fd = STDIN_FILENO, result = -1;
	size_t start = text->length;
	ssize_t got;

	if (strcmp(path, "-") != 0)
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return error_reading(err, "open", path);
	for (;;) {
		text_reserve(text, 65536);
		got = read(fd, text->bytes + text->length, 65536);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			error_reading(err, "read", path);
			goto done;
		}
		if (got == 0)
			break;
		text->length += (size_t)got;
		if (text->length - start > most) {
			error_set(err, "%s is too large: at most %zu bytes "
				  "are read", path, most);
			goto done;
		}
	}
	result = 0;

done:
	if (fd != STDIN_FILENO)
		close(fd);
	return result;
}
