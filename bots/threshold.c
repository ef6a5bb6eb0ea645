/*
 * threshold.c - plays Bolo with seven dice and Pig by what a stop is worth.
 *
 * The more points a turn has gathered, the more a bust would cost, and the
 * fewer dice are left, the likelier one is: so for each number of dice there
 * is a sum from which on it pays to bank.  Every other game gets its first
 * legal move.
 */
#include <string.h>

#include "../sdk/c/rollcall.h"

enum { FACES = 6, BOLO7_DICE = 7, PIG_HOLD = 20, PIG_NEAR = 29 };

/*
 * For 1..7 dice about to be rolled: the chance that none of them scores, and
 * the points from which on banking gathers more on average than rolling.
 * Both were worked out exactly; with all seven it pays up to anything.
 */
static const double bust[] = {
	0, 2. / 3, 4. / 9, 5. / 18, 17. / 108, 25. / 324, 5. / 162, 35. / 3888
};
static const int stop[] = { 0, 450, 350, 500, 1100, 3200, 12200, 60000 };

static const cJSON *get(const cJSON *object, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

static int number(const cJSON *object, const char *key, int otherwise)
{
	const cJSON *value = get(object, key);

	return value != NULL ? value->valueint : otherwise;
}

static int is(const cJSON *object, const char *key, const char *word)
{
	const char *value = cJSON_GetStringValue(get(object, key));

	return value != NULL && strcmp(value, word) == 0;
}

static int own_score(const cJSON *view)
{
	return cJSON_GetArrayItem(get(view, "scores"),
				  number(view, "seat", 0))->valueint;
}

/* The highest score of the other seats. */
static int rival_score(const cJSON *view)
{
	const cJSON *score;
	int own = number(view, "seat", 0), best = 0, seat = 0;

	cJSON_ArrayForEach(score, get(view, "scores"))
		if (seat++ != own && score->valueint > best)
			best = score->valueint;
	return best;
}

/* Points of three and more equal dice: each one more doubles them. */
static int series(int face, int dice)
{
	return (face == 1 ? 1000 : 100 * face) << (dice - 3);
}

/* What a keep adds to the turn.  A series from an earlier roll may be open. */
static int keep_value(const cJSON *keep, const cJSON *open)
{
	int count[FACES + 1] = {0}, different = 0, points = 0;
	const cJSON *item;

	cJSON_ArrayForEach(item, keep)
		different += count[item->valueint]++ == 0;
	cJSON_ArrayForEach(item, open) {
		int face = cJSON_GetArrayItem(item, 0)->valueint;
		int dice = cJSON_GetArrayItem(item, 1)->valueint;

		points += series(face, dice + count[face]) - series(face, dice);
		count[face] = 0;
	}
	for (int face = 1; face <= FACES; face++) {
		if (different == FACES)
			count[face]--;          /* it is in the straight */
		if (count[face] >= 3)
			points += series(face, count[face]);
		else if (face == 1 || face == 5)
			points += count[face] * (face == 1 ? 100 : 50);
	}
	return points + (different == FACES ? 1500 : 0);
}

/* The score that a bank should reach; beyond `normal`, less has lost. */
static int bolo7_goal(const cJSON *view, const cJSON *rules)
{
	const cJSON *bar;

	if (is(view, "phase", "sudden"))
		return rival_score(view) + 1;
	if (!is(view, "phase", "final"))
		return number(rules, "target", 10000);
	if (is(rules, "endgame", "last_round"))
		return rival_score(view);
	bar = cJSON_GetArrayItem(get(view, "scores"),
				 number(view, "trigger", 0));
	return bar->valueint + is(rules, "catch", "gt");
}

/*
 * Every move has a worth in points.  Banking gives what has been gathered;
 * rolling gives more below `stop`, less above it, by the chance of a bust.
 * What may be banked (`need`) the list of legal moves says already.
 */
static int choose_bolo7(const struct rollcall_turn *turn)
{
	const cJSON *view = turn->view, *move;
	int goal = bolo7_goal(view, get(turn->hello, "rules"));
	int dice = cJSON_GetArraySize(get(view, "roll"));
	int place = 0, best = 0;
	double best_worth = -1;

	cJSON_ArrayForEach(move, turn->legal) {
		const cJSON *keep = get(move, "keep");
		int left = dice - cJSON_GetArraySize(keep);
		int points = number(view, "total", 0) +
			     keep_value(keep, get(view, "open"));
		double worth = points;

		if (left == 0)
			left = BOLO7_DICE;
		if (is(move, "then", "roll"))
			worth += bust[left] * (stop[left] - points);
		else if (own_score(view) + points >= goal)
			worth += 1e9;
		else if (!is(view, "phase", "normal"))
			worth = -1;
		if (worth >= best_worth) {
			best_worth = worth;
			best = place;
		}
		place++;
	}
	return best;
}

/* Twenty is enough, until somebody is a good turn away from the end. */
static int choose_pig(const struct rollcall_turn *turn)
{
	const cJSON *view = turn->view, *rules = get(turn->hello, "rules");
	int own = own_score(view), rival = rival_score(view);
	int total = number(view, "total", 0);
	int target = number(rules, "target", 100);
	int near = (own > rival ? own : rival) + PIG_NEAR >= target;
	int bank = own + total >= target || (!near && total >= PIG_HOLD);
	const cJSON *first = cJSON_GetArrayItem(turn->legal, 0);

	return is(first, "then", bank ? "bank" : "roll") ? 0 : 1;
}

static int choose(struct rollcall_turn *turn)
{
	if (is(turn->hello, "game", "bolo7"))
		return choose_bolo7(turn);
	if (is(turn->hello, "game", "pig"))
		return choose_pig(turn);
	return 0;
}

int main(void)
{
	return rollcall_run(choose, ROLLCALL_NO_EVENTS);
}
