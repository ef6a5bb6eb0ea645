/*
 * optima_test.c - perfect play by the engines' rules has the known values.
 *
 * Who wins Bolo with seven dice between two perfect players is the subject of
 * bolo7_duel_test.c, because it takes minutes.
 */
#include <math.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/single_turns.h"
#include "tests/support/turn_solver.h"
#include "tests/support/vectors.h"

enum {
	TARGET = 10000 / STEP,
	/* Totals that are considered, in steps: so many that rolling on never
	   gains points beyond them. */
	TOTALS = 500000 / STEP
};

/* Compares with a number that the vectors hold as text, to its last digit. */
static void check_value(const cJSON *group, const char *key, double value)
{
	const char *expected = json_get(group, key)->valuestring;
	char found[64];

	snprintf(found, sizeof found, "%.*f",
		 (int)strlen(strchr(expected, '.') + 1), value);
	ck_assert_str_eq(found, expected);
}

static void check_first_player_wins(const char *game, double chance)
{
	cJSON *vectors = vectors_of_game(game);

	check_value(vectors_group(vectors, "first_player_wins"), "chance",
		    chance);
	cJSON_Delete(vectors);
}

/* Least total that may be banked with this score, by default. */
static int need(const struct model *m, int score)
{
	score *= STEP;
	if (m->game == &bolo7)
		return (score > 0 ? 0 : 1000) / STEP;
	if (score >= 7000)
		return (score >= 9000 ? 1000 : 750) / STEP;
	return (score > 0 ? 350 : 650) / STEP;
}

/* The largest chance to be allowed to stop at all, by hand.  The error falls
   tenfold with every pass of the loop. */
static void solve_stops(const struct model *m, double *stop)
{
	for (int h = 0; h < m->hands; h++)
		stop[h] = 0;
	for (int round = 0; round < 50; round++)
		for (int h = 0; h < m->hands; h++) {
			const struct hand *hand = &m->hand[h];
			double sum = 0;

			for (int i = 0; i < hand->count; i++) {
				const struct outcome *o =
					&m->outcome[hand->first + i];
				double best = 0;

				for (int j = 0; j < o->count; j++) {
					struct option p =
						m->option[o->first + j];

					best = fmax(best, p.stop ? 1 :
						    stop[p.hand]);
				}
				sum += o->chance * best;
			}
			stop[h] = sum;
		}
}

/* ### one turn */

/* Largest mean, in steps, by [hand][total]; `bust` is the chance that such
   play loses the turn. */
struct means {
	double mean[HANDS_MAX][TOTALS], bust[HANDS_MAX][TOTALS];
	double stop[HANDS_MAX];
};

static void solve_hand(const struct model *m, struct means *s, int h, int t)
{
	const struct hand *hand = &m->hand[h];
	double mean = 0, bust = hand->bust;

	for (int i = 0; i < hand->count; i++) {
		const struct outcome *o = &m->outcome[hand->first + i];
		double best = -1, risk = 0;

		for (int j = 0; j < o->count; j++) {
			struct option option = m->option[o->first + j];
			int total = t + option.points;
			double on = s->stop[option.hand] * total;
			double lost = 1 - s->stop[option.hand];

			if (option.stop && total > best) {
				best = total;
				risk = 0;
			}
			if (total < TOTALS) {
				on = s->mean[option.hand][total];
				lost = s->bust[option.hand][total];
			}
			if (on > best) {
				best = on;
				risk = lost;
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
			 int dice, bool clause)
{
	static const int none[DICE_KEEP_FACES];
	int h = 0, t = TOTALS - 1;

	while (m->hand[h].dice != dice || (m->hand[h].clause > 0) != clause ||
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

	solve_stops(m, s->stop);
	for (int t = TOTALS - 1; t >= 0; t--)
		for (int h = 0; h < m->hands; h++)
			solve_hand(m, s, h, t);
	for (int h = 0; h < m->hands; h++)
		ck_assert_msg(s->mean[h][TOTALS - 1] < TOTALS - 1,
			      "TOTALS is too small");
	check_value(expected, "max_mean", s->mean[0][0] * STEP);
	check_value(expected, "bust_under_it", s->bust[0][0]);
	cJSON_ArrayForEach(limit, json_get(expected, "roll_on_up_to"))
		ck_assert_int_eq(roll_on_up_to(m, s, limit->string[0] - '0',
			strstr(limit->string, "clause") != NULL),
			limit->valueint);
	free(s);
}

/* ### turns that are banked or lost, whatever that is worth */

/* Highest worth by [hand][total of this turn], and the chance that such play
   loses the turn. */
struct turns {
	double worth[HANDS_MAX][TARGET], bust[HANDS_MAX][TARGET];
	double stop[HANDS_MAX];
};

/*
 * Banking a total is worth `banked[total]`, and `won` from `enough` on; a lost
 * turn is worth `lost`.  Less than `least` may not be banked.
 */
struct prices {
	const double *banked;
	double won, lost;
	int least, enough;
};

static void solve_turn(const struct model *m, struct turns *s,
		       const struct prices *price, int h, int t)
{
	const struct hand *hand = &m->hand[h];
	double worth = hand->bust * price->lost, bust = hand->bust;

	for (int i = 0; i < hand->count; i++) {
		const struct outcome *o = &m->outcome[hand->first + i];
		double best = -HUGE_VAL, risk = 0;

		for (int j = 0; j < o->count; j++) {
			struct option p = m->option[o->first + j];
			int total = t + p.points;
			double on, lost;

			if (total >= price->enough) {
				lost = p.stop ? 0 : 1 - s->stop[p.hand];
				on = price->won * (1 - lost) +
					price->lost * lost;
			} else {
				on = s->worth[p.hand][total];
				lost = s->bust[p.hand][total];
				if (p.stop && total >= price->least &&
				    price->banked[total] > on) {
					on = price->banked[total];
					lost = 0;
				}
			}
			if (on > best) {
				best = on;
				risk = lost;
			}
		}
		worth += o->chance * best;
		bust += o->chance * risk;
	}
	s->worth[h][t] = worth;
	s->bust[h][t] = bust;
}

/* Solves a whole turn; the results are s->worth[0][0] and s->bust[0][0]. */
static void solve_whole_turn(const struct model *m, struct turns *s,
			     const struct prices *price)
{
	for (int t = price->enough - 1; t >= 0; t--)
		for (int h = 0; h < m->hands; h++)
			solve_turn(m, s, price, h, t);
}

/* The same for a player with this score. */
static void solve_turn_from(const struct model *m, struct turns *s,
			    int score, struct prices price)
{
	price.least = need(m, score);
	price.enough = TARGET - score > price.least ? TARGET - score :
		price.least;
	solve_whole_turn(m, s, &price);
}

/* The largest chance to bank at least `aim`, if nothing else counts. */
static double chance_to_bank(const struct model *m, struct turns *s, int aim)
{
	struct prices price = { .won = 1, .least = aim, .enough = aim };

	solve_whole_turn(m, s, &price);
	return s->worth[0][0];
}

static void check_chances(const struct model *m, const cJSON *expected)
{
	struct turns *s = memory_new(1, sizeof *s);
	const cJSON *aim, *chances = json_get(expected, "bank_at_least");

	solve_stops(m, s->stop);
	cJSON_ArrayForEach(aim, chances)
		check_value(chances, aim->string, chance_to_bank(m, s,
			(int)strtol(aim->string, NULL, 10) / STEP));
	free(s);
}

/*
 * The mean turns of a single player to the target: the turns x from a score
 * satisfy x = 1 + f(x), where a lost turn costs x.  By Newton's method: f is
 * piecewise linear, and its slope is the chance to lose the turn.
 */
static double solo_turns(const struct model *m)
{
	static double after[TARGET];    /* negative: they are a cost */
	struct turns *s = memory_new(1, sizeof *s);

	solve_stops(m, s->stop);
	for (int score = TARGET - 1; score >= 0; score--) {
		double x = 0, next = score + 1 < TARGET ? after[score + 1] :
			-1;

		while (fabs(next - x) > -1e-13 * next) {
			double bust;

			x = next;
			solve_turn_from(m, s, score, (struct prices){
				.banked = after + score, .won = 0,
				.lost = x });
			bust = s->bust[0][0];
			next = (-1 + s->worth[0][0] - bust * x) / (1 - bust);
		}
		after[score] = next;
	}
	free(s);
	return -after[0];
}

static const cJSON *single_turn(const cJSON *vectors, const char *name)
{
	return json_get(vectors_group(vectors, "single_turn"), name);
}

TEST_EACH(a_perfect_single_turn_has_the_known_values, SINGLE_TURNS)
{
	cJSON *vectors = vectors_of_game(single_turns[_i].game->name);
	const cJSON *expected = single_turn(vectors, single_turns[_i].name);
	struct model *m = model_new(single_turns[_i].game, single_turns[_i].options);

	check_means(m, expected);
	check_chances(m, expected);
	free(m);
	cJSON_Delete(vectors);
}

TEST_EACH(a_perfect_player_alone_needs_the_known_number_of_turns, SINGLE_TURNS)
{
	cJSON *vectors = vectors_of_game(single_turns[_i].game->name);
	struct model *m = model_new(single_turns[_i].game, single_turns[_i].options);

	check_value(single_turn(vectors, single_turns[_i].name), "solo_turns",
		    solo_turns(m));
	free(m);
	cJSON_Delete(vectors);
}

/* ### bolo5: who is first to move, in a game of two perfect players */

/* The chance of the player who begins a turn with [own] against [other]. */
struct duel {
	double win[TARGET][TARGET];
};

/* A chance as a straight line: `at`, less `slope` times the chance of the other
   player after a lost turn. */
struct line {
	double at, slope;
};

static struct line duel_turn(const struct model *m, struct turns *s,
			     const struct duel *d, int own, int other,
			     double his)
{
	double banked[TARGET];

	for (int t = 0; own + t < TARGET; t++)
		banked[t] = 1 - d->win[other][own + t];
	solve_turn_from(m, s, own, (struct prices){
		.banked = banked, .won = 1, .lost = 1 - his });
	return (struct line){ s->worth[0][0] + s->bust[0][0] * his,
			      s->bust[0][0] };
}

/* Solves both unknowns at once; all with more points are known. */
static void duel_pair(const struct model *m, struct turns *s, struct duel *d,
		      int a, int b)
{
	double *x = &d->win[a][b], *y = &d->win[b][a], change;

	*x = *y = 0.5;
	do {
		struct line own = duel_turn(m, s, d, a, b, *y);
		struct line his = a == b ? own :
			duel_turn(m, s, d, b, a, *x);
		double was = *x;

		*x = (own.at - own.slope * his.at) /
			(1 - own.slope * his.slope);
		*y = his.at - his.slope * *x;
		change = fabs(*x - was);
	} while (change > 1e-12);
}

TEST(the_first_of_two_perfect_players_of_bolo5_wins_as_often_as_known)
{
	struct model *m = model_new(&bolo5, "min_first=0");
	struct turns *s = memory_new(1, sizeof *s);
	struct duel *d = memory_new(1, sizeof *d);

	solve_stops(m, s->stop);
	for (int sum = 2 * TARGET - 2; sum >= 0; sum--)
		for (int a = sum < TARGET ? 0 : sum - TARGET + 1;
		     2 * a <= sum; a++)
			duel_pair(m, s, d, a, sum - a);
	check_first_player_wins("bolo5", d->win[0][0]);
	free(m);
	free(s);
	free(d);
}

/* ### pig: who is first to move, in a game of two perfect players */

enum { PIG_TARGET = 100, FACES = 6 };

/* What each face adds to the total of a turn; 0 if it ends the turn. */
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

/* The chance of the player who begins a turn with `own` against `other` points;
   win[a][b] is known where a + b is larger, win[other][own] is assumed. */
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

TEST(the_first_of_two_perfect_pigs_wins_as_often_as_published)
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
	check_first_player_wins("pig", win[0][0]);
}
