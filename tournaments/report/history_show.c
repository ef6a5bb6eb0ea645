/*
 * history_show.c - the course of a ladder as text, as CSV and as JSON.
 */
#include <math.h>

#include "base/decimal.h"
#include "base/printable.h"
#include "tournaments/rating/history.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/report/text_table.h"

enum { TEXT_POINTS = 4 };

static void add_name(struct text *name, const struct ladder *ladder, int i,
		     enum name_use use)
{
	text_clear(name);
	ladder_name(ladder, i, use, name);
}

/* ### text */

/* The point of a column, from 0: evenly spaced, the last one is the end. */
static int point_of(const struct history *history, int column, int columns)
{
	return (column + 1) * history->count / columns - 1;
}

static void add_cell(struct table *table, const struct ladder_row *row)
{
	char elo[DECIMAL_SIZE], error[DECIMAL_SIZE];

	if (row->pool < 0)
		table_cell(table, "-");
	else if (isnan(row->err95))
		table_cell(table, "%s", decimal(elo, row->elo, 1, true));
	else
		table_cell(table, "%s +- %s", decimal(elo, row->elo, 1, true),
			   decimal(error, row->err95, 1, false));
}

void history_show_text(const struct history *history,
		       const struct ladder *ladder, struct text *out)
{
	static const char *const aligns[TEXT_POINTS + 1] = {
		"l", "lr", "lrr", "lrrr", "lrrrr"
	};
	int columns = history->count < TEXT_POINTS ? history->count
						   : TEXT_POINTS;
	struct table table = { .align = aligns[columns], .gap = 2 };
	struct text name = {0};

	table_cell(&table, "entrant");
	for (int c = 0; c < columns; c++)
		table_cell(&table, "after match %ld", history->points
			   [point_of(history, c, columns)].matches);
	for (int k = 0; k < ladder->count - ladder->unrated; k++) {
		int i = ladder->order[k];

		add_name(&name, ladder, i, NAME_SHOWN);
		table_cell(&table, "%s", text_string(&name));
		for (int c = 0; c < columns; c++)
			add_cell(&table, &history->points[point_of(
				history, c, columns)].rows[i]);
	}
	text_printf(out, "%s: each column is a fit of\nthe games until then; "
		    "--csv and --json have all of its %d points\n\n",
		    HISTORY_LABEL, history->count);
	table_text(&table, out);
	table_release(&table);
	text_release(&name);
}

/* ### files */

static const char *real(char buffer[DECIMAL_SIZE], double value)
{
	return isnan(value) ? "" : decimal(buffer, value, 6, false);
}

void history_show_csv(const struct history *history,
		      const struct ladder *ladder, struct text *out)
{
	char elo[DECIMAL_SIZE], error[DECIMAL_SIZE], se[DECIMAL_SIZE];
	struct text name = {0};

	text_add(out, "matches,games,blocks,pool,rank,entrant,elo,err95,se,"
		 "mark\n");
	for (int p = 0; p < history->count; p++) {
		const struct history_point *point = &history->points[p];

		for (int k = 0; k < ladder->count; k++) {
			int i = ladder->order[k];
			const struct ladder_row *row = &point->rows[i];

			if (row->pool < 0)
				continue;
			text_printf(out, "%ld,%ld,%ld,%d,%d,", point->matches,
				    point->games, point->blocks,
				    row->pool + 1, row->rank);
			add_name(&name, ladder, i, NAME_WHOLE);
			csv_add(out, text_string(&name));
			text_printf(out, ",%s,%s,%s,", real(elo, row->elo),
				    real(error, row->err95),
				    real(se, row->se));
			ladder_mark(row, out);
			text_byte(out, '\n');
		}
	}
	text_release(&name);
}

static void put_row(struct json_writer *w, const struct ladder *ladder, int i,
		    const struct ladder_row *row)
{
	struct text text = {0};

	json_open(w, '{');
	json_put_int(w, "pool", row->pool + 1);
	json_put_int(w, "rank", row->rank);
	add_name(&text, ladder, i, NAME_WHOLE);
	json_put_string(w, "entrant", text_string(&text));
	json_put_decimal(w, "elo", row->elo);
	json_put_decimal(w, "err95", row->err95);
	json_put_decimal(w, "se", row->se);
	text_clear(&text);
	ladder_mark(row, &text);
	json_put_string(w, "mark", text_string(&text));
	json_close(w, '}');
	text_release(&text);
}

void history_show_json(const struct history *history,
		       const struct ladder *ladder, const char *game,
		       struct text *out)
{
	struct json_writer w = { .out = *out };

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_word(&w, "label", HISTORY_LABEL);
	json_key(&w, "game");
	json_string(&w, game);
	json_key(&w, "points");
	json_open(&w, '[');
	for (int p = 0; p < history->count; p++) {
		const struct history_point *point = &history->points[p];

		json_open(&w, '{');
		json_put_int(&w, "matches", point->matches);
		json_put_int(&w, "games", point->games);
		json_put_int(&w, "blocks", point->blocks);
		json_key(&w, "entrants");
		json_open(&w, '[');
		for (int k = 0; k < ladder->count; k++) {
			int i = ladder->order[k];

			if (point->rows[i].pool >= 0)
				put_row(&w, ladder, i, &point->rows[i]);
		}
		json_close(&w, ']');
		json_close(&w, '}');
	}
	json_close(&w, ']');
	json_close(&w, '}');
	*out = w.out;
	text_byte(out, '\n');
}
