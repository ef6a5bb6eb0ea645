/*
 * rolit.h - the state of Rolit, for the files rolit*.c.
 */
#ifndef GAMES_ROLIT_H
#define GAMES_ROLIT_H

#include "games/games.h"
#include "games/rolit_board.h"

enum { ROLIT_COLOURS = 4 };

struct rolit {
	uint64_t board;                 /* the cells of the board */
	uint64_t ball[ROLIT_COLOURS];
	int size, seats;
	int max_turns;
	bool must_capture;
	bool throwing;                  /* the start is not decided yet */
	int opening;                    /* placements still to be drawn */
	int first;                      /* the seat that began */
	int seat;                       /* whose turn it is */
	int turns[ROLIT_COLOURS];             /* by seat */
	bool out[ROLIT_COLOURS];              /* by seat, after a fault */
	int placed[ROLIT_COLOURS];            /* last cells, latest first */
	bool over;
	enum ending ending;
};

static inline uint64_t rolit_occupied(const struct rolit *r)
{
	return r->ball[0] | r->ball[1] | r->ball[2] | r->ball[3];
}

/* ### rolit_state.c */

/* The colour of a seat: its index in `ball`. */
int rolit_colour(const struct rolit *r, int seat);

/* The balls that a ball of the seat on turn, on this cell, would turn. */
uint64_t rolit_trapped(const struct rolit *r, int cell);

/* The empty cells next to a ball, including diagonally. */
uint64_t rolit_next_to_a_ball(const struct rolit *r);

/* Where the seat on turn may place a ball. */
uint64_t rolit_legal_cells(const struct rolit *r);

/* The cell that this value of a draw selects for the seat on turn. */
int rolit_drawn_cell(const struct rolit *r, int value);

/* Places a ball of the seat on turn, without ending its turn. */
void rolit_put(struct rolit *r, int cell);

/* Counts the balls of each seat. */
void rolit_count_balls(const struct rolit *r, int *balls);

/* ### members of struct game: rolit_show.c */
void rolit_show_move(const void *state, int move, struct json_writer *w);
void rolit_view(const void *state, int seat, struct json_writer *w);
int rolit_read_view(void *state, const struct json_at *view,
		    struct error *err);
void rolit_tell(const void *before, const void *after, struct json_writer *w);
void rolit_describe(const void *state, int move, struct text *out);
int rolit_describe_roll(const void *before, const void *after,
			const int *value, struct text *out);
void rolit_picture(const void *state, bool colour, struct text *out);
struct game_mark rolit_mark(int seats, int seat);

#endif
