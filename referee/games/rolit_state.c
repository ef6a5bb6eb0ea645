/*
 * rolit_state.c - the balls of the seats; used by both the rules and the views.
 */
#include "games/rolit.h"

#include <string.h>

/* The colours of the seats, by the number of seats. */
static const unsigned char colours[][ROLIT_COLOURS] = {
	[2] = { 0, 2 }, [3] = { 0, 1, 2 }, [4] = { 0, 1, 2, 3 }
};

int rolit_colour(const struct rolit *r, int seat)
{
	return colours[r->seats][seat];
}

uint64_t rolit_trapped(const struct rolit *r, int cell)
{
	uint64_t own = r->ball[rolit_colour(r, r->seat)];

	return rolit_board_trapped(own, rolit_occupied(r) & ~own, cell);
}

uint64_t rolit_next_to_a_ball(const struct rolit *r)
{
	uint64_t balls = rolit_occupied(r);

	return rolit_board_around(balls) & r->board & ~balls;
}

uint64_t rolit_legal_cells(const struct rolit *r)
{
	uint64_t own = r->ball[rolit_colour(r, r->seat)], balls = rolit_occupied(r);
	uint64_t found = 0;

	if (r->must_capture)
		found = rolit_board_traps(own, balls & ~own, r->board & ~balls);
	return found != 0 ? found : rolit_next_to_a_ball(r);
}

int rolit_drawn_cell(const struct rolit *r, int value)
{
	uint64_t cells = rolit_legal_cells(r);

	for (int i = 1; i < value; i++)
		cells &= cells - 1;
	return rolit_board_first(cells);
}

void rolit_put(struct rolit *r, int cell)
{
	uint64_t turned = rolit_trapped(r, cell);

	for (int c = 0; c < ROLIT_COLOURS; c++)
		r->ball[c] &= ~turned;
	r->ball[rolit_colour(r, r->seat)] |= turned | rolit_board_bit(cell);
	memmove(r->placed + 1, r->placed, (ROLIT_COLOURS - 1) * sizeof *r->placed);
	r->placed[0] = cell;
}

void rolit_count_balls(const struct rolit *r, int *balls)
{
	for (int s = 0; s < r->seats; s++)
		balls[s] = rolit_board_count(r->ball[rolit_colour(r, s)]);
}
