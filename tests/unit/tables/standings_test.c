/*
 * standings_test.c - the order of entrants, its reasons, and how it is shown.
 *
 * tests/end_to_end/tournament/formats.py ranks random results again.
 */
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/contests.h"
#include "tests/support/rating_vectors.h"
#include "tournaments/report/standings_show.h"

static const char *const names[] = { "ada", "bob", "cyd", "dee", "eve",
	"fay", "gil", "hal" };

static struct standings standings;
static struct text out;

static void end(void)
{
	standings_release(&standings);
	text_release(&out);
	cup_end();
}

UNIT_EACH(NULL, end)

static void start(const struct format *format, int entrants, int seats)
{
	contest_release(&cup);
	cup = (struct contest){ .format = format, .entrants = entrants,
		.seats = seats, .boards = 2, .rotations = seats };
}

static struct fixture *meet(uint32_t round, const int *who, int seats)
{
	struct fixture *fixture = fixtures_add(&cup.past, round, 0, who, seats,
					       2);

	fixture->decided = true;
	fixture->number = seats == 1 ? 0 : (uint32_t)cup.past.count;
	return fixture;
}

/* Adds a match of two entrants with these game points. */
static void duel(int a, int b, double points_a, double points_b)
{
	struct fixture *fixture = meet(1, (int[]){ a, b }, 2);

	fixture->points[0] = (int64_t)(points_a * GAME_POINTS);
	fixture->points[1] = (int64_t)(points_b * GAME_POINTS);
}

/* Adds matches in which the first one wins 3 : 1. */
static void duels(const char *pairs)
{
	for (; *pairs != '\0'; pairs += 2 + (pairs[2] == ' '))
		duel(pairs[0] - '0', pairs[1] - '0', 3, 1);
}

static void rank(int points)
{
	standings_release(&standings);
	standings_make(&cup, points, &standings);
}

static void show(const char *const *called, const uint64_t *faults,
		 enum report_form form)
{
	text_clear(&out);
	standings_show(&standings, called, faults, form, &out);
}

static const struct standings_row *row_of(int entrant)
{
	for (int i = 0; i < standings.count; i++)
		if (standings.list[i].entrant == entrant)
			return &standings.list[i];
	ck_abort_msg("entrant %d has no line", entrant);
	return NULL;
}

static double tie_of(int entrant, enum tie_break rule)
{
	const struct standings_row *row = row_of(entrant);

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
			int seats = cJSON_GetArraySize(who);
			int entrant[GAME_SEATS_MAX];
			struct fixture *fixture;

			for (int i = 0; i < seats; i++)
				entrant[i] = (int)number_at(who, i);
			cup.seats = seats > cup.seats ? seats : cup.seats;
			fixture = meet(number, entrant, seats);
			for (int i = 0; i < seats; i++)
				fixture->points[i] = (int64_t)(GAME_POINTS *
					number_at(json_get(match, "points"),
						  i));
		}
	}
}

TEST(ties_are_broken_as_in_the_vectors)
{
	const cJSON *vector;

	cJSON_ArrayForEach(vector, rating_vectors("swiss")) {
		const cJSON *expect = json_get(vector, "expect");
		const cJSON *order = json_get(json_get(vector, "options"),
					      "order");
		double tolerance = json_get(json_get(vector, "tol"), "all")
			->valuedouble;

		start(strcmp(cJSON_GetArrayItem(order, 1)->valuestring,
			     "buchholz") == 0 ? &format_swiss :
		      &format_round_robin, cJSON_GetArraySize(
			json_get(expect, "points")), 2);
		load(json_get(vector, "rounds"));
		rank(POINTS_NORMAL);
		for (int i = 0; i < cup.entrants; i++) {
			const struct standings_row *row = row_of(i);
			const struct {
				const char *key;
				double got;
			} figures[] = {
				{ "points", (double)row->points / GAME_POINTS },
				{ "buchholz", tie_of(i, TIE_BUCHHOLZ) },
				{ "sonneborn", tie_of(i, TIE_SONNEBORN) },
				{ "direct", tie_of(i, TIE_DIRECT) },
				{ "wins", row->wins }, { "place", row->place },
			};

			for (size_t f = 0; f < 6; f++)
				assert_near(figures[f].got, number_at(
					json_get(expect, figures[f].key), i),
					tolerance);
		}
	}
}

/* ### extremes and forms */

TEST(sums_beyond_64_bits_still_tell_who_is_first)
{
	/* Each of ada's 2000 fixtures adds 2000 times 2^30. */
	start(&format_round_robin, 3, 2);
	for (int m = 0; m < 2000; m++) {
		duel(0, 1, 0, 0);
		cup.past.list[m].points[0] = 1;
		cup.past.list[m].points[1] = 1 << 30;
	}
	duel(0, 2, 0, 1e6);
	rank(POINTS_NORMAL);
	ck_assert_uint_gt(row_of(0)->tie[TIE_BUCHHOLZ].high, 0);
	ck_assert(fabs(tie_of(0, TIE_BUCHHOLZ) / (2000.0 * 2000 *
		(1 << 30) / GAME_POINTS + 1e6) - 1) < 1e-12);
}

TEST(a_bracket_has_places_and_no_points)
{
	start(&format_knockout, 2, 2);
	cup.matches = 1;
	duel(0, 1, 1, 3);
	rank(POINTS_NORMAL);
	ck_assert(standings.bracket);
	show(names, NULL, REPORT_TEXT);
	ck_assert_str_eq(text_string(&out),
		"place  entrant  matches  W  D  L\n"
		"    1  bob            1  1  0  0\n"
		"    2  ada            1  0  0  1\n");
	show(names, NULL, REPORT_CSV);
	ck_assert_ptr_nonnull(strstr(text_string(&out),
				     "\n1,bob,,1,1,0,0,0,,,,0,\n"));
}

TEST(who_goes_on_by_its_seed_is_marked)
{
	start(&format_knockout, 2, 2);
	cup.matches = 1;
	for (int m = 0; m < 11; m++)
		duel(0, 1, 2, 2);
	rank(POINTS_NORMAL);
	show(names, NULL, REPORT_TEXT);
	ck_assert_str_eq(text_string(&out),
		"place  entrant  matches  W   D  L  by seed\n"
		"    1  ada           11  0  11  0        1\n"
		"    2  bob           11  0  11  0        0\n");
}

TEST(thousands_who_never_met_are_level_at_once)
{
	start(&format_swiss, ENTRANTS_MAX, 2);
	rank(POINTS_NORMAL);
	ck_assert_int_eq(standings.list[ENTRANTS_MAX - 1].place, 1);
	ck_assert_int_eq(standings.list[ENTRANTS_MAX - 1].entrant,
			 ENTRANTS_MAX - 1);
}

/* A name of another width, and such as CSV has to quote. */
TEST(all_forms_have_the_same_members)
{
	static const char *const long_names[] = { "a", "zo\xc3\xab-lou", "c" };
	static const char *const odd[] = { "a,b", "say \"hi\"", "two\nlines" };
	static const uint64_t faults[] = { 0, 12, 0 };
	struct error err = {0};

	start(&format_round_robin, 3, 2);
	duels("01");
	duel(0, 2, 1.5, 2.5);
	duel(1, 2, 2, 2);
	rank(POINTS_NORMAL);
	show(long_names, faults, REPORT_TEXT);
	ck_assert_str_eq(text_string(&out),
		"place  entrant  points  matches  W  D  L  direct   S-B  "
		"faults\n"
		"    1  c          4.50        2  1  1  0    1.00  6.00  "
		"     0\n"
		"    2  a          4.50        2  1  0  1    0.00  3.00  "
		"     0\n"
		"    3  zo\xc3\xab-lou    3.00        2  0  1  1    0.00  "
		"2.25      12\n");
	show(odd, faults, REPORT_CSV);
	ck_assert_str_eq(text_string(&out),
		"place,entrant,points,matches,wins,draws,losses,byes,direct,"
		"sonneborn_berger,buchholz,by_seed,faults\n"
		"1,two\\u000alines,4.500000,2,1,1,0,0,1.000000,6.000000,"
		"7.500000,0,0\n"
		"2,\"a,b\",4.500000,2,1,0,1,0,0.000000,3.000000,7.500000,"
		"0,0\n"
		"3,\"say \"\"hi\"\"\",3.000000,2,0,1,1,0,0.000000,2.250000,"
		"9.000000,0,12\n");
	show(names, faults, REPORT_JSON);
	ck_assert_int_eq(json_scan_value(out.bytes, out.length, 4,
					 JSON_FLOATS, &err), 0);
	ck_assert_ptr_nonnull(strstr(text_string(&out),
		"[{\"place\":1,\"entrant\":\"cyd\",\"points\":4.500000,"
		"\"matches\":2,\"wins\":1,\"draws\":1,\"losses\":0,\"byes\":0,"
		"\"direct\":1.000000,\"sonneborn_berger\":6.000000,"
		"\"buchholz\":7.500000,\"by_seed\":0,\"faults\":0},"));
}
