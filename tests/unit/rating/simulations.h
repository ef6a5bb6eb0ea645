/*
 * simulations.h - over many simulated tournaments 95% intervals contain the
 * truth in about 95% of cases, and sequential tests are wrong in at most 5%.
 * Prints the shares.
 *
 * simulations_full_test.c simulates as many as the tables say;
 * simulations_test.c a share of them, for the same bounds but for chance.
 */
#include <stdio.h>

#include "games/blocks.h"
#include "tests/unit/unit.h"
#include "tests/support/luck_games.h"
#include "tournaments/rating/luck_pairs.h"
#include "tournaments/rating/sprt.h"

UNIT_EACH(ladder_begin, ladder_end)

enum { MOST = 6 };

static struct luck_games games;

/* Logits; of those who play they sum to 0. */
static const double strength[MOST] = { 0.6, 0.35, 0.1, -0.1, -0.35, -0.6 };
static const double near_strength[MOST] = { 0.2, -0.2, 0.1, -0.1 };
static const double far_strength[MOST] = { 1.5, 0.9, 0.3, -0.3, -0.9, -1.5 };
static const double equals[MOST] = { 0 };

/* ### a tournament */

/* Without `meetings` every group of entrants meets. */
struct setting {
	uint64_t seed;
	const char *name;
	void (*block)(const struct setting *setting, const int *who);
	int tournaments;
	int entrants, seats;
	int blocks;             /* of each group or meeting */
	const double *strength;
	double correlation;     /* of one's scores in a block's games */
	double shared;          /* a place, with the next one, among equals */
	double step;            /* scores are rounded to such steps */
	bool luck;
	struct luck_games games;
	int meetings[MOST][2];  /* who sits first, and who sits last */
	int swapped;            /* further blocks the other way round */
	bool open;              /* seats and strengths are confounded */
	double decided, share;  /* of all blocks; of these, won by the first */
};

/* A block with luck that is known. */
static void lucky(const struct setting *setting, const int *who)
{
	luck_games_block(&games, setting->strength, who, setting->seats);
}

/* Neighbours come to share a place as often as the order of their places is the
   least likely one, so that the mean over their orders is right. */
static void share_places(const struct setting *setting, const int *who,
			 long *ranks)
{
	int seats = setting->seats, at[GAME_SEATS_MAX], end;

	for (int i = 0; i < seats; i++)
		at[ranks[i] - 1] = i;
	for (int from = 0; from < seats; from = end) {
		double behind = 0, other, chance = 1;
		int rest = 0;

		for (end = from + 1; end < seats &&
		     luck_games_uniform(&games) < setting->shared; end++)
			;
		for (int p = end; p < seats; p++)
			behind += exact_math_exp(strength[who[at[p]]]);
		other = behind;
		for (int p = from; p < end; p++)
			rest |= 1 << at[p];
		/* From the last place on: as it is, and the strongest last. */
		for (int p = end - 1; p >= from; p--) {
			int best = 0;

			while (!(rest >> best & 1))
				best++;
			for (int i = best; i < seats; i++)
				if (rest >> i & 1 && strength[who[i]] >
				    strength[who[best]])
					best = i;
			rest &= ~(1 << best);
			behind += exact_math_exp(strength[who[at[p]]]);
			other += exact_math_exp(strength[who[best]]);
			chance *= behind / other;
		}
		if (luck_games_uniform(&games) < chance)
			for (int p = from; p < end; p++)
				ranks[at[p]] = from + 1;
	}
}

/*
 * Ranks by strength + Gumbel noise follow the model of Plackett and Luce.  The
 * second game of a block reuses the first one's luck, inverted for a negative
 * correlation, so often that scores correlate as wanted.
 */
static void correlated(const struct setting *setting, const int *who)
{
	bool tied = luck_games_uniform(&games) < fabs(setting->correlation);
	double luck[GAME_SEATS_MAX], value[GAME_SEATS_MAX];
	int seats = setting->seats;

	for (int game = 0; game < 2; game++) {
		int order[GAME_SEATS_MAX];
		long ranks[GAME_SEATS_MAX], place[GAME_SEATS_MAX];

		for (int i = 0; i < seats; i++) {
			double u = luck_games_uniform(&games);

			if (game == 1 && tied)
				u = setting->correlation < 0 ? 1 - luck[i] :
					luck[i];
			luck[i] = u;
			value[i] = strength[who[i]]
				   - exact_math_log(-exact_math_log(u));
			if (setting->step > 0)
				value[i] = rint(value[i] / setting->step);
		}
		/* Two players share one luck, with opposite signs. */
		if (seats == 2) {
			value[0] = strength[who[0]] - strength[who[1]];
			value[1] = exact_math_log(1 / luck[0] - 1);
		}
		for (int i = 0; i < seats; i++) {
			place[i] = 1;
			for (int j = 0; j < seats; j++)
				place[i] += value[j] > value[i];
		}
		if (setting->shared > 0)
			share_places(setting, who, place);
		for (int s = 0; s < seats; s++) {
			int i = game == 0 ? s : seats - 1 - s;

			order[s] = who[i];
			ranks[s] = place[i];
		}
		games_table_add_game(&table, order, ranks, seats,
				     game == 0 ? ALONE : 0);
	}
}

/* Who of two equals loses each game of a match; `faults`, how many, may be
   NULL.  Every bot crashes in some of its games, and after the third crash the
   rest of the match is forfeit, so that its games correlate. */
enum { BOARDS = 25, FAULTS_MAX = 3 };

static bool crashes(unsigned char *loser, struct games_fault *faults,
		    int *count)
{
	int had[2] = {0};

	for (int game = 0; game < 2 * BOARDS; game++) {
		bool forfeit = had[0] >= FAULTS_MAX || had[1] >= FAULTS_MAX;

		loser[game] = forfeit ? had[1] >= FAULTS_MAX :
			random_below(&games.random, 2);
		if (!forfeit && random_below(&games.random, 100) >= 5)
			continue;
		had[loser[game]]++;
		faults[(*count)++] = (struct games_fault){ game + 1,
			loser[game], forfeit };
	}
	return had[0] >= FAULTS_MAX || had[1] >= FAULTS_MAX;
}

static void forfeited(const struct setting *setting, const int *who)
{
	struct games_fault faults[2 * BOARDS];
	unsigned char loser[2 * BOARDS], ranks[4 * BOARDS];
	int count = 0;

	crashes(loser, faults, &count);
	for (int game = 0; game < 2 * BOARDS; game++)
		for (int i = 0; i < 2; i++)
			ranks[2 * game + i] = 1 + (loser[game] == i);
	games_table_add_match(&table, who, setting->seats, 2, 2 * BOARDS,
			      ranks, faults, count);
}

/*
 * Two games on the same dice.  Twins play the same, so the seat that the dice
 * favour wins both games, and each twin one; in a share of the blocks one of
 * them plays another move, and one of the two wins both games.  `won`: 2 when
 * the first twin does, 0 when the second one does, else 1.
 */
static void add_twins(const int *who, int won)
{
	int favoured = random_below(&games.random, 2);

	for (int game = 0; game < 2; game++)
		add_two(who[game], who[1 - game], won == 1 ? favoured == 0 :
			(won == 2) == (game == 0), game == 0 ? ALONE : 0);
}

static struct blocks_tally tally;       /* of a match of two twins */

static double first_share(const struct setting *setting, int a, int b)
{
	return setting->entrants == 2 ? setting->share :
		1 / (1 + exact_math_exp(setting->strength[b] -
					setting->strength[a]));
}

static void twins(const struct setting *setting, const int *who)
{
	int won = 1;

	if (luck_games_uniform(&games) < setting->decided)
		won = luck_games_uniform(&games) <
			first_share(setting, who[0], who[1]) ? 2 : 0;
	add_twins(who, won);
	if (setting->entrants == 2)
		blocks_tally_add(&tally, won * (int64_t)BLOCKS_GAME_SCORE);
}

static void play(const struct setting *setting)
{
	make_table(setting->entrants);
	if (setting->block == correlated)
		games_table_set_result(&table, RESULT_RANKING);
	for (int m = 0; m < MOST; m++) {
		int a = setting->meetings[m][0], b = setting->meetings[m][1];

		for (int n = 0; a != b && n < setting->blocks; n++)
			setting->block(setting, (int[]){ a, b });
		for (int n = 0; a != b && n < setting->swapped; n++)
			setting->block(setting, (int[]){ b, a });
	}
	for (int set = 0; set < 1 << setting->entrants; set++) {
		int who[MOST], count = 0;

		for (int i = 0; i < setting->entrants; i++)
			if (set >> i & 1)
				who[count++] = i;
		for (int n = 0; setting->meetings[0][1] == 0 &&
		     count == setting->seats && n < setting->blocks; n++) {
			/* Or seats and strengths would be confounded. */
			for (int i = 0; i < count && count == MOST; i++)
				who[i] = (i + n) % MOST;
			setting->block(setting, who);
		}
	}
}

/* ### many tournaments */

/* Means over all ratings; `off` and `raw_off` are of squares. */
struct sums {
	double covered, naive, se, off, deff;
	double raw_off, raw_se, mean[MOST], raw_mean[MOST];
	double match_covered;   /* by the match statistics of two twins */
};

/* Near equality a rating is four times the mean surplus of the score. */
static double truth_of(const struct setting *setting, int i)
{
	double sum = 0;

	if (setting->decided > 0 && setting->entrants == 2) {
		sum = setting->decided * (setting->share - 0.5);
		return EXACT_MATH_ELO_PER_LOGIT * (i == 0 ? 0.5 : -0.5) *
			exact_math_log((0.5 + sum) / (0.5 - sum));
	}
	if (setting->decided <= 0)
		return EXACT_MATH_ELO_PER_LOGIT * setting->strength[i];
	for (int j = 0; j < setting->entrants; j++)
		sum += setting->decided * (first_share(setting, i, j) - 0.5);
	return EXACT_MATH_ELO_PER_LOGIT * 4 * sum / setting->entrants;
}

static void add_ladder(const struct setting *setting, double share,
		       struct sums *sums)
{
	for (int i = 0; i < setting->entrants; i++) {
		const struct ladder_row *row = &ladder.rows[i];
		double off = row->elo - truth_of(setting, i);

		sums->covered += share * (fabs(off) <= row->err95);
		sums->naive += share * (fabs(off) <= EXACT_MATH_NORMAL_97_5 *
					row->se_naive);
		sums->se += share * row->se;
		sums->off += share * off * off;
		sums->mean[i] += share * off * setting->entrants;
	}
	sums->deff += share * setting->entrants * ladder.deff_mean;
}

static void add_raw(const struct setting *setting, double share,
		    struct sums *sums)
{
	options.luck = false;
	fit();
	for (int i = 0; i < setting->entrants; i++) {
		double off = ladder.rows[i].elo - truth_of(setting, i);

		sums->raw_off += share * off * off;
		sums->raw_se += share * ladder.rows[i].se;
		sums->raw_mean[i] += share * off * setting->entrants;
	}
}

static struct sums simulate(const struct setting *setting)
{
	struct sums sums = {0};
	int count = setting->tournaments / SHARE;
	double share = 1.0 / count / setting->entrants;

	games = setting->games;
	games.random.state = setting->seed;
	options.ranks = false;
	options.luck_beta = 1000000;
	for (int t = 0; t < count; t++) {
		struct blocks_stats stats;
		double truth = truth_of(setting, 0) - truth_of(setting, 1);

		blocks_tally_begin(&tally, 2, 2);
		play(setting);
		options.luck = setting->luck;
		fit();
		add_ladder(setting, share, &sums);
		if (setting->luck)
			add_raw(setting, share, &sums);
		if (setting->block == twins) {
			blocks_stats_make(&tally, &stats);
			sums.match_covered += (stats.low <= truth &&
					       truth <= stats.high) / (double)
				count;
		}
		blocks_tally_release(&tally);
	}
	printf("%s: coverage %.3f, se %.1f for a true %.1f", setting->name,
	       sums.covered, sums.se, sqrt(sums.off));
	printf(setting->luck ? ", raw %.1f\n" : "\n", sums.raw_se);
	return sums;
}

static void assert_within(double got, double least, double most)
{
	ck_assert_msg(got >= least && got <= most, "%g, not %g to %g", got,
		      least, most);
}

/* A table measures all luck, so that only mistakes remain.  A formula misses
   some.  In the last ones the first seat is worth 80 Elo. */
#define TABLE .mistakes = 0.3, .size = 0.1
#define FORMULA .rest = 0.1, .blind = 0.1, .mistakes = 0.3, .size = 0.1
#define SEATS(start, title, count, a_block, a_meeting, more, unknown, ...) \
	{ .seed = start, .name = title, .block = lucky, \
	  .tournaments = 500, .entrants = count, .seats = 2, \
	  .blocks = a_meeting, \
	  .strength = near_strength, .luck = true, .games = { .rest = 0.05, \
	  .mistakes = 0.3, .size = 0.1, .first = 0.46, \
	  .rotations = a_block }, .meetings = { __VA_ARGS__ }, \
	  .swapped = more, .open = unknown }
#define PLAIN(start, title, players, correlates) \
	{ .seed = start, .name = title, .block = correlated, \
	  .tournaments = 300, .entrants = 6, .seats = players, .blocks = 12, \
	  .strength = strength, .correlation = correlates }
#define SHARED(start, title, players, of_each, correlates, ...) \
	{ .seed = start, .name = title, .block = correlated, \
	  .tournaments = 300, .entrants = 6, .seats = players, \
	  .blocks = of_each, .strength = strength, \
	  .correlation = correlates, __VA_ARGS__ }
#define LUCK(start, title, players, of_each, ...) \
	{ .seed = start, .name = title, .block = lucky, \
	  .tournaments = 200, .entrants = 6, \
	  .seats = players, .blocks = of_each, .strength = strength, \
	  .luck = true, .games = { __VA_ARGS__ } }

static const struct setting settings[] = {
	PLAIN(2026, "two players, dice that favour a seat", 2, -0.8),
	PLAIN(2027, "two players, independent games", 2, 0),
	PLAIN(2028, "two players, games that repeat each other", 2, 0.5),
	PLAIN(2029, "four players, dice that favour a seat", 4, -0.8),
	PLAIN(2030, "four players, independent games", 4, 0),
	PLAIN(2031, "four players, games that repeat each other", 4, 0.5),
	SHARED(3001, "three players, shared places", 3, 12, 0, .shared = 0.5),
	SHARED(3002, "three, shared places, dice that favour a seat", 3, 12,
	       -0.8, .shared = 0.5),
	SHARED(3003, "four players, shared places", 4, 12, 0, .shared = 0.5),
	SHARED(3004, "four, shared places, games that repeat each other", 4,
	       12, 0.8, .shared = 0.5),
	SHARED(3005, "six players, shared places", 6, 60, 0, .shared = 0.5),
	SHARED(3006, "six players, most places shared", 6, 60, 0,
	       .shared = 0.9),
	SHARED(3007, "four players, scores in steps of 87 Elo", 4, 12, 0,
	       .step = 0.5),
	SHARED(3008, "four players, scores in steps of 174 Elo", 4, 12, 0,
	       .step = 1),
	SHARED(3009, "six players, scores in steps of 174 Elo", 6, 60, 0,
	       .step = 1),
	{ .seed = 16, .name = "equals with forfeits", .block = forfeited,
	  .tournaments = 300, .entrants = 4, .seats = 2, .blocks = 12,
	  .strength = equals },
	LUCK(61, "table, 45 blocks each", 2, 9, TABLE),
	LUCK(62, "table, 100 blocks each", 2, 20, TABLE),
	LUCK(63, "table, shared dice, 100 blocks each", 2, 20, TABLE,
	     .shared = 0.8),
	LUCK(64, "formula, 45 blocks each", 2, 9, FORMULA),
	LUCK(65, "formula, shared dice, 100 blocks each", 2, 20, FORMULA,
	     .shared = 0.8),
	LUCK(66, "formula, four seats, 50 blocks each", 4, 5, FORMULA),
	SEATS(41, "two, one from the same seat each time", 2, 1, 60, 0, true,
	      { 0, 1 }),
	SEATS(42, "two, both seats", 2, 2, 30, 0, false, { 0, 1 }),
	SEATS(43, "two, two of 60 games from the other seat", 2, 1, 58, 2, true,
	      { 0, 1 }),
	SEATS(44, "two, four of 60 games from the other seat", 2, 1, 56, 4,
	      false, { 0, 1 }),
	SEATS(45, "two, eight of 60 games from the other seat", 2, 1, 52, 8,
	      false, { 0, 1 }),
	SEATS(46, "four, two of them always first", 4, 1, 30, 0, true,
	      { 0, 1 }, { 0, 3 }, { 2, 1 }, { 2, 3 }),
	SEATS(47, "four, a seat each by turns", 4, 1, 30, 0, false, { 0, 1 },
	      { 1, 2 }, { 2, 3 }, { 3, 0 }, { 0, 2 }, { 1, 3 }),
	SEATS(48, "four, both seats", 4, 2, 20, 0, false, { 0, 1 }, { 0, 2 },
	      { 0, 3 }, { 1, 2 }, { 1, 3 }, { 2, 3 }),
};

TEST_EACH(an_interval_holds_the_truth, sizeof settings / sizeof *settings)
{
	const struct setting *setting = &settings[_i];
	struct sums sums = simulate(setting);
	double chance = 4 * sqrt(sums.raw_off / setting->tournaments * SHARE);

	assert_within(sums.covered, 0.92 - SLACK, setting->open ? 1.001 :
		      0.985 + SLACK);
	/* Correlation changes the error, which the naive one ignores. */
	if (setting->correlation < 0)
		ck_assert_msg(sums.naive > 0.98 && sums.deff < 0.7, "%g %g",
			      sums.naive, sums.deff);
	else if (setting->correlation > 0)
		ck_assert_msg(sums.naive < 0.92 && sums.deff > 1.2, "%g %g",
			      sums.naive, sums.deff);
	else if (setting->block == correlated && setting->shared +
		 setting->step == 0)
		assert_within(sums.deff, 0.95 - SLACK, 1.05 + SLACK);
	if (!setting->luck || setting->strength != strength)
		return;
	/* Nearer to the truth, with the same mean as the raw ratings. */
	ck_assert_msg(sums.off < sums.raw_off / 2 && sums.se < sums.raw_se,
		      "%g %g", sums.off, sums.raw_off);
	for (int i = 0; i < setting->entrants; i++)
		assert_within(sums.mean[i] - sums.raw_mean[i], -chance, chance);
}

/* ### bots that split nearly every block */

/* Blocks of a pair, and the share of them that is decided: the few that are
   may miss the truth, and intervals allow for it. */
static const struct {
	int blocks;
	double decided;
} few[] = {
	{ 100, 0.01 }, { 100, 0.03 }, { 100, 0.1 },
	{ 200, 0.01 }, { 200, 0.03 }, { 200, 0.1 },
};

enum { FEW = sizeof few / sizeof *few };

static struct setting twins_of(int entrants, int tournaments, int row)
{
	return (struct setting){ .seed = (uint64_t)(20 + row),
		.name = "twins", .block = twins,
		.tournaments = tournaments, .entrants = entrants, .seats = 2,
		.blocks = few[row].blocks, .strength = far_strength,
		.decided = few[row].decided };
}

TEST_EACH(an_interval_of_two_twins_holds_the_truth, FEW)
{
	/* How many of the decided blocks the first one wins. */
	static const double shares[] = { 0.5, 0.75, 0.9, 1 };
	struct setting setting = twins_of(2, 600, _i);

	for (int s = 0; s < 4; s++) {
		struct sums sums;

		setting.share = shares[s];
		printf("%d blocks, %g of them decided, %g of these by one; ",
		       few[_i].blocks, few[_i].decided, shares[s]);
		sums = simulate(&setting);
		/* With few expected, an interval that contains the truth when
		   no block is decided contains it nearly always. */
		assert_within(sums.covered, 0.92 - SLACK,
			      few[_i].blocks * few[_i].decided >= 6 ?
			      0.98 + SLACK : 1.001);
		assert_within(sums.match_covered - sums.covered,
			      -0.03 - SLACK, 0.03 + SLACK);
	}
}

TEST_EACH(the_intervals_of_a_ladder_of_twins_hold_the_truth, FEW)
{
	struct setting setting = twins_of(6, 150, _i);
	struct sums sums;

	printf("%d blocks a pair, %g of them decided; ", few[_i].blocks,
	       few[_i].decided);
	sums = simulate(&setting);
	assert_within(sums.covered, 0.92 - SLACK, 0.98 + SLACK);
}

/* ### sequential tests */

static struct sprt test;

struct trial {
	void (*next)(const struct trial *trial);
	int runs;
	enum sprt_model model;
	double elo0, elo1, elo;         /* which is the true one */
	struct luck_games games;
};

/* The same dice help one of two equals in the first game and the other in the
   second one, so that the games offset each other. */
static void add_equal(const struct trial *trial)
{
	int luck = random_below(&games.random, 100), made = 0;
	int64_t score;

	(void)trial;
	for (int game = 0; game < 2; game++) {
		int sum = (game == 0 ? luck : 99 - luck) +
			random_below(&games.random, 100);

		made += sum > 99 ? 2 : sum == 99;
	}
	score = (int64_t)made * BLOCKS_GAME_SCORE / 2;
	sprt_add_match(&test, &score, NULL, 1, 0);
}

/* Most of these tests refuse to decide. */
static void add_forfeited(const struct trial *trial)
{
	struct games_fault faults[2 * BOARDS];
	unsigned char loser[2 * BOARDS];
	int64_t scores[BOARDS] = {0};
	int count = 0;
	bool forfeits = crashes(loser, faults, &count);

	(void)trial;
	for (int game = 0; game < 2 * BOARDS; game++)
		scores[game / 2] += loser[game] == 1 ? BLOCKS_GAME_SCORE : 0;
	sprt_add_match(&test, scores, NULL, BOARDS,
		       forfeits ? SPRT_FORFEITS : count);
}

static void add_lucky(const struct trial *trial)
{
	static const int seated[2][2] = { { 0, 1 }, { 1, 0 } };
	const double of[] = { trial->elo / EXACT_MATH_ELO_PER_LOGIT, 0 };
	bool same = luck_games_uniform(&games) < games.shared;
	double dice = luck_games_uniform(&games);
	int64_t score = 0, luck = 0;

	for (int g = 0; g < 2; g++) {
		int32_t own[2];
		long ranks[2];

		if (g == 1 && !same)
			dice = luck_games_uniform(&games);
		luck_games_play(&games, of, seated[g], 2, dice, ranks, own);
		score += ranks[g] == 1 ? BLOCKS_GAME_SCORE : 0;
		luck += luck_pairs_against(RESULT_RANKING, 2, seated[g], own,
					  0, 1);
	}
	sprt_add_match(&test, &score, test.adjusted ? &luck : NULL, 1, 0);
}

/* Returns how many of the tests are wrong, and the mean number of blocks. */
static int try_often(const struct trial *trial, int runs, uint64_t seed,
		     double *blocks)
{
	struct sprt_rules rules = sprt_normal;
	int wrong = 0;

	games = trial->games;
	games.random.state = seed;
	rules.model = trial->model;
	rules.elo0 = trial->elo0;
	rules.elo1 = trial->elo1;
	*blocks = 0;
	for (int run = 0; run < runs; run++) {
		if (trial->next == add_lucky &&
		    trial->model == SPRT_GAUSSIAN)
			sprt_begin_adjusted(&test, &rules, 1000000, 2, 2);
		else
			sprt_begin(&test, &rules, 2, 2);
		for (; test.answer == SPRT_GOES_ON; ++*blocks)
			trial->next(trial);
		wrong += (test.answer == SPRT_H1) != (trial->elo > trial->elo0);
		sprt_release(&test);
	}
	*blocks /= runs;
	return wrong;
}

static const struct trial trials[] = {
	{ add_equal, 400, SPRT_NORMALIZED, 0, 40, 0, { .rest = 0 } },
	{ add_equal, 400, SPRT_NORMALIZED, -40, 0, 0, { .rest = 0 } },
	{ add_equal, 400, SPRT_LOGISTIC, 0, 30, 0, { .rest = 0 } },
	{ add_equal, 400, SPRT_LOGISTIC, -30, 0, 0, { .rest = 0 } },
	{ add_equal, 400, SPRT_GAUSSIAN, 0, 30, 0, { .rest = 0 } },
	{ add_equal, 400, SPRT_GAUSSIAN, -30, 0, 0, { .rest = 0 } },
	{ add_forfeited, 400, SPRT_NORMALIZED, 0, 20, 0, { .rest = 0 } },
	{ add_lucky, 2000, SPRT_GAUSSIAN, 0, 10, 0, { TABLE } },
	{ add_lucky, 2000, SPRT_GAUSSIAN, 0, 10, 10, { TABLE } },
	{ add_lucky, 2000, SPRT_GAUSSIAN, 0, 10, 0, { TABLE, .shared = 0.8 } },
	{ add_lucky, 2000, SPRT_GAUSSIAN, 0, 10, 10, { TABLE, .shared = 0.8 } },
	{ add_lucky, 2000, SPRT_GAUSSIAN, 0, 10, 0, { FORMULA } },
	{ add_lucky, 2000, SPRT_GAUSSIAN, 0, 10, 10, { FORMULA } },
};

/* More errors than this have a chance of one in a thousand at 5%. */
TEST_EACH(a_test_is_wrong_no_more_often_than_promised,
	  sizeof trials / sizeof *trials)
{
	int runs = trials[_i].runs / SHARE, wrong;
	double blocks, most = 0.05 * runs + 3.1 * sqrt(runs * 0.05 * 0.95);

	wrong = try_often(&trials[_i], runs, 1 + (uint64_t)_i, &blocks);
	printf("test %d: %.4f are wrong; games %.0f\n", _i,
	       (double)wrong / runs, 2 * blocks);
	ck_assert_msg(wrong <= most, "%d of %d", wrong, runs);
	ck_assert(wrong > 0 || runs < 400 || trials[_i].next != add_equal);
}

/* Raw scores need more games to answer the same question. */
TEST(fewer_games_do_without_luck)
{
	const struct trial adjusted = trials[8];
	struct trial raw = adjusted;
	double blocks, raw_blocks;

	raw.model = SPRT_LOGISTIC;
	try_often(&adjusted, 20, 180, &blocks);
	try_often(&raw, 20, 181, &raw_blocks);
	printf("games for +10 Elo: %.0f, raw %.0f\n", 2 * blocks,
	       2 * raw_blocks);
	ck_assert_msg(raw_blocks > 10 * blocks, "%g %g", raw_blocks, blocks);
}
