/*
 * table.h - a table, described once: aligned columns for people, CSV and JSON.
 *
 * A column has a title, for people, or a key, for programs, or both.  Rows are
 * added by one function of the caller, which calls it a first time to name the
 * columns: the first row's values do not count.
 *
 *	static void add_entrant(struct table *table, const struct entrant *e)
 *	{
 *		table_row(table);
 *		table_string(table, "entrant", "entrant", e->name);
 *		table_real(table, "Elo", "elo", e->elo, 1);
 *		table_int(table, NULL, "games", e->games);
 *	}
 */
#ifndef TOURNAMENTS_REPORT_TABLE_H
#define TOURNAMENTS_REPORT_TABLE_H

#include "base/json_write.h"
#include "base/text.h"
#include "tournaments/report/report_options.h"

enum { TABLE_COLUMNS_MAX = 32 };        /* with a title, and with a key */

enum table_type { TABLE_NUMBER, TABLE_STRING, TABLE_STRINGS, TABLE_NUMBERS };

/* All zeroes is an empty table. */
struct table {
	int rows;                       /* with the one of the names */
	/* For people: the align of each column, l(eft) or r(ight), and the
	   cells, row by row, each ended by a NUL; titles first. */
	char align[TABLE_COLUMNS_MAX];
	int titles;
	struct text cells;
	/* For programs: the values of rows that were not written yet. */
	const char *key[TABLE_COLUMNS_MAX];
	enum table_type type[TABLE_COLUMNS_MAX];
	int keys;
	struct text values;
	bool has_header;                /* of CSV */
};

/* Begins a row. */
void table_row(struct table *table);

/*
 * The row's next cell.  `title` is copied, `key` borrowed; NULL leaves the
 * column out, in all rows alike.
 */
void table_int(struct table *table, const char *title, const char *key,
	       long long value);

/* The same where 0 is none: "-" for people, empty in CSV, null in JSON. */
void table_int_or_none(struct table *table, const char *title,
		       const char *key, long long value);

/* With `places` for people and 6 for programs; NAN is none.  What is signed
   has a + for people. */
void table_real(struct table *table, const char *title, const char *key,
		double value, int places);
void table_signed(struct table *table, const char *title, const char *key,
		  double value, int places);

void table_string(struct table *table, const char *title, const char *key,
		  const char *value);

/*
 * Several values of a cell, which TABLE_LIST separates: " - " for people, "|"
 * in CSV, a list in JSON, of strings or else of numbers.
 */
#define TABLE_LIST '\x1f'
void table_strings(struct table *table, const char *title, const char *key,
		   const char *values);
void table_numbers(struct table *table, const char *title, const char *key,
		   const char *values);

/* For people only, to the right. */
void table_format(struct table *table, const char *title, const char *format,
		  ...) __attribute__((format(printf, 3, 4)));

/*
 * Appends all rows below the titles, columns as wide as their widest cell and
 * `gap` spaces apart, no spaces at the ends of lines.
 */
void table_text(const struct table *table, int gap, struct text *out);

/* Columns that its widest line can take. */
int table_width(const struct table *table, int gap);

/* The rows since the last call, as RFC 4180 has them; the first time with the
   line of keys. */
void table_csv(struct table *table, struct text *out);

/* The rows since the last call, as a list of objects. */
void table_json(struct table *table, struct json_writer *w);

/* All of it in one of these forms; JSON is a list. */
void table_show(struct table *table, int gap, enum report_form form,
		struct text *out);

/* Frees; safe twice. */
void table_release(struct table *table);

#endif
