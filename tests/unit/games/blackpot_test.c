/*
 * blackpot_test.c - the rules of Black-Pot: rulings, options, the board.
 */
#include <stdio.h>
#include <stdlib.h>

#include "games/blackpot.h"
#include "tests/support/blackpot_cells.h"
#include "tests/unit/unit.h"
#include "tests/support/one_game.h"

/* ### playing */

/* A move in short: "pass", "d6,f2", "=3,14", or "-" for an empty list. */
static int read_move(const struct blackpot *b, const char *step, int *move,
		     struct error *err)
{
	bool values = b->phase == BLACKPOT_CHALLENGE;
	struct text json = {0};
	cJSON *answer;
	int result;

	text_add(&json, values ? "{\"indicate\":[" : "{\"cells\":[");
	if (strcmp(step, "pass") == 0) {
		text_clear(&json);
		text_add(&json, "{\"pass\":true}");
	} else {
		for (step += *step == '=' || *step == '-'; *step != '\0';
		     step += strcspn(step, ",") + (strchr(step, ',') != NULL))
			text_printf(&json, values ? "%s%.*s" : "%s\"%.*s\"",
				    json.bytes[json.length - 1] == '[' ? "" :
				    ",", (int)strcspn(step, ","), step);
		text_add(&json, "]}");
	}
	answer = json_parse(json.bytes, json.length);
	ck_assert_ptr_nonnull(answer);
	result = blackpot.read_move(b, answer, move, err);
	cJSON_Delete(answer);
	text_release(&json);
	return result;
}

/* Digits are dice; anything else is a move of the seat that is to decide.  What
   is said, and the events, are appended to `story` unless it is NULL. */
static void play(struct blackpot *b, const char *steps, struct text *story)
{
	struct blackpot before;
	struct json_writer w = {0};
	struct error err = {0};
	char step[32];
	int length, move, die[GAME_DICE_MAX];

	for (; sscanf(steps, "%31s%n", step, &length) == 1; steps += length) {
		before = *b;
		json_clear(&w);
		if (step[0] >= '1' && step[0] <= '9') {
			ck_assert_int_eq(blackpot.turn(b), GAME_CHANCE);
			ck_assert_int_eq(blackpot.due(b).dice, strlen(step));
			for (int i = 0; step[i] != '\0'; i++)
				die[i] = step[i] - '0';
			blackpot.land(b, die);
		} else {
			ck_assert_int_ge(blackpot.turn(b), 0);
			ck_assert_msg(read_move(b, step, &move, &err) == 0,
				      "%s: %s", step, err.text);
			blackpot.said(b, move, &w);
			blackpot.apply(b, move);
		}
		blackpot.tell(&before, b, &w);
		if (story != NULL && w.out.length > 0)
			text_printf(story, "%s\n", text_string(&w.out));
	}
	text_release(&w.out);
}

static void refused(const struct blackpot *b, const char *step,
		    const char *why)
{
	struct error err = {0};
	int move;

	ck_assert_msg(read_move(b, step, &move, &err) == -1, "%s is legal",
		      step);
	ck_assert_str_eq(err.text, why);
}

/* Gives cells to a side, as if they had been played. */
static void give(struct blackpot *b, int side, const char *cells)
{
	char name[8];
	int length;

	for (; sscanf(cells, "%7s%n", name, &length) == 1; cells += length)
		blackpot_board_set(&b->pots, cell_of(name), side);
}

static bool is_legal(const struct blackpot *b, const char *step)
{
	int legal[GAME_LEGAL_MAX], count = blackpot.legal(b, legal), move;
	struct error err = {0};
	bool listed = false;

	if (read_move(b, step, &move, &err) != 0)
		return false;
	for (int i = 0; i < count; i++)
		listed = listed || legal[i] == move;
	return listed;
}

static void check_score(const struct blackpot *b, enum ending ending,
			int first, int second)
{
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];

	ck_assert_int_eq(blackpot.score(b, scores, ranks), ending);
	for (int s = 0; s < b->seats; s++)
		ck_assert_int_eq(scores[s], s % 2 == 0 ? first : second);
}

/* ### rulings on combinations */

TEST(ruling_5_a_value_made_twice_needs_two_free_cells)
{
	struct blackpot *b = start_game(&blackpot, 2, "");

	play(b, "112", NULL);
	give(b, 1, "g2 b5 f6");                 /* g2 b5 f6 j7 e10 */
	ck_assert(is_legal(b, "d2,j7,e10"));
	ck_assert(is_legal(b, "j7,e10"));       /* 1, 2-1=1 */
	give(b, 1, "j7");
	ck_assert(!is_legal(b, "d2,j7,e10"));
	ck_assert(is_legal(b, "e10"));
	play(b, "pass", NULL);
	refused(b, "=1,1", "1 and 1 cannot be made and placed now");
	free(b);
}

TEST(ruling_7_zero_may_be_chosen_but_not_indicated)
{
	struct blackpot *b = start_game(&blackpot, 2, "");
	int legal[GAME_LEGAL_MAX], count;

	play(b, "246", NULL);
	ck_assert(is_legal(b, "-"));
	play(b, "-", NULL);
	ck_assert_int_eq(b->idle, 1);
	play(b, "246 pass", NULL);
	count = blackpot.legal(b, legal);
	/* 23 moves that place pawns; the empty one declines. */
	ck_assert_int_eq(count, 1 + 23);
	ck_assert_int_eq(legal[0], BLACKPOT_MOVES_NONE);
	ck_assert(!blackpot.said(b, BLACKPOT_MOVES_NONE,
				 &(struct json_writer){ 0 }));
	free(b);
}

TEST(ruling_8_and_option_pawns_more_pawns_than_are_left_do_not_fit)
{
	struct blackpot *b = start_game(&blackpot, 2, "pawns=1");
	int legal[GAME_LEGAL_MAX], count;

	play(b, "246", NULL);
	count = blackpot.legal(b, legal);
	ck_assert_int_lt(legal[count - 2],
			 blackpot_moves_make((int[]){ 0, 0 }, 2));
	refused(b, "d2,g1", "only 1 pawn is left");
	play(b, "h2", NULL);
	ck_assert_int_eq(blackpot.turn(b), GAME_OVER);
	check_score(b, END_NORMAL, 0, 10);
	free(b);
	b = start_game(&blackpot, 2, "pawns=2");
	play(b, "246", NULL);
	refused(b, "d2,d4,c3", "only 2 pawns are left");
	free(b);
}

TEST(the_order_of_cells_decides_which_window_is_complete_first)
{
	static const char *const orders[][2] = {
		{ "d2,i2", "'1*2=2, 2',{'e':'alignment','seat':0,'dir':'h','points':250,'cells':['d2','e2','f2','g2','h2']}\n" },
		{ "i2,d2", "'1*2=2, 2',{'e':'alignment','seat':0,'dir':'h','points':250,'cells':['e2','f2','g2','h2','i2']}\n" },
	};

	for (int i = 0; i < 2; i++) {
		struct blackpot *b = start_game(&blackpot, 2, "");
		struct text story = {0};

		give(b, 0, "e2 f2 g2 h2");
		play(b, "122", NULL);
		play(b, orders[i][0], &story);
		check_text(&story, orders[i][1], "what was said and told");
		free(b);
	}
}

/* ### rulings and options on turns */

static const struct {
	const char *name;
	int seats;
	const char *options, *steps, *view;
} turns[] = {
	{ "two players roll for themselves", 2, "", "246 -",
	  "'pawns':[40,40],'points':[0,0],'turns':[1,1],'roller':1,'queue':[],'idle':1,'indicated':[],'closing':false,'starter':0,'challenger':-1}" },
	{ "ruling 13: the roller plays last", 4, "", "246 - -",
	  "'pawns':[40,40],'points':[0,0],'turns':[0,1,1,1],'roller':0,'queue':[0],'idle':2,'indicated':[],'closing':false,'starter':0,'challenger':-1}" },
	{ "ruling 13: the roll moves on by one seat", 4, "",
	  "246 - - - - 246",
	  "'pawns':[40,40],'points':[0,0],'turns':[1,1,2,1],'roller':1,'queue':[3,0,1],'idle':4,'indicated':[],'closing':false,'starter':0,'challenger':-1}" },
	{ "ruling 14 and option start: who throws highest is the first roller", 4,
	  "start=roll", "6623 66 13 246",
	  "'pawns':[40,40],'points':[0,0],'turns':[0,0,1,0],'roller':1,'queue':[3,0,1],'idle':0,'indicated':[],'closing':false,'starter':1,'challenger':-1}" },
	{ "ruling 14: with own rolls he also plays first", 2, "start=roll",
	  "36 246",
	  "'pawns':[40,40],'points':[0,0],'turns':[0,1],'roller':1,'queue':[],'idle':0,'indicated':[],'closing':false,'starter':1,'challenger':-1}" },
	{ "option shared_roll: two players play each roll, the roller second",
	  2, "shared_roll=true", "246 h2",
	  "'pawns':[40,39],'points':[0,0],'turns':[1,1],'roller':0,'queue':[],'idle':0,'indicated':[],'closing':false,'starter':0,'challenger':-1}" },
	{ "ruling 15: the first indication binds, nobody else is asked", 4, "",
	  "246 pass =2,10",
	  "'pawns':[40,40],'points':[0,0],'turns':[0,1,0,0],'roller':0,'queue':[2,3,0],'idle':0,'indicated':[2,10],'closing':false,'starter':0,'challenger':2}" },
	{ "a declined claim is a turn without a pawn", 2, "", "246 pass -",
	  "'pawns':[40,40],'points':[0,0],'turns':[1,1],'roller':1,'queue':[],'idle':1,'indicated':[],'closing':false,'starter':0,'challenger':-1}" },
	{ "a pawn starts the count of idle turns anew", 2, "", "246 - 246 h2",
	  "'pawns':[40,39],'points':[0,0],'turns':[2,1],'roller':0,'queue':[],'idle':0,'indicated':[],'closing':false,'starter':0,'challenger':-1}" },
	{ "option finish_round: the others play on after the last pawn", 2,
	  "finish_round=true,pawns=1", "246 h2 246",
	  "'pawns':[0,1],'points':[0,0],'turns':[1,1],'roller':1,'queue':[],'idle':0,'indicated':[],'closing':true,'starter':0,'challenger':-1}" },
};

enum { TURNS = sizeof turns / sizeof *turns };

TEST_EACH(a_turn_is_as_its_name_says, TURNS)
{
	struct blackpot *b = start_game(&blackpot, turns[_i].seats,
					turns[_i].options);
	struct json_writer w = {0};
	struct text found = {0};
	const char *at;

	play(b, turns[_i].steps, NULL);
	blackpot.view(b, GAME_EVERYONE, &w);
	at = strstr(text_string(&w.out), "\"pawns\"");
	ck_assert_ptr_nonnull(at);
	text_add(&found, at);
	check_text(&found, turns[_i].view, turns[_i].name);
	text_release(&w.out);
	free(b);
}

static const struct {
	const char *name;
	int seats;
	const char *options, *steps;
	enum ending ending;
	int first, second;
} endings[] = {
	{ "example (c): three rounds without a pawn stall the game", 2, "",
	  "246 - 246 - 246 - 246 - 246 - 246 -", END_STALLED, 400, 400 },
	{ "option stall_rounds: one round of a team game", 4,
	  "stall_rounds=1", "246 - pass - - - -", END_STALLED, 400, 400 },
	{ "option max_turns: one turn each", 2, "max_turns=1",
	  "246 h2 246 d2,g1", END_MAX_TURNS, 390, 380 },
	{ "option max_turns: no roll comes after the last round", 4,
	  "max_turns=1", "246 - - - -", END_MAX_TURNS, 400, 400 },
	{ "the last pawn ends it", 2, "pawns=1", "246 h2", END_NORMAL, 0, 10 },
	{ "option finish_round: the last seat of a round ends it at once", 2,
	  "pawns=2,finish_round=true", "246 h2 246 d2,g1", END_NORMAL, 10,
	  0 },
	{ "option finish_round: a side without pawns passes by itself", 4,
	  "pawns=2,finish_round=true", "246 d2,g1 h2 -", END_NORMAL, 10, 0 },
};

enum { ENDINGS = sizeof endings / sizeof *endings };

TEST_EACH(a_game_ends_as_its_name_says, ENDINGS)
{
	struct blackpot *b = start_game(&blackpot, endings[_i].seats,
					endings[_i].options);

	play(b, endings[_i].steps, NULL);
	ck_assert_msg(blackpot.turn(b) == GAME_OVER, "%s: goes on",
		      endings[_i].name);
	check_score(b, endings[_i].ending, endings[_i].first,
		    endings[_i].second);
	free(b);
}

TEST(ruling_14_own_rolls_lie_on_the_seat_stream_shared_on_the_table)
{
	struct blackpot *b = start_game(&blackpot, 2, "start=roll");

	ck_assert_int_eq(blackpot.due(b).stream, 0);
	play(b, "36", NULL);
	ck_assert_int_eq(blackpot.due(b).stream, 2);
	ck_assert_int_eq(blackpot.due(b).turn, 1);
	free(b);
	b = start_game(&blackpot, 4, "");
	ck_assert_int_eq(blackpot.due(b).stream, 0);
	free(b);
}

TEST(ruling_15_a_seat_that_cannot_place_passes_without_a_claim)
{
	struct blackpot *b = start_game(&blackpot, 4, "");
	struct text story = {0};

	for (int i = 0; i < BLACKPOT_CELLS; i++)
		if (blackpot_board_number[i] != 0 && i != cell_of("h2"))
			blackpot_board_set(&b->pots, i, 0);
	play(b, "246 h2", &story);
	check_text(&story,
		"'(2*4)+6=14',{'e':'pass','seat':2,'forced':true},{'e':'pass','seat':3,'forced':true},{'e':'pass','seat':0,'forced':true}\n",
		"what was said and told");
	ck_assert_int_eq(blackpot.turn(b), GAME_CHANCE);
	ck_assert_int_eq(b->idle, 3);
	free(b);
}

TEST(option_pass_engine_knows_no_claims)
{
	struct blackpot *b = start_game(&blackpot, 2, "pass=engine");
	int legal[GAME_LEGAL_MAX], count;

	play(b, "246", NULL);
	refused(b, "pass", "a pass cannot be claimed: something can be "
		"placed");
	count = blackpot.legal(b, legal);
	ck_assert_int_ne(legal[count - 1], BLACKPOT_MOVES_PASS);
	free(b);
}

TEST(options_division_and_arith_limit_what_dice_make)
{
	static const struct {
		const char *options, *step;
		bool legal;
	} cases[] = {
		{ "", "h3", true }, { "arith=chain", "h3", false },
		{ "division=none", "h3", false },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct blackpot *b = start_game(&blackpot, 2,
						cases[i].options);

		play(b, "116", NULL);           /* 6/(1+1)=3 */
		ck_assert_int_eq(is_legal(b, cases[i].step), cases[i].legal);
		free(b);
	}
}

TEST(other_options_are_checked_and_reach_the_board)
{
	struct blackpot *b = start_game(&blackpot, 2,
		"class25=none,after_alignment=remove");
	int rule[GAME_RULES_MAX];
	struct error err = {0};

	rules_defaults(&blackpot, rule);
	ck_assert_int_eq(rules_value(&blackpot, rule, "illegal_retries"), 0);
	ck_assert_int_eq(rules_set_text(&blackpot, "layout=standard", rule,
					&err), 0);
	ck_assert_int_eq(rules_set_text(&blackpot, "layout=other", rule,
					&err), -1);
	ck_assert_int_eq(rules_check(&blackpot, 3, rule, &err), -1);
	ck_assert_str_eq(err.text, "blackpot is for 2 or 4 players, not 3");
	ck_assert(b->pots.remove && !b->pots.cherry25);
	free(b);
}

TEST(a_move_is_refused_with_the_reason)
{
	struct blackpot *b = start_game(&blackpot, 2, "");

	play(b, "246", NULL);
	refused(b, "a1", "the board has no cell \"a1\"");
	refused(b, "l5", "the board has no cell \"l5\"");
	refused(b, "d2,d2", "d2 is there twice");
	refused(b, "d2,f1", "2 and 7 cannot be made and placed now");
	refused(b, "d2,d4,c3,b3", "at most three cells");
	play(b, "h2 236", NULL);
	refused(b, "h2", "h2 is taken");
	play(b, "pass", NULL);
	refused(b, "=26", "a value is a number from 1 to 25");
	refused(b, "=1,1,1,1", "at most three values");
	refused(b, "=25", "25 cannot be made and placed now");
	play(b, "=6,2,3", NULL);
	refused(b, "pass", "values were indicated: no pass");
	refused(b, "-", "the values that were indicated must be placed");
	refused(b, "d2", "2 cannot be made and placed now");
	play(b, "d2,h3,c3 116", NULL);
	ck_assert_int_eq(b->indicated, BLACKPOT_MOVES_NONE);
	free(b);
	b = start_game(&blackpot, 2, "");
	play(b, "126", NULL);
	refused(b, "-", "the dice do not make 0");
	free(b);
}

TEST(a_claim_is_told_answered_and_obeyed)
{
	struct blackpot *b = start_game(&blackpot, 4, "pawns=2");
	struct text story = {0};

	play(b, "246 pass - =2,10 g1,d2", &story);
	check_text(&story,
		"{'e':'claim','seat':1}\n"
		"'2, 4+6=10',{'e':'challenge','seat':1,'by':0,'values':[2,10]}\n"
		"'4+6=10, 2',{'e':'last_pawn','seat':1}\n",
		"what was said and told");
	free(b);
}

TEST(a_side_with_a_seat_out_has_lost)
{
	struct blackpot *b = start_game(&blackpot, 4, "");
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];

	play(b, "246 h2", NULL);
	blackpot.out(b, 2);
	blackpot.out(b, 1);                     /* too late */
	ck_assert_int_eq(blackpot.turn(b), GAME_OVER);
	check_score(b, END_FAULT, 400, 390);
	blackpot.score(b, scores, ranks);
	for (int s = 0; s < 4; s++)
		ck_assert_int_eq(ranks[s], s % 2 == 0 ? 2 : 1);
	free(b);
}
