/*
 * text_table.c - results as text: aligned columns.
 */
#include "tournaments/report/text_table.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"

void table_cell(struct table *table, const char *format, ...)
{
	struct text *cells = &table->cells;
	va_list args;
	int length;

	text_reserve(cells, 64);
	va_start(args, format);
	length = vsnprintf(cells->bytes + cells->length,
			   cells->room - cells->length, format, args);
	va_end(args);
	assert(length >= 0);
	if ((size_t)length >= cells->room - cells->length) {
		text_reserve(cells, (size_t)length + 1);
		va_start(args, format);
		vsnprintf(cells->bytes + cells->length,
			  cells->room - cells->length, format, args);
		va_end(args);
	}
	cells->length += (size_t)length + 1;
}

static size_t width_of(const char *cell)
{
	return (size_t)utf8_count(cell, strlen(cell));
}

static void pad(struct text *out, size_t count)
{
	for (; count > 0; count--)
		text_byte(out, ' ');
}

void table_text(const struct table *table, struct text *out)
{
	const char *end = table->cells.bytes + table->cells.length;
	size_t columns = strlen(table->align), column = 0;
	size_t *widths = memory_new(columns, sizeof *widths);

	for (const char *c = table->cells.bytes; c < end; c += strlen(c) + 1) {
		size_t width = width_of(c);

		if (width > widths[column])
			widths[column] = width;
		column = (column + 1) % columns;
	}
	assert(column == 0);
	for (const char *c = table->cells.bytes; c < end; c += strlen(c) + 1) {
		size_t spaces = widths[column] - width_of(c);
		bool left = table->align[column] == 'l';

		if (!left)
			pad(out, spaces);
		text_add(out, c);
		if (left)
			pad(out, spaces);
		column = (column + 1) % columns;
		if (column > 0) {
			pad(out, (size_t)table->gap);
			continue;
		}
		while (out->bytes[out->length - 1] == ' ')
			out->length--;
		text_byte(out, '\n');
	}
	free(widths);
}

void table_release(struct table *table)
{
	text_release(&table->cells);
}
