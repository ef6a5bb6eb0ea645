/*
 * player_pipes.c - the traffic with one player.
 */
#include "host/player_pipes.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "host/process_tree.h"
#include "host/turn_clock.h"
#include "host/warden.h"

enum {
	STDERR_KEPT = 65536,    /* bytes per match that go to the trace */
	UNSENT_MAX = 1 << 20,   /* bytes a bot may leave unread */
	EXIT_WAIT_MS = 30,      /* how long we wait for an exit status .. */
	EXIT_MOST_MS = 1000     /* .. and how long for a bot known to exit */
};

/* ### faults */

static void blame_exit(struct player *player)
{
	char detail[64];

	if (WIFEXITED(player->status)) {
		snprintf(detail, sizeof detail, "exit status %d",
			 WEXITSTATUS(player->status));
		player_blame(player, FAULT_GONE, detail);
	} else if (WTERMSIG(player->status) == SIGXCPU) {
		player_blame(player, FAULT_LIMIT, "processor time used up");
	} else if (WTERMSIG(player->status) == SIGXFSZ) {
		player_blame(player, FAULT_LIMIT, "a file beyond the size "
						  "limit");
	} else {
		snprintf(detail, sizeof detail, "killed by signal %d",
			 WTERMSIG(player->status));
		player_blame(player, FAULT_GONE, detail);
	}
}

/* ### pipes */

void player_pipes_watch(struct players *players, int fd, int i,
			enum channel channel, uint32_t events)
{
	struct epoll_event event = {
		.events = events,
		.data.u32 = (uint32_t)i * 4 + channel,
	};

	if (epoll_ctl(players->epoll, EPOLL_CTL_ADD, fd, &event) != 0)
		players->broken = errno;
}

void player_pipes_forget(struct players *players, int fd)
{
	if (epoll_ctl(players->epoll, EPOLL_CTL_DEL, fd, NULL) != 0)
		players->broken = errno;
}

void player_pipes_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);     /* which also removes it from the epoll */
	*fd = -1;
}

/* Writes as much of `unsent` as the pipe takes. */
static void push(struct players *players, struct player *player)
{
	ssize_t wrote;

	while (player->in >= 0 && player->sent < player->unsent.length) {
		wrote = write(player->in, player->unsent.bytes + player->sent,
			      player->unsent.length - player->sent);
		if (wrote >= 0) {
			player->sent += (size_t)wrote;
		} else if (errno == EAGAIN) {
			return;         /* until there is room again */
		} else if (errno == EPIPE) {
			player->input_closed = true;
			break;
		} else if (errno != EINTR) {
			players->broken = errno;
			break;
		}
	}
	player->sent = 0;
	text_clear(&player->unsent);
}

/* There is room in the pipe to the bot, or its reading end was closed.  In the
   latter case data still in the pipe will never be read. */
static void see_input(struct players *players, struct player *player)
{
	struct pollfd end = { .fd = player->in };
	int unread;

	push(players, player);
	if (player->in >= 0 && poll(&end, 1, 0) > 0 &&
	    (end.revents & POLLERR) != 0 &&
	    ioctl(player->in, FIONREAD, &unread) == 0 && unread > 0)
		player->input_closed = true;
}

void player_pipes_send(struct players *players, struct player *player,
		       const char *line, size_t size)
{
	trace_add(players->trace, players->game, player->seat, TRACE_TO, line,
		  size - 1);
	if (player->input_closed)
		return;
	if (player->unsent.length - player->sent > UNSENT_MAX) {
		player_blame(player, FAULT_TIMEOUT,
			     "does not read its input");
		return;
	}
	text_append(&player->unsent, line, size);
	push(players, player);
}

/* ### reading from a player */

static void count_output(struct players *players, struct player *player,
			 size_t bytes)
{
	uint64_t most = (uint64_t)players->hosting->
		limits.value[LIMIT_OUTPUT_MB] << 20;

	player->output += bytes;
	if (player->output > most)
		player_blame(player, FAULT_LIMIT, "more output than its limit");
}

/* Does the bot run as the same user as its warden, and see it? */
static bool reaches_warden(const struct players *players,
			   const struct player *player)
{
	const enum level level = player_level(players, player);

	return level == LEVEL_NONE ||
		(level == LEVEL_LIMITS && geteuid() != 0);
}

/* Handles a message of the warden, if there is one.  Returns 0, or -1 on our
   failure. */
static int read_warden(struct players *players, struct player *player,
		       struct error *err)
{
	struct warden_message message;
	char detail[96];
	ssize_t got;

	got = recv(player->control, &message, sizeof message, MSG_DONTWAIT);
	if (got < 0)
		return 0;
	if (got == 0) {
		player_pipes_close(&player->control);
		if (player->fault != FAULT_NONE)
			return 0;
		/* Blame only a bot that could have caused it. */
		if (!reaches_warden(players, player) || player->top == 0)
			return error_set(err, "the process that starts and "
					 "watches a bot was killed");
		player->killed = true;
		player_blame(player, FAULT_GONE,
			     "ended the process that watches it");
		return 0;
	}
	assert(got == (ssize_t)sizeof message);
	switch (message.says) {
	case WARDEN_HERE:
		player->warden = message.warden;
		break;
	case WARDEN_STARTED:
		player->top = message.number;
		player->bot = message.bot;
		player_open_stop(players, player, &message.group);
		player->deadline_us = clock_us() + 1000LL *
			players->hosting->limits.value[LIMIT_START_MS];
		player->pressure_us =
			turn_clock_pressure_us(TURN_CLOCK_PRESSURE);
		turn_clock_game(players, player);
		break;
	case WARDEN_NO_START:
		snprintf(detail, sizeof detail, "cannot be run: %s",
			 strerror(message.number));
		player_blame(player, FAULT_START, detail);
		break;
	case WARDEN_BROKEN:
		return error_set(err, "cannot host the bots: %s",
				 message.text);
	case WARDEN_EXITED:
		player->exited = true;
		player->status = message.number;
		player->killed = WIFSIGNALED(player->status) &&
			WTERMSIG(player->status) == SIGKILL;
		break;
	}
	return 0;
}

int player_pipes_ended(struct players *players, struct player *player,
		       struct error *err)
{
	struct pollfd wait = { .fd = player->control, .events = POLLIN };
	const int64_t deadline = clock_us() + 1000LL * EXIT_MOST_MS;

	player_pipes_close(&player->out);
	if (player->asked && player->input.length > 0) {
		player->killed = true;  /* or may have been */
		player_blame(player, FAULT_GARBLED,
			     "ended in the middle of a line");
		return 0;
	}
	/* If the bot has exited, its status will arrive, which may take long
	   on a busy machine.  But the bot may also have closed its output and
	   still run. */
	while (!player->exited && player->control >= 0 &&
	       player->fault == FAULT_NONE && clock_us() < deadline) {
		if (poll(&wait, 1, EXIT_WAIT_MS) > 0) {
			if (read_warden(players, player, err) != 0)
				return -1;
		} else if (player->bot > 0 &&
			   !process_tree_is_going(player->bot)) {
			break;
		}
	}
	if (player->exited)
		blame_exit(player);
	else
		player_blame(player, FAULT_GONE, player->input_closed ?
			     "closed its input" : "closed its output");
	return 0;
}

/* Reads once.  Returns the number of bytes, 0 at the end, or -1 if there is
   nothing to read. */
static ssize_t read_output(struct players *players, struct player *player)
{
	char spill[4096];
	char *to = spill, *end;
	size_t room = sizeof spill;
	ssize_t got;

	if (player->asked) {
		text_reserve(&player->input, PROTOCOL_LINE_MAX + 1 -
			     player->input.length);
		to = player->input.bytes + player->input.length;
		room = PROTOCOL_LINE_MAX + 1 - player->input.length;
	}
	do
		got = read(player->out, to, room);
	while (got < 0 && errno == EINTR);
	if (got <= 0)
		return got;
	count_output(players, player, (size_t)got);
	if (!player->asked) {
		trace_add(players->trace, players->game, player->seat,
			  TRACE_FROM, to, (size_t)got);
		if (!player->answered) {
			text_clear(&player->input);
			text_append(&player->input, to, (size_t)got);
		}
		player_blame(player, FAULT_FLOOD, "wrote without being asked");
		return got;
	}
	player->input.length += (size_t)got;
	end = memchr(to, '\n', (size_t)got);
	if (end != NULL) {
		player->asked = false;
		trace_add(players->trace, players->game, player->seat,
			  TRACE_FROM, player->input.bytes,
			  (size_t)(end - player->input.bytes));
	}
	/* The verdict must not depend on how reads split the line. */
	if (end != NULL ? end - player->input.bytes >= PROTOCOL_LINE_MAX :
	    player->input.length >= PROTOCOL_LINE_MAX)
		player_blame(player, FAULT_FLOOD,
			     "a line of more than 65536 bytes");
	else if (end != NULL && end + 1 != to + got)
		player_blame(player, FAULT_FLOOD, "wrote on after its answer");
	else
		player->answered = end != NULL;
	return got;
}

/* Keeps the last 64 to 128 KiB: when the buffer is full, all but the last 64
   KiB is dropped. */
static void keep_errors(struct player *player, const char *bytes, size_t size)
{
	struct text *words = &player->last_errors;

	if (words->length + size > 2 * STDERR_KEPT) {
		memmove(words->bytes, words->bytes + words->length -
			STDERR_KEPT, STDERR_KEPT);
		words->length = STDERR_KEPT;
	}
	text_append(words, bytes, size);
}

void player_pipes_read_errors(struct players *players, struct player *player)
{
	char bytes[16384];
	ssize_t got = read(player->err, bytes, sizeof bytes);
	size_t kept;

	if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
		player_pipes_close(&player->err);
	if (got <= 0)
		return;
	count_output(players, player, (size_t)got);
	keep_errors(player, bytes, (size_t)got);
	kept = STDERR_KEPT - player->stderr_kept;
	if (kept > (size_t)got)
		kept = (size_t)got;
	player->stderr_kept += kept;
	if (kept > 0)
		trace_add(players->trace, players->game, player->seat,
			  TRACE_STDERR, bytes, kept);
}

/* The bot has exited: an answer that is still in the pipe counts. */
static int drain(struct players *players, struct player *player,
		 struct error *err)
{
	ssize_t got = 1;

	while (player->out >= 0 && player->fault == FAULT_NONE && got > 0) {
		got = read_output(players, player);
		if (got == 0)
			return player_pipes_ended(players, player, err);
	}
	/* A child may still hold the pipe, but the bot has exited. */
	if (player->asked && player->input.length > 0)
		player_blame(player, FAULT_GARBLED,
			     "ended in the middle of a line");
	blame_exit(player);
	return 0;
}

int player_pipes_handle(struct players *players, struct player *player,
			enum channel channel, struct error *err)
{
	/* Stops reading the output of a bot at fault, which ends a flood.  The
	   error output of a bot that is gone is still read: it may say why. */
	if (player->fault != FAULT_NONE && channel == CHANNEL_OUT)
		player_pipes_close(&player->out);
	if (player->fault != FAULT_NONE && player->fault != FAULT_GONE &&
	    channel == CHANNEL_ERR)
		player_pipes_close(&player->err);
	switch (channel) {
	case CHANNEL_OUT:
		if (player->out >= 0 && read_output(players, player) == 0)
			return player_pipes_ended(players, player, err);
		return 0;
	case CHANNEL_ERR:
		if (player->err >= 0)
			player_pipes_read_errors(players, player);
		return 0;
	case CHANNEL_IN:
		see_input(players, player);
		return 0;
	case CHANNEL_CONTROL:
		if (player->control < 0)
			return 0;
		if (read_warden(players, player, err) != 0)
			return -1;
		return player->exited ? drain(players, player, err) : 0;
	}
	return 0;
}
