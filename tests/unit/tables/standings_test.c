/*
 * standings_test.c - the order of entrants, its reasons, and how it is shown.
 *
 * tests/end_to_end/tournament/formats.py ranks random results again.
 */
#include "tests/support/contests.h"
#include "tests/support/json.h"
#include "tests/support/rating_vectors.h"
#include "tests/support/rows.h"
#include "tournaments/report/standings_show.h"

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

static void rank(int points)
{
	standings_release(&standings);
	standings_make(&cup, points, &standings);
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

TEST(a_bye_is_a_match_won_and_an_open_match_is_nothing)
{
	start(&format_swiss, 3, 2);
	duel(0, 1, 3, 1);
	duel(1, 2, 4, 0);
	cup.past.list[1].decided = false;
	meet(1, (int[]){ 2 }, 1);
	rank(POINTS_NORMAL);
	ck_assert_int_eq(row_of(2)->points, GAME_POINTS);
	rank(POINTS_GAME);
	ck_assert_int_eq(row_of(2)->points, 4 * GAME_POINTS);
	ck_assert_int_eq(row_of(1)->points, GAME_POINTS);
}

TEST(thousands_who_never_met_are_level_at_once)
{
	start(&format_swiss, ENTRANTS_MAX, 2);
	rank(POINTS_NORMAL);
	ck_assert_int_eq(standings.list[ENTRANTS_MAX - 1].place, 1);
	ck_assert_int_eq(standings.list[ENTRANTS_MAX - 1].entrant,
			 ENTRANTS_MAX - 1);
}

/* `meetings` as "0-1 3:1 .." with game points; the second entrant has faults,
   unless it says none. */
TEST_ROWS(standings_have_three_forms, "tables/standings.txt",
	  "a format, meetings, names, faults, the form; what is shown")
{
	static const char *const forms[] = { "text", "csv", "json", NULL };
	const int form = row_word(row, 4, forms);
	uint64_t faults[3] = { 0, (uint64_t)row_int(row, 3), 0 };
	const char *names[3], *at = row->text[1];
	char *rest = row->text[2];
	struct error err = {0};
	double x, y;
	int count = 0, a, b, size;

	while ((names[count] = strtok_r(rest, "/", &rest)) != NULL && count < 2)
		count++;
	count += names[count] != NULL;
	if (row->text[0][0] == '{')
		cup_plain(row->text[0], count, 2);
	else
		start(format_find(row->text[0]), count, 2);
	cup.matches = 1;
	for (; sscanf(at, "%d-%d %lf:%lf %n", &a, &b, &x, &y, &size) == 4;
	     at += size)
		duel(a, b, x, y);
	rank(POINTS_NORMAL);
	ck_assert_int_eq(standings.bracket, cup.format == &format_knockout);
	text_clear(&out);
	standings_show(&standings, names, faults[1] > 0 ? faults : NULL,
		       (enum report_form)form, &out);
	ck_assert(form != REPORT_JSON ||
		  is_json(&out, 4, JSON_FLOATS | JSON_VALUE, &err));
	ck_assert_msg(strstr(text_string(&out), row->text[5]) != NULL, "%s",
		      out.bytes);
}
