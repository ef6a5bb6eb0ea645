/*
 * join.c - a seat for a person: shows what happens and asks for the moves.
 *
 * The match reports to the replay, which shows what happens, and asks for each
 * move as a step of a script.
 */
#include "join/join.h"

#include <stdio.h>

#include "base/printable.h"
#include "games/rules.h"

/* Rows of the screen that a list leaves free for heading, dice and prompt. */
enum { ROWS_OTHERS = 6 };

enum answer_kind { ANSWER_MOVE, ANSWER_AGAIN, ANSWER_LEAVE, ANSWER_TROUBLE };

/* A question to the person. */
struct asked {
	struct join *join;
	struct engine *engine;
	int seat;
	int retries;            /* how many answers may be taken back */
	int move;               /* ANSWER_MOVE */
	struct error *err;
};

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

/* ### output */

/* Prints `out`: our own lines, with texts of the game in them. */
static void show(struct join *join)
{
	printable_print(stdout, &join->out);
	text_clear(&join->out);
}

static void show_found(struct join *join)
{
	const struct join_terminal_size size = join_terminal_size_now();
	const struct join_moves *moves = &join->moves;
	const bool all = moves->found_count == moves->count;
	int rows = join_moves_list(moves, size.columns, &join->out);

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
	return join_terminal_size_now().columns;
}

static void show_position(struct asked *asked, bool again)
{
	struct join *join = asked->join;

	join->replay.width = columns();
	replay_text_ask(&join->replay, asked->engine->step.run.state, asked->seat,
			again);
}

static int page(struct asked *asked)
{
	struct join *join = asked->join;

	return join_terminal_page(&join->terminal, &asked->engine->players,
				  &join->out, asked->err);
}

/* ### answers */

static enum answer_kind leave(struct asked *asked, bool sure)
{
	struct join *join = asked->join;
	int yes = sure ? 1 :
		join_terminal_confirm(&join->terminal,
				      &asked->engine->players, "Leave the "
				      "match? It can be resumed. (y/n) ",
				      asked->err);

	if (yes < 0)
		return ANSWER_TROUBLE;
	join->left = yes;
	return yes ? ANSWER_LEAVE : ANSWER_AGAIN;
}

/* A move was chosen.  If the rules allow to take it back, asks about that. */
static enum answer_kind choose(struct asked *asked, int place)
{
	struct join *join = asked->join;
	const int left = asked->retries - join->taken_back;
	struct text prompt = {0};
	enum answer_kind kind = ANSWER_MOVE;
	const char *line = "";

	asked->move = asked->engine->legal[place];
	if (left <= 0)
		return ANSWER_MOVE;
	text_printf(&prompt, "%s: Enter plays it, u takes it back (%d left): ",
		    join->moves.text[place], left);
	do {
		if (join_terminal_ask(&join->terminal,
				      &asked->engine->players,
				      text_string(&prompt), &line,
				      asked->err) != 0)
			kind = ANSWER_TROUBLE;
		else if (line == NULL)
			kind = leave(asked, true);
		else if (strcmp(line, "u") == 0)
			kind = ANSWER_AGAIN;
		else if (strcmp(line, "q") == 0 && leave(asked, false) !=
			 ANSWER_AGAIN)
			kind = join->left ? ANSWER_LEAVE : ANSWER_TROUBLE;
	} while (kind == ANSWER_MOVE && *line != '\0');
	text_release(&prompt);
	return kind;
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
			    asked->retries - join->taken_back);
	show(join);
}

static void search(struct join *join, const char *words)
{
	struct join_moves *moves = &join->moves;

	join_moves_search(moves, words);
	if (moves->found_count == 0) {
		text_printf(&join->out, "No legal move matches \"%s\"; type ? "
			    "for help.\n", words);
		show(join);
		join_moves_search(moves, "");
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
		join_moves_list(&join->moves, join_terminal_size_now().columns,
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
static enum answer_kind ask(struct asked *asked)
{
	struct join *join = asked->join;
	const char *line;
	int place;

	show_found(join);
	for (;;) {
		if (join_terminal_ask(&join->terminal,
				      &asked->engine->players,
				      "Your move (? for help): ", &line,
				      asked->err) != 0)
			return ANSWER_TROUBLE;
		if (line == NULL)
			return leave(asked, true);
		place = *line == '\0' ? join_moves_only(&join->moves) :
			join->listed ? join_moves_numbered(&join->moves, line) :
			-1;
		if (place >= 0)
			return choose(asked, place);
		if (strcmp(line, "q") == 0) {
			enum answer_kind kind = leave(asked, false);

			if (kind != ANSWER_AGAIN)
				return kind;
		} else if (*line != '\0' && line[1] == '\0' &&
			   strchr("?hlbu", *line) != NULL) {
			if (command(asked, *line) != 0)
				return ANSWER_TROUBLE;
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
		.join = join, .engine = engine, .seat = seat, .err = err,
		.retries = rules_value(engine->game, engine->match->rule,
				       "illegal_retries"),
	};

	if (!due)
		return 0;
	engine_find_legal(engine);
	join_moves_take(&join->moves, engine->game, engine->step.run.state,
			engine->legal, engine->legal_count);
	show_position(&asked, false);
	switch (ask(&asked)) {
	case ANSWER_MOVE:
		step->kind = SCRIPT_MOVE;
		step->move = asked.move;
		join->taken_back = 0;
		return 0;
	case ANSWER_AGAIN:
		step->kind = SCRIPT_AGAIN;
		join->taken_back++;
		return 0;
	case ANSWER_LEAVE:
		return error_set(err, "you left the match");
	case ANSWER_TROUBLE:
		break;
	}
	return -1;
}

void join_begin(struct join *join, const struct match_config *match,
		struct matchlog *log)
{
	*join = (struct join){ .script = { .next = next, .context = join } };
	join->script.plays[match_config_person(match)] = true;
	join->replay.writer = &replay_text;
	replay_begin(&join->replay, &join->audit, match, log);
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
	join_moves_release(&join->moves);
	join_terminal_release(&join->terminal);
	audit_release(&join->audit);
	text_release(&join->out);
}
