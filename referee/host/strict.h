/*
 * strict.h - level `strict`: the arguments of bubblewrap.
 *
 * bwrap has no hold of the bot's pipes.  It gets descriptors of its own for 0
 * to 2, and passes on those that the program which it starts inside
 * (strict_inside.h) then gives to the bot.
 */
#ifndef HOST_STRICT_H
#define HOST_STRICT_H

#include "host/sandbox_steps.h"

/* The bot's working folder, as it sees it. */
#define STRICT_BOX "/tmp/box"

/* Makes what is the same for all bots, once, for this process and those that it
   forks.  What fails is tried again when a bot starts, which reports it. */
void strict_prepare(void);

/*
 * In the child that is being started: becomes bwrap.  Of `start`, `exit` takes
 * the status of waitpid when the bot has ended, `info` the place of the
 * namespaces' first process, and `setup` bwrap's error messages.  Returns only
 * on failure.
 * A command without words is a trial: it ends well when the sandbox is built.
 */
void strict_enter(struct bot_start *start, struct sandbox_report *report);

#endif
