/*
 * engines_test.c - the library of the engines, through its public header.
 */
#include "rollcall/engines.h"
#include "tests/support/one_game.h"
#include "tests/support/rows.h"

#define FILE_NAME "rollcall/engines.txt"

enum { STEPS_MAX = 100000 };

static struct rollcall_state *new(const char *game, int seats,
				  const char *rules)
{
	char error[ROLLCALL_STATE_ERROR_SIZE] = "";
	struct rollcall_state *state = rollcall_state_new(game, seats, rules,
							  error);

	ck_assert_msg(state != NULL, "%s", error);
	return state;
}

/* A copy of a text that the next call may invalidate. */
static char *keep(const char *text)
{
	char *copy = text == NULL ? NULL : strdup(text);

	ck_assert_ptr_nonnull(copy);
	return copy;
}

static void must_be_equal(struct rollcall_state *a, struct rollcall_state *b)
{
	int seat = rollcall_state_turn(a) > 0 ? rollcall_state_turn(a) : 0;
	char *view = keep(rollcall_state_view(a, seat));
	int moves = rollcall_state_legal(a);

	ck_assert_int_eq(rollcall_state_turn(a), rollcall_state_turn(b));
	ck_assert_str_eq(rollcall_state_view(b, seat), view);
	ck_assert_int_eq(moves, rollcall_state_legal(b));
	free(view);
	for (int i = 0; i < moves; i++) {
		char *move = keep(rollcall_state_move(a, i));

		ck_assert_str_eq(rollcall_state_move(b, i), move);
		free(move);
	}
}

/* Invalid calls do not change the state. */
static void try_wrong_things(struct rollcall_state *state)
{
	struct rollcall_state *before = rollcall_state_copy(state);
	char error[ROLLCALL_STATE_ERROR_SIZE] = "";
	int six[ROLLCALL_STATE_DICE_MAX + 1] = {0};
	struct rollcall_due due;

	ck_assert_int_eq(rollcall_state_apply(state, -1), -1);
	ck_assert_int_eq(rollcall_state_apply(state,
					rollcall_state_legal(state)), -1);
	ck_assert_ptr_null(rollcall_state_move(state,
					rollcall_state_legal(state)));
	ck_assert_ptr_null(rollcall_state_view(state,
					rollcall_state_seats(state)));
	ck_assert_int_eq(rollcall_state_apply_move(state, "{\"a\":1}", error),
			 -1);
	ck_assert(error[0] != '\0');
	ck_assert_int_eq(rollcall_state_apply_move(state, "{", NULL), -1);
	if (rollcall_state_due(state, &due) == 0) {
		ck_assert_int_eq(rollcall_state_turn(state),
				 ROLLCALL_STATE_CHANCE);
		ck_assert_int_eq(rollcall_state_land(state, six, due.dice), -1);
		for (int i = 0; i <= due.dice; i++)
			six[i] = due.sides;
		ck_assert_int_eq(rollcall_state_land(state, six, due.dice + 1),
				 -1);
		six[due.dice - 1]++;
		ck_assert_int_eq(rollcall_state_land(state, six, due.dice), -1);
	}
	must_be_equal(before, state);
	rollcall_state_free(before);
}

/* Takes a step by index and values in `a`, by text and generator in `b`. */
static void step(struct rollcall_state *a, struct rollcall_state *b,
		 uint64_t *seed)
{
	int count = rollcall_state_legal(a), place;
	char *move;

	if (count == 0) {
		uint64_t same = *seed;

		while (rollcall_state_turn(a) == ROLLCALL_STATE_CHANCE) {
			int value[ROLLCALL_STATE_DICE_MAX];
			struct rollcall_due due;

			ck_assert_int_eq(rollcall_state_due(a, &due), 0);
			ck_assert(due.seat >= -1 &&
				  due.seat < rollcall_state_seats(a));
			for (int i = 0; i < due.dice; i++)
				value[i] = 1 + rollcall_state_below(seed,
								due.sides);
			ck_assert_int_eq(rollcall_state_land(a, value,
							due.dice), 0);
		}
		rollcall_state_roll(b, rollcall_state_below, &same);
		ck_assert(same == *seed);
		return;
	}
	place = rollcall_state_below(seed, count);
	move = keep(rollcall_state_move(a, place));
	ck_assert_int_eq(rollcall_state_apply(a, place), 0);
	ck_assert_int_eq(rollcall_state_apply_move(b, move, NULL), 0);
	free(move);
}

/* What a bot knows from `hello` and `turn` determines the position. */
static void read_view(struct rollcall_state *state)
{
	char *rules = keep(rollcall_state_rules(state));
	char error[ROLLCALL_STATE_ERROR_SIZE] = "";
	struct rollcall_state *read = rollcall_state_from_view(
		rollcall_state_game(state), rollcall_state_seats(state), rules,
		rollcall_state_view(state, rollcall_state_turn(state)), error);

	ck_assert_msg(read != NULL, "%s", error);
	must_be_equal(state, read);
	rollcall_state_free(read);
	free(rules);
}

TEST_EACH(a_game_is_played_by_place_and_by_text, games_listed())
{
	const char *game = rollcall_games_name(_i);
	struct rollcall_state *a = new(game, 2, NULL), *b = new(game, 2, "{}");
	uint64_t seed = 5;
	int scores[2], ranks[2];
	double points[2];

	for (int i = 0; rollcall_state_turn(a) != ROLLCALL_STATE_OVER; i++) {
		ck_assert_int_lt(i, STEPS_MAX);
		step(a, b, &seed);
		must_be_equal(a, b);
		if (i % 16 == 0)
			try_wrong_things(a);
		if (i % 16 == 0 && rollcall_state_turn(a) >= 0)
			read_view(a);
	}
	ck_assert_str_eq(rollcall_state_game(a), game);
	ck_assert_str_eq(rollcall_state_score(a, scores, ranks), "normal");
	ck_assert_int_eq(ranks[0] + ranks[1], scores[0] == scores[1] &&
			 ranks[0] == 1 && ranks[1] == 1 ? 2 : 3);
	rollcall_state_points(a, points);
	ck_assert(points[0] == (ranks[0] < ranks[1] ? 1.0 :
				ranks[0] > ranks[1] ? 0.0 : 0.5));
	ck_assert(points[0] + points[1] == 1.0);
	rollcall_state_free(a);
	rollcall_state_free(b);
}

TEST(a_copy_lives_alone)
{
	struct rollcall_state *a = new("pig", 2, "target=20"), *b;
	struct rollcall_state *other = new("bolo7", 2, "");
	uint64_t seed = 1;

	rollcall_state_roll(a, rollcall_state_below, &seed);
	b = rollcall_state_copy(a);
	must_be_equal(a, b);
	ck_assert_int_eq(rollcall_state_apply(a, 0), 0);
	ck_assert_int_eq(rollcall_state_turn(b), 0);
	ck_assert_int_eq(rollcall_state_turn(a), ROLLCALL_STATE_CHANCE);
	ck_assert_int_eq(rollcall_state_assign(b, a), 0);
	must_be_equal(a, b);
	ck_assert_int_eq(rollcall_state_assign(b, b), 0);
	must_be_equal(a, b);
	ck_assert_int_eq(rollcall_state_assign(other, a), -1);
	ck_assert_ptr_nonnull(strstr(rollcall_state_rules(b),
				     "\"target\":20,"));
	rollcall_state_free(a);
	rollcall_state_free(b);
	rollcall_state_free(other);
	rollcall_state_free(NULL);
}

TEST_EACH(a_state_comes_back_from_its_bytes, games_listed())
{
	const char *game = rollcall_games_name(_i);
	struct rollcall_state *a = new(game, 2, "illegal_retries=3");
	struct rollcall_state *b = new(game, game[0] == 'b' ? 4 : 2, NULL);
	struct rollcall_state *before;
	uint64_t seed = 9;
	size_t size = rollcall_state_size(a);
	char *bytes = malloc(size + 1);

	ck_assert_uint_eq(rollcall_state_size(b), size);
	rollcall_state_roll(a, rollcall_state_below, &seed);
	before = rollcall_state_copy(a);
	bytes[size] = 7;
	rollcall_state_save(a, bytes);
	ck_assert_int_eq(bytes[size], 7);
	ck_assert_int_eq(rollcall_state_apply(a, 0), 0);
	rollcall_state_roll(b, rollcall_state_below, &seed);
	ck_assert_int_gt(rollcall_state_legal(b), 0);
	rollcall_state_load(b, bytes);
	ck_assert_int_eq(rollcall_state_seats(b), 2);
	ck_assert_ptr_nonnull(strstr(rollcall_state_rules(b),
				     "\"illegal_retries\":3"));
	must_be_equal(before, b);
	free(bytes);
	rollcall_state_free(a);
	rollcall_state_free(b);
	rollcall_state_free(before);
}

TEST_ROWS(what_does_not_exist_is_refused_with_a_sentence, FILE_NAME, "states")
{
	char error[ROLLCALL_STATE_ERROR_SIZE] = "";
	int seats = atoi(row->text[1]);

	ck_assert_ptr_null(rollcall_state_new(row->text[0], seats,
					      row->text[2], error));
	ck_assert_msg(strncmp(error, row->text[3], row->size[3]) == 0, "%s",
		      error);
	ck_assert_ptr_null(rollcall_state_new(row->text[0], seats,
					      row->text[2], NULL));
}

TEST_ROWS(what_is_no_view_is_refused_with_a_sentence, FILE_NAME, "views")
{
	char error[ROLLCALL_STATE_ERROR_SIZE] = "";

	ck_assert_ptr_null(rollcall_state_from_view(row->text[0], 2, NULL,
						    row->text[1], error));
	ck_assert_msg(strncmp(error, row->text[2], row->size[2]) == 0, "%s",
		      error);
}

/* The numbers of the SDKs: the high 53 bits of splitmix64. */
TEST(the_generator_is_that_of_the_sdks)
{
	uint64_t seed = 7;

	ck_assert_int_eq(rollcall_state_below(&seed, 1000000007),
			 (int)((UINT64_C(0x63cbe1e459320dd7) >> 11) %
			       1000000007));
	ck_assert_int_eq(rollcall_state_below(&seed, 6),
			 (int)((UINT64_C(0x044c3cd7f43c661c) >> 11) % 6));
}

TEST(playouts_are_games_that_the_seed_decides)
{
	struct rollcall_state *state = new("pig", 3, "target=30");
	struct rollcall_state *before = rollcall_state_copy(state);
	double all[3], again[3], other[3], sum[3] = {0};
	uint64_t seed = 4;

	rollcall_playouts(state, 200, 4, all);
	rollcall_playouts(state, 200, 4, again);
	rollcall_playouts(state, 200, 5, other);
	ck_assert(memcmp(all, again, sizeof all) == 0);
	ck_assert(memcmp(all, other, sizeof all) != 0);
	must_be_equal(before, state);
	for (int game = 0; game < 200; game++) {
		double points[3];

		rollcall_state_assign(state, before);
		for (;;) {
			rollcall_state_roll(state, rollcall_state_below,
					    &seed);
			if (rollcall_state_turn(state) == ROLLCALL_STATE_OVER)
				break;
			rollcall_state_apply(state, rollcall_state_below(&seed,
				rollcall_state_legal(state)));
		}
		rollcall_state_points(state, points);
		for (int seat = 0; seat < 3; seat++)
			sum[seat] += points[seat];
	}
	for (int seat = 0; seat < 3; seat++)
		ck_assert_double_eq_tol(sum[seat] / 200, all[seat], 1e-9);
	rollcall_state_free(state);
	rollcall_state_free(before);
}
