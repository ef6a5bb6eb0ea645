/*
 * table.c - a table, described once: aligned columns for people, CSV and JSON.
 */
#include "tournaments/report/table.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/json_write.h"
#include "base/printable.h"
#include "tournaments/rating/csv.h"

/* ### rows */

void table_row(struct table *table)
{
	table->rows++;
}

static void add_ended(struct text *out, const char *string)
{
	text_append(out, string, strlen(string) + 1);
}

/* The first row names the columns, the others fill them. */
static void add_cell(struct table *table, const char *title, char align,
		     const char *cell)
{
	if (title == NULL)
		return;
	if (table->rows == 1) {
		assert(table->titles < TABLE_COLUMNS_MAX);
		table->align[table->titles++] = align;
	}
	add_ended(&table->cells, table->rows == 1 ? title : cell);
}

static void add_value(struct table *table, const char *key,
		      enum table_type type, const char *value)
{
	if (key == NULL)
		return;
	if (table->rows > 1) {
		add_ended(&table->values, value);
		return;
	}
	assert(table->keys < TABLE_COLUMNS_MAX);
	table->key[table->keys] = key;
	table->type[table->keys++] = type;
}

void table_int(struct table *table, const char *title, const char *key,
	       long long value)
{
	char digits[DECIMAL_SIZE];

	snprintf(digits, sizeof digits, "%lld", value);
	add_cell(table, title, 'r', digits);
	add_value(table, key, TABLE_NUMBER, digits);
}

void table_int_or_none(struct table *table, const char *title,
		       const char *key, long long value)
{
	if (value != 0) {
		table_int(table, title, key, value);
		return;
	}
	add_cell(table, title, 'r', "-");
	add_value(table, key, TABLE_NUMBER, "");
}

static void add_real(struct table *table, const char *title, const char *key,
		     double value, int places, bool plus)
{
	char digits[DECIMAL_SIZE];

	add_cell(table, title, 'r', isnan(value) ? "-" :
		 decimal(digits, value, places, plus));
	add_value(table, key, TABLE_NUMBER, !isfinite(value) ? "" :
		  decimal(digits, value, 6, false));
}

void table_real(struct table *table, const char *title, const char *key,
		double value, int places)
{
	add_real(table, title, key, value, places, false);
}

void table_signed(struct table *table, const char *title, const char *key,
		  double value, int places)
{
	add_real(table, title, key, value, places, true);
}

void table_string(struct table *table, const char *title, const char *key,
		  const char *value)
{
	add_cell(table, title, 'l', FOREIGN(value));
	add_value(table, key, TABLE_STRING, value);
}

/* Appends the values of a list with `between` in place of TABLE_LIST. */
static void join(struct text *out, const char *values, const char *between)
{
	for (; *values != '\0'; values++) {
		if (*values == TABLE_LIST)
			text_add(out, between);
		else
			text_byte(out, *values);
	}
}

static void add_list(struct table *table, const char *title, const char *key,
		     enum table_type type, const char *values)
{
	OWNED(text) struct text cell = {0};

	join(&cell, values, " - ");
	add_cell(table, title, 'l', text_string(&cell));
	add_value(table, key, type, values);
}

void table_strings(struct table *table, const char *title, const char *key,
		   const char *values)
{
	add_list(table, title, key, TABLE_STRINGS, values);
}

void table_numbers(struct table *table, const char *title, const char *key,
		   const char *values)
{
	add_list(table, title, key, TABLE_NUMBERS, values);
}

void table_format(struct table *table, const char *title, const char *format,
		  ...)
{
	char cell[80];
	va_list args;

	va_start(args, format);
	vsnprintf(cell, sizeof cell, format, args);
	va_end(args);
	add_cell(table, title, 'r', cell);
}

/* ### for people */

static void find_widths(const struct table *table, int *width)
{
	const char *end = text_end(&table->cells);
	int column = 0;

	for (const char *c = table->cells.bytes; c < end; c += strlen(c) + 1) {
		int own = printable_width(c), cut = table->cut[column];

		own = cut > 0 && own > cut ? cut : own;
		width[column] = own > width[column] ? own : width[column];
		column = (column + 1) % table->titles;
	}
	assert(column == 0);
}

int table_columns_within(const struct table *table, int gap, int columns)
{
	int width[TABLE_COLUMNS_MAX] = {0}, sum = -gap, count = 0;

	find_widths(table, width);
	while (count < table->titles &&
	       (sum += gap + width[count]) <= columns)
		count++;
	return count;
}

int table_width(const struct table *table, int gap)
{
	int width[TABLE_COLUMNS_MAX] = {0}, sum = -gap;

	find_widths(table, width);
	for (int column = 0; column < table->titles; column++)
		sum += table->hidden[column] ? 0 : gap + width[column];
	return sum;
}

void table_text(const struct table *table, int gap, struct text *out)
{
	const char *end = text_end(&table->cells);
	int width[TABLE_COLUMNS_MAX] = {0}, column = 0;

	find_widths(table, width);
	for (const char *c = table->cells.bytes; c < end; c += strlen(c) + 1) {
		if (!table->hidden[column]) {
			printable_cell(out, c, width[column],
				       table->align[column] == 'r');
			text_printf(out, "%*s", gap, "");
		}
		column = (column + 1) % table->titles;
		if (column > 0)
			continue;
		while (out->bytes[out->length - 1] == ' ')
			out->length--;
		text_byte(out, '\n');
	}
}

/* The column with that title, or -1. */
static int find_column(const struct table *table, const char *title)
{
	const char *cell = table->cells.bytes;

	for (int column = 0; column < table->titles; column++) {
		if (strcmp(cell, title) == 0)
			return column;
		cell += strlen(cell) + 1;
	}
	return -1;
}

void table_fit(struct table *table, const char *const *spare, int always,
	       int wanted)
{
	enum { NAME_MIN = sizeof "entrant" - 1 };
	const int name = find_column(table, "entrant");
	int width[TABLE_COLUMNS_MAX] = {0}, left;

	while (spare[table->left_out] != NULL &&
	       (table->left_out < always ||
		(wanted > 0 && table_width(table, 2) > wanted)))
		table->hidden[find_column(table, spare[table->left_out++])] =
			true;
	if (wanted == 0 || table_width(table, 2) <= wanted)
		return;
	find_widths(table, width);
	left = width[name] + wanted - table_width(table, 2);
	table->cut[name] = left > NAME_MIN ? left : NAME_MIN;
}

void table_fit_note(const struct table *table, const char *const *spare,
		    int wanted, struct text *out)
{
	if (table->left_out == 0)
		return;
	text_printf(out, "left out, to fit %d columns:", wanted);
	for (int i = 0; i < table->left_out; i++)
		text_printf(out, "%s %s", i > 0 ? "," : "", spare[i]);
	text_printf(out, "%s\n", table->cut[find_column(table, "entrant")] > 0 ?
		    ", the ends of names" : "");
}

/* ### for programs */

static void csv_value(enum table_type type, const char *value, struct text *out)
{
	OWNED(text) struct text joined = {0};

	if (type == TABLE_STRINGS || type == TABLE_NUMBERS) {
		join(&joined, value, "|");
		value = text_string(&joined);
	}
	csv_field(out, value);
}

void table_csv(struct table *table, struct text *out)
{
	const char *value = table->values.bytes;
	const char *end = text_end(&table->values);

	for (int i = 0; i < table->keys && !table->has_header; i++)
		text_printf(out, "%s%s", table->key[i],
			    i + 1 < table->keys ? "," : "\n");
	table->has_header = true;
	while (value < end) {
		for (int i = 0; i < table->keys; i++) {
			assert(value < end);
			csv_value(table->type[i], value, out);
			text_byte(out, i + 1 < table->keys ? ',' : '\n');
			value += strlen(value) + 1;
		}
	}
	text_clear(&table->values);
}

static void json_list(enum table_type type, const char *values,
		      struct json_writer *w)
{
	json_open(w, '[');
	while (*values != '\0') {
		size_t length = strcspn(values, (char[]){ TABLE_LIST, '\0' });

		if (type == TABLE_STRINGS)
			json_string_bytes(w, values, length);
		else
			json_raw(w, values, length);
		values += length + (values[length] == TABLE_LIST);
	}
	json_close(w, ']');
}

static void json_value(enum table_type type, const char *value,
		       struct json_writer *w)
{
	if (type == TABLE_STRINGS || type == TABLE_NUMBERS)
		json_list(type, value, w);
	else if (type == TABLE_STRING)
		json_string(w, value);
	else if (*value == '\0')
		json_null(w);
	else
		json_raw(w, value, strlen(value));
}

void table_json(struct table *table, struct json_writer *w)
{
	const char *value = table->values.bytes;
	const char *end = text_end(&table->values);

	json_open(w, '[');
	while (value < end) {
		json_open(w, '{');
		for (int i = 0; i < table->keys; i++) {
			assert(value < end);
			json_key(w, table->key[i]);
			json_value(table->type[i], value, w);
			value += strlen(value) + 1;
		}
		json_close(w, '}');
	}
	json_close(w, ']');
	text_clear(&table->values);
}

void table_show(struct table *table, int gap, enum report_form form,
		struct text *out)
{
	struct json_writer w = {0};

	if (form == REPORT_TEXT) {
		table_text(table, gap, out);
	} else if (form == REPORT_CSV) {
		table_csv(table, out);
	} else {
		table_json(table, &w);
		text_append(out, w.out.bytes, w.out.length);
		text_release(&w.out);
	}
}

void table_release(struct table *table)
{
	text_release(&table->cells);
	text_release(&table->values);
	*table = (struct table){0};
}
