/*
 * games_test.c - what must hold for every game in the list.
 *
 * Random games are short here; games_full_test.c plays more of them.
 */
#include "tests/support/one_game.h"
#include "tests/support/position.h"
#include "tests/support/vectors.h"
#include "tests/unit/unit.h"

TEST_EACH(every_game_keeps_its_promises_with_every_rule_at_its_ends,
	  games_listed())
{
	play_all_corners(games_list[_i], 2, 2000);
}

TEST_EACH(rules_go_together_or_are_refused_with_a_reason, games_listed())
{
	play_mixes(games_list[_i], 20, 60, 2000);
}

TEST_EACH(a_game_says_what_it_is, games_listed())
{
	const struct game *game = games_list[_i];
	int column = 0, rule[GAME_RULES_MAX];
	struct error err;
	char why[80];

	ck_assert_ptr_eq(games_find(game->name), game);
	ck_assert(game->seats_min >= 2 && game->seats_max <= GAME_SEATS_MAX);
	rules_defaults(game, rule);
	for (int seats = 1; seats <= GAME_SEATS_MAX + 1; seats++) {
		bool more = seats > game->seats_max;

		ck_assert(rules_check(game, seats, rule, &err) == 0 ||
			  seats < game->seats_min || more || seats == 3);
		snprintf(why, sizeof why, "%s is a game for %d to %d players, "
			 "not %d", game->name, game->seats_min,
			 game->seats_max, seats);
		if (seats < game->seats_min || more)
			ck_assert_int_eq(rules_check(game, seats, rule, &err),
					 -1);
		if (more)
			ck_assert_str_eq(err.text, why);
	}
	ck_assert(game->stride >= 1);
	ck_assert(game->title[0] != '\0');
	ck_assert(game->sheet[strlen(game->sheet) - 1] == '\n');
	for (const char *at = game->sheet; *at != '\0'; at++) {
		column = *at == '\n' ? 0 : column + 1;
		ck_assert_msg(column <= 78, "a line of the sheet is long");
	}
	for (int i = 0; i < rules_count(game); i++) {
		const struct rule *one = &game->rules[i];

		ck_assert(one->help != NULL && one->help[0] != '\0');
		ck_assert((one->words != NULL) ==
			  (one->type == RULE_WORD ||
			   one->type == RULE_CHOICE));
	}
}

TEST_EACH(a_game_has_the_players_stride_and_default_rules_of_the_vectors,
	  games_listed())
{
	const struct game *game = games_list[_i];
	cJSON *vectors = vectors_of_game(game->name);
	const cJSON *due = vectors_group(vectors, "game");
	char *rules = cJSON_PrintUnformatted(json_get(due, "rules"));
	struct json_writer w = {0};
	int rule[GAME_RULES_MAX];

	ck_assert_int_eq(game->stride, int_at(due, "stride"));
	ck_assert_int_eq(game->seats_min,
			 json_get(due, "players")->child->valueint);
	ck_assert_int_eq(game->seats_max,
			 json_get(due, "players")->child->next->valueint);
	rules_defaults(game, rule);
	rules_write(game, rule, &w);
	ck_assert_str_eq(text_string(&w.out), rules);
	text_release(&w.out);
	cJSON_free(rules);
	cJSON_Delete(vectors);
}
