/*
 * blackpot_show.c - Black-Pot as bots, logs and people see it.
 */
#include "base/json.h"
#include "games/blackpot.h"
#include "games/view_read.h"

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

int blackpot_read_move(const void *state, const cJSON *answer, int *move,
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

void blackpot_show_move(const void *state, int move, struct json_writer *w)
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

bool blackpot_said(const void *state, int move, struct json_writer *w)
{
	const struct blackpot *b = state;
	struct text said = {0};
	int value[BLACKPOT_DICE], count;

	if (move == BLACKPOT_MOVES_PASS ||
	    (b->phase == BLACKPOT_CHALLENGE && move == BLACKPOT_MOVES_NONE))
		return false;
	if (b->phase == BLACKPOT_CHALLENGE)
		count = blackpot_moves_items(move, value);
	else
		count = blackpot_moves_values(move, value);
	blackpot_sums_say(&b->roll, value, count, &said);
	json_string(w, text_string(&said));
	text_release(&said);
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

void blackpot_view(const void *state, int seat, struct json_writer *w)
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

int blackpot_read_view(void *state, const struct json_at *view,
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

void blackpot_tell(const void *before, const void *after,
		   struct json_writer *w)
{
	blackpot_events_write(&((const struct blackpot *)before)->events,
			      &((const struct blackpot *)after)->events, w);
}

void blackpot_describe(const void *state, int move, struct text *out)
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

struct game_mark blackpot_mark(int seats, int seat)
{
	(void)seats;
	return blackpot_board_mark(blackpot_side(seat));
}

void blackpot_picture(const void *state, bool colour, struct text *out)
{
	const struct blackpot *b = state;

	blackpot_board_picture(&b->pots, colour, out);
	for (int side = 0; side < BLACKPOT_SIDES; side++)
		text_printf(out, "%s: points %d, pawns left %d\n",
			    blackpot_board_mark(side).text, b->points[side],
			    b->left[side]);
}
