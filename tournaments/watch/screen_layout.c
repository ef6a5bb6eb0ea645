/*
 * screen_layout.c - lays out the screen of a tournament: state in, lines out.
 *
 * From the top: the title and the progress, the table, the matches in play, the
 * last faults and other troubles.  If there is not enough room for all, the
 * table gets at least half; table and matches say how many lines are hidden.
 */
#include "tournaments/watch/screen_layout.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/printable.h"
#include "tournaments/report/bracket_show.h"
#include "tournaments/report/table.h"

enum {
	NAME_MIN = 8, TROUBLES_MOST = 5, SLOTS_MOST = 16, RIGHT_MAX = 40,
	ROOMY = 16,     /* with fewer rows below the top there are no gaps */
	BAR_MAX = 50,
	BAR_MIN = 4,    /* a narrower one is left out */
	/* How wide a terminal has to be for these columns of the table, and
	   for the core of a match in play. */
	FOR_GAMES = 52, FOR_SCORE = 62, FOR_FAULTS = 72, FOR_CORE = 60
};

enum style { PLAIN, BOLD, DIM, GOOD, BAD };

/* The page being written. */
struct page {
	struct text *out;
	struct screen_size size;
	int lines;
	bool pools;             /* the table has several */
};

static bool is_full(const struct page *page)
{
	return page->size.rows > 0 && page->lines >= page->size.rows;
}

/* Adds a line, cut to the width; does nothing if the page is full. */
static void put(struct page *page, enum style style, const char *line)
{
	static const char *const codes[] = { [PLAIN] = "", [BOLD] = "1",
		[DIM] = "2", [GOOD] = "32", [BAD] = "31" };
	bool styled = page->size.colour && style != PLAIN;

	if (is_full(page))
		return;
	if (styled)
		text_printf(page->out, "\033[%sm", codes[style]);
	printable_fit(page->out, line, page->size.columns);
	if (styled)
		text_add(page->out, "\033[0m");
	text_byte(page->out, '\n');
	page->lines++;
}

static void put_text(struct page *page, enum style style, struct text *line)
{
	put(page, style, text_string(line));
	text_clear(line);
}

/* ### the top */

static void put_title(struct page *page, const struct screen_layout *shown)
{
	OWNED(text) struct text line = {0};

	text_add(&line, shown->id);
	if (shown->round > 0)
		text_printf(&line, "  round %" PRIu32, shown->round);
	if (shown->round > 0 && shown->rounds > 0)
		text_printf(&line, " of %" PRIu32, shown->rounds);
	text_printf(&line, "  %s  %s", shown->format, shown->game);
	put_text(page, BOLD, &line);
}

static void put_bar(struct page *page, const struct screen_layout *shown)
{
	OWNED(text) struct text line = {0}, times = {0};
	int width, full;

	text_printf(&times, " %3d%%", (int)(shown->share * 100));
	if (!isnan(shown->passed)) {
		text_add(&times, "  ");
		game_rate_duration(shown->passed, &times);
	}
	if (!isnan(shown->left)) {
		text_add(&times, ", ");
		game_rate_duration(shown->left, &times);
		text_add(&times, shown->count == COUNT_ROUND ?
			 " left in the round" : " left");
	}
	width = page->size.columns - (int)times.length - 2;
	width = width > BAR_MAX ? BAR_MAX : width;
	full = (int)(shown->share * width);
	if (width >= BAR_MIN) {
		text_byte(&line, '[');
		for (int i = 0; i < width; i++)
			text_byte(&line, i < full ? '#' : '.');
		text_byte(&line, ']');
	}
	text_append(&line, times.bytes, times.length);
	put_text(page, GOOD, &line);
}

/* "7 of 12 matches  72 of 120 games  8.3 games/s  1 fault" */
static void put_counts(struct page *page, const struct screen_layout *shown)
{
	static const char *const of[] = { [COUNT_ALL] = "of",
		[COUNT_ROUND] = "of", [COUNT_MOST] = "of at most" };
	const char *more = shown->count == COUNT_ROUND ? "+" : "";
	OWNED(text) struct text line = {0}, rate = {0};

	text_printf(&line, "%" PRIu32 " %s %" PRIu32 "%s matches  %" PRIu64
		    " %s %" PRIu64 "%s games", shown->decided,
		    of[shown->count], shown->matches, more, shown->games,
		    of[shown->count], shown->games_of, more);
	if (!isnan(shown->rate)) {
		game_rate_text(shown->rate, &rate);
		text_printf(&rate, " games/s");
		/* A line of its own is better than one that is cut. */
		if (printable_width(text_string(&line)) + 2 + (int)rate.length >
		    page->size.columns)
			put_text(page, PLAIN, &line);
		text_printf(&line, "%s%s", line.length > 0 ? "  " : "",
			    text_string(&rate));
	}
	if (shown->faults > 0)
		text_printf(&line, "  %" PRIu32 " fault%s", shown->faults,
			    text_plural(shown->faults));
	put_text(page, PLAIN, &line);
}

/* ### the table */

/* Adds a row to the table; NULL: the titles, padded to the width that the
   numbers may reach.  A wider terminal gets more columns. */
static void add_row(struct table *table, const struct page *page,
		    const struct screen_layout_row *row, int name_width)
{
	static const struct screen_layout_row none = { .name = "entrant" };
	int columns = page->size.columns;
	OWNED(text) struct text name = {0};

	if (row == NULL)
		row = &none;
	printable_cell(&name, row->name, name_width, false);
	table_row(table);
	/* A single pool needs no number. */
	table_int_or_none(table, page->pools ? "pool" : NULL, NULL,
			  row->rated ? row->pool : 0);
	table_int_or_none(table, "rank", NULL, row->rated ? row->rank : 0);
	table_string(table, text_string(&name), NULL, text_string(&name));
	table_signed(table, "    Elo", NULL, row->rated ? row->elo : NAN, 1);
	table_real(table, "   +-95", NULL, row->rated ? row->error : NAN, 1);
	table_int_or_none(table, columns >= FOR_GAMES ? "   games" : NULL, NULL,
			  row->rated ? row->games : 0);
	table_real(table, columns >= FOR_SCORE ? " score" : NULL, NULL,
		   row->rated ? row->score : NAN, 3);
	table_int(table, columns >= FOR_FAULTS ? " faults" : NULL, NULL,
		  row->faults);
}

/* The width of the longest name, or what the other columns leave. */
static int width_of_names(const struct page *page,
			  const struct screen_layout *shown)
{
	int room = page->size.columns, longest = NAME_MIN;
	OWNED(table) struct table others = {0};
	OWNED(text) struct text line = {0};

	add_row(&others, page, NULL, 0);
	table_text(&others, 1, &line);
	line.length--;
	room -= printable_width(text_string(&line));
	for (int i = 0; i < shown->rows; i++) {
		int width = printable_width(shown->row[i].name);

		longest = width > longest ? width : longest;
	}
	return longest < room ? longest : room;
}

/* How many of `count` lines to show in `room`; if not all fit, one line is kept
   to say how many more there are. */
static int fitting(int count, int room)
{
	return count <= room ? count : room > 0 ? room - 1 : 0;
}

static void put_more(struct page *page, int left)
{
	char line[40];

	if (left == 0)
		return;
	snprintf(line, sizeof line, "     and %d more", left);
	put(page, DIM, line);
}

/* Puts up to `room` rows, besides the line of titles and the note. */
static void put_table(struct page *page, const struct screen_layout *shown,
		      int room)
{
	int shown_rows = fitting(shown->rows, room);
	int width = width_of_names(page, shown);
	OWNED(table) struct table table = {0};
	OWNED(text) struct text lines = {0};
	char *rest;

	add_row(&table, page, NULL, width);
	for (int i = 0; i < shown_rows; i++)
		add_row(&table, page, &shown->row[i], width);
	table_text(&table, 1, &lines);
	text_string(&lines);
	if (shown->rows > 0) {
		put(page, DIM, strtok_r(lines.bytes, "\n", &rest));
		for (int i = 0; i < shown_rows; i++)
			put(page, PLAIN, strtok_r(NULL, "\n", &rest));
		if (room > 0)
			put_more(page, shown->rows - shown_rows);
	}
	if (shown->table_note != NULL)
		put(page, DIM, shown->table_note);
}

/* ### the bracket */

enum { BRACKET_COLUMNS_MIN = 40 };

/* Puts the bracket into at most half of the lines left. */
static void put_bracket(struct page *page, const struct screen_layout *shown)
{
	int room = page->size.rows > 0 ? (page->size.rows - page->lines) / 2 :
		0;
	OWNED(text) struct text lines = {0};
	char *line, *rest;

	if (shown->bracket == NULL || (page->size.rows > 0 && room < 3) ||
	    page->size.columns < BRACKET_COLUMNS_MIN ||
	    bracket_show_text(shown->bracket, page->size.columns,
			      room > 0 ? room - 1 : 0, &lines) == 0) {
		return;
	}
	put(page, PLAIN, "");
	text_string(&lines);
	line = lines.bytes;
	/* Not strtok_r, which skips empty lines. */
	for (; (rest = strchr(line, '\n')) != NULL; line = rest + 1) {
		*rest = '\0';
		put(page, PLAIN, line);
	}
}

/* ### slots and troubles */

static void put_slot(struct page *page, const struct screen_layout_slot *slot)
{
	char right[RIGHT_MAX];
	OWNED(text) struct text line = {0};
	int room;

	if (slot->core >= 0 && page->size.columns >= FOR_CORE)
		text_printf(&line, "core %-3d ", slot->core);
	text_printf(&line, "match %" PRIu32 "  ", slot->match);
	snprintf(right, sizeof right, "  %" PRIu32 " of %" PRIu32, slot->games,
		 slot->of);
	room = page->size.columns - (int)line.length - (int)strlen(right);
	printable_fit(&line, slot->pairing, room);
	text_add(&line, right);
	put_text(page, PLAIN, &line);
}

static void put_slots(struct page *page, const struct screen_layout *shown,
		      int room)
{
	int count = fitting(shown->slots, room);

	for (int i = 0; i < count; i++)
		put_slot(page, &shown->slot[i]);
	if (room > 0)
		put_more(page, shown->slots - count);
}

static void put_troubles(struct page *page, const struct screen_layout *shown,
			 int room)
{
	for (int i = 0; i < shown->troubles && i < room; i++)
		put(page, BAD, shown->trouble[i]);
}

/* ### the page */

/* The lines that each part gets; `gaps`: empty lines between parts. */
struct parts {
	int table, slots, troubles, gaps;
};

static int least(int a, int b)
{
	return a < b ? a : b;
}

static void share_out(const struct screen_layout *shown, int rows,
		      struct parts *parts)
{
	int table = shown->rows, slots = least(shown->slots, SLOTS_MOST);
	int troubles = least(shown->troubles, TROUBLES_MOST);
	int titles = (shown->rows > 0) + (shown->table_note != NULL);
	int more;

	*parts = (struct parts){ table, slots, troubles, 1 };
	if (rows == INT32_MAX)
		return;
	rows -= titles;
	if (table + slots + troubles + 3 <= rows)
		return;
	parts->gaps = rows >= ROOMY;
	rows -= parts->gaps ? 3 : 0;
	rows = rows > 0 ? rows : 0;
	parts->troubles = least(troubles, rows / 6);
	parts->slots = least(slots, rows / 3);
	parts->table = least(table, rows - parts->troubles - parts->slots);
	rows -= parts->troubles + parts->slots + parts->table;
	more = least(slots - parts->slots, rows);
	parts->slots += more;
	parts->troubles = least(troubles, parts->troubles + rows - more);
}

static void put_gap(struct page *page, const struct parts *parts, bool wanted)
{
	if (parts->gaps && wanted)
		put(page, PLAIN, "");
}

void screen_layout_lines(const struct screen_layout *shown,
			 const struct screen_size *size, struct text *out)
{
	struct page page = { .out = out, .size = *size,
		.pools = shown->pools > 1 };
	struct parts parts;
	int left;

	put_title(&page, shown);
	put_bar(&page, shown);
	put_counts(&page, shown);
	if (shown->goal != NULL)
		put(&page, PLAIN, shown->goal);
	if (shown->notice != NULL)
		put(&page, BAD, shown->notice);
	put_bracket(&page, shown);
	left = size->rows > 0 ? size->rows - page.lines : INT32_MAX;
	share_out(shown, left, &parts);
	put_gap(&page, &parts, true);
	put_table(&page, shown, parts.table);
	put_gap(&page, &parts, parts.slots > 0);
	put_slots(&page, shown, parts.slots);
	put_gap(&page, &parts, parts.troubles > 0);
	put_troubles(&page, shown, parts.troubles);
}
