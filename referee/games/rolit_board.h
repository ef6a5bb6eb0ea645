/*
 * rolit_board.h - boards of up to 8x8 as bit sets of cells, and trapped balls.
 *
 * Cell (column, row) is bit 8 * row + column, on smaller boards too.
 */
#ifndef GAMES_ROLIT_BOARD_H
#define GAMES_ROLIT_BOARD_H

#include <stdint.h>

enum { ROLIT_BOARD_SIDE = 8, ROLIT_BOARD_DIRECTIONS = 8 };

static inline uint64_t rolit_board_bit(int cell)
{
	return (uint64_t)1 << cell;
}

static inline int rolit_board_count(uint64_t cells)
{
	return __builtin_popcountll(cells);
}

/* The first cell of a set that is not empty. */
static inline int rolit_board_first(uint64_t cells)
{
	return __builtin_ctzll(cells);
}

/* Every cell of the set moved by one step. */
static inline uint64_t rolit_board_step(uint64_t cells, int direction)
{
	static const struct {
		int left, right;        /* shift by one of them */
		uint64_t wrapped;       /* cells reached only by wrapping */
	} to[ROLIT_BOARD_DIRECTIONS] = {
		{ 0, 9, 0x8080808080808080u }, { 0, 8, 0 },
		{ 0, 7, 0x0101010101010101u }, { 0, 1, 0x8080808080808080u },
		{ 1, 0, 0x0101010101010101u }, { 7, 0, 0x8080808080808080u },
		{ 8, 0, 0 }, { 9, 0, 0x0101010101010101u },
	};

	return ((cells << to[direction].left) >> to[direction].right) &
		~to[direction].wrapped;
}

/* All cells that are one step away from a cell of the set. */
static inline uint64_t rolit_board_around(uint64_t cells)
{
	uint64_t found = 0;

	for (int d = 0; d < ROLIT_BOARD_DIRECTIONS; d++)
		found |= rolit_board_step(cells, d);
	return found;
}

/* The empty cells on which a new ball of `own` would trap some of `others`. */
static inline uint64_t rolit_board_traps(uint64_t own, uint64_t others,
					 uint64_t empty)
{
	uint64_t found = 0;

	for (int d = 0; d < ROLIT_BOARD_DIRECTIONS; d++) {
		uint64_t run = rolit_board_step(own, d) & others;

		for (int i = 0; i < ROLIT_BOARD_SIDE - 3; i++)
			run |= rolit_board_step(run, d) & others;
		found |= rolit_board_step(run, d) & empty;
	}
	return found;
}

/* The balls of `others` that a new ball of `own` on `cell` traps. */
static inline uint64_t rolit_board_trapped(uint64_t own, uint64_t others,
					   int cell)
{
	uint64_t all = 0;

	for (int d = 0; d < ROLIT_BOARD_DIRECTIONS; d++) {
		uint64_t run = 0,
			 at = rolit_board_step(rolit_board_bit(cell), d);

		for (; at & others; at = rolit_board_step(at, d))
			run |= at;
		if (at & own)
			all |= run;
	}
	return all;
}

#endif
