/*
 * players.c - starts the bots of a match, talks to them and ends them.
 */
#define _GNU_SOURCE
#include "host/players.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "host/keeper.h"
#include "host/process_tree.h"
#include "host/protocol.h"
#include "host/turn_clock.h"
#include "host/warden.h"

enum {
	BYE_WAIT_MS = 200,
	END_WAIT_MS = 5000,
	FILE_WAIT_MS = 500,
	BUILD_WAIT_MS = 30000   /* for a sandbox; not counted as bot time */
};

enum {
	STDERR_KEPT = 65536,    /* bytes per match that go to the trace */
	UNSENT_MAX = 1 << 20,   /* bytes a bot may leave unread */
	EXIT_WAIT_MS = 30,      /* how long we wait for an exit status .. */
	EXIT_MOST_MS = 1000     /* .. and how long for a bot known to exit */
};

/* An epoll event carries the player's number times four plus one of these. */
enum channel { CHANNEL_OUT, CHANNEL_ERR, CHANNEL_CONTROL, CHANNEL_IN };

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

static void watch_end(struct players *players, int fd, int i,
			enum channel channel, uint32_t events)
{
	struct epoll_event event = {
		.events = events,
		.data.u32 = (uint32_t)i * 4 + channel,
	};

	if (epoll_ctl(players->epoll, EPOLL_CTL_ADD, fd, &event) != 0)
		players->broken = errno;
}

/* Removes an end from the epoll. */
static void forget_end(struct players *players, int fd)
{
	if (epoll_ctl(players->epoll, EPOLL_CTL_DEL, fd, NULL) != 0)
		players->broken = errno;
}

/* Closes one of the player's ends, if it is open. */
static void close_end(int *fd)
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

/* Sends a line with its LF; what the pipe does not take now is queued. */
static void send_line(struct players *players, struct player *player,
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
		close_end(&player->control);
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
		player->deadline_us = player_clock_us(players) + 1000LL *
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

/* The bot has closed its output or input, or exited: finds out which, and
   blames it.  Returns 0, or -1 on our failure. */
static int blame_ended(struct players *players, struct player *player,
		       struct error *err)
{
	struct pollfd wait = { .fd = player->control, .events = POLLIN };
	const int64_t deadline = clock_us() + 1000LL * EXIT_MOST_MS;

	close_end(&player->out);
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
	struct error why;
	ssize_t got;

	if (player->asked) {
		text_reserve(&player->input, players->line_max + 1 -
			     player->input.length);
		to = player->input.bytes + player->input.length;
		room = players->line_max + 1 - player->input.length;
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
	if ((end != NULL ? (size_t)(end - player->input.bytes) :
	     player->input.length) >= players->line_max) {
		error_set(&why, "a line of more than %zu bytes",
			  players->line_max);
		player_blame(player, FAULT_FLOOD, why.text);
	} else if (end != NULL && end + 1 != to + got &&
		   protocol_is_object(player->input.bytes, end, &why)) {
		player_blame(player, FAULT_FLOOD, "wrote on after its answer");
	} else if (end != NULL && end + 1 != to + got) {
		player_blame(player, FAULT_GARBLED, why.text);
	} else {
		player->answered = end != NULL;
	}
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

/* Reads a piece of its error output into the trace. */
static void read_errors(struct players *players, struct player *player)
{
	char bytes[16384];
	ssize_t got = read(player->err, bytes, sizeof bytes);
	size_t kept;

	if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
		close_end(&player->err);
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
			return blame_ended(players, player, err);
	}
	/* A child may still hold the pipe, but the bot has exited. */
	if (player->asked && player->input.length > 0)
		player_blame(player, FAULT_GARBLED,
			     "ended in the middle of a line");
	blame_exit(player);
	return 0;
}

/* Handles an event at one end.  Returns 0, or -1 on our failure. */
static int handle_event(struct players *players, struct player *player,
			enum channel channel, struct error *err)
{
	/* Stops reading the output of a bot at fault, which ends a flood.  The
	   error output of a bot that is gone is still read: it may say why. */
	if (player->fault != FAULT_NONE && channel == CHANNEL_OUT)
		close_end(&player->out);
	if (player->fault != FAULT_NONE && player->fault != FAULT_GONE &&
	    channel == CHANNEL_ERR)
		close_end(&player->err);
	switch (channel) {
	case CHANNEL_OUT:
		if (player->out >= 0 && read_output(players, player) == 0)
			return blame_ended(players, player, err);
		return 0;
	case CHANNEL_ERR:
		if (player->err >= 0)
			read_errors(players, player);
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

/* ### all players */

/*
 * Waits for events, at most for `most_us`, and handles them.  Returns 0, or -1
 * on our failure or if there were at least `stops` requests to stop.
 */
static int handle_events(struct players *players, int64_t most_us, int stops,
			 struct error *err)
{
	const int most_ms = most_us > 0 ? (int)((most_us + 999) / 1000) : 0;
	struct epoll_event event[16];
	int64_t before_us;
	int got;

	player_worked(players);
	before_us = players->seen_us;
	got = epoll_wait(players->epoll, event, 16, most_ms);
	players->seen_us = clock_us();
	player_waited(players, players->seen_us - before_us -
		      1000LL * most_ms);
	if (players->stop != NULL && *players->stop >= stops)
		return error_set(err, "interrupted");
	if (players->broken != 0)
		return error_set(err, "cannot communicate with bots or wait "
				 "for them (write, epoll_ctl, kill): %s",
				 strerror(players->broken));
	for (int i = 0; i < got; i++) {
		struct player *player =
			&players->player[event[i].data.u32 / 4];

		if (player->state != PLAYER_OFF &&
		    handle_event(players, player, event[i].data.u32 % 4,
					err) != 0)
			return -1;
	}
	return 0;
}

/* ### a player's end

   The end is requested at once and waited for later: before a bot is started,
   before the next game begins, or when the match is over. */

/* Waits until the warden closes its side, which it does when all processes of
   the bot are gone.  False: it did not in time. */
static bool await_close(const struct player *player)
{
	struct pollfd wait = { .fd = player->control, .events = POLLIN };
	int64_t deadline = clock_us() + 1000 * END_WAIT_MS;
	struct warden_message ignored;
	ssize_t got = 1;

	while (got > 0 && clock_us() < deadline)
		if (poll(&wait, 1, END_WAIT_MS) > 0)
			got = recv(player->control, &ignored, sizeof ignored,
				   MSG_DONTWAIT);
	return got <= 0;
}

/* Waits until the processes of all ended players are gone. */
static void await_ends(struct players *players)
{
	static const char gone[] = "all its processes are gone";

	for (int i = 0; i < players->count; i++) {
		struct player *player = &players->player[i];

		if (player->state != PLAYER_OFF || player->control < 0)
			continue;
		if (!await_close(player) && player->warden > 0) {
			kill(player->warden, SIGKILL);
			await_close(player);
		}
		close_end(&player->control);
		trace_add(players->trace, players->game, player->seat,
			  TRACE_END, gone, sizeof gone - 1);
	}
}

void players_end(struct players *players, int i)
{
	struct player *player = &players->player[i];

	if (player->state == PLAYER_OFF)
		return;
	for (int more = 0; more < 5 && player->err >= 0; more++)
		read_errors(players, player);
	close_end(&player->in);
	close_end(&player->out);
	close_end(&player->err);
	close_end(&player->stop);
	/* Closing our side makes the warden end the bot.  A bot that runs as
	   the same user may have stopped the warden with a signal. */
	if (player->control >= 0) {
		forget_end(players, player->control);
		shutdown(player->control, SHUT_WR);
		if (player->warden > 0)
			kill(player->warden, SIGCONT);
	}
	player->state = PLAYER_OFF;
	player->killed = false;
}

/* ### a player's life */

int players_init(struct players *players, int count,
		 const struct hosting *hosting, int keeper,
		 struct trace *trace, const volatile sig_atomic_t *stop,
		 struct error *err)
{
	*players = (struct players){
		.hosting = hosting, .keeper = keeper, .trace = trace,
		.stop = stop, .stops_most = 1, .count = count,
		.seen_us = clock_us(),
		.line_max = PROTOCOL_LINE_MAX,
		.counts_tasks = player_counts_tasks(hosting),
		.player = memory_new((size_t)count, sizeof *players->player),
	};
	for (int i = 0; i < count; i++)
		players->player[i].in = players->player[i].out =
			players->player[i].err =
			players->player[i].control =
			players->player[i].stop = -1;
	players->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (players->epoll < 0)
		return error_set(err, "cannot wait for bots: %s",
				 strerror(errno));
	return 0;
}

/* Keeps the line, without its LF, for a trace. */
static void set_question(const struct players *players, struct player *player,
			 const char *line, size_t size)
{
	if (players->trace == NULL || size == 0)
		return;
	text_clear(&player->question);
	text_append(&player->question, line, size - 1);
	text_clear(&player->times);
	player->asked_us = 0;
}

/* Makes three pipes and a socket pair: our ends in `player`, the others in
   `ends`. */
static int make_ends(struct player *player, int ends[CHILD_ENDS],
		     struct error *err)
{
	enum { PIPES = 3 };
	int pipes[PIPES][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
	int pair[2] = { -1, -1 };
	int one = 0;

	while (one < PIPES && pipe2(pipes[one], O_CLOEXEC) == 0)
		one++;
	if (one < PIPES || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0,
				  pair) != 0) {
		error_set(err, "cannot make pipes for a bot: %s",
			  strerror(errno));
		while (one-- > 0) {
			close(pipes[one][0]);
			close(pipes[one][1]);
		}
		return -1;
	}
	player->in = pipes[0][1];
	player->out = pipes[1][0];
	player->err = pipes[2][0];
	player->control = pair[0];
	ends[CHILD_IN] = pipes[0][0];
	ends[CHILD_OUT] = pipes[1][1];
	ends[CHILD_ERR] = pipes[2][1];
	ends[CHILD_CONTROL] = pair[1];
	fcntl(player->in, F_SETFL, O_NONBLOCK);
	fcntl(player->out, F_SETFL, O_NONBLOCK);
	fcntl(player->err, F_SETFL, O_NONBLOCK);
	return 0;
}

int players_start(struct players *players, int i, int entrant, int seat,
		  const char *hello, size_t size, struct error *err)
{
	struct player *player = &players->player[i];
	int ends[CHILD_ENDS], result;

	assert(player->state == PLAYER_OFF);
	/* An ended bot that still runs would take time from the new one. */
	await_ends(players);
	*player = (struct player){
		.entrant = entrant, .seat = seat, .state = PLAYER_STARTING,
		.asked = true, .input = player->input,
		.unsent = player->unsent, .question = player->question,
		.last_errors = player->last_errors, .times = player->times,
		.in = -1, .out = -1, .err = -1, .control = -1, .stop = -1,
		.stderr_kept = player->stderr_kept,
		.oom_kills = freezer_oom_kills(),
		.deadline_us = player_clock_us(players) +
			1000LL * BUILD_WAIT_MS,
	};
	text_clear(&player->input);
	text_clear(&player->unsent);
	text_clear(&player->last_errors);
	set_question(players, player, hello, size);
	if (make_ends(player, ends, err) != 0) {
		player->state = PLAYER_OFF;
		return -1;
	}
	/* Edge-triggered, because the pipe nearly always has room. */
	watch_end(players, player->in, i, CHANNEL_IN, EPOLLOUT | EPOLLET);
	watch_end(players, player->out, i, CHANNEL_OUT, EPOLLIN);
	watch_end(players, player->err, i, CHANNEL_ERR, EPOLLIN);
	watch_end(players, player->control, i, CHANNEL_CONTROL, EPOLLIN);
	result = keeper_start(players->keeper, entrant, ends, err);
	for (int end = 0; end < CHILD_ENDS; end++)
		close(ends[end]);
	if (size > 0)
		send_line(players, player, hello, size);
	return result;
}

/* Has the player left the state of starting?  It does so when it has answered,
   is too late or has a fault. */
static bool is_settled(struct players *players, struct player *player)
{
	struct error why;
	enum fault fault;

	if (player->state != PLAYER_STARTING)
		return true;
	if (player->answered) {
		size_t size = player->input.length - 1;

		if (size > 0 && player->input.bytes[size - 1] == '\r')
			size--;
		fault = protocol_read_ready(player->input.bytes, size,
					    &player->wishes, &why);
		if (fault != FAULT_NONE) {
			/* What it answered came before its exit. */
			if (player->fault == FAULT_GONE)
				player->fault = FAULT_NONE;
			player_blame(player, fault, why.text);
		}
		player->answered = false;
	} else if (player->fault == FAULT_NONE) {
		if (player->top == 0 ||
		    player_clock_us(players) < player->deadline_us)
			return false;
		player_blame(player, FAULT_START, "not ready in time");
		turn_clock_note_start(players, player);
	} else if (player->fault == FAULT_GONE) {
		/* It exited before it was ready. */
		player->fault = FAULT_START;
	}
	player->state = PLAYER_RUNNING;
	return true;
}

static int built_too_late(const struct players *players,
			  const struct player *player, struct error *err)
{
	return error_set(err, player_level(players, player) == LEVEL_STRICT ?
			 "cannot host the bots: a sandbox was not built in %d "
			 "s; try bwrap --version" : "cannot host the bots: a "
			 "bot was not started in %d s", BUILD_WAIT_MS / 1000);
}

int players_built(struct players *players, struct error *err)
{
	int i = 0;

	while (i < players->count) {
		const struct player *player = &players->player[i];
		const int64_t left_us = player->deadline_us -
			player_clock_us(players);

		if (player->state != PLAYER_STARTING || player->top > 0 ||
		    player->fault != FAULT_NONE) {
			i++;
			continue;
		}
		if (players->stop != NULL && *players->stop > 0)
			return 0;
		if (left_us <= 0)
			return built_too_late(players, player, err);
		if (handle_events(players, left_us, INT_MAX, err) != 0)
			return -1;
	}
	return 0;
}

int players_ready(struct players *players, struct error *err)
{
	await_ends(players);
	for (;;) {
		const int64_t now = player_clock_us(players);
		/* Short, so that a suspension makes it too long. */
		int64_t deadline = now + PLAYER_TASKS_US;
		bool settled = true;

		player_look_at_tasks(players, now, 0);
		for (int i = 0; i < players->count; i++) {
			struct player *player = &players->player[i];

			if (is_settled(players, player))
				continue;
			settled = false;
			if (player->top == 0 &&
			    player_clock_us(players) >= player->deadline_us)
				return built_too_late(players, player, err);
			if (player->deadline_us < deadline)
				deadline = player->deadline_us;
		}
		if (settled)
			return 0;
		if (handle_events(players, deadline -
				  player_clock_us(players), 1, err) != 0)
			return -1;
	}
}

void players_game(struct players *players, int i)
{
	turn_clock_game(players, &players->player[i]);
}

void players_send(struct players *players, int i, const char *line,
		  size_t size)
{
	struct player *player = &players->player[i];

	if (player->state == PLAYER_RUNNING)
		send_line(players, player, line, size);
}

void players_send_last(struct players *players, int i, const char *line,
		       size_t size)
{
	send_line(players, &players->player[i], line, size);
	close_end(&players->player[i].in);
}

/* Waits for the answer or a fault.  Returns 0, or -1 on our failure. */
static int await(struct turn_clock *clock, struct error *err)
{
	struct players *players = clock->players;
	struct player *player = clock->player;
	bool unsent = player->unsent.length > 0, expired = false;

	for (;;) {
		if (handle_events(players, expired ? 0 :
				  turn_clock_patience_us(clock),
				  players->stops_most, err) != 0)
			return -1;
		/* After time is up we step once more: an answer that is already
		   in the pipe counts. */
		if (player->answered || player->fault != FAULT_NONE)
			return 0;
		if (expired)
			break;
		if (player->input_closed)
			return blame_ended(players, player, err);
		if (unsent && player->unsent.length == 0) {
			/* The last byte has been written: the clock starts. */
			unsent = false;
			turn_clock_restart(clock);
		}
		expired = turn_clock_look(clock);
	}
	turn_clock_note(clock);
	player_blame(player, FAULT_TIMEOUT, unsent ?
		     "did not read the question" : "no answer in time");
	return 0;
}

int players_ask(struct players *players, int i, const char *line, size_t size,
		int64_t budget_us, const char **answer, size_t *answer_size,
		struct error *err)
{
	struct player *player = &players->player[i];
	struct turn_clock clock;
	int result;

	*answer = NULL;
	if (player->fault != FAULT_NONE)
		return 0;
	text_clear(&player->input);
	player->asked = true;
	player->answered = false;
	set_question(players, player, line, size);
	turn_clock_begin(&clock, players, player, budget_us);
	send_line(players, player, line, size);
	result = await(&clock, err);
	turn_clock_end(&clock);
	player->asked = false;
	if (result != 0 || !player->answered)
		return result;
	player->answered = false;
	*answer = player->input.bytes;
	*answer_size = player->input.length - 1;
	if (*answer_size > 0 && (*answer)[*answer_size - 1] == '\r')
		--*answer_size;
	return 0;
}

int players_handle(struct players *players, int64_t most_us, struct error *err)
{
	return handle_events(players, most_us, 1, err);
}

int players_wait(struct players *players, int fd, struct error *err)
{
	struct pollfd wait[2] = {
		{ .fd = fd, .events = POLLIN },
		{ .fd = players->epoll, .events = POLLIN },
	};

	/* With a time limit, as a signal may arrive just before poll. */
	while (handle_events(players, 0, 1, err) == 0)
		if (poll(wait, 2, FILE_WAIT_MS) > 0 && wait[0].revents != 0)
			return 0;
	return -1;
}

void players_finish(struct players *players, const char *bye, size_t size)
{
	const int64_t deadline = clock_us() + 1000 * BYE_WAIT_MS;
	struct error ignored;
	bool running = false;

	for (int i = 0; i < players->count; i++) {
		struct player *player = &players->player[i];

		if (player->state == PLAYER_OFF)
			continue;
		player_resume(players, player);
		players_send(players, i, bye, size);
		close_end(&player->in);
		running = true;
	}
	while (running && clock_us() < deadline &&
	       players_handle(players, deadline - clock_us(), &ignored) == 0) {
		running = false;
		for (int i = 0; i < players->count; i++) {
			const struct player *player = &players->player[i];

			running = running || (!player->exited &&
				player->state != PLAYER_OFF);
		}
	}
	for (int i = 0; i < players->count; i++) {
		struct player *player = &players->player[i];

		/* Too late to count for a game: only noted in the trace. */
		if (player->state != PLAYER_OFF &&
		    player->fault != FAULT_NONE && !player->exited)
			trace_add(players->trace, players->game, player->seat,
				  TRACE_NOTE, player->detail,
				  strlen(player->detail));
		players_end(players, i);
	}
	await_ends(players);
}

void players_release(struct players *players)
{
	for (int i = 0; i < players->count; i++)
		players_end(players, i);
	await_ends(players);
	for (int i = 0; i < players->count; i++) {
		text_release(&players->player[i].input);
		text_release(&players->player[i].unsent);
		text_release(&players->player[i].question);
		text_release(&players->player[i].times);
		text_release(&players->player[i].last_errors);
	}
	if (players->player != NULL)
		close(players->epoll);
	free(players->player);
	*players = (struct players){0};
}
