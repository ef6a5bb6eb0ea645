/*
 * sandbox.h - what a bot may do to the machine it runs on.
 */
#ifndef HOST_SANDBOX_H
#define HOST_SANDBOX_H

#include "host/sandbox_steps.h"

/*
 * In a child that may use its parent's memory (spawn_borrowing): takes on the
 * level's limits and becomes the bot.
 * Returns only on failure, with `report`; `start->status` is where to send it.
 */
void sandbox_enter(struct bot_start *start, struct sandbox_report *report);

#endif
