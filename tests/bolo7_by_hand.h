/*
 * bolo7_by_hand.h - plays Bolo with seven dice move by move, for its tests.
 */
#ifndef TESTS_BOLO7_BY_HAND_H
#define TESTS_BOLO7_BY_HAND_H

#include <check.h>
#include <stdlib.h>

#include "games/bolo7.h"
#include "games/games.h"
#include "games/rules.h"

static inline struct bolo7 start(int seats, const char *options)
{
	int rule[GAME_RULES_MAX];
	struct error err = {0};
	struct bolo7 b;

	rules_defaults(&bolo7, rule);
	ck_assert_msg(rules_set_text(&bolo7, options, rule, &err) == 0, "%s",
		      err.text);
	ck_assert_int_eq(bolo7.init(&b, seats, rule, &err), 0);
	return b;
}

/* The dice fall as the digits say. */
static inline void roll(struct bolo7 *b, const char *dice)
{
	int value[BOLO7_DICE], count = (int)strlen(dice);

	ck_assert_int_eq(bolo7.turn(b), GAME_CHANCE);
	ck_assert_int_eq(bolo7.due(b).dice, count);
	for (int i = 0; i < count; i++)
		value[i] = dice[i] - '0';
	bolo7.land(b, value);
}

/* Answers with the digits and `then`; returns whether that was legal. */
static inline bool answer(struct bolo7 *b, const char *dice, const char *then,
		   struct error *err)
{
	struct json_writer w = {0};
	cJSON *json;
	int move, result;

	json_open(&w, '{');
	json_key(&w, "keep");
	json_open(&w, '[');
	for (; *dice != '\0'; dice++)
		json_int(&w, *dice - '0');
	json_close(&w, ']');
	json_put_string(&w, "then", then);
	json_close(&w, '}');
	json = json_parse(w.out.bytes, w.out.length);
	result = bolo7.read_move(b, json, &move, err);
	if (result == 0)
		bolo7.apply(b, move);
	cJSON_Delete(json);
	text_release(&w.out);
	return result == 0;
}

static inline void keep(struct bolo7 *b, const char *dice, const char *then)
{
	struct error err = {0};

	ck_assert_msg(answer(b, dice, then, &err), "%s %s: %s", dice, then,
		      err.text);
}

/* The seat whose turn it has to be banks that many points, in one roll. */
static inline void banks(struct bolo7 *b, int seat, int points)
{
	ck_assert_msg(!b->race.over, "over before seat %d", seat);
	ck_assert_int_eq(b->race.seat, seat);
	b->total = points - 100;
	roll(b, "1223346");
	keep(b, "1", "bank");
}

static inline void busts(struct bolo7 *b, int seat)
{
	ck_assert_msg(!b->race.over, "over before seat %d", seat);
	ck_assert_int_eq(b->race.seat, seat);
	roll(b, "2233446");
}

static inline void scores(struct bolo7 *b, int zero, int one, int two)
{
	b->race.score[0] = zero;
	b->race.score[1] = one;
	b->race.score[2] = two;
}

/* The game is over, with these ranks as digits by seat. */
static inline void check_over(const struct bolo7 *b, enum ending ending,
		       const char *ranks)
{
	int score[GAME_SEATS_MAX], rank[GAME_SEATS_MAX];
	char found[GAME_SEATS_MAX + 1] = "";

	ck_assert_int_eq(bolo7.turn(b), GAME_OVER);
	ck_assert_str_eq(ending_word(bolo7.score(b, score, rank)),
			 ending_word(ending));
	for (int s = 0; s < b->race.seats; s++) {
		ck_assert_int_eq(score[s], b->race.score[s]);
		found[s] = (char)('0' + rank[s]);
	}
	ck_assert_str_eq(found, ranks);
}

#endif
