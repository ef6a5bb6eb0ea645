/*
 * standings_show.c - standings and the crosstable as text, as CSV and as JSON.
 */
#include "tournaments/report/standings_show.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tournaments/report/bracket_show.h"
#include "tournaments/report/table.h"
#include "tournaments/tables/book_games.h"

static const struct {
	const char *title, *key;
} tie_names[TIE_WINS] = {
	[TIE_DIRECT] = { "direct", "direct" },
	[TIE_SONNEBORN] = { "S-B", "sonneborn_berger" },
	[TIE_BUCHHOLZ] = { "Buchholz", "buchholz" }
};

static double tie_of(const struct standings_row *row, enum tie_break rule)
{
	return (ldexp((double)row->tie[rule].high, 64) +
		(double)row->tie[rule].low) / STANDINGS_TIE_UNIT;
}

/* What a table is made from, and which optional columns it has. */
struct standings_source {
	const struct standings *standings;
	const char *const *name;
	const uint64_t *faults;
	bool byes, by_seed;
};

static void add_row(struct table *table, const struct standings_source *source,
		    const struct standings_row *row)
{
	const struct standings *standings = source->standings;
	bool bracket = standings->bracket;
	double points = (double)row->points / GAME_POINTS;

	table_row(table);
	table_int(table, "place", "place", row->place);
	table_string(table, "entrant", "entrant", source->name[row->entrant]);
	table_real(table, bracket ? NULL : "points", "points",
		   bracket ? NAN : points, 2);
	table_int(table, "matches", "matches", row->matches);
	table_int(table, "W", "wins", row->wins);
	table_int(table, "D", "draws", row->draws);
	table_int(table, "L", "losses", row->losses);
	table_int(table, source->byes ? "byes" : NULL, "byes", row->byes);
	table_int(table, source->by_seed ? "by seed" : NULL, NULL,
		  row->by_seed);
	/* For people, the tie-breaks that count, in their order.  Wins have
	   their column anyway. */
	for (int i = 0; i < standings->order_count; i++)
		if (standings->order[i] != TIE_WINS)
			table_real(table, tie_names[standings->order[i]].title,
				   NULL, tie_of(row, standings->order[i]), 2);
	for (enum tie_break rule = 0; rule < TIE_WINS; rule++)
		table_real(table, NULL, tie_names[rule].key,
			   bracket ? NAN : tie_of(row, rule), 2);
	table_int(table, NULL, "by_seed", row->by_seed);
	if (source->faults != NULL)
		table_int(table, "faults", "faults",
			  (long long)source->faults[row->entrant]);
	else
		table_int_or_none(table, NULL, "faults", 0);
}

void standings_show(const struct standings *standings,
		    const char *const *name, const uint64_t *faults,
		    enum report_form form, struct text *out)
{
	struct standings_source source = {
		standings, name, faults, false, false };
	static const struct standings_row names;
	OWNED(table) struct table table = {0};

	for (int i = 0; i < standings->count; i++) {
		source.byes |= standings->list[i].byes > 0;
		source.by_seed |= standings->list[i].by_seed > 0;
	}
	add_row(&table, &source, &names);
	for (int i = 0; i < standings->count; i++)
		add_row(&table, &source, &standings->list[i]);
	table_show(&table, 2, form, out);
}

void standings_show_record(const struct record *record, enum points_kind kind,
			   enum report_form form, struct text *out)
{
	AUTOFREE const char **names = book_games_names(record);
	AUTOFREE uint64_t *faults = book_games_faults(record);
	OWNED(standings) struct standings standings = {0};

	book_games_standings(record, kind, &standings);
	standings_show(&standings, names, faults, form, out);
	if (form == REPORT_TEXT && bracket_show_has(record)) {
		text_byte(out, '\n');
		bracket_show_text(record, 80, 0, out);
	}
}

void standings_show_object(const struct record *record, enum points_kind kind,
			   struct text *out)
{
	struct json_writer w = { .out = *out };

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_string(&w, "id", record->tournament.manifest.id);
	json_put_bool(&w, "closed", record->book.closed);
	json_key(&w, "standings");
	standings_show_record(record, kind, REPORT_JSON, &w.out);
	text_add(&w.out, "}\n");
	*out = w.out;
}

/* ### crosstable_show: everyone against everyone */

enum {
	MATRIX_WIDTH = 80,      /* columns that a terminal has */
	SHOWN_MAX = 20          /* rows of a matrix for people */
};

static const char *name_of(const struct standings *standings,
			   const char *const *name, int row)
{
	return name[standings->list[row].entrant];
}

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

/* Rows and columns have numbers, the name follows its row.  Points that do not
   fit into MATRIX_WIDTH are not added; returns whether it was. */
static bool add_matrix(const struct matrix *matrix, struct text *out)
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
	if (!matrix->percent && table_width(&table, 2) > MATRIX_WIDTH)
		return false;
	text_add(out, matrix->percent ?
		 "percent of the points, row against column\n" :
		 "points/games, row against column\n");
	table_text(&table, matrix->percent ? 1 : 2, out);
	return true;
}

static void matrix_show(const struct crosstable *crosstable,
			const struct standings *standings,
			const char *const *name, struct text *out)
{
	struct matrix matrix = { .standings = standings, .name = name,
		.sides = crosstable->list,
		.end = crosstable->list + crosstable->count,
		.shown = standings->count < SHOWN_MAX ? standings->count :
			SHOWN_MAX };

	if (!add_matrix(&matrix, out)) {
		matrix.percent = true;
		add_matrix(&matrix, out);
	}
	if (matrix.shown < standings->count)
		text_printf(out, "the first %d of %d; CSV and JSON have all\n",
			    matrix.shown, standings->count);
}

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
		matrix_show(crosstable, standings, name, out);
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
