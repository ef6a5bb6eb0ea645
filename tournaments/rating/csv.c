/*
 * csv.c - the fields of a CSV line, which no spreadsheet runs.
 */
#include "tournaments/rating/csv.h"

#include <string.h>

#include "base/printable.h"

/* What may separate the cells of a line, whatever the file says. */
static const char separators[] = ",;|\t \"";

/* The size of = + - @, in their usual or their full width; 0: another
   character. */
static size_t formula_size(const char *at)
{
	static const char *const full[] = { "\xef\xbc\x9d", "\xef\xbc\x8b",
		"\xef\xbc\x8d", "\xef\xbc\xa0" };

	if (*at != '\0' && strchr("=+-@", *at) != NULL)
		return 1;
	for (size_t i = 0; i < sizeof full / sizeof *full; i++)
		if (strncmp(at, full[i], 3) == 0)
			return 3;
	return 0;
}

/* Would a spreadsheet run the cell that begins here, after any number of `'`?
   `before` is the byte before it, 0 at the start.  A number, or a sign alone,
   it does not run; but only the separator before a cell also ends it, and a
   quotation mark may be a part of it. */
static bool runs(const char *cell, char before)
{
	const size_t quotes = strspn(cell, "'");
	const size_t sign = formula_size(cell + quotes);
	const char *end = cell + quotes + sign;

	if (sign == 0 || strchr(separators, before) == NULL)
		return false;
	if (sign == 1 && quotes == 0 && (*cell == '+' || *cell == '-'))
		end += strspn(end, "0123456789.");
	return *end != '\0' && (*end != before || before == '"');
}

void csv_field(struct text *out, const char *field)
{
	bool quoted = strpbrk(field, ",\"") != NULL;
	struct text shown = {0};
	const char *bytes;

	printable_escaped(&shown, field);
	bytes = text_string(&shown);
	if (quoted)
		text_byte(out, '"');
	for (size_t i = 0; i < shown.length; i++) {
		if (runs(bytes + i, i == 0 ? '\0' : bytes[i - 1]))
			text_byte(out, '\'');
		if (bytes[i] == '"')
			text_byte(out, '"');
		text_byte(out, bytes[i]);
	}
	if (quoted)
		text_byte(out, '"');
	text_release(&shown);
}

void csv_field_undo(struct text *field)
{
	struct text plain = {0};
	const char *bytes;

	if (field->length == 0 ||
	    memchr(field->bytes, '\'', field->length) == NULL)
		return;
	bytes = text_string(field);
	for (size_t i = 0; i < field->length; i++)
		if (bytes[i] != '\'' || !runs(bytes + i + 1, i == 0 ?
					      '\0' : bytes[i - 1]))
			text_byte(&plain, bytes[i]);
	text_release(field);
	*field = plain;
}
