/*
 * blackpot.c - Black-Pot: arithmetic with three dice selects cells of the
 * board.
 *
 * A move is a list as in blackpot_moves.h: the cells on which pawns are placed,
 * in that order, or the values that are indicated.
 */
#include "games/blackpot.h"

#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "games/game.h"
#include "games/games.h"

/* ### what may be placed */

static int blackpot_most(const struct blackpot *b)
{
	int left = b->left[blackpot_side(b->seat)];

	return left < BLACKPOT_DICE ? left : BLACKPOT_DICE;
}

static const struct blackpot_sums *blackpot_sums_now(const struct blackpot *b,
						     struct blackpot_sums *room)
{
	int value[BLACKPOT_DICE], count;

	if (b->phase != BLACKPOT_FORCED)
		return &b->sums;
	memset(room, 0, sizeof *room);
	count = blackpot_moves_items(b->indicated, value);
	if (count == 1) {
		room->one = 1u << value[0];
	} else if (count == 2) {
		room->pair[value[0]] |= 1u << value[1];
		room->pair[value[1]] |= 1u << value[0];
	} else {
		room->three = true;
		memcpy(room->die, value, sizeof room->die);
	}
	return room;
}

/* ### events */

static const struct event blackpot_events_table[] = {
	[BLACKPOT_EVENT_START] = { "start",
				   "{seat} throws highest and rolls first." },
	[BLACKPOT_EVENT_CLAIM] = { "claim", "{seat} claims a pass." },
	[BLACKPOT_EVENT_CHALLENGE] = { "challenge", "{by} holds {seat} to the "
						    "values {values}." },
	[BLACKPOT_EVENT_PASS] = { "pass", "{seat} passes." },
	[BLACKPOT_EVENT_ZERO] = { "zero",
				  "{seat} makes 0 and saves the pawns." },
	[BLACKPOT_EVENT_ALIGNMENT] = { "alignment", "{seat} aligns {cells} for "
						    "{points} points." },
	[BLACKPOT_EVENT_LAST_PAWN] = { "last_pawn", "{seat} has placed the "
						    "last pawn of the side." },
	[BLACKPOT_EVENT_STALLED] = { "stalled",
				     "Nobody places a pawn any more." },
	{ 0 }
};

static void begin_step(struct blackpot *b)
{
	b->events.steps++;
	b->events.count = 0;
}

static void write_row(const struct blackpot_row *row, struct json_writer *w)
{
	int cell[BLACKPOT_ROW];

	blackpot_board_row_cells(row->direction, row->first, cell);
	json_put_word(w, "dir", blackpot_board_directions[row->direction]);
	json_put_int(w, "points", row->pays);
	json_key(w, "cells");
	blackpot_board_show_cells(cell, BLACKPOT_ROW, w);
}

static void write_event(const struct blackpot_event *event,
			struct json_writer *w)
{
	int value[BLACKPOT_DICE], count;

	json_open(w, '{');
	json_put_word(w, "e", blackpot_events_table[event->kind].name);
	if (event->kind != BLACKPOT_EVENT_STALLED)
		json_put_int(w, "seat", event->seat);
	switch (event->kind) {
	case BLACKPOT_EVENT_CHALLENGE:
		count = blackpot_moves_items(event->values, value);
		json_put_int(w, "by", event->by);
		json_put_ints(w, "values", value, count);
		break;
	case BLACKPOT_EVENT_PASS:
		json_put_bool(w, "forced", event->forced);
		break;
	case BLACKPOT_EVENT_ALIGNMENT:
		write_row(&event->row, w);
		break;
	default:
		break;
	}
	json_close(w, '}');
}

/* ### what bots and spectators see */

static int read_cells(const struct blackpot *b, const cJSON *cells,
		      int *move, struct error *err)
{
	struct blackpot_sums room;
	const struct blackpot_sums *sums = blackpot_sums_now(b, &room);

	if (cJSON_GetArraySize(cells) > 0)
		return blackpot_moves_read_cells(&b->pots, sums,
						 blackpot_most(b), cells, move,
						 err);
	*move = BLACKPOT_MOVES_NONE;
	if (b->phase == BLACKPOT_FORCED)
		return error_set(err, "the values that were indicated must "
				 "be placed");
	if (!(b->sums.one & 1))
		return error_set(err, "the dice do not make 0");
	return 0;
}

static int blackpot_read_move(const void *state, const cJSON *answer, int *move,
			      struct error *err)
{
	const struct blackpot *b = state;
	const cJSON *cells = json_get(answer, "cells");
	const cJSON *values = json_get(answer, "indicate");
	bool single = cJSON_GetArraySize(answer) == 1;

	if (b->phase == BLACKPOT_CHALLENGE) {
		if (!single || !cJSON_IsArray(values))
			return error_set(err, "after a claim a move is "
					 "{\"indicate\":[3,14]} or "
					 "{\"indicate\":[]}");
		return blackpot_moves_read_values(&b->pots, &b->sums,
						  blackpot_most(b), values,
						  move, err);
	}
	if (single && cJSON_IsArray(cells))
		return read_cells(b, cells, move, err);
	if (!single || !cJSON_IsTrue(json_get(answer, "pass")))
		return error_set(err, "a move is {\"cells\":[..]} or "
				 "{\"pass\":true}");
	*move = BLACKPOT_MOVES_PASS;
	if (b->phase == BLACKPOT_FORCED)
		return error_set(err, "values were indicated: no pass");
	if (!b->claims)
		return error_set(err, "a pass cannot be claimed: something "
				 "can be placed");
	return 0;
}

static void blackpot_show_move(const void *state, int move,
			       struct json_writer *w)
{
	const struct blackpot *b = state;
	int value[BLACKPOT_DICE], count = blackpot_moves_items(move, value);

	json_open(w, '{');
	if (b->phase == BLACKPOT_CHALLENGE) {
		json_put_ints(w, "indicate", value, count);
	} else if (move == BLACKPOT_MOVES_PASS) {
		json_put_bool(w, "pass", true);
	} else {
		json_key(w, "cells");
		blackpot_board_show_cells(value, count, w);
	}
	json_close(w, '}');
}

static bool blackpot_said(const void *state, int move, struct text *out)
{
	const struct blackpot *b = state;
	int value[BLACKPOT_DICE], count;

	if (move == BLACKPOT_MOVES_PASS ||
	    (b->phase == BLACKPOT_CHALLENGE && move == BLACKPOT_MOVES_NONE))
		return false;
	if (b->phase == BLACKPOT_CHALLENGE)
		count = blackpot_moves_items(move, value);
	else
		count = blackpot_moves_values(move, value);
	blackpot_sums_say(&b->roll, value, count, out);
	return true;
}

/* The seats that still play this roll. */
static int queue(const struct blackpot *b, int *seat)
{
	int count = 0;

	if (b->shared)
		for (int s = b->seat; s != b->roller; seat[count++] = s)
			s = (s + 1) % b->seats;
	return count;
}

/* What a seat can be asked. */
static const char *const asked[] = { "place", "challenge", "forced", NULL };
static const enum blackpot_phase asked_phase[] = {
	BLACKPOT_PLACE, BLACKPOT_CHALLENGE, BLACKPOT_FORCED
};

static void blackpot_view(const void *state, int seat, struct json_writer *w)
{
	const struct blackpot *b = state;
	int list[BLACKPOT_SEATS_MAX];
	bool claimed = b->phase == BLACKPOT_CHALLENGE ||
		b->phase == BLACKPOT_FORCED;
	bool rolled = b->phase != BLACKPOT_THROW && b->phase != BLACKPOT_ROLL;

	(void)seat;                     /* nothing is hidden */
	json_open(w, '{');
	json_put_word(w, "asked", !claimed ? asked[0] :
		      asked[b->phase == BLACKPOT_CHALLENGE ? 1 : 2]);
	json_put_int(w, "seat", b->seat);
	json_put_ints(w, "roll", b->roll.die, rolled ? BLACKPOT_DICE : 0);
	blackpot_board_view(&b->pots, w);
	json_put_ints(w, "pawns", b->left, BLACKPOT_SIDES);
	json_put_ints(w, "points", b->points, BLACKPOT_SIDES);
	json_put_ints(w, "turns", b->turns, b->seats);
	json_put_int(w, "roller", b->roller);
	json_put_ints(w, "queue", list, queue(b, list));
	json_put_int(w, "idle", b->idle);
	json_put_ints(w, "indicated", list,
		      blackpot_moves_items(b->indicated, list));
	json_put_bool(w, "closing", b->closing);
	json_put_int(w, "starter", b->starter);
	json_put_int(w, "challenger", claimed ? b->asked : -1);
	json_close(w, '}');
}

/* Reads the members of a view that describe a claimed pass. */
static int read_claim(struct blackpot *b, const struct json_at *view,
		      struct error *err)
{
	struct json_at at = json_at_key(view, "indicated");
	bool forced = b->phase == BLACKPOT_FORCED;

	if (b->phase == BLACKPOT_PLACE)
		return 0;
	if (view_read_int(view, "challenger", 0, b->seats - 1, &b->asked,
			  err) != 0)
		return -1;
	if (blackpot_side(b->asked) == blackpot_side(b->seat))
		return json_wrong(view, err, "the challenger %d is not on the "
				  "other side of seat %d", b->asked, b->seat);
	if (json_want_list(&at, forced, forced ? BLACKPOT_DICE : 0, err) != 0)
		return -1;
	if (forced && blackpot_moves_read_values(&b->pots, &b->sums,
						 blackpot_most(b), at.value,
						 &b->indicated, err) != 0)
		return error_at(err, "%s: indicated", view->name);
	return 0;
}

static int blackpot_read_view(void *state, const struct json_at *view,
			      struct error *err)
{
	struct blackpot *b = state;
	int last = b->seats - 1, die[BLACKPOT_DICE], word;

	if (view_read_word(view, "asked", asked, &word, err) != 0 ||
	    view_read_int(view, "seat", 0, last, &b->seat, err) != 0 ||
	    view_read_ints(view, "roll", BLACKPOT_DICE, BLACKPOT_DICE, 1, 6,
			   die, NULL, err) != 0 ||
	    blackpot_board_read_view(&b->pots, view, err) != 0 ||
	    view_read_ints(view, "pawns", BLACKPOT_SIDES, BLACKPOT_SIDES, 0,
			   b->left[0], b->left, NULL, err) != 0 ||
	    view_read_ints(view, "points", BLACKPOT_SIDES, BLACKPOT_SIDES, 0,
			   VIEW_READ_POINTS, b->points, NULL, err) != 0 ||
	    view_read_ints(view, "turns", b->seats, b->seats, 0, b->max_turns,
			   b->turns, NULL, err) != 0 ||
	    view_read_int(view, "roller", 0, last, &b->roller, err) != 0 ||
	    view_read_int(view, "idle", 0, b->stall - 1, &b->idle, err) != 0 ||
	    view_read_bool(view, "closing", &b->closing, err) != 0 ||
	    view_read_int(view, "starter", 0, last, &b->starter, err) != 0)
		return -1;
	b->phase = asked_phase[word];
	blackpot_moves_items(blackpot_moves_sorted(die, BLACKPOT_DICE),
			     b->roll.die);
	b->roll.division = b->division;
	b->roll.tree = b->tree;
	blackpot_sums_find(&b->roll, &b->sums);
	return read_claim(b, view, err);
}

static void blackpot_tell(const void *before, const void *after,
			  struct json_writer *w)
{
	const struct blackpot *was = before, *is = after;

	if (was->events.steps == is->events.steps)
		return;
	for (int i = 0; i < is->events.count; i++)
		write_event(&is->events.event[i], w);
}

static void blackpot_describe(const void *state, int move, struct text *out)
{
	const struct blackpot *b = state;
	int item[BLACKPOT_DICE], count = blackpot_moves_items(move, item);

	if (move == BLACKPOT_MOVES_PASS) {
		text_add(out, "claims a pass");
	} else if (b->phase == BLACKPOT_CHALLENGE && count == 0) {
		text_add(out, "indicates nothing");
	} else if (b->phase == BLACKPOT_CHALLENGE) {
		text_add(out, "indicates");
		for (int i = 0; i < count; i++)
			text_printf(out, " %d", item[i]);
	} else if (count == 0) {
		text_add(out, "places nothing");
	} else {
		text_add(out, "places");
		for (int i = 0; i < count; i++)
			blackpot_board_describe_cell(item[i], out);
	}
}

static struct game_mark blackpot_mark(int seats, int seat)
{
	(void)seats;
	return blackpot_board_mark(blackpot_side(seat));
}

static void blackpot_picture(const void *state, bool colour, struct text *out)
{
	const struct blackpot *b = state;

	blackpot_board_picture(&b->pots, colour, out);
	for (int side = 0; side < BLACKPOT_SIDES; side++)
		text_printf(out, "%s: points %d, pawns left %d\n",
			    blackpot_board_mark(side).text, b->points[side],
			    b->left[side]);
}

/* ### the rules */

static const char blackpot_sheet[] =
	"Goal: more points than the other side, by rows of five pawns and by pawns\n"
	"that were not needed. Two players, or seats 0 and 2 against 1 and 3; a side\n"
	"has 40 pawns. The board has 109 cells with numbers from 1 to 25.\n"
	"\n"
	"A turn: three dice are rolled. Divide them into groups and calculate each\n"
	"group into one number, every die used once, with + - * / (no remainders) and\n"
	"any brackets. Place a pawn on a free cell of each number; a group that makes\n"
	"0 places nothing. Two players roll for themselves; in teams one seat rolls,\n"
	"the next three and then the roller play that roll, and the next seat rolls.\n"
	"\n"
	"Instead you may claim that you pass. Each opponent in turn may then indicate\n"
	"numbers that can be made and placed; the first to do so binds you to them.\n"
	"A player who can place nothing at all passes without a claim.\n"
	"\n"
	"  five own pawns in a row, in any direction, pay once when complete:\n"
	"  4 or 5 BLACK-POT      400      BLACK-POT  13 14 17 19 21 22 23\n"
	"  3 BLACK-POT           250      cherry     7..12 15 16 18 20 24 25\n"
	"  2 BLACK-POT           100      lemon      1..6\n"
	"  5 cherries            100\n"
	"  5 lemons               50      a pawn never placed   10\n"
	"  any other five         30\n"
	"\n"
	"A pawn counts once in each of the four directions. The last pawn of a side\n"
	"ends the game; so do three rounds without a pawn.\n"
	"\n"
	"Moves: {\"cells\":[\"d6\",\"f2\"]}, placed in that order; {\"cells\":[]} when the dice\n"
	"make 0; {\"pass\":true}. Asked after a claim: {\"indicate\":[3,14]}, or\n"
	"{\"indicate\":[]} to decline. Columns a..k from the left, rows 1..11 from the\n"
	"top.\n"
	"\n"
	"Example: 2 4 6 is (2*4)+6=14: a pawn on h2. Or 2, 4+6=10: pawns on d2 and g1.\n"
	"Or (2+4)-6=0, and no pawn.\n";

/* Indices in the table of options. */
enum {
	ILLEGAL_RETRIES, START, LAYOUT, PAWNS, DIVISION, ARITH, PASSING,
	SHARED_ROLL, FINISH_ROUND, AFTER_ALIGNMENT, CLASS25, STALL_ROUNDS,
	MAX_TURNS
};

static const char *const start_words[] = { "seat", "roll", NULL };
static const char *const layout_words[] = { "standard", NULL };
static const char *const division_words[] = { "exact", "none", NULL };
static const char *const arith_words[] = { "tree", "chain", NULL };
static const char *const pass_words[] = { "challenge", "engine", NULL };
static const char *const after_words[] = { "flip", "remove", NULL };
static const char *const class_words[] = { "cherry", "none", NULL };

static const struct rule blackpot_rules[] = {
	[ILLEGAL_RETRIES] = GAME_RETRIES(0),
	[START] = { "start", RULE_WORD, 0, 0, 0, start_words,
		"seat 0 rolls first, or the seat that throws the highest die" },
	[LAYOUT] = { "layout", RULE_WORD, 0, 0, 0, layout_words,
		"the numbers of the board" },
	[PAWNS] = { "pawns", RULE_INT, 40, 1, 54, NULL, "pawns of a side" },
	[DIVISION] = { "division", RULE_WORD, 0, 0, 0, division_words,
		"division without remainder, or none at all" },
	[ARITH] = { "arith", RULE_WORD, 0, 0, 0, arith_words,
		"any brackets, or three dice only as (a . b) . c" },
	[PASSING] = { "pass", RULE_WORD, 0, 0, 0, pass_words,
		"passes are claimed, or come only when nothing fits" },
	[SHARED_ROLL] = { "shared_roll", RULE_BOOL, 0, 0, 1, NULL,
		"two players also both play each roll" },
	[FINISH_ROUND] = { "finish_round", RULE_BOOL, 0, 0, 1, NULL,
		"after the last pawn the round is played out" },
	[AFTER_ALIGNMENT] = { "after_alignment", RULE_WORD, 0, 0, 0,
		after_words, "aligned pawns are turned, or leave the board" },
	[CLASS25] = { "class25", RULE_WORD, 0, 0, 0, class_words,
		"what a 25 is" },
	[STALL_ROUNDS] = { "stall_rounds", RULE_INT, 3, 1, 100, NULL,
		"rounds without a pawn that end the game" },
	[MAX_TURNS] = { "max_turns", RULE_INT, 200, 1, 100000, NULL,
		"turns of a seat; then the points are counted" },
	{ 0 }
};

/* ### turns */

/* Records an event of the seat on turn; the caller may fill in more of it. */
static struct blackpot_event *note(struct blackpot *b,
				   enum blackpot_event_kind kind)
{
	struct blackpot_event *event = &b->events.event[b->events.count++];

	assert(b->events.count <= BLACKPOT_EVENTS_MAX);
	*event = (struct blackpot_event){ .kind = kind, .seat = b->seat };
	return event;
}

static void end(struct blackpot *b, enum ending ending)
{
	b->phase = BLACKPOT_OVER;
	b->ending = ending;
}

/* Begins a turn, with a roll unless a shared roll has already been made. */
static void begin_turn(struct blackpot *b, int seat, int roller)
{
	if (b->turns[seat] == b->max_turns) {
		end(b, END_MAX_TURNS);
		return;
	}
	b->phase = b->shared && seat != (roller + 1) % b->seats ?
		BLACKPOT_OPEN : BLACKPOT_ROLL;
	b->seat = seat;
	b->roller = roller;
	b->turns[seat]++;
}

static void begin_round(struct blackpot *b, int roller)
{
	begin_turn(b, b->shared ? (roller + 1) % b->seats : roller, roller);
}

static void end_turn(struct blackpot *b)
{
	int next = (b->seat + 1) % b->seats;
	bool last = b->shared ? b->seat == b->roller : next == b->starter;

	b->indicated = BLACKPOT_MOVES_NONE;
	if (b->idle == b->stall) {
		note(b, BLACKPOT_EVENT_STALLED);
		end(b, END_STALLED);
	} else if (b->closing && (last || !b->finish_round)) {
		end(b, END_NORMAL);
	} else if (last || !b->shared) {
		begin_round(b, b->shared ? (b->roller + 1) % b->seats : next);
	} else {
		begin_turn(b, next, b->roller);
	}
}

/* Ends a turn in which no pawn was placed. */
static void end_idle(struct blackpot *b)
{
	b->idle++;
	end_turn(b);
}

/* Passes for seats that can place nothing, until dice or a decision are due. */
static void settle(struct blackpot *b)
{
	while (b->phase == BLACKPOT_OPEN) {
		int fit = blackpot_moves_combinations(&b->pots, &b->sums,
						      blackpot_most(b), NULL);

		if (fit > 0) {
			b->phase = BLACKPOT_PLACE;
		} else {
			note(b, BLACKPOT_EVENT_PASS)->forced = true;
			end_idle(b);
		}
	}
}

static int blackpot_init(void *state, int seats, const int *rule,
			 struct error *err)
{
	struct blackpot *b = state;

	if (seats == 3)
		return error_set(err, "blackpot is for 2 or 4 players, not 3");
	memset(b, 0, sizeof *b);
	b->seats = seats;
	b->max_turns = rule[MAX_TURNS];
	b->stall = rule[STALL_ROUNDS] * seats;
	b->division = rule[DIVISION] == 0;
	b->tree = rule[ARITH] == 0;
	b->claims = rule[PASSING] == 0;
	b->shared = seats > 2 || rule[SHARED_ROLL];
	b->finish_round = rule[FINISH_ROUND] != 0;
	b->left[0] = b->left[1] = rule[PAWNS];
	b->lost = -1;
	blackpot_board_init(&b->pots, rule[CLASS25] == 0,
			    rule[AFTER_ALIGNMENT] == 1);
	start_throw_init(&b->start, seats);
	if (rule[START] == 0)
		begin_round(b, 0);
	return 0;
}

static int blackpot_turn(const void *state)
{
	const struct blackpot *b = state;

	if (b->phase == BLACKPOT_OVER)
		return GAME_OVER;
	if (b->phase == BLACKPOT_THROW || b->phase == BLACKPOT_ROLL)
		return GAME_CHANCE;
	return b->phase == BLACKPOT_CHALLENGE ? b->asked : b->seat;
}

static struct draw blackpot_due(const void *state)
{
	const struct blackpot *b = state;

	if (b->phase == BLACKPOT_THROW)
		return start_throw_due(&b->start);
	return (struct draw){ .stream = b->shared ? 0 : b->seat + 1,
		.turn = b->shared ? 0 : b->turns[b->seat],
		.dice = BLACKPOT_DICE, .sides = 6 };
}

static void blackpot_land(void *state, const int *value)
{
	struct blackpot *b = state;

	begin_step(b);
	if (b->phase == BLACKPOT_THROW) {
		b->starter = start_throw_land(&b->start, value);
		if (b->starter < 0)
			return;
		b->seat = b->starter;
		note(b, BLACKPOT_EVENT_START);
		begin_round(b, b->starter);
		return;
	}
	blackpot_moves_items(blackpot_moves_sorted(value, BLACKPOT_DICE),
			     b->roll.die);
	b->roll.division = b->division;
	b->roll.tree = b->tree;
	blackpot_sums_find(&b->roll, &b->sums);
	b->phase = BLACKPOT_OPEN;
	settle(b);
}

static int blackpot_legal(const void *state, int *move)
{
	const struct blackpot *b = state;
	int most = blackpot_most(b), count = 0;
	struct blackpot_sums room;

	if (b->phase == BLACKPOT_CHALLENGE) {
		move[0] = BLACKPOT_MOVES_NONE;
		return 1 + blackpot_moves_combinations(&b->pots, &b->sums, most,
						       move + 1);
	}
	if (b->phase == BLACKPOT_PLACE && b->sums.one & 1)
		move[count++] = BLACKPOT_MOVES_NONE;
	count += blackpot_moves_sets(&b->pots, blackpot_sums_now(b, &room),
				     most, move + count);
	if (b->phase == BLACKPOT_PLACE && b->claims)
		move[count++] = BLACKPOT_MOVES_PASS;
	return count;
}

static void place(struct blackpot *b, int move)
{
	struct blackpot_row made[BLACKPOT_DIRECTIONS];
	int cell[BLACKPOT_DICE], count = blackpot_moves_items(move, cell);
	int side = blackpot_side(b->seat);

	for (int i = 0; i < count; i++) {
		int rows = blackpot_board_place(&b->pots, cell[i], side, made);

		for (int j = 0; j < rows; j++) {
			b->points[side] += made[j].pays;
			note(b, BLACKPOT_EVENT_ALIGNMENT)->row = made[j];
		}
	}
	b->idle = 0;
	b->left[side] -= count;
	if (b->left[side] == 0) {
		note(b, BLACKPOT_EVENT_LAST_PAWN);
		b->closing = true;
	}
	end_turn(b);
}

/* Handles an opponent's answer to a claim. */
static void answer_claim(struct blackpot *b, int move)
{
	if (move != BLACKPOT_MOVES_NONE) {
		struct blackpot_event *new = note(b, BLACKPOT_EVENT_CHALLENGE);

		new->by = b->asked;
		new->values = b->indicated = move;
		b->phase = BLACKPOT_FORCED;
	} else if ((b->asked + 1) % b->seats != b->seat) {
		b->asked = (b->asked + BLACKPOT_SIDES) % b->seats;
	} else {
		note(b, BLACKPOT_EVENT_PASS);
		end_idle(b);
	}
}

static void blackpot_apply(void *state, int move)
{
	struct blackpot *b = state;

	begin_step(b);
	if (b->phase == BLACKPOT_CHALLENGE) {
		answer_claim(b, move);
	} else if (move == BLACKPOT_MOVES_PASS) {
		note(b, BLACKPOT_EVENT_CLAIM);
		b->phase = BLACKPOT_CHALLENGE;
		b->asked = (b->seat + 1) % b->seats;
	} else if (move == BLACKPOT_MOVES_NONE) {
		note(b, BLACKPOT_EVENT_ZERO);
		end_idle(b);
	} else {
		place(b, move);
	}
	settle(b);
}

static void blackpot_out(void *state, int seat)
{
	struct blackpot *b = state;

	if (b->phase == BLACKPOT_OVER)
		return;
	begin_step(b);
	b->lost = blackpot_side(seat);
	end(b, END_FAULT);
}

/* ### the game */

static enum ending blackpot_score(const void *state, int *scores, int *ranks)
{
	const struct blackpot *b = state;
	int score[BLACKPOT_SIDES];

	for (int side = 0; side < BLACKPOT_SIDES; side++)
		score[side] = b->points[side] + 10 * b->left[side];
	for (int s = 0; s < b->seats; s++) {
		int side = blackpot_side(s);

		scores[s] = score[side];
		ranks[s] = 1 + (b->lost >= 0 ? side == b->lost :
				score[1 - side] > score[side]);
	}
	return b->ending;
}

static enum result blackpot_result(int seats, const int *rule)
{
	(void)rule;
	return seats == 2 ? RESULT_RANKING : RESULT_TEAMS;
}

const struct game blackpot = {
	.name = "blackpot",
	.title = "Black-Pot",
	.sheet = blackpot_sheet,
	.seats_min = 2,
	.seats_max = BLACKPOT_SEATS_MAX,
	.rules = blackpot_rules,
	.events = blackpot_events_table,
	.result = blackpot_result,
	.stride = 1,
	.state_size = sizeof(struct blackpot),
	.init = blackpot_init,
	.turn = blackpot_turn,
	.due = blackpot_due,
	.land = blackpot_land,
	.legal = blackpot_legal,
	.read_move = blackpot_read_move,
	.apply = blackpot_apply,
	.out = blackpot_out,
	.show_move = blackpot_show_move,
	.said = blackpot_said,
	.view = blackpot_view,
	.read_view = blackpot_read_view,
	.tell = blackpot_tell,
	.describe = blackpot_describe,
	.mark = blackpot_mark,
	.picture = blackpot_picture,
	.score = blackpot_score,
};
