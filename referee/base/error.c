/*
 * error.c - why a function of ours failed, in one sentence.
 */
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int error_set(struct error *err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(err->text, sizeof err->text, format, args);
	va_end(args);
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
	char why[sizeof err->text], place[256];
	va_list args;

	memcpy(why, err->text, sizeof why);
	va_start(args, format);
	vsnprintf(place, sizeof place, format, args);
	va_end(args);
	/* A sentence too long for the buffer loses its end. */
	if (snprintf(err->text, sizeof err->text, "%s: %s", place, why) < 0)
		err->text[0] = '\0';
	return -1;
}

int error_add(struct error *err, const char *format, ...)
{
	size_t length = strlen(err->text);
	va_list args;

	va_start(args, format);
	vsnprintf(err->text + length, sizeof err->text - length, format, args);
	va_end(args);
	return -1;
}
