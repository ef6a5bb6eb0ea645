/*
 * player_pipes.h - what goes to a player and what comes from it, for players.c.
 */
#ifndef HOST_PLAYER_PIPES_H
#define HOST_PLAYER_PIPES_H

#include "host/player.h"

/* What an epoll event is about: the player times four and one of these. */
enum channel { CHANNEL_OUT, CHANNEL_ERR, CHANNEL_CONTROL, CHANNEL_IN };

/* Waits for that end of player `i` too, from now on. */
void player_pipes_watch(struct players *players, int fd, int i,
			enum channel channel, uint32_t events);

/* Does not wait for that end any more. */
void player_pipes_forget(struct players *players, int fd);

/* Closes one of the player's ends, if it is open. */
void player_pipes_close(int *fd);

/* Sends a line with its LF, as far as the pipe takes it now. */
void player_pipes_send(struct players *players, struct player *player,
		       const char *line, size_t size);

/* Handles what happened at one end.  -1: our failure. */
int player_pipes_handle(struct players *players, struct player *player,
			enum channel channel, struct error *err);

/* It has closed its output or input, or exited: finds out, and blames it. */
int player_pipes_ended(struct players *players, struct player *player,
		       struct error *err);

/* Reads a piece of its error output, into the trace. */
void player_pipes_read_errors(struct players *players, struct player *player);

#endif
