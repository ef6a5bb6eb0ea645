/*
 * box_run.c - runs one command to its end in its own sandbox and folder.
 */
#define _GNU_SOURCE
#include "host/box_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "host/keeper.h"
#include "host/process_tree.h"
#include "host/warden.h"

enum { END_WAIT_MS = 5000, LOOK_MS = 100 };

/* Our ends.  -1: closed. */
struct box_ends {
	int in, out, control;
	int top;                /* all its descendants belong to the build;
				   0: not started yet */
};

static void shut(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static int start(struct box_ends *ends, int keeper, struct error *err)
{
	int pipes[2][2] = { { -1, -1 }, { -1, -1 } };
	int pair[2] = { -1, -1 }, result = -1;

	if (pipe2(pipes[0], O_CLOEXEC) != 0 ||
	    pipe2(pipes[1], O_CLOEXEC) != 0 ||
	    socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
		error_set(err, "cannot make pipes for a build: %s",
			  strerror(errno));
	} else {
		const int theirs[KEEPER_ENDS] = { pipes[0][0], pipes[1][1],
			pipes[1][1], pair[1] };

		result = keeper_start(keeper, 0, theirs, err);
		fcntl(pipes[1][0], F_SETFL, O_NONBLOCK);
	}
	*ends = (struct box_ends){ .in = pipes[0][1], .out = pipes[1][0],
		.control = pair[0] };
	shut(&pipes[0][0]);
	shut(&pipes[1][1]);
	shut(&pair[1]);
	return result;
}

/* Reads the output that is available. */
static void read_output(struct box_run *run, struct box_ends *ends)
{
	struct text *output = &run->output;
	char bytes[16384];
	ssize_t got;

	/* Not until it is empty: the build may write faster than we read. */
	for (int more = 0; more < 64 && ends->out >= 0; more++) {
		got = read(ends->out, bytes, sizeof bytes);
		if (got < 0 && (errno == EAGAIN || errno == EINTR))
			return;
		if (got <= 0) {
			shut(&ends->out);
			return;
		}
		text_append(output, bytes, (size_t)got);
		if (output->length <= BOX_RUN_OUTPUT_MAX)
			continue;
		memmove(output->bytes, output->bytes + output->length -
			BOX_RUN_OUTPUT_MAX, BOX_RUN_OUTPUT_MAX);
		output->length = BOX_RUN_OUTPUT_MAX;
	}
}

/* Opens the build's folder, which we can reach only through its process.  The
   command is still waiting for its line, so it has not left that folder. */
static int open_folder(struct box_run *run, struct box_ends *ends, int bot,
		       struct error *err)
{
	char path[40];

	snprintf(path, sizeof path, "/proc/%d/cwd", bot);
	run->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (run->folder < 0)
		return error_set(err, "cannot open the folder of a build "
				 "(%s): %s", path, strerror(errno));
	if (write(ends->in, "\n", 1) != 1)
		return error_set(err, "cannot start a build (write): %s",
				 strerror(errno));
	shut(&ends->in);
	return 0;
}

/* 1: the build has ended; 0: it continues; -1: `err`. */
static int hear(struct box_run *run, struct box_ends *ends, struct error *err)
{
	struct warden_message message;
	ssize_t got = recv(ends->control, &message, sizeof message,
			   MSG_DONTWAIT);

	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	if (got != (ssize_t)sizeof message)
		return error_set(err, "the process that watches a build is "
				 "gone");
	switch (message.says) {
	case WARDEN_HERE:
		return 0;
	case WARDEN_STARTED:
		ends->top = message.number;
		return open_folder(run, ends, message.bot, err);
	case WARDEN_NO_START:
		return error_set(err, "cannot run the shell of a build: %s",
				 strerror(message.number));
	case WARDEN_BROKEN:
		message.text[sizeof message.text - 1] = '\0';
		return error_set(err, "cannot build in a sandbox: %s",
				 message.text);
	case WARDEN_EXITED:
		run->ended = true;
		run->status = message.number;
		return 1;
	}
	return 0;
}

/* Checks the memory of all processes together: the system only limits that of
   each process. */
static bool is_too_large(struct box_run *run, const struct box_ends *ends,
			 int memory_mb)
{
	run->too_large = ends->top > 0 &&
		process_tree_memory(ends->top) > (int64_t)memory_mb << 20;
	return run->too_large;
}

static int watch(struct box_run *run, struct box_ends *ends, int64_t most_ms,
		 int memory_mb, const volatile sig_atomic_t *stop,
		 struct error *err)
{
	const int64_t deadline = clock_us() + 1000 * most_ms;
	int64_t look = 0;
	struct pollfd wait[2] = { { .events = POLLIN }, { .events = POLLIN } };
	int heard = 0;

	while (heard == 0 && clock_us() < deadline) {
		wait[0].fd = ends->control;
		wait[1].fd = ends->out;
		if (poll(wait, 2, LOOK_MS) < 0 && errno != EINTR)
			return error_set(err, "cannot wait for a build (poll): "
					 "%s", strerror(errno));
		if (*stop > 0)
			return error_set(err, "interrupted");
		if (clock_us() >= look) {
			if (is_too_large(run, ends, memory_mb))
				return 0;
			look = clock_us() + 1000 * LOOK_MS;
		}
		if (wait[1].revents != 0)
			read_output(run, ends);
		if (wait[0].revents != 0)
			heard = hear(run, ends, err);
	}
	return heard < 0 ? -1 : 0;
}

/* The warden closes its side when all processes of the build are gone. */
static void end(struct box_ends *ends)
{
	const int64_t deadline = clock_us() + 1000 * END_WAIT_MS;
	struct pollfd wait = { .fd = ends->control, .events = POLLIN };
	struct warden_message ignored;
	ssize_t got = 1;

	shutdown(ends->control, SHUT_WR);
	while (got > 0 && clock_us() < deadline)
		if (poll(&wait, 1, END_WAIT_MS) > 0)
			got = recv(ends->control, &ignored, sizeof ignored,
				   MSG_DONTWAIT);
}

int box_run(struct box_run *run, int keeper, int64_t most_ms, int memory_mb,
	    const volatile sig_atomic_t *stop, struct error *err)
{
	struct box_ends ends;
	int result;

	*run = (struct box_run){ .folder = -1 };
	result = start(&ends, keeper, err);
	if (result == 0) {
		result = watch(run, &ends, most_ms, memory_mb, stop, err);
		end(&ends);
		read_output(run, &ends);
	}
	shut(&ends.in);
	shut(&ends.out);
	shut(&ends.control);
	return result;
}

void box_run_release(struct box_run *run)
{
	shut(&run->folder);
	text_release(&run->output);
}
