/*
 * threshold.c - plays Bolo with seven dice and Pig with thresholds for banking.
 *
 * The more points a turn has gathered, the more a bust would cost; the fewer
 * dice are left, the likelier a bust is.  So for each number of dice there is
 * a total from which on banking is better.  In all other games it plays the
 * first legal move.
 */
#include <string.h>

#include "../sdk/c/rollcall.h"

enum { FACES = 6, BOLO7_DICE = 7, PIG_HOLD = 20, PIG_NEAR = 29 };

/*
 * By the number of dice to roll, 1 to 7: the chance that none of them scores,
 * and the total from which on banking brings more points on average than
 * rolling.  Both were worked out exactly; with all seven dice it practically
 * always pays to roll.
 */
static const double bust[] = {
	0, 2. / 3, 4. / 9, 5. / 18, 17. / 108, 25. / 324, 5. / 162, 35. / 3888
};
static const int stop[] = { 0, 450, 350, 500, 1100, 3200, 12200, 60000 };

/* The highest score of the other seats. */
static int rival_score(const struct rollcall_list *scores, int own)
{
	int best = 0;

	for (int seat = 0; seat < scores->count; seat++)
		if (seat != own && scores->at[seat] > best)
			best = scores->at[seat];
	return best;
}

/* The points of three or more equal dice: each further die doubles them. */
static int series(int face, int dice)
{
	return (face == 1 ? 1000 : 100 * face) << (dice - 3);
}

/* The points a keep adds to the turn; it may extend series of earlier rolls. */
static int keep_value(const struct rollcall_list *keep,
		      const struct rollcall_bolo7_view *view)
{
	int count[FACES + 1] = {0}, different = 0, points = 0;

	for (int i = 0; i < keep->count; i++)
		different += count[keep->at[i]]++ == 0;
	for (int i = 0; i < view->open_count; i++) {
		int face = view->open[i].face, dice = view->open[i].dice;

		points += series(face, dice + count[face]) - series(face, dice);
		count[face] = 0;
	}
	for (int face = 1; face <= FACES; face++) {
		if (different == FACES)
			count[face]--;          /* used by the straight */
		if (count[face] >= 3)
			points += series(face, count[face]);
		else if (face == 1 || face == 5)
			points += count[face] * (face == 1 ? 100 : 50);
	}
	return points + (different == FACES ? 1500 : 0);
}

/* The score to reach with a bank; after phase `normal`, less loses. */
static int bolo7_goal(const struct rollcall_turn *turn,
		      const struct rollcall_bolo7_view *view)
{
	int rival = rival_score(&view->scores, view->seat);

	if (strcmp(view->phase, "sudden") == 0)
		return rival + 1;
	if (strcmp(view->phase, "final") != 0)
		return rollcall_rule(turn, "target", 10000);
	if (strcmp(rollcall_rule_word(turn, "endgame"), "last_round") == 0)
		return rival;
	return view->scores.at[view->trigger] +
	       (strcmp(rollcall_rule_word(turn, "catch"), "gt") == 0);
}

/*
 * Every move has a worth in points.  Banking is worth the total of the turn;
 * rolling is worth more below `stop` and less above it, in proportion to the
 * chance of a bust.  `need` does not matter: all moves in the list are legal.
 */
static int choose_bolo7(const struct rollcall_turn *turn,
			const struct rollcall_bolo7_view *view)
{
	int goal = bolo7_goal(turn, view);
	int place = 0, best = 0;
	double best_worth = -1;
	const cJSON *entry;

	cJSON_ArrayForEach(entry, turn->legal) {
		struct rollcall_move move = rollcall_move_of(entry);
		int left = view->roll.count - move.keep.count;
		int points = view->total + keep_value(&move.keep, view);
		double worth = points;

		if (left == 0)
			left = BOLO7_DICE;
		if (strcmp(move.then, "roll") == 0)
			worth += bust[left] * (stop[left] - points);
		else if (view->scores.at[view->seat] + points >= goal)
			worth += 1e9;
		else if (strcmp(view->phase, "normal") != 0)
			worth = -1;
		if (worth >= best_worth) {
			best_worth = worth;
			best = place;
		}
		place++;
	}
	return best;
}

/* Banks from 20 points on, until a seat is within a good turn of the target. */
static int choose_pig(const struct rollcall_turn *turn,
		      const struct rollcall_pig_view *view)
{
	int own = view->scores.at[view->seat];
	int rival = rival_score(&view->scores, view->seat);
	int target = rollcall_rule(turn, "target", 100);
	int near = (own > rival ? own : rival) + PIG_NEAR >= target;
	int bank = own + view->total >= target ||
		   (!near && view->total >= PIG_HOLD);
	struct rollcall_move first = rollcall_legal(turn, 0);

	return strcmp(first.then, bank ? "bank" : "roll") == 0 ? 0 : 1;
}

static int choose(struct rollcall_turn *turn, void *user)
{
	struct rollcall_bolo7_view bolo7;
	struct rollcall_pig_view pig;

	(void)user;
	if (rollcall_bolo7(turn, &bolo7))
		return choose_bolo7(turn, &bolo7);
	if (rollcall_pig(turn, &pig))
		return choose_pig(turn, &pig);
	return 0;
}

int main(void)
{
	struct rollcall_options options = { .no_events = true };

	return rollcall_run(choose, &options);
}
