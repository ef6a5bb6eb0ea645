/*
 * blackpot_cells.h - finds cells of the Black-Pot board by name.
 */
#ifndef SUPPORT_BLACKPOT_CELLS_H
#define SUPPORT_BLACKPOT_CELLS_H

#include <check.h>

#include "games/blackpot_board.h"
#include "games/cell_names.h"

/* "d6" as a number. */
static inline int cell_of(const char *name)
{
	cJSON *json = cJSON_CreateString(name);
	int column, row;

	ck_assert(cell_names_find(json, BLACKPOT_BOARD_SIDE, &column, &row));
	cJSON_Delete(json);
	return row * BLACKPOT_BOARD_SIDE + column;
}

#endif
