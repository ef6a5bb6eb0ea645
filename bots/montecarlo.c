/* montecarlo.c - Bolo with seven dice for two: plays every legal move on copies
   of the position, many times.  The engine knows all options: no table here. */
#include <math.h>
#include "../sdk/c/play_local.h"

enum { SAMPLES = 300 };
static const double swing = 1400;       /* points that decide a game */

/* Plays a copy to the end of the turn, where the last legal move banks most.
   Returns the chance to win, which the lead says unless the game is over; who
   has still to make the first bank is behind by that. */
static double sample(const struct rollcall_state *now, int move,
		     const struct rollcall_turn *turn, uint64_t *seed)
{
	struct rollcall_state *copy = rollcall_state_copy(now);
	int score[ROLLCALL_STATE_SEATS_MAX], me = turn->hello.seat, lead;
	double points[ROLLCALL_STATE_SEATS_MAX];

	rollcall_state_apply(copy, move);
	while (rollcall_state_roll(copy, rollcall_state_below, seed),
	       rollcall_state_turn(copy) == me)
		rollcall_state_apply(copy, rollcall_state_legal(copy) - 1);
	rollcall_state_points(copy, points);
	rollcall_state_score(copy, score, NULL);
	lead = score[me] - score[1 - me] + rollcall_rule(turn, "opening", 0) *
		((score[me] > 0) - (score[1 - me] > 0));
	if (rollcall_state_turn(copy) != ROLLCALL_STATE_OVER)
		points[me] = 1 / (1 + exp(-lead / swing));
	rollcall_state_free(copy);
	return points[me];
}

static int choose(struct rollcall_turn *turn)
{
	struct rollcall_state *now = rollcall_local_state(turn);
	double most = -1;
	int best = 0;

	for (int move = 0; now != NULL && move < turn->legal_count; move++) {
		uint64_t seed = 1;      /* the same dice for each move */
		double sum = 0;

		for (int i = 0; i < SAMPLES; i++)
			sum += sample(now, move, turn, &seed);
		if (sum > most)
			best = move;
		most = sum > most ? sum : most;
	}
	rollcall_state_free(now);
	return best;
}

int main(void)
{
	return rollcall_run(choose, NULL);
}
