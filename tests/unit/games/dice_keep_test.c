/*
 * dice_keep_test.c - what all rolls together are worth, and the answers to one.
 * tests/independent/differential.py has the keeps of rolls and their order.
 */
#include <math.h>

#include "games/bolo5.h"
#include "games/bolo7.h"
#include "games/games.h"
#include "games/vollelotte.h"
#include "tests/support/rows.h"
#include "tests/support/vectors.h"

/* The scoring of each dice game. */
static const struct {
	const char *game;
	const struct dice_keep_scoring *scoring;
} scorings[] = {
	{ "bolo5", &bolo5_scoring },
	{ "bolo7", &bolo7_scoring },
	{ "vollelotte", &vollelotte_scoring },
};

enum { SCORINGS = sizeof scorings / sizeof *scorings };

/* Totals over all rolls of so many dice, as in the vectors. */
struct tally {
	int dice;
	int multisets, bust_multisets, keeps, most_keeps;
	long long bust, all_score, mean_best;   /* summed over ordered rolls */
};

static void add_roll(const struct dice_keep_scoring *scoring, const int *count,
		     struct tally *tally)
{
	struct dice_keep keep[DICE_KEEP_LIST_MAX];
	long long ways = 1, best = 0;
	int n = dice_keep_list(scoring, count, keep), left = tally->dice;

	for (int face = 1; face < DICE_KEEP_FACES; face++)
		for (int i = 1; i <= count[face]; i++)
			ways = ways * left-- / i;
	for (int i = 0; i < n; i++)
		best = keep[i].points > best ? keep[i].points : best;
	tally->multisets++;
	tally->bust_multisets += n == 0;
	tally->keeps += n;
	tally->most_keeps = n > tally->most_keeps ? n : tally->most_keeps;
	tally->bust += n == 0 ? ways : 0;
	tally->all_score += dice_keep_points(scoring, count) > 0 ? ways : 0;
	tally->mean_best += ways * best;
}

static void add_rolls(const struct dice_keep_scoring *scoring, int *count,
		      int face, int left, struct tally *tally)
{
	if (face == 6) {
		count[6] = left;
		add_roll(scoring, count, tally);
		return;
	}
	for (int n = 0; n <= left; n++) {
		count[face] = n;
		add_rolls(scoring, count, face + 1, left - n, tally);
	}
}

/* `sum` out of all ordered rolls is the fraction of the vectors. */
static void check_fraction(const cJSON *vector, const char *key,
			   long long sum, int dice)
{
	char *rest;
	double all = pow(6, dice), wanted = strtod(text_at(vector, key), &rest);

	if (*rest == '/')
		wanted /= strtod(rest + 1, NULL);
	ck_assert_double_eq_tol((double)sum, wanted * all, 1e-3);
}

TEST_EACH(all_rolls_together_are_those_of_the_vectors, SCORINGS)
{
	cJSON *vectors = vectors_of_game(scorings[_i].game);
	const cJSON *group = vectors_group(vectors, "rolls");
	int found = 0;

	for (int dice = 1; dice <= DICE_KEEP_DICE_MAX; dice++) {
		struct tally tally = { .dice = dice };
		const cJSON *vector;
		int count[DICE_KEEP_FACES] = {0};
		char name[] = { (char)('0' + dice), '\0' };

		vector = json_get(group, name);
		if (vector == NULL)
			continue;
		found++;
		add_rolls(scorings[_i].scoring, count, 1, dice, &tally);
		ck_assert_int_eq(tally.multisets,
				 json_get(vector, "multisets")->valueint);
		ck_assert_int_eq(tally.bust_multisets,
				 json_get(vector, "bust_multisets")->valueint);
		ck_assert_int_eq(tally.keeps,
				 json_get(vector, "keeps")->valueint);
		ck_assert_int_eq(tally.most_keeps,
				 json_get(vector, "most_keeps")->valueint);
		check_fraction(vector, "bust", tally.bust, dice);
		check_fraction(vector, "all_score", tally.all_score, dice);
		check_fraction(vector, "mean_best", tally.mean_best, dice);
	}
	ck_assert(found > 0);
	cJSON_Delete(vectors);
}

TEST_ROWS(an_answer_is_read_or_refused_with_the_reason, "games/answers.txt",
	  "to the roll 1 2 2 4 4 4 5")
{
	static const int count[DICE_KEEP_FACES] = { 0, 1, 2, 0, 3, 1, 0 };
	cJSON *answer = cJSON_Parse(row->text[0]);
	struct json_writer w = {0};
	struct error err = {0};
	int move, result = dice_keep_read(&bolo7_scoring, count, DICE_KEEP_BANK,
					  answer, &move, &err);

	cJSON_Delete(answer);
	assert_says(result, &err, row->text[1]);
	if (result == 0) {
		dice_keep_show_move(NULL, move, &w);
		ck_assert_str_eq(text_string(&w.out), row->text[2]);
	} else {
		ck_assert_str_eq(err.text, row->text[1]);
	}
	text_release(&w.out);
}
