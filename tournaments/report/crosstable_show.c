/*
 * crosstable_show.c - everyone against everyone as a matrix for people, as CSV
 * and as JSON.
 */
#include "tournaments/report/crosstable_show.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tournaments/report/table.h"
#include "tournaments/tables/book_games.h"

enum {
	WIDTH = 80,             /* columns that a terminal has */
	SHOWN_MAX = 20          /* rows of a matrix for people */
};

static const char *name_of(const struct standings *standings,
			   const char *const *name, int row)
{
	return name[standings->list[row].entrant];
}

/* ### text */

struct matrix {
	const struct standings *standings;
	const char *const *name;
	const struct crosstable_side *sides, *end;
	int shown;              /* rows and columns */
	bool percent;           /* instead of points/games */
};

static void add_cell(struct table *table, const struct matrix *matrix,
		     const struct crosstable_side *side, int row, int column)
{
	char title[16];

	snprintf(title, sizeof title, "%d", column + 1);
	if (side == matrix->end || side->row != row || side->column != column)
		table_format(table, title, "%s", row == column ? "*" : ".");
	else if (matrix->percent)
		table_format(table, title, "%.0f", 50.0 *
			     (double)crosstable_halves(side) /
			     (double)side->games);
	else
		table_format(table, title, "%" PRIu64 "%s/%" PRIu64,
			     crosstable_halves(side) / 2,
			     side->draws % 2 == 1 ? ".5" : "", side->games);
}

/* Rows and columns have numbers, the name follows its row. */
static void matrix_text(const struct matrix *matrix, struct text *out)
{
	const struct crosstable_side *side = matrix->sides;
	OWNED(table) struct table table = {0};

	for (int row = -1; row < matrix->shown; row++) {
		table_row(&table);
		table_int(&table, "", NULL, row + 1);
		for (int column = 0; column < matrix->shown; column++) {
			while (side < matrix->end && (side->row < row ||
			       (side->row == row && side->column < column)))
				side++;
			add_cell(&table, matrix, side, row, column);
		}
		table_string(&table, "", NULL, row < 0 ? "" :
			     name_of(matrix->standings, matrix->name, row));
	}
	text_add(out, matrix->percent ?
		 "percent of the points, row against column\n" :
		 "points/games, row against column\n");
	table_text(&table, matrix->percent ? 1 : 2, out);
}

static size_t widest_line(const struct text *text)
{
	size_t widest = 0, width = 0;

	for (size_t i = 0; i < text->length; i++) {
		width = text->bytes[i] == '\n' ? 0 : width + 1;
		if (width > widest)
			widest = width;
	}
	return widest;
}

static void show_text(const struct crosstable *crosstable,
		      const struct standings *standings,
		      const char *const *name, struct text *out)
{
	struct matrix matrix = { .standings = standings, .name = name,
		.sides = crosstable->list,
		.end = crosstable->list + crosstable->count,
		.shown = standings->count < SHOWN_MAX ? standings->count :
			SHOWN_MAX };
	OWNED(text) struct text tried = {0};

	matrix_text(&matrix, &tried);
	if (widest_line(&tried) > WIDTH) {
		text_clear(&tried);
		matrix.percent = true;
		matrix_text(&matrix, &tried);
	}
	text_append(out, tried.bytes, tried.length);
	if (matrix.shown < standings->count)
		text_printf(out, "the first %d of %d; CSV and JSON have all\n",
			    matrix.shown, standings->count);
}

/* ### CSV and JSON */

static void show_list(const struct crosstable *crosstable,
		      const struct standings *standings,
		      const char *const *name, enum report_form form,
		      struct text *out)
{
	static const struct crosstable_side names;
	OWNED(table) struct table table = {0};

	for (size_t i = 0; i <= crosstable->count; i++) {
		const struct crosstable_side *side = i == 0 ? &names :
			&crosstable->list[i - 1];

		table_row(&table);
		table_string(&table, NULL, "entrant",
			     name_of(standings, name, side->row));
		table_string(&table, NULL, "opponent",
			     name_of(standings, name, side->column));
		table_real(&table, NULL, "points",
			   (double)crosstable_halves(side) / 2, 6);
		table_int(&table, NULL, "games", (long long)side->games);
		table_int(&table, NULL, "wins", (long long)side->wins);
		table_int(&table, NULL, "draws", (long long)side->draws);
		table_int(&table, NULL, "losses", (long long)(side->games -
			  side->wins - side->draws));
	}
	table_show(&table, 2, form, out);
}

void crosstable_show(struct crosstable *crosstable,
		     const struct standings *standings, const char *const *name,
		     enum report_form form, struct text *out)
{
	crosstable_order(crosstable, standings);
	if (form == REPORT_TEXT)
		show_text(crosstable, standings, name, out);
	else
		show_list(crosstable, standings, name, form, out);
}

void crosstable_show_record(const struct record *record, enum report_form form,
			    struct text *out)
{
	AUTOFREE const char **names = book_games_names(record);
	OWNED(standings) struct standings standings = {0};
	OWNED(crosstable) struct crosstable table = {0};
	struct json_writer w = { .out = *out };

	book_games_standings(record, POINTS_NORMAL, &standings);
	book_games_crosstable(record, &table);
	if (form == REPORT_JSON) {
		json_open(&w, '{');
		json_put_int(&w, "v", 1);
		json_put_string(&w, "id", record->tournament.manifest.id);
		json_key(&w, "crosstable");
	}
	crosstable_show(&table, &standings, names, form, &w.out);
	if (form == REPORT_JSON)
		text_add(&w.out, "}\n");
	*out = w.out;
}
