/*
 * cell_names.h - names of cells: a, b, .. from the left, 1, 2, .. from the top.
 */
#ifndef GAMES_CELL_NAMES_H
#define GAMES_CELL_NAMES_H

#include "games/game.h"

enum { CELLS_NAME_MAX = 5 };

/* Writes "d6" for column 3, row 5. */
void cells_name(int column, int row, char name[CELLS_NAME_MAX]);

/* The column and row of a name on a board of `side` columns and rows. */
bool cells_find(const cJSON *name, int side, int *column, int *row);

#endif
