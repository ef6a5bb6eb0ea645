/*
 * swiss_test.c - the guarantees of a Swiss tournament, against brute force.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/contests.h"
#include "tests/support/results.h"
#include "tournaments/format/contest.h"

enum { SMALL = 10, LARGE = 512, RUNS = 300 };

/* The table so far and the round that was made from it. */
struct view {
	int n;
	int64_t points[LARGE];
	int byes[LARGE];
	int met[LARGE][LARGE];
	int opponent[LARGE];            /* -1: a bye */
	int bye;                        /* -1: none */
	int again;                      /* pairs that had met */
};

static void add_past(struct view *view, const struct fixture *fixture)
{
	int points[GAME_SEATS_MAX];

	fixture_points(fixture, points);
	for (int s = 0; s < fixture->seats; s++)
		view->points[fixture->entrant[s]] += points[s];
	if (fixture->seats == 1)
		view->byes[fixture->entrant[0]]++;
	for (int s = 0; s < fixture->seats; s++)
		for (int t = 0; t < fixture->seats; t++)
			view->met[fixture->entrant[s]][fixture->entrant[t]] +=
				s != t;
}

/* Splits the fixtures, of two seats, into those before `round` and of it. */
static void look(struct view *view, const struct contest *contest,
		 uint32_t round)
{
	bool seen[LARGE] = { false };

	memset(view, 0, sizeof *view);
	view->n = contest->entrants;
	view->bye = -1;
	for (size_t i = 0; i < contest->past.count; i++) {
		const struct fixture *fixture = &contest->past.list[i];
		int a = fixture->entrant[0], b = -1;

		if (fixture->round < round) {
			add_past(view, fixture);
			continue;
		}
		if (fixture->seats == 2) {
			b = fixture->entrant[1];
			ck_assert(!seen[b]);
			seen[b] = true;
			view->opponent[b] = a;
			view->again += view->met[a][b] > 0;
		} else {
			ck_assert_int_eq(view->bye, -1);
			view->bye = a;
		}
		ck_assert(!seen[a]);
		seen[a] = true;
		view->opponent[a] = b;
	}
	for (int i = 0; i < view->n; i++)
		ck_assert(seen[i]);
	ck_assert_int_eq(view->bye >= 0, view->n % 2);
}

/* ### brute force: all ways to pair the entrants of a set */

enum want {
	AFRESH,         /* cost: pairs that have met */
	LEVEL           /* only fresh pairs; cost: those of unequal points */
};

enum { NEVER = 1000 };

static int cost(const struct view *view, enum want want, int a, int b)
{
	if (want == AFRESH)
		return view->met[a][b] > 0;
	return view->met[a][b] > 0 ? NEVER : view->points[a] !=
		view->points[b];
}

static int least_cost(const struct view *view, enum want want, int set,
		      int *known)
{
	int a = 0, least = NEVER;

	if (set == 0)
		return 0;
	if (known[set] >= 0)
		return known[set];
	while ((set >> a & 1) == 0)
		a++;
	for (int b = a + 1; b < view->n; b++) {
		int total;

		if ((set >> b & 1) == 0)
			continue;
		total = cost(view, want, a, b) +
			least_cost(view, want, set & ~(1 << a | 1 << b),
				   known);
		least = total < least ? total : least;
	}
	return known[set] = least;
}

/* The cost of the best pairing of all but `without` (-1: of all). */
static int best_pairing(const struct view *view, enum want want, int without)
{
	static int known[1 << SMALL];
	int set = (1 << view->n) - 1;

	memset(known, -1, sizeof known);
	return least_cost(view, want, without < 0 ? set :
			  set & ~(1 << without), known);
}

static bool is_below(const struct view *view, int a, int b)
{
	return view->points[a] != view->points[b] ?
		view->points[a] < view->points[b] : a > b;
}

/* The lowest entrant without a bye whose bye leaves the fewest repetitions. */
static int due_bye(const struct view *view, int *again)
{
	int due = -1;

	*again = NEVER;
	for (int i = 0; i < view->n; i++) {
		int cost_of = view->byes[i] > 0 ? NEVER :
			best_pairing(view, AFRESH, i);

		if (cost_of < *again || (cost_of < NEVER && cost_of == *again &&
					 is_below(view, i, due))) {
			due = i;
			*again = cost_of;
		}
	}
	return due;
}

static void check_round(const struct view *view)
{
	int again, floats = 0, level;

	if (view->n % 2 == 0) {
		again = best_pairing(view, AFRESH, -1);
	} else {
		ck_assert_int_eq(view->bye, due_bye(view, &again));
		ck_assert_int_eq(view->byes[view->bye], 0);
	}
	ck_assert_int_eq(view->again, again);
	for (int i = 0; i < view->n; i++)
		floats += view->opponent[i] > i && view->points[i] !=
			view->points[view->opponent[i]];
	level = best_pairing(view, LEVEL, view->bye);
	if (level == 0)
		ck_assert_int_eq(floats, 0);
}

/* _i is the number of entrants. */
TEST_FROM(nobody_meets_again_has_two_byes_or_floats_without_need, 2, SMALL + 1)
{
	static struct view view;
	char format[64];

	snprintf(format, sizeof format,
		 "{\"type\": \"swiss\", \"rounds\": %d}", _i - 1);
	for (uint64_t seed = 0; seed < RUNS; seed++) {
		struct contest contest = contest_of(format, _i, 2,
						    RESULT_RANKING);
		uint32_t rounds = 0;

		while (contest_advance(&contest)) {
			look(&view, &contest, ++rounds);
			check_round(&view);
			decide_open(&contest, 0, seed, (int)seed % 4 * 25);
		}
		ck_assert_uint_eq(rounds, (uint32_t)_i - 1);
		contest_release(&contest);
	}
}

/* ### who stays in the best group */

/* A bit for each of the best group who can stay in it, the best one first. */
static int stays_most(const struct view *view, const int *group, int count,
		      int set, int stays)
{
	int a = 0, most = -1;

	if (set == 0)
		return stays;
	while ((set >> a & 1) == 0)
		a++;
	for (int b = a + 1; b < view->n; b++) {
		int found = stays, here[2] = { -1, -1 };

		if ((set >> b & 1) == 0 || view->met[a][b] > 0)
			continue;
		for (int i = 0; i < count; i++) {
			if (group[i] == a)
				here[0] = count - 1 - i;
			if (group[i] == b)
				here[1] = count - 1 - i;
		}
		if (here[0] >= 0 && here[1] >= 0)
			found |= 1 << here[0] | 1 << here[1];
		found = stays_most(view, group, count,
				   set & ~(1 << a | 1 << b), found);
		most = found > most ? found : most;
	}
	return most;
}

TEST(in_the_best_group_the_higher_stay_before_the_lower)
{
	static struct view view;

	for (uint64_t seed = 0; seed < 200; seed++) {
		struct contest contest = contest_of(
			"{\"type\": \"swiss\", \"rounds\": 7}", 8, 2,
			RESULT_RANKING);

		for (uint32_t round = 1; contest_advance(&contest); round++) {
			int group[SMALL], count = 0, best = 0, stays = 0, most;

			look(&view, &contest, round);
			for (int i = 1; i < view.n; i++)
				if (is_below(&view, best, i))
					best = i;
			for (int i = 0; i < view.n; i++)
				if (view.points[i] == view.points[best])
					group[count++] = i;
			for (int i = 0; i < count; i++)
				stays = 2 * stays +
					(view.points[view.opponent[group[i]]]
					 == view.points[best]);
			most = stays_most(&view, group, count, 255, 0);
			if (most >= 0)
				ck_assert_int_eq(stays, most);
			decide_open(&contest, 0, seed, 20);
		}
		contest_release(&contest);
	}
}

/* ### tables of cases */

/* Pasts by hand, in which each pair is a round and the first one wins. */
static const struct {
	const char *why;
	int n;
	const char *past;       /* "AB " letters are entrants */
	const char *due;        /* a bye is one letter */
} rounds[] = {
	{ "the first round is top half against bottom half",
		8, "", "AE BF CG DH" },
	{ "the lowest has the bye", 7, "", "AD BE CF G" },
	{ "winners meet winners", 4, "AC BD", "AB CD" },
	{ "who had a bye is worth a winner", 3, "AB C", "AC B" },
	{ "the lower one of three floats", 6, "AD BE CF", "AB CE DF" },
	{ "who has met all of the next group floats on",
		4, "AC BD AB CD", "BC AD" },
	{ "two triangles: one pair in six must repeat",
		6, "AD BE CF AE BF CD AF BD CE", "AB DE CF" },
	{ "those who have met all meet from the top",
		6, "BC BD BE BF CD CE CF DE DF EF", "BA CD EF" },
};

static void add_by_hand(struct contest *contest, const char *past)
{
	uint32_t number = 0;

	for (const char *at = past; *at != '\0'; at += *at == ' ') {
		int who[2], seats = 0;
		struct fixture *fixture;

		while (*at >= 'A')
			who[seats++] = *at++ - 'A';
		number++;
		fixture = fixtures_add(&contest->past, number, 0, who, seats,
				       1);
		fixture->number = seats == 1 ? 0 : number;
		fixture->points[0] = seats == 1 ? 0 : 2 * GAME_POINTS;
		fixture->decided = true;
	}
}

TEST_EACH(a_round_follows_from_the_past, sizeof rounds / sizeof *rounds)
{
	struct contest contest = contest_of("{\"type\": \"swiss\"}",
					    rounds[_i].n, 2, RESULT_RANKING);
	struct text due = {0};
	size_t from;

	contest.option[0].number = 100;
	add_by_hand(&contest, rounds[_i].past);
	from = contest.past.count;
	ck_assert(contest_advance(&contest));
	for (size_t i = from; i < contest.past.count; i++) {
		const struct fixture *fixture = &contest.past.list[i];

		text_add(&due, i > from ? " " : "");
		for (int s = 0; s < fixture->seats; s++)
			text_byte(&due, (char)('A' + fixture->entrant[s]));
	}
	ck_assert_msg(strcmp(text_string(&due), rounds[_i].due) == 0,
		      "%s: %s", rounds[_i].why, text_string(&due));
	text_release(&due);
	contest_release(&contest);
}

TEST(many_entrants_never_meet_again)
{
	static struct view view;
	struct contest contest = contest_of("{\"type\": \"swiss\"}", LARGE - 1,
					    2, RESULT_RANKING);
	uint32_t round = 0;

	while (contest_advance(&contest)) {
		look(&view, &contest, ++round);
		ck_assert_int_eq(view.again, 0);
		ck_assert_int_eq(view.byes[view.bye], 0);
		decide_open(&contest, 0, 1, 30);
	}
	ck_assert_uint_eq(round, 9);
	contest_release(&contest);
}

/* FNV-1a over all pairs of a tournament in which nearly everyone meets
   everyone: pairings must not change, however they are found. */
static const struct {
	int entrants, rounds;
	uint64_t pairs;
} settled[] = {
	{ 31, 30, UINT64_C(0x4fe2fd40f486e357) },
	{ 64, 63, UINT64_C(0xb994b0404ae723d9) },
	{ 65, 64, UINT64_C(0x0cfd476a03457911) },
	{ 150, 140, UINT64_C(0x4cf88d1dfcd1118f) }
};

TEST_EACH(pairings_stay_what_they_were, sizeof settled / sizeof *settled)
{
	char rules[64];
	struct contest contest;
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	size_t seen = 0;

	snprintf(rules, sizeof rules, "{\"type\": \"swiss\", \"rounds\": %d}",
		 settled[_i].rounds);
	contest = contest_of(rules, settled[_i].entrants, 2, RESULT_RANKING);
	while (contest_advance(&contest)) {
		for (; seen < contest.past.count; seen++)
			for (int s = 0; s < contest.past.list[seen].seats; s++)
				hash = (hash ^ (uint64_t)contest.past.
					list[seen].entrant[s]) *
					UINT64_C(0x100000001b3);
		decide_open(&contest, 0, 1, 30);
	}
	ck_assert_msg(hash == settled[_i].pairs, "%d entrants: 0x%016" PRIx64,
		      settled[_i].entrants, hash);
	contest_release(&contest);
}

TEST(a_bye_is_worth_a_pairing_that_is_won)
{
	struct contest contest = contest_of(
		"{\"type\": \"swiss\", \"matches\": 3}", 5, 2, RESULT_RANKING);
	size_t byes = 0;

	ck_assert(contest_advance(&contest));
	ck_assert_uint_eq(contest.past.count, 9);
	for (size_t i = 0; i < 9; i++)
		byes += contest.past.list[i].seats == 1;
	ck_assert_uint_eq(byes, 3);
	contest_release(&contest);
}

/* ### tables of more */

static int table_cost(const struct view *view, const int *seated, int seats)
{
	int total = 0;

	for (int s = 0; s < seats; s++)
		for (int t = 0; t < s; t++)
			total += view->met[seated[s]][seated[t]];
	return total;
}

/* Swapping any two entrants does not reduce the repetitions. */
static void check_tables(const struct view *view, int *seated, int count,
			 int seats)
{
	for (int a = 0; a < count; a++) {
		for (int b = a + 1; b < count; b++) {
			int *x = &seated[a - a % seats];
			int *y = &seated[b - b % seats];
			int before, after, swap = seated[a];

			if (x == y)
				continue;
			before = table_cost(view, x, seats) +
				table_cost(view, y, seats);
			seated[a] = seated[b];
			seated[b] = swap;
			after = table_cost(view, x, seats) +
				table_cost(view, y, seats);
			seated[b] = seated[a];
			seated[a] = swap;
			ck_assert_int_ge(after, before);
		}
	}
}

static int check_tables_round(const struct contest *contest, uint32_t round)
{
	static struct view view;
	int seated[64], count = 0, fewest = 1000, most = 0, repeats = 0;
	int seats = contest->seats;

	memset(&view, 0, sizeof view);
	for (size_t i = 0; i < contest->past.count; i++) {
		const struct fixture *fixture = &contest->past.list[i];

		if (fixture->round < round) {
			add_past(&view, fixture);
			continue;
		}
		if (fixture->seats == 1)
			view.byes[fixture->entrant[0]]++;
		for (int s = 0; s < fixture->seats && fixture->seats > 1; s++)
			seated[count++] = fixture->entrant[s];
	}
	ck_assert_int_eq(count, contest->entrants - contest->entrants % seats);
	check_tables(&view, seated, count, seats);
	for (int i = 0; i < contest->entrants; i++) {
		fewest = view.byes[i] < fewest ? view.byes[i] : fewest;
		most = view.byes[i] > most ? view.byes[i] : most;
	}
	ck_assert_int_le(most, fewest + 1);
	for (int i = 0; i < count; i += seats)
		repeats += table_cost(&view, &seated[i], seats);
	return repeats;
}

/* _i is the number of seats. */
TEST_FROM(tables_repeat_little_and_byes_are_level, 3, 6)
{
	for (int n = _i; n < _i + 20; n++) {
		struct contest contest = contest_of(
			"{\"type\": \"swiss\", \"rounds\": 8}", n, _i,
			RESULT_WINNER);
		uint32_t round = 0;

		while (contest_advance(&contest)) {
			int repeats = check_tables_round(&contest, ++round);

			if (round == 1)
				ck_assert_int_eq(repeats, 0);
			decide_open(&contest, 0, (uint64_t)n, 10);
		}
		ck_assert_uint_eq(round, 8);
		contest_release(&contest);
	}
}

TEST(a_team_game_is_played_in_every_partnership)
{
	static const int due[3][4] = {
		{ 0, 1, 2, 3 }, { 0, 2, 1, 3 }, { 0, 1, 3, 2 }
	};
	struct contest contest = contest_of("{\"type\": \"swiss\"}", 5, 4,
					    RESULT_TEAMS);

	ck_assert(contest_advance(&contest));
	ck_assert_uint_eq(contest.past.count, 6);
	for (int i = 0; i < 3; i++)
		ck_assert_mem_eq(contest.past.list[i].entrant, due[i],
				 sizeof due[i]);
	for (int i = 3; i < 6; i++)
		ck_assert_int_eq(contest.past.list[i].entrant[0], 4);
	contest_release(&contest);
}
