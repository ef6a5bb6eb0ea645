/*
 * corners_full_test.c - in corners where an interval can be wrong it is right,
 * or carries a mark; prints the table of docs/ratings.md.
 * tier: full
 */
#include <stdio.h>

#include "base/exact_math.h"
#include "tests/support/ladder_games.h"
#include "tests/support/rows.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/rating/sprt.h"

UNIT_EACH(ladder_begin, ladder_end)

enum { MOST = 16 };

/* A row of corners.txt. */
struct corner {
	void (*match)(const struct corner *corner, int a, int b);
	int entrants, matches, boards;
	double strength[MOST], faults[MOST], size;
};

static struct random dice;

static double uniform(void)
{
	return (random_below(&dice, 1 << 30) + 0.5) / (1 << 30);
}

/* The sum of twelve is nearly normal, and the same on every machine. */
static double normal(void)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += uniform();
	return sum;
}

static bool first_wins(double ahead)
{
	return uniform() < 1 / (1 + exact_math_exp(-ahead));
}

static int bits_of(int board, int game)
{
	return game > 0 ? 0 : board > 0 ? GAMES_NEW_BLOCK : ALONE;
}

/* A match of independent games, in which the first is `ahead`. */
static void add_match(int a, int b, int boards, double ahead)
{
	for (int game = 0; game < 2 * boards; game++) {
		bool won = first_wins(ahead);

		if (game % 2 == 0)
			add_two(a, b, won, bits_of(game / 2, 0));
		else
			add_two(b, a, !won, 0);
	}
}

static void each_pair(const struct corner *corner)
{
	for (int a = 0; a < corner->entrants; a++)
		for (int b = a + 1; b < corner->entrants; b++)
			for (int n = 0; n < corner->matches; n++)
				corner->match(corner, a, b);
}

static void plain(const struct corner *corner, int a, int b)
{
	add_match(a, b, corner->boards,
		  corner->strength[a] - corner->strength[b]);
}

/* Each plays a match better or worse than usual. */
static void learners(const struct corner *corner, int a, int b)
{
	add_match(a, b, corner->boards,
		  corner->size * (normal() - normal()));
}

/* The bot that wins the first game on a board wins the second one, too. */
static void repeated(const struct corner *corner, int a, int b)
{
	for (int board = 0; board < corner->boards; board++) {
		bool won = first_wins(corner->strength[a] -
				      corner->strength[b]);

		add_two(a, b, won, bits_of(board, 0));
		add_two(b, a, !won, 0);
	}
}

/* The dice decide, except on a few boards. */
static void twins(const struct corner *corner, int a, int b)
{
	for (int board = 0; board < corner->boards; board++) {
		bool first = random_below(&dice, 2);
		bool won = random_below(&dice, 2);
		bool decided = uniform() < corner->size;

		add_two(a, b, decided ? won : first, bits_of(board, 0));
		add_two(b, a, decided ? !won : first, 0);
	}
}

enum { FAULTS_MAX = 3 };

/* Who loses each game of a match. */
static int faulty_match(const struct corner *corner, int a, int b,
			unsigned char *loser, struct games_fault *faults)
{
	int had[2] = {0}, count = 0;
	const double rate[2] = { corner->faults[a], corner->faults[b] };

	for (int game = 0; game < 2 * corner->boards; game++) {
		bool over = had[0] >= FAULTS_MAX || had[1] >= FAULTS_MAX;
		int who = over ? had[1] >= FAULTS_MAX :
			uniform() < rate[0] ? 0 : uniform() < rate[1] ? 1 : -1;

		loser[game] = who >= 0 ? who :
			first_wins(corner->strength[b] - corner->strength[a]);
		if (who < 0)
			continue;
		had[who]++;
		faults[count++] = (struct games_fault){ game + 1, who, over };
	}
	return count;
}

static void faulty(const struct corner *corner, int a, int b)
{
	struct games_fault faults[200];
	unsigned char loser[200], ranks[400];
	int count = faulty_match(corner, a, b, loser, faults);

	for (int game = 0; game < 2 * corner->boards; game++)
		for (int i = 0; i < 2; i++)
			ranks[2 * game + i] = 1 + (loser[game] == i);
	games_table_add_match(&table, (int[]){ a, b }, 2, 2,
			      2 * corner->boards, ranks, faults, count);
}

/* Those with about equal points meet, if possible for the first time. */
static void swiss(const struct corner *corner)
{
	table.paired_by_results = true;
	int points[MOST] = {0}, order[MOST];
	bool met[MOST][MOST] = {{false}};

	for (int round = 0; round < corner->matches; round++) {
		bool paired[MOST] = {false};

		for (int i = 0; i < corner->entrants; i++) {
			int at = i;

			for (; at > 0 && points[order[at - 1]] < points[i];
			     at--)
				order[at] = order[at - 1];
			order[at] = i;
		}
		for (int i = 0; i < corner->entrants; i++) {
			int a = order[i], b = -1;
			size_t before = table.game_count * 2;

			if (paired[a])
				continue;
			for (int j = i + 1; j < corner->entrants; j++)
				if (!paired[order[j]] &&
				    (b < 0 || (met[a][b] &&
					       !met[a][order[j]])))
					b = order[j];
			paired[a] = paired[b] = true;
			met[a][b] = met[b][a] = true;
			plain(corner, a, b);
			for (; before < table.place_count; before++)
				points[table.seated[before]] +=
					table.ranks[before] == 1;
		}
	}
}

enum { LADDERS = 600 };
#define MARKED 0.9

/* In Elo.  Where only the first has faults, all others are equals. */
static void find_truth(const struct corner *corner, double *truth)
{
	double mean = 0;

	for (int i = 0; i < corner->entrants; i++)
		truth[i] = corner->strength[i];
	if (corner->match == faulty && corner->faults[0] != corner->faults[1]) {
		unsigned char loser[200];
		struct games_fault faults[200];
		double lost = 0;

		for (int n = 0; n < 20000; n++) {
			faulty_match(corner, 0, 1, loser, faults);
			for (int g = 0; g < 2 * corner->boards; g++)
				lost += loser[g] == 0;
		}
		lost /= 20000.0 * 2 * corner->boards;
		truth[0] = exact_math_log(1 / lost - 1);
	}
	for (int i = 0; i < corner->entrants; i++)
		mean += truth[i] / corner->entrants;
	for (int i = 0; i < corner->entrants; i++)
		truth[i] = EXACT_MATH_ELO_PER_LOGIT * (truth[i] - mean);
}

struct sums {
	int all, held, unmarked, unmarked_held;
};

static void add_ladder(const struct corner *corner, const double *truth,
		       struct sums *sums)
{
	for (int i = 0; i < corner->entrants; i++) {
		const struct ladder_row *row = &ladder.rows[i];
		bool held = fabs(row->elo - truth[i]) <= row->err95;
		bool marked;

		text_clear(&out);
		ladder_label_mark(row, &out);
		marked = out.length > 0;
		sums->all++;
		sums->held += held;
		sums->unmarked += !marked;
		sums->unmarked_held += held && !marked;
	}
}

static int numbers;             /* of rows so far */

/* A few that have no mark may be any. */
TEST_ROWS(an_interval_holds_the_truth_or_is_marked, "rating/corners.txt",
	  "corners")
{
	static const char *const kinds[] = { "plain", "learners", "repeated",
		"twins", "faulty", "swiss", NULL };
	static void (*const matches[])(const struct corner *, int, int) = {
		plain, learners, repeated, twins, faulty, NULL };
	struct corner corner = { .match = matches[row_word(row, 1, kinds)],
		.size = row_real(row, 5) };
	struct sums sums = {0};
	double truth[MOST], held, marked, unmarked;

	sscanf(row->text[2], "%d %d %d", &corner.entrants, &corner.matches,
	       &corner.boards);
	row_list(row, 3, corner.strength, MOST);
	row_list(row, 4, corner.faults, MOST);
	dice.state = 1000 + (uint64_t)numbers++;
	find_truth(&corner, truth);
	options.ranks = false;
	options.cluster = (enum games_cluster)row_word(row, 6,
						       ladder_clusters);
	for (int n = 0; n < LADDERS; n++) {
		make_table(corner.entrants);
		if (corner.match == NULL)
			swiss(&corner);
		else
			each_pair(&corner);
		fit();
		add_ladder(&corner, truth, &sums);
	}
	held = (double)sums.held / sums.all;
	marked = 1 - (double)sums.unmarked / sums.all;
	unmarked = (double)sums.unmarked_held / sums.unmarked;
	printf("| %s | %.3f | %.2f | ", row->text[0], held, marked);
	if (marked > MARKED)
		printf("|\n");
	else
		printf("%.3f |\n", unmarked);
	fflush(stdout);
	ck_assert_msg(marked > MARKED || (unmarked > 0.925 && unmarked < 0.975),
		      "%g", unmarked);
}

/* ### sequential tests */

enum { RUNS = 400, MATCHES_MOST = 2000 };

/* Plays a match; returns its faults, as for sprt_add_match. */
static int play_scores(const struct corner *corner, int64_t *scores)
{
	struct games_fault faults[200];
	unsigned char loser[200];
	int count = faulty_match(corner, 0, 1, loser, faults);

	for (int board = 0; board < corner->boards; board++)
		scores[board] = ((loser[2 * board] == 1) +
				 (loser[2 * board + 1] == 1)) *
			(int64_t)BLOCKS_GAME_SCORE;
	return count > 0 && faults[count - 1].forfeit ? SPRT_FORFEITS : count;
}

static double true_elo(const struct corner *corner, enum sprt_model model)
{
	struct blocks_tally tally;
	struct blocks_stats stats;
	int64_t scores[100];

	blocks_tally_begin(&tally, 2, 2);
	for (int n = 0; n < 20000; n++) {
		play_scores(corner, scores);
		for (int board = 0; board < corner->boards; board++)
			blocks_tally_add(&tally, scores[board]);
	}
	blocks_stats_make(&tally, &stats);
	blocks_tally_release(&tally);
	return model == SPRT_LOGISTIC ? stats.elo : stats.nelo;
}

TEST_ROWS(a_test_with_forfeits_is_right_or_refuses, "rating/corners.txt",
	  "tests")
{
	struct corner corner = { .boards = row_int(row, 1) };
	struct sprt_rules rules = sprt_normal;
	const double elo1 = row_real(row, 4);
	int answers[4] = {0}, wrong;
	int64_t scores[100];

	row_list(row, 2, corner.faults, MOST);
	dice.state = 80 + (uint64_t)numbers++;
	rules.model = (enum sprt_model)row_word(row, 3, sprt_models);
	rules.elo1 = elo1 > 0 ? elo1 : true_elo(&corner, rules.model);
	for (int run = 0; run < RUNS; run++) {
		struct sprt test;

		sprt_begin(&test, &rules, 2, 2);
		for (int n = 0; n < MATCHES_MOST &&
		     test.answer == SPRT_GOES_ON; n++) {
			int faults = play_scores(&corner, scores);

			sprt_add_match(&test, scores, NULL, corner.boards,
				       faults);
		}
		answers[test.answer]++;
		sprt_release(&test);
	}
	wrong = answers[elo1 > 0 ? SPRT_H1 : SPRT_H0];
	printf("| %s | %.3f | %.3f | %.2f |\n", row->text[0],
	       (double)answers[SPRT_H0] / RUNS, (double)answers[SPRT_H1] / RUNS,
	       (double)answers[SPRT_UNDECIDED] / RUNS);
	ck_assert_msg(wrong <= 1.2 * 0.05 * RUNS, "%d of %d", wrong, RUNS);
	ck_assert_int_eq(answers[SPRT_GOES_ON], 0);
}
