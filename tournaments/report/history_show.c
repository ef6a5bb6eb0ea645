/*
 * history_show.c - the course of a ladder as text, as CSV and as JSON.
 */
#include "tournaments/report/history_show.h"

#include <math.h>

#include "base/json_write.h"
#include "tournaments/report/ladder_label.h"

/* ### text */

static void add_cell(struct table *table, const char *title,
		     const struct ladder_row *row)
{
	char elo[DECIMAL_SIZE], error[DECIMAL_SIZE];

	decimal(elo, row->elo, 1, true);
	if (row->pool < 0)
		table_format(table, title, "-");
	else if (isnan(row->err95))
		table_format(table, title, "%s", elo);
	else
		table_format(table, title, "%s +- %s", elo,
			     decimal(error, row->err95, 1, false));
}

static void show_text(const struct history *history,
		      const struct ladder *ladder, struct text *out)
{
	OWNED(table) struct table table = {0};
	OWNED(text) struct text name = {0}, title = {0};

	for (int k = -1; k < ladder_label_rated(ladder); k++) {
		int i = k < 0 ? 0 : ladder->order[k];

		text_clear(&name);
		ladder_label_name(ladder, i, LADDER_LABEL_WHOLE, &name);
		table_row(&table);
		table_string(&table, "entrant", NULL, text_string(&name));
		for (int c = 0; c < history_columns(history); c++) {
			const struct history_point *point = &history->points
				[history_point_of(history, c)];

			text_clear(&title);
			text_printf(&title, "after match %ld", point->matches);
			add_cell(&table, text_string(&title), &point->rows[i]);
		}
	}
	text_printf(out, "%s: each column is a fit of\nthe games until then; "
		    "--csv and --json have all of its %d points\n\n",
		    HISTORY_LABEL, history->count);
	table_text(&table, 2, out);
}

/* ### files */

/* For the first row, which names the columns. */
static const struct ladder_row unnamed = { .mark = ' ' };
static const struct history_point names = { .rows = &unnamed };

/* CSV repeats the point's counts on every line; JSON has them once. */
static void add_row(struct table *table, const struct ladder *ladder, int i,
		    const struct history_point *point, bool csv)
{
	const struct ladder_row *row = &point->rows[i];
	OWNED(text) struct text name = {0}, mark = {0};

	ladder_label_name(ladder, i, LADDER_LABEL_WHOLE, &name);
	ladder_label_mark(row, &mark);
	table_row(table);
	if (csv) {
		table_int(table, NULL, "matches", point->matches);
		table_int(table, NULL, "games", point->games);
		table_int(table, NULL, "blocks", point->blocks);
	}
	table_int(table, NULL, "pool", row->pool + 1);
	table_int(table, NULL, "rank", row->rank);
	table_string(table, NULL, "entrant", text_string(&name));
	table_real(table, NULL, "elo", row->elo, 6);
	table_real(table, NULL, "err95", row->err95, 6);
	table_real(table, NULL, "se", row->se, 6);
	table_string(table, NULL, "mark", text_string(&mark));
}

/* Adds the entrants rated at a point. */
static void add_rows(struct table *table, const struct ladder *ladder,
		     const struct history_point *point, bool csv)
{
	for (int k = 0; k < ladder->count; k++)
		if (point->rows[ladder->order[k]].pool >= 0)
			add_row(table, ladder, ladder->order[k], point, csv);
}

static void show_csv(const struct history *history,
		     const struct ladder *ladder, struct text *out)
{
	OWNED(table) struct table table = {0};

	add_row(&table, ladder, 0, &names, true);
	for (int p = 0; p < history->count; p++)
		add_rows(&table, ladder, &history->points[p], true);
	table_csv(&table, out);
}

static void show_json(const struct history *history,
		      const struct ladder *ladder, const char *game,
		      struct text *out)
{
	struct json_writer w = { .out = *out };
	OWNED(table) struct table table = {0};

	add_row(&table, ladder, 0, &names, false);
	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_word(&w, "label", HISTORY_LABEL);
	json_put_string(&w, "game", game);
	json_put_open(&w, "points", '[');
	for (int p = 0; p < history->count; p++) {
		const struct history_point *point = &history->points[p];

		json_open(&w, '{');
		json_put_int(&w, "matches", point->matches);
		json_put_int(&w, "games", point->games);
		json_put_int(&w, "blocks", point->blocks);
		json_key(&w, "entrants");
		add_rows(&table, ladder, point, false);
		table_json(&table, &w);
		json_close(&w, '}');
	}
	json_close(&w, ']');
	json_close(&w, '}');
	*out = w.out;
	text_byte(out, '\n');
}

void history_show(const struct history *history, const struct ladder *ladder,
		  const char *game, enum report_form form, struct text *out)
{
	if (form == REPORT_TEXT)
		show_text(history, ladder, out);
	else if (form == REPORT_CSV)
		show_csv(history, ladder, out);
	else
		show_json(history, ladder, game, out);
}
