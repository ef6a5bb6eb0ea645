/*
 * cell_names.h - cell names: columns a, b, .. from the left, rows 1, 2, .. from
 * the top.
 */
#ifndef GAMES_CELL_NAMES_H
#define GAMES_CELL_NAMES_H

#include "games/game.h"

enum { CELL_NAMES_SIZE = 5 };

/* Writes "d6" for column 3, row 5. */
void cell_names_write(int column, int row, char name[CELL_NAMES_SIZE]);

/* Finds the column and row of a name on a board of `side` columns and rows;
   false if there is no such cell. */
bool cell_names_find(const cJSON *name, int side, int *column, int *row);

#endif
