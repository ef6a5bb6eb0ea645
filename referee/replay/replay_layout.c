/*
 * replay_layout.c - the layout of a match in words: columns, colours, turns.
 */
#include "replay/replay_layout.h"

#include <stdio.h>

#include "base/printable.h"
#include "base/text.h"

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

void replay_layout_style(struct replay *r, const char *code)
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
	replay_layout_style(r, code);
	wrap(r, text_string(&r->words.text), indent);
	replay_layout_style(r, *code != '\0' ? REPLAY_PLAIN : "");
	text_byte(&r->line.out, '\n');
	text_clear(&r->words.text);
}

void replay_layout_line(struct replay *r, const char *code)
{
	text_line(r, 0, code);
}

int replay_layout_name_width(const struct replay *r)
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

void replay_layout_name(struct replay *r, int seat, int width)
{
	const char *name = replay_name(r, seat);

	replay_layout_style(r, style_of(r, seat));
	printable_bytes(&r->line.out, name, strlen(name));
	replay_layout_style(r, REPLAY_PLAIN);
	spaces(r, width - columns(name));
}

void replay_layout_marks(struct replay *r)
{
	const struct logline_header *header = &r->audit->header;

	for (int s = 0; s < header->entrants; s++) {
		struct game_mark mark = r->audit->game->mark(header->entrants,
							     s);

		text_printf(&r->line.out, "%s %d  ", s == 0 ? "Seats:" :
			    "      ", s);
		replay_layout_name(r, s, replay_layout_name_width(r));
		text_add(&r->line.out, "  ");
		replay_layout_style(r, mark.ansi);
		text_add(&r->line.out, mark.text);
		replay_layout_style(r, REPLAY_PLAIN);
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
			replay_layout_style(r, REPLAY_BOLD);
		text_printf(&r->line.out, "%*s", width, die);
		if (left > 0)
			replay_layout_style(r, REPLAY_PLAIN);
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

void replay_layout_dice(struct replay *r, const struct roll *roll)
{
	int column = TOTAL_WIDTH + 1 +
		roll->dice * snprintf(NULL, 0, "[%d]", roll->sides);

	r->words.roll = *roll;
	r->words.on_table = true;
	if (column > r->words.column && column <= COLUMN_MAX)
		r->words.column = column;
}

void replay_layout_beside(struct replay *r, const cJSON *kept, const char *code)
{
	struct text *out = &r->line.out;

	add_left(r, kept);
	while (r->words.text.length == 0 && out->length > 0 &&
	       out->bytes[out->length - 1] == ' ')
		out->length--;
	text_line(r, r->words.column, code);
}

void replay_layout_below(struct replay *r, const char *code)
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
		replay_layout_name(r, s, 0);
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

void replay_layout_turn(struct replay *r, int seat, int turn)
{
	if (r->words.paragraph && r->words.seat == seat &&
	    (turn == 0 || r->words.turn == turn))
		return;
	if (!r->words.acted && seat >= 0) {
		text_printf(&r->words.text, "%s begins.",
			    replay_name(r, seat));
		replay_layout_line(r, "");
		r->words.acted = true;
	}
	text_byte(&r->line.out, '\n');
	r->words.paragraph = true;
	r->words.on_table = false;
	r->words.seat = seat;
	r->words.turn = turn;
	if (seat < 0)
		return;
	replay_layout_name(r, seat, 0);
	add_scores(r, columns(replay_name(r, seat)) + add_turn(r, turn));
}
