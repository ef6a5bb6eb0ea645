/* montecarlo.c - plays Bolo for two by the results of random rolls. */
#include <math.h>
#include <string.h>
#include "../sdk/c/play_local.h"

enum { DICE = 7, ROLLS = 15000, STEP = 50, BANK = 80, MOST = 3000 };
static struct hand { struct rollcall_due due; int total; } hands[ROLLS + 1];
static int rolls[DICE + 1];             /* in `hands`, by number of dice */

static struct hand roll_on(struct rollcall_state *state, int move)
{
	struct hand hand = { .total = 0 };
	rollcall_state_apply(state, move);
	rollcall_state_due(state, &hand.due);
	sscanf(strstr(rollcall_state_view(state, 0), "total"), "total\":%d",
	       &hand.total);
	return hand;
}

static int choose(struct rollcall_turn *turn)
{
	double win[DICE + 1][MOST] = {{0}}, most = -1;  /* by dice, steps */
	struct rollcall_bolo7_view at;
	int best = 0, bolo = rollcall_bolo7(turn, &at);
	for (int t = 0; bolo && t < MOST; t++) {        /* t steps are banked */
		int lead = at.scores.at[at.seat] - at.scores.at[!at.seat] +
			   (t * STEP < at.need ? 0 : t * STEP);
		if (*at.phase == 'n' || lead >= (*at.phase == 's'))
			win[0][t] = 1 / (1 + exp((300 - lead) / 1000.));
	}
	for (int i = BANK * ROLLS; bolo && i-- > at.total / STEP * ROLLS;) {
		struct hand *is = &hands[i % ROLLS], *next = is + 1;
		int bust = next->due.seat != is->due.seat, t = i / ROLLS;
		int then = bust ? 0 : t + (next->total - is->total) / STEP;
		win[is->due.dice][t] += fmax(win[0][then], win[
			bust ? 0 : next->due.dice][then]) / rolls[is->due.dice];
	}
	for (int i = 0; bolo && i < turn->legal_count; i++) {
		struct rollcall_state *state = rollcall_local_state(turn);
		int bank = *rollcall_legal(turn, i).then == 'b';
		struct hand hand = roll_on(state, i - bank);    /* same keep */
		double chance = win[bank ? 0 : hand.due.dice][hand.total / STEP];
		best = chance > most ? i : best;
		most = fmax(chance, most);
		rollcall_state_free(state);
	}
	return best;
}

int main(void)
{
	struct rollcall_state *state = rollcall_state_new(
		"bolo7", 8, "opening=0,max_turns=9999", NULL);
	for (uint64_t i = 0, seed = 1; i <= ROLLS; rolls[hands[i++].due.dice]++) {
		rollcall_state_roll(state, rollcall_state_below, &seed);
		hands[i] = roll_on(state, rollcall_state_legal(state) - 2);
	}
	return rollcall_state_free(state), rollcall_run(choose, NULL);
}
