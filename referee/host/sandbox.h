/*
 * sandbox.h - confines a child to its sandbox level and starts the bot in it.
 */
#ifndef HOST_SANDBOX_H
#define HOST_SANDBOX_H

#include "host/sandbox_steps.h"

/*
 * In a child that may share its parent's memory (spawn_borrowing): takes on the
 * level's limits and becomes the bot.
 * Returns only on failure, with `report` set, which the caller has to write to
 * `start->status`.
 */
void sandbox_enter(struct bot_start *start, struct sandbox_report *report);

#endif
