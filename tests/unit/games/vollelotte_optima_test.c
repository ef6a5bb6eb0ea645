/*
 * vollelotte_optima_test.c - chances and means of the cards, by the engine.
 */
#include <math.h>
#include <stdlib.h>

#include "games/vollelotte.h"
#include "tests/unit/unit.h"
#include "tests/support/one_game.h"
#include "tests/support/vectors.h"

enum { DICE = VOLLELOTTE_DICE, ROUNDS = 60 };

/* The aim of a player under a card. */
enum aim { VOLLE_LOTTE, SUITE, POINTS };

/* The best a player can do with 1..6 dice in hand under a card. */
struct table {
	struct vollelotte start;        /* the card has just been turned */
	enum aim aim;
	bool keep_all;                  /* always keeps all dice that score */
	double worth[DICE + 1];
};

static cJSON *vectors;

/* What a step gained, and the worth of what follows. */
static double worth_of(const struct table *t, const struct vollelotte *was,
		       const struct vollelotte *is)
{
	if (t->aim == VOLLE_LOTTE && is->lottes > was->lottes)
		return 1;
	if (t->aim == SUITE && is->dice == 0)
		return 1;
	if (is->race.seat != was->race.seat)
		return 0;               /* a null */
	return t->worth[is->dice] +
		(t->aim == POINTS ? is->total - was->total : 0);
}

static double worth_of_roll(const struct table *t,
			    const struct vollelotte *before, const int *value)
{
	struct vollelotte rolled = *before;
	int move[GAME_LEGAL_MAX], count;
	double best = 0;

	vollelotte.land(&rolled, value);
	if (vollelotte.turn(&rolled) == GAME_CHANCE)
		return worth_of(t, before, &rolled);
	count = vollelotte.legal(&rolled, move);
	for (int i = t->keep_all ? count - 1 : 0; i < count; i++) {
		struct vollelotte after = rolled;

		vollelotte.apply(&after, move[i]);
		best = fmax(best, worth_of(t, &rolled, &after));
	}
	return best;
}

/* The mean over rolls that, sorted, begin with the first `lying` dice. */
static double mean(const struct table *t, const struct vollelotte *before,
		   int *value, int lying, double chance)
{
	int least = lying > 0 ? value[lying - 1] : 1, equal = 0;
	double sum = 0;

	if (lying == before->dice)
		return chance * worth_of_roll(t, before, value);
	while (equal < lying && value[lying - 1 - equal] == least)
		equal++;
	for (int face = least; face <= 6; face++) {
		value[lying] = face;
		sum += mean(t, before, value, lying + 1, chance *
			    (lying + 1) / (face == least ? equal + 1 : 1) / 6);
	}
	return sum;
}

static struct table solve(const char *options, enum vollelotte_card card,
			  enum aim aim, bool keep_all, int rounds)
{
	struct table t = { .aim = aim, .keep_all = keep_all };
	struct vollelotte *start = start_game(&vollelotte, 2, options);
	int value[DICE], place = 1;

	t.start = *start;
	free(start);
	for (int kind = 0; kind < (int)card; kind++)
		place += t.start.deck[kind];
	vollelotte.land(&t.start, &place);
	/* Repeated, because hands can lead back to six dice. */
	for (int round = 0; round < rounds; round++)
		for (int dice = 1; dice <= DICE; dice++) {
			struct vollelotte before = t.start;

			before.dice = dice;
			/* Which faces are collected makes no difference. */
			for (int f = 1; card == VOLLELOTTE_SUITE &&
			     f <= DICE - dice; f++)
				before.faces[f] = 1;
			t.worth[dice] = mean(&t, &before, value, 0, 1);
		}
	return t;
}

/* The vector is a fraction or, with fewer digits, a decimal number. */
static void check_value(const cJSON *vector, double found)
{
	char *rest;
	double expected = strtod(vector->valuestring, &rest);
	double least = 1e-6;

	if (*rest == '/') {
		expected /= strtod(rest + 1, NULL);
		least = 1e-12 * expected;
	}
	ck_assert_msg(fabs(found - expected) < least, "%s: %.15g, expected %s",
		      vector->string, found, vector->valuestring);
}

static const cJSON *vector(const char *name)
{
	const cJSON *found = json_get(vectors_group(vectors, "chances"), name);

	ck_assert_msg(found != NULL, "no %s", name);
	return found;
}

static void check_hands(const char *name, const struct table *t)
{
	const cJSON *item;
	int hands = 0;

	cJSON_ArrayForEach(item, vector(name)) {
		check_value(item, t->worth[item->string[0] - '0']);
		hands++;
	}
	ck_assert_int_eq(hands, DICE);
}

TEST(the_chance_of_a_volle_lotte_is_known_for_every_hand)
{
	struct table best = solve("", VOLLELOTTE_PLUSMINUS, VOLLE_LOTTE,
				  false, 1);
	struct table all = solve("", VOLLELOTTE_PLUSMINUS, VOLLE_LOTTE, true,
				 1);

	check_hands("best P(Volle Lotte) with k dice", &best);
	check_hands("P(Volle Lotte), all scoring dice kept", &all);
}

TEST(the_chance_of_a_clover_is_that_of_two_volle_lottes)
{
	struct table t = solve("", VOLLELOTTE_CLOVER, VOLLE_LOTTE, false, 1);

	check_value(vector("best P(clover)"), t.worth[DICE] * t.worth[DICE]);
}

TEST(the_mean_of_a_firework_is_known)
{
	struct table all = solve("", VOLLELOTTE_FIREWORK, POINTS, false,
				 ROUNDS);
	struct table best = solve("firework_keep=free", VOLLELOTTE_FIREWORK,
				  POINTS, false, ROUNDS);

	check_value(vector("firework mean, keep all"), all.worth[DICE]);
	check_value(vector("firework best mean, free"), best.worth[DICE]);
}

TEST(the_chance_of_a_suite_is_known_for_every_hand)
{
	struct table best = solve("", VOLLELOTTE_SUITE, SUITE, false, 1);
	struct table all = solve("suite_keep=all", VOLLELOTTE_SUITE, SUITE,
				 false, 1);

	check_hands("best P(suite) with k faces missing, any", &best);
	check_value(vector("P(suite), all"), all.worth[DICE]);
}

static void set_up(void)
{
	vectors = vectors_of_game("vollelotte");
}

static void tear_down(void)
{
	cJSON_Delete(vectors);
}

UNIT_FILE(set_up, tear_down)
