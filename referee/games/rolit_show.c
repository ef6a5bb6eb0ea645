/*
 * rolit_show.c - Rolit as bots and people see it.
 */
#include "games/rolit.h"

#include "games/cell_names.h"
#include "games/view_read.h"

static const struct {
	char letter;
	const char *mark;
	const char *ansi;
} shown[ROLIT_COLOURS] = {
	{ 'R', "R, red", "\033[1;97;41m" },
	{ 'Y', "Y, yellow", "\033[1;30;43m" },
	{ 'G', "G, green", "\033[1;97;42m" },
	{ 'B', "B, blue", "\033[1;97;44m" },
};

static void put_cell(struct json_writer *w, int cell)
{
	char name[CELL_NAMES_SIZE];

	cell_names_write(cell % ROLIT_BOARD_SIDE, cell / ROLIT_BOARD_SIDE,
			 name);
	json_put_word(w, "cell", name);
}

void rolit_show_move(const void *state, int move, struct json_writer *w)
{
	(void)state;
	json_open(w, '{');
	put_cell(w, move);
	json_close(w, '}');
}

/* The colour of the ball on a cell, or -1. */
static int colour_at(const struct rolit *r, int cell)
{
	for (int c = 0; c < ROLIT_COLOURS; c++)
		if (r->ball[c] & rolit_board_bit(cell))
			return c;
	return -1;
}

void rolit_view(const void *state, int seat, struct json_writer *w)
{
	const struct rolit *r = state;
	char cells[ROLIT_BOARD_SIDE * ROLIT_BOARD_SIDE + 1], letter[2] = "";
	int count = 0, balls[ROLIT_COLOURS], list[ROLIT_COLOURS];

	(void)seat;                     /* nothing is hidden */
	for (uint64_t left = r->board; left != 0; left &= left - 1) {
		int colour = colour_at(r, rolit_board_first(left));

		cells[count++] = colour < 0 ? '.' : shown[colour].letter;
	}
	cells[count] = '\0';
	rolit_count_balls(r, balls);
	json_open(w, '{');
	json_put_int(w, "size", r->size);
	json_put_word(w, "board", cells);
	json_put_int(w, "seat", r->seat);
	json_put_open(w, "colours", '[');
	for (int s = 0; s < r->seats; s++) {
		letter[0] = shown[rolit_colour(r, s)].letter;
		json_word(w, letter);
	}
	json_close(w, ']');
	json_put_ints(w, "balls", balls, r->seats);
	json_put_ints(w, "turns", r->turns, r->seats);
	count = 0;
	for (int s = 0; s < r->seats; s++)
		if (r->out[s])
			list[count++] = s;
	json_put_ints(w, "out", list, count);
	json_close(w, '}');
}

/* Reads the balls of a view. */
static int read_board(struct rolit *r, const struct json_at *view,
		      struct error *err)
{
	struct json_at board = json_at_key(view, "board");
	const char *letters;
	uint64_t left = r->board;

	if (json_want_string(&board, &letters, err) != 0)
		return -1;
	memset(r->ball, 0, sizeof r->ball);
	for (; left != 0 && *letters != '\0'; left &= left - 1, letters++) {
		int c = 0;

		while (c < ROLIT_COLOURS && shown[c].letter != *letters)
			c++;
		if (c < ROLIT_COLOURS)
			r->ball[c] |= left & -left;
		else if (*letters != '.')
			break;
	}
	if (left != 0 || *letters != '\0')
		return json_expected(&board, err, "%d cells, each one of "
				     "R Y G B .", r->size * r->size);
	return 0;
}

int rolit_read_view(void *state, const struct json_at *view,
		    struct error *err)
{
	struct rolit *r = state;

	if (read_board(r, view, err) != 0 ||
	    view_read_int(view, "seat", 0, r->seats - 1, &r->seat, err) != 0 ||
	    view_read_ints(view, "turns", r->seats, r->seats, 0, r->max_turns,
			   r->turns, NULL, err) != 0 ||
	    view_read_seats(view, "out", r->seats, r->out, err) != 0)
		return -1;
	r->throwing = false;
	r->opening = 0;
	if (r->out[r->seat])
		return json_wrong(view, err, "seat %d is out and on turn",
				  r->seat);
	return 0;
}

static void open_event(struct json_writer *w, const char *name, int seat)
{
	json_open(w, '{');
	json_put_word(w, "e", name);
	json_put_int(w, "seat", seat);
}

/* Places the ball and writes its events. */
static void tell_put(struct rolit *r, int cell, struct json_writer *w)
{
	int turned = rolit_board_count(rolit_trapped(r, cell)), last = r->size - 1;
	int column = cell % ROLIT_BOARD_SIDE, row = cell / ROLIT_BOARD_SIDE;
	int before[ROLIT_COLOURS], after[ROLIT_COLOURS];

	rolit_count_balls(r, before);
	rolit_put(r, cell);
	rolit_count_balls(r, after);
	if (turned > 0) {
		open_event(w, "capture", r->seat);
		put_cell(w, cell);
		json_put_int(w, "balls", turned);
		json_close(w, '}');
	}
	for (int s = 0; s < r->seats; s++) {
		if (before[s] == 0 || after[s] > 0)
			continue;
		open_event(w, "extinct", s);
		json_close(w, '}');
	}
	if (column % last == 0 && row % last == 0) {
		open_event(w, "corner", r->seat);
		put_cell(w, cell);
		json_close(w, '}');
	}
}

void rolit_tell(const void *before, const void *after, struct json_writer *w)
{
	const struct rolit *is = after;
	struct rolit r = *(const struct rolit *)before;

	if (r.throwing && !is->throwing) {
		r.seat = is->first;
		open_event(w, "start", r.seat);
		json_close(w, '}');
	}
	/* A step places several balls if seats are out. */
	for (int i = rolit_board_count(rolit_occupied(is) & ~rolit_occupied(&r)); i-- > 0;
	     r.seat = (r.seat + 1) % r.seats)
		tell_put(&r, is->placed[i], w);
}

void rolit_describe(const void *state, int move, struct text *out)
{
	char name[CELL_NAMES_SIZE];

	(void)state;                    /* an event reports what it turns */
	cell_names_write(move % ROLIT_BOARD_SIDE, move / ROLIT_BOARD_SIDE,
			 name);
	text_printf(out, "places %s", name);
}

int rolit_describe_roll(const void *before, const void *after,
			const int *value, struct text *out)
{
	const struct rolit *r = before;

	(void)after;
	if (r->throwing) {
		for (int s = 0; s < r->seats; s++)
			if (rolit_colour(r, s) == value[0] - 1)
				return -1;
		text_add(out, "A colour without a player is thrown again");
		return -1;
	}
	rolit_describe(r, rolit_drawn_cell(r, value[0]), out);
	text_add(out, ", drawn by lot");
	return r->seat;
}

struct game_mark rolit_mark(int seats, int seat)
{
	const struct rolit r = { .seats = seats };
	int colour = rolit_colour(&r, seat);

	return (struct game_mark){ shown[colour].mark, shown[colour].ansi };
}

void rolit_picture(const void *state, bool colour, struct text *out)
{
	const struct rolit *r = state;

	text_add(out, "   ");
	for (int column = 0; column < r->size; column++)
		text_printf(out, " %c ", 'a' + column);
	text_byte(out, '\n');
	for (int row = 0; row < r->size; row++) {
		text_printf(out, " %d ", row + 1);
		for (int column = 0; column < r->size; column++) {
			int ball = colour_at(r,
					     ROLIT_BOARD_SIDE * row + column);

			text_printf(out, "%s %c %s",
				    colour && ball >= 0 ? shown[ball].ansi : "",
				    ball >= 0 ? shown[ball].letter : '.',
				    colour && ball >= 0 ? "\033[0m" : "");
		}
		text_byte(out, '\n');
	}
}
