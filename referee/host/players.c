/*
 * players.c - the bots of a match: started, spoken to, ended.
 */
#define _GNU_SOURCE
#include "host/players.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "host/player_io.h"

enum {
	BYE_WAIT_MS = 200,
	END_WAIT_MS = 5000,
	CPU_LOOK_US = 50000     /* how often processor time is looked at */
};

/*
 * Waits for what happens next, at most for `most_us`, and sees to it.
 * Returns 0, or -1 on our failure or when somebody wants us to stop.
 */
static int step(struct players *players, int64_t most_us, struct error *err)
{
	struct epoll_event event[16];
	int got = epoll_wait(players->epoll, event, 16,
			     most_us > 0 ? (int)((most_us + 999) / 1000) : 0);

	if (players->stop != NULL && *players->stop != 0)
		return error_set(err, "interrupted");
	for (int i = 0; i < got; i++) {
		struct player *player =
			&players->player[event[i].data.u32 / 4];

		if (player->state != PLAYER_OFF &&
		    player_handle(players, player, event[i].data.u32 % 4, err) != 0)
			return -1;
	}
	return 0;
}

/* ### a player's life */

int players_init(struct players *players, int count,
		 const struct hosting *hosting, int keeper,
		 struct trace *trace, const volatile sig_atomic_t *stop,
		 struct error *err)
{
	*players = (struct players){
		.hosting = hosting, .keeper = keeper, .trace = trace,
		.stop = stop, .count = count,
		.player = memory_new((size_t)count, sizeof *players->player),
	};
	for (int i = 0; i < count; i++)
		players->player[i].in = players->player[i].out =
			players->player[i].err =
			players->player[i].control = -1;
	players->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (players->epoll < 0)
		return error_set(err, "cannot wait for bots: %s",
				 strerror(errno));
	return 0;
}

/* Three pipes and a socket: ours in `player`, the bot's in `ends`. */
static int make_ends(struct player *player, int ends[4], struct error *err)
{
	int pipes[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
	int pair[2] = { -1, -1 };
	int one = 0;

	while (one < 3 && pipe2(pipes[one], O_CLOEXEC) == 0)
		one++;
	if (one < 3 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0,
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
	ends[0] = pipes[0][0];
	ends[1] = pipes[1][1];
	ends[2] = pipes[2][1];
	ends[3] = pair[1];
	fcntl(player->in, F_SETFL, O_NONBLOCK);
	fcntl(player->out, F_SETFL, O_NONBLOCK);
	fcntl(player->err, F_SETFL, O_NONBLOCK);
	return 0;
}

int players_start(struct players *players, int i, int entrant, int seat,
		  const char *hello, size_t size, struct error *err)
{
	struct player *player = &players->player[i];
	const int *limit = players->hosting->limits.value;
	struct text input = player->input, unsent = player->unsent;
	size_t stderr_kept = player->stderr_kept;
	int ends[4], result;

	assert(player->state == PLAYER_OFF);
	*player = (struct player){
		.entrant = entrant, .seat = seat, .state = PLAYER_STARTING,
		.input = input, .unsent = unsent, .asked = true,
		.in = -1, .out = -1, .err = -1, .control = -1,
		.stderr_kept = stderr_kept,
		.deadline_us = clock_us() + 1000LL * limit[LIMIT_START_MS],
	};
	text_clear(&player->input);
	text_clear(&player->unsent);
	if (make_ends(player, ends, err) != 0) {
		player->state = PLAYER_OFF;
		return -1;
	}
	player_watch(players, player->out, i, CHANNEL_OUT, EPOLLIN);
	player_watch(players, player->err, i, CHANNEL_ERR, EPOLLIN);
	player_watch(players, player->control, i, CHANNEL_CONTROL, EPOLLIN);
	result = keeper_start(players->keeper, entrant, ends, err);
	for (int end = 0; end < 4; end++)
		close(ends[end]);
	player_send(players, player, hello, size);
	return result;
}

/* One that is starting has answered, is late, or did something wrong. */
static bool is_settled(struct player *player)
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
		if (fault != FAULT_NONE)
			player_blame(player, fault, why.text);
		player->answered = false;
	} else if (player->fault == FAULT_NONE) {
		if (clock_us() < player->deadline_us)
			return false;
		player_blame(player, FAULT_START, "not ready in time");
	} else if (player->fault == FAULT_GONE) {
		/* It was started and left without having been ready. */
		player->fault = FAULT_START;
	}
	player->state = PLAYER_RUNNING;
	return true;
}

int players_ready(struct players *players, struct error *err)
{
	for (;;) {
		int64_t deadline = INT64_MAX;
		bool settled = true;

		for (int i = 0; i < players->count; i++) {
			struct player *player = &players->player[i];

			if (is_settled(player))
				continue;
			settled = false;
			if (player->deadline_us < deadline)
				deadline = player->deadline_us;
		}
		if (settled)
			return 0;
		if (step(players, deadline - clock_us(), err) != 0)
			return -1;
	}
}

/* What the process has computed so far, in microseconds. */
static int64_t cpu_us(const struct player *player)
{
	struct timespec used;
	clockid_t clock;

	if (player->pid == 0 || player->exited ||
	    clock_getcpuclockid(player->pid, &clock) != 0 ||
	    clock_gettime(clock, &used) != 0)
		return 0;       /* it has exited, which is told elsewhere */
	return used.tv_sec * 1000000LL + used.tv_nsec / 1000;
}

static int64_t cpu_most_us(const struct players *players)
{
	const struct hosting *hosting = players->hosting;

	return hosting->level < LEVEL_LIMITS ? 0 :
		1000000LL * hosting->limits.value[LIMIT_CPU_S];
}

/* Looked at here and not left to RLIMIT_CPU: to raise that at each game for a
   bot of another user takes CAP_SYS_RESOURCE, which root in a container has
   not. */
static void look_at_cpu(const struct players *players, struct player *player)
{
	if (cpu_us(player) - player->cpu_before_us > cpu_most_us(players))
		player_blame(player, FAULT_LIMIT, "processor time used up");
}

void players_game(struct players *players, int i)
{
	players->player[i].output = 0;
	if (cpu_most_us(players) > 0)
		players->player[i].cpu_before_us =
			cpu_us(&players->player[i]);
}

void players_tell(struct players *players, int i, const char *line,
		  size_t size)
{
	struct player *player = &players->player[i];

	if (player->state == PLAYER_RUNNING)
		player_send(players, player, line, size);
}

int players_ask(struct players *players, int i, const char *line, size_t size,
		int64_t budget_us, const char **answer, size_t *answer_size,
		struct error *err)
{
	struct player *player = &players->player[i];
	int64_t start, left = budget_us;
	bool unsent, expired = false;
	const bool cpu_limited = cpu_most_us(players) > 0;

	*answer = NULL;
	if (player->fault != FAULT_NONE)
		return 0;
	text_clear(&player->input);
	player->asked = true;
	player->answered = false;
	player_send(players, player, line, size);
	start = clock_us();
	unsent = player->unsent.length > 0;
	for (;;) {
		if (step(players, cpu_limited && left > CPU_LOOK_US ?
			 CPU_LOOK_US : left, err) != 0)
			return -1;
		if (cpu_limited)
			look_at_cpu(players, player);
		players->spent_us = clock_us() - start;
		/* After the end once more: what is in the pipe counts. */
		if (player->answered || player->fault != FAULT_NONE || expired)
			break;
		if (player->deaf)
			return player_ended(players, player, err);
		if (unsent && player->unsent.length == 0) {
			/* The last byte went out now: its clock starts. */
			unsent = false;
			start += players->spent_us;
			players->spent_us = 0;
		}
		left = budget_us - players->spent_us;
		expired = left <= 0;
	}
	player->asked = false;
	if (!player->answered) {
		player_blame(player, FAULT_TIMEOUT, unsent ?
		      "did not read the question" : "no answer in time");
		return 0;
	}
	player->answered = false;
	*answer = player->input.bytes;
	*answer_size = player->input.length - 1;
	if (*answer_size > 0 && (*answer)[*answer_size - 1] == '\r')
		--*answer_size;
	return 0;
}

void players_end(struct players *players, int i)
{
	struct player *player = &players->player[i];
	struct pollfd wait = { .fd = player->control, .events = POLLIN };
	struct warden_message ignored;
	int64_t deadline = clock_us() + 1000 * END_WAIT_MS;

	if (player->state == PLAYER_OFF)
		return;
	/* The end of our side tells the warden to end the bot; the end of its
	   side tells that everybody is gone. */
	if (player->control >= 0)
		shutdown(player->control, SHUT_WR);
	while (player->control >= 0 && clock_us() < deadline &&
	       poll(&wait, 1, END_WAIT_MS) > 0)
		if (recv(player->control, &ignored, sizeof ignored,
			 MSG_DONTWAIT) <= 0)
			break;
	for (int more = 0; more < 5 && player->err >= 0; more++)
		player_read_errors(players, player);
	player_close(&player->in);
	player_close(&player->out);
	player_close(&player->err);
	player_close(&player->control);
	player->state = PLAYER_OFF;
}

void players_finish(struct players *players, const char *bye, size_t size)
{
	int64_t deadline = clock_us() + 1000 * BYE_WAIT_MS;
	struct error ignored;
	bool running = true;

	for (int i = 0; i < players->count; i++) {
		players_tell(players, i, bye, size);
		player_close(&players->player[i].in);
	}
	while (running && clock_us() < deadline &&
	       step(players, deadline - clock_us(), &ignored) == 0) {
		running = false;
		for (int i = 0; i < players->count; i++)
			running = running || (!players->player[i].exited &&
				players->player[i].state != PLAYER_OFF);
	}
	for (int i = 0; i < players->count; i++) {
		struct player *player = &players->player[i];

		/* Too late for any game: only the trace hears of it. */
		if (player->state != PLAYER_OFF &&
		    player->fault != FAULT_NONE && !player->exited)
			trace_add(players->trace, players->game, player->seat,
				  TRACE_NOTE, player->detail,
				  strlen(player->detail));
		players_end(players, i);
	}
}

void players_release(struct players *players)
{
	for (int i = 0; i < players->count; i++) {
		players_end(players, i);
		text_release(&players->player[i].input);
		text_release(&players->player[i].unsent);
	}
	if (players->player != NULL)
		close(players->epoll);
	free(players->player);
	*players = (struct players){0};
}
