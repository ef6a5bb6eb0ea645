/*
 * cmd_feed.c - referee feed: sends a bot the lines of a recorded match again.
 *
 * The bot is a plain child process here, without limits, clocks or its own
 * folder, so that it can be stopped, debugged and changed.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/printable.h"
#include "base/utf8.h"
#include "check/trace_reader.h"
#include "cmd/commands.h"
#include "host/protocol.h"

struct feed_options {
	const char *trace;
	char **command;
	int seat, process;
	bool print;
};

static const struct option options[] = {
	{ "TRACE", NULL, NULL, OPTIONS_TEXT(struct feed_options, trace),
		.required = true },
	{ "--seat", "N", "the seat (that of the first line)",
		OPTIONS_INTEGER(struct feed_options, seat, 0, 1000) },
	{ "--process", "N", "the process of the seat, from 1 (1)",
		OPTIONS_INTEGER(struct feed_options, process, 1, INT32_MAX) },
	{ "--print", NULL, "run no bot, print what it would be sent",
		OPTIONS_FLAG(struct feed_options, print) },
	{ "COMMAND", NULL, NULL, OPTIONS_REST(struct feed_options, command) },
	{ 0 }
};

enum { UNASKED_MAX = 1 << 20 };  /* bytes that a bot may write unasked */

struct feed {
	struct conversation talk;
	pid_t bot;
	int in, out, err;       /* -1: closed */
	struct text received;   /* output not processed yet */
	struct text errors;     /* error output not shown yet */
	struct text row;
	unsigned answers, differ;
};

/* ### the bot */

/* In the child: becomes the bot.  Returns only if it cannot be run. */
static void become_bot(char **command, int in, int out, int err)
{
	signal(SIGPIPE, SIG_DFL);
	if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
	    dup2(err, STDERR_FILENO) >= 0)
		execvp(command[0], command);
}

static int open_pipe(int ends[2])
{
	if (pipe(ends) != 0)
		return -1;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	return 0;
}

static int start_bot(struct feed *feed, char **command, struct error *err)
{
	int in[2], out[2], error[2], status[2], failure = 0;

	/* Error output, too, is made printable first. */
	if (open_pipe(in) != 0 || open_pipe(out) != 0 ||
	    open_pipe(error) != 0 || open_pipe(status) != 0)
		return error_set(err, "cannot make a pipe: %s",
				 strerror(errno));
	fcntl(in[1], F_SETFL, O_NONBLOCK);
	feed->bot = fork();
	if (feed->bot < 0)
		return error_set(err, "cannot start a process: %s",
				 strerror(errno));
	if (feed->bot == 0) {
		become_bot(command, in[0], out[1], error[1]);
		failure = errno;
		_exit(write(status[1], &failure, sizeof failure) < 0);
	}
	/* An interrupt is meant for the bot or its debugger. */
	signal(SIGINT, SIG_IGN);
	close(in[0]);
	close(out[1]);
	close(status[1]);
	close(error[1]);
	feed->in = in[1];
	feed->out = out[0];
	feed->err = error[0];
	if (read(status[0], &failure, sizeof failure) > 0)
		error_set(err, "cannot run %s: %s", command[0],
			  strerror(failure));
	close(status[0]);
	return failure == 0 ? 0 : -1;
}

static void close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* The number of bytes at the end that may be an incomplete character. */
static size_t unfinished(const char *bytes, size_t size)
{
	for (size_t back = 1; back <= 3 && back <= size; back++) {
		const char *at = bytes + size - back;

		if ((unsigned char)*at >= 0xc0)
			return utf8_size(at, bytes + size) == 0 ? back : 0;
	}
	return 0;
}

/* Shows the error output, with line feeds and tabs as they are.  Unless `all`,
   keeps an incomplete character at the end until the rest has arrived. */
static void show_errors(struct feed *feed, bool all)
{
	const char *at = feed->errors.bytes;
	size_t left = feed->errors.length;

	if (left == 0)
		return;
	if (!all)
		left -= unfinished(at, left);
	text_clear(&feed->row);
	for (size_t size; left > 0; at += size, left -= size) {
		size = 0;
		while (size < left && at[size] != '\n' && at[size] != '\t')
			size++;
		printable_bytes(&feed->row, at, size);
		if (size < left)
			text_byte(&feed->row, at[size++]);
	}
	fwrite(feed->row.bytes, 1, feed->row.length, stderr);
	left = (size_t)(feed->errors.bytes + feed->errors.length - at);
	memmove(feed->errors.bytes, at, left);
	feed->errors.length = left;
}

/* Appends what can be read; closes the descriptor at its end. */
static void read_end(int *fd, struct text *bytes)
{
	ssize_t got;

	text_reserve(bytes, PROTOCOL_LINE_MAX);
	got = read(*fd, bytes->bytes + bytes->length, PROTOCOL_LINE_MAX);
	if (got > 0)
		bytes->length += (size_t)got;
	else if (got == 0 || errno != EINTR)
		close_end(fd);
}

static void read_errors(struct feed *feed)
{
	read_end(&feed->err, &feed->errors);
	show_errors(feed, feed->err < 0);
}

static void read_answer(struct feed *feed)
{
	read_end(&feed->out, &feed->received);
	/* The bot writes endlessly: stop reading. */
	if (feed->received.length > UNASKED_MAX)
		close_end(&feed->out);
}

/* Waits until the bot writes something, and reads it, or until there is room in
   `in`, unless that is -1.  Returns whether there is room.  With a timeout of 0
   does not wait. */
static bool wait_for_bot(struct feed *feed, int in, int timeout)
{
	struct pollfd wait[3] = {
		{ .fd = in, .events = POLLOUT },
		{ .fd = feed->out, .events = POLLIN },
		{ .fd = feed->err, .events = POLLIN },
	};

	if (poll(wait, 3, timeout) <= 0)
		return false;
	if (wait[2].revents != 0)
		read_errors(feed);
	if (wait[1].revents != 0)
		read_answer(feed);
	return wait[0].revents != 0;
}

/* Sends bytes, and reads meanwhile: a bot that writes before it reads must not
   cause a deadlock. */
static void send_bytes(struct feed *feed, const char *bytes, size_t size)
{
	while (size > 0 && feed->in >= 0) {
		ssize_t wrote;

		if (!wait_for_bot(feed, feed->in, -1))
			continue;
		wrote = write(feed->in, bytes, size);
		if (wrote > 0) {
			bytes += wrote;
			size -= (size_t)wrote;
		} else if (errno != EAGAIN && errno != EINTR) {
			close_end(&feed->in);
		}
	}
}

/* ### comparing */

/* Are they equal as JSON, whatever the white space and the order of keys? */
static bool same_answer(const char *recorded, const char *now)
{
	cJSON *one = trace_reader_parse(recorded);
	cJSON *two = trace_reader_parse(now);
	bool same = strcmp(recorded, now) == 0 ||
		(one != NULL && two != NULL && cJSON_Compare(one, two, true));

	cJSON_Delete(one);
	cJSON_Delete(two);
	return same;
}

static void print_row(struct feed *feed, const char *word, const char *text,
		      size_t size)
{
	text_clear(&feed->row);
	printable_row(&feed->row, word, text, size);
	fwrite(feed->row.bytes, 1, feed->row.length, stdout);
}

/* Reports and drops output that was not asked for, which would be a fault in a
   match. */
static void drop_unasked(struct feed *feed)
{
	if (feed->received.length == 0)
		return;
	feed->differ++;
	puts("differs it wrote without being asked:");
	print_row(feed, "now", feed->received.bytes, feed->received.length);
	fflush(stdout);
	text_clear(&feed->received);
}

/* The first line feed, or NULL. */
static const char *find_line_end(const struct text *text)
{
	return text->length == 0 ? NULL :
		memchr(text->bytes, '\n', text->length);
}

/* Waits for a line and compares it with those recorded after line `at`. */
static void compare(struct feed *feed, size_t at)
{
	const struct spoken *asked = &feed->talk.spoken[at];
	const char *end, *recorded = "nothing";
	char *now = NULL;
	size_t size;
	bool same = false;

	while ((end = find_line_end(&feed->received)) == NULL &&
	       feed->out >= 0 && feed->received.length < PROTOCOL_LINE_MAX)
		wait_for_bot(feed, -1, -1);
	size = end != NULL ? (size_t)(end - feed->received.bytes) :
		feed->received.length;
	if (size > 0 && end != NULL && end[-1] == '\r')
		size--;
	if (size > 0 || end != NULL)
		now = memory_copy_bytes(feed->received.bytes, size);
	for (size_t i = at + 1; i < feed->talk.count &&
	     !feed->talk.spoken[i].to && now != NULL && !same; i++)
		same = same_answer(feed->talk.spoken[i].text, now);
	if (at + 1 < feed->talk.count && !asked[1].to)
		recorded = asked[1].text;
	feed->answers++;
	feed->differ += !same;
	printf("%-7s line %lu, game %lld: %s\n", same ? "ok" : "differs",
	       asked->line, asked->game, same ? FOREIGN(now) : "");
	if (!same) {
		print_row(feed, "sent", asked->text, strlen(asked->text));
		print_row(feed, "recorded", recorded, strlen(recorded));
		print_row(feed, "now", now != NULL ? now : "nothing: it has "
			  "ended", now != NULL ? size : 21);
	}
	fflush(stdout);
	free(now);
	/* What follows the line was not asked for; drop_unasked reports it. */
	size = end != NULL ? (size_t)(end + 1 - feed->received.bytes) :
		feed->received.length;
	feed->received.length -= size;
	memmove(feed->received.bytes, feed->received.bytes + size,
		feed->received.length);
}

/* Does this line ask for an answer? */
static bool asks(const char *line)
{
	return trace_reader_is_type(line, "hello") ||
	       trace_reader_is_type(line, "turn") ||
	       trace_reader_is_type(line, "again");
}

/* ### the run */

static void talk(struct feed *feed)
{
	for (size_t i = 0; i < feed->talk.count; i++) {
		const struct spoken *spoken = &feed->talk.spoken[i];

		if (!spoken->to)
			continue;
		drop_unasked(feed);
		send_bytes(feed, spoken->text, strlen(spoken->text));
		send_bytes(feed, "\n", 1);
		if (!asks(spoken->text))
			continue;
		compare(feed, i);
		if (feed->out < 0 && feed->received.length == 0)
			break;
	}
	close_end(&feed->in);
	while (feed->out >= 0)
		wait_for_bot(feed, -1, -1);
	drop_unasked(feed);
}

/* Waits until the bot ends, and shows its error output until then: a child of
   it might write errors for ever. */
static void wait_for_end(struct feed *feed, int *status)
{
	pid_t ended = 0;

	while (feed->err >= 0 && ended == 0) {
		ended = waitpid(feed->bot, status, WNOHANG);
		wait_for_bot(feed, -1, ended == 0 ? 20 : 0);
	}
	show_errors(feed, true);
	while (ended <= 0 && (ended = waitpid(feed->bot, status, 0)) < 0 &&
	       errno == EINTR)
		continue;
}

static enum exit_code finish(struct feed *feed)
{
	const struct conversation *c = &feed->talk;
	int status;

	wait_for_end(feed, &status);
	if (WIFSIGNALED(status))
		printf("the bot was killed: %s\n",
		       strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status) != 0)
		printf("the bot ended with exit status %d\n",
		       WEXITSTATUS(status));
	printf("seat %d, process %d of %d: %u answers, ", c->seat, c->process,
	       c->processes, feed->answers);
	if (feed->differ == 0)
		puts("all the same");
	else
		printf("%u %s\n", feed->differ,
		       feed->differ == 1 ? "difference" : "differences");
	return feed->differ == 0 ? EXIT_YES : EXIT_NO;
}

static enum exit_code print_lines(const struct conversation *c)
{
	struct text lines = {0};

	for (size_t i = 0; i < c->count; i++) {
		if (!c->spoken[i].to)
			continue;
		printable_escaped(&lines, c->spoken[i].text);
		text_byte(&lines, '\n');
	}
	command_line_print(&lines);
	return EXIT_YES;
}

static enum exit_code feed_bot(struct feed *feed, char **command,
			       struct error *err)
{
	if (start_bot(feed, command, err) != 0)
		return EXIT_TROUBLE;
	talk(feed);
	return finish(feed);
}

static int read_line(struct options *line, struct feed_options *wanted,
		     struct error *err)
{
	if (options_read(line, wanted, err) != 0)
		return -1;
	if (wanted->print && wanted->command != NULL)
		return error_set(err, "--print runs no bot: leave out \"%s\"",
				 wanted->command[0]);
	if (!wanted->print && wanted->command == NULL)
		return options_missing(line, "COMMAND", err);
	return 0;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct feed_options wanted = { .seat = -1, .process = 1 };
	struct feed feed = { .in = -1, .out = -1, .err = -1 };
	enum exit_code code = EXIT_TROUBLE;

	if (read_line(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	if (trace_reader_read(&feed.talk, wanted.trace, wanted.seat,
			      wanted.process, err) == 0)
		code = wanted.print ? print_lines(&feed.talk) :
			feed_bot(&feed, wanted.command, err);
	trace_reader_release(&feed.talk);
	text_release(&feed.received);
	text_release(&feed.errors);
	text_release(&feed.row);
	close_end(&feed.in);
	close_end(&feed.out);
	close_end(&feed.err);
	return code;
}

const struct command command_feed = {
	.name = "feed",
	.arguments = "TRACE [OPTIONS] -- COMMAND.. | TRACE --print",
	.help = "send a bot the lines of a recorded match again",
	.options = options,
	.more = "TRACE is a file written by play, rerun or check with "
		"--trace.  The bot is sent the\nrecorded lines, whatever it "
		"answers, without limits or clocks; each answer is\ncompared "
		"with the recorded one.  A seat has one process per rotation, "
		"and a new one\nafter a fault.  With a debugger that reads its "
		"commands from standard input:\nreferee feed TRACE --print > "
		"lines; gdb ./bot; run < lines\n"
		"Exit status: 0 all answers are the same, 1 an answer differs, "
		"2 an error.\n",
	.run = run,
};
