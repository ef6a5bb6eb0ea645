/*
 * blackpot_sums.c - the arithmetic of Black-Pot: what three dice can make.
 */
#include "games/blackpot_sums.h"

#include <assert.h>
#include <stdio.h>

/* In the order of preference for announcements. */
enum { PLUS, MINUS, TIMES, DIVIDED, SIGNS };

static const char signs[SIGNS] = { '+', '-', '*', '/' };

/* Every order of three dice. */
static const unsigned char orders[][BLACKPOT_DICE] = {
	{ 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 },
	{ 2, 1, 0 }
};

enum { ORDERS = sizeof orders / sizeof *orders };

/* a . b; false when it cannot be done. */
static bool calculate(const struct blackpot_roll *roll, int a, int sign, int b,
		      int *result)
{
	switch (sign) {
	case PLUS:
		*result = a + b;
		return true;
	case MINUS:
		*result = a - b;
		return true;
	case TIMES:
		*result = a * b;
		return true;
	default:
		if (!roll->division || b == 0 || a % b != 0)
			return false;
		*result = a / b;
		return true;
	}
}

/* ### all combinations of a roll */

static void add_pair(struct blackpot_sums *sums, int value, int die)
{
	/* A pair that makes 0 leaves the third die: (x - x) + die. */
	if (value > 0 && value <= BLACKPOT_HIGHEST) {
		sums->pair[value] |= 1u << die;
		sums->pair[die] |= 1u << value;
	}
}

static void add_one(struct blackpot_sums *sums, int value)
{
	if (value >= 0 && value <= BLACKPOT_HIGHEST)
		sums->one |= 1u << value;
}

void blackpot_sums_find(const struct blackpot_roll *roll,
			struct blackpot_sums *sums)
{
	memset(sums, 0, sizeof *sums);
	sums->three = true;
	memcpy(sums->die, roll->die, sizeof sums->die);
	for (int i = 0; i < ORDERS; i++) {
		int a = roll->die[orders[i][0]], b = roll->die[orders[i][1]];
		int c = roll->die[orders[i][2]], two, all;

		for (int first = 0; first < SIGNS; first++) {
			if (!calculate(roll, a, first, b, &two))
				continue;
			add_pair(sums, two, c);
			for (int sign = 0; sign < SIGNS; sign++) {
				if (calculate(roll, two, sign, c, &all))
					add_one(sums, all);
				if (roll->tree &&
				    calculate(roll, c, sign, two, &all))
					add_one(sums, all);
			}
		}
	}
}

/* ### announcements */

/* The best announcement so far. */
struct phrase {
	int rank;               /* by its signs: less is better */
	char text[64];
};

/* Fewer signs are better; then those that come first in `signs`. */
static int rank_of_one(int sign)
{
	return SIGNS * SIGNS * 1 + sign;
}

static int rank_of_two(int a, int b)
{
	return SIGNS * SIGNS * 2 +
		(a < b ? a * SIGNS + b : b * SIGNS + a);
}

static void offer(struct phrase *best, const struct phrase *other)
{
	if (best->text[0] == '\0' || other->rank < best->rank ||
	    (other->rank == best->rank &&
	     strcmp(other->text, best->text) < 0))
		*best = *other;
}

/* a . b is one value, or nothing; c is another. */
static void say_two(const struct blackpot_roll *roll, const int *dice,
		    const int *value, int count, struct phrase *best)
{
	int a = dice[0], b = dice[1], c = dice[2], two;

	for (int sign = 0; sign < SIGNS; sign++) {
		struct phrase now = { .rank = rank_of_one(sign) };

		if (!calculate(roll, a, sign, b, &two))
			continue;
		if (count == 2 && value[0] == two && value[1] == c) {
			snprintf(now.text, sizeof now.text, "%d%c%d=%d, %d",
				 a, signs[sign], b, two, c);
			offer(best, &now);
		}
		if (value[0] == c && (count == 1 ? two == 0 :
				      two == value[1])) {
			snprintf(now.text, sizeof now.text, "%d, %d%c%d=%d",
				 c, a, signs[sign], b, two);
			offer(best, &now);
		}
	}
}

/* All three make one value, or 0. */
static void say_three(const struct blackpot_roll *roll, const int *dice,
		      int value, struct phrase *best)
{
	int a = dice[0], b = dice[1], c = dice[2], two, all;

	for (int i = 0; i < SIGNS * SIGNS; i++) {
		int left = i / SIGNS, right = i % SIGNS;
		struct phrase now = { .rank = rank_of_two(left, right) };

		if (calculate(roll, a, left, b, &two) &&
		    calculate(roll, two, right, c, &all) && all == value) {
			snprintf(now.text, sizeof now.text, "(%d%c%d)%c%d=%d",
				 a, signs[left], b, signs[right], c, value);
			offer(best, &now);
		}
		if (roll->tree && calculate(roll, b, right, c, &two) &&
		    calculate(roll, a, left, two, &all) && all == value) {
			snprintf(now.text, sizeof now.text, "%d%c(%d%c%d)=%d",
				 a, signs[left], b, signs[right], c, value);
			offer(best, &now);
		}
	}
}

void blackpot_sums_say(const struct blackpot_roll *roll, const int *value,
		       int count, struct text *out)
{
	struct phrase best = { .rank = 0 };

	if (count == BLACKPOT_DICE) {
		text_printf(out, "%d, %d, %d", value[0], value[1], value[2]);
		return;
	}
	for (int i = 0; i < ORDERS; i++) {
		int dice[BLACKPOT_DICE];

		for (int j = 0; j < BLACKPOT_DICE; j++)
			dice[j] = roll->die[orders[i][j]];
		if (count > 0)
			say_two(roll, dice, value, count, &best);
		if (count < 2)
			say_three(roll, dice, count == 0 ? 0 : value[0],
				  &best);
	}
	assert(best.text[0] != '\0');
	text_add(out, best.text);
}
