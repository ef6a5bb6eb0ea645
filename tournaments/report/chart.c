/*
 * chart.c - a ladder as a drawing: heading, ratings, notes.
 */
#include "tournaments/report/chart.h"

#include <math.h>
#include <stdio.h>

#include "base/decimal.h"
#include "base/printable.h"
#include "tournaments/report/axis.h"
#include "tournaments/report/chart_lines.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/report/ladder_show.h"
#include "tournaments/report/svg.h"

enum {
	NAME_COLUMNS = 30,      /* at most */
	ROW = 20,
	TYPE = 13,
	NOTE_COLUMNS = 125
};

/* The palette of Okabe and Ito, distinguishable by the colour-blind too. */
static const char ink[] = "#222222", faint[] = "#555555", grid[] = "#dddddd",
	stripe[] = "#f4f6f8", blue[] = "#0072b2", vermilion[] = "#d55e00";

static int drawn(const struct ladder *ladder)
{
	int rated = ladder_label_rated(ladder);

	return rated < CHART_ROWS_MAX ? rated : CHART_ROWS_MAX;
}

/* ### ratings */

/* The positions of the parts of the rows. */
struct chart_rows {
	const struct ladder *ladder;
	struct axis axis;
	double rank, name, value;       /* x */
	double top, bottom;
};

static void spread(const struct ladder *ladder, double *low, double *high)
{
	*low = *high = 0;
	for (int k = 0; k < drawn(ladder); k++) {
		const struct ladder_row *row =
			&ladder->rows[ladder->order[k]];
		double error = isnan(row->err95) ? 0 : row->err95;

		if (k == 0)
			*low = *high = row->elo;
		*low = fmin(*low, row->elo - error);
		*high = fmax(*high, row->elo + error);
	}
}

static int widest_name(const struct ladder *ladder)
{
	struct text name = {0};
	int widest = 0;

	for (int k = 0; k < drawn(ladder); k++) {
		int width;

		text_clear(&name);
		ladder_label_name(ladder, ladder->order[k],
				  LADDER_LABEL_ESCAPED, &name);
		width = printable_width(text_string(&name));
		widest = width > widest ? width : widest;
	}
	text_release(&name);
	return widest < NAME_COLUMNS ? widest : NAME_COLUMNS;
}

static struct chart_rows place_rows(const struct ladder *ladder, double y)
{
	double column = TYPE * SVG_COLUMN, low, high;
	struct chart_rows rows = { .ladder = ladder };

	rows.rank = CHART_MARGIN + 4 * column;
	rows.name = rows.rank + column;
	rows.value = CHART_WIDTH - CHART_MARGIN - 19 * column;
	rows.top = y + 1.5 * ROW;
	rows.bottom = rows.top + ROW * (drawn(ladder) +
		(ladder->pool_count > 1 ? ladder->pool_count : 0));
	spread(ladder, &low, &high);
	rows.axis = axis_make(low, high, 10, 1, rows.name + 4 * column +
			      column * widest_name(ladder),
			      rows.value - 3 * column);
	return rows;
}

static void draw_grid(const struct chart_rows *rows, struct text *body)
{
	const struct svg_pen thin = { grid, 1 }, zero = { "#999999", 1 };
	const struct svg_type type = { 12, faint, 'm', false, false };
	char digits[DECIMAL_SIZE];

	for (int t = 0; t < axis_ticks(&rows->axis); t++) {
		double value = axis_tick(&rows->axis, t);
		double x = axis_place(&rows->axis, value);

		svg_line(body, x, rows->top - 4, x, rows->bottom + 4,
			 value == 0 ? &zero : &thin);
		decimal(digits, value, 0, value != 0);
		svg_text(body, x, rows->top - 9, &type, digits);
		svg_text(body, x, rows->bottom + 18, &type, digits);
	}
}

/* An error bar, with the rating as a disc on it: hollow if the rating depends
   on the prior or has few blocks. */
static void draw_bar(const struct chart_rows *rows,
		     const struct ladder_row *row, double y, struct text *body)
{
	const char *colour = row->mark == ' ' ? blue : vermilion;
	const struct svg_pen pen = { colour, 1.6 };
	double x = axis_place(&rows->axis, row->elo);

	if (!isnan(row->err95)) {
		double low = axis_place(&rows->axis, row->elo - row->err95);
		double high = axis_place(&rows->axis, row->elo + row->err95);

		svg_line(body, low, y, high, y, &pen);
		svg_line(body, low, y - 4, low, y + 4, &pen);
		svg_line(body, high, y - 4, high, y + 4, &pen);
	}
	svg_disc(body, x, y, 4, row->mark != ' ' || row->thin ? "#ffffff"
		 : colour, &pen);
}

static void draw_row(const struct chart_rows *rows, int i, double y,
		     struct text *body)
{
	const struct ladder_row *row = &rows->ladder->rows[i];
	struct svg_type type = { TYPE, ink, 's', true, false };
	char elo[DECIMAL_SIZE], error[DECIMAL_SIZE];
	struct text text = {0};

	ladder_label_fit(rows->ladder, i, 4 * NAME_COLUMNS, &text);
	text_printf(&text, ": %s", decimal(elo, row->elo, 1, true));
	if (!isnan(row->err95))
		text_printf(&text, " +- %s", decimal(error, row->err95, 1,
						    false));
	svg_group(body, text_string(&text));
	draw_bar(rows, row, y, body);
	text_clear(&text);
	ladder_label_fit(rows->ladder, i, NAME_COLUMNS, &text);
	svg_text(body, rows->name, y + 4.5, &type, text_string(&text));
	text_clear(&text);
	text_printf(&text, "%7s", elo);
	if (!isnan(row->err95))
		text_printf(&text, " \xc2\xb1%6s", error);
	text_add(&text, " ");
	ladder_label_mark(row, &text);
	svg_text(body, rows->value, y + 4.5, &type, text_string(&text));
	type.anchor = 'e';
	type.colour = faint;
	text_clear(&text);
	text_printf(&text, "%d", row->rank);
	svg_text(body, rows->rank, y + 4.5, &type, text_string(&text));
	svg_group_end(body);
	text_release(&text);
}

static void draw_pool(const struct chart_rows *rows, int pool, double y,
		      struct text *body)
{
	const struct svg_type type = { 12, faint, 's', false, true };
	char words[64];

	snprintf(words, sizeof words, "pool %d of %d", pool + 1,
		 rows->ladder->pool_count);
	svg_text(body, CHART_MARGIN, y + 4.5, &type, words);
}

/* Draws from `y` down; returns the y where it ends. */
static double draw_ratings(const struct ladder *ladder, double y,
			   struct text *body)
{
	struct chart_rows rows = place_rows(ladder, y);
	int pool = ladder->pool_count > 1 ? -1 : 0;

	/* Stripes make it easy to follow a row from its name to its bar. */
	for (int k = 1; k < drawn(ladder) && pool == 0; k += 2)
		svg_box(body, CHART_MARGIN, rows.top + k * ROW,
			CHART_WIDTH - 2 * CHART_MARGIN, ROW, stripe);
	draw_grid(&rows, body);
	y = rows.top + ROW / 2.0;
	for (int k = 0; k < drawn(ladder); k++, y += ROW) {
		int i = ladder->order[k];

		if (ladder->rows[i].pool != pool) {
			pool = ladder->rows[i].pool;
			draw_pool(&rows, pool, y, body);
			y += ROW;
		}
		draw_row(&rows, i, y, body);
	}
	return y + ROW / 2.0 + 18;
}

/* ### the whole */

static double draw_title(const struct ladder *ladder, const char *game,
			 struct text *title, struct text *body)
{
	const struct svg_type large = { 20, ink, 's', false, true };
	const struct svg_type small = { 13, faint, 's', false, false };
	int rated = ladder_label_rated(ladder);
	struct text line = {0};

	text_printf(title, "Ladder of %d entrant%s%s%s", rated,
		    text_plural(rated), game != NULL ? ", " : "",
		    game != NULL ? game : "");
	svg_text(body, CHART_MARGIN, 36, &large, text_string(title));
	text_printf(&line, "Elo with 95%% errors from %ld game%s in %ld "
		    "block%s", ladder->games, text_plural(ladder->games),
		    ladder->blocks, text_plural(ladder->blocks));
	if (ladder->options.anchor != NULL)
		text_printf(&line, "; %s is at %g", ladder->options.anchor,
			    ladder->options.anchor_elo);
	else
		text_add(&line, "; 0 is the mean");
	if (drawn(ladder) < rated)
		text_printf(&line, "; the first %d are drawn", drawn(ladder));
	svg_text(body, CHART_MARGIN, 58, &small, text_string(&line));
	text_release(&line);
	return 66;
}

/* The method of rating and the meaning of the marks, as in the text form. */
static double draw_notes(const struct ladder *ladder, double y,
			 struct text *body)
{
	const struct svg_type type = { 12, faint, 's', false, false };
	struct text heading = {0}, line = {0};
	char *at, *end;

	ladder_show_heading(ladder, NULL, &heading);
	text_string(&heading);
	for (at = heading.bytes; (end = strchr(at, '\n')) != NULL;
	     at = end + 1) {
		*end = '\0';
		text_clear(&line);
		printable_fit(&line, at, NOTE_COLUMNS);
		if (line.length == 0)
			continue;
		y += 17;
		svg_text(body, CHART_MARGIN, y, &type, text_string(&line));
	}
	text_release(&heading);
	text_release(&line);
	return y;
}

void chart_make(const struct ladder *ladder, const struct history *history,
		const char *game, struct text *out)
{
	struct text body = {0}, title = {0};
	double y = draw_title(ladder, game, &title, &body);

	y = draw_ratings(ladder, y, &body);
	if (history != NULL && history->count > 0)
		y = chart_lines(ladder, history, y + 20, &body);
	y = draw_notes(ladder, y + 6, &body);
	svg_file(out, CHART_WIDTH, ceil(y + CHART_MARGIN), text_string(&title),
		 &body);
	text_release(&body);
	text_release(&title);
}
