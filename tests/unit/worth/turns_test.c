/*
 * turns_test.c - the turns of a game as a table, and the value of a roll.
 */
#include <math.h>
#include <stddef.h>

#include "tests/support/one_game.h"
#include "tests/support/rows.h"
#include "tests/support/vectors.h"
#include "worth/turns.h"

/* Rows of a turn: so many that rolling on never gains points beyond them, and
   enough for a turn that need only bank. */
enum { ROWS = 10000, ROWS_FEW = 60 };

/* The turns of a row with a game and its options. */
static struct turns *turns_of(const struct row *row)
{
	const struct game *game = games_find(row->text[0]);
	int rule[GAME_RULES_MAX];

	game_rules(game, row->text[1], rule);
	return turns_new(game, rule);
}

/* ### rolls */

struct tally {
	int rolls;
	double ways, of_2_2_5;
};

static void tally_one(void *context, const int *value, double ways)
{
	struct tally *tally = context;

	tally->rolls++;
	tally->ways += ways;
	if (value[0] == 2 && value[1] == 2 && value[2] == 5)
		tally->of_2_2_5 = ways;
}

TEST(every_roll_comes_once_with_its_ways)
{
	struct tally three = {0}, seven = {0}, card = {0};

	ck_assert_double_eq(rolls_each(3, 6, tally_one, &three), 216);
	ck_assert_int_eq(three.rolls, 56);
	ck_assert_double_eq(three.ways, 216);
	ck_assert_double_eq(three.of_2_2_5, 3);
	ck_assert_double_eq(rolls_each(7, 6, tally_one, &seven), 279936);
	ck_assert_int_eq(seven.rolls, 792);
	ck_assert_double_eq(seven.ways, 279936);
	rolls_each(16, 6, tally_one, &card);
	ck_assert_double_eq(card.ways, pow(6, 16));
}

/* ### the table */

TEST_ROWS(the_chances_of_a_substate_add_up, "worth/turns.txt",
	  "a game, its options, substates and most points of a roll")
{
	struct turns *t = turns_of(row);

	ck_assert_int_eq(t->substates, row_int(row, 2));
	ck_assert_int_eq(t->most, row_int(row, 3));
	for (int s = 0; s < t->substates; s++) {
		const struct turns_substate *from = &t->substate[s];
		double sum = from->bust;

		for (int i = 0; i < from->count; i++)
			sum += t->outcome[from->first + i].chance;
		ck_assert_double_eq_tol(sum, 1, 1e-14);
		ck_assert(from->halt > 0);
		ck_assert(from->halt < 1 - from->bust + 1e-14);
	}
	turns_free(t);
}

TEST_ROWS(the_minimums_are_those_of_the_rules, "worth/turns.txt",
	  "a game, its options, the score and total, whether it may bank")
{
	struct turns *t = turns_of(row);

	ck_assert_int_eq(turns_may_bank(t, row_int(row, 2) / t->unit,
					row_int(row, 3) / t->unit),
			 row_int(row, 4));
	turns_free(t);
}

TEST(a_state_has_its_total_and_substate)
{
	int rule[GAME_RULES_MAX], move[2];
	struct turns *t;
	struct error err;
	_Alignas(max_align_t) char state[1024];

	rules_defaults(&pig, rule);
	t = turns_new(&pig, rule);
	ck_assert(pig.init(state, 2, rule, &err) == 0);
	ck_assert_int_eq(turns_total(t, state), 0);
	pig.land(state, (int[]){ 5 });
	ck_assert_int_eq(turns_total(t, state), 5);
	pig.legal(state, move);
	pig.apply(state, move[0]);
	ck_assert_int_eq(turns_total(t, state), 5);
	ck_assert_int_eq(turns_substate(t, state), TURNS_FRESH);
	turns_free(t);
}

/* ### what a roll is worth */

static double *numbers(const struct turns *t, int rows, int lanes)
{
	return memory_new((size_t)((rows + t->most) * t->width * lanes),
			  sizeof(double));
}

/* Compares with a number that the vectors hold as text, to its last digit. */
static void check_number(const cJSON *group, const char *key, double found)
{
	const char *expected = json_get(group, key)->valuestring;
	char text[64];

	snprintf(text, sizeof text, "%.*f",
		 (int)strlen(strchr(expected, '.') + 1), found);
	ck_assert_msg(strcmp(text, expected) == 0, "%s: %s, expected %s", key,
		      text, expected);
}

/* The worth of a whole turn, and how much of a change of `lost` it takes: the
   chance that the best play loses the turn. */
struct whole_turn {
	double worth, bust;
};

static struct whole_turn solve_turn(const struct turns *t, const double *stop,
				    int rows, double lost, double *value)
{
	const double less = 1e-6;
	struct whole_turn turn;

	turns_values(t, stop, rows, lost - less, value);
	turn.bust = value[TURNS_FRESH];
	turns_values(t, stop, rows, lost, value);
	turn.worth = value[TURNS_FRESH];
	turn.bust = (turn.worth - turn.bust) / less;
	return turn;
}

static const cJSON *single_turn(const cJSON *vectors, const struct row *row)
{
	const char *name = row->text[1];

	return json_get(vectors_group(vectors, "single_turn"),
			name[0] != '\0' ? name : "default");
}

/* The substate with so many dice in hand, under the clause or not. */
static int substate_of(const struct turns *t, int dice, bool clause)
{
	int s = 0;

	for (;; s++) {
		const union turns_state *state = t->sample[s];

		ck_assert_int_lt(s, t->substates);
		if (t->game == &bolo7 ? state->bolo7.dice == dice :
		    state->bolo5.dice == dice &&
		    (state->bolo5.clause_face > 0) == clause)
			return s;
	}
}

/* The largest total with which it pays to roll so many dice. */
static int roll_on_up_to(const struct turns *t, const double *value,
			 const char *dice)
{
	int s = substate_of(t, dice[0] - '0', strstr(dice, "clause") != NULL);
	int total = ROWS - 1;

	while (total > 0 && value[total * t->width + s] <= total)
		total--;
	return total * t->unit;
}

TEST_ROWS(a_perfect_turn_has_the_known_values, "worth/turns.txt",
	  "a game and its options, of which the vectors have single turns")
{
	struct turns *t = turns_of(row);
	cJSON *vectors = vectors_of_game(row->text[0]);
	const cJSON *expected = single_turn(vectors, row), *one;
	const cJSON *chances = json_get(expected, "bank_at_least");
	double *stop = numbers(t, ROWS, 1), *value = numbers(t, ROWS, 1);
	struct whole_turn turn;

	for (int x = 0; x < ROWS + t->most; x++)
		stop[x] = x;
	turn = solve_turn(t, stop, ROWS, 0, value);
	check_number(expected, "max_mean", turn.worth * t->unit);
	check_number(expected, "bust_under_it", turn.bust);
	cJSON_ArrayForEach(one, json_get(expected, "roll_on_up_to"))
		ck_assert_int_eq(roll_on_up_to(t, value, one->string),
				 one->valueint);
	cJSON_ArrayForEach(one, chances) {
		int aim = (int)strtol(one->string, NULL, 10) / t->unit;

		for (int x = 0; x < ROWS_FEW + t->most; x++)
			stop[x] = x >= aim;
		turns_values(t, stop, ROWS_FEW, 0, value);
		check_number(chances, one->string, value[TURNS_FRESH]);
	}
	free(stop);
	free(value);
	cJSON_Delete(vectors);
	turns_free(t);
}

/*
 * The mean turns of a single player to the target: the turns x from a score
 * satisfy x = 1 + f(x), where a lost turn costs x.  By Newton's method: f is
 * piecewise linear, and its slope is the chance to lose the turn.
 */
TEST_ROWS(a_perfect_player_alone_needs_the_known_number_of_turns,
	  "worth/turns.txt",
	  "a game and its options, of which the vectors have single turns")
{
	struct turns *t = turns_of(row);
	cJSON *vectors = vectors_of_game(row->text[0]);
	double *stop = numbers(t, t->target, 1);
	double *value = numbers(t, t->target, 1);
	double *after = memory_new((size_t)t->target + 1, sizeof *after);

	/* Turns are a cost, so all numbers are negative. */
	for (int score = t->target - 1; score >= 0; score--) {
		int rows = t->target - score;
		double x = 0, next = after[score + 1] - 1;

		while (!turns_may_bank(t, score, rows))
			rows++;
		for (int i = 0; i < rows + t->most; i++)
			stop[i] = !turns_may_bank(t, score, i) ? -HUGE_VAL :
				score + i < t->target ? after[score + i] : 0;
		for (int pass = 0; fabs(next - x) > -1e-12 * next; pass++) {
			struct whole_turn turn;

			ck_assert_int_lt(pass, 100);
			x = next;
			turn = solve_turn(t, stop, rows, x, value);
			next = (turn.worth - 1 - turn.bust * x) /
				(1 - turn.bust);
		}
		after[score] = next;
	}
	check_number(single_turn(vectors, row), "solo_turns", -after[0]);
	free(stop);
	free(value);
	free(after);
	cJSON_Delete(vectors);
	turns_free(t);
}

TEST_ROWS(eight_turns_at_once_are_eight_turns, "worth/turns.txt",
	  "a game, its options, substates and most points of a roll")
{
	struct turns *t = turns_of(row);
	int rows = ROWS_FEW, all = rows + t->most;
	double *stop = numbers(t, rows, 1), *value = numbers(t, rows, 1);
	double *stops = numbers(t, rows, TURNS_LANES);
	double *values = numbers(t, rows, TURNS_LANES), lost[TURNS_LANES];
	struct random random = { 7 };

	for (int i = 0; i < all * TURNS_LANES; i++)
		stops[i] = random_below(&random, 1000) / 1000.0;
	for (int l = 0; l < TURNS_LANES; l++)
		lost[l] = random_below(&random, 1000) / 1000.0;
	turns_values_8(t, stops, rows, lost, values);
	for (int l = 0; l < TURNS_LANES; l++) {
		for (int x = 0; x < all; x++)
			stop[x] = stops[x * TURNS_LANES + l];
		turns_values(t, stop, rows, lost[l], value);
		for (int i = 0; i < rows * t->width; i++)
			ck_assert(memcmp(&value[i],
				&values[i * TURNS_LANES + l],
				sizeof *value) == 0);
	}
	free(stop);
	free(value);
	free(stops);
	free(values);
	turns_free(t);
}
