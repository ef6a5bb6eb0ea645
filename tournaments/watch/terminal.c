/*
 * terminal.c - a terminal used as a whole screen.
 *
 * It draws on the alternate screen, so that the old contents come back.  Only
 * kill -9 leaves the terminal changed; `reset` helps then.
 */
#include "tournaments/watch/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/memory.h"

enum { LEAVE_MS = 500, COLUMNS_MOST = 1000, ROWS_MOST = 1000 };

static const char enter_bytes[] = "\033[?1049h\033[?25l";
static const char leave_bytes[] = "\033[0m\033[?25h\033[?1049l";

/* For signal handlers, which get no context. */
static struct {
	volatile sig_atomic_t entered;  /* the alternate screen is on */
	volatile sig_atomic_t fd;       /* -1: no terminal is open */
	volatile sig_atomic_t keys;     /* `before` is to be restored */
	struct termios before;
	bool registered;                /* with atexit */
} now = { .fd = -1 };

/* ### leaving, also from signal handlers */

static bool is_foreground(int fd)
{
	return tcgetpgrp(fd) == getpgrp();
}

static void give_back(void)
{
	const char *at = leave_bytes;
	size_t left = sizeof leave_bytes - 1;
	struct pollfd wait = { now.fd, POLLOUT, 0 };

	if (now.fd < 0)
		return;
	if (now.keys && is_foreground(STDIN_FILENO))
		tcsetattr(STDIN_FILENO, TCSANOW, &now.before);
	if (!now.entered)
		return;
	now.entered = 0;
	while (left > 0) {
		ssize_t put = write(now.fd, at, left);

		if (put > 0) {
			at += put;
			left -= (size_t)put;
		} else if ((put < 0 && errno != EAGAIN && errno != EINTR) ||
			   poll(&wait, 1, LEAVE_MS) <= 0) {
			return;
		}
	}
}

static void set_keys(void)
{
	struct termios raw = now.before;

	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	raw.c_cc[VMIN] = 0;
	raw.c_cc[VTIME] = 0;
	tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}

/* For Ctrl-Z.  The next frame enters the alternate screen again. */
static void on_stop(int number)
{
	struct sigaction normal = { .sa_handler = SIG_DFL }, mine;
	sigset_t this, before;
	int saved = errno;

	give_back();
	sigemptyset(&normal.sa_mask);
	sigaction(number, &normal, &mine);
	sigemptyset(&this);
	sigaddset(&this, number);
	raise(number);
	/* The signal is blocked in its handler; once unblocked, it stops the
	   process until SIGCONT. */
	sigprocmask(SIG_UNBLOCK, &this, &before);
	sigprocmask(SIG_SETMASK, &before, NULL);
	sigaction(number, &mine, NULL);
	errno = saved;
}

/* For crashes: after SA_RESETHAND the second signal ends the program. */
static void on_crash(int number)
{
	give_back();
	raise(number);
}

static void set_handlers(bool on)
{
	static const int crashes[] = { SIGQUIT, SIGABRT, SIGSEGV, SIGBUS,
		SIGFPE, SIGILL };
	struct sigaction action = { .sa_handler = on ? on_stop : SIG_DFL };

	sigemptyset(&action.sa_mask);
	action.sa_flags = SA_RESTART;
	sigaction(SIGTSTP, &action, NULL);
	if (on) {
		action.sa_handler = on_crash;
		action.sa_flags = (int)SA_RESETHAND;
	}
	for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
		sigaction(crashes[i], &action, NULL);
}

/* ### opening and closing */

int terminal_find(void)
{
	static const int places[] = { STDERR_FILENO, STDOUT_FILENO };
	const char *name = getenv("TERM");

	if (name == NULL || *name == '\0' || strcmp(name, "dumb") == 0)
		return -1;
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (isatty(places[i]) && is_foreground(places[i]))
			return places[i];
	return -1;
}

/* Opens the same terminal for non-blocking writes: Ctrl-S must not stop a
   tournament. */
static int open_again(int fd)
{
	char name[256];
	int again = -1;

	if (ttyname_r(fd, name, sizeof name) == 0)
		again = open(name, O_WRONLY | O_NOCTTY | O_NONBLOCK |
			     O_CLOEXEC);
	return again >= 0 ? again : fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

void terminal_open(struct terminal *terminal, int fd, bool keys)
{
	*terminal = (struct terminal){ .fd = open_again(fd) };
	terminal->keys = keys && isatty(STDIN_FILENO) &&
		tcgetattr(STDIN_FILENO, &now.before) == 0;
	now.fd = terminal->fd;
	now.keys = terminal->keys;
	now.entered = 0;
	set_handlers(true);
	memory_before_end(give_back);
	if (!now.registered)
		now.registered = atexit(give_back) == 0;
}

void terminal_close(struct terminal *terminal)
{
	if (terminal->fd > 0) {
		give_back();
		set_handlers(false);
		now.fd = -1;
		close(terminal->fd);
	}
	text_release(&terminal->drawn);
	text_release(&terminal->frame);
	*terminal = (struct terminal){0};
}

/* ### drawing */

static int within(int number, int normal, int most)
{
	return number <= 0 ? normal : number > most ? most : number;
}

struct screen_size terminal_size(const struct terminal *terminal)
{
	const char *no_colour = getenv("NO_COLOR");
	struct winsize size = {0};

	if (ioctl(terminal->fd, TIOCGWINSZ, &size) != 0)
		size = (struct winsize){0};
	return (struct screen_size){
		within(size.ws_col, 80, COLUMNS_MOST),
		within(size.ws_row, 24, ROWS_MOST),
		no_colour == NULL || *no_colour == '\0' };
}

/* Moves the cursor home, writes every line and clears what is right of it, then
   clears what is below. */
static void make_frame(struct text *frame, const struct text *lines)
{
	size_t at = 0, size;
	const char *line;

	text_clear(frame);
	text_add(frame, "\033[H");
	while ((line = text_next_line(lines, &at, &size)) != NULL) {
		text_append(frame, line, size);
		text_add(frame, "\033[K");
		/* A line end after the last line would scroll. */
		if (at < lines->length)
			text_add(frame, "\r\n");
	}
	text_add(frame, "\033[J");
}

static bool is_drawn(const struct terminal *terminal,
		     const struct screen_size *size)
{
	return now.entered && terminal->drawn_on.columns == size->columns &&
		terminal->drawn_on.rows == size->rows &&
		terminal->drawn.length == terminal->frame.length &&
		memcmp(terminal->drawn.bytes, terminal->frame.bytes,
		       terminal->frame.length) == 0;
}

/* Ctrl-Z is blocked until the frame is written. */
static bool write_frame(const struct terminal *terminal, struct text *bytes)
{
	sigset_t stop, before;
	ssize_t put;

	sigemptyset(&stop);
	sigaddset(&stop, SIGTSTP);
	sigprocmask(SIG_BLOCK, &stop, &before);
	if (!now.entered && terminal->keys)
		set_keys();
	put = write(terminal->fd, bytes->bytes, bytes->length);
	if (put > 0)
		now.entered = 1;
	sigprocmask(SIG_SETMASK, &before, NULL);
	return put == (ssize_t)bytes->length;
}

void terminal_draw(struct terminal *terminal, const struct text *lines)
{
	struct pollfd ready = { terminal->fd, POLLOUT, 0 };
	const struct screen_size size = terminal_size(terminal);
	OWNED(text) struct text bytes = {0};

	make_frame(&terminal->frame, lines);
	if (is_drawn(terminal, &size) || !is_foreground(terminal->fd) ||
	    poll(&ready, 1, 0) <= 0 || !(ready.revents & POLLOUT))
		return;
	if (!now.entered)
		text_add(&bytes, enter_bytes);
	text_append(&bytes, terminal->frame.bytes, terminal->frame.length);
	text_clear(&terminal->drawn);
	terminal->drawn_on = size;
	if (write_frame(terminal, &bytes))
		text_append(&terminal->drawn, terminal->frame.bytes,
			    terminal->frame.length);
}

char terminal_key(const struct terminal *terminal, int timeout_ms)
{
	struct pollfd key = { terminal->keys ? STDIN_FILENO : -1, POLLIN, 0 };
	char byte;

	if (poll(&key, 1, timeout_ms) <= 0 ||
	    !is_foreground(terminal->fd) ||
	    read(STDIN_FILENO, &byte, 1) != 1)
		return 0;
	return byte;
}
