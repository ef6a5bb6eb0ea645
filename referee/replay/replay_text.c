/*
 * replay_text.c - writes a match in words, for a person at a terminal.
 *
 * A turn is a paragraph, and a roll is a line of it:
 *
 *     350 + [1] 2  3  6   keeps 1 (100) and rolls the other 3 dice
 *
 * On the left is the total of the turn so far; dice in brackets were kept.  A
 * roll is held back until it is known which dice these are.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json_write.h"
#include "base/printable.h"
#include "base/text.h"
#include "games/rules.h"
#include "replay/replay.h"

#define BOLD "\033[1m"
#define RED "\033[31m"
#define PLAIN "\033[0m"

enum {
	WIDTH = 80,             /* unless the caller sets another */
	TOTAL_WIDTH = 8,        /* of the turn's total, on the left */
	SCORE_GAP = 3,
	SCORE_WIDTH = SCORE_GAP + 7,    /* plus that of the name */
	COLUMN_MAX = 40         /* wider dice do not move the column */
};

/* The colours of entrants: a name keeps its colour when seats rotate.  In games
   with pieces it has their colour instead. */
static const char *const styles[] = {
	"\033[1;36m", "\033[1;33m", "\033[1;35m", "\033[1;32m", "\033[1;34m",
};

enum { STYLES = sizeof styles / sizeof *styles };

/* ### printing */

/* Appends the code if there are colours. */
static void style(struct replay *r, const char *code)
{
	if (r->colour)
		text_add(&r->line.out, code);
}

static int width_of(const struct replay *r)
{
	return r->width > 0 ? r->width : WIDTH;
}

static void spaces(struct replay *r, int count)
{
	while (count-- > 0)
		text_byte(&r->line.out, ' ');
}

static int columns(const char *string)
{
	return utf8_count(string, strlen(string));
}

/* Appends a text from column `indent` on, where the following lines also
   begin. */
static void wrap(struct replay *r, const char *text, int indent)
{
	int at = indent;

	while (*text != '\0') {
		size_t size = strcspn(text, " ");
		int width = utf8_count(text, size);

		if (at > indent && at + 1 + width > width_of(r)) {
			text_byte(&r->line.out, '\n');
			spaces(r, indent);
			at = indent;
		} else if (at > indent) {
			text_byte(&r->line.out, ' ');
			at++;
		}
		printable_bytes(&r->line.out, text, size);
		at += width;
		text += size;
		text += strspn(text, " ");
	}
}

/* Appends words.text in a style, and ends the line. */
static void text_line(struct replay *r, int indent, const char *code)
{
	style(r, code);
	wrap(r, text_string(&r->words.text), indent);
	style(r, *code != '\0' ? PLAIN : "");
	text_byte(&r->line.out, '\n');
	text_clear(&r->words.text);
}

/* Prints words.text from the left margin, wrapped, in a style or "". */
static void add_line(struct replay *r, const char *code)
{
	text_line(r, 0, code);
}

static int name_width(const struct replay *r)
{
	const struct logline_header *header = &r->audit->header;
	int widest = 0;

	for (int i = 0; i < header->entrants; i++) {
		const char *name = header->entrant[i].name;
		int width = columns(name);

		if (width > widest)
			widest = width;
	}
	return widest;
}

static const char *style_of(const struct replay *r, int seat)
{
	const struct game *game = r->audit->game;

	if (game->mark != NULL)
		return game->mark(r->audit->header.entrants, seat).ansi;
	return styles[replay_entrant(r, seat) % STYLES];
}

/* Appends a name, padded to `width`. */
static void add_name(struct replay *r, int seat, int width)
{
	const char *name = replay_name(r, seat);

	style(r, style_of(r, seat));
	printable_bytes(&r->line.out, name, strlen(name));
	style(r, PLAIN);
	spaces(r, width - columns(name));
}

/* For games with marks: prints the pieces of each seat, one seat per line. */
static void add_marks(struct replay *r)
{
	const struct logline_header *header = &r->audit->header;

	for (int s = 0; s < header->entrants; s++) {
		struct game_mark mark = r->audit->game->mark(header->entrants,
							     s);

		text_printf(&r->line.out, "%s %d  ", s == 0 ? "Seats:" :
			    "      ", s);
		add_name(r, s, name_width(r));
		text_add(&r->line.out, "  ");
		style(r, mark.ansi);
		text_add(&r->line.out, mark.text);
		style(r, PLAIN);
		text_byte(&r->line.out, '\n');
	}
}

/* ### a line of a turn: what was at stake, the dice, and what happened */

/* Appends the dice, with as many of each face in brackets as `kept` has, which
   may be NULL.  Returns the columns used. */
static int add_dice(struct replay *r, const cJSON *kept)
{
	const struct roll *roll = &r->words.roll;
	int width = snprintf(NULL, 0, "[%d]", roll->sides);
	const cJSON *next;

	for (int i = 0; i < roll->dice; i++) {
		int value = roll->value[i], left = 0;
		char die[16];

		cJSON_ArrayForEach(next, kept)
			left += next->valueint == value;
		for (int j = 0; j < i; j++)
			left -= roll->value[j] == value;
		snprintf(die, sizeof die, left > 0 ? "[%d]" : " %d ", value);
		if (left > 0)
			style(r, BOLD);
		text_printf(&r->line.out, "%*s", width, die);
		if (left > 0)
			style(r, PLAIN);
	}
	return width * roll->dice;
}

static void add_left(struct replay *r, const cJSON *kept)
{
	int used = TOTAL_WIDTH;

	if (!r->words.on_table) {
		spaces(r, r->words.column);
		return;
	}
	if (r->words.total != 0)
		text_printf(&r->line.out, "%*lld + ", TOTAL_WIDTH - 3,
			    r->words.total);
	else
		spaces(r, TOTAL_WIDTH);
	used += add_dice(r, kept);
	if (used + 1 > r->words.column)
		text_byte(&r->line.out, ' ');
	else
		spaces(r, r->words.column - used);
}

/* Puts dice on the table: they become words.roll, with `on_table` set. */
static void put_dice(struct replay *r, const struct roll *roll)
{
	int column = TOTAL_WIDTH + 1 +
		roll->dice * snprintf(NULL, 0, "[%d]", roll->sides);

	r->words.roll = *roll;
	r->words.on_table = true;
	if (column > r->words.column && column <= COLUMN_MAX)
		r->words.column = column;
}

/* Prints the dice on the table, if any, and words.text beside them.  `kept` is
   a list of the dice to mark, or NULL. */
static void add_beside(struct replay *r, const cJSON *kept, const char *code)
{
	struct text *out = &r->line.out;

	add_left(r, kept);
	while (r->words.text.length == 0 && out->length > 0 &&
	       out->bytes[out->length - 1] == ' ')
		out->length--;
	/* Only rows of ours begin in the first column. */
	text_line(r, r->words.column > 0 ? r->words.column : SCORE_GAP, code);
}

/* Prints words.text, the result of a step, below the dice. */
static void add_below(struct replay *r, const char *code)
{
	spaces(r, TOTAL_WIDTH + 1);
	text_line(r, TOTAL_WIDTH + 1, code);
}

/* ### paragraphs */

/* Appends the scores of all seats, at the right of the heading or below it. */
static void add_scores(struct replay *r, int used)
{
	int seats = r->audit->header.entrants, needed = 0, at;

	for (int s = 0; s < seats; s++)
		needed += columns(replay_name(r, s)) + SCORE_WIDTH;
	at = width_of(r) - needed;
	if (at < used) {
		text_byte(&r->line.out, '\n');
		used = at = 0;
	}
	spaces(r, at - used);
	for (int s = 0; s < seats; s++) {
		int width = columns(replay_name(r, s)) + SCORE_WIDTH;

		if (s > 0 && at + width > width_of(r)) {
			text_byte(&r->line.out, '\n');
			at = 0;
		}
		spaces(r, SCORE_GAP);
		add_name(r, s, 0);
		text_printf(&r->line.out, " %*d", SCORE_WIDTH - SCORE_GAP - 1,
			    r->words.score[s]);
		at += width;
	}
	text_byte(&r->line.out, '\n');
}

/* Appends the number of the turn.  Returns the columns used. */
static int add_turn(struct replay *r, int turn)
{
	size_t before = r->line.out.length;

	if (turn > 0)
		text_printf(&r->line.out, ", turn %d", turn);
	return (int)(r->line.out.length - before);
}

/* A seat, or -1 for none, is on turn: begins a paragraph, unless it has one.
   `turn` 0: not known, so a paragraph of that seat continues. */
static void begin_turn(struct replay *r, int seat, int turn)
{
	int turn_columns;

	if (r->words.paragraph && r->words.seat == seat &&
	    (turn == 0 || r->words.turn == turn))
		return;
	if (!r->words.acted && seat >= 0) {
		text_printf(&r->words.text, "%s begins.",
			    replay_name(r, seat));
		add_line(r, "");
		r->words.acted = true;
	}
	text_byte(&r->line.out, '\n');
	r->words.paragraph = true;
	r->words.on_table = false;
	r->words.seat = seat;
	r->words.turn = turn;
	if (seat < 0)
		return;
	add_name(r, seat, 0);
	turn_columns = columns(replay_name(r, seat)) + add_turn(r, turn);
	if (r->audit->game->program == NULL)
		add_scores(r, turn_columns);
	else                            /* which says no scores in between */
		text_byte(&r->line.out, '\n');
}

/* ### steps */

static int by_value(const void *a, const void *b)
{
	const int *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

/* Looks for a member of the view for everyone; false: there is none.  Of a
   number, sets `*number`. */
static bool look_for(struct replay *r, const void *state, const char *key,
		     long long *number)
{
	struct json_writer *w = &r->words.json;
	const cJSON *value;

	json_clear(w);
	r->audit->game->view(state, GAME_EVERYONE, w);
	value = json_get(replay_tree(r), key);
	json_is_int(value, -JSON_INT_MAX, JSON_INT_MAX, number);
	return value != NULL;
}

/* Takes the total of the turn, in games whose view has a `total`. */
static void look_at_total(struct replay *r, const void *state)
{
	r->words.total = 0;
	look_for(r, state, "total", &r->words.total);
}

static void add_space(struct replay *r)
{
	if (r->words.text.length > 0)
		text_byte(&r->words.text, ' ');
}

/* Adds what the program of a game says of the step that led to a state. */
static void add_told(struct replay *r, const void *state)
{
	const cJSON *sentence, *list = replay_told(r, state);

	cJSON_ArrayForEach(sentence, list) {
		add_space(r);
		replay_names(r, sentence->valuestring, &r->words.text);
	}
}

/* Adds the events' sentences to words.text. */
static void add_events(struct replay *r, const void *before,
		       const void *after)
{
	const cJSON *event, *list;

	if (r->audit->game->program != NULL) {
		add_told(r, after);
		return;
	}
	list = replay_events(r, before, after);
	cJSON_ArrayForEach(event, list) {
		add_space(r);
		replay_sentence(r, event, &r->words.text);
		/* This event already says who begins. */
		if (strcmp(json_get(event, "e")->valuestring, "start") == 0)
			r->words.acted = true;
	}
}

static void draw(struct replay *r, const void *state)
{
	const struct game *game = r->audit->game;

	if (game->picture == NULL || (r->for_seat && game->hidden))
		return;
	game->picture(state, r->colour, &r->line.out);
	r->words.drawn = true;
}

/* Adds the seat's chance after a roll that needed no decision, or before and
   after a move. */
static void add_chance(struct replay *r, int seat, bool moved)
{
	char was[DECIMAL_SIZE], now[DECIMAL_SIZE];

	if (!r->valued || seat < 0)
		return;
	decimal(was, r->was[seat], 3, false);
	decimal(now, r->f[seat], 3, false);
	add_space(r);
	if (moved && strcmp(was, now) != 0)
		text_printf(&r->words.text, "(chance %s, now %s)", was, now);
	else
		text_printf(&r->words.text, "(chance %s)", now);
}

/* The dice of a hidden roll that another player sees. */
static void write_unseen(struct replay *r, const struct roll *roll,
			 const void *after)
{
	text_printf(&r->words.text, "rolls %d hidden %s", roll->dice,
		    roll->dice == 1 ? "die" : "dice");
	add_told(r, after);
	add_beside(r, NULL, "");
}

/* Dice stay on the table until a seat decides about them; if none has to, they
   are written at once with the result. */
static void write_roll(struct replay *r, const void *before, const void *after)
{
	const struct game *game = r->audit->game;
	struct roll roll = *r->step->roll;
	int turn = game->turn(after);
	/* Dice that need no decision, such as a throw for the start or a random
	   opening, do not belong to the next seat to decide. */
	bool stay = turn >= 0 && look_for(r, after, "roll", &(long long){0});
	OWNED(text) struct text words = {0};
	int who = replay_roll_words(r, before, after, &words);
	const int owner = game_stream_seat(roll.stream,
					   r->audit->header.entrants);

	begin_turn(r, roll.stream > 0 ? owner : stay ? turn : -1,
		   game->due(before).turn);
	if (r->for_seat && owner != r->seat &&
	    roll.stream > r->audit->header.entrants) {
		write_unseen(r, &roll, after);
		return;
	}
	text_append(&r->words.text, words.bytes, words.length);
	/* In the stream of the table (0) the order may be significant. */
	if (roll.stream > 0)
		qsort(roll.value, (size_t)roll.dice, sizeof *roll.value,
		      by_value);
	look_at_total(r, before);
	put_dice(r, &roll);
	add_events(r, before, after);
	if (!stay)
		add_chance(r, owner, false);
	if (r->words.text.length > 0 || !stay)
		add_beside(r, NULL, stay ? "" : BOLD);
	if (who >= 0)
		draw(r, after);
	r->words.on_table = stay;
	/* The game has already begun, with a roll that needed no decision. */
	r->words.acted = r->words.acted || (turn >= 0 && !stay);
}

static void write_move(struct replay *r, const void *before, const void *after)
{
	const struct game *game = r->audit->game;
	struct json_writer *w = &r->words.json;

	/* Of several that decide together, nobody begins. */
	if (program_game_half_decided(game, after))
		r->words.acted = true;
	begin_turn(r, r->step->seat, 0);
	game->describe(before, r->step->move, &r->words.text);
	if (r->step->said != NULL)
		text_printf(&r->words.text, " and says %s", r->step->said);
	add_chance(r, r->step->seat, true);
	json_clear(w);
	game->show_move(before, r->step->move, w);
	add_beside(r, json_get(replay_tree(r), "keep"), "");
	r->words.on_table = false;
	add_events(r, before, after);
	if (r->words.text.length > 0)
		add_below(r, BOLD);
	draw(r, after);
}

static void write_fault(struct replay *r, const void *before,
			const void *after)
{
	const char *name = replay_name(r, r->step->seat);

	text_printf(&r->words.text, "Fault of %s: %s (%s).", name,
		    fault_words[r->step->fault], FOREIGN(r->step->detail));
	if (r->audit->game->turn(before) != GAME_OVER)
		text_printf(&r->words.text, " %s is out of this game.", name);
	if (r->words.on_table && r->words.seat == r->step->seat)
		add_beside(r, NULL, RED);
	else
		add_line(r, RED);
	r->words.on_table = false;
	add_events(r, before, after);
	if (r->words.text.length > 0 && r->words.paragraph)
		add_below(r, BOLD);
	else if (r->words.text.length > 0)
		add_line(r, BOLD);
}

static void write_step(struct replay *r, const void *before, const void *after)
{
	int ranks[GAME_SEATS_MAX];

	switch (r->step->kind) {
	case STEP_ROLL:
		write_roll(r, before, after);
		break;
	case STEP_MOVE:
		write_move(r, before, after);
		break;
	case STEP_FAULT:
		write_fault(r, before, after);
		break;
	}
	r->audit->game->score(after, r->words.score, ranks);
}

static void write_again(struct replay *r, int seat)
{
	const struct logline_header *header = &r->audit->header;
	const bool person = logline_is_person(
		&header->entrant[replay_entrant(r, seat)]);

	begin_turn(r, seat, 0);
	text_add(&r->words.text, person ? "takes the move back" :
		 "gives an illegal answer and may take it back");
	add_beside(r, NULL, person ? "" : RED);
}

void replay_text_ask(struct replay *r, const void *state, int seat, bool again)
{
	const bool on_table = r->words.on_table;

	if (again) {
		r->words.paragraph = false;
		begin_turn(r, seat, r->words.turn);
		r->words.on_table = on_table;
	} else {
		begin_turn(r, seat, 0);
	}
	if (again || !r->words.drawn)
		draw(r, state);
	if (r->words.on_table)
		add_beside(r, NULL, "");
	replay_print(r);
}

/* ### the match and its games */

static void write_match(struct replay *r)
{
	const struct audit *audit = r->audit;
	const struct logline_header *header = &audit->header;
	const struct rule *rules = audit->game->rules;
	const char *name[GAME_SEATS_MAX];
	struct text *text = &r->words.text;
	bool any = false;

	for (int i = 0; i < header->entrants; i++)
		name[i] = header->entrant[i].name;
	style(r, BOLD);
	text_printf(&r->line.out, "%s%s", audit->game->program != NULL ?
		    "Game: " : "", audit->game->title);
	style(r, PLAIN);
	text_byte(&r->line.out, '\n');
	text_add(text, "Between ");
	replay_join(name, header->entrants, text);
	text_printf(text, ", %u board%s with %d rotation%s.", header->boards,
		    text_plural(header->boards), header->rotations,
		    text_plural(header->rotations));
	if (header->tournament != NULL)
		text_printf(text, " Match %u of %s.", header->match,
			    header->tournament);
	add_line(r, "");
	for (int i = 0; i < header->entrants; i++) {
		if (!logline_is_person(&header->entrant[i]))
			continue;
		text_printf(text, "%s: played by a person.",
			    header->entrant[i].name);
		add_line(r, "");
	}
	for (int i = 0; rules[i].name != NULL; i++) {
		if (audit->rule[i] == rules[i].normal)
			continue;
		text_printf(text, "%s%s ", any ? ", " : "Options: ",
			    rules[i].name);
		rules_value_text(&rules[i], audit->rule[i], text);
		any = true;
	}
	if (any)
		add_line(r, "");
	if (r->choice == NULL)
		return;
	text_printf(text, "Chances to win, by %s: the player's after the roll, "
		    "and after the move if it changed the chance.",
		    text_string(&r->choice->about));
	add_line(r, "");
}

static void write_game(struct replay *r, const struct log_step *at)
{
	const struct logline_header *header = &r->audit->header;
	uint64_t games = (uint64_t)header->boards *
		(uint64_t)header->rotations;

	r->words.paragraph = r->words.on_table = r->words.acted = false;
	r->words.drawn = false;
	memset(r->words.score, 0, sizeof r->words.score);
	text_byte(&r->line.out, '\n');
	style(r, BOLD);
	text_printf(&r->line.out, "Game %u of %llu", r->number,
		    (unsigned long long)games);
	style(r, PLAIN);
	text_printf(&r->line.out, ", board %u, rotation %d%s\n", r->board,
		    r->rotation, r->rotation == 0 ? "" :
		    ": the same dice, other seats");
	if (r->audit->game->mark != NULL) {
		add_marks(r);
		return;
	}
	text_add(&r->words.text, "Seats: ");
	for (int s = 0; s < header->entrants; s++)
		text_printf(&r->words.text, "%s%d %s", s > 0 ? ", " : "", s,
			    replay_name(r, s));
	text_byte(&r->words.text, '.');
	add_line(r, "");
	add_told(r, at->run.state);
	if (r->words.text.length > 0)
		add_below(r, "");
}

/* The lowest rank above `above`; INT_MAX: none. */
static int lowest(const int *ranks, int seats, int above)
{
	int lowest = INT_MAX;

	for (int s = 0; s < seats; s++)
		if (ranks[s] > above && ranks[s] < lowest)
			lowest = ranks[s];
	return lowest;
}

static void add_place(struct replay *r, int seat, int rank, int score)
{
	text_printf(&r->line.out, "%4d. ", rank);
	add_name(r, seat, name_width(r));
	text_printf(&r->line.out, " %7d\n", score);
}

static void write_over(struct replay *r, const struct log_step *at)
{
	static const char *const endings[] = {
		[END_NORMAL] = "",
		[END_MAX_TURNS] = ": the turns were used up",
		[END_STALLED] = ": no player could do anything any more",
		[END_FAULT] = ": ended by a fault",
	};
	int seats = r->audit->header.entrants, best = INT_MAX;
	const int *ranks = at->ranks;

	text_byte(&r->line.out, '\n');
	style(r, BOLD);
	text_printf(&r->line.out, "Result of game %u", r->number);
	style(r, PLAIN);
	text_printf(&r->line.out, "%s\n", endings[at->ending]);
	/* Ranks may have gaps. */
	for (int rank = lowest(ranks, seats, INT_MIN); rank != INT_MAX;
	     rank = lowest(ranks, seats, rank)) {
		if (best == INT_MAX)
			best = rank;
		for (int s = 0; s < seats; s++)
			if (ranks[s] == rank)
				add_place(r, s, rank, at->scores[s]);
	}
	r->words.games++;
	for (int s = 0; s < seats; s++)
		r->words.won[replay_entrant(r, s)] += ranks[s] == best;
}

static void write_abandoned(struct replay *r)
{
	text_add(&r->words.text, "The match was interrupted here. The game "
		 "starts over, with the same dice.");
	text_byte(&r->line.out, '\n');
	add_line(r, "");
}

static void write_end(struct replay *r)
{
	const struct logline_header *header = &r->audit->header;

	text_byte(&r->line.out, '\n');
	if (r->only == 0) {
		text_add(&r->words.text, "Games won: ");
		for (int i = 0; i < header->entrants; i++)
			text_printf(&r->words.text, "%s%s %u",
				    i > 0 ? ", " : "",
				    header->entrant[i].name,
				    r->words.won[i]);
		text_printf(&r->words.text, " of %u.", r->words.games);
		add_line(r, "");
	}
	if (r->live && r->audit->wait == NULL)
		return;         /* the referee's own match, or a guest's */
	text_add(&r->words.text, r->live ?
		 "Nothing was verified; replay without --follow verifies the "
		 "log." :
		 r->audit->finished ?
		 "The log was verified from end to end." : r->board_only ?
		 "Only this board was checked, up to the end of this game, and "
		 "no signature." :
		 "The log was checked up to the end of this game; its "
		 "signature was not.");
	add_line(r, "");
}

const struct replay_writer replay_text = {
	.match = write_match,
	.game = write_game,
	.step = write_step,
	.again = write_again,
	.over = write_over,
	.abandoned = write_abandoned,
	.end = write_end,
};
