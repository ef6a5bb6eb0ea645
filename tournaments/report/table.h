/*
 * table.h - a table, described once: aligned columns for people, CSV and JSON.
 *
 * A column has a title, for people, or a key, for programs, or both.  The
 * caller has one function that adds a row, and calls it once more at first, to
 * name the columns: the values of that first row are ignored.
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
#include "base/options.h"
#include "base/text.h"

/* The three forms in which every table can be printed. */
enum report_form { REPORT_TEXT, REPORT_CSV, REPORT_JSON };

/* Rows of an option table; `member` is the enum report_form in `type`. */
#define REPORT_OPTIONS(type, member) \
	{ "--csv", NULL, "print as CSV, for spreadsheets", \
		OPTIONS_SET(type, member, REPORT_CSV) }, \
	{ "--json", NULL, "print as JSON, for programs", \
		OPTIONS_SET(type, member, REPORT_JSON) }

enum { TABLE_COLUMNS_MAX = 32 };        /* with a title; and as many with a
					   key */

enum table_type { TABLE_NUMBER, TABLE_STRING, TABLE_STRINGS, TABLE_NUMBERS };

/* All zeroes is an empty table. */
struct table {
	int rows;                       /* including the row of names */
	/* For people: the alignment of each column, l(eft) or r(ight), and the
	   cells, row by row, each ended by a NUL; titles first. */
	char align[TABLE_COLUMNS_MAX];
	int titles;
	struct text cells;
	int left_out;                   /* by table_fit: columns, */
	bool hidden[TABLE_COLUMNS_MAX];         /* which ones, */
	int cut[TABLE_COLUMNS_MAX];     /* and the width of others; 0: all */
	/* For programs: the values of rows not written yet. */
	const char *key[TABLE_COLUMNS_MAX];
	enum table_type type[TABLE_COLUMNS_MAX];
	int keys;
	struct text values;
	bool has_header;                /* the line of CSV keys was written */
};

/* Begins a row. */
void table_row(struct table *table);

/*
 * The row's next cell.  `title` is copied, `key` borrowed; if one is NULL, in
 * every row, that form leaves the column out.
 */
void table_int(struct table *table, const char *title, const char *key,
	       long long value);

/* The same, but 0 means none: "-" for people, empty in CSV, null in JSON. */
void table_int_or_none(struct table *table, const char *title,
		       const char *key, long long value);

/* With `places` decimals for people and 6 for programs; NAN means none.
   table_signed prints a + for people. */
void table_real(struct table *table, const char *title, const char *key,
		double value, int places);
void table_signed(struct table *table, const char *title, const char *key,
		  double value, int places);

/* People see it as foreign text (printable.h). */
void table_string(struct table *table, const char *title, const char *key,
		  const char *value);

/*
 * A cell with several values, separated in `values` by TABLE_LIST: printed with
 * " - " for people, with "|" in CSV, and as a list of strings or numbers in
 * JSON.
 */
#define TABLE_LIST '\x1f'
void table_strings(struct table *table, const char *title, const char *key,
		   const char *values);
void table_numbers(struct table *table, const char *title, const char *key,
		   const char *values);

/* For people only, right-aligned; at most 79 bytes. */
void table_format(struct table *table, const char *title, const char *format,
		  ...) __attribute__((format(printf, 3, 4)));

/* Appends the titles and all rows: columns as wide as their widest cell and
   `gap` spaces apart, no spaces at the ends of lines. */
void table_text(const struct table *table, int gap, struct text *out);

/* The width of table_text, before spaces at the ends of lines are cut. */
int table_width(const struct table *table, int gap);

/* How many of its first columns are together no wider than `columns`. */
int table_columns_within(const struct table *table, int gap, int columns);

/* Appends the rows since the last call, quoted as in RFC 4180; the first time
   after a line of keys. */
void table_csv(struct table *table, struct text *out);

/* Puts the rows since the last call, as a list of objects. */
void table_json(struct table *table, struct json_writer *w);

/* Appends the table in one of these forms; JSON is a list. */
void table_show(struct table *table, int gap, enum report_form form,
		struct text *out);

/* Frees; safe twice. */
void table_release(struct table *table);

/* ### as many columns as a terminal has */

/*
 * Fits the table for people into `wanted` columns (0: no limit): leaves out the
 * columns with the titles `spare`, which NULL ends, the first `always` in any
 * case and the others one by one, then cuts the column "entrant" as far as
 * needed.  It may still be wider.
 */
void table_fit(struct table *table, const char *const *spare, int always,
	       int wanted);

/* A line that says what table_fit left out for the width, or nothing. */
void table_fit_note(const struct table *table, const char *const *spare,
		    int wanted, struct text *out);

#endif
