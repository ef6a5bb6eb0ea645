/*
 * blackpot_sums.c - the arithmetic of Black-Pot: what three dice can make.
 */
#include "games/blackpot_sums.h"

#include <assert.h>

/* In the order of preference for announcements. */
enum { PLUS, MINUS, TIMES, DIVIDED, SIGNS };

static const char signs[SIGNS] = { '+', '-', '*', '/' };

/* Every order of three dice. */
static const unsigned char orders[][BLACKPOT_DICE] = {
	{ 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 },
	{ 2, 1, 0 }
};

enum { ORDERS = sizeof orders / sizeof *orders };

/* Computes a . b; false if that is not allowed. */
static inline bool calculate(const struct blackpot_roll *roll, int a, int sign,
			     int b, int *result)
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
	/* If the pair makes 0, only the third die counts: (x - x) + die, which
	   is a single value. */
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
	int rank;               /* by its signs: lower is better */
	char text[16];          /* empty: none yet */
};

/* Whether there is already a better one than any of this rank. */
static bool beaten(const struct phrase *best, int rank)
{
	return best->text[0] != '\0' && rank > best->rank;
}

/* Fewer signs are better, then those earlier in `signs`. */
static int rank_of_one(int sign)
{
	return SIGNS * SIGNS * 1 + sign;
}

static int rank_of_two(int a, int b)
{
	return SIGNS * SIGNS * 2 +
		(a < b ? a * SIGNS + b : b * SIGNS + a);
}

/* Proposes an announcement of this rank: `form` with a, b and c replaced by the
   dice, l and r by the signs, and v by the result. */
static void offer(struct phrase *best, int rank, const char *form,
		  const int *dice, int left, int right, int result)
{
	struct phrase now = { .rank = rank };
	char *to = now.text;

	for (; *form != '\0'; form++) {
		switch (*form) {
		case 'a': case 'b': case 'c':
			*to++ = (char)('0' + dice[*form - 'a']);
			break;
		case 'l':
			*to++ = signs[left];
			break;
		case 'r':
			*to++ = signs[right];
			break;
		case 'v':
			if (result > 9)
				*to++ = (char)('0' + result / 10);
			*to++ = (char)('0' + result % 10);
			break;
		default:
			*to++ = *form;
		}
	}
	if (best->text[0] == '\0' || rank < best->rank ||
	    strcmp(now.text, best->text) < 0)
		*best = now;
}

/* Tries a . b as one value, or as 0, and c as another value. */
static void say_two(const struct blackpot_roll *roll, const int *dice,
		    const int *value, int count, struct phrase *best)
{
	int a = dice[0], b = dice[1], c = dice[2], two;

	for (int sign = 0; sign < SIGNS; sign++) {
		int rank = rank_of_one(sign);

		if (beaten(best, rank) || !calculate(roll, a, sign, b, &two))
			continue;
		if (count == 2 && value[0] == two && value[1] == c)
			offer(best, rank, "alb=v, c", dice, sign, 0, two);
		if (value[0] == c && (count == 1 ? two == 0 :
				      two == value[1]))
			offer(best, rank, "c, alb=v", dice, sign, 0, two);
	}
}

/* Tries to make one value, or 0, of all three dice. */
static void say_three(const struct blackpot_roll *roll, const int *dice,
		      int value, struct phrase *best)
{
	int a = dice[0], b = dice[1], c = dice[2], two, all;

	for (int i = 0; i < SIGNS * SIGNS; i++) {
		int left = i / SIGNS, right = i % SIGNS;
		int rank = rank_of_two(left, right);

		if (beaten(best, rank))
			continue;
		if (calculate(roll, a, left, b, &two) &&
		    calculate(roll, two, right, c, &all) && all == value)
			offer(best, rank, "(alb)rc=v", dice, left, right,
			      value);
		if (roll->tree && calculate(roll, b, right, c, &two) &&
		    calculate(roll, a, left, two, &all) && all == value)
			offer(best, rank, "al(brc)=v", dice, left, right,
			      value);
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
