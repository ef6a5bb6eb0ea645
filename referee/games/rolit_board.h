/*
 * rolit_board.h - boards of up to 8x8 as sets of cells, and what a ball traps.
 *
 * Cell (column, row) is bit 8 * row + column, on smaller boards too.
 */
#ifndef GAMES_ROLIT_BOARD_H
#define GAMES_ROLIT_BOARD_H

#include <stdint.h>

enum { TRAP_SIDE = 8, TRAP_DIRECTIONS = 8 };

static inline uint64_t trap_bit(int cell)
{
	return (uint64_t)1 << cell;
}

static inline int trap_count(uint64_t cells)
{
	return __builtin_popcountll(cells);
}

/* The first cell of a set that is not empty. */
static inline int trap_first(uint64_t cells)
{
	return __builtin_ctzll(cells);
}

/* Every cell of the set one step on. */
static inline uint64_t trap_step(uint64_t cells, int direction)
{
	static const struct {
		int left, right;        /* shift by one of them */
		uint64_t wrapped;       /* where only a wrap arrives */
	} to[TRAP_DIRECTIONS] = {
		{ 0, 9, 0x8080808080808080u }, { 0, 8, 0 },
		{ 0, 7, 0x0101010101010101u }, { 0, 1, 0x8080808080808080u },
		{ 1, 0, 0x0101010101010101u }, { 7, 0, 0x8080808080808080u },
		{ 8, 0, 0 }, { 9, 0, 0x0101010101010101u },
	};

	return ((cells << to[direction].left) >> to[direction].right) &
		~to[direction].wrapped;
}

/* All cells a step away from one of the set. */
static inline uint64_t trap_around(uint64_t cells)
{
	uint64_t found = 0;

	for (int d = 0; d < TRAP_DIRECTIONS; d++)
		found |= trap_step(cells, d);
	return found;
}

/* The empty cells where a new ball of `own` would trap some of `others`. */
static inline uint64_t trap_where(uint64_t own, uint64_t others,
				  uint64_t empty)
{
	uint64_t found = 0;

	for (int d = 0; d < TRAP_DIRECTIONS; d++) {
		uint64_t run = trap_step(own, d) & others;

		for (int i = 0; i < TRAP_SIDE - 3; i++)
			run |= trap_step(run, d) & others;
		found |= trap_step(run, d) & empty;
	}
	return found;
}

/* Those of `others` that a new ball of `own` on `cell` traps. */
static inline uint64_t trap_by(uint64_t own, uint64_t others, int cell)
{
	uint64_t all = 0;

	for (int d = 0; d < TRAP_DIRECTIONS; d++) {
		uint64_t run = 0, at = trap_step(trap_bit(cell), d);

		for (; at & others; at = trap_step(at, d))
			run |= at;
		if (at & own)
			all |= run;
	}
	return all;
}

#endif
