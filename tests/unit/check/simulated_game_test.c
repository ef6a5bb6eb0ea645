/*
 * simulated_game_test.c - games in which the referee moves for every seat.
 */
#include <string.h>

#include "check/simulated_game.h"
#include "games/games.h"
#include "games/rules.h"
#include "tests/support/one_game.h"
#include "tests/unit/unit.h"

/* The events of the second of two games with this seed. */
static void play(const struct game *game, uint64_t seed, struct text *events)
{
	struct simulated_game simulated;
	struct engine *engine = &simulated.engine;
	struct limits limits;
	struct hash seal;
	int rule[GAME_RULES_MAX], seat;

	limits_defaults(&limits);
	rules_defaults(game, rule);
	simulated_game_init(&simulated, game, game->seats_min, 1, rule, 2, 64,
			    &limits, seed);
	dice_seal(&simulated.secret, &seal);
	ck_assert(hash_equal(&seal, &simulated.match.seal));
	ck_assert_str_eq(simulated.match.entrant[0].name, "anton");
	ck_assert_str_eq(simulated.match.entrant[1].name, "bot");
	for (uint32_t board = 1; board <= 2; board++) {
		simulated_game_begin(&simulated, board);
		while ((seat = engine_turn(engine)) != GAME_OVER)
			simulated_game_move(&simulated, seat);
	}
	text_append(events, engine->lines.bytes, engine->lines.length);
	simulated_game_release(&simulated);
}

TEST_EACH(equal_seeds_give_equal_games, games_listed())
{
	struct text one = {0}, same = {0}, other = {0};
	const struct game *game = games_list[_i];

	play(game, 7, &one);
	play(game, 7, &same);
	play(game, 8, &other);
	ck_assert_uint_gt(one.length, 0);
	ck_assert_str_eq(text_string(&one), text_string(&same));
	ck_assert_str_ne(text_string(&one), text_string(&other));
	ck_assert_ptr_nonnull(strstr(text_string(&one), "{\"t\":\"move\","));
	text_release(&one);
	text_release(&same);
	text_release(&other);
}
