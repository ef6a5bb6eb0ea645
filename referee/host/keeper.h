/*
 * keeper.h - the process that starts bots and outlives the other processes.
 *
 * warden.c has a diagram of all processes.
 */
#ifndef HOST_KEEPER_H
#define HOST_KEEPER_H

#include "host/hosting.h"

/*
 * Splits this process in two before any secret is read.  The caller becomes
 * the player: 0 is returned there, with the socket to the keeper in `*keeper`.
 * The other process becomes the keeper: it starts bots when asked to, waits for
 * the player, ends whatever is left, and exits with the player's exit status.
 * Signals that would stop the keeper are passed on to the player.
 * May lower the limit `tasks` (host_features_share_tasks).  Returns -1 with `err`
 * on failure, above all when the machine cannot do the level.
 */
int keeper_split(struct hosting *hosting, int *keeper,
		 struct error *err);

/*
 * Asks the keeper to start a bot of that entrant.  `ends` are the bot's input,
 * output and error output, and the warden's end of a SOCK_SEQPACKET pair; the
 * caller closes them afterwards (struct child).  Returns 0, or -1 with `err`,
 * usually because the keeper is gone.
 */
int keeper_start(int keeper, int entrant, const int ends[CHILD_ENDS],
		 struct error *err);

#endif
