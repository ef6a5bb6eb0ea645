/*
 * csv.c - writes fields of CSV.
 */
#include "base/csv.h"

void csv_add(struct text *out, const char *field)
{
	if (strpbrk(field, ",\"\r\n") == NULL) {
		text_add(out, field);
		return;
	}
	text_byte(out, '"');
	for (; *field != '\0'; field++) {
		if (*field == '"')
			text_byte(out, '"');
		text_byte(out, *field);
	}
	text_byte(out, '"');
}
