/*
 * replay_layout.c - how a match that is told in words looks: columns, colours, turns.
 */
#include "replay/replay_layout.h"

#include <stdio.h>

#include "base/printable.h"
#include "base/utf8.h"

enum {
	WIDTH = 80,
	TOTAL_WIDTH = 8,        /* what was gathered, on the left */
	SCORE_GAP = 3,
	SCORE_WIDTH = SCORE_GAP + 7,    /* and the name */
	COLUMN_MAX = 40         /* more dice than that break the column */
};

/* Of entrants: a name keeps its colour when seats rotate. */
static const char *const styles[] = {
	"\033[1;36m", "\033[1;33m", "\033[1;35m", "\033[1;32m", "\033[1;34m",
};

enum { STYLES = sizeof styles / sizeof *styles };

/* ### printing */

void page_style(struct teller *t, const char *code)
{
	if (t->colour)
		text_add(&t->line.out, code);
}

static void spaces(struct teller *t, int count)
{
	while (count-- > 0)
		text_byte(&t->line.out, ' ');
}

static int columns(const char *string)
{
	return utf8_count(string, strlen(string));
}

/* A text from column `indent` on, where lines that follow begin, too. */
static void wrap(struct teller *t, const char *text, int indent)
{
	int at = indent;

	while (*text != '\0') {
		size_t size = strcspn(text, " ");
		int width = utf8_count(text, size);

		if (at > indent && at + 1 + width > WIDTH) {
			text_byte(&t->line.out, '\n');
			spaces(t, indent);
			at = indent;
		} else if (at > indent) {
			text_byte(&t->line.out, ' ');
			at++;
		}
		shown_bytes(&t->line.out, text, size);
		at += width;
		text += size;
		text += strspn(text, " ");
	}
}

/* Prints words.text in a style, and ends the line. */
static void text_line(struct teller *t, int indent, const char *code)
{
	page_style(t, code);
	wrap(t, text_string(&t->words.text), indent);
	page_style(t, *code != '\0' ? PAGE_PLAIN : "");
	text_byte(&t->line.out, '\n');
	text_clear(&t->words.text);
}

void page_line(struct teller *t, const char *code)
{
	text_line(t, 0, code);
}

int page_name_width(const struct teller *t)
{
	const struct header *header = &t->audit->header;
	int widest = 0;

	for (int i = 0; i < header->entrants; i++) {
		const char *name = header->entrant[i].name;
		int width = columns(name);

		if (width > widest)
			widest = width;
	}
	return widest;
}

void page_name(struct teller *t, int seat, int width)
{
	const char *name = teller_name(t, seat);

	page_style(t, styles[teller_entrant(t, seat) % STYLES]);
	shown_bytes(&t->line.out, name, strlen(name));
	page_style(t, PAGE_PLAIN);
	spaces(t, width - columns(name));
}

/* ### a line of a turn: what was at stake, the dice, and what happened */

/* The first dice of each face in the list `kept`, which may be NULL, are in
   brackets.  Returns the columns used. */
static int add_dice(struct teller *t, const cJSON *kept)
{
	const struct roll *roll = &t->words.roll;
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
			page_style(t, PAGE_BOLD);
		text_printf(&t->line.out, "%*s", width, die);
		if (left > 0)
			page_style(t, PAGE_PLAIN);
	}
	return width * roll->dice;
}

static void add_left(struct teller *t, const cJSON *kept)
{
	int used = TOTAL_WIDTH;

	if (!t->words.lying) {
		spaces(t, t->words.column);
		return;
	}
	if (t->words.total != 0)
		text_printf(&t->line.out, "%*lld + ", TOTAL_WIDTH - 3,
			    t->words.total);
	else
		spaces(t, TOTAL_WIDTH);
	used += add_dice(t, kept);
	if (used + 1 > t->words.column)
		text_byte(&t->line.out, ' ');
	else
		spaces(t, t->words.column - used);
}

void page_dice(struct teller *t, const struct roll *roll)
{
	int column = TOTAL_WIDTH + 1 +
		roll->dice * snprintf(NULL, 0, "[%d]", roll->sides);

	t->words.roll = *roll;
	t->words.lying = true;
	if (column > t->words.column && column <= COLUMN_MAX)
		t->words.column = column;
}

void page_beside(struct teller *t, const cJSON *kept, const char *code)
{
	add_left(t, kept);
	text_line(t, t->words.column, code);
}

void page_below(struct teller *t, const char *code)
{
	spaces(t, TOTAL_WIDTH + 1);
	text_line(t, TOTAL_WIDTH + 1, code);
}

/* ### paragraphs */

/* The scores of all, at the right of the heading or below it. */
static void add_scores(struct teller *t, int used)
{
	int seats = t->audit->header.entrants, needed = 0, at;

	for (int s = 0; s < seats; s++)
		needed += columns(teller_name(t, s)) + SCORE_WIDTH;
	at = WIDTH - needed;
	if (at < used) {
		text_byte(&t->line.out, '\n');
		used = at = 0;
	}
	spaces(t, at - used);
	for (int s = 0; s < seats; s++) {
		int width = columns(teller_name(t, s)) + SCORE_WIDTH;

		if (s > 0 && at + width > WIDTH) {
			text_byte(&t->line.out, '\n');
			at = 0;
		}
		spaces(t, SCORE_GAP);
		page_name(t, s, 0);
		text_printf(&t->line.out, " %*d", SCORE_WIDTH - SCORE_GAP - 1,
			    t->words.score[s]);
		at += width;
	}
	text_byte(&t->line.out, '\n');
}

/* Returns the columns used. */
static int add_turn(struct teller *t, int turn)
{
	size_t before = t->line.out.length;

	if (turn > 0)
		text_printf(&t->line.out, ", turn %d", turn);
	return (int)(t->line.out.length - before);
}

void page_turn(struct teller *t, int seat, int turn)
{
	if (t->words.paragraph && t->words.seat == seat &&
	    (turn == 0 || t->words.turn == turn))
		return;
	if (!t->words.acted && seat >= 0) {
		text_printf(&t->words.text, "%s begins.",
			    teller_name(t, seat));
		page_line(t, "");
		t->words.acted = true;
	}
	text_byte(&t->line.out, '\n');
	t->words.paragraph = true;
	t->words.lying = false;
	t->words.seat = seat;
	t->words.turn = turn;
	if (seat < 0)
		return;
	page_name(t, seat, 0);
	add_scores(t, columns(teller_name(t, seat)) + add_turn(t, turn));
}
