/*
 * rolit_test.c - the rules of Rolit: rulings, options, what is shown.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/one_game.h"
#include "tests/support/random.h"

/* ### playing */

static int read_cell(const void *state, const char *cell, int *move,
		     struct error *err)
{
	char json[64];
	cJSON *answer;
	int result;

	snprintf(json, sizeof json, "{\"cell\":\"%s\"}", cell);
	answer = json_parse(json, strlen(json));
	result = rolit.read_move(state, answer, move, err);
	cJSON_Delete(answer);
	return result;
}

/* "f4 c3 !1 .." places balls; a number alone is the value of a die, and !1
   puts seat 1 out.  All events are written to `told` unless it is NULL. */
static void play(void *state, const char *steps, struct text *told)
{
	void *before = memory_new(1, rolit.state_size);
	struct json_writer w = {0};
	struct error err = {0};
	char step[8];
	int length, move;

	json_open(&w, '[');
	for (; sscanf(steps, "%7s%n", step, &length) == 1; steps += length) {
		memcpy(before, state, rolit.state_size);
		if (step[0] == '!') {
			rolit.out(state, step[1] - '0');
		} else if (step[0] <= '9') {
			ck_assert_int_eq(rolit.turn(state), GAME_CHANCE);
			move = step[0] - '0';
			rolit.land(state, &move);
		} else {
			ck_assert_int_ge(rolit.turn(state), 0);
			ck_assert_msg(read_cell(state, step, &move, &err) ==
				      0, "%s", err.text);
			rolit.apply(state, move);
		}
		rolit.tell(before, state, &w);
	}
	json_close(&w, ']');
	if (told != NULL)
		text_add(told, text_string(&w.out));
	text_release(&w.out);
	free(before);
}

/* The legal cells as "f4 d6 f6". */
static void legal_cells(const void *state, struct text *out)
{
	int move[GAME_LEGAL_MAX], count = rolit.legal(state, move);
	struct json_writer w = {0};

	for (int i = 0; i < count; i++) {
		json_clear(&w);
		rolit.show_move(state, move[i], &w);
		/* {"cell":"d6"} */
		text_printf(out, "%s%.2s", i > 0 ? " " : "",
			    text_string(&w.out) + 9);
	}
	text_release(&w.out);
}

static void random_game(void *state, int seed)
{
	struct random random = { (uint64_t)seed };
	int move[GAME_LEGAL_MAX];

	while (rolit.turn(state) != GAME_OVER) {
		int count = rolit.legal(state, move);

		rolit.apply(state, move[random_below(&random, count)]);
	}
}

/* "3:1 0:2": a score and its rank for each seat. */
static void check_score(const void *state, enum ending ending,
			const char *expected)
{
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];
	struct text text = {0};

	ck_assert_int_eq(rolit.score(state, scores, ranks), ending);
	for (int i = 0; i < ((int)strlen(expected) + 1) / 4; i++)
		text_printf(&text, "%s%d:%d", i > 0 ? " " : "", scores[i],
			    ranks[i]);
	check_text(&text, expected, "score:rank");
}

/* ### what a position shows */

static const struct {
	const char *name;
	int seats;
	const char *options, *steps, *view, *legal;
} positions[] = {
	{ "ruling 1: the middle starts clockwise R, Y, G, B", 4, "", "",
	  "{'size':8,'board':'...........................RY......BG...........................','seat':0,'colours':['R','Y','G','B'],'balls':[1,1,1,1],'turns':[1,0,0,0],'out':[]}",
	  "f4 d6 f6" },
	{ "option size 6: the middle starts alike", 3, "size=6", "",
	  "{'size':6,'board':'..............RY....BG..............','seat':0,'colours':['R','Y','G'],'balls':[1,1,1],'turns':[1,0,0],'out':[]}",
	  "e3 c5 e5" },
	{ "option size 4: the middle starts alike", 2, "size=4", "",
	  "{'size':4,'board':'.....RY..BG.....','seat':0,'colours':['R','G'],'balls':[1,1],'turns':[1,0],'out':[]}",
	  "d2 b4 d4" },
	{ "ruling 2: absent colours are trapped and count for nobody", 2,
	  "size=6", "e3",
	  "{'size':6,'board':'..............RRR...BG..............','seat':1,'colours':['R','G'],'balls':[3,1],'turns':[1,1],'out':[]}",
	  "b2 d2 f2 b4" },
	{ "rulings 3 and 4: a colour without balls plays next to any ball, corners included", 4,
	  "", "f4",
	  "{'size':8,'board':'...........................RRR.....BG...........................','seat':1,'colours':['R','Y','G','B'],'balls':[3,0,1,1],'turns':[1,1,0,0],'out':[]}",
	  "c3 d3 e3 f3 g3 c4 g4 c5 f5 g5 c6 d6 e6 f6" },
	{ "ruling 5: one ball turns runs in several directions", 2,
	  "size=6", "e5 d2 e3 d5 c5",
	  "{'size':6,'board':'.........G....RGR...RR....RRR.......','seat':1,'colours':['R','G'],'balls':[7,2],'turns':[3,3],'out':[]}",
	  "" },
	{ "ruling 6: the order stays, whoever starts", 3, "start=roll", "3 e3",
	  "{'size':8,'board':'....................G......RG......BG...........................','seat':0,'colours':['R','Y','G'],'balls':[1,0,3],'turns':[1,0,1],'out':[]}",
	  "" },
	{ "option start: an absent colour is thrown again", 2, "start=roll",
	  "2 4 2 3",
	  "{'size':8,'board':'...........................RY......BG...........................','seat':1,'colours':['R','G'],'balls':[1,1],'turns':[0,1],'out':[]}",
	  "c3 e3 c5" },
	{ "option must_capture: off, any cell next to a ball is legal", 2,
	  "must_capture=false,size=4", "",
	  "{'size':4,'board':'.....RY..BG.....','seat':0,'colours':['R','G'],'balls':[1,1],'turns':[1,0],'out':[]}",
	  "a1 b1 c1 d1 a2 d2 a3 d3 a4 b4 c4 d4" },
	{ "option opening_plies: placements are drawn among the legal ones", 2,
	  "opening_plies=2,size=4", "2 1",
	  "{'size':4,'board':'G....GY..RG..R..','seat':0,'colours':['R','G'],'balls':[2,3],'turns':[2,1],'out':[]}",
	  "" },
	{ "an opening is drawn for a seat that is out, too", 3,
	  "opening_plies=1", "!0 3",
	  "{'size':8,'board':'...........................RY......BR........R..................','seat':1,'colours':['R','Y','G'],'balls':[3,1,0],'turns':[1,1,0],'out':[0]}",
	  "" },
	{ "a seat that is out plays its first legal cell", 3, "", "!1 f4",
	  "{'size':8,'board':'..................Y........RRR.....BG...........................','seat':2,'colours':['R','Y','G'],'balls':[3,1,1],'turns':[1,1,1],'out':[1]}",
	  "" },
	{ "a seat that goes out on its turn has played at once", 3, "", "!0",
	  "{'size':8,'board':'...........................RRR.....BG...........................','seat':1,'colours':['R','Y','G'],'balls':[3,0,1],'turns':[1,1,0],'out':[0]}",
	  "" },
};

enum { POSITIONS = sizeof positions / sizeof *positions };

TEST_EACH(a_position_is_as_its_name_says, POSITIONS)
{
	void *state = start_game(&rolit, positions[_i].seats,
				 positions[_i].options);
	struct json_writer view = {0};
	struct text legal = {0};

	play(state, positions[_i].steps, NULL);
	rolit.view(state, GAME_EVERYONE, &view);
	check_text(&view.out, positions[_i].view, positions[_i].name);
	if (positions[_i].legal[0] != '\0') {
		legal_cells(state, &legal);
		check_text(&legal, positions[_i].legal, positions[_i].name);
	}
	free(state);
}

/* ### rulings and options that need more than a position */

TEST(ruling_7_three_players_share_60_or_32_cells)
{
	static const struct {
		const char *options, *turns;
	} boards[] = {
		{ "", "\"turns\":[20,20,20],\"out\":[]}" },
		{ "size=6", "\"turns\":[11,11,10],\"out\":[]}" },
	};

	for (size_t i = 0; i < 2; i++) {
		void *state = start_game(&rolit, 3, boards[i].options);
		struct json_writer w = {0};

		random_game(state, 7);
		rolit.view(state, GAME_EVERYONE, &w);
		ck_assert_ptr_nonnull(strstr(text_string(&w.out),
					     boards[i].turns));
		text_release(&w.out);
		free(state);
	}
}

TEST(ruling_8_equal_balls_share_a_rank)
{
	void *state = start_game(&rolit, 4, "");

	check_score(state, END_NORMAL, "1:1 1:1 1:1 1:1");
	play(state, "f4", NULL);
	check_score(state, END_NORMAL, "3:1 0:4 1:2 1:2");
	free(state);
}

TEST(ruling_9_nobody_plays_alone)
{
	ck_assert_int_eq(rolit.seats_min, 2);
}

TEST(option_size_is_8_6_or_4_and_4_is_for_two)
{
	int rule[GAME_RULES_MAX];
	struct error err = {0};

	rules_defaults(&rolit, rule);
	ck_assert_int_eq(rules_set_text(&rolit, "size=5", rule, &err), -1);
	ck_assert_int_eq(rules_set_text(&rolit, "size=4", rule, &err), 0);
	ck_assert_int_eq(rules_check(&rolit, 2, rule, &err), 0);
	ck_assert_int_eq(rules_check(&rolit, 3, rule, &err), -1);
	ck_assert_str_eq(err.text, "size 4 is for 2 players, not 3");
}

TEST(option_start_throws_a_ball_of_four_colours)
{
	void *state = start_game(&rolit, 2, "start=roll");

	for (int colour = 2; colour <= 4; colour += 2) {
		struct draw draw = rolit.due(state);

		ck_assert_int_eq(draw.stream, 0);
		ck_assert_int_eq(draw.dice, 1);
		ck_assert_int_eq(draw.sides, 4);
		rolit.land(state, &colour);
	}
	ck_assert_int_eq(rolit.turn(state), GAME_CHANCE);
	free(state);
}

TEST(option_opening_plies_draws_as_many_sides_as_cells_are_legal)
{
	void *state = start_game(&rolit, 4, "opening_plies=2");

	ck_assert_int_eq(rolit.due(state).sides, 3);
	play(state, "1", NULL);
	ck_assert_int_eq(rolit.due(state).sides, 14);
	play(state, "5", NULL);
	ck_assert_int_eq(rolit.turn(state), 2);
	free(state);
}

TEST(option_max_turns_ends_the_game_with_the_balls_as_they_lie)
{
	void *state = start_game(&rolit, 2, "size=6,max_turns=1");

	play(state, "e3 b2", NULL);
	ck_assert_int_eq(rolit.turn(state), GAME_OVER);
	check_score(state, END_MAX_TURNS, "2:2 3:1");
	free(state);
	/* With one more turn than there are cells, the board ends the game. */
	state = start_game(&rolit, 2, "size=4,max_turns=6");
	random_game(state, 1);
	ck_assert_int_eq(rolit.score(state, (int[4]){0}, (int[4]){0}),
			 END_NORMAL);
	free(state);
}

TEST(option_illegal_retries_is_one_as_the_sheet_lets_a_ball_be_taken_back)
{
	int rule[GAME_RULES_MAX];

	rules_defaults(&rolit, rule);
	ck_assert_int_eq(rules_value(&rolit, rule, "illegal_retries"), 1);
}

TEST(who_is_out_ranks_last_and_one_seat_left_ends_the_game)
{
	void *state = start_game(&rolit, 3, "");

	play(state, "f4 !0", NULL);
	check_score(state, END_NORMAL, "3:3 0:2 1:1");
	play(state, "!2", NULL);
	ck_assert_int_eq(rolit.turn(state), GAME_OVER);
	check_score(state, END_FAULT, "3:2 0:1 1:2");
	free(state);
}

/* ### what is told and shown */

static const struct {
	const char *name;
	int seats;
	const char *options, *steps, *events;
} stories[] = {
	{ "who takes the last ball of a colour hears of it", 4, "", "f4",
	  "[{'e':'capture','seat':0,'cell':'f4','balls':1},{'e':'extinct','seat':1}]" },
	{ "an absent colour does not become extinct", 2, "", "f4",
	  "[{'e':'capture','seat':0,'cell':'f4','balls':1}]" },
	{ "nothing turned is no capture", 4, "", "f4 c3",
	  "[{'e':'capture','seat':0,'cell':'f4','balls':1},{'e':'extinct','seat':1}]" },
	{ "a colour that has gone does not go again", 4, "", "f4 c3 b2 f3",
	  "[{'e':'capture','seat':0,'cell':'f4','balls':1},{'e':'extinct','seat':1},{'e':'capture','seat':2,'cell':'b2','balls':2},{'e':'extinct','seat':1},{'e':'capture','seat':3,'cell':'f3','balls':1}]" },
	{ "a corner is told of after the capture", 2, "size=4", "d4",
	  "[{'e':'capture','seat':0,'cell':'d4','balls':1},{'e':'extinct','seat':1},{'e':'corner','seat':0,'cell':'d4'}]" },
	{ "the thrown start is told, an absent colour is not", 2,
	  "start=roll", "2 3", "[{'e':'start','seat':1}]" },
	{ "a start for a seat that is out: it has played, too", 3,
	  "start=roll", "!0 1",
	  "[{'e':'start','seat':0},{'e':'capture','seat':0,'cell':'f4','balls':1},{'e':'extinct','seat':1}]" },
	{ "several seats that are out play in one step", 4, "", "!1 !2 f4",
	  "[{'e':'capture','seat':0,'cell':'f4','balls':1},{'e':'extinct','seat':1},{'e':'capture','seat':2,'cell':'b2','balls':2},{'e':'extinct','seat':1}]" },
};

enum { STORIES = sizeof stories / sizeof *stories };

TEST_EACH(events_tell_what_its_name_says, STORIES)
{
	void *state = start_game(&rolit, stories[_i].seats,
				 stories[_i].options);
	struct text told = {0};

	play(state, stories[_i].steps, &told);
	check_text(&told, stories[_i].events, stories[_i].name);
	free(state);
}

TEST(an_illegal_cell_is_refused_with_the_reason)
{
	static const char *const reasons[][2] = {
		{ "d4", "d4 is taken" },
		{ "a1", "a1 is not next to a ball" },
		{ "c3", "c3 turns nothing, and other cells do" },
		{ "i1", "the board has no cell \"i1\"" },
		{ "a9", "the board has no cell \"a9\"" },
		{ "a01", "the board has no cell \"a01\"" },
		{ "a1x", "the board has no cell \"a1x\"" },
		{ "", "the board has no cell \"\"" },
	};
	void *state = start_game(&rolit, 2, "");

	for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
		struct error err = {0};
		int move;

		ck_assert_int_eq(read_cell(state, reasons[i][0], &move, &err),
				 -1);
		ck_assert_str_eq(err.text, reasons[i][1]);
	}
	free(state);
}

TEST(a_picture_has_coordinates_and_letters_or_four_colours)
{
	void *state = start_game(&rolit, 2, "size=4");
	struct text text = {0};

	rolit.picture(state, false, &text);
	ck_assert_str_eq(text_string(&text),
			 "    a  b  c  d \n"
			 " 1  .  .  .  . \n"
			 " 2  .  R  Y  . \n"
			 " 3  .  B  G  . \n"
			 " 4  .  .  .  . \n");
	text_clear(&text);
	rolit.picture(state, true, &text);
	for (int colour = 1; colour <= 4; colour++) {
		char code[32];

		snprintf(code, sizeof code, ";4%dm", colour);
		ck_assert_ptr_nonnull(strstr(text_string(&text), code));
	}
	text_clear(&text);
	rolit.describe(state, 3 * 8 + 3, &text);
	ck_assert_str_eq(text_string(&text), "places d4");
	text_release(&text);
	free(state);
}
