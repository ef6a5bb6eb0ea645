/*
 * montecarlo.c - plays Bolo with seven dice for two by the results of random
 * rolls.
 *
 * Before the match it has the engine make many rolls, in turns that keep all
 * dice that score and never bank, and counts what they brought.  It knows no
 * chances; the frequencies in so many rolls are close enough.
 *
 * In its turn it works out the chance to win for every total and every number
 * of dice, from the highest total down: after each roll it takes the better of
 * banking and rolling on, whose chances are known by then.  Then it tries each
 * legal move on a copy of the position.  In all other games it plays the first
 * legal move.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../sdk/c/play_local.h"

enum {
	DICE = 7,
	ROLLS = 15000,          /* made before the match */
	OUTCOMES_MAX = 2000,
	STEP = 50,              /* every total is a multiple of it */
	BANK = 80,              /* steps from which on it always banks */
	STEPS = 3000            /* higher totals count as this one */
};

/* What rolls of so many dice brought. */
struct outcome {
	int dice;               /* rolled */
	int left;               /* to roll next; 0: a bust */
	int gain;               /* steps */
	int times;
};

/* The bot: `user` of the library. */
struct bot {
	struct outcome outcome[OUTCOMES_MAX];
	int outcomes;
	int rolls[DICE + 1];            /* recorded, by the dice rolled */
	/* The chance to win after banking a total, and when rolling so many
	   dice at a total, in steps. */
	double bank[STEPS];
	double roll[DICE + 1][BANK];
};

/* Whose dice are due, how many, and the total of the turn in steps. */
struct hand {
	int seat, dice, total;
};

static int steps_of(int points)
{
	int steps = points / STEP;

	return steps < STEPS ? steps : STEPS - 1;
}

static struct hand hand_of(struct rollcall_state *state)
{
	cJSON *view = cJSON_Parse(rollcall_state_view(state, 0));
	const cJSON *total = cJSON_GetObjectItem(view, "total");
	struct rollcall_due due = { .dice = 0 };
	struct hand hand = { .seat = -1 };

	if (rollcall_state_due(state, &due) == 0 && cJSON_IsNumber(total))
		hand = (struct hand){ .seat = due.seat, .dice = due.dice,
				      .total = steps_of(total->valueint) };
	cJSON_Delete(view);
	return hand;
}

/* ### before the match */

static void count(struct bot *bot, const struct hand *before,
		  const struct hand *after)
{
	struct outcome new = { .dice = before->dice, .times = 1 };
	int i = 0;

	if (after->seat == before->seat) {
		new.left = after->dice;
		new.gain = after->total - before->total;
	}
	while (i < bot->outcomes && (bot->outcome[i].dice != new.dice ||
				     bot->outcome[i].left != new.left ||
				     bot->outcome[i].gain != new.gain))
		i++;
	if (i < bot->outcomes)
		bot->outcome[i].times++;
	else if (i < OUTCOMES_MAX)
		bot->outcome[bot->outcomes++] = new;
	else
		return;
	bot->rolls[new.dice]++;
}

/* Called before the bot says that it is ready. */
static void record(const struct rollcall_turn *turn, void *user)
{
	/* Nobody banks, so that the game goes on for all of the rolls. */
	struct rollcall_state *state = rollcall_state_new(
		"bolo7", 8, "opening=0,max_turns=9999", NULL);
	struct bot *bot = user;
	struct hand before = { .seat = -1 }, after;
	uint64_t seed = 1;

	(void)turn;
	for (int i = 0; i <= ROLLS; i++) {
		rollcall_state_roll(state, rollcall_state_below, &seed);
		/* The last move but one keeps all that scores and rolls.  After
		   a bust there is none: it is the next seat's turn. */
		rollcall_state_apply(state, rollcall_state_legal(state) - 2);
		after = hand_of(state);
		if (i > 0)
			count(bot, &before, &after);
		before = after;
	}
	rollcall_state_free(state);
}

/* ### a decision */

/* The chance to win after banking `steps`, by the lead.  The opponent has the
   next turn, so a lead of 300 points is only even. */
static double chance_of_bank(const struct rollcall_bolo7_view *view, int steps)
{
	const bool sudden = strcmp(view->phase, "sudden") == 0;
	const bool normal = strcmp(view->phase, "normal") == 0;
	int lead = view->scores.at[view->seat] - view->scores.at[!view->seat];

	if (steps * STEP >= view->need)
		lead += steps * STEP;
	/* In a last turn a score that is too low has lost. */
	if (!normal && lead < (sudden ? 1 : 0))
		return 0;
	return 1 / (1 + exp((300 - lead) / 1000.));
}

/* The chance at a total with so many dice to roll, after the better choice. */
static double chance_of_both(const struct bot *bot, int dice, int total)
{
	return total < BANK ? fmax(bot->bank[total], bot->roll[dice][total]) :
		bot->bank[total < STEPS ? total : STEPS - 1];
}

static void work_out(struct bot *bot, const struct rollcall_bolo7_view *view)
{
	memset(bot->roll, 0, sizeof bot->roll);
	for (int total = 0; total < STEPS; total++)
		bot->bank[total] = chance_of_bank(view, total);
	for (int total = BANK - 1; total >= steps_of(view->total); total--) {
		for (int i = 0; i < bot->outcomes; i++) {
			const struct outcome *one = &bot->outcome[i];
			double chance = one->left == 0 ? bot->bank[0] :
				chance_of_both(bot, one->left,
					       total + one->gain);

			bot->roll[one->dice][total] += chance * one->times /
				bot->rolls[one->dice];
		}
	}
}

/* The chance to win with the move at a place, on a copy of the position. */
static double chance_of_move(const struct bot *bot,
			     const struct rollcall_turn *turn, int place,
			     const struct rollcall_state *position)
{
	const struct rollcall_move move = rollcall_legal(turn, place);
	const bool banks = strcmp(move.then, "bank") == 0;
	struct rollcall_state *state = rollcall_state_copy(position);
	struct hand hand;

	/* A bank comes right after the roll with the same dice, which shows
	   what they are worth. */
	rollcall_state_apply(state, banks ? place - 1 : place);
	hand = hand_of(state);
	rollcall_state_free(state);
	if (banks)
		return bot->bank[hand.total];
	return hand.total < BANK ? bot->roll[hand.dice][hand.total] : 0;
}

static int choose(struct rollcall_turn *turn, void *user)
{
	struct bot *bot = user;
	struct rollcall_bolo7_view view;
	struct rollcall_state *position;
	double most = -1;
	int best = 0;

	if (turn->hello.seats != 2 || !rollcall_bolo7(turn, &view))
		return 0;
	position = rollcall_local_state(turn);
	if (position == NULL)
		return 0;
	work_out(bot, &view);
	for (int place = 0; place < turn->legal_count; place++) {
		double chance = chance_of_move(bot, turn, place, position);

		if (chance > most) {
			most = chance;
			best = place;
		}
	}
	rollcall_state_free(position);
	rollcall_say(turn, "%.0f %%", 100 * most);
	return best;
}

int main(void)
{
	struct bot bot = { .outcomes = 0 };
	struct rollcall_options options = { .no_events = true,
					    .hello = record, .user = &bot };

	return rollcall_run(choose, &options);
}
