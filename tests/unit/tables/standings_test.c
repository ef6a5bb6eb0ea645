/*
 * standings_test.c - the order of entrants and its reasons.
 */
#include <math.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/vectors.h"
#include "tournaments/report/standings_show.h"

static const char *const names[] = { "ada", "bob", "cyd", "dee", "eve",
	"fay", "gil", "hal" };

static struct contest contest;
static struct standings standings;

static void start(const struct format *format, int entrants, int seats)
{
	contest = (struct contest){ .format = format, .entrants = entrants,
		.seats = seats, .boards = 2, .rotations = seats };
}

static struct fixture *meet(uint32_t round, const int *who, int seats)
{
	struct fixture *fixture = fixtures_add(&contest.past, round, 0, who,
					       seats, 2);

	fixture->decided = true;
	fixture->number = seats == 1 ? 0 : (uint32_t)contest.past.count;
	return fixture;
}

/* Adds a match of two entrants with these game points. */
static void duel(int a, int b, double points_a, double points_b)
{
	int who[2] = { a, b };
	struct fixture *fixture = meet(1, who, 2);

	fixture->points[0] = (int64_t)(points_a * GAME_POINTS);
	fixture->points[1] = (int64_t)(points_b * GAME_POINTS);
}

static void finish(void)
{
	standings_release(&standings);
	contest_release(&contest);
}

static const struct standings_row *row_of(int entrant)
{
	for (int i = 0; i < standings.count; i++)
		if (standings.list[i].entrant == entrant)
			return &standings.list[i];
	ck_abort_msg("entrant %d has no line", entrant);
	return NULL;
}

static double tie_of(const struct standings_row *row, enum tie_break rule)
{
	return (ldexp((double)row->tie[rule].high, 64) +
		(double)row->tie[rule].low) / STANDINGS_TIE_UNIT;
}

/* ### vectors */

static void load(const cJSON *rounds)
{
	const cJSON *round, *match;
	uint32_t number = 0;

	cJSON_ArrayForEach(round, rounds) {
		number++;
		cJSON_ArrayForEach(match, round) {
			const cJSON *who = json_get(match, "entrants");
			const cJSON *points = json_get(match, "points");
			int seats = cJSON_GetArraySize(who);
			int entrant[GAME_SEATS_MAX];
			struct fixture *fixture;

			for (int i = 0; i < seats; i++) {
				entrant[i] = cJSON_GetArrayItem(who, i)
					->valueint;
				if (entrant[i] >= contest.entrants)
					contest.entrants = entrant[i] + 1;
				if (seats > contest.seats)
					contest.seats = seats;
			}
			fixture = meet(number, entrant, seats);
			for (int i = 0; i < seats; i++)
				fixture->points[i] = (int64_t)(GAME_POINTS *
					cJSON_GetArrayItem(points, i)
					->valuedouble);
		}
	}
}

static void near(const char *what, int entrant, double got,
		 const cJSON *expect, double tolerance)
{
	double want = cJSON_GetArrayItem(json_get(expect, what), entrant)
		->valuedouble;

	ck_assert_msg(fabs(got - want) <= tolerance * fmax(1, fabs(want)),
		      "%s of %d: %.17g, expected %.17g", what, entrant, got,
		      want);
}

static bool has_order(const cJSON *vector, const char *first)
{
	const cJSON *order = json_get(json_get(vector, "options"), "order");

	return strcmp(cJSON_GetArrayItem(order, 1)->valuestring, first) == 0;
}

TEST(ties_are_broken_as_in_the_vectors)
{
	cJSON *file = vectors_load("ratings.json");
	const cJSON *vector;

	cJSON_ArrayForEach(vector, vectors_group(file, "swiss")) {
		const cJSON *expect = json_get(vector, "expect");
		double tolerance = json_get(json_get(vector, "tol"), "all")
			->valuedouble;

		start(has_order(vector, "buchholz") ? &format_swiss :
		      &format_round_robin, 0, 2);
		load(json_get(vector, "rounds"));
		ck_assert_int_eq(contest.entrants, cJSON_GetArraySize(
			json_get(expect, "points")));
		standings_make(&contest, POINTS_NORMAL, &standings);
		for (int i = 0; i < contest.entrants; i++) {
			const struct standings_row *row = row_of(i);

			near("points", i, (double)row->points / GAME_POINTS,
			     expect, tolerance);
			near("buchholz", i, tie_of(row, TIE_BUCHHOLZ),
			     expect, tolerance);
			near("sonneborn", i, tie_of(row, TIE_SONNEBORN),
			     expect, tolerance);
			near("direct", i, tie_of(row, TIE_DIRECT), expect,
			     tolerance);
			near("wins", i, row->wins, expect, 0);
			near("place", i, row->place, expect, 0);
		}
		finish();
	}
	cJSON_Delete(file);
}

/* ### rules one by one */

TEST(the_better_place_is_shared_by_those_still_equal)
{
	start(&format_round_robin, 4, 2);
	duel(0, 1, 2, 2);
	duel(2, 3, 3, 1);
	standings_make(&contest, POINTS_NORMAL, &standings);
	ck_assert_int_eq(row_of(2)->place, 1);
	ck_assert_int_eq(row_of(0)->place, 2);
	ck_assert_int_eq(row_of(1)->place, 2);
	ck_assert_int_eq(row_of(3)->place, 4);
	ck_assert_int_eq(standings.list[1].entrant, 0);
	finish();
}

TEST(an_undecided_match_counts_nothing)
{
	start(&format_round_robin, 2, 2);
	duel(0, 1, 4, 0);
	contest.past.list[0].decided = false;
	standings_make(&contest, POINTS_NORMAL, &standings);
	ck_assert_int_eq(row_of(0)->points, 0);
	ck_assert_uint_eq(row_of(0)->matches, 0);
	ck_assert_int_eq(row_of(1)->place, 1);
	finish();
}

TEST(direct_encounters_count_only_if_all_have_met)
{
	/* 0, 1 and 2 are level; without 1 against 2 it does not count. */
	start(&format_round_robin, 4, 2);
	duel(0, 1, 3, 1);
	duel(2, 0, 3, 1);
	duel(1, 3, 3, 1);
	duel(2, 3, 1, 3);
	standings_make(&contest, POINTS_NORMAL, &standings);
	for (int i = 0; i < 4; i++)
		ck_assert(tie_of(row_of(i), TIE_DIRECT) == 0);
	standings_release(&standings);
	duel(1, 2, 3, 1);
	duel(0, 3, 3, 1);
	standings_make(&contest, POINTS_NORMAL, &standings);
	ck_assert_int_eq(row_of(0)->points, 7 * GAME_POINTS);
	ck_assert_int_eq(row_of(1)->points, 7 * GAME_POINTS);
	ck_assert(tie_of(row_of(0), TIE_DIRECT) == 1);
	ck_assert_int_eq(row_of(0)->place, 1);
	ck_assert_int_eq(row_of(1)->place, 2);
	finish();
}

TEST(in_a_swiss_strong_opponents_come_before_beaten_ones)
{
	/* ada and bob have a point each: ada lost to eve, who has two, and
	   beat dee, who has none; bob beat cyd, who has one. */
	start(&format_swiss, 6, 2);
	duel(0, 3, 3, 1);
	duel(4, 0, 3, 1);
	duel(1, 2, 3, 1);
	duel(5, 1, 3, 1);
	duel(2, 5, 3, 1);
	duel(4, 3, 3, 1);
	standings_make(&contest, POINTS_NORMAL, &standings);
	ck_assert(tie_of(row_of(0), TIE_BUCHHOLZ) ==
		  tie_of(row_of(1), TIE_BUCHHOLZ));
	ck_assert(tie_of(row_of(0), TIE_SONNEBORN) <
		  tie_of(row_of(1), TIE_SONNEBORN));
	ck_assert_int_gt(row_of(0)->place, row_of(1)->place);
	standings_release(&standings);
	duel(4, 5, 3, 1);
	standings_make(&contest, POINTS_NORMAL, &standings);
	ck_assert(tie_of(row_of(0), TIE_BUCHHOLZ) >
		  tie_of(row_of(1), TIE_BUCHHOLZ));
	ck_assert_int_lt(row_of(0)->place, row_of(1)->place);
	finish();
}

TEST(points_can_be_counted_the_other_way)
{
	/* ada wins narrowly twice, bob once and high. */
	start(&format_round_robin, 3, 2);
	duel(0, 1, 3, 1);
	duel(0, 2, 3, 1);
	duel(1, 2, 8, 0);
	standings_make(&contest, POINTS_NORMAL, &standings);
	ck_assert_int_eq(standings.kind, POINTS_GAME);
	ck_assert_int_eq(row_of(1)->place, 1);
	ck_assert_int_eq(row_of(1)->points, 9 * GAME_POINTS);
	standings_release(&standings);
	standings_make(&contest, POINTS_MATCH, &standings);
	ck_assert_int_eq(row_of(0)->place, 1);
	ck_assert_int_eq(row_of(0)->points, 2 * GAME_POINTS);
	finish();
}

TEST(a_bye_is_a_match_won_but_no_match)
{
	static const int alone[] = { 2 };

	start(&format_swiss, 3, 2);
	duel(0, 1, 3, 1);
	meet(1, alone, 1);
	standings_make(&contest, POINTS_NORMAL, &standings);
	ck_assert_int_eq(row_of(2)->points, GAME_POINTS);
	ck_assert_uint_eq(row_of(2)->matches, 0);
	ck_assert_uint_eq(row_of(2)->wins, 0);
	ck_assert_uint_eq(row_of(2)->byes, 1);
	ck_assert(tie_of(row_of(2), TIE_BUCHHOLZ) == 1);
	ck_assert(tie_of(row_of(2), TIE_SONNEBORN) == 1);
	standings_release(&standings);
	standings_make(&contest, POINTS_GAME, &standings);
	ck_assert_int_eq(row_of(2)->points, 4 * GAME_POINTS);
	finish();
}

TEST(wins_draws_and_losses_of_many_seats)
{
	static const int who[] = { 3, 1, 0, 2 };
	static const int64_t points[2][4] = { { 5, 5, 2, 0 }, { 1, 2, 9, 2 } };

	start(&format_round_robin, 4, 4);
	for (int m = 0; m < 2; m++)
		memcpy(meet(1, who, 4)->points, points[m], sizeof points[m]);
	standings_make(&contest, POINTS_NORMAL, &standings);
	ck_assert_uint_eq(row_of(0)->wins, 1);
	ck_assert_uint_eq(row_of(0)->losses, 1);
	ck_assert_uint_eq(row_of(3)->draws, 1);
	ck_assert_uint_eq(row_of(3)->losses, 1);
	ck_assert_uint_eq(row_of(2)->losses, 2);
	ck_assert_uint_eq(row_of(1)->matches, 2);
	finish();
}

TEST(sums_beyond_64_bits_still_tell_who_is_first)
{
	/* Each of ada's 2000 fixtures adds 2000 times 2^30. */
	start(&format_round_robin, 3, 2);
	for (int m = 0; m < 2000; m++) {
		duel(0, 1, 0, 0);
		contest.past.list[m].points[0] = 1;
		contest.past.list[m].points[1] = 1 << 30;
	}
	duel(0, 2, 0, 1e6);
	standings_make(&contest, POINTS_NORMAL, &standings);
	ck_assert_uint_gt(row_of(0)->tie[TIE_BUCHHOLZ].high, 0);
	ck_assert(fabs(tie_of(row_of(0), TIE_BUCHHOLZ) / (2000.0 * 2000 *
		(1 << 30) / GAME_POINTS + 1e6) - 1) < 1e-12);
	finish();
}

TEST(a_bracket_has_places_and_no_points)
{
	struct text out = {0};

	start(&format_knockout, 2, 2);
	contest.matches = 1;
	duel(0, 1, 1, 3);
	standings_make(&contest, POINTS_NORMAL, &standings);
	ck_assert(standings.bracket);
	standings_show(&standings, names, NULL, REPORT_TEXT, &out);
	ck_assert_str_eq(text_string(&out),
		"place  entrant  matches  W  D  L\n"
		"    1  bob            1  1  0  0\n"
		"    2  ada            1  0  0  1\n");
	text_clear(&out);
	standings_show(&standings, names, NULL, REPORT_CSV, &out);
	ck_assert_ptr_nonnull(strstr(text_string(&out),
				     "\n1,bob,,1,1,0,0,0,,,,0,\n"));
	text_release(&out);
	finish();
}

TEST(who_goes_on_by_its_seed_is_marked)
{
	struct text out = {0};

	start(&format_knockout, 2, 2);
	contest.matches = 1;
	for (int m = 0; m < 11; m++)
		duel(0, 1, 2, 2);
	standings_make(&contest, POINTS_NORMAL, &standings);
	standings_show(&standings, names, NULL, REPORT_TEXT, &out);
	ck_assert_str_eq(text_string(&out),
		"place  entrant  matches  W   D  L  by seed\n"
		"    1  ada           11  0  11  0        1\n"
		"    2  bob           11  0  11  0        0\n");
	text_release(&out);
	finish();
}

/* ### output */

static const uint64_t faults[] = { 0, 12, 0 };

static void three(void)
{
	start(&format_round_robin, 3, 2);
	duel(0, 1, 3, 1);
	duel(0, 2, 1.5, 2.5);
	duel(1, 2, 2, 2);
	standings_make(&contest, POINTS_NORMAL, &standings);
}

TEST(the_table_is_aligned)
{
	static const char *const long_names[] = { "a", "zo\xc3\xab-lou", "c" };
	struct text out = {0};

	three();
	standings_show(&standings, long_names, faults, REPORT_TEXT, &out);
	ck_assert_str_eq(text_string(&out),
		"place  entrant  points  matches  W  D  L  direct   S-B  "
		"faults\n"
		"    1  c          4.50        2  1  1  0    1.00  6.00  "
		"     0\n"
		"    2  a          4.50        2  1  0  1    0.00  3.00  "
		"     0\n"
		"    3  zo\xc3\xab-lou    3.00        2  0  1  1    0.00  "
		"2.25      12\n");
	text_release(&out);
	finish();
}

TEST(csv_quotes_what_it_must)
{
	static const char *const odd[] = { "a,b", "say \"hi\"", "two\nlines" };
	struct text out = {0};

	three();
	standings_show(&standings, odd, faults, REPORT_CSV, &out);
	ck_assert_str_eq(text_string(&out),
		"place,entrant,points,matches,wins,draws,losses,byes,direct,"
		"sonneborn_berger,buchholz,by_seed,faults\n"
		"1,two\\u000alines,4.500000,2,1,1,0,0,1.000000,6.000000,"
		"7.500000,0,0\n"
		"2,\"a,b\",4.500000,2,1,0,1,0,0.000000,3.000000,7.500000,"
		"0,0\n"
		"3,\"say \"\"hi\"\"\",3.000000,2,0,1,1,0,0.000000,2.250000,"
		"9.000000,0,12\n");
	text_release(&out);
	finish();
}

TEST(json_has_the_same_members)
{
	struct json_writer w = {0};
	struct error err = {0};

	three();
	standings_show(&standings, names, faults, REPORT_JSON, &w.out);
	ck_assert_int_eq(json_scan_value(w.out.bytes, w.out.length, 4,
					 JSON_FLOATS, &err), 0);
	ck_assert_ptr_nonnull(strstr(text_string(&w.out),
		"[{\"place\":1,\"entrant\":\"cyd\",\"points\":4.500000,"
		"\"matches\":2,\"wins\":1,\"draws\":1,\"losses\":0,\"byes\":0,"
		"\"direct\":1.000000,\"sonneborn_berger\":6.000000,"
		"\"buchholz\":7.500000,\"by_seed\":0,\"faults\":0},"));
	text_release(&w.out);
	finish();
}

TEST(thousands_who_never_met_are_level_at_once)
{
	start(&format_swiss, ENTRANTS_MAX, 2);
	standings_make(&contest, POINTS_NORMAL, &standings);
	ck_assert_int_eq(standings.list[ENTRANTS_MAX - 1].place, 1);
	ck_assert_int_eq(standings.list[ENTRANTS_MAX - 1].entrant,
			 ENTRANTS_MAX - 1);
	finish();
}
