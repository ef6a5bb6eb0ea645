/*
 * chart_test.c - the charts of a ladder and of its history are right.
 */
#include <math.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"
#include "tournaments/report/axis.h"
#include "tournaments/report/chart.h"
#include "tournaments/report/chart_lines.h"
#include "tournaments/report/svg.h"

/* ### axes */

TEST(ticks_are_round_and_hold_all_values)
{
	static const struct {
		double low, high;
		int ticks;
		double step, first, last;
		int count;
	} cases[] = {
		{ -266, 302, 10, 100, -300, 400, 8 },
		{ -420, 290, 10, 100, -500, 300, 9 },
		{ -3, 4, 10, 1, -3, 4, 8 },
		{ 0, 0, 10, 1, 0, 1, 2 },
		{ 1500, 1500, 10, 1, 1500, 1501, 2 },
		{ 0.2, 0.4, 10, 1, 0, 1, 2 },
		{ -1900, 2100, 10, 500, -2000, 2500, 10 },
		{ 0, 1000000, 8, 200000, 0, 1000000, 6 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct axis axis = axis_make(cases[i].low, cases[i].high,
					     cases[i].ticks, 1, 900, 100);

		ck_assert_double_eq(axis.step, cases[i].step);
		ck_assert_double_eq(axis_tick(&axis, 0), cases[i].first);
		ck_assert_int_eq(axis_ticks(&axis), cases[i].count);
		ck_assert_double_eq(axis_tick(&axis, cases[i].count - 1),
				    cases[i].last);
		ck_assert_double_eq(axis_place(&axis, axis.low), 900);
		ck_assert_double_eq(axis_place(&axis, axis.high), 100);
	}
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

TEST(text_is_escaped_and_what_xml_does_not_know_is_replaced)
{
	static const struct {
		const char *text, *drawn;
	} cases[] = {
		{ "bob", ">bob<" },
		{ "a & <b>", ">a &amp; &lt;b&gt;<" },
		{ "\"quoted\", it's", ">\"quoted\", it's<" },
		{ "two\nlines\x7f", ">two?lines?<" },
		{ "\xff.\xc3", ">?.?<" },
		{ "\xef\xbf\xbe-\xef\xbf\xbf\xef\xbf\xbd", ">?-?\xef\xbf\xbd<" },
		{ "\xc3\xa9\xe6\x97\xa5", ">\xc3\xa9\xe6\x97\xa5<" },
		{ "]]>", ">]]&gt;<" },
	};
	const struct svg_type type = { 12, "#000000", 's', true, false };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct text out = {0};

		svg_text(&out, 1, 2, &type, cases[i].text);
		ck_assert_msg(strstr(text_string(&out), cases[i].drawn)
			      != NULL, "%s", text_string(&out));
		text_release(&out);
	}
}

/* ### charts */

/* Random games of `entrants`, fitted. */
static void make_ladder(struct games_table *table, struct ladder *ladder,
			int entrants, int games)
{
	make_table(table, entrants);
	add_random(table, entrants, games, 7);
	fit_well(table, &ladder_defaults, ladder);
}

/* The next value of an attribute after `at`, which moves past it. */
static double attribute(const char **at, const char *name)
{
	*at = strstr(*at, name);
	ck_assert_ptr_nonnull(*at);
	*at += strlen(name);
	return strtod(*at, NULL);
}

static int count_of(const char *bytes, const char *word)
{
	int count = 0;

	while ((bytes = strstr(bytes, word)) != NULL) {
		bytes += strlen(word);
		count++;
	}
	return count;
}

TEST(ratings_stand_best_first_with_bars_as_long_as_their_errors)
{
	struct games_table table;
	struct ladder ladder;
	struct text out = {0};
	double scale = NAN, x_before = INFINITY, y_before = 0;
	const char *at;

	make_ladder(&table, &ladder, 12, 600);
	chart_make(&ladder, NULL, "pig", &out);
	at = text_string(&out);
	ck_assert_int_eq(count_of(at, "<circle"), 12);
	ck_assert_ptr_nonnull(strstr(at, "Ladder of 12 entrants, pig"));
	ck_assert_ptr_nonnull(strstr(at, "600 games in 600 blocks"));
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
	text_release(&out);
	ladder_release(&ladder);
	games_table_release(&table);
}

TEST(nothing_is_drawn_outside_of_the_paper)
{
	static const int entrants[] = { 1, 2, 5, 20, 50, 100, 230 };
	static const char *const across[] = { " x=\"", "x1=\"", "x2=\"",
					      "cx=\"" };
	static const char *const down[] = { " y=\"", "y1=\"", "y2=\"",
					    "cy=\"" };

	for (size_t i = 0; i < sizeof entrants / sizeof *entrants; i++) {
		struct games_table table;
		struct ladder ladder;
		struct history history;
		struct text out = {0};
		const char *at;
		double height;

		make_table(&table, entrants[i]);
		if (entrants[i] > 1)
			add_random(&table, entrants[i], 4 * entrants[i], 3);
		fit_well(&table, &ladder_defaults, &ladder);
		history_make(&table, &ladder, true, &history);
		chart_make(&ladder, &history, NULL, &out);
		at = text_string(&out);
		height = attribute(&at, "height=\"");
		for (int a = 0; a < 4; a++) {
			at = text_string(&out);
			while (strstr(at, across[a]) != NULL) {
				double x = attribute(&at, across[a]);

				ck_assert_double_ge(x, 0);
				ck_assert_double_le(x, CHART_WIDTH
						    - CHART_MARGIN);
			}
			at = text_string(&out);
			while (strstr(at, down[a]) != NULL) {
				double y = attribute(&at, down[a]);

				ck_assert_double_ge(y, 0);
				ck_assert_double_le(y, height);
			}
		}
		text_release(&out);
		history_release(&history);
		ladder_release(&ladder);
		games_table_release(&table);
	}
}

TEST(of_very_many_entrants_the_first_are_drawn_and_it_says_so)
{
	struct games_table table;
	struct ladder ladder;
	struct text out = {0};

	make_ladder(&table, &ladder, 230, 4000);
	chart_make(&ladder, NULL, NULL, &out);
	ck_assert_int_eq(count_of(text_string(&out), "<circle"),
			 CHART_ROWS_MAX);
	ck_assert_ptr_nonnull(strstr(text_string(&out),
				     "the first 200 are drawn"));
	text_release(&out);
	ladder_release(&ladder);
	games_table_release(&table);
}

TEST(a_long_name_is_cut_and_whole_where_one_points_at_it)
{
	static const char name[] = "a-name-that-is-much-longer-than-a-chart-"
		"has-room-for-<&>";
	struct games_table table;
	struct ladder ladder;
	struct text out = {0};

	games_table_init(&table, NULL);
	games_table_entrant(&table, name, "");
	games_table_entrant(&table, "b", "");
	add_pair(&table, 0, 1, 1, 2, 3);
	fit_well(&table, &ladder_defaults, &ladder);
	chart_make(&ladder, NULL, NULL, &out);
	ck_assert_ptr_nonnull(strstr(text_string(&out),
				     ">a-name-that-is-much-longer-th~<"));
	ck_assert_ptr_nonnull(strstr(text_string(&out), "<title>a-name-that-is"
				     "-much-longer-than-a-chart-has-room-for-"
				     "&lt;&amp;&gt;: +"));
	text_release(&out);
	ladder_release(&ladder);
	games_table_release(&table);
}

TEST(names_beside_lines_keep_their_distance)
{
	struct games_table table;
	struct ladder ladder;
	struct history history;
	struct text out = {0};
	const char *at;
	double before = -INFINITY;

	/* Equals, whose lines end at the same place. */
	make_table(&table, 9);
	for (int i = 0; i < 9; i++)
		add_pair(&table, i, (i + 1) % 9, 1, 1, 10);
	fit_well(&table, &ladder_defaults, &ladder);
	history_make(&table, &ladder, true, &history);
	chart_make(&ladder, &history, NULL, &out);
	/* The names are the only bold text in a fixed type. */
	at = strstr(text_string(&out), "matches, by number");
	for (int k = 0; k < CHART_COLOURS; k++) {
		double y = attribute(&at, " y=\"");

		ck_assert_double_ge(y, before + 14.9);
		before = y;
	}
	ck_assert_int_eq(count_of(text_string(&out), "<polygon"),
			 CHART_COLOURS);
	ck_assert_int_eq(count_of(text_string(&out), "<polyline"), 9);
	text_release(&out);
	history_release(&history);
	ladder_release(&ladder);
	games_table_release(&table);
}

/* ### history */

TEST(the_last_point_of_a_history_is_the_ladder)
{
	struct ladder_options options = ladder_defaults;
	struct games_table table;
	struct ladder ladder;
	struct history history;

	make_table(&table, 6);
	add_random(&table, 6, 205, 5);
	options.anchor = "c";
	options.scale = SCALE_ODDS;
	fit_well(&table, &options, &ladder);
	history_make(&table, &ladder, true, &history);
	ck_assert_int_eq(history.count, HISTORY_POINTS);
	for (int i = 0; i < 6; i++) {
		const struct ladder_row *row = &history.points
			[history.count - 1].rows[i];

		ck_assert(row->elo == ladder.rows[i].elo);
		ck_assert(row->err95 == ladder.rows[i].err95);
		ck_assert_int_eq(row->rank, ladder.rows[i].rank);
	}
	history_release(&history);
	ladder_release(&ladder);
	games_table_release(&table);
}

TEST(a_point_of_a_history_is_the_ladder_of_the_games_until_then)
{
	struct games_table table, part;
	struct ladder whole, ladder;
	struct history history;

	make_table(&table, 5);
	add_random(&table, 5, 400, 11);
	fit_well(&table, &ladder_defaults, &whole);
	history_make(&table, &whole, true, &history);
	for (int p = 0; p < history.count; p += 13) {
		/* The same games again, up to this point. */
		make_table(&part, 5);
		add_random(&part, 5, 10 * (p + 1), 11);
		fit_well(&part, &ladder_defaults, &ladder);
		ck_assert_int_eq(history.points[p].matches, 10 * (p + 1));
		ck_assert_int_eq(history.points[p].games, 10 * (p + 1));
		ck_assert_int_eq(history.points[p].blocks, 10 * (p + 1));
		for (int i = 0; i < 5; i++)
			ck_assert_double_eq_tol(
				history.points[p].rows[i].elo,
				ladder.rows[i].elo, 1e-9);
		ladder_release(&ladder);
		games_table_release(&part);
	}
	history_release(&history);
	ladder_release(&whole);
	games_table_release(&table);
}

TEST(a_narrow_table_needs_only_the_points_of_its_columns)
{
	static const int cases[] = { 1, 3, 4, 5, 39, 400 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct games_table table;
		struct ladder ladder;
		struct history all, some;
		int columns, made = 0;

		make_table(&table, 3);
		add_random(&table, 3, cases[i], 5);
		fit_well(&table, &ladder_defaults, &ladder);
		history_make(&table, &ladder, true, &all);
		history_make(&table, &ladder, false, &some);
		columns = history_columns(&some);
		ck_assert_int_eq(some.count, all.count);
		for (int p = 0; p < some.count; p++) {
			ck_assert_int_eq(some.points[p].matches,
					 all.points[p].matches);
			made += some.points[p].rows != NULL;
		}
		ck_assert_int_eq(made, columns);
		for (int c = 0; c < columns; c++) {
			int p = history_point_of(&some, c);

			ck_assert_int_eq(some.points[p].games,
					 all.points[p].games);
			ck_assert_mem_eq(some.points[p].rows,
					 all.points[p].rows,
					 3 * sizeof *all.rows);
		}
		history_release(&all);
		history_release(&some);
		ladder_release(&ladder);
		games_table_release(&table);
	}
}

TEST(a_history_has_few_points_of_many_entrants_and_of_few_matches)
{
	static const struct {
		int entrants, matches, points;
	} cases[] = {
		{ 3, 0, 0 }, { 3, 1, 1 }, { 3, 39, 39 }, { 3, 40, 40 },
		{ 3, 1000, 40 }, { HISTORY_MANY, 300, 40 },
		{ HISTORY_MANY + 1, 300, 20 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct games_table table;
		struct ladder ladder;
		struct history history;

		make_table(&table, cases[i].entrants);
		add_random(&table, cases[i].entrants, cases[i].matches, 2);
		fit_well(&table, &ladder_defaults, &ladder);
		history_make(&table, &ladder, true, &history);
		ck_assert_int_eq(history.count, cases[i].points);
		for (int p = 1; p < history.count; p++)
			ck_assert_int_gt(history.points[p].matches,
					 history.points[p - 1].matches);
		history_release(&history);
		ladder_release(&ladder);
		games_table_release(&table);
	}
}

TEST(before_there_is_a_ladder_nobody_is_rated)
{
	struct ladder_options options = ladder_defaults;
	struct games_table table;
	struct ladder ladder;
	struct history history;

	make_table(&table, 3);
	add_pair(&table, 0, 1, 1, 2, 20);
	add_pair(&table, 1, 2, 2, 1, 20);
	options.anchor = "c";
	fit_well(&table, &options, &ladder);
	history_make(&table, &ladder, true, &history);
	ck_assert_int_eq(history.points[19].rows[0].pool, -1);
	ck_assert_int_eq(history.points[19].games, 0);
	ck_assert_int_eq(history.points[20].rows[0].pool, 0);
	ck_assert(history.points[20].rows[2].elo == 0);
	history_release(&history);
	ladder_release(&ladder);
	games_table_release(&table);
}
