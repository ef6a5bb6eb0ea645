/*
 * csv.c - the fields of a CSV line, which no spreadsheet runs.
 */
#include "tournaments/rating/csv.h"

#include <string.h>

#include "base/printable.h"

/* What may separate the cells of a line, whatever the file says. */
static const char separators[] = ",;|\t \"";

/* The character at `at`, of whose bytes it stores the number, or the ASCII one
   that it is another form of; 'x' for any other. */
static char plain_form(const char *at, int *size)
{
	static const char forms[] = "＝=﹦=⁼=₌=＋+﹢+⁺+₊+﬩+－-﹣-⁻-₋-−-＠@﹫@"
		"，,﹐,︐,；;﹔;︔;;;｜|＂\"";
	const char *form = forms, *end = forms + sizeof forms - 1;
	uint32_t character, other;

	*size = utf8_decode(at, at + strnlen(at, 4), &character);
	if (*size < 2) {
		*size = 1;
		return *at;
	}
	while (form < end) {
		form += utf8_decode(form, end, &other);
		if (other == character)
			return *form;
		form++;
	}
	return 'x';
}

/* Would a spreadsheet run the cell that begins here, after any number of `'`?
   `before` is the form of the character before it, 0 at the start.  A number, or
   a sign alone, it does not run; but only the separator before a cell also ends
   it, and a quotation mark may be a part of it. */
static bool runs(const char *cell, char before)
{
	const size_t quotes = strspn(cell, "'");
	const char *end = cell + quotes;
	int size;
	const char sign = plain_form(end, &size);

	if (sign == '\0' || strchr("=+-@", sign) == NULL ||
	    strchr(separators, before) == NULL)
		return false;
	end += size;
	if (size == 1 && quotes == 0 && (*cell == '+' || *cell == '-'))
		end += strspn(end, "0123456789.");
	return *end != '\0' &&
		(plain_form(end, &size) != before || before == '"');
}

void csv_field(struct text *out, const char *field)
{
	bool quoted = strpbrk(field, ",\"") != NULL;
	struct text shown = {0};
	char before = '\0';
	int size;

	printable_escaped(&shown, field);
	if (quoted)
		text_byte(out, '"');
	for (const char *at = text_string(&shown); *at != '\0'; at += size) {
		if (runs(at, before))
			text_byte(out, '\'');
		before = plain_form(at, &size);
		if (*at == '"')
			text_byte(out, '"');
		text_append(out, at, (size_t)size);
	}
	if (quoted)
		text_byte(out, '"');
	text_release(&shown);
}

void csv_field_undo(struct text *field)
{
	struct text plain = {0};
	const char *end;
	char before = '\0';
	int size;

	if (field->length == 0 ||
	    memchr(field->bytes, '\'', field->length) == NULL)
		return;
	end = text_string(field) + field->length;
	for (const char *at = field->bytes; at < end; at += size) {
		const bool is_ours = *at == '\'' && runs(at + 1, before);

		before = plain_form(at, &size);
		if (!is_ours)
			text_append(&plain, at, (size_t)size);
	}
	text_release(field);
	*field = plain;
}
