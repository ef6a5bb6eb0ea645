/*
 * chart_lines.c - the course of a ladder: one line per entrant, with its error
 * band.
 */
#include "tournaments/report/chart_lines.h"

#include <math.h>
#include <stdlib.h>

#include "base/decimal.h"
#include "base/printable.h"
#include "tournaments/report/axis.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/report/svg.h"

enum {
	HEIGHT = 340,           /* of the plot */
	LABEL_COLUMNS = 20,     /* of a name, at most */
	LABEL = 15              /* from one label to the next, at least */
};

/* Okabe and Ito again, without yellow, which is hard to see on white. */
static const char *const colours[CHART_COLOURS] = {
	"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
	"#000000"
};
static const char ink[] = "#222222", faint[] = "#555555", grid[] = "#dddddd",
	grey[] = "#c4c4c4";

struct plot {
	const struct ladder *ladder;
	const struct history *history;
	struct axis x, y;
};

static const struct ladder_row *row_at(const struct plot *plot, int point,
				       int i)
{
	return &plot->history->points[point].rows[i];
}

/* ### axes */

/* Counts only the last bands: the wide ones at the start would flatten the
   plot. */
static void spread(const struct plot *plot, double *low, double *high)
{
	int last = plot->history->count - 1;

	*low = INFINITY;
	*high = -INFINITY;
	for (int k = 0; k < ladder_label_rated(plot->ladder); k++) {
		int i = plot->ladder->order[k];

		for (int p = 0; p <= last; p++) {
			const struct ladder_row *row = row_at(plot, p, i);
			double error = p == last && k < CHART_COLOURS &&
				!isnan(row->err95) ? row->err95 : 0;

			if (row->pool < 0)
				continue;
			*low = fmin(*low, row->elo - error);
			*high = fmax(*high, row->elo + error);
		}
	}
	if (*low > *high)
		*low = *high = 0;
}

static void draw_axes(const struct plot *plot, struct text *body)
{
	const struct svg_pen thin = { grid, 1 }, zero = { "#999999", 1 };
	struct svg_type type = { 12, faint, 'e', false, false };
	char digits[DECIMAL_SIZE];

	for (int t = 0; t < axis_ticks(&plot->y); t++) {
		double value = axis_tick(&plot->y, t);
		double y = axis_place(&plot->y, value);

		svg_line(body, plot->x.from, y, plot->x.to, y,
			 value == 0 ? &zero : &thin);
		svg_text(body, plot->x.from - 8, y + 4, &type,
			 decimal(digits, value, 0, value != 0));
	}
	type.anchor = 'm';
	for (int t = 0; t < axis_ticks(&plot->x); t++) {
		double value = axis_tick(&plot->x, t);
		double x = axis_place(&plot->x, value);

		svg_line(body, x, plot->y.from, x, plot->y.from + 5, &zero);
		svg_text(body, x, plot->y.from + 19, &type,
			 decimal(digits, value, 0, false));
	}
	svg_text(body, (plot->x.from + plot->x.to) / 2, plot->y.from + 37,
		 &type, "matches, by number");
}

/* ### lines */

/* Draws an entrant's points from `first` to before `end`, at all of which it is
   rated. */
typedef void draw_run(const struct plot *plot, int i, int first, int end,
		      const char *colour, struct text *body);

static double x_at(const struct plot *plot, int point)
{
	return axis_place(&plot->x,
			  (double)plot->history->points[point].matches);
}

static void draw_band(const struct plot *plot, int i, int first, int end,
		      const char *colour, struct text *body)
{
	int count = 2 * (end - first);
	struct svg_point *edge = memory_new((size_t)count, sizeof *edge);

	for (int p = first; p < end; p++) {
		const struct ladder_row *row = row_at(plot, p, i);
		double error = isnan(row->err95) ? 0 : row->err95;

		edge[p - first] = (struct svg_point){ x_at(plot, p),
			axis_place(&plot->y, row->elo + error) };
		edge[count - 1 - (p - first)] = (struct svg_point){
			x_at(plot, p),
			axis_place(&plot->y, row->elo - error) };
	}
	svg_area(body, edge, count, colour);
	free(edge);
}

static void draw_line(const struct plot *plot, int i, int first, int end,
		      const char *colour, struct text *body)
{
	const struct svg_pen pen = { colour, colour == grey ? 1 : 2 };
	int count = end - first;
	struct svg_point *line = memory_new((size_t)count, sizeof *line);

	for (int p = first; p < end; p++)
		line[p - first] = (struct svg_point){ x_at(plot, p),
			axis_place(&plot->y, row_at(plot, p, i)->elo) };
	svg_path(body, line, count, &pen);
	/* A path with a single point is invisible. */
	svg_disc(body, line[count - 1].x, line[count - 1].y, pen.width,
		 colour, &pen);
	free(line);
}

static void draw_entrant(const struct plot *plot, int i, const char *colour,
			 draw_run *draw, struct text *body)
{
	int count = plot->history->count, end;

	for (int p = 0; p < count; p = end + 1) {
		for (end = p; end < count && row_at(plot, end, i)->pool >= 0; )
			end++;
		if (end > p)
			draw(plot, i, p, end, colour, body);
	}
}

/* ### labels */

/* Sorted by height, at least LABEL apart, none below the plot.  Sorting is
   needed as the ladder's order is best first in each pool. */
static void draw_labels(const struct plot *plot, int count, struct text *body)
{
	double y[CHART_COLOURS], lowest = plot->y.from;
	struct text name = {0};
	int order[CHART_COLOURS];

	for (int k = 0; k < count; k++) {
		int at = k;

		y[k] = axis_place(&plot->y, plot->ladder->rows
				  [plot->ladder->order[k]].elo);
		for (; at > 0 && y[order[at - 1]] > y[k]; at--)
			order[at] = order[at - 1];
		order[at] = k;
	}
	for (int n = 1; n < count; n++)
		y[order[n]] = fmax(y[order[n]], y[order[n - 1]] + LABEL);
	for (int n = count - 1; n >= 0; n--, lowest -= LABEL)
		y[order[n]] = lowest = fmin(y[order[n]], lowest);
	for (int k = 0; k < count; k++) {
		const struct svg_type type = { 12, colours[k], 's', true,
					       true };
		text_clear(&name);
		ladder_label_fit(plot->ladder, plot->ladder->order[k],
				 LABEL_COLUMNS, &name);
		svg_text(body, plot->x.to + 10, y[k] + 4, &type,
			 text_string(&name));
	}
	text_release(&name);
}

static int widest_label(const struct ladder *ladder, int count)
{
	struct text name = {0};
	int widest = 0;

	for (int k = 0; k < count; k++) {
		int width;

		text_clear(&name);
		ladder_label_fit(ladder, ladder->order[k], LABEL_COLUMNS,
				 &name);
		width = printable_width(text_string(&name));
		widest = width > widest ? width : widest;
	}
	text_release(&name);
	return widest;
}

static double draw_title(const struct plot *plot, int coloured, double y,
			 struct text *body)
{
	const struct svg_type large = { 16, ink, 's', false, true };
	const struct svg_type small = { 13, faint, 's', false, false };
	int others = ladder_label_rated(plot->ladder) - coloured;
	struct text line = {0};

	svg_text(body, CHART_MARGIN, y + 20, &large,
		 "The ladder over the course of the tournament");
	text_printf(&line, "a fit of all games until then, at %d point%s; ",
		    plot->history->count,
		    text_plural(plot->history->count));
	if (others > 0)
		text_printf(&line, "the first %d with bands of 95%% errors, "
			    "the other %d in grey", coloured, others);
	else
		text_add(&line, "bands are 95% errors");
	svg_text(body, CHART_MARGIN, y + 40, &small, text_string(&line));
	text_release(&line);
	return y + 58;
}

double chart_lines(const struct ladder *ladder, const struct history *history,
		   double y, struct text *body)
{
	int rated = ladder_label_rated(ladder);
	int count = rated < CHART_COLOURS ? rated : CHART_COLOURS;
	struct plot plot = { .ladder = ladder, .history = history };
	double low, high, last, right;

	y = draw_title(&plot, count, y, body);
	spread(&plot, &low, &high);
	last = (double)history->points[history->count - 1].matches;
	right = CHART_WIDTH - CHART_MARGIN - 16 - 12 * SVG_COLUMN *
		widest_label(ladder, count);
	plot.x = axis_make(0, last, 8, 1, CHART_MARGIN + 50, right);
	/* The axis ends at the last point, where the names are. */
	plot.x.high = last;
	plot.y = axis_make(low, high, 8, 1, y + HEIGHT, y);
	draw_axes(&plot, body);
	for (int k = count - 1; k >= 0; k--)
		draw_entrant(&plot, ladder->order[k], colours[k], draw_band,
			     body);
	for (int k = rated - 1; k >= 0; k--)
		draw_entrant(&plot, ladder->order[k], k < count ? colours[k]
			     : grey, draw_line, body);
	draw_labels(&plot, count, body);
	return plot.y.from + 44;
}
