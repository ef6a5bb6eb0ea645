/*
 * rolls.c - lists every roll of some dice and the number of ways to get it.
 */
#include "worth/rolls.h"

#include "games/game.h"

struct rolls {
	int dice, sides;
	rolls_one *one;
	void *context;
	int value[GAME_DICE_MAX];
};

/* Lists the rolls that begin with the first `lying` dice, which have `ways`
   orders. */
static void go_on(struct rolls *r, int lying, double ways)
{
	int least = lying > 0 ? r->value[lying - 1] : 1, equal = 0;

	if (lying == r->dice) {
		r->one(r->context, r->value, ways);
		return;
	}
	while (equal < lying && r->value[lying - 1 - equal] == least)
		equal++;
	for (int face = least; face <= r->sides; face++) {
		int now = face == least ? equal + 1 : 1;

		/* A multinomial coefficient, so the division is exact. */
		r->value[lying] = face;
		go_on(r, lying + 1, ways * (lying + 1) / now);
	}
}

double rolls_each(int dice, int sides, rolls_one *one, void *context)
{
	struct rolls r = { .dice = dice, .sides = sides, .one = one,
			   .context = context };
	double all = 1;

	for (int i = 0; i < dice; i++)
		all *= sides;
	go_on(&r, 0, 1);
	return all;
}
