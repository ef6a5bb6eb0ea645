/*
 * join_terminal.c - the terminal of a person: lines in, text out.
 */
#include "join/join_terminal.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/printable.h"

enum { COLUMNS = 80, COLUMNS_LEAST = 20, ROWS = 24, ROWS_LEAST = 4 };

int join_terminal_check(struct error *err)
{
	const char *what = !isatty(STDIN_FILENO) ? "input" :
		!isatty(STDOUT_FILENO) ? "output" : NULL;

	if (what == NULL)
		return 0;
	return error_set(err, "standard %s is not a terminal, and a person "
			 "plays at one; programs play with referee play",
			 what);
}

static int within(int number, int normal, int least)
{
	return number <= 0 ? normal : number < least ? least : number;
}

struct join_terminal_size join_terminal_size_now(void)
{
	struct winsize size = {0};

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
		size = (struct winsize){0};
	return (struct join_terminal_size){
		.columns = within(size.ws_col, COLUMNS, COLUMNS_LEAST),
		.rows = within(size.ws_row, ROWS, ROWS_LEAST),
	};
}

/* ### input */

/* Reads up to a line feed or the end.  A terminal gives one line at a time. */
static int read_line(struct join_terminal *terminal, struct players *players,
		     struct error *err)
{
	char byte;

	text_clear(&terminal->line);
	while (!terminal->ended) {
		ssize_t got;

		if (players_wait(players, STDIN_FILENO, err) != 0)
			return -1;
		got = read(STDIN_FILENO, &byte, 1);
		if (got < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		/* If the terminal is gone, the input ends too. */
		terminal->ended = got <= 0;
		if (got > 0 && byte == '\n')
			return 0;
		if (got > 0 && byte != '\0')
			text_byte(&terminal->line, byte);
	}
	return 0;
}

int join_terminal_ask(struct join_terminal *terminal, struct players *players,
		      const char *prompt, const char **line,
		      struct error *err)
{
	struct text *text = &terminal->line;
	struct text shown = {0};
	int result;

	text_add(&shown, prompt);
	printable_print(stdout, &shown);
	fflush(stdout);
	text_release(&shown);
	result = read_line(terminal, players, err);
	if (result != 0 || terminal->ended) {
		/* The cursor is still behind the prompt. */
		fputc('\n', stdout);
		*line = NULL;
		return result;
	}
	while (text->length > 0 &&
	       isspace((unsigned char)text->bytes[text->length - 1]))
		text->length--;
	*line = text_string(text);
	*line += strspn(*line, " \t");
	return 0;
}

int join_terminal_confirm(struct join_terminal *terminal,
			  struct players *players, const char *prompt,
			  struct error *err)
{
	const char *line;

	for (;;) {
		if (join_terminal_ask(terminal, players, prompt, &line,
				      err) != 0)
			return -1;
		if (line == NULL || *line == 'y' || *line == 'Y')
			return 1;
		if (*line == 'n' || *line == 'N')
			return 0;
	}
}

/* ### output */

/* The offset of what follows the first `count` lines. */
static size_t after_lines(const struct text *out, int count)
{
	size_t at = 0;

	while (at < out->length && count > 0)
		count -= out->bytes[at++] == '\n';
	return at;
}

int join_terminal_page(struct join_terminal *terminal,
		       struct players *players, struct text *out,
		       struct error *err)
{
	struct text part = {0};
	const char *line;
	int result = 0;

	while (out->length > 0 && result == 0) {
		size_t size = after_lines(out,
					  join_terminal_size_now().rows - 1);

		text_clear(&part);
		text_append(&part, out->bytes, size);
		printable_print(stdout, &part);
		memmove(out->bytes, out->bytes + size, out->length - size);
		out->length -= size;
		if (out->length == 0)
			break;
		result = join_terminal_ask(terminal, players, "Enter for more, "
					   "q to stop: ", &line, err);
		if (result != 0 || line == NULL || *line == 'q')
			break;
	}
	text_clear(out);
	text_release(&part);
	return result;
}

void join_terminal_release(struct join_terminal *terminal)
{
	text_release(&terminal->line);
}
