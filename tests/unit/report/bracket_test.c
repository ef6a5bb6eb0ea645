/*
 * bracket_test.c - how a bracket is shown: before, during and after a knockout,
 * with byes, losers' halves and little room.
 */
#include <stdlib.h>

#include "base/printable.h"
#include "tests/support/contests.h"
#include "tests/support/rows.h"
#include "tournaments/format/stages.h"
#include "tournaments/report/bracket_show.h"
#include "tournaments/watch/screen_layout.h"

enum { MOST = 64 };

static struct record record;
static struct logline_entrant entrants[MOST];
static char names[MOST][16];
static struct text out;

static void end(void)
{
	contest_release(&record.tournament.contest);
	text_release(&out);
}

UNIT_EACH(NULL, end)

/* Entrants a, b, c ..; the better one, by the file, wins 3 : 1. */
static void begin(const char *format, int count, int seats)
{
	record = (struct record){ .tournament = {
		.contest = contest_of(format, count, seats, seats == 2 ?
				      RESULT_RANKING : RESULT_WINNER),
		.manifest = { .entrant = entrants, .entrants = count,
			.id = "cup" } } };
	for (int i = 0; i < count; i++) {
		snprintf(names[i], sizeof names[i], i < 26 ? "%c" : "n%d",
			 i < 26 ? 'a' + i : i);
		entrants[i] = (struct logline_entrant){ .name = names[i] };
	}
}

static void play_rounds(int most)
{
	struct contest *contest = &record.tournament.contest;

	for (int round = 0; round < most && contest_advance(contest); round++)
		for (size_t i = 0; i < contest->past.count; i++) {
			struct fixture *fixture = &contest->past.list[i];

			fixture->decided = true;
			for (int s = 0; s < fixture->seats; s++)
				fixture->points[s] = s == 0 ? 3 * GAME_POINTS :
					GAME_POINTS;
		}
}

static int count_of(const char *word)
{
	int count = 0;

	for (const char *at = text_string(&out);
	     (at = strstr(at, word)) != NULL; at++)
		count++;
	return count;
}

TEST_ROWS(a_bracket_shows_who_meets_whom, "report/bracket.txt",
	  "a format, entrants, seats, rounds played, columns, rows; the "
	  "bracket")
{
	int shown, width = 0;

	end();
	begin(row->text[0], row_int(row, 1), row_int(row, 2));
	play_rounds(row_int(row, 3));
	ck_assert(stages_have_bracket(&record.tournament.contest));
	shown = bracket_show_text(&record, row_int(row, 4), row_int(row, 5),
				  &out);
	for (const char *c = text_string(&out); *c != '\0'; c++) {
		width = *c == '\n' ? 0 : width + 1;
		ck_assert_int_le(width, row_int(row, 4));
	}
	ck_assert_int_eq(shown, count_of("\n"));
	if (row->text[6] != NULL)
		ck_assert_str_eq(text_string(&out), row->text[6]);
	else
		ck_assert_int_eq(count_of("the last 5 rounds\n"), 1);
}

TEST(the_screen_shows_it_above_the_table)
{
	struct screen_layout_row row[8] = {0};
	struct screen_layout shown = { .id = "cup", .game = "pig",
		.format = "knockout", .bracket = &record, .row = row,
		.rows = 8 };
	static const int heights[] = { 10, 16, 24, 48, 0 };

	begin("{'type':'knockout'}", 8, 2);
	play_rounds(99);
	for (int i = 0; i < 8; i++)
		row[i] = (struct screen_layout_row){ .name = names[i],
			.rated = true, .rank = i + 1 };
	for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
		struct screen_size size = { .columns = 80,
			.rows = heights[i] };
		const char *bracket, *table;

		text_clear(&out);
		screen_layout_lines(&shown, &size, &out);
		ck_assert(heights[i] == 0 || count_of("\n") <= heights[i]);
		bracket = strstr(text_string(&out), "+- a");
		table = strstr(text_string(&out), "+-95");
		ck_assert_msg(table != NULL, "%s", text_string(&out));
		ck_assert_msg((bracket != NULL) == (heights[i] != 10) &&
			      (bracket == NULL || bracket < table),
			      "%d: %s", heights[i], text_string(&out));
		ck_assert_int_eq(count_of("the last") > 0, heights[i] == 16 ||
				 heights[i] == 24);
	}
	shown.bracket = NULL;
	text_clear(&out);
	screen_layout_lines(&shown, &(struct screen_size){ .columns = 80 },
			    &out);
	ck_assert_int_eq(count_of("+- a"), 0);
}

/* The titles of the rounds, each once. */
static void check_titles(const char *format, int count, int seats,
			 const char *due)
{
	OWNED(json_writer) struct json_writer w = {0};
	OWNED(text) struct text titles = {0};
	const char *at;

	begin(format, count, seats);
	json_open(&w, '{');
	bracket_show_json(&record, &w);
	at = text_string(&w.out);
	while ((at = strstr(at, "\"title\":\"")) != NULL) {
		const size_t size = strcspn(at += 9, "\"");
		AUTOFREE char *title = memory_copy_bytes(at, size);

		if (strstr(text_string(&titles), title) == NULL)
			text_printf(&titles, "%s%s", titles.length > 0 ? "; " :
				    "", title);
	}
	ck_assert_str_eq(text_string(&titles), due);
	end();
}

TEST(rounds_have_names)
{
	check_titles("{\"type\":\"knockout\"}", 16, 2,
		     "Round 1; Quarter-final; Semi-final; Final");
	check_titles("{\"type\":\"knockout\"}", 9, 3, "Round 1; Final");
	check_titles("{\"type\":\"double_knockout\"}", 2, 2,
		     "Winners' final; Grand final; Grand final, second game");
	check_titles("{\"type\":\"double_knockout\"}", 5, 2,
		     "Winners' quarter-final; Winners' semi-final; Losers' round 1; Losers' round 2; "
		     "Winners' final; Losers' semi-final; Losers' final; "
		     "Grand final; Grand final, second game");
}
