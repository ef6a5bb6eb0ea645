/*
 * by_hand.h - plays a dice race step by step and checks the result.
 *
 * A game is a line of steps:
 *   11346      the dice that are due show these values
 *   11r        the seat on turn keeps 11 and rolls; 11b banks, 11c turns a card
 *   bonus200   this card is turned
 *   0+400      seat 0, which must be on turn, banks 400
 *   1-         seat 1, which must be on turn, loses its turn
 *   !2         a fault puts seat 2 out
 *   |          the events up to here are dropped without a check
 */
#ifndef SUPPORT_BY_HAND_H
#define SUPPORT_BY_HAND_H

#include <stdio.h>
#include <stdlib.h>

#include "games/dice_keep.h"
#include "games/race.h"
#include "one_game.h"

#define ROWS(table) ((int)(sizeof (table) / sizeof *(table)))

struct table;

/* A number of a state that a case may set. */
struct hand_number {
	const char *name;
	size_t offset;
	bool by_face;           /* an array of counts */
};

/* What the header of each game defines. */
struct hand {
	const struct game *game;
	const struct dice_keep_scoring *scoring;
	const struct hand_number *number;       /* the first: points at risk */
	const char *bank;       /* a turn that adds 100 to them and banks */
	const char *loss;       /* a turn that is lost */
	void (*card)(struct table *t, const char *name);
};

struct table {
	const struct hand *hand;
	const struct game *game;        /* the hand's */
	const char *name;               /* begins the messages of failures */
	void *state, *before;           /* owned */
	struct json_writer told;        /* owned: events since check_told */
};

/* Defined by the header of the game. */
static const struct hand hand;

static inline struct table start(int seats, const char *options)
{
	return (struct table){
		.hand = &hand, .game = hand.game, .name = "",
		.state = start_game(hand.game, seats, options),
		.before = memory_new(1, hand.game->state_size),
	};
}

static inline void table_release(struct table *t)
{
	free(t->state);
	free(t->before);
	text_release(&t->told.out);
}

/* The state of every race begins with a struct race. */
static inline struct race *race_of(struct table *t)
{
	return t->state;
}

static inline int *total_of(struct table *t)
{
	return (int *)(void *)((char *)t->state + t->hand->number->offset);
}

/* Sets scores by seat, as in "9900 5000"; the remaining seats keep theirs. */
static inline void scores(struct table *t, const char *points)
{
	int *score = race_of(t)->score, length;

	for (; sscanf(points, "%d%n", score, &length) == 1; points += length)
		score++;
}

/* ### steps */

static inline void table_begin_step(struct table *t)
{
	memcpy(t->before, t->state, t->game->state_size);
}

static inline void table_end_step(struct table *t)
{
	t->game->tell(t->before, t->state, &t->told);
}

/* The dice or the card that is due come out as `value`. */
static inline void land(struct table *t, const int *value)
{
	ck_assert_msg(t->game->turn(t->state) == GAME_CHANCE,
		      "%s: nothing is due", t->name);
	table_begin_step(t);
	t->game->land(t->state, value);
	table_end_step(t);
}

static inline void roll(struct table *t, const char *dice)
{
	int value[GAME_DICE_MAX], count = (int)strlen(dice);

	ck_assert_msg(t->game->turn(t->state) == GAME_CHANCE &&
		      t->game->due(t->state).dice == count,
		      "%s: %s is not due", t->name, dice);
	for (int i = 0; i < count; i++)
		value[i] = dice[i] - '0';
	land(t, value);
}

/* Gives an answer like "11r", or "11stop" with another word for `then`;
   returns whether it was legal. */
static inline bool answer(struct table *t, const char *step,
			  struct error *err)
{
	static const char *const words[] = { "roll", "bank", "card" };
	struct json_writer w = {0};
	const char *then;
	cJSON *json;
	int move, result;

	json_open(&w, '{');
	json_key(&w, "keep");
	json_open(&w, '[');
	for (; *step >= '0' && *step <= '9'; step++)
		json_int(&w, *step - '0');
	json_close(&w, ']');
	then = step;
	for (int i = 0; i < ROWS(words); i++)
		if (step[0] == words[i][0] && step[1] == '\0')
			then = words[i];
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

static inline void keep(struct table *t, const char *step)
{
	struct error err = {0};

	ck_assert_msg(answer(t, step, &err), "%s: %s: %s", t->name, step,
		      err.text);
}

static inline void out(struct table *t, int seat)
{
	table_begin_step(t);
	t->game->out(t->state, seat);
	table_end_step(t);
}

static inline void play(struct table *t, const char *steps);

/* Plays `steps` as a turn of `seat`, which must be on turn. */
static inline void whole_turn(struct table *t, int seat, const char *steps)
{
	ck_assert_msg(!race_of(t)->over, "%s: over before seat %d", t->name,
		      seat);
	ck_assert_msg(race_of(t)->seat == seat, "%s: seat %d, not %d",
		      t->name, race_of(t)->seat, seat);
	play(t, steps);
}

static inline void play_step(struct table *t, const char *step)
{
	const char *rest = step + strspn(step, "0123456789");

	if (step[0] == '|') {
		json_clear(&t->told);
	} else if (step[0] == '!') {
		out(t, step[1] - '0');
	} else if (rest == step) {
		t->hand->card(t, step);
	} else if (rest[0] == '\0') {
		roll(t, step);
	} else if (rest[0] == '+') {
		*total_of(t) = (int)strtol(rest, NULL, 10) - 100;
		whole_turn(t, step[0] - '0', t->hand->bank);
	} else if (rest[0] == '-') {
		whole_turn(t, step[0] - '0', t->hand->loss);
	} else {
		keep(t, step);
	}
}

static inline void play(struct table *t, const char *steps)
{
	char word[16];
	int length;

	for (; sscanf(steps, "%15s%n", word, &length) == 1; steps += length)
		play_step(t, word);
}

/* ### checks */

/* The answer is refused with the sentence `why`. */
static inline void refused(struct table *t, const char *step, const char *why)
{
	struct error err = {0};

	ck_assert_msg(!answer(t, step, &err), "%s: %s", t->name, step);
	ck_assert_str_eq(err.text, why);
}

/* The legal moves, as in "1r 1b 15r"; "" if no seat is to decide. */
static inline void check_legal(struct table *t, const char *expected)
{
	int move[GAME_LEGAL_MAX], count = 0, kept[DICE_KEEP_FACES];
	struct text found = {0};

	if (t->game->turn(t->state) >= 0)
		count = t->game->legal(t->state, move);
	for (int i = 0; i < count; i++) {
		if (i > 0)
			text_byte(&found, ' ');
		dice_keep_move_count(move[i], kept);
		for (int face = 1; face < DICE_KEEP_FACES; face++)
			for (int n = 0; n < kept[face]; n++)
				text_byte(&found, (char)('0' + face));
		text_byte(&found, "rbc"[dice_keep_move_then(move[i])]);
	}
	check_text(&found, expected, t->name);
}

/* The events since the last check, without the brackets of the list. */
static inline void check_told(struct table *t, const char *expected)
{
	check_text(&t->told.out, expected, t->name);
	json_clear(&t->told);
}

/* Exactly one of the legal moves is described with these words. */
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

/* "1: 700 0": seat 1 is on turn, then the scores; "1 with 150: 700 0": with
   150 points at risk; "normal 21: 700 10000": the ending and the ranks. */
static inline void check_now(struct table *t, const char *expected)
{
	int score[GAME_SEATS_MAX], rank[GAME_SEATS_MAX];
	enum ending ending = t->game->score(t->state, score, rank);
	struct race *race = race_of(t);
	struct text found = {0};

	if (t->game->turn(t->state) == GAME_OVER) {
		text_printf(&found, "%s ", game_ending_word(ending));
		for (int s = 0; s < race->seats; s++)
			text_printf(&found, "%d", rank[s]);
	} else {
		text_printf(&found, "%d", race->seat);
		if (*total_of(t) != 0)
			text_printf(&found, " with %d", *total_of(t));
	}
	text_byte(&found, ':');
	for (int s = 0; s < race->seats; s++) {
		ck_assert_int_eq(score[s], race->score[s]);
		text_printf(&found, " %d", score[s]);
	}
	check_text(&found, expected, t->name);
}

/* `seats` is the largest number of seats of the game. */
static inline void check_seats_max(const struct game *game, int seats)
{
	int rule[GAME_RULES_MAX];
	struct error err = {0};
	char why[80];

	rules_defaults(game, rule);
	ck_assert_int_eq(rules_check(game, seats, rule, &err), 0);
	ck_assert_int_eq(rules_check(game, seats + 1, rule, &err), -1);
	snprintf(why, sizeof why, "%s is a game for 2 to %d players, not %d",
		 game->name, seats, seats + 1);
	ck_assert_str_eq(err.text, why);
	ck_assert_int_eq(rules_check(game, 1, rule, &err), -1);
}

#endif
