/*
 * join.c - a seat for a person: shows what happens and asks for the moves.
 *
 * The match reports to the replay, which shows what happens, and asks for each
 * move as a step of a script.
 */
#include "join/join.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/json.h"
#include "base/printable.h"
#include "base/text.h"
#include "games/rules.h"

/* ### the terminal: only lines are read and printed, so that any one will do */

/* A question to the person. */
struct asked {
	struct join *join;
	struct engine *engine;
	int seat;
	int retries;            /* how many answers may be taken back */
	struct script_step *step;       /* the answer */
	struct error *err;
};

enum { COLUMNS = 80, COLUMNS_LEAST = 20, ROWS = 24, ROWS_LEAST = 4 };

int join_check_terminal(struct error *err)
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

struct size {
	int columns, rows;
};

/* Looked up each time it is needed. */
static struct size size_now(void)
{
	struct winsize size = {0};

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
		size = (struct winsize){0};
	return (struct size){
		.columns = within(size.ws_col, COLUMNS, COLUMNS_LEAST),
		.rows = within(size.ws_row, ROWS, ROWS_LEAST),
	};
}

/* Reads up to a line feed or the end.  A terminal gives one line at a time. */
static int read_line(struct asked *asked)
{
	struct join_terminal *terminal = &asked->join->terminal;
	char byte;

	text_clear(&terminal->line);
	while (!terminal->ended) {
		ssize_t got;

		if (players_wait(&asked->engine->players, STDIN_FILENO,
				 asked->err) != 0)
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

/*
 * Prints `prompt` and waits for a line, while watching the bots.  Returns 0
 * with the line, without white space around it and borrowed until the next
 * call, or NULL at the end of the input; -1 on our failure or on a request to
 * stop.
 */
static int ask_line(struct asked *asked, const char *prompt, const char **line)
{
	struct text *text = &asked->join->terminal.line;
	OWNED(text) struct text shown = {0};
	int result;

	text_add(&shown, prompt);
	printable_print(stdout, &shown);
	fflush(stdout);
	result = read_line(asked);
	if (result != 0 || asked->join->terminal.ended) {
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

/* The offset of what follows the first `count` lines. */
static size_t after_lines(const struct text *out, int count)
{
	size_t at = 0;

	while (at < out->length && count > 0)
		count -= out->bytes[at++] == '\n';
	return at;
}

/* Prints join->out, one screen at a time, and clears it.  Returns 0, or -1 as
   above. */
static int page(struct asked *asked)
{
	struct text *out = &asked->join->out;
	OWNED(text) struct text part = {0};
	const char *line;
	int result = 0;

	while (out->length > 0 && result == 0) {
		size_t size = after_lines(out, size_now().rows - 1);

		text_clear(&part);
		text_append(&part, out->bytes, size);
		printable_print(stdout, &part);
		memmove(out->bytes, out->bytes + size, out->length - size);
		out->length -= size;
		if (out->length == 0)
			break;
		result = ask_line(asked, "Enter for more, q to stop: ", &line);
		if (result != 0 || line == NULL || *line == 'q')
			break;
	}
	text_clear(out);
	return result;
}

/* ### the legal moves: described, numbered and searched */

enum { WORDS_MAX = 64 };        /* of a move's text */

static void release_moves(struct join_moves *moves)
{
	for (int i = 0; i < moves->count; i++) {
		free(moves->text[i]);
		free(moves->parts[i]);
	}
	moves->count = 0;
}

/* Adds a move: its text, as a replay prints it, and its parts. */
static void add_move(struct join_moves *moves, struct text text,
		     struct text parts)
{
	text_byte(&text, '\0');
	text_byte(&parts, '\0');
	moves->text[moves->count] = text.bytes;
	moves->parts[moves->count++] = parts.bytes;
}

static void describe(struct join_moves *moves, const struct game *game,
		     const void *state, int move)
{
	struct json_writer parts = {0};
	OWNED(text) struct text said = {0};
	struct text text = {0};

	game->describe(state, move, &text);
	game->show_move(state, move, &parts);
	if (game->said != NULL && game->said(state, move, &said)) {
		text_printf(&text, " and says %s", text_string(&said));
		text_printf(&parts.out, " %s", text_string(&said));
	}
	add_move(moves, text, parts.out);
}

/* Finds the next word from `*at` on, and moves `*at` past it.  Returns its
   length; 0: there is none. */
static size_t next_word(const char **at, const char **word)
{
	while (**at != '\0' && !isalnum((unsigned char)**at))
		++*at;
	*word = *at;
	while (isalnum((unsigned char)**at))
		++*at;
	return (size_t)(*at - *word);
}

static bool has_digit(const char *word, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (isdigit((unsigned char)word[i]))
			return true;
	return false;
}

/* Is there a word in the text that begins with `word`, or with `whole` equals
   it, and is not marked in `used`?  If so, marks it. */
static bool take_word(const char *text, const char *word, size_t size,
		      bool whole, bool used[WORDS_MAX])
{
	const char *found;
	size_t room;

	for (int i = 0; i < WORDS_MAX &&
	     (room = next_word(&text, &found)) > 0; i++) {
		if (used[i] || room < size || (whole && room > size) ||
		    strncasecmp(found, word, size) != 0)
			continue;
		used[i] = true;
		return true;
	}
	return false;
}

static bool matches(const char *text, const char *parts, const char *search)
{
	bool used_text[WORDS_MAX] = { false };
	bool used_parts[WORDS_MAX] = { false };
	const char *word;
	size_t size;

	while ((size = next_word(&search, &word)) > 0) {
		const bool digit = has_digit(word, size);

		if (!take_word(digit ? parts : text, word, size, digit,
			       digit ? used_parts : used_text))
			return false;
	}
	return true;
}

/*
 * Finds the moves that have all words of `search`, a repeated word as often, in
 * any order and case.  A word is a run of letters and digits.  One with a digit
 * has to be a whole cell or number in the parts of the move, any other the
 * beginning of a word of its text.  An empty search finds all.
 */
static void search_moves(struct join_moves *moves, const char *search)
{
	moves->found_count = 0;
	for (int i = 0; i < moves->count; i++) {
		moves->found[i] = matches(moves->text[i], moves->parts[i],
					  search);
		moves->found_count += moves->found[i];
	}
}

/* The moves that the program of a game lists for a seat; NULL: none, or the
   game is not a program. */
static const cJSON *listed_moves(const struct engine *engine, int seat)
{
	return engine->game->program == NULL ? NULL : program_game_legal(
		engine->game, engine->step.run.state, seat);
}

/* Takes the legal moves of a seat that has to decide; all of them count as
   found. */
static void take_moves(struct join_moves *moves, struct engine *engine,
		       int seat)
{
	const cJSON *move, *list = listed_moves(engine, seat);

	release_moves(moves);
	cJSON_ArrayForEach(move, list) {
		struct json_writer parts = {0};
		struct text text = {0};

		program_game_describe_move(move, &text);
		json_tree(&parts, move);
		add_move(moves, text, parts.out);
	}
	if (engine->game->program == NULL) {
		engine_find_legal(engine);
		for (int i = 0; i < engine->legal_count; i++)
			describe(moves, engine->game, engine->step.run.state,
				 engine->legal[i]);
	}
	search_moves(moves, "");
}

/* The index from 0 of the move with the number `text`, or -1: it is not a
   number, or not that of a move found. */
static int move_numbered(const struct join_moves *moves, const char *text)
{
	long long number;

	return number_parse(text, 1, moves->count, &number) &&
		moves->found[number - 1] ? (int)number - 1 : -1;
}

/* The index from 0 of the only move found, or -1: there are more. */
static int only_move(const struct join_moves *moves)
{
	int i = 0;

	if (moves->found_count != 1)
		return -1;
	while (!moves->found[i])
		i++;
	return i;
}

/* Appends the moves found with their numbers, in columns that fit `width`.
   Returns the number of lines. */
static int list_moves(const struct join_moves *moves, int width,
		    struct text *out)
{
	const int digits = snprintf(NULL, 0, "%d", moves->count);
	int widest = 0, across, listed = 0;

	for (int i = 0; i < moves->count; i++)
		if (moves->found[i] && printable_width(moves->text[i]) > widest)
			widest = printable_width(moves->text[i]);
	/* Two spaces before the number, two after it. */
	across = width / (widest + digits + 4);
	if (across < 1)
		across = 1;
	for (int i = 0; i < moves->count; i++) {
		if (!moves->found[i])
			continue;
		listed++;
		text_printf(out, "  %*d  ", digits, i + 1);
		if (listed % across == 0 || listed == moves->found_count) {
			text_add(out, moves->text[i]);
			text_byte(out, '\n');
		} else {
			printable_cell(out, moves->text[i], widest, false);
		}
	}
	return (listed + across - 1) / across;
}

/* ### output */

/* Rows of the screen that a list leaves free for heading, dice and prompt. */
enum { ROWS_OTHERS = 6 };

static const char help_text[] =
	"  12      plays the listed move with this number\n"
	"  e4 5    lists the moves with these cells, dice or words\n"
	"  /5      the same for a single number\n"
	"  Enter   plays the move if only one is listed, lists all if not\n"
	"  l       lists what was found, even if it is long\n"
	"  b       shows the position again\n"
	"  h       shows the rules of the game\n"
	"  u       takes back a move that was chosen, if the rules allow it\n"
	"  q       leaves the match, which can be resumed\n";

/* Prints `out`: our own lines, with texts of the game in them. */
static void show(struct join *join)
{
	printable_print(stdout, &join->out);
	text_clear(&join->out);
}

static void show_found(struct join *join)
{
	const struct size size = size_now();
	const struct join_moves *moves = &join->moves;
	const bool all = moves->found_count == moves->count;
	int rows = list_moves(moves, size.columns, &join->out);

	join->listed = rows <= size.rows - ROWS_OTHERS || rows == 1;
	if (!join->listed) {
		text_clear(&join->out);
		text_printf(&join->out, "%d legal moves%s: type %s, or l to "
			    "list them all.\n", moves->found_count,
			    all ? "" : " match", all ?
			    "cells or dice values to search" : "more words");
	}
	show(join);
}

static int columns(void)
{
	return size_now().columns;
}

static void show_position(struct asked *asked, bool again)
{
	struct join *join = asked->join;
	const struct engine *engine = asked->engine;
	OWNED(json_writer) struct json_writer view = {0};

	join->replay.width = columns();
	replay_text_ask(&join->replay, engine->step.run.state, asked->seat,
			again);
	if (engine->game->program == NULL)
		return;
	engine->game->view(engine->step.run.state, asked->seat, &view);
	text_printf(&join->out, "You see %.*s\n", (int)view.out.length,
		    view.out.bytes);
	show(join);
}

/* ### questions to the person */

/* Asks whether the person leaves, unless that is `sure`; the end of the input
   counts as yes.  Returns 0 if not, or -1 with asked->err. */
static int leave(struct asked *asked, bool sure)
{
	const char *line;

	while (!sure) {
		if (ask_line(asked, "Leave the match? It can be resumed. "
			     "(y/n) ", &line) != 0)
			return -1;
		if (line != NULL && (*line == 'n' || *line == 'N'))
			return 0;
		sure = line == NULL || *line == 'y' || *line == 'Y';
	}
	return error_set(asked->err, "you left the match");
}

static void set_move(struct asked *asked, int place)
{
	const struct engine *engine = asked->engine;
	const cJSON *list = listed_moves(engine, asked->seat);

	asked->step->kind = SCRIPT_MOVE;
	/* A move in the list of a program is its place in it. */
	asked->step->move = list != NULL ? place : engine->legal[place];
	if (program_game_deciders(engine->game, engine->step.run.state) > 1)
		asked->step->chosen = cJSON_Duplicate(
			cJSON_GetArrayItem(list, place), true);
}

/* A move was chosen.  If the rules allow to take it back, asks about that. */
static int choose(struct asked *asked, int place)
{
	struct join *join = asked->join;
	const int left = log_step_retries(&asked->engine->step, asked->seat);
	OWNED(text) struct text prompt = {0};
	const char *line;

	text_printf(&prompt, "%s: Enter plays it, u takes it back (%d left): ",
		    join->moves.text[place], left);
	while (left > 0) {
		if (ask_line(asked, text_string(&prompt), &line) != 0)
			return -1;
		if (line == NULL)
			return leave(asked, true);
		if (*line == '\0')
			break;
		if (strcmp(line, "u") == 0) {
			asked->step->kind = SCRIPT_AGAIN;
			return 0;
		}
		if (strcmp(line, "q") == 0 && leave(asked, false) != 0)
			return -1;
	}
	set_move(asked, place);
	return 0;
}

static void refuse_undo(const struct asked *asked)
{
	struct join *join = asked->join;

	if (asked->retries == 0)
		text_add(&join->out, "The rules do not allow moves to be taken "
			 "back (illegal_retries 0).\n");
	else
		text_printf(&join->out, "There is no move to be taken back: "
			    "choose one first; %d left.\n",
			    log_step_retries(&asked->engine->step,
					     asked->seat));
	show(join);
}

static void search(struct join *join, const char *words)
{
	struct join_moves *moves = &join->moves;

	search_moves(moves, words);
	if (moves->found_count == 0) {
		text_printf(&join->out, "No legal move matches \"%s\"; type ? "
			    "for help.\n", words);
		show(join);
		search_moves(moves, "");
		return;
	}
	show_found(join);
}

/* Executes a one-letter command.  Returns 0, or -1 with asked->err. */
static int command(struct asked *asked, char letter)
{
	struct join *join = asked->join;

	switch (letter) {
	case '?':
		text_add(&join->out, help_text);
		return page(asked);
	case 'h':
		text_add(&join->out, asked->engine->game->sheet);
		return page(asked);
	case 'l':
		join->listed = true;
		list_moves(&join->moves, size_now().columns,
			   &join->out);
		return page(asked);
	case 'b':
		show_position(asked, true);
		return 0;
	default:
		refuse_undo(asked);
		return 0;
	}
}

/* Asks until a move is chosen or the person leaves. */
static int ask(struct asked *asked)
{
	struct join *join = asked->join;
	const char *line;
	int place;

	show_found(join);
	for (;;) {
		if (ask_line(asked, "Your move (? for help): ", &line) != 0)
			return -1;
		if (line == NULL)
			return leave(asked, true);
		place = *line == '\0' ? only_move(&join->moves) :
			join->listed ? move_numbered(&join->moves, line) :
			-1;
		if (place >= 0)
			return choose(asked, place);
		if (strcmp(line, "q") == 0) {
			if (leave(asked, false) != 0)
				return -1;
		} else if (*line != '\0' && line[1] == '\0' &&
			   strchr("?hlbu", *line) != NULL) {
			if (command(asked, *line) != 0)
				return -1;
		} else {
			search(join, line);
		}
	}
}

/* ### the script */

static int next(void *context, struct engine *engine, int seat, bool due,
		struct script_step *step, struct error *err)
{
	struct join *join = context;
	struct asked asked = {
		.join = join, .engine = engine, .seat = seat,
		.step = step, .err = err,
		.retries = rules_value(engine->game, engine->match->rule,
				       "illegal_retries"),
	};

	if (!due)
		return 0;
	take_moves(&join->moves, engine, seat);
	if (join->moves.count == 0)
		return error_set(err, "%s does not list the legal moves, from "
				 "which a person chooses: only bots can play it",
				 engine->game->name);
	show_position(&asked, false);
	return ask(&asked);
}

void join_begin(struct join *join, const struct match_config *match,
		struct matchlog *log)
{
	*join = (struct join){ .script = { .next = next, .context = join } };
	join->script.plays[match_config_person(match)] = true;
	join->replay.writer = &replay_text;
	replay_begin(&join->replay, &join->audit, match, log);
	join->replay.for_seat = true;
	join->replay.seat = match_config_person(match);
	join->replay.columns = columns;
	join->watch = replay_watch(&join->replay);
}

void join_end(struct join *join)
{
	replay_end(&join->replay);
}

void join_release(struct join *join)
{
	replay_release(&join->replay);
	release_moves(&join->moves);
	text_release(&join->terminal.line);
	audit_release(&join->audit);
	text_release(&join->out);
}
