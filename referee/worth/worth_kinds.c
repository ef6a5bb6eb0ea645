/*
 * worth_kinds.c - the ways to value positions.
 */
#include "worth/worth.h"

const struct worth_kind *const worth_kinds[] = {
	[LUCK_TABLE] = &worth_table, [LUCK_RACE] = &worth_race,
	[LUCK_VOLLE] = &worth_volle,
};
