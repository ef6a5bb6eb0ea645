/*
 * by_hand.h - plays a dice race move by move and notes what is told.
 */
#ifndef TESTS_BY_HAND_H
#define TESTS_BY_HAND_H

#include <check.h>
#include <stdlib.h>

#include "games/games.h"
#include "games/keep.h"
#include "games/race.h"
#include "games/rules.h"
#include "cases.h"

struct table {
	const struct game *game;
	void *state, *before;           /* owned */
	struct json_writer told;        /* owned: since check_told */
};

static inline struct table table_new(const struct game *game, int seats,
				     const char *options)
{
	struct table t = { .game = game };
	int rule[GAME_RULES_MAX];
	struct error err = {0};

	rules_defaults(game, rule);
	ck_assert_msg(rules_set_text(game, options, rule, &err) == 0, "%s",
		      err.text);
	t.state = memory_new(1, game->state_size);
	t.before = memory_new(1, game->state_size);
	ck_assert_int_eq(game->init(t.state, seats, rule, &err), 0);
	return t;
}

static inline void table_release(struct table *t)
{
	free(t->state);
	free(t->before);
	text_release(&t->told.out);
}

/* The state of a race begins with it. */
static inline struct race *race_of(struct table *t)
{
	return t->state;
}

static inline void scores(struct table *t, int zero, int one, int two)
{
	race_of(t)->score[0] = zero;
	race_of(t)->score[1] = one;
	race_of(t)->score[2] = two;
}

/* It is the turn of `seat`. */
static inline void check_turn(struct table *t, int seat)
{
	ck_assert_msg(!race_of(t)->over, "over before seat %d", seat);
	ck_assert_int_eq(race_of(t)->seat, seat);
}

static inline void table_begin_step(struct table *t)
{
	memcpy(t->before, t->state, t->game->state_size);
}

static inline void table_end_step(struct table *t)
{
	t->game->tell(t->before, t->state, &t->told);
}

/* What is due falls as the values say. */
static inline void land(struct table *t, const int *value)
{
	ck_assert_int_eq(t->game->turn(t->state), GAME_CHANCE);
	table_begin_step(t);
	t->game->land(t->state, value);
	table_end_step(t);
}

/* The dice fall as the digits say. */
static inline void roll(struct table *t, const char *dice)
{
	int value[GAME_DICE_MAX], count = (int)strlen(dice);

	ck_assert_int_eq(t->game->turn(t->state), GAME_CHANCE);
	ck_assert_int_eq(t->game->due(t->state).dice, count);
	for (int i = 0; i < count; i++)
		value[i] = dice[i] - '0';
	land(t, value);
}

/* Answers with the digits and `then`; returns whether that was legal. */
static inline bool answer(struct table *t, const char *dice, const char *then,
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
	json_put_word(&w, "then", then);
	json_close(&w, '}');
	json = json_parse(w.out.bytes, w.out.length);
	result = t->game->read_move(t->state, json, &move, err);
	if (result == 0) {
		table_begin_step(t);
		t->game->apply(t->state, move);
		table_end_step(t);
	}
	cJSON_Delete(json);
	text_release(&w.out);
	return result == 0;
}

static inline void keep(struct table *t, const char *dice, const char *then)
{
	struct error err = {0};

	ck_assert_msg(answer(t, dice, then, &err), "%s %s: %s", dice, then,
		      err.text);
}

/* The answer is refused, and the bot's author is told why. */
static inline void refused(struct table *t, const char *dice,
			   const char *then, const char *why)
{
	struct error err = {0};

	ck_assert_msg(!answer(t, dice, then, &err), "%s %s", dice, then);
	ck_assert_str_eq(err.text, why);
}

static inline void out(struct table *t, int seat)
{
	table_begin_step(t);
	t->game->out(t->state, seat);
	table_end_step(t);
}

/* "1r 1b 15r ..": the legal moves; nobody is asked: "". */
static inline void check_legal(struct table *t, const char *expected)
{
	int move[GAME_LEGAL_MAX], count = 0, kept[KEEP_FACES];
	struct text found = {0};

	if (t->game->turn(t->state) >= 0)
		count = t->game->legal(t->state, move);
	for (int i = 0; i < count; i++) {
		if (i > 0)
			text_byte(&found, ' ');
		keep_move_count(move[i], kept);
		for (int face = 1; face < KEEP_FACES; face++)
			for (int n = 0; n < kept[face]; n++)
				text_byte(&found, (char)('0' + face));
		text_byte(&found, "rbc"[keep_move_then(move[i])]);
	}
	ck_assert_str_eq(text_string(&found), expected);
	text_release(&found);
}

/* What was told since the last look, as the insides of a list. */
static inline void check_told(struct table *t, const char *expected)
{
	ck_assert_str_eq(text_string(&t->told.out), expected);
	json_clear(&t->told);
}

/* One of the legal moves is described with these words. */
static inline void check_described(struct table *t, const char *expected)
{
	int legal[GAME_LEGAL_MAX], count = t->game->legal(t->state, legal);
	struct text words = {0};
	int found = 0;

	for (int i = 0; i < count; i++) {
		text_clear(&words);
		t->game->describe(t->state, legal[i], &words);
		found += strcmp(text_string(&words), expected) == 0;
	}
	ck_assert_msg(found == 1, "%s", expected);
	text_release(&words);
}

/* The game is over, with these ranks as digits by seat. */
static inline void check_over(struct table *t, enum ending ending,
			      const char *ranks)
{
	int score[GAME_SEATS_MAX], rank[GAME_SEATS_MAX];

	ck_assert_int_eq(t->game->turn(t->state), GAME_OVER);
	ck_assert_str_eq(ending_word(t->game->score(t->state, score, rank)),
			 ending_word(ending));
	for (int s = 0; s < race_of(t)->seats; s++) {
		ck_assert_int_eq(score[s], race_of(t)->score[s]);
		ck_assert_int_eq(rank[s], ranks[s] - '0');
	}
}

/* Runs the tests and, unless NULL, the case of looping ones. */
static inline int run_tests(const char *name, TCase *tables,
			    const TTest *const *tests, size_t count)
{
	Suite *suite = suite_create(name);
	TCase *tcase = tcase_create("rulings and options");

	for (size_t i = 0; i < count; i++)
		tcase_add_test(tcase, tests[i]);
	if (tables != NULL)
		suite_add_tcase(suite, tables);
	suite_add_tcase(suite, tcase);
	return cases_run_suite(suite);
}

#endif
