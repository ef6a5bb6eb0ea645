/*
 * bolo7_duel_test.c - who wins Bolo with seven dice between perfect players.
 *
 * It takes minutes, so it only runs with ROLLCALL_LONG_TESTS.  Chances are
 * those of the player who is about to roll; all points are in steps.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/turn_solver.h"
#include "tests/support/vectors.h"

enum {
	TARGET = 10000 / STEP,
	OPENING = 1000 / STEP,
	/* A player so far ahead banks: a roll gains less than it risks. */
	AHEAD = 30000 / STEP,
	AHEAD_ENOUGH = 12000 / STEP,
	KEEP_MOST = 16000 / STEP,       /* seven 1s */
	TOTALS = 2 * AHEAD + KEEP_MOST + 1,
	LEFT_OUT = 77                   /* what make check counts as skipped */
};

/* A turn in which banking a total is worth banked[total], and is allowed from
   `least` on; from `enough` on one banks.  A lost turn is worth `lost`. */
struct turn {
	double banked[TOTALS];
	int least, enough;
	double lost;
	/* Solved, by hand and total; `bust` is the chance to lose the turn. */
	double worth[HANDS_MAX][TOTALS], bust[HANDS_MAX][TOTALS];
};

static void solve_hand(const struct model *m, struct turn *turn, int h, int t)
{
	const struct hand *hand = &m->hand[h];
	double worth = hand->bust * turn->lost, bust = hand->bust;

	for (int i = 0; i < hand->count; i++) {
		const struct outcome *o = &m->outcome[hand->first + i];
		double best = -1, risk = 0;

		for (int j = 0; j < o->count; j++) {
			struct option p = m->option[o->first + j];
			int total = t + p.points;

			if (total >= turn->least &&
			    turn->banked[total] > best) {
				best = turn->banked[total];
				risk = 0;
			}
			if (total < turn->enough &&
			    turn->worth[p.hand][total] > best) {
				best = turn->worth[p.hand][total];
				risk = turn->bust[p.hand][total];
			}
		}
		worth += o->chance * best;
		bust += o->chance * risk;
	}
	turn->worth[h][t] = worth;
	turn->bust[h][t] = bust;
}

static void solve_turn(const struct model *m, struct turn *turn)
{
	for (int t = turn->enough - 1; t >= 0; t--)
		for (int h = 0; h < m->hands; h++)
			solve_hand(m, turn, h, t);
}

/* ### the end: chances by how much the other is ahead */

struct ends {
	double sudden[AHEAD + 1];       /* a player must get ahead or is out */
	double final[AHEAD + 1];        /* in the last turn level is enough */
};

static int at_most(int points)
{
	return points < AHEAD ? points : AHEAD;
}

/* Solves a turn for every distance; a total of AHEAD is level. */
static void solve_distances(const struct model *m, struct turn *turn,
			    const double *sudden, int least, double *chance)
{
	turn->least = AHEAD + least;
	turn->enough = 2 * AHEAD;
	turn->lost = 0;
	for (int t = AHEAD; t < TOTALS; t++)
		turn->banked[t] = 1 - sudden[at_most(t - AHEAD)];
	solve_turn(m, turn);
	for (int d = 0; d <= AHEAD; d++)
		chance[d] = turn->worth[0][AHEAD - d];
}

static void solve_ends(const struct model *m, struct turn *turn,
		       struct ends *ends)
{
	double new[AHEAD + 1], change = 1;

	while (change > 1e-13) {
		solve_distances(m, turn, ends->sudden, 1, new);
		change = 0;
		for (int d = 0; d <= AHEAD; d++)
			change = fmax(change, fabs(new[d] - ends->sudden[d]));
		memcpy(ends->sudden, new, sizeof new);
	}
	solve_distances(m, turn, ends->sudden, 0, ends->final);
}

/* ### before the end */

/* The chance of the player who begins a turn with [own] against [other]. */
struct duel {
	double win[TARGET][TARGET];
};

/* A chance: `at`, less `slope` times the other's chance after a lost turn. */
struct line {
	double at, slope;
};

static struct line duel_turn(const struct model *m, struct turn *turn,
			     const struct ends *ends, const struct duel *d,
			     int own, int other, double his)
{
	int least = own > 0 ? 0 : OPENING;

	turn->least = least;
	turn->enough = TARGET - own;
	if (other + AHEAD_ENOUGH - own > turn->enough)
		turn->enough = other + AHEAD_ENOUGH - own;
	turn->lost = 1 - his;
	for (int t = 0; t < turn->enough + KEEP_MOST; t++)
		turn->banked[t] = own + t < TARGET ?
			1 - d->win[other][own + t] :
			1 - ends->final[at_most(own + t - other)];
	solve_turn(m, turn);
	return (struct line){ turn->worth[0][0] + turn->bust[0][0] * his,
			      turn->bust[0][0] };
}

/* Solves both unknowns at once; all with more points are known. */
static void duel_pair(const struct model *m, struct turn *turn,
		      const struct ends *ends, struct duel *d, int a, int b)
{
	double *x = &d->win[a][b], *y = &d->win[b][a], change;

	*x = *y = 0.5;
	do {
		struct line own = duel_turn(m, turn, ends, d, a, b, *y);
		struct line his = a == b ? own :
			duel_turn(m, turn, ends, d, b, a, *x);
		double was = *x;

		*x = (own.at - own.slope * his.at) /
			(1 - own.slope * his.slope);
		*y = his.at - his.slope * *x;
		change = fabs(*x - was);
	} while (change > 1e-11);
}

TEST(the_first_of_two_perfect_players_of_bolo7_wins_as_often_as_known)
{
	struct model *m = model_new(&bolo7, "opening=0");
	struct turn *turn = memory_new(1, sizeof *turn);
	struct ends *ends = memory_new(1, sizeof *ends);
	struct duel *d = memory_new(1, sizeof *d);
	cJSON *vectors = vectors_of_game("bolo7");
	char found[32];

	solve_ends(m, turn, ends);
	for (int sum = 2 * TARGET - 2; sum >= 0; sum--)
		for (int a = sum < TARGET ? 0 : sum - TARGET + 1;
		     2 * a <= sum; a++)
			duel_pair(m, turn, ends, d, a, sum - a);
	snprintf(found, sizeof found, "%.9f", d->win[0][0]);
	printf("the first wins %s of the games\n", found);
	ck_assert_str_eq(found, json_get(vectors_group(vectors,
		"first_player_wins"), "chance")->valuestring);
	cJSON_Delete(vectors);
	free(m);
	free(turn);
	free(ends);
	free(d);
}
