/*
 * chart_test.c - the charts of a ladder and of its history are right.
 */
#include "tests/support/ladder_games.h"
#include "tests/support/rows.h"
#include "tournaments/report/axis.h"
#include "tournaments/report/chart.h"
#include "tournaments/report/chart_lines.h"
#include "tournaments/report/svg.h"

/* ### axes */

TEST_ROWS(ticks_are_round_and_hold_all_values, "report/chart.txt",
	  "low, high, ticks at most; step, first tick, last tick, ticks")
{
	struct axis axis = axis_make(row_real(row, 0), row_real(row, 1),
				     row_int(row, 2), 1, 900, 100);
	int ticks = row_int(row, 6);

	ck_assert_double_eq(axis.step, row_real(row, 3));
	ck_assert_double_eq(axis_tick(&axis, 0), row_real(row, 4));
	ck_assert_int_eq(axis_ticks(&axis), ticks);
	ck_assert_double_eq(axis_tick(&axis, ticks - 1), row_real(row, 5));
	ck_assert_double_eq(axis_place(&axis, axis.low), 900);
	ck_assert_double_eq(axis_place(&axis, axis.high), 100);
}

TEST(what_lies_beyond_an_axis_is_drawn_at_its_end)
{
	struct axis axis = axis_make(-100, 100, 5, 1, 0, 800);

	ck_assert_double_eq(axis_place(&axis, -1000), 0);
	ck_assert_double_eq(axis_place(&axis, 0), 400);
	ck_assert_double_eq(axis_place(&axis, 1000), 800);
	axis.high = 70;
	ck_assert_int_eq(axis_ticks(&axis), 4);
}

/* ### text in drawings */

TEST_ROWS(text_is_escaped_and_what_xml_does_not_know_is_replaced,
	  "report/chart.txt", "a text, and how it stands in a drawing")
{
	const struct svg_type type = { 12, "#000000", 's', true, false };

	text_clear(&out);
	svg_text(&out, 1, 2, &type, row->text[0]);
	assert_shown(row->text[1]);
}

/* ### charts */

static struct history history;

static void end(void)
{
	history_release(&history);
	ladder_end();
}

UNIT_EACH(ladder_begin, end)

/* The ladder of random games. */
static void make_ladder(int entrants, int games, uint64_t seed)
{
	make_table(entrants);
	if (entrants > 1)
		add_random(entrants, games, seed);
	fit();
}

static void make_history(void)
{
	history_release(&history);
	history_make(&table, &ladder, true, &history);
}

/* `lines` may be NULL. */
static void draw(const struct history *lines)
{
	text_clear(&out);
	chart_make(&ladder, lines, NULL, &out);
}

/* The next value of an attribute after `at`, which moves past it. */
static double attribute(const char **at, const char *name)
{
	*at = strstr(*at, name);
	ck_assert_ptr_nonnull(*at);
	*at += strlen(name);
	return strtod(*at, NULL);
}

static int count_of(const char *word)
{
	int count = 0;

	for (const char *at = text_string(&out);
	     (at = strstr(at, word)) != NULL; at++)
		count++;
	return count;
}

TEST(ratings_stand_best_first_with_bars_as_long_as_their_errors)
{
	double scale = NAN, x_before = INFINITY, y_before = 0;
	const char *at;

	make_ladder(12, 600, 7);
	chart_make(&ladder, NULL, "pig", &out);
	ck_assert_int_eq(count_of("<circle"), 12);
	assert_shown("Ladder of 12 entrants, pig");
	assert_shown("600 games in 600 blocks");
	at = text_string(&out);
	for (int k = 0; k < 12; k++) {
		const struct ladder_row *row = &ladder.rows[ladder.order[k]];
		double low, high, x, y;

		at = strstr(at, "<g>");
		low = attribute(&at, "x1=\"");
		high = attribute(&at, "x2=\"");
		x = attribute(&at, "cx=\"");
		y = attribute(&at, "cy=\"");
		ck_assert_double_le(fabs(x - (low + high) / 2), 0.11);
		if (k == 0)
			scale = (high - low) / row->err95;
		/* Coordinates have one decimal. */
		ck_assert_double_le(fabs(high - low - scale * row->err95),
				    0.11 + 0.1);
		ck_assert_double_le(x, x_before);
		ck_assert_double_gt(y, y_before);
		x_before = x;
		y_before = y;
	}
}

static void assert_inside(const char *const *names, double most)
{
	for (int a = 0; a < 4; a++) {
		const char *at = text_string(&out);

		while (strstr(at, names[a]) != NULL) {
			double value = attribute(&at, names[a]);

			ck_assert_double_ge(value, 0);
			ck_assert_double_le(value, most);
		}
	}
}

TEST_ROWS(nothing_is_drawn_outside_of_the_paper, "report/chart.txt",
	  "how many entrants are drawn")
{
	static const char *const across[] = { " x=\"", "x1=\"", "x2=\"",
					      "cx=\"" };
	static const char *const down[] = { " y=\"", "y1=\"", "y2=\"",
					    "cy=\"" };
	int crowd = row_int(row, 0);
	const char *at;

	options.ranks = crowd < 100;
	make_ladder(crowd, 4 * crowd, 3);
	make_history();
	draw(&history);
	at = text_string(&out);
	assert_inside(down, attribute(&at, "height=\""));
	assert_inside(across, CHART_WIDTH - CHART_MARGIN);
	/* Of very many entrants the first are drawn, and it says so. */
	draw(NULL);
	ck_assert_int_eq(count_of("<circle"), crowd > CHART_ROWS_MAX ?
			 CHART_ROWS_MAX : ladder.count - ladder.unrated);
	ck_assert_int_eq(count_of("the first 200 are drawn"), crowd > 200);
}

TEST(a_long_name_is_cut_and_whole_where_one_points_at_it)
{
	static const char name[] = "a-name-that-is-much-longer-than-a-chart-"
		"has-room-for-<&>";

	make_table(0);
	games_table_entrant(&table, name, "");
	games_table_entrant(&table, "b", "");
	add_games("3a>b");
	fit();
	draw(NULL);
	assert_shown(">a-name-that-is-much-longer-th~<");
	assert_shown("<title>a-name-that-is-much-longer-than-a-chart-has-room-"
		     "for-&lt;&amp;&gt;: +");
}

TEST(names_beside_lines_keep_their_distance)
{
	const char *at;
	double before = -INFINITY;

	/* Equals, whose lines end at the same place. */
	make_table(9);
	add_games("10a=b 10b=c 10c=d 10d=e 10e=f 10f=g 10g=h 10h=i 10i=a");
	fit();
	make_history();
	draw(&history);
	/* The names are the only bold text in a fixed type. */
	at = strstr(text_string(&out), "matches, by number");
	for (int k = 0; k < CHART_COLOURS; k++) {
		double y = attribute(&at, " y=\"");

		ck_assert_double_ge(y, before + 14.9);
		before = y;
	}
	ck_assert_int_eq(count_of("<polygon"), CHART_COLOURS);
	ck_assert_int_eq(count_of("<polyline"), 9);
}

/* ### history */

TEST(a_point_of_a_history_is_the_ladder_of_the_games_until_then)
{
	options.anchor = "c";
	options.scale = SCALE_ODDS;
	make_ladder(5, 400, 11);
	make_history();
	ck_assert_int_eq(history.count, HISTORY_POINTS);
	for (int p = HISTORY_POINTS - 1; p >= 0; p -= 13) {
		const struct history_point *point = &history.points[p];
		bool last = p + 1 == HISTORY_POINTS;

		/* The same games again, up to this point. */
		if (!last)
			make_ladder(5, 10 * (p + 1), 11);
		ck_assert_int_eq(point->matches, 10 * (p + 1));
		ck_assert_int_eq(point->games, 10 * (p + 1));
		ck_assert_int_eq(point->blocks, 10 * (p + 1));
		for (int i = 0; i < 5; i++) {
			const struct ladder_row *row = &ladder.rows[i];
			double off = fabs(point->rows[i].elo - row->elo) +
				fabs(point->rows[i].err95 - row->err95);

			ck_assert_double_le(off, last ? 0 : 1e-6);
			ck_assert_int_eq(point->rows[i].rank, row->rank);
		}
	}
}

TEST_ROWS(a_narrow_table_needs_only_the_points_of_its_columns,
	  "report/chart.txt", "games of three whose history is a narrow table")
{
	struct history some;
	int columns, made = 0;

	make_ladder(3, row_int(row, 0), 5);
	make_history();
	history_make(&table, &ladder, false, &some);
	columns = history_columns(&some);
	ck_assert_int_eq(some.count, history.count);
	for (int p = 0; p < some.count; p++) {
		ck_assert_int_eq(some.points[p].matches,
				 history.points[p].matches);
		made += some.points[p].rows != NULL;
	}
	ck_assert_int_eq(made, columns);
	for (int c = 0; c < columns; c++) {
		int p = history_point_of(&some, c);

		ck_assert_int_eq(some.points[p].games, history.points[p].games);
		ck_assert_mem_eq(some.points[p].rows, history.points[p].rows,
				 3 * sizeof *history.rows);
	}
	history_release(&some);
}

TEST_ROWS(a_history_has_few_points_of_many_entrants_and_of_few_matches,
	  "report/chart.txt", "entrants, matches, points of a history")
{
	options.ranks = false;
	make_ladder(row_int(row, 0), row_int(row, 1), 2);
	make_history();
	ck_assert_int_eq(history.count, row_int(row, 2));
	for (int p = 1; p < history.count; p++)
		ck_assert_int_gt(history.points[p].matches,
				 history.points[p - 1].matches);
}

TEST(before_there_is_a_ladder_nobody_is_rated)
{
	make_table(3);
	add_games("20a>b 20b<c");
	options.anchor = "c";
	fit();
	make_history();
	ck_assert_int_eq(history.points[19].rows[0].pool, -1);
	ck_assert_int_eq(history.points[19].games, 0);
	ck_assert_int_eq(history.points[20].rows[0].pool, 0);
	ck_assert(history.points[20].rows[2].elo == 0);
}
