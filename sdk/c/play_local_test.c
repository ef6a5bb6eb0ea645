/*
 * play_local_test.c - tests matches in one process, and positions of turns.
 */
#undef NDEBUG

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "play_local.h"

static int seats_seen, games_seen;

static int hold(struct rollcall_turn *turn, void *user)
{
	const int *points = user;
	struct rollcall_pig_view view;

	assert(rollcall_pig(turn, &view));
	return view.total >= *points;
}

static int ten = 10, twenty = 20;
static const struct rollcall_bot cautious = { hold, &ten };
static const struct rollcall_bot bold = { hold, &twenty };

/* Checks everything in its turn, and answers with a move, not a place. */
static int curious(struct rollcall_turn *turn, void *user)
{
	struct rollcall_state *state = rollcall_local_state(turn);
	struct rollcall_move move;

	(void)user;
	seats_seen |= 1 << turn->hello.seat;
	games_seen |= 1 << turn->game.number;
	assert(turn->hello.seats == 2 && turn->game.of == 4);
	assert(rollcall_rule(turn, "target", 0) == 30);
	assert(strcmp(turn->hello.names[turn->hello.seat], "bot-0") == 0);
	assert(rollcall_state_turn(state) == turn->hello.seat);
	assert(rollcall_state_legal(state) == turn->legal_count);
	rollcall_state_free(state);
	move = rollcall_legal(turn, turn->legal_count - 1);
	return rollcall_play(turn, &move);
}

static int beyond(struct rollcall_turn *turn, void *user)
{
	(void)user;
	return turn->legal_count;
}

static int illegal(struct rollcall_turn *turn, void *user)
{
	(void)user;
	turn->move = "{\"then\":\"sleep\"}";
	return 0;
}

static void test_the_points_follow_from_the_seed(void)
{
	const struct rollcall_bot bots[] = { cautious, bold };
	double points[2], again[2], other[2];
	char error[ROLLCALL_STATE_ERROR_SIZE];

	assert(rollcall_play_local("pig", bots, 2, NULL, 200, 1, points,
				   error) == 0);
	assert(rollcall_play_local("pig", bots, 2, "{}", 200, 1, again,
				   error) == 0);
	assert(rollcall_play_local("pig", bots, 2, "", 200, 2, other,
				   error) == 0);
	assert(points[0] + points[1] == 200 && points[1] > points[0]);
	assert(points[0] == again[0] && points[0] != other[0]);
}

static void test_a_bot_is_told_what_the_referee_tells(void)
{
	const struct rollcall_bot bots[] = { { curious, NULL }, bold };
	char error[ROLLCALL_STATE_ERROR_SIZE];
	double points[2];

	assert(rollcall_play_local("pig", bots, 2, "target=30", 4, 1, points,
				   error) == 0);
	assert(seats_seen == 3);        /* seats 0 and 1 */
	assert(games_seen == 0x1e);     /* games 1 to 4 */
}

static void test_what_is_wrong_is_told(void)
{
	static const struct {
		struct rollcall_bot other;
		const char *game;
		int count;
		const char *error;
	} rows[] = {
		{ { beyond, NULL }, "pig", 2, "bot 1 answered no legal move" },
		{ { illegal, NULL }, "pig", 2, "bot 1: \"then\" is roll or "
		  "bank, nothing else" },
		{ { hold, &twenty }, "pig", 1, "pig is a game for 2 to 8 "
		  "players, not 1" },
		{ { hold, &twenty }, "chess", 2, "there is no game \"chess\"" },
	};
	double points[2];

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct rollcall_bot bots[] = { bold, rows[i].other };
		char error[ROLLCALL_STATE_ERROR_SIZE] = "";

		assert(rollcall_play_local(rows[i].game, bots, rows[i].count,
					   NULL, 4, 1, points, error) == -1);
		assert(strncmp(error, rows[i].error,
			       strlen(rows[i].error)) == 0);
	}
}

static void test_a_turn_has_a_position_if_its_view_is_one(void)
{
	struct rollcall_turn *turn = rollcall_turn_of("pig", "{\"seat\":0}",
						      "[]");
	struct rollcall_state *state;

	assert(turn != NULL && rollcall_local_state(turn) == NULL);
	rollcall_turn_free(turn);
	turn = rollcall_turn_of("pig", "{\"seat\":1,\"scores\":[3,4],\"turns\":"
				"[1,1],\"out\":[],\"total\":5,\"roll\":[5]}", "[]");
	state = rollcall_local_state(turn);
	assert(rollcall_state_turn(state) == 1);
	rollcall_state_free(state);
	rollcall_turn_free(turn);
}

int main(void)
{
	test_the_points_follow_from_the_seed();
	test_a_bot_is_told_what_the_referee_tells();
	test_what_is_wrong_is_told();
	test_a_turn_has_a_position_if_its_view_is_one();
	return 0;
}
