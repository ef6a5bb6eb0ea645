/*
 * cell_names.c - cell names: columns a, b, .. from the left, rows 1, 2, .. from
 * the top.
 */
#include "games/cell_names.h"

#include <assert.h>

void cell_names_write(int column, int row, char name[CELL_NAMES_SIZE])
{
	int length = 0;

	assert(column >= 0 && column < 26 && row >= 0 && row < 99);
	name[length++] = (char)('a' + column);
	if (row >= 9)
		name[length++] = (char)('0' + (row + 1) / 10);
	name[length++] = (char)('0' + (row + 1) % 10);
	name[length] = '\0';
}

bool cell_names_find(const cJSON *name, int side, int *column, int *row)
{
	const char *digits;

	if (!cJSON_IsString(name) || name->valuestring[0] == '\0')
		return false;
	*column = name->valuestring[0] - 'a';
	*row = 0;
	digits = name->valuestring + 1;
	if (*digits < '1' || *digits > '9')
		return false;
	for (; *digits >= '0' && *digits <= '9' && *row <= side; digits++)
		*row = *row * 10 + *digits - '0';
	--*row;
	return *digits == '\0' && *column >= 0 && *column < side &&
		*row < side;
}
