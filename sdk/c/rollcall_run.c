/*
 * rollcall_run.c - reads the lines of the referee, asks the bot, writes its
 * answers.
 */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <execinfo.h>
#endif

#include "rollcall_private.h"

enum { SHOWN_MOST = 2000, TRACE_MOST = 64, SIGNAL_STACK_SIZE = 65536 };

/* The state of the match between two lines. */
struct conversation {
	rollcall_choose *choose;
	const struct rollcall_options *options;
	struct rollcall_turn *turn;
	struct rollcall_dice *dice;     /* NULL: not checked */
	FILE *output;
	cJSON *answered;                /* the last decision, or NULL */
	int next;                       /* place to try when it is refused */
	bool over;
};

/* ### a bot that crashes: report the line that it was answering */

/* Global, because a signal handler gets no other context. */
static const char *line_now;
static size_t line_now_size;

static void write_all(const char *text, size_t size)
{
	while (size > 0) {
		ssize_t written = write(STDERR_FILENO, text, size);

		if (written <= 0)
			return;
		text += written;
		size -= (size_t)written;
	}
}

/* The size in bytes of the first SHOWN_MOST characters of a text. */
static size_t shown_size(const char *text, size_t size)
{
	size_t characters = 0;

	for (size_t i = 0; i < size; i++)
		if ((text[i] & 0xc0) != 0x80 && characters++ == SHOWN_MOST)
			return i;
	return size;
}

static void write_line(void)
{
	write_all("the line: ", 10);
	write_all(line_now, shown_size(line_now, line_now_size));
	write_all("\n", 1);
}

static const struct crash {
	int number;
	const char *name;
} crashes[] = {
	{ SIGABRT, "SIGABRT" }, { SIGBUS, "SIGBUS" }, { SIGFPE, "SIGFPE" },
	{ SIGILL, "SIGILL" }, { SIGSEGV, "SIGSEGV" },
};
enum { CRASH_COUNT = sizeof crashes / sizeof crashes[0] };

/* Makes only calls that are safe in a signal handler. */
static void on_crash(int number)
{
#ifdef __GLIBC__
	void *trace[TRACE_MOST];
	int depth;
#endif

	write_all("choose was ended by ", 20);
	for (size_t i = 0; i < CRASH_COUNT; i++)
		if (crashes[i].number == number)
			write_all(crashes[i].name, strlen(crashes[i].name));
	write_all("\n", 1);
#ifdef __GLIBC__
	depth = backtrace(trace, TRACE_MOST);
	backtrace_symbols_fd(trace, depth, STDERR_FILENO);
#endif
	if (line_now != NULL)
		write_line();
	_exit(1);
}

/*
 * Sets or removes the handlers.  They run on a separate stack, so that a stack
 * overflow is reported, too.  Existing handlers (of a sanitizer) are kept.
 */
static void catch_crashes(bool on)
{
	static char stack[SIGNAL_STACK_SIZE];
	stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };
	stack_t old_stack;
	struct sigaction mine = {
		.sa_handler = on_crash,
		.sa_flags = (int)(SA_ONSTACK | SA_RESETHAND)
	};
	struct sigaction usual = { .sa_handler = SIG_DFL }, old;
#ifdef __GLIBC__
	void *caller;

	/* The first call loads a library, which a handler must not do. */
	if (on)
		backtrace(&caller, 1);
#endif

	if (on && sigaltstack(NULL, &old_stack) == 0 &&
	    (old_stack.ss_flags & SS_DISABLE) != 0)
		sigaltstack(&alternate, NULL);
	for (size_t i = 0; i < CRASH_COUNT; i++) {
		if (sigaction(crashes[i].number, NULL, &old) != 0)
			continue;
		if (on && old.sa_handler == SIG_DFL)
			sigaction(crashes[i].number, &mine, NULL);
		else if (!on && old.sa_handler == on_crash)
			sigaction(crashes[i].number, &usual, NULL);
	}
}

/* ### answers */

/* Deletes `json`.  Returns 0, or -1 after a message if it cannot be sent. */
static int send_json(struct conversation *c, cJSON *json)
{
	char *text = rollcall_print(json);
	int result = -1;

	if (text == NULL)
		fputs("cannot answer: no memory\n", stderr);
	else if (fputs(text, c->output) < 0 || putc('\n', c->output) < 0 ||
		 fflush(c->output) != 0)
		perror("cannot answer");
	else
		result = 0;
	free(text);
	return result;
}

static int send_ready(struct conversation *c)
{
	const struct rollcall_options *options = c->options;
	cJSON *ready = cJSON_CreateObject();
	char name[ROLLCALL_SAY_SIZE];

	cJSON_AddStringToObject(ready, "type", "ready");
	cJSON_AddBoolToObject(ready, "legal", !options->no_legal);
	cJSON_AddBoolToObject(ready, "events", !options->no_events);
	if (options->name != NULL) {
		rollcall_copy_utf8(name, options->name, sizeof name - 1);
		cJSON_AddStringToObject(ready, "name", name);
	}
	return send_json(c, ready);
}

static int send_move(struct conversation *c, cJSON *move, const char *say)
{
	cJSON *answer = cJSON_CreateObject();
	char text[ROLLCALL_SAY_SIZE];

	cJSON_AddItemToObject(answer, "move", move);
	if (say[0] != '\0') {
		/* The bot may have set it itself and cut a character. */
		rollcall_copy_utf8(text, say, sizeof text - 1);
		cJSON_AddStringToObject(answer, "say", text);
	}
	return send_json(c, answer);
}

/* ### decisions */

static cJSON *no_move(const struct rollcall_turn *turn, int place)
{
	fprintf(stderr, "choose returned %d; expected a place", place);
	if (turn->legal == NULL)
		fputs(", from 0, or a move\n", stderr);
	else
		fprintf(stderr, " in legal, 0 to %d, or a move\n",
			turn->legal_count - 1);
	return NULL;
}

cJSON *rollcall_answer(rollcall_choose *choose, void *user,
		       struct rollcall_turn *turn)
{
	cJSON *move;
	int place;

	turn->move = NULL;
	turn->say[0] = '\0';
	place = choose(turn, user);
	if (turn->move != NULL) {
		move = cJSON_Parse(turn->move);
		if (move == NULL)
			fprintf(stderr, "choose answered %s; expected a move "
				"in JSON\n", turn->move);
		return move;
	}
	if (place < 0 || (turn->legal != NULL && place >= turn->legal_count))
		return no_move(turn, place);
	return cJSON_CreateNumber(place);
}

char *rollcall_decide(rollcall_choose *choose, void *user,
		      struct rollcall_turn *turn)
{
	cJSON *answer = rollcall_answer(choose, user, turn);
	const cJSON *move = NULL;

	if (cJSON_IsNumber(answer))
		move = cJSON_GetArrayItem(turn->legal, answer->valueint);
	if (move != NULL) {
		cJSON_Delete(answer);
		answer = cJSON_Duplicate(move, true);
	}
	return answer != NULL ? rollcall_print(answer) : NULL;
}

static int on_turn(struct conversation *c)
{
	cJSON_Delete(c->answered);
	c->answered = rollcall_answer(c->choose, c->options->user, c->turn);
	fflush(stdout);
	c->next = 0;
	if (c->answered == NULL) {
		write_line();
		return -1;
	}
	return send_move(c, cJSON_Duplicate(c->answered, true), c->turn->say);
}

/* Is the move at `place` of legal the one that was refused first? */
static bool answered(const struct conversation *c, int place)
{
	const cJSON *move;

	if (cJSON_IsNumber(c->answered))
		return c->answered->valueint == place;
	move = cJSON_GetArrayItem(c->turn->legal, place);
	return move != NULL && cJSON_Compare(move, c->answered, true);
}

static int on_again(struct conversation *c, const cJSON *line)
{
	int place;

	fprintf(stderr, "refused: %s\n", rollcall_text(line, "why"));
	if (answered(c, c->next))
		c->next++;
	place = c->next++;
	if (c->turn->legal != NULL && place >= c->turn->legal_count)
		place = 0;
	return send_move(c, cJSON_CreateNumber(place), "");
}

/* ### lines */

static bool is(const cJSON *line, const char *type)
{
	return strcmp(rollcall_text(line, "type"), type) == 0;
}

/* Returns 0, or -1 after a message about the dice. */
static int check_dice(struct conversation *c, const cJSON *line)
{
	if (!c->options->verify)
		return 0;
	if (is(line, "hello")) {
		rollcall_dice_free(c->dice);
		c->dice = rollcall_dice_new(line);
		return c->dice != NULL ? 0 : -1;
	}
	if (c->dice == NULL)
		return 0;
	if (is(line, "game"))
		return rollcall_dice_begin(c->dice,
					   rollcall_get(line, "anchors"));
	if (is(line, "turn") || is(line, "over"))
		return rollcall_dice_read(c->dice, line);
	if (is(line, "bye"))
		return rollcall_dice_end(c->dice,
					 rollcall_text(line, "secret"));
	return 0;
}

/* Owns `line`.  Types of a newer protocol are ignored. */
static int on_line(struct conversation *c, cJSON *line)
{
	int result = check_dice(c, line);

	if (result == 0 && is(line, "hello")) {
		rollcall_turn_hello(c->turn, line);
		if (c->options->hello != NULL)
			c->options->hello(c->turn, c->options->user);
		return send_ready(c);
	}
	if (result == 0 && is(line, "game")) {
		rollcall_turn_game(c->turn, line);
		return 0;
	}
	if (result == 0 && is(line, "turn")) {
		rollcall_turn_next(c->turn, line);
		return on_turn(c);
	}
	if (result == 0 && is(line, "again"))
		result = on_again(c, line);
	else if (is(line, "bye"))
		c->over = true;
	cJSON_Delete(line);
	return result;
}

static bool is_blank(const char *text, size_t size)
{
	return strspn(text, " \t\r\n") == size;
}

static int on_text(struct conversation *c, const char *text, size_t size)
{
	const char *end;
	cJSON *line;

	if (is_blank(text, size))
		return 0;
	line = cJSON_ParseWithLengthOpts(text, size, &end, false);
	if (!cJSON_IsObject(line) ||
	    !is_blank(end, size - (size_t)(end - text))) {
		fprintf(stderr, "a line that is not JSON: %.*s\n",
			(int)shown_size(text, strcspn(text, "\r\n")), text);
		cJSON_Delete(line);
		return -1;
	}
	line_now = text;
	line_now_size = strcspn(text, "\r\n");
	return on_line(c, line);
}

/*
 * Keeps standard output for the answers and redirects what the bot prints to
 * standard error, line by line.  Returns NULL and sets errno on failure.
 */
static FILE *take_output(void)
{
	int kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

	if (kept < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
		return NULL;
	setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
	return fdopen(kept, "w");
}

static int converse(struct conversation *c, FILE *input)
{
	char *text = NULL;
	size_t room = 0;
	ssize_t size;
	int result = 0;

	while (result == 0 && !c->over &&
	       (size = getline(&text, &room, input)) > 0)
		result = on_text(c, text, (size_t)size);
	if (result == 0 && !c->over && ferror(input)) {
		perror("cannot read");
		result = -1;
	}
	free(text);
	return result;
}

int rollcall_run(rollcall_choose *choose,
		 const struct rollcall_options *options)
{
	static const struct rollcall_options defaults;
	struct conversation c = {
		.choose = choose, .options = options ? options : &defaults,
	};
	FILE *input;
	int result = -1;

	if (c.options->verify && c.options->no_events) {
		fputs("verify needs the events: leave them on\n", stderr);
		return 1;
	}
	input = c.options->input ? c.options->input : stdin;
	c.output = c.options->output ? c.options->output : take_output();
	c.turn = rollcall_turn_from("{}", NULL, NULL);
	if (c.output == NULL || c.turn == NULL)
		perror("cannot play");
	else {
		catch_crashes(true);
		result = converse(&c, input);
		catch_crashes(false);
		line_now = NULL;
	}
	rollcall_dice_free(c.dice);
	cJSON_Delete(c.answered);
	rollcall_turn_free(c.turn);
	if (c.output != NULL && c.output != c.options->output)
		fclose(c.output);
	return result == 0 ? 0 : 1;
}
