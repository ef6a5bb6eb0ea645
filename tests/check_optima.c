/*
 * check_optima.c - perfect play of the engines' rules has the known values.
 *
 * Not here: who wins Bolo with seven dice between two perfect players.  That
 * takes a solver longer than a test should take.
 */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "solve.h"
#include "vectors.h"

enum {
	TARGET = 10000 / STEP,
	OPENING = 1000 / STEP,
	/* Totals that are looked at, in steps: so many that nobody who plays
	   for points rolls on beyond them. */
	TOTALS = 500000 / STEP
};

static cJSON *vectors;

/* A number that the vectors hold as a text, to its last digit. */
static void check_value(const cJSON *group, const char *key, double value)
{
	const char *expected = json_get(group, key)->valuestring;
	char found[64];

	snprintf(found, sizeof found, "%.*f",
		 (int)strlen(strchr(expected, '.') + 1), value);
	ck_assert_str_eq(found, expected);
}

static const cJSON *single_turn(const char *name)
{
	return json_get(vectors_group(vectors, "single_turn"), name);
}

/* ### one turn */

/* Largest mean, in steps, by [hand][total]; `bust` is the chance that such
   play loses the turn. */
struct means {
	double mean[HANDS_MAX][TOTALS], bust[HANDS_MAX][TOTALS];
};

static void solve_hand(const struct model *m, struct means *s, int h, int t)
{
	const struct hand *hand = &m->hand[h];
	double mean = 0, bust = hand->bust;

	for (int i = 0; i < hand->count; i++) {
		const struct outcome *o = &m->outcome[hand->first + i];
		double best = 0, risk = 0;

		for (int j = 0; j < o->count; j++) {
			struct option option = m->option[o->first + j];
			int total = t + option.points;

			if (total > best) {
				best = total;
				risk = 0;
			}
			if (total < TOTALS &&
			    s->mean[option.hand][total] > best) {
				best = s->mean[option.hand][total];
				risk = s->bust[option.hand][total];
			}
		}
		mean += o->chance * best;
		bust += o->chance * risk;
	}
	s->mean[h][t] = mean;
	s->bust[h][t] = bust;
}

/* The largest total with which it pays to roll so many dice. */
static int roll_on_up_to(const struct model *m, const struct means *s,
			 int dice)
{
	static const int none[KEEP_FACES];
	int h = 0, t = TOTALS - 1;

	while (m->hand[h].dice != dice ||
	       memcmp(m->hand[h].open, none, sizeof none) != 0)
		h++;
	while (t > 0 && s->mean[h][t] <= t)
		t--;
	return t * STEP;
}

static void check_means(const struct model *m, const cJSON *expected)
{
	struct means *s = memory_new(1, sizeof *s);
	const cJSON *limit;

	for (int t = TOTALS - 1; t >= 0; t--)
		for (int h = 0; h < m->hands; h++)
			solve_hand(m, s, h, t);
	for (int h = 0; h < m->hands; h++)
		ck_assert_msg(s->mean[h][TOTALS - 1] < TOTALS - 1,
			      "TOTALS is too small");
	check_value(expected, "max_mean", s->mean[0][0] * STEP);
	check_value(expected, "bust_under_it", s->bust[0][0]);
	cJSON_ArrayForEach(limit, json_get(expected, "roll_on_up_to"))
		ck_assert_int_eq(roll_on_up_to(m, s, limit->string[0] - '0'),
				 limit->valueint);
	free(s);
}

/* The largest chance to bank at least `aim`, by [hand][total] below it. */
static double chance_to_bank(const struct model *m, int aim)
{
	static double chance[HANDS_MAX][TARGET];

	for (int t = aim - 1; t >= 0; t--)
		for (int h = 0; h < m->hands; h++) {
			const struct hand *hand = &m->hand[h];

			chance[h][t] = 0;
			for (int i = 0; i < hand->count; i++) {
				const struct outcome *o =
					&m->outcome[hand->first + i];
				double best = 0;

				for (int j = 0; j < o->count; j++) {
					struct option p =
						m->option[o->first + j];
					int total = t + p.points;

					best = fmax(best, total >= aim ? 1 :
						    chance[p.hand][total]);
				}
				chance[h][t] += o->chance * best;
			}
		}
	return chance[0][0];
}

static void check_chances(const struct model *m, const cJSON *expected)
{
	const cJSON *aim;

	cJSON_ArrayForEach(aim, json_get(expected, "bank_at_least"))
		check_value(json_get(expected, "bank_at_least"), aim->string,
			    chance_to_bank(m, (int)strtol(aim->string, NULL,
							  10) / STEP));
}

/* ### alone to the target */

/* Fewest turns still to come, by [hand][total of this turn]. */
struct turns {
	double left[HANDS_MAX][TARGET], bust[HANDS_MAX][TARGET];
};

/* `after[score]` turns follow a bank, `again` a bust. */
static void solve_turn(const struct model *m, struct turns *s,
		       const double *after, int score, double again,
		       int h, int t)
{
	const struct hand *hand = &m->hand[h];
	double left = hand->bust * again, bust = hand->bust;

	for (int i = 0; i < hand->count; i++) {
		const struct outcome *o = &m->outcome[hand->first + i];
		double best = HUGE_VAL, risk = 0;

		for (int j = 0; j < o->count; j++) {
			struct option p = m->option[o->first + j];
			int total = t + p.points;

			if (score + total >= TARGET) {
				best = risk = 0;
				break;
			}
			if (s->left[p.hand][total] < best) {
				best = s->left[p.hand][total];
				risk = s->bust[p.hand][total];
			}
			if ((score > 0 || total >= OPENING) &&
			    after[score + total] < best) {
				best = after[score + total];
				risk = 0;
			}
		}
		left += o->chance * best;
		bust += o->chance * risk;
	}
	s->left[h][t] = left;
	s->bust[h][t] = bust;
}

/*
 * The turns from a score satisfy x = 1 + f(x), x being what a bust costs.
 * Newton's method: f is made of straight pieces, their slope is the chance
 * of a bust.
 */
static double solo_turns(const struct model *m)
{
	static double after[TARGET];
	struct turns *s = memory_new(1, sizeof *s);

	for (int score = TARGET - 1; score >= 0; score--) {
		double x = 0, next = score + 1 < TARGET ? after[score + 1] : 1;

		while (fabs(next - x) > 1e-13 * next) {
			double bust;

			x = next;
			for (int t = TARGET - score - 1; t >= 0; t--)
				for (int h = 0; h < m->hands; h++)
					solve_turn(m, s, after, score, x, h,
						   t);
			bust = s->bust[0][0];
			next = (1 + s->left[0][0] - bust * x) / (1 - bust);
		}
		after[score] = next;
	}
	free(s);
	return after[0];
}

static const struct {
	const char *name, *options;
} variants[] = {
	{ "bolo7", "opening=0" },
	{ "bolo7 same_turn", "opening=0,series_extension=same_turn" },
};

enum { VARIANTS = sizeof variants / sizeof *variants };

START_TEST(a_perfect_single_turn_has_the_known_values)
{
	const cJSON *expected = single_turn(variants[_i].name);
	struct model *m = model_new(variants[_i].options);

	check_means(m, expected);
	check_chances(m, expected);
	free(m);
}
END_TEST

START_TEST(a_perfect_player_alone_needs_the_known_number_of_turns)
{
	struct model *m = model_new(variants[_i].options);

	check_value(single_turn(variants[_i].name), "solo_turns",
		    solo_turns(m));
	free(m);
}
END_TEST

/* ### pig: who is first to move, in a game of two perfect players */

enum { PIG_TARGET = 100, FACES = 6 };

/* What each face adds to the total of a turn, 0 when it ends the turn. */
static void pig_faces(int *gain)
{
	void *state = memory_new(1, pig.state_size);
	int rule[GAME_RULES_MAX];
	struct error err;

	rules_defaults(&pig, rule);
	for (int face = 1; face <= FACES; face++) {
		pig.init(state, 2, rule, &err);
		pig.land(state, &face);
		gain[face] = pig.turn(state) == GAME_CHANCE ? 0 : face;
	}
	free(state);
}

/* The chance of who begins a turn with `own` against `other` points;
   win[a][b] is known where a + b is larger, win[other][own] assumed. */
static double pig_turn_value(double (*win)[PIG_TARGET], const int *gain,
			     int own, int other)
{
	double value[PIG_TARGET + FACES];       /* by total, before a roll */

	for (int t = PIG_TARGET - own + FACES - 1; t >= 0; t--) {
		value[t] = 1;
		if (own + t >= PIG_TARGET)
			continue;
		value[t] = 0;
		for (int face = 1; face <= FACES; face++)
			value[t] += (gain[face] > 0 ? value[t + gain[face]] :
				     1 - win[other][own]) / FACES;
		/* Nothing can be banked before the first roll. */
		if (t > 0)
			value[t] = fmax(value[t], 1 - win[other][own + t]);
	}
	return value[0];
}

START_TEST(the_first_of_two_perfect_pigs_wins_as_often_as_published)
{
	static double win[PIG_TARGET][PIG_TARGET];
	int gain[FACES + 1];

	pig_faces(gain);
	for (int sum = 2 * PIG_TARGET - 2; sum >= 0; sum--)
		for (int a = 0; a <= sum; a++) {
			int b = sum - a;
			double change = 1;

			if (a > b || b >= PIG_TARGET)
				continue;
			while (change > 1e-14) {
				double was = win[a][b] + win[b][a];

				win[a][b] = pig_turn_value(win, gain, a, b);
				win[b][a] = pig_turn_value(win, gain, b, a);
				change = fabs(win[a][b] + win[b][a] - was);
			}
		}
	check_value(vectors_group(vectors, "first_player_wins"), "pig",
		    win[0][0]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("optima");
	TCase *tcase = tcase_create("perfect play");
	SRunner *runner;
	int failed;

	vectors = vectors_load("games.json");
	tcase_set_timeout(tcase, 600);
	tcase_add_loop_test(tcase, a_perfect_single_turn_has_the_known_values,
			    0, VARIANTS);
	tcase_add_loop_test(tcase,
		a_perfect_player_alone_needs_the_known_number_of_turns,
		0, VARIANTS);
	tcase_add_test(tcase,
		the_first_of_two_perfect_pigs_wins_as_often_as_published);
	suite_add_tcase(suite, tcase);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	cJSON_Delete(vectors);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
