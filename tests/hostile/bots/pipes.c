/*
 * pipes.c - hostile bots that are late or gone, or misuse their pipes.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/uio.h>

#include "talk.h"

/* ### late */

MISDEED(silence, AT_TURN) { hang(); }

MISDEED(drip, AT_TURN)
{
	for (;;) {
		put_text(" ");
		pause_ms(50);
	}
}

LAST_DEED(half_line, AT_TURN) { put_text("{\"move\":"); }

MISDEED(never_reads, AT_START) { hang(); }

/* From here on each answer is a turn late, as if it were for the next. */
MISDEED(a_turn_late, AT_TURN)
{
	for (;;) {
		pause_ms(2 * target.move_ms);
		put_text(GOOD);
		skip_line();
	}
}

MISDEED(around_the_deadline, AT_TURN) { pause_ms(target.move_ms - 1); }

LAST_DEED(after_the_deadline, AT_TURN)
{
	pause_ms(target.move_ms + 50);
	put_often(1, GOOD, strlen(GOOD), 100);
}

/* ### gone */

MISDEED(exits, AT_TURN) { _exit(3); }

MISDEED(answers_and_exits, AT_TURN)
{
	put_text(GOOD);
	_exit(0);
}

MISDEED(half_line_and_exits, AT_TURN)
{
	put_text("{\"move\":1");
	_exit(0);
}

LAST_DEED(closes_output, AT_TURN) { close(1); }

LAST_DEED(closes_input, AT_TURN)
{
	close(0);
	put_text(GOOD);
}

/* A child still holds its input when the bot closes it, and closes it as soon
   as a question is there. */
LAST_DEED(lends_its_input, AT_TURN)
{
	struct pollfd question = { .fd = 0, .events = POLLIN };

	if (fork() == 0) {
		put_text(GOOD);
		poll(&question, 1, -1);
		close(0);
		hang();
	}
	close(0);
}

LAST_DEED(closes_all, AT_TURN)
{
	for (int fd = 0; fd < 3; fd++)
		close(fd);
}

LAST_DEED(half_line_and_closes, AT_TURN)
{
	put_text("{\"move\":1");
	close(1);
}

MISDEED(closes_errors, AT_TURN) { close(2); }

/* ### flags, sizes and the other ends of its pipes */

MISDEED(changes_flags, AT_TURN)
{
	for (int fd = 0; fd < 3; fd++) {
		int flags = O_NONBLOCK | O_ASYNC | O_APPEND;

		signal(SIGIO, SIG_IGN);
		if (fcntl(fd, F_SETOWN, getppid()) != 0 ||
		    fcntl(fd, F_SETFL, flags) != 0)
			_exit(9);
	}
	/* Reading its own input has to work as before. */
	if (fcntl(0, F_SETFL, 0) != 0)
		_exit(9);
}

MISDEED(changes_sizes, AT_TURN)
{
	fcntl(0, F_SETPIPE_SZ, 4096);
	fcntl(1, F_SETPIPE_SZ, 1 << 20);
	fcntl(2, F_SETPIPE_SZ, 4096);
}

/* With O_DIRECT each write is a packet, and is read separately. */
MISDEED(sends_packets, AT_TURN)
{
	if (fcntl(1, F_SETFL, O_DIRECT) != 0)
		_exit(9);
	put_text("{\"mo");
	put_text("ve\":1");
	put_text("}\n");
	skip_line();
}

/* The page in the pipe is still the bot's: it changes while it is read. */
LAST_DEED(changes_what_it_sent, AT_TURN)
{
	static char page[4096] __attribute__((aligned(4096)));
	struct iovec part = { page, strlen(GOOD) };

	memcpy(page, GOOD, strlen(GOOD));
	if (vmsplice(1, &part, 1, SPLICE_F_GIFT) < 0)
		_exit(9);
	for (int i = 0; i < 100000; i++)
		((volatile char *)page)[8] = i % 2 ? '1' : '[';
}

/* Fills its own input from the other end, so that no question fits.  A bot
   started by root cannot open root's pipes; then it only hangs. */
LAST_DEED(stuffs_its_input, AT_GAME)
{
	static char piece[4096];
	int other = open("/proc/self/fd/0", O_WRONLY | O_NONBLOCK);

	memset(piece, ' ', sizeof piece);
	if (other < 0)
		hang();
	put_often(other, piece, sizeof piece, 0);
}

/* Reads its own output from the other end, before the referee does. */
MISDEED(eats_its_answer, AT_TURN)
{
	int other = open("/proc/self/fd/1", O_RDONLY | O_NONBLOCK);
	char bytes[64];

	for (;;) {
		while (read(other, bytes, sizeof bytes) > 0)
			continue;
		pause_ms(5);
	}
}

/* Holds both ends of every pipe, so that no end of file is ever seen. */
LAST_DEED(holds_all_ends, AT_TURN)
{
	char path[32];

	for (int fd = 0; fd < 3; fd++) {
		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
		if (open(path, O_RDWR) < 0)
			hang();
	}
	close(0);
	close(1);
}

LAST_DEED(swaps_its_pipes, AT_TURN)
{
	int kept = dup(0);

	dup2(1, 0);
	dup2(kept, 1);
}

MISDEED(exits_at_once, AT_START) { exits(); }

MISDEED(exits_between, AT_OVER) { exits(); }
