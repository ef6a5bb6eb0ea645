/*
 * cases_test.c - plays the cases of the files GAME.txt of this folder.
 *
 * "= NAME" begins a case, "#" a comment.  In what is expected, a ' means a ",
 * and a ~ an escape byte.  The other lines run in order; first how it begins:
 *   seats 3            the seats of the game; default 2
 *   options K=V,K=V    the options of the game
 *   scores 9900 5000   sets the scores of a race, by seat
 *   total 600          sets this number of the state; likewise the others
 *   open 222           counts dice of this face, for numbers by face
 *   give 1 e2 f2       gives cells to a side of Black-Pot
 *   play STEPS         takes these steps
 *   random 7           plays to the end at random, with this seed
 * Then checks:
 *   legal 1r 1b        the legal moves; none if no seat is to decide
 *   may d2,j7          this move, as written, is one of them
 *   refused 11b: WHY   this answer is refused with that sentence
 *   described WORDS    one of the legal moves has this description
 *   told {'e':..}      what was said and the events since the last such line
 *   view 'total':5     the view has this part; up to its end, if } is last
 *   now 1: 700 0       seat 1 is on turn, then the scores;
 *                      "1 with 150: 700 0": a race, with 150 points at risk;
 *                      "normal 21: 700 10000": the ending and the ranks
 *   score normal 21: 3 4   the same, although the game goes on
 *   due 0 1 1d56       the stream, the turn and the dice that are due
 *   turns 1 0          how many turns of a race each seat has begun
 *   worth 111 1000     the points of these dice, kept together
 *   picture "TEXT"     the picture has this text; `colours`: in colour
 *   impossible WHY     there is no game with these seats and options
 *
 * Steps:
 *   11346      the dice that are due show these values
 *   bonus200   this card of Volle Lotte is turned
 *   11r        the seat on turn keeps 11 and rolls; 11b banks, 11c turns a card
 *   r, b       the same in Pig
 *   f4         a ball is placed; in Black-Pot d6,f2 are pawns, - is none, =2,10
 *              indicates values, = none, and pass claims a pass
 *   0+400      seat 0, which must be on turn, banks 400
 *   1-         seat 1, which must be on turn, loses its turn
 *   !2         a fault puts seat 2 out
 *   |          what was told up to here is dropped without a check
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "games/blackpot.h"
#include "games/bolo5.h"
#include "games/bolo7.h"
#include "games/game.h"
#include "games/vollelotte.h"
#include "tests/support/one_game.h"
#include "tests/support/random.h"
#include "tests/unit/unit.h"

#define ROWS(table) ((int)(sizeof (table) / sizeof *(table)))

/* A number of a state that a case may set, by name. */
struct number {
	const char *name;
	size_t offset;
	bool by_face;           /* an array of counts */
};

/* A game; from `number` on, what only races have. */
static const struct hand {
	const struct game *game;
	struct number number[4];        /* the first: points at risk */
	const struct dice_keep_scoring *scoring;
	const char *bank;       /* a turn that adds 100 to them and banks */
	const char *loss;       /* a turn that is lost */
} hands[] = {
	{ &blackpot, .bank = NULL },
	{ &bolo5, { { "total", offsetof(struct bolo5, total), false },
		    { "dice", offsetof(struct bolo5, dice), false } },
	  &bolo5_scoring, "12446 1b", "22446" },
	{ &bolo7, { { "total", offsetof(struct bolo7, total), false },
		    { "dice", offsetof(struct bolo7, dice), false },
		    { "open", offsetof(struct bolo7, open), true } },
	  &bolo7_scoring, "1223346 1b", "2233446" },
	{ &pig, .bank = NULL },
	{ &rolit, .bank = NULL },
	{ &vollelotte, { { "total", offsetof(struct vollelotte, total), false },
			 { "dice", offsetof(struct vollelotte, dice), false },
			 { "lottes", offsetof(struct vollelotte, lottes),
			   false },
			 { "faces", offsetof(struct vollelotte, faces),
			   true } },
	  &vollelotte_scoring, "bonus200 123346 1b", "stop" },
};

struct table {
	const struct hand *hand;
	const struct game *game;        /* the hand's */
	const char *name;               /* of the case */
	int seats;
	void *state, *before;           /* owned */
	struct json_writer told;        /* owned: since the last check */
};

/* Every state of a game with numbers begins with a struct race. */
static struct race *race_of(struct table *t)
{
	ck_assert_msg(t->hand->bank != NULL, "%s: no race", t->name);
	return t->state;
}

static int *total_of(struct table *t)
{
	return (int *)(void *)((char *)t->state + t->hand->number->offset);
}

/* ### steps */

static void begin_step(struct table *t)
{
	memcpy(t->before, t->state, t->game->state_size);
}

static void end_step(struct table *t)
{
	t->game->tell(t->before, t->state, &t->told);
}

/* The dice or the card that is due come out as `value`. */
static void land(struct table *t, const int *value, int count)
{
	ck_assert_msg(t->game->turn(t->state) == GAME_CHANCE &&
		      t->game->due(t->state).dice == count,
		      "%s: %d dice are not due", t->name, count);
	begin_step(t);
	t->game->land(t->state, value);
	end_step(t);
}

static void roll(struct table *t, const char *dice)
{
	int value[GAME_DICE_MAX], count = (int)strlen(dice);

	for (int i = 0; i < count; i++)
		value[i] = dice[i] - '0';
	land(t, value, count);
}

/* Turns the card `name` of Volle Lotte; returns whether there is one. */
static bool turn_card(struct table *t, const char *name)
{
	const struct vollelotte *v = t->state;
	int kind = 0, place = 1;

	if (t->game != &vollelotte)
		return false;
	while (strcmp(vollelotte_cards[kind], name) != 0) {
		place += v->deck[kind++];
		ck_assert_msg(kind < VOLLELOTTE_KINDS, "%s: no %s", t->name,
			      name);
	}
	ck_assert_int_gt(v->deck[kind], 0);
	land(t, &place, 1);
	return true;
}

static void write_list(struct json_writer *w, const char *key,
		       const char *items, bool words)
{
	json_key(w, key);
	json_open(w, '[');
	for (; *items != '\0'; items += strcspn(items, ","),
	     items += *items == ',') {
		if (words)
			json_string_bytes(w, items, strcspn(items, ","));
		else
			json_int(w, strtol(items, NULL, 10));
	}
	json_close(w, ']');
}

/* Writes the answer that a step is short for. */
static void write_answer(struct table *t, const char *step,
			 struct json_writer *w)
{
	static const char *const words[] = { "roll", "bank", "card" };
	const char *then = step + strspn(step, "0123456789");

	json_open(w, '{');
	if (t->game == &rolit) {
		json_put_word(w, "cell", step);
	} else if (strcmp(step, "pass") == 0) {
		json_key(w, "pass");
		json_raw(w, "true", 4);
	} else if (step[0] == '=') {
		write_list(w, "indicate", step + 1, false);
	} else if (t->game == &blackpot) {
		write_list(w, "cells", step + (step[0] == '-'), true);
	} else {
		if (t->game != &pig) {
			json_key(w, "keep");
			json_open(w, '[');
			for (; step < then; step++)
				json_int(w, *step - '0');
			json_close(w, ']');
		}
		for (int i = 0; i < ROWS(words); i++)
			if (then[0] == words[i][0] && then[1] == '\0')
				then = words[i];
		json_put_word(w, "then", then);
	}
	json_close(w, '}');
}

static bool read_answer(struct table *t, const char *step, int *move,
			struct error *err)
{
	struct json_writer w = {0};
	cJSON *json;
	int result;

	write_answer(t, step, &w);
	json = json_parse(w.out.bytes, w.out.length);
	result = t->game->read_move(t->state, json, move, err);
	cJSON_Delete(json);
	text_release(&w.out);
	return result == 0;
}

static void decide(struct table *t, const char *step)
{
	struct error err = {0};
	struct text said = {0};
	int move;

	ck_assert_msg(t->game->turn(t->state) >= 0 &&
		      read_answer(t, step, &move, &err), "%s: %s: %s", t->name,
		      step, err.text);
	if (t->game->said != NULL && t->game->said(t->state, move, &said))
		json_string(&t->told, text_string(&said));
	text_release(&said);
	begin_step(t);
	t->game->apply(t->state, move);
	end_step(t);
}

static void play(struct table *t, const char *steps);

/* Plays `steps` as a turn of `seat`, which must be on turn. */
static void whole_turn(struct table *t, int seat, const char *steps)
{
	ck_assert_msg(!race_of(t)->over && race_of(t)->seat == seat,
		      "%s: seat %d is not on turn", t->name, seat);
	play(t, steps);
}

static void play_step(struct table *t, const char *step)
{
	const char *rest = step + strspn(step, "0123456789");

	if (step[0] == '|') {
		json_clear(&t->told);
	} else if (step[0] == '!') {
		begin_step(t);
		t->game->out(t->state, step[1] - '0');
		end_step(t);
	} else if (rest > step && rest[0] == '\0') {
		roll(t, step);
	} else if (rest > step && rest[0] == '+') {
		*total_of(t) = (int)strtol(rest, NULL, 10) - 100;
		whole_turn(t, step[0] - '0', t->hand->bank);
	} else if (rest > step && rest[0] == '-') {
		whole_turn(t, step[0] - '0', t->hand->loss);
	} else if (rest > step || !turn_card(t, step)) {
		decide(t, step);
	}
}

static void play(struct table *t, const char *steps)
{
	char word[32];
	int length;

	for (; sscanf(steps, "%31s%n", word, &length) == 1; steps += length)
		play_step(t, word);
}

/* ### other lines that lead to a position */

static void set_scores(struct table *t, const char *points)
{
	int *score = race_of(t)->score, length;

	for (; sscanf(points, "%d%n", score, &length) == 1; points += length)
		score++;
}

static void give(struct table *t, const char *rest)
{
	struct blackpot *b = t->state;
	int side = rest[0] - '0', column, row, length;
	char name[8];

	rest++;
	for (; sscanf(rest, "%7s%n", name, &length) == 1; rest += length) {
		cJSON *json = cJSON_CreateString(name);

		ck_assert(cell_names_find(json, BLACKPOT_BOARD_SIDE, &column,
					  &row));
		blackpot_board_set(&b->pots, row * BLACKPOT_BOARD_SIDE + column,
				   side);
		cJSON_Delete(json);
	}
}

static void play_random(struct table *t, const char *seed)
{
	struct random random = { strtoul(seed, NULL, 10) };

	random_game(t->game, t->state, &random);
}

/* Sets a number of the position, or counts dice by face. */
static void set_number(struct table *t, const char *key, const char *rest)
{
	const struct number *number = t->hand->number;
	int *value, i = 0;

	while (i < ROWS(t->hand->number) && number[i].name != NULL &&
	       strcmp(number[i].name, key) != 0)
		i++;
	ck_assert_msg(i < ROWS(t->hand->number) && number[i].name != NULL,
		      "%s: what is %s?", t->name, key);
	value = (int *)(void *)((char *)t->state + number[i].offset);
	if (!number[i].by_face)
		*value = atoi(rest);
	for (; number[i].by_face && *rest != '\0'; rest++)
		value[*rest - '0']++;
}

/* ### checks */

/* The move in short, as in a step. */
static void add_short(struct table *t, int move, struct text *out)
{
	struct json_writer w = {0};
	const cJSON *member, *item;
	cJSON *json;
	bool keeps;

	t->game->show_move(t->state, move, &w);
	json = json_parse(w.out.bytes, w.out.length);
	member = json->child;
	keeps = strcmp(member->string, "keep") == 0;
	if (strcmp(member->string, "indicate") == 0)
		text_byte(out, '=');
	else if (cJSON_IsArray(member) && member->child == NULL)
		text_byte(out, '-');
	cJSON_ArrayForEach(item, member) {
		text_add(out, item->prev->next != NULL && !keeps ? "," : "");
		if (cJSON_IsString(item))
			text_add(out, item->valuestring);
		else
			text_printf(out, "%d", item->valueint);
	}
	if (json_get(json, "then") != NULL)
		text_byte(out, json_get(json, "then")->valuestring[0]);
	else if (!cJSON_IsArray(member))
		text_add(out, cJSON_IsTrue(member) ? "pass" :
			 member->valuestring);
	cJSON_Delete(json);
	text_release(&w.out);
}

static void check_legal(struct table *t, const char *expected)
{
	int move[GAME_LEGAL_MAX], count = 0;
	struct text found = {0};

	if (t->game->turn(t->state) >= 0)
		count = t->game->legal(t->state, move);
	for (int i = 0; i < count; i++) {
		text_add(&found, i > 0 ? " " : "");
		add_short(t, move[i], &found);
	}
	check_text(&found, expected, t->name);
}

static void check_may(struct table *t, const char *step)
{
	int legal[GAME_LEGAL_MAX], count = t->game->legal(t->state, legal);
	struct error err = {0};
	bool listed = false;
	int move;

	ck_assert_msg(read_answer(t, step, &move, &err), "%s: %s", t->name,
		      err.text);
	for (int i = 0; i < count; i++)
		listed |= legal[i] == move;
	ck_assert_msg(listed, "%s: %s is not listed", t->name, step);
}

static void check_refused(struct table *t, const char *rest)
{
	size_t length = strcspn(rest, ":");
	struct error err = {0};
	char step[32];
	int move;

	ck_assert_msg(length < sizeof step && rest[length] == ':', "%s: %s",
		      t->name, rest);
	memcpy(step, rest, length);
	step[length] = '\0';
	ck_assert_msg(!read_answer(t, step, &move, &err) &&
		      strcmp(err.text, rest + length + 2) == 0,
		      "%s: %s: %s", t->name, step, err.text);
}

static void check_described(struct table *t, const char *expected)
{
	int legal[GAME_LEGAL_MAX], count = t->game->legal(t->state, legal);
	struct text words = {0};
	int found = 0;

	for (int i = 0; i < count; i++) {
		text_clear(&words);
		t->game->describe(t->state, legal[i], &words);
		found += strcmp(text_string(&words), expected) == 0;
	}
	ck_assert_msg(found == 1, "%s: %s", t->name, expected);
	text_release(&words);
}

static void check_told(struct table *t, const char *expected)
{
	check_text(&t->told.out, expected, t->name);
	json_clear(&t->told);
}

/* `found`, which is released, contains `part`; written as in a file. */
static void check_part(struct table *t, struct text *found, const char *part)
{
	struct text whole = {0};

	for (; *part != '\0'; part++)
		text_byte(&whole, *part == '\'' ? '"' : *part == '~' ? '\033' :
			  *part);
	ck_assert_msg(strstr(text_string(found), text_string(&whole)) != NULL,
		      "%s: %s is not in\n%s", t->name, text_string(&whole),
		      text_string(found));
	text_release(found);
	text_release(&whole);
}

static void check_view(struct table *t, const char *part)
{
	struct json_writer w = {0};

	t->game->view(t->state, GAME_EVERYONE, &w);
	check_part(t, &w.out, part);
}

static void check_picture(struct table *t, const char *quoted, bool colours)
{
	struct text picture = {0}, part = {0};

	ck_assert_msg(strlen(quoted) > 2, "%s: %s", t->name, quoted);
	t->game->picture(t->state, colours, &picture);
	text_append(&part, quoted + 1, strlen(quoted) - 2);
	check_part(t, &picture, text_string(&part));
	text_release(&part);
}

static void check_plain(struct table *t, const char *quoted)
{
	check_picture(t, quoted, false);
}

static void check_colours(struct table *t, const char *quoted)
{
	check_picture(t, quoted, true);
}

static void compare_score(struct table *t, bool over, const char *expected)
{
	int score[GAME_SEATS_MAX], rank[GAME_SEATS_MAX];
	enum ending ending = t->game->score(t->state, score, rank);
	struct text found = {0};

	if (over) {
		text_printf(&found, "%s ", game_ending_word(ending));
		for (int s = 0; s < t->seats; s++)
			text_printf(&found, "%d", rank[s]);
	} else if (t->hand->bank != NULL) {
		text_printf(&found, "%d", race_of(t)->seat);
		if (*total_of(t) != 0)
			text_printf(&found, " with %d", *total_of(t));
	} else {
		text_printf(&found, "%d", t->game->turn(t->state));
	}
	text_byte(&found, ':');
	for (int s = 0; s < t->seats; s++)
		text_printf(&found, " %d", score[s]);
	check_text(&found, expected, t->name);
}

static void check_now(struct table *t, const char *expected)
{
	compare_score(t, t->game->turn(t->state) == GAME_OVER, expected);
}

static void check_score(struct table *t, const char *expected)
{
	compare_score(t, true, expected);
}

static void check_due(struct table *t, const char *expected)
{
	struct text found = {0};
	struct draw due;

	ck_assert_msg(t->game->turn(t->state) == GAME_CHANCE, "%s", t->name);
	due = t->game->due(t->state);
	text_printf(&found, "%d %d %dd%d", due.stream, due.turn, due.dice,
		    due.sides);
	check_text(&found, expected, t->name);
}

static void check_turns(struct table *t, const char *expected)
{
	struct text found = {0};

	for (int s = 0; s < t->seats; s++)
		text_printf(&found, s > 0 ? " %d" : "%d",
			    race_of(t)->turns[s]);
	check_text(&found, expected, t->name);
}

static void check_worth(struct table *t, const char *rest)
{
	int count[DICE_KEEP_FACES] = {0};

	for (; *rest >= '1' && *rest <= '6'; rest++)
		count[*rest - '0']++;
	ck_assert_msg(dice_keep_points(t->hand->scoring, count) == atoi(rest),
		      "%s: not %s", t->name, rest);
}

static void check_impossible(const struct table *t, const char *options,
			     const char *why)
{
	int rule[GAME_RULES_MAX];
	struct error err = {0};

	rules_defaults(t->game, rule);
	ck_assert_int_eq(rules_set_text(t->game, options, rule, &err), 0);
	ck_assert_int_eq(rules_check(t->game, t->seats, rule, &err), -1);
	ck_assert_str_eq(err.text, why);
}

/* ### the files */

/* Runs a line; returns whether it checked something. */
static bool run_line(struct table *t, const char *key, const char *rest)
{
	static const struct {
		const char *key;
		void (*run)(struct table *t, const char *rest);
		bool looks;
	} lines[] = {
		{ "scores", set_scores, false }, { "give", give, false },
		{ "play", play, false }, { "random", play_random, false },
		{ "legal", check_legal, true }, { "may", check_may, true },
		{ "refused", check_refused, true },
		{ "described", check_described, true },
		{ "told", check_told, true }, { "view", check_view, true },
		{ "now", check_now, true }, { "score", check_score, true },
		{ "due", check_due, true }, { "turns", check_turns, true },
		{ "worth", check_worth, true },
		{ "picture", check_plain, true },
		{ "colours", check_colours, true },
	};

	for (int i = 0; i < ROWS(lines); i++)
		if (strcmp(lines[i].key, key) == 0) {
			lines[i].run(t, rest);
			return lines[i].looks;
		}
	set_number(t, key, rest);
	return false;
}

/* Copies the line at `*at`, which moves past it, and cuts the copy, which the
   caller frees, into a first word and the rest. */
static char *take_line(const char **at, const char **rest)
{
	size_t length = strcspn(*at, "\n");
	char *line = memory_copy_bytes(*at, length);
	size_t key = strcspn(line, " ");

	*rest = line + key + (key < length);
	line[key] = '\0';
	*at += length + ((*at)[length] == '\n');
	return line;
}

/* Plays the case that begins at `at`; returns where it ends.  `place` is for
   its name, if it fails. */
static const char *play_case(const struct hand *hand, const char *at,
			     char *place)
{
	const char *rest, *name;
	char *title = take_line(&at, &name), *options = memory_copy("");
	struct table t = { .hand = hand, .game = hand->game, .name = name,
			   .seats = 2 };
	bool looked = false;

	snprintf(place, (size_t)(unit_rows + UNIT_ROWS_SIZE - place),
		 "%s.txt: \"%s\" failed\n", hand->game->name, name);
	while (*at != '=' && *at != '\0') {
		char *key = take_line(&at, &rest);

		if (strcmp(key, "seats") == 0) {
			t.seats = atoi(rest);
		} else if (strcmp(key, "options") == 0) {
			free(options);
			options = memory_copy(rest);
		} else if (strcmp(key, "impossible") == 0) {
			check_impossible(&t, options, rest);
			looked = true;
		} else if (key[0] != '\0' && key[0] != '#') {
			if (t.state == NULL) {
				t.state = start_game(t.game, t.seats, options);
				t.before = memory_new(1, t.game->state_size);
			}
			looked |= run_line(&t, key, rest);
		}
		free(key);
	}
	ck_assert_msg(looked, "%s looks at nothing", name);
	free(t.state);
	free(t.before);
	text_release(&t.told.out);
	free(options);
	free(title);
	return at;
}

TEST_EACH(it_goes_as_its_name_says, ROWS(hands))
{
	const char *srcdir = getenv("srcdir"), *at;
	char *place = unit_rows + strlen(unit_rows);
	struct text bytes = {0};
	struct error err = {0};
	char path[1024];
	int cases = 0;

	snprintf(path, sizeof path, "%s/tests/unit/games/%s.txt",
		 srcdir != NULL ? srcdir : ".", hands[_i].game->name);
	ck_assert_msg(file_read(&bytes, path, 1 << 20, &err) == 0, "%s",
		      err.text);
	at = strstr(text_string(&bytes), "\n= ");
	for (at += at != NULL; at != NULL && *at == '='; cases++)
		at = play_case(&hands[_i], at, place);
	ck_assert_int_gt(cases, 0);
	*place = '\0';
	text_release(&bytes);
}
