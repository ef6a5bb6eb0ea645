/*
 * worth_kinds.h - the ways to value positions, one file for each.
 */
#ifndef WORTH_WORTH_KINDS_H
#define WORTH_WORTH_KINDS_H

#include "worth/worth.h"

/* worth_table.c: exact, for two seats; worth_race.c; worth_volle.c. */
extern const struct worth_kind worth_table, worth_race, worth_volle;

/* Indexed by enum luck_kind. */
extern const struct worth_kind *const worth_kinds[];

#endif
