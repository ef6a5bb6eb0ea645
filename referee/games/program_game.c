/*
 * program_game.c - a game whose rules are a program of the user's, in any
 * language: the conversation with it, behind the interface of game.h.
 */
#include "games/program_game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "games/games.h"
#include "games/rules.h"

enum {
	DEPTH_MAX = 16,
	NAME_MAX_BYTES = 32,
	SHOWN_COLUMNS = 72,     /* of a title, or of what a rule is for */
	PICTURE_MAX = 65536,
	INDENT = 2,             /* rows of ours begin in the first column */
	NUMBER_MAX = 1000000000,
	/* A move that read_move took: its text is in `moves`. */
	WRITTEN = PROGRAM_LEGAL_MAX
};

/* An answer that has been checked. */
struct position {
	struct arena arena;
	const cJSON *tree;              /* NULL: none */
	int turn;                       /* as game->turn returns it */
	const cJSON *ask[GAME_SEATS_MAX];       /* in the order of seats */
	int asks;
	struct draw draw;               /* at GAME_CHANCE */
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];
	enum ending ending;             /* at GAME_OVER */
};

struct program_game {
	struct game game;
	struct program_link link;       /* `ask` is NULL: told */
	cJSON *about;                   /* has the strings of `game` */
	struct text sheet;
	struct rule rule[GAME_RULES_MAX + 1];
	char **words[GAME_RULES_MAX];   /* owned; for the choices of a rule */
	enum result result;
	struct position now, next;
	bool pending;                   /* `next` is that after the moves in
					   `moves`, which have to be applied */
	struct text moves[GAME_SEATS_MAX];      /* of the seats in now.ask */
	struct text played[GAME_SEATS_MAX];     /* in the position before */
	bool out[GAME_SEATS_MAX];
	int seats;
	uint64_t position;              /* counts them */
	bool told;                      /* its events have been taken */
	long answers;                   /* in this game */
	struct json_writer line;
	struct text begun;              /* the last "new" that it took */
	bool failed;
	struct error why;
};

/* All of it is copied freely: the positions are in the program_game. */
struct state {
	struct program_game *program;   /* first: set by game_begin */
	uint64_t position;
	int turn;
	int decided;                    /* of several seats: how many have */
	struct draw draw;
};

/* ### failures of the program */

static int fail(struct program_game *p, const struct error *why)
{
	struct foreign shown;
	const size_t size = p->line.out.length;

	if (p->failed)
		return -1;
	p->failed = true;
	error_set(&p->why, "the game's program, asked %s: %s",
		  printable_foreign(&shown, p->line.out.bytes,
				    size > 0 ? size - 1 : 0), why->text);
	return -1;
}

int program_game_check(const struct game *game, struct error *err)
{
	const struct program_game *p = game->program;

	if (p == NULL || !p->failed)
		return 0;
	*err = p->why;
	return -1;
}

bool program_game_is_told(const struct game *game)
{
	return game->program != NULL && game->program->link.ask == NULL;
}

/* ### the values of an answer; each returns 0, or -1 with `err` */

/* Only integers, so that it can stand in a log. */
static bool is_logged(const cJSON *value)
{
	const cJSON *child;
	long long number;

	if (cJSON_IsNumber(value) &&
	    !json_is_int(value, -JSON_INT_MAX, JSON_INT_MAX, &number))
		return false;
	cJSON_ArrayForEach(child, value)
		if (!is_logged(child))
			return false;
	return true;
}

static int want_seat(const struct program_game *p, const struct json_at *up,
		     int *seat, struct error *err)
{
	struct json_at at = json_at_key(up, "seat");
	long long number;

	if (json_want_int(&at, 0, p->seats - 1, &number, err) != 0)
		return -1;
	*seat = (int)number;
	return p->out[*seat] ? json_wrong(&at, err, "seat %d is out of the "
					  "game", *seat) : 0;
}

static int read_roll(const struct program_game *p, const struct json_at *at,
		     struct position *position, struct error *err)
{
	static const char *const keys[] = { "seat", "turn", "dice", "sides",
		"hidden", NULL };
	struct json_at dice = json_at_key(at, "dice");
	struct json_at sides = json_at_key(at, "sides");
	struct json_at turn = json_at_key(at, "turn");
	struct json_at hidden = json_at_key(at, "hidden");
	struct draw *draw = &position->draw;
	long long count, faces, number = 0;
	int seat = -1;

	if (json_want_object(at, keys, err) != 0 ||
	    json_want_int(&dice, 1, GAME_DICE_MAX, &count, err) != 0 ||
	    json_want_int(&sides, 1, GAME_SIDES_MAX, &faces, err) != 0)
		return -1;
	if (json_get(at->value, "seat") != NULL &&
	    (want_seat(p, at, &seat, err) != 0 ||
	     json_want_int(&turn, 1, NUMBER_MAX, &number, err) != 0))
		return -1;
	if (seat < 0 && turn.value != NULL)
		return json_wrong(&turn, err, "the table's dice have no turn");
	if (hidden.value != NULL && !cJSON_IsBool(hidden.value))
		return json_expected(&hidden, err, "true or false");
	*draw = (struct draw){ .stream = seat + 1, .turn = (int)number,
		.dice = (int)count, .sides = (int)faces };
	if (cJSON_IsTrue(hidden.value)) {
		if (seat < 0 || !p->game.hidden)
			return json_wrong(&hidden, err, seat < 0 ?
				"the table's dice cannot be hidden" :
				"a hidden roll in a game that has said "
				"\"hidden\":false");
		draw->stream = p->seats + seat + 1;
	}
	position->turn = GAME_CHANCE;
	return 0;
}

static int read_legal(const struct json_at *at, struct error *err)
{
	const cJSON *item;
	int i = 0;

	if (json_want_list(at, 1, PROGRAM_LEGAL_MAX, err) != 0)
		return -1;
	cJSON_ArrayForEach(item, at->value) {
		struct json_at one = json_at_item(at, i++, item);

		if (!cJSON_IsObject(item) || !is_logged(item))
			return json_expected(&one, err, "an object without "
					     "fractions");
	}
	return 0;
}

static int read_ask(const struct program_game *p, const struct json_at *at,
		    struct position *position, struct error *err)
{
	static const char *const keys[] = { "seat", "view", "legal", NULL };
	struct json_at legal = json_at_key(at, "legal");
	struct json_at view = json_at_key(at, "view");
	int seat;

	if (json_want_object(at, keys, err) != 0 ||
	    want_seat(p, at, &seat, err) != 0)
		return -1;
	if (!cJSON_IsObject(view.value))
		return json_expected(&view, err, "an object");
	if (legal.value != NULL && read_legal(&legal, err) != 0)
		return -1;
	if (position->asks == 0)
		position->turn = seat;
	else if (seat <= (int)json_get(position->ask[position->asks - 1],
				       "seat")->valuedouble)
		return json_wrong(at, err, "seats that decide together stand "
				  "in ascending order");
	position->ask[position->asks++] = at->value;
	return 0;
}

static int read_asks(const struct program_game *p, const struct json_at *at,
		     struct position *position, struct error *err)
{
	const cJSON *item;
	int i = 0;

	if (!cJSON_IsArray(at->value))
		return read_ask(p, at, position, err);
	if (json_want_list(at, 1, p->seats, err) != 0)
		return -1;
	cJSON_ArrayForEach(item, at->value) {
		struct json_at one = json_at_item(at, i++, item);

		if (read_ask(p, &one, position, err) != 0)
			return -1;
	}
	return 0;
}

static int read_numbers(const struct program_game *p, const struct json_at *up,
			const char *key, int min, int max, int *numbers,
			struct error *err)
{
	struct json_at at = json_at_key(up, key);
	const cJSON *item;
	int i = 0;

	if (json_want_list(&at, p->seats, p->seats, err) != 0)
		return -1;
	cJSON_ArrayForEach(item, at.value) {
		struct json_at one = json_at_item(&at, i, item);
		long long number;

		if (json_want_int(&one, min, max, &number, err) != 0)
			return -1;
		numbers[i++] = (int)number;
	}
	return 0;
}

static int read_over(const struct program_game *p, const struct json_at *at,
		     struct position *position, struct error *err)
{
	static const char *const keys[] = { "scores", "ranks", "end", NULL };
	struct json_at end = json_at_key(at, "end");
	struct json_at ranks = json_at_key(at, "ranks");
	int word;

	if (json_want_object(at, keys, err) != 0 ||
	    read_numbers(p, at, "scores", -NUMBER_MAX, NUMBER_MAX,
			 position->scores, err) != 0 ||
	    read_numbers(p, at, "ranks", 1, p->seats, position->ranks,
			 err) != 0 ||
	    json_want_word(&end, game_ending_words, &word, err) != 0)
		return -1;
	if (!game_ranks_follow(p->seats, position->ranks))
		return json_wrong(&ranks, err, "expected 1 for the best, and "
				  "for each other seat one more than there are "
				  "seats ahead of it");
	position->ending = (enum ending)word;
	position->turn = GAME_OVER;
	return 0;
}

/* What may stand beside a position. */
static int read_told(const struct json_at *top, struct error *err)
{
	struct json_at events = json_at_key(top, "events");
	struct json_at text = json_at_key(top, "text");
	struct json_at picture = json_at_key(top, "picture");
	const cJSON *item;
	const char *string;
	int i = 0;

	if (events.value != NULL &&
	    json_want_list(&events, 0, PROGRAM_LEGAL_MAX, err) != 0)
		return -1;
	cJSON_ArrayForEach(item, events.value) {
		struct json_at one = json_at_item(&events, i++, item);

		if (!cJSON_IsString(json_get(item, "e")) || !is_logged(item))
			return json_expected(&one, err, "an object with a "
					     "string \"e\", without fractions");
		if (json_get(item, "t") != NULL)
			return json_wrong(&one, err, "an event cannot have a "
					  "\"t\", which says what the lines of "
					  "the referee are");
	}
	if (text.value != NULL &&
	    json_want_list(&text, 0, PROGRAM_LEGAL_MAX, err) != 0)
		return -1;
	i = 0;
	cJSON_ArrayForEach(item, text.value) {
		struct json_at one = json_at_item(&text, i++, item);

		if (json_want_string(&one, &string, err) != 0)
			return -1;
	}
	if (picture.value == NULL)
		return 0;
	if (json_want_string(&picture, &string, err) != 0)
		return -1;
	return strlen(string) <= PICTURE_MAX ? 0 :
		json_expected(&picture, err, "at most %d bytes", PICTURE_MAX);
}

/* Reads a position into `next`. */
static int read_position(struct program_game *p, const struct json_at *top,
			 struct error *err)
{
	static const char *const keys[] = { "roll", "ask", "over", "events",
		"text", "picture", NULL };
	struct json_at roll = json_at_key(top, "roll");
	struct json_at ask = json_at_key(top, "ask");
	struct json_at over = json_at_key(top, "over");
	const int kinds = (roll.value != NULL) + (ask.value != NULL) +
		(over.value != NULL);

	if (json_want_object(top, keys, err) != 0)
		return -1;
	if (kinds != 1)
		return json_expected(top, err, "exactly one of \"roll\", "
				     "\"ask\" and \"over\"");
	if (read_told(top, err) != 0)
		return -1;
	p->next.asks = 0;
	return roll.value != NULL ? read_roll(p, &roll, &p->next, err) :
		ask.value != NULL ? read_asks(p, &ask, &p->next, err) :
		read_over(p, &over, &p->next, err);
}

/* ### the conversation */

/* Sends the line, and reads the answer as a tree in the arena of `next`. */
static int converse(struct program_game *p, struct error *err)
{
	const char *answer;
	size_t size;

	text_byte(&p->line.out, '\n');
	p->next.tree = NULL;
	if (p->link.ask(p->link.context, p->line.out.bytes,
			p->line.out.length, &answer, &size, err) != 0)
		return -1;
	arena_clear(&p->next.arena);
	p->next.tree = json_read_in(&p->next.arena, answer, size, DEPTH_MAX,
				    JSON_SPACES | JSON_FLOATS, err);
	if (p->next.tree == NULL)
		return error_at(err, "the answer");
	return 0;
}

static void begin_line(struct program_game *p, const char *type)
{
	json_clear(&p->line);
	json_open(&p->line, '{');
	json_put_word(&p->line, "type", type);
}

static void adopt(struct program_game *p, struct state *state)
{
	struct position was = p->now;

	p->now = p->next;
	p->next = was;
	p->pending = false;
	for (int i = 0; i < GAME_SEATS_MAX; i++) {
		const struct text spare = p->played[i];

		p->played[i] = p->moves[i];
		p->moves[i] = spare;
		text_clear(&p->moves[i]);
	}
	p->told = false;
	state->position = ++p->position;
	state->turn = p->link.ask != NULL ? p->now.turn : GAME_UNKNOWN;
	state->draw = p->now.draw;
	state->decided = 0;
}

static void lose(struct program_game *p, struct state *state,
		 const struct error *why)
{
	fail(p, why);
	state->turn = GAME_UNKNOWN;
}

/* Asks for the next position; `may_refuse`: a move may be illegal, or rules, and
   then `*refused` is the answer. */
static int next_position(struct program_game *p, bool may_refuse,
			 const cJSON **refused, struct error *err)
{
	struct json_at top = { .name = "the answer", .index = -1 };
	const cJSON *why;

	json_close(&p->line, '}');
	*refused = NULL;
	if (p->failed)
		return -1;
	if (++p->answers > PROGRAM_STEPS_MAX) {
		error_set(err, "the game has no end after %d steps",
			  PROGRAM_STEPS_MAX);
		return fail(p, err);
	}
	if (converse(p, err) != 0)
		return fail(p, err);
	top.value = p->next.tree;
	why = json_get(p->next.tree, "illegal");
	if (why != NULL && may_refuse && cJSON_IsString(why)) {
		*refused = p->next.tree;
		return -1;
	}
	return read_position(p, &top, err) == 0 ? 0 : fail(p, err);
}

/* Sends the line, whose answer has to be a position. */
static void move_on(struct program_game *p, struct state *state)
{
	const cJSON *refused;
	struct error err;

	if (p->link.ask == NULL ||
	    next_position(p, false, &refused, &err) == 0)
		adopt(p, state);
	else
		state->turn = GAME_UNKNOWN;
}

/* ### the interface of games */

static int seat_of(const cJSON *ask)
{
	return (int)json_get(ask, "seat")->valuedouble;
}

/* The seat's part of the position, or NULL. */
static const cJSON *ask_of(const struct program_game *p, int seat)
{
	for (int i = 0; i < p->now.asks && p->now.turn >= 0; i++)
		if (seat_of(p->now.ask[i]) == seat)
			return p->now.ask[i];
	return NULL;
}

/* The program may refuse rules that conflict, but not if it has taken them
   before. */
static int begin(void *memory, int seats, const int *rule, struct error *err)
{
	struct state *state = memory;
	struct program_game *p = state->program;
	const struct text *line = &p->line.out;
	const cJSON *refused = NULL;
	bool known;

	state->turn = GAME_UNKNOWN;
	state->position = p->position;
	p->seats = seats;
	p->answers = 0;
	p->pending = false;
	memset(p->out, 0, sizeof p->out);
	begin_line(p, "new");
	json_put_int(&p->line, "seats", seats);
	json_key(&p->line, "rules");
	rules_write(&p->game, rule, &p->line);
	known = line->length == p->begun.length &&
		memcmp(line->bytes, p->begun.bytes, line->length) == 0;
	text_clear(&p->begun);
	text_append(&p->begun, line->bytes, line->length);
	if (p->link.ask == NULL || next_position(p, !known, &refused, err) == 0)
		adopt(p, state);
	if (refused == NULL)
		return 0;
	text_clear(&p->begun);
	return error_set(err, "%s refuses these rules: %s", p->game.name,
			 json_get(refused, "illegal")->valuestring);
}

static int turn(const void *memory)
{
	return ((const struct state *)memory)->turn;
}

static struct draw due(const void *memory)
{
	return ((const struct state *)memory)->draw;
}

static void land(void *memory, const int *value)
{
	struct state *state = memory;
	struct program_game *p = state->program;

	begin_line(p, "rolled");
	json_put_ints(&p->line, "values", value, state->draw.dice);
	move_on(p, state);
}

static const cJSON *legal_of(const struct state *state)
{
	return json_get(ask_of(state->program, state->turn), "legal");
}

static int legal(const void *memory, int *move)
{
	const int count = cJSON_GetArraySize(legal_of(memory));

	for (int i = 0; i < count; i++)
		move[i] = i;
	return count;
}

/* Takes over an answer "illegal", which may name the seat. */
static int take_refusal(struct program_game *p, const cJSON *refused,
			int *seat, struct error *err)
{
	static const char *const keys[] = { "illegal", "seat", NULL };
	struct json_at top = { .name = "the answer", .index = -1,
			       .value = refused };

	if (json_want_object(&top, keys, err) != 0 ||
	    ((p->now.asks > 1 || json_get(refused, "seat") != NULL) &&
	     want_seat(p, &top, seat, err) != 0))
		return fail(p, err);
	if (ask_of(p, *seat) == NULL) {
		error_set(err, "it calls the move of seat %d illegal, which "
			  "was not asked", *seat);
		return fail(p, err);
	}
	error_set(err, "%s", json_get(refused, "illegal")->valuestring);
	return -1;
}

/* Sends the moves in `moves`.  Returns 0, or -1 with the seat whose move is
   illegal; -1 in `*seat`: the program has failed. */
static int try_moves(struct program_game *p, int *seat, struct error *err)
{
	const bool several = p->now.asks > 1;
	const cJSON *refused;

	begin_line(p, several ? "moves" : "move");
	if (several)
		json_put_open(&p->line, "moves", '[');
	for (int i = 0; i < p->now.asks; i++) {
		if (several)
			json_open(&p->line, '{');
		json_put_int(&p->line, "seat", seat_of(p->now.ask[i]));
		json_put_raw(&p->line, "move", p->moves[i].bytes,
			     p->moves[i].length);
		if (several)
			json_close(&p->line, '}');
	}
	if (several)
		json_close(&p->line, ']');
	*seat = seat_of(p->now.ask[0]);
	if (next_position(p, true, &refused, err) == 0) {
		p->pending = true;
		return 0;
	}
	if (refused != NULL)
		take_refusal(p, refused, seat, err);
	if (p->failed) {
		*seat = -1;
		*err = p->why;
	}
	return -1;
}

static void write_move(const cJSON *move, struct text *out)
{
	struct json_writer w = { .out = *out };

	json_clear(&w);
	json_tree(&w, move);
	*out = w.out;
}

int program_game_try(void *memory, const cJSON *const *moves, int *seat,
		     struct error *err)
{
	struct state *state = memory;
	struct program_game *p = state->program;

	for (int i = 0; i < p->now.asks; i++)
		write_move(moves[i], &p->moves[i]);
	if (try_moves(p, seat, err) == 0)
		return 0;
	if (*seat < 0)
		state->turn = GAME_UNKNOWN;
	return -1;
}

static int read_move(const void *memory, const cJSON *answer, int *move,
		     struct error *err)
{
	/* The state is that of the conversation, which the move changes. */
	const struct state *state = memory;
	struct program_game *p = state->program;
	struct text written = {0};
	const int i = state->decided;
	bool same;
	int seat;

	*move = WRITTEN;
	write_move(answer, &written);
	same = written.length == p->moves[i].length &&
		memcmp(written.bytes, p->moves[i].bytes, written.length) == 0;
	if (p->pending && !same) {
		text_release(&written);
		return error_set(err, "another move was tried before");
	}
	text_release(&p->moves[i]);
	p->moves[i] = written;
	if (p->link.ask == NULL || p->pending || i < p->now.asks - 1)
		return 0;
	return try_moves(p, &seat, err);
}

static void apply(void *memory, int move)
{
	struct state *state = memory;
	struct program_game *p = state->program;
	struct error err;
	int seat;

	if (move < WRITTEN)
		write_move(cJSON_GetArrayItem(legal_of(state), move),
			   &p->moves[state->decided]);
	if (++state->decided < p->now.asks) {
		state->turn = seat_of(p->now.ask[state->decided]);
		return;
	}
	if (p->link.ask != NULL && !p->pending &&
	    try_moves(p, &seat, &err) != 0) {
		if (!p->failed)
			error_at(&err, "it refuses a move that it lists as "
				 "legal");
		lose(p, state, &err);
		return;
	}
	adopt(p, state);
}

static void take_out(void *memory, int seat)
{
	struct state *state = memory;
	struct program_game *p = state->program;

	if (state->turn == GAME_OVER || state->turn == GAME_UNKNOWN ||
	    p->out[seat])
		return;
	p->out[seat] = true;
	begin_line(p, "out");
	json_put_int(&p->line, "seat", seat);
	move_on(p, state);
}

static void show_move(const void *memory, int move, struct json_writer *w)
{
	const struct state *state = memory;
	const struct program_game *p = state->program;
	const bool before = state->position != p->position;
	const struct text *written = before ? &p->played[state->decided] :
		&p->moves[state->decided];

	if (move < WRITTEN && !before)
		json_tree(w, cJSON_GetArrayItem(legal_of(state), move));
	else
		json_raw(w, written->bytes, written->length);
}

/* The answer that led to the state, unless there is a newer one. */
static const cJSON *answer_of(const struct state *state)
{
	const struct program_game *p = state->program;

	return state->position == p->position ? p->now.tree : NULL;
}

static void view(const void *memory, int seat, struct json_writer *w)
{
	const struct state *state = memory;
	const cJSON *shown = json_get(ask_of(state->program, seat), "view");
	const cJSON *drawn = json_get(answer_of(state), "picture");

	if (seat == GAME_EVERYONE && drawn != NULL) {
		json_open(w, '{');
		json_put_string(w, "picture", drawn->valuestring);
		json_close(w, '}');
	} else if (shown != NULL) {
		json_tree(w, shown);
	} else {
		json_open(w, '{');
		json_close(w, '}');
	}
}

static int read_view(void *memory, const struct json_at *at, struct error *err)
{
	(void)memory;
	return json_wrong(at, err, "a position of a game that is a program "
			  "cannot be made from a view");
}

static void tell(const void *before, const void *after, struct json_writer *w)
{
	const cJSON *event;

	if (((const struct state *)before)->position ==
	    ((const struct state *)after)->position)
		return;
	cJSON_ArrayForEach(event, json_get(answer_of(after), "events"))
		json_tree(w, event);
}

/* A number or a word as it is, a list of them with spaces, all else as JSON. */
static void add_words(const cJSON *value, struct text *out)
{
	const cJSON *item;
	struct json_writer w = { .out = *out };

	if (cJSON_IsString(value) && printable_is_plain(value->valuestring)) {
		text_add(out, value->valuestring);
	} else if (cJSON_IsArray(value)) {
		cJSON_ArrayForEach(item, value) {
			if (item != value->child)
				text_byte(out, ' ');
			add_words(item, out);
		}
	} else {
		json_tree(&w, value);
		*out = w.out;
	}
}

void program_game_describe_move(const cJSON *move, struct text *out)
{
	const cJSON *member;

	text_add(out, "plays");
	cJSON_ArrayForEach(member, move) {
		text_add(out, member == move->child ? " " : ", ");
		if (strcmp(member->string, "do") != 0 &&
		    printable_is_plain(member->string))
			text_printf(out, "%s ", member->string);
		add_words(member, out);
	}
}

static void describe(const void *memory, int move, struct text *out)
{
	OWNED(json_writer) struct json_writer w = {0};
	cJSON *tree;

	show_move(memory, move, &w);
	tree = json_parse(w.out.bytes, w.out.length);
	program_game_describe_move(tree, out);
	cJSON_Delete(tree);
}

static void picture(const void *memory, bool colour, struct text *out)
{
	const char *drawn = cJSON_GetStringValue(
		json_get(answer_of(memory), "picture"));

	(void)colour;
	if (drawn == NULL || strncmp(drawn, "<svg", 4) == 0)
		return;
	text_printf(out, "%*s", INDENT, "");
	printable_block(out, drawn, strlen(drawn), INDENT);
	text_byte(out, '\n');
}

static enum ending score(const void *memory, int *scores, int *ranks)
{
	const struct state *state = memory;
	const struct program_game *p = state->program;

	for (int seat = 0; seat < p->seats; seat++) {
		const bool over = state->turn == GAME_OVER;

		scores[seat] = over ? p->now.scores[seat] : 0;
		ranks[seat] = over ? p->now.ranks[seat] : 1;
	}
	return state->turn == GAME_OVER ? p->now.ending : END_NORMAL;
}

static enum result ranking(int seats, const int *rule)
{
	(void)seats;
	(void)rule;
	return RESULT_RANKING;
}

static enum result winner(int seats, const int *rule)
{
	(void)seats;
	(void)rule;
	return RESULT_WINNER;
}

static enum result teams(int seats, const int *rule)
{
	(void)seats;
	(void)rule;
	return RESULT_TEAMS;
}

int program_game_deciders(const struct game *game, const void *state)
{
	return game->program != NULL && game->turn(state) >= 0 ?
		game->program->now.asks : 1;
}

bool program_game_half_decided(const struct game *game, const void *state)
{
	return game->program != NULL &&
		((const struct state *)state)->decided > 0;
}

const cJSON *program_game_legal(const struct game *game, const void *state,
				int seat)
{
	return game->turn(state) < 0 ? NULL :
		json_get(ask_of(game->program, seat), "legal");
}

bool program_game_asks(const struct game *game, const void *state, int seat)
{
	return game->program != NULL && game->turn(state) >= 0 ?
		ask_of(game->program, seat) != NULL :
		game->turn(state) == seat;
}

const cJSON *program_game_take_events(const struct game *game)
{
	struct program_game *p = game->program;

	if (p == NULL || p->told)
		return NULL;
	p->told = true;
	return json_get(p->now.tree, "events");
}

const cJSON *program_game_text(const struct game *game, const void *state)
{
	return game->program == NULL || program_game_half_decided(game, state) ?
		NULL : json_get(answer_of(state), "text");
}

/* ### what the program says of its game */

static struct program_game *make(const struct program_link *link)
{
	static const struct event none[] = { { 0 } };
	struct program_game *p = memory_new(1, sizeof *p);

	p->link = *link;
	p->game = (struct game){
		.program = p, .rules = p->rule, .events = none,
		.state_size = sizeof(struct state), .init = begin,
		.turn = turn, .due = due, .land = land, .legal = legal,
		.read_move = read_move, .apply = apply, .out = take_out,
		.show_move = show_move, .view = view, .read_view = read_view,
		.tell = tell, .describe = describe, .picture = picture,
		.score = score, .sheet = "",
	};
	return p;
}

static void set_result(struct program_game *p, enum result result)
{
	p->result = result;
	p->game.result = result == RESULT_RANKING ? ranking :
		result == RESULT_WINNER ? winner : teams;
}

static bool is_name(const char *name)
{
	const size_t length = strspn(name,
				     "abcdefghijklmnopqrstuvwxyz0123456789");

	return length >= 1 && length <= NAME_MAX_BYTES && name[length] == '\0';
}

int program_game_check_name(const char *name, struct error *err)
{
	if (!is_name(name))
		return error_set(err, "\"%s\" cannot be the name of a game: "
				 "expected 1 to %d of a-z and 0-9",
				 FOREIGN(name), NAME_MAX_BYTES);
	return games_find(name) == NULL ? 0 :
		error_set(err, "%s is a game that the referee has", name);
}

static bool is_rule_name(const char *name)
{
	const size_t length = strspn(name,
				     "abcdefghijklmnopqrstuvwxyz0123456789_");

	return length >= 1 && length <= NAME_MAX_BYTES && name[length] == '\0';
}

/* Reads the words of a RULE_WORD, or the numbers of a RULE_CHOICE. */
static int read_words(struct program_game *p, int i, const struct json_at *at,
		      struct error *err)
{
	const bool numbers = p->rule[i].type == RULE_CHOICE;
	const cJSON *item;
	char digits[24];
	int count = 0;

	if (json_want_list(at, 1, GAME_RULES_MAX, err) != 0)
		return -1;
	p->words[i] = memory_new((size_t)cJSON_GetArraySize(at->value) + 1,
				 sizeof *p->words[i]);
	p->rule[i].words = (const char *const *)p->words[i];
	cJSON_ArrayForEach(item, at->value) {
		struct json_at one = json_at_item(at, count, item);
		const char *word = digits;
		long long number;

		if (numbers) {
			if (json_want_int(&one, -NUMBER_MAX, NUMBER_MAX,
					  &number, err) != 0)
				return -1;
			snprintf(digits, sizeof digits, "%lld", number);
		} else if (json_want_string(&one, &word, err) != 0) {
			return -1;
		}
		if (!numbers && !is_rule_name(word))
			return json_expected(&one, err, "a word of a-z, 0-9 "
					     "and _");
		if (words_find(p->rule[i].words, word) >= 0)
			return json_wrong(&one, err, "the same value again");
		p->words[i][count++] = memory_copy(word);
	}
	return 0;
}

static int read_default(struct program_game *p, int i,
			const struct json_at *at, struct error *err)
{
	struct rule *rule = &p->rule[i];
	long long number;

	switch (rule->type) {
	case RULE_INT:
		if (json_want_int(at, rule->min, rule->max, &number, err) != 0)
			return -1;
		rule->normal = (int)number;
		return 0;
	case RULE_BOOL:
		rule->normal = cJSON_IsTrue(at->value);
		return cJSON_IsBool(at->value) ? 0 :
			json_expected(at, err, "true or false");
	case RULE_WORD:
		return json_want_word(at, rule->words, &rule->normal, err);
	case RULE_CHOICE:
	default:
		if (json_want_int(at, -NUMBER_MAX, NUMBER_MAX, &number,
				  err) != 0)
			return -1;
		rule->normal = (int)number;
		for (int k = 0; rule->words[k] != NULL; k++)
			if (atoi(rule->words[k]) == rule->normal)
				return 0;
		return json_expected(at, err, "one of the choices");
	}
}

static int want_shown(const struct json_at *at, const char **string,
		      struct error *err)
{
	if (json_want_string(at, string, err) != 0)
		return -1;
	return printable_is_plain(*string) &&
		printable_width(*string) <= SHOWN_COLUMNS ? 0 :
		json_expected(at, err, "one line of at most %d columns",
			      SHOWN_COLUMNS);
}

static int read_rule(struct program_game *p, int i, const struct json_at *at,
		     struct error *err)
{
	static const char *const keys[] = { "name", "type", "default", "min",
		"max", "words", "choices", "help", NULL };
	static const char *const types[] = { [RULE_INT] = "int",
		[RULE_BOOL] = "bool", [RULE_WORD] = "word",
		[RULE_CHOICE] = "choice", NULL };
	struct json_at name = json_at_key(at, "name");
	struct json_at type = json_at_key(at, "type");
	struct json_at normal = json_at_key(at, "default");
	struct json_at help = json_at_key(at, "help");
	struct rule *rule = &p->rule[i];
	struct json_at min = json_at_key(at, "min");
	struct json_at max = json_at_key(at, "max");
	struct json_at words = json_at_key(at, "words");
	long long low, high;
	int kind;

	if (json_want_object(at, keys, err) != 0 ||
	    json_want_string(&name, &rule->name, err) != 0 ||
	    json_want_word(&type, types, &kind, err) != 0 ||
	    want_shown(&help, &rule->help, err) != 0)
		return -1;
	if (!is_rule_name(rule->name))
		return json_expected(&name, err, "1 to %d of a-z, 0-9 and _",
				     NAME_MAX_BYTES);
	for (int k = 0; k < i; k++)
		if (strcmp(p->rule[k].name, rule->name) == 0)
			return json_wrong(&name, err, "two rules are called "
					  "%s", rule->name);
	rule->type = (enum rule_type)kind;
	if (rule->type == RULE_INT) {
		if (json_want_int(&min, -NUMBER_MAX, NUMBER_MAX, &low,
				  err) != 0 ||
		    json_want_int(&max, low, NUMBER_MAX, &high, err) != 0)
			return -1;
		rule->min = (int)low;
		rule->max = (int)high;
	}
	if (rule->type == RULE_CHOICE)
		words = json_at_key(at, "choices");
	if ((rule->type == RULE_WORD || rule->type == RULE_CHOICE) &&
	    read_words(p, i, &words, err) != 0)
		return -1;
	return read_default(p, i, &normal, err);
}

static int read_rules(struct program_game *p, const struct json_at *at,
		      struct error *err)
{
	const cJSON *item;
	int i = 0;

	if (at->value == NULL)
		return 0;
	if (json_want_list(at, 0, GAME_RULES_MAX, err) != 0)
		return -1;
	cJSON_ArrayForEach(item, at->value) {
		struct json_at one = json_at_item(at, i, item);

		if (read_rule(p, i++, &one, err) != 0)
			return -1;
	}
	return 0;
}

static int read_sheet(struct program_game *p, const struct json_at *at,
		      struct error *err)
{
	const cJSON *item;
	const char *line;
	int i = 0;

	if (at->value == NULL)
		return 0;
	if (json_want_list(at, 0, 1000, err) != 0)
		return -1;
	cJSON_ArrayForEach(item, at->value) {
		struct json_at one = json_at_item(at, i++, item);

		if (json_want_string(&one, &line, err) != 0)
			return -1;
		if (*line != '\0' && !printable_is_plain(line))
			return json_expected(&one, err, "one line of text");
		text_printf(&p->sheet, "%*s", *line != '\0' ? INDENT : 0, "");
		printable_block(&p->sheet, line, strlen(line), INDENT);
		text_byte(&p->sheet, '\n');
	}
	p->game.sheet = text_string(&p->sheet);
	return 0;
}

static int read_players(struct program_game *p, const struct json_at *at,
			struct error *err)
{
	long long seats[2];

	if (json_want_list(at, 2, 2, err) != 0)
		return -1;
	for (int i = 0; i < 2; i++) {
		struct json_at one = json_at_item(at, i,
			cJSON_GetArrayItem(at->value, i));

		if (json_want_int(&one, i == 0 ? 2 : seats[0], GAME_SEATS_MAX,
				  &seats[i], err) != 0)
			return -1;
	}
	p->game.seats_min = (int)seats[0];
	p->game.seats_max = (int)seats[1];
	return 0;
}

static int read_about(struct program_game *p, struct error *err)
{
	static const char *const keys[] = { "type", "name", "title", "players",
		"result", "stride", "hidden", "sheet", "rules", NULL };
	struct json_at top = { .name = "the answer", .index = -1,
			       .value = p->about };
	struct json_at type = json_at_key(&top, "type");
	struct json_at name = json_at_key(&top, "name");
	struct json_at title = json_at_key(&top, "title");
	struct json_at players = json_at_key(&top, "players");
	struct json_at result = json_at_key(&top, "result");
	struct json_at hidden = json_at_key(&top, "hidden");
	struct json_at sheet = json_at_key(&top, "sheet");
	struct json_at rules = json_at_key(&top, "rules");
	long long stride = 1;
	const char *word;
	int kind;

	if (json_want_object(&top, keys, err) != 0 ||
	    json_want_string(&type, &word, err) != 0)
		return -1;
	if (strcmp(word, "game") != 0)
		return json_expected(&type, err, "\"game\"");
	if (json_want_string(&name, &p->game.name, err) != 0 ||
	    want_shown(&title, &p->game.title, err) != 0 ||
	    read_players(p, &players, err) != 0 ||
	    json_want_word(&result, game_result_words, &kind, err) != 0 ||
	    json_may_int(&top, "stride", 1, GAME_STRIDE_MAX, &stride,
			 err) != 0 ||
	    read_sheet(p, &sheet, err) != 0 ||
	    read_rules(p, &rules, err) != 0)
		return -1;
	if (!is_name(p->game.name))
		return json_expected(&name, err, "1 to %d of a-z and 0-9",
				     NAME_MAX_BYTES);
	if (games_find(p->game.name) != NULL)
		return json_wrong(&name, err, "%s is a game that the referee "
				  "has", p->game.name);
	if (hidden.value != NULL && !cJSON_IsBool(hidden.value))
		return json_expected(&hidden, err, "true or false");
	if (kind == RESULT_TEAMS &&
	    (p->game.seats_min != 4 || p->game.seats_max != 4))
		return json_expected(&players, err, "[4,4], as teams are two "
				     "against two");
	p->game.stride = (int)stride;
	p->game.hidden = cJSON_IsTrue(hidden.value);
	set_result(p, (enum result)kind);
	return 0;
}

struct program_game *program_game_ask(const struct program_link *link,
				      struct error *err)
{
	struct program_game *p = make(link);

	begin_line(p, "hello");
	json_put_int(&p->line, "protocol", 1);
	json_close(&p->line, '}');
	if (converse(p, err) == 0) {
		p->about = cJSON_Duplicate(p->next.tree, true);
		if (read_about(p, err) == 0)
			return p;
	}
	fail(p, err);
	*err = p->why;
	program_game_free(p);
	return NULL;
}

void program_game_describe(const struct program_game *program,
			   struct json_writer *w)
{
	json_tree(w, program->about);
}

struct program_game *program_game_described(const cJSON *about,
					    struct error *err)
{
	struct program_game *p = make(&(struct program_link){0});

	p->about = cJSON_Duplicate(about, true);
	if (read_about(p, err) == 0)
		return p;
	program_game_free(p);
	return NULL;
}

/* One rule that can only have this value. */
static int tell_rule(struct program_game *p, int i, const cJSON *value,
		     struct error *err)
{
	struct rule *rule = &p->rule[i];
	long long number;

	rule->name = value->string;
	rule->help = "";
	if (!is_rule_name(rule->name))
		return error_set(err, "rules: a game cannot have a rule called "
				 "\"%s\"", FOREIGN(rule->name));
	if (cJSON_IsBool(value)) {
		rule->type = RULE_BOOL;
		rule->normal = cJSON_IsTrue(value);
	} else if (cJSON_IsString(value) && is_rule_name(value->valuestring)) {
		rule->type = RULE_WORD;
		p->words[i] = memory_new(2, sizeof *p->words[i]);
		p->words[i][0] = memory_copy(value->valuestring);
		rule->words = (const char *const *)p->words[i];
	} else if (json_is_int(value, -NUMBER_MAX, NUMBER_MAX, &number)) {
		rule->type = RULE_INT;
		rule->min = rule->max = rule->normal = (int)number;
	} else {
		return error_set(err, "rules: %s: expected a number, true or "
				 "false, or a word of a-z, 0-9 and _",
				 rule->name);
	}
	return 0;
}

struct program_game *program_game_told(const char *name, int seats,
				       const cJSON *rules, enum result result,
				       int stride, bool hidden,
				       struct error *err)
{
	struct program_game *p = make(&(struct program_link){0});
	const cJSON *value;
	int i = 0;

	p->about = cJSON_CreateObject();
	cJSON_AddStringToObject(p->about, "name", name);
	cJSON_AddItemToObject(p->about, "rules", cJSON_Duplicate(rules, true));
	p->game.name = p->game.title = json_get(p->about, "name")->valuestring;
	p->game.seats_min = seats > 0 ? seats : 2;
	p->game.seats_max = seats > 0 ? seats : GAME_SEATS_MAX;
	p->game.stride = stride;
	p->game.hidden = hidden;
	set_result(p, result);
	if (!is_name(name) || games_find(name) != NULL)
		error_set(err, "game: \"%s\" cannot be the name of a game that "
			  "is a program", FOREIGN(name));
	else if (seats > GAME_SEATS_MAX)
		error_set(err, "a game for %d players", seats);
	else if (result == RESULT_TEAMS && seats > 0 && seats != 4)
		error_set(err, "teams are two against two, not %d players",
			  seats);
	else if (cJSON_GetArraySize(rules) > GAME_RULES_MAX)
		error_set(err, "rules: more than %d", GAME_RULES_MAX);
	else {
		cJSON_ArrayForEach(value, json_get(p->about, "rules"))
			if (tell_rule(p, i++, value, err) != 0)
				goto wrong;
		return p;
	}
wrong:
	program_game_free(p);
	return NULL;
}

void program_game_free(struct program_game *program)
{
	if (program == NULL)
		return;
	for (int i = 0; i < GAME_RULES_MAX; i++) {
		for (int k = 0; program->words[i] != NULL &&
		     program->words[i][k] != NULL; k++)
			free(program->words[i][k]);
		free(program->words[i]);
	}
	for (int i = 0; i < GAME_SEATS_MAX; i++) {
		text_release(&program->moves[i]);
		text_release(&program->played[i]);
	}
	cJSON_Delete(program->about);
	text_release(&program->sheet);
	text_release(&program->line.out);
	text_release(&program->begun);
	arena_release(&program->now.arena);
	arena_release(&program->next.arena);
	free(program);
}

const struct game *program_game_of(const struct program_game *program)
{
	return &program->game;
}

enum result program_game_result(const struct program_game *program)
{
	return program->result;
}
