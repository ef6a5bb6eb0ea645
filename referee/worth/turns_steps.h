/*
 * turns_steps.h - the steps by which turns_values works out a row.
 */
#ifndef WORTH_TURNS_STEPS_H
#define WORTH_TURNS_STEPS_H

#include "worth/turns.h"

/* Makes turns->steps and turns->width from all the rest of the table. */
void turns_steps_make(struct turns *turns);

void turns_steps_free(struct turns *turns);

#endif
