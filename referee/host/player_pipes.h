/*
 * player_pipes.h - the traffic with one player, for players.c.
 */
#ifndef HOST_PLAYER_PIPES_H
#define HOST_PLAYER_PIPES_H

#include "host/player.h"

/* An epoll event carries the player's number times four plus one of these. */
enum channel { CHANNEL_OUT, CHANNEL_ERR, CHANNEL_CONTROL, CHANNEL_IN };

/* Adds an end of player `i` to the epoll. */
void player_pipes_watch(struct players *players, int fd, int i,
			enum channel channel, uint32_t events);

/* Removes an end from the epoll. */
void player_pipes_forget(struct players *players, int fd);

/* Closes one of the player's ends, if it is open. */
void player_pipes_close(int *fd);

/* Sends a line with its LF; what the pipe does not take now is queued. */
void player_pipes_send(struct players *players, struct player *player,
		       const char *line, size_t size);

/* Handles an event at one end.  Returns 0, or -1 on our failure. */
int player_pipes_handle(struct players *players, struct player *player,
			enum channel channel, struct error *err);

/* The bot has closed its output or input, or exited: finds out which, and
   blames it.  Returns 0, or -1 on our failure. */
int player_pipes_ended(struct players *players, struct player *player,
		       struct error *err);

/* Reads a piece of its error output into the trace. */
void player_pipes_read_errors(struct players *players, struct player *player);

#endif
