/*
 * rolit_tree_test.c - the game tree of Rolit, counted and searched.
 */
#include <stdint.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/one_game.h"
#include "tests/support/vectors.h"

enum { STATE_MAX = 256 };       /* bytes */

/* ck_assert writes to a file each time it holds: too slow in a search. */
#define must(condition) \
	do { \
		if (!(condition)) \
			ck_abort_msg("%s", #condition); \
	} while (0)

/* Leaves after `plies` placements. */
static long leaves(const void *state, int plies)
{
	int move[GAME_LEGAL_MAX], count;
	long all = 0;
	uint64_t next[STATE_MAX / 8];

	if (plies == 0)
		return 1;
	count = rolit.legal(state, move);
	for (int i = 0; i < count; i++) {
		must(rolit.state_size <= STATE_MAX);
		memcpy(next, state, rolit.state_size);
		rolit.apply(next, move[i]);
		all += leaves(next, plies - 1);
	}
	return all;
}

TEST(the_game_tree_has_the_leaves_of_the_vectors)
{
	cJSON *file = vectors_of_game("rolit");
	const cJSON *board;
	int boards = 0;

	cJSON_ArrayForEach(board, vectors_group(file, "perft")) {
		int size, other, seats, plies = 0;
		char options[16];
		const cJSON *count;
		void *state;

		ck_assert_int_eq(sscanf(board->string, "%dx%d %d players",
					&size, &other, &seats), 3);
		snprintf(options, sizeof options, "size=%d", size);
		state = start_game(&rolit, seats, options);
		cJSON_ArrayForEach(count, board)
			ck_assert_int_eq(leaves(state, ++plies),
					 count->valueint);
		ck_assert_int_eq(plies, 5);
		boards++;
		free(state);
	}
	ck_assert_int_eq(boards, 5);
	cJSON_Delete(file);
}

/* Balls of seat 0 minus seat 1 when both play perfectly: alpha-beta. */
static int best(const void *state, int low, int high)
{
	int move[GAME_LEGAL_MAX], count, seat = rolit.turn(state);
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];
	uint64_t next[STATE_MAX / 8];

	if (seat == GAME_OVER) {
		rolit.score(state, scores, ranks);
		return scores[0] - scores[1];
	}
	count = rolit.legal(state, move);
	for (int i = 0; i < count && low < high; i++) {
		int value;

		memcpy(next, state, rolit.state_size);
		rolit.apply(next, move[i]);
		value = best(next, low, high);
		if (seat == 0 && value > low)
			low = value;
		if (seat == 1 && value < high)
			high = value;
	}
	return seat == 0 ? low : high;
}

TEST(perfect_play_on_4x4_ends_as_in_the_vectors)
{
	cJSON *file = vectors_of_game("rolit");
	const cJSON *expected = json_get(vectors_group(file, "4x4"),
		"first_minus_second_balls_both_perfect");
	void *state = start_game(&rolit, 2, "size=4");

	ck_assert_ptr_nonnull(expected);
	must(rolit.state_size <= STATE_MAX);
	ck_assert_int_eq(best(state, -16, 16), expected->valueint);
	free(state);
	cJSON_Delete(file);
}
