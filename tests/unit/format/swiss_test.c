/*
 * swiss_test.c - the guarantees of a Swiss tournament, against brute force.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/contests.h"

UNIT_EACH(NULL, cup_end)

enum { SMALL = 10, LARGE = 512, RUNS = 300 };

/* The table so far and the round that was made from it. */
static struct view {
	int n;
	int64_t points[LARGE];
	int byes[LARGE];
	int met[LARGE][LARGE];
	int opponent[LARGE];            /* -1: a bye */
	int bye;                        /* -1: none */
	int again;                      /* pairs that had met */
} view;

static void add_past(const struct fixture *fixture)
{
	int points[GAME_SEATS_MAX];

	fixture_points(fixture, points);
	for (int s = 0; s < fixture->seats; s++)
		view.points[fixture->entrant[s]] += points[s];
	if (fixture->seats == 1)
		view.byes[fixture->entrant[0]]++;
	for (int s = 0; s < fixture->seats; s++)
		for (int t = 0; t < fixture->seats; t++)
			view.met[fixture->entrant[s]][fixture->entrant[t]] +=
				s != t;
}

/* Splits the fixtures, of two seats, into those before `round` and of it. */
static void look(uint32_t round)
{
	bool seen[LARGE] = { false };

	memset(&view, 0, sizeof view);
	view.n = cup.entrants;
	view.bye = -1;
	for (size_t i = 0; i < cup.past.count; i++) {
		const struct fixture *fixture = &cup.past.list[i];
		int a = fixture->entrant[0], b = -1;

		if (fixture->round < round) {
			add_past(fixture);
			continue;
		}
		if (fixture->seats == 2) {
			b = fixture->entrant[1];
			ck_assert(!seen[b]);
			seen[b] = true;
			view.opponent[b] = a;
			view.again += view.met[a][b] > 0;
		} else {
			ck_assert_int_eq(view.bye, -1);
			view.bye = a;
		}
		ck_assert(!seen[a]);
		seen[a] = true;
		view.opponent[a] = b;
	}
	for (int i = 0; i < view.n; i++)
		ck_assert(seen[i]);
	ck_assert_int_eq(view.bye >= 0, view.n % 2);
}

/* ### brute force: all ways to pair the entrants of a set */

enum want {
	AFRESH,         /* cost: pairs that have met */
	LEVEL           /* only fresh pairs; cost: those of unequal points */
};

enum { NEVER = 1000 };

static int cost(enum want want, int a, int b)
{
	if (want == AFRESH)
		return view.met[a][b] > 0;
	return view.met[a][b] > 0 ? NEVER : view.points[a] !=
		view.points[b];
}

static int least_cost(enum want want, int set,
		      int *known)
{
	int a = 0, least = NEVER;

	if (set == 0)
		return 0;
	if (known[set] >= 0)
		return known[set];
	while ((set >> a & 1) == 0)
		a++;
	for (int b = a + 1; b < view.n; b++) {
		int total;

		if ((set >> b & 1) == 0)
			continue;
		total = cost(want, a, b) +
			least_cost(want, set & ~(1 << a | 1 << b),
				   known);
		least = total < least ? total : least;
	}
	return known[set] = least;
}

/* The cost of the best pairing of all but `without` (-1: of all). */
static int best_pairing(enum want want, int without)
{
	static int known[1 << SMALL];
	int set = (1 << view.n) - 1;

	memset(known, -1, sizeof known);
	return least_cost(want, without < 0 ? set :
			  set & ~(1 << without), known);
}

static bool is_below(int a, int b)
{
	return view.points[a] != view.points[b] ?
		view.points[a] < view.points[b] : a > b;
}

/* The lowest entrant without a bye whose bye leaves the fewest repetitions. */
static int due_bye(int *again)
{
	int due = -1;

	*again = NEVER;
	for (int i = 0; i < view.n; i++) {
		int cost_of = view.byes[i] > 0 ? NEVER :
			best_pairing(AFRESH, i);

		if (cost_of < *again || (cost_of < NEVER && cost_of == *again &&
					 is_below(i, due))) {
			due = i;
			*again = cost_of;
		}
	}
	return due;
}

static void check_round(void)
{
	int again, floats = 0, level;

	if (view.n % 2 == 0) {
		again = best_pairing(AFRESH, -1);
	} else {
		ck_assert_int_eq(view.bye, due_bye(&again));
		ck_assert_int_eq(view.byes[view.bye], 0);
	}
	ck_assert_int_eq(view.again, again);
	for (int i = 0; i < view.n; i++)
		floats += view.opponent[i] > i && view.points[i] !=
			view.points[view.opponent[i]];
	level = best_pairing(LEVEL, view.bye);
	if (level == 0)
		ck_assert_int_eq(floats, 0);
}

/* _i is the number of entrants. */
TEST_FROM(nobody_meets_again_has_two_byes_or_floats_without_need, 2, SMALL + 1)
{
	for (uint64_t seed = 0; seed < RUNS; seed++) {
		uint32_t rounds = 0;

		cup_plain(words("{'type':'swiss','rounds':%d}", _i - 1), _i, 2);
		while (contest_advance(&cup)) {
			look(++rounds);
			check_round();
			decide_open(&cup, seed, (int)seed % 4 * 25);
		}
		ck_assert_uint_eq(rounds, (uint32_t)_i - 1);
	}
}

/* ### who stays in the best group */

/* A bit for each of the best group who can stay in it, the best one first. */
static int stays_most(const int *group, int count, int set, int stays)
{
	int a = 0, most = -1;

	if (set == 0)
		return stays;
	while ((set >> a & 1) == 0)
		a++;
	for (int b = a + 1; b < view.n; b++) {
		int found = stays, here[2] = { -1, -1 };

		if ((set >> b & 1) == 0 || view.met[a][b] > 0)
			continue;
		for (int i = 0; i < count; i++)
			if (group[i] == a || group[i] == b)
				here[group[i] == b] = count - 1 - i;
		if (here[0] >= 0 && here[1] >= 0)
			found |= 1 << here[0] | 1 << here[1];
		found = stays_most(group, count, set & ~(1 << a | 1 << b),
				   found);
		most = found > most ? found : most;
	}
	return most;
}

TEST(in_the_best_group_the_higher_stay_before_the_lower)
{
	for (uint64_t seed = 0; seed < 200; seed++) {
		cup_plain("{'type':'swiss','rounds':7}", 8, 2);
		for (uint32_t round = 1; contest_advance(&cup); round++) {
			int group[SMALL], count = 0, best = 0, stays = 0, most;

			look(round);
			for (int i = 1; i < view.n; i++)
				if (is_below(best, i))
					best = i;
			for (int i = 0; i < view.n; i++)
				if (view.points[i] == view.points[best])
					group[count++] = i;
			for (int i = 0; i < count; i++)
				stays = 2 * stays +
					(view.points[view.opponent[group[i]]]
					 == view.points[best]);
			most = stays_most(group, count, 255, 0);
			if (most >= 0)
				ck_assert_int_eq(stays, most);
			decide_open(&cup, seed, 20);
		}
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

static void add_by_hand(const char *past)
{
	uint32_t number = 0;

	for (const char *at = past; *at != '\0'; at += *at == ' ') {
		int who[2], seats = 0;
		struct fixture *fixture;

		while (*at >= 'A')
			who[seats++] = *at++ - 'A';
		number++;
		fixture = fixtures_add(&cup.past, number, 0, who, seats, 1);
		fixture->number = seats == 1 ? 0 : number;
		fixture->points[0] = seats == 1 ? 0 : 2 * GAME_POINTS;
		fixture->decided = true;
	}
}

TEST_EACH(a_round_follows_from_the_past, sizeof rounds / sizeof *rounds)
{
	struct text due = {0};
	size_t from;

	cup_plain("{'type':'swiss'}", rounds[_i].n, 2);
	cup.option[0].number = 100;
	add_by_hand(rounds[_i].past);
	from = cup.past.count;
	ck_assert(contest_advance(&cup));
	for (size_t i = from; i < cup.past.count; i++) {
		const struct fixture *fixture = &cup.past.list[i];

		text_add(&due, i > from ? " " : "");
		for (int s = 0; s < fixture->seats; s++)
			text_byte(&due, (char)('A' + fixture->entrant[s]));
	}
	ck_assert_msg(strcmp(text_string(&due), rounds[_i].due) == 0,
		      "%s: %s", rounds[_i].why, text_string(&due));
	text_release(&due);
}

TEST(many_entrants_never_meet_again)
{
	uint32_t round = 0;

	cup_plain("{'type':'swiss'}", LARGE - 1, 2);
	while (contest_advance(&cup)) {
		look(++round);
		ck_assert_int_eq(view.again, 0);
		ck_assert_int_eq(view.byes[view.bye], 0);
		decide_open(&cup, 1, 30);
	}
	ck_assert_uint_eq(round, 9);
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
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	cup_plain(words("{'type':'swiss','rounds':%d}", settled[_i].rounds),
		  settled[_i].entrants, 2);
	play_all(&cup, 1, 30);
	for (size_t i = 0; i < cup.past.count; i++)
		for (int s = 0; s < cup.past.list[i].seats; s++)
			hash = (hash ^ (uint64_t)cup.past.list[i].entrant[s]) *
				UINT64_C(0x100000001b3);
	ck_assert_msg(hash == settled[_i].pairs, "%d entrants: 0x%016" PRIx64,
		      settled[_i].entrants, hash);
}

TEST(a_bye_is_worth_a_pairing_that_is_won)
{
	size_t byes = 0;

	cup_planned("{'type':'swiss','matches':3}", 5, 2, RESULT_RANKING);
	ck_assert_uint_eq(cup.past.count, 9);
	for (size_t i = 0; i < 9; i++)
		byes += cup.past.list[i].seats == 1;
	ck_assert_uint_eq(byes, 3);
}

/* ### tables of more */

static int table_cost(const int *seated, int seats)
{
	int total = 0;

	for (int s = 0; s < seats; s++)
		for (int t = 0; t < s; t++)
			total += view.met[seated[s]][seated[t]];
	return total;
}

static int cost_of_two(const int *x, const int *y, int seats)
{
	return table_cost(x, seats) + table_cost(y, seats);
}

static void swap(int *a, int *b)
{
	int kept = *a;

	*a = *b;
	*b = kept;
}

/* Swapping any two entrants does not reduce the repetitions. */
static void check_tables(int *seated, int count, int seats)
{
	for (int a = 0; a < count; a++) {
		for (int b = a - a % seats + seats; b < count; b++) {
			int *x = &seated[a - a % seats];
			int *y = &seated[b - b % seats];
			int before = cost_of_two(x, y, seats);

			swap(&seated[a], &seated[b]);
			ck_assert_int_ge(cost_of_two(x, y, seats), before);
			swap(&seated[a], &seated[b]);
		}
	}
}

static int check_tables_round(uint32_t round)
{
	int seated[64], count = 0, fewest = 1000, most = 0, repeats = 0;

	memset(&view, 0, sizeof view);
	for (size_t i = 0; i < cup.past.count; i++) {
		const struct fixture *fixture = &cup.past.list[i];

		if (fixture->round < round) {
			add_past(fixture);
			continue;
		}
		if (fixture->seats == 1)
			view.byes[fixture->entrant[0]]++;
		for (int s = 0; s < fixture->seats && fixture->seats > 1; s++)
			seated[count++] = fixture->entrant[s];
	}
	ck_assert_int_eq(count, cup.entrants - cup.entrants % cup.seats);
	check_tables(seated, count, cup.seats);
	for (int i = 0; i < cup.entrants; i++) {
		fewest = view.byes[i] < fewest ? view.byes[i] : fewest;
		most = view.byes[i] > most ? view.byes[i] : most;
	}
	ck_assert_int_le(most, fewest + 1);
	for (int i = 0; i < count; i += cup.seats)
		repeats += table_cost(&seated[i], cup.seats);
	return repeats;
}

/* _i is the number of seats. */
TEST_FROM(tables_repeat_little_and_byes_are_level, 3, 6)
{
	for (int n = _i; n < _i + 20; n++) {
		uint32_t round = 0;

		cup_plain("{'type':'swiss','rounds':8}", n, _i);
		while (contest_advance(&cup)) {
			int repeats = check_tables_round(++round);

			ck_assert(round > 1 || repeats == 0);
			decide_open(&cup, (uint64_t)n, 10);
		}
		ck_assert_uint_eq(round, 8);
	}
}

TEST(a_team_game_is_played_in_every_partnership)
{
	cup_planned("{'type':'swiss'}", 5, 4, RESULT_TEAMS);
	cup_expect(0, "1.0:0-1-2-3 1.0:0-2-1-3 1.0:0-1-3-2 1.0:4 1.0:4 1.0:4");
}
