/*
 * screen_test.c - the screen of a running tournament: what fits, what is cut
 * off, and that names do no harm.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/printable.h"
#include "tests/unit/unit.h"
#include "tournaments/play/progress_lines.h"
#include "tournaments/report/match_label.h"
#include "tournaments/watch/game_rate.h"
#include "tournaments/watch/screen_layout.h"
#include "tournaments/watch/watch_state.h"

/* ### game rate */

TEST(the_rate_is_that_of_the_last_minute)
{
	struct game_rate rate = {0};

	ck_assert(isnan(game_rate_now(&rate, 5000000, 0)));
	game_rate_note(&rate, 1000000, 100);
	ck_assert(isnan(game_rate_now(&rate, 1500000, 110)));
	ck_assert_double_eq_tol(game_rate_now(&rate, 3000000, 120), 10, 1e-9);
	/* 10 games a second for two minutes, then 20. */
	for (int second = 2; second <= 120; second++)
		game_rate_note(&rate, second * 1000000LL,
			  (uint64_t)(90 + 10 * second));
	for (int second = 121; second <= 240; second++)
		game_rate_note(&rate, second * 1000000LL,
			  (uint64_t)(1290 + 20 * (second - 120)));
	ck_assert_double_eq_tol(game_rate_now(&rate, 240000000, 3690), 20,
				1e-9);
	/* A void match takes games away. */
	ck_assert(isnan(game_rate_now(&rate, 240000000, 5)));
}

static struct text page;

static void release_page(void)
{
	text_release(&page);
}

UNIT_EACH(NULL, release_page)

static const struct {
	void (*show)(double value, struct text *out);
	double value;
	const char *text;
} shorts[] = {
	{ game_rate_duration, 0, "0:00" }, { game_rate_duration, 9.4, "0:09" },
	{ game_rate_duration, 59.5, "1:00" },
	{ game_rate_duration, 3599, "59:59" },
	{ game_rate_duration, 3600, "1:00:00" },
	{ game_rate_duration, 90061, "1 d 01:01:01" },
	{ game_rate_duration, NAN, "?" }, { game_rate_duration, INFINITY, "?" },
	{ game_rate_duration, -1, "?" },
	{ game_rate_text, NAN, "?" }, { game_rate_text, 0.04, "0.0" },
	{ game_rate_text, 99.94, "99.9" }, { game_rate_text, 99.96, "100" },
	{ game_rate_text, 12345.6, "12346" }
};

TEST_EACH(times_and_rates_are_short, sizeof shorts / sizeof *shorts)
{
	shorts[_i].show(shorts[_i].value, &page);
	ck_assert_str_eq(text_string(&page), shorts[_i].text);
}

/* ### lines */

enum { ROWS_MOST = 200, SLOTS_MOST = 64 };

static struct screen_layout_row rows[ROWS_MOST];
static struct screen_layout_slot slots[SLOTS_MOST];
static char names[ROWS_MOST][16];
static const char *const troubles[] = { "match 3: bob: timeout in game 7",
	"match 2: bob: gone in game 1", "match 1: bob: illegal in 2 games" };

static struct screen_layout shown;

static void example(int row_count, int slot_count)
{
	for (int i = 0; i < row_count; i++) {
		snprintf(names[i], sizeof *names, "bot-%d", i + 1);
		rows[i] = (struct screen_layout_row){ .name = names[i],
			.rated = true, .pool = 1, .rank = i + 1,
			.elo = 100 - i, .error = 12.34, .games = 1000,
			.score = 0.5 };
	}
	for (int i = 0; i < slot_count; i++)
		slots[i] = (struct screen_layout_slot){ .core = i,
			.match = (uint32_t)i + 8, .games = 4, .of = 10,
			.pairing = "ada - bob" };
	shown = (struct screen_layout){ .id = "cup-0c853e2215a4",
		.game = "bolo7", .format = "swiss", .round = 2, .rounds = 7,
		.matches = 12, .decided = 7, .games = 72, .games_of = 120,
		.share = 0.6, .rate = 8.25, .passed = 12, .left = 65,
		.faults = 4, .row = rows, .rows = row_count, .pools = 1,
		.table_note = "ratings of 72 games", .slot = slots,
		.slots = slot_count, .trouble = troubles, .troubles = 3 };
}

/* Draws and returns the number of lines; none is too wide. */
static int draw(int columns, int lines)
{
	const struct screen_size size = { columns, lines, false };
	const char *at;
	int count = 0;

	text_clear(&page);
	screen_layout_lines(&shown, &size, &page);
	at = text_string(&page);
	while (*at != '\0') {
		const char *end = strchr(at, '\n');
		char *line = memory_copy_bytes(at, (size_t)(end - at));

		ck_assert_msg(printable_width(line) <= columns, "%s", line);
		free(line);
		at = end + 1;
		count++;
	}
	return count;
}

/* Draws 80 columns, on which each text stands, or not if it begins with !. */
static void expect_all(int lines, const char *const *texts)
{
	ck_assert(draw(80, lines) <= lines || lines == 0);
	for (; *texts != NULL; texts++) {
		bool hidden = **texts == '!';

		ck_assert_msg((strstr(text_string(&page), *texts + hidden) ==
			       NULL) == hidden, "%s\nin\n%s", *texts,
			      text_string(&page));
	}
}

#define EXPECT(lines, ...) \
	expect_all(lines, (const char *const[]){ __VA_ARGS__, NULL })

TEST(everything_has_its_line_at_80_columns)
{
	example(2, 2);
	rows[1].faults = 4;
	shown.goal = "test: LLR +1.00";
	shown.notice = "stopping";
	draw(80, 24);
	ck_assert_str_eq(text_string(&page),
"cup-0c853e2215a4  round 2 of 7  swiss  bolo7\n"
"[##############################....................]  60%  0:12, 1:05 left\n"
"7 of 12 matches  72 of 120 games  8.2 games/s  4 faults\n"
"test: LLR +1.00\n"
"stopping\n"
"\n"
"rank entrant      Elo    +-95    games  score  faults\n"
"   1 bot-1     +100.0    12.3     1000  0.500       0\n"
"   2 bot-2      +99.0    12.3     1000  0.500       4\n"
"ratings of 72 games\n"
"\n"
"core 0   match 8  ada - bob  4 of 10\n"
"core 1   match 9  ada - bob  4 of 10\n"
"\n"
"match 3: bob: timeout in game 7\n"
"match 2: bob: gone in game 1\n"
"match 1: bob: illegal in 2 games\n");
}

TEST(forty_columns_keep_what_matters_most)
{
	example(2, 1);
	draw(40, 24);
	ck_assert_str_eq(text_string(&page),
"cup-0c853e2215a4  round 2 of 7  swiss  ~\n"
"[#########.......]  60%  0:12, 1:05 left\n"
"7 of 12 matches  72 of 120 games\n"
"8.2 games/s  4 faults\n"
"\n"
"rank entrant      Elo    +-95\n"
"   1 bot-1     +100.0    12.3\n"
"   2 bot-2      +99.0    12.3\n"
"ratings of 72 games\n"
"\n"
"match 8  ada - bob  4 of 10\n"
"\n"
"match 3: bob: timeout in game 7\n"
"match 2: bob: gone in game 1\n"
"match 1: bob: illegal in 2 games\n");
}

TEST(no_size_is_overrun)
{
	static const int columns[] = { 80, 9, 1 };

	for (int entrants = 0; entrants <= ROWS_MOST; entrants += 40)
		for (int jobs = 0; jobs <= SLOTS_MOST; jobs += 32) {
			example(entrants, jobs);
			for (int lines = 1; lines < 60; lines++)
				for (int i = 0; i < 3; i++)
					ck_assert(draw(columns[i], lines) <=
						  lines);
		}
}

TEST(a_long_table_says_how_much_it_hides)
{
	example(50, 2);
	EXPECT(24, " bot-11 ", "! bot-12 ", "\n     and 39 more\n", "core 1 ",
	       "match 2: bob");
	ck_assert_int_eq(draw(80, 24), 24);
	EXPECT(0, " bot-50 ", "!more");
}

TEST(many_slots_say_how_many_they_are)
{
	example(4, 64);
	EXPECT(200, "match 22 ", "!match 23 ", "\n     and 49 more\n");
	/* Matches get the room that the table does not need. */
	EXPECT(30, "and 50 more");
	ck_assert_int_eq(draw(80, 30), 30);
}

TEST(keys_are_named_under_the_matches)
{
	example(50, 2);
	shown.keys = "g: move by move";
	EXPECT(24, "core 1   match 9  ada - bob  4 of 10\ng: move by move\n",
	       "and 40 more", "match 2: bob");
	ck_assert_int_eq(draw(80, 24), 24);
	/* On a small terminal a row of the table is more important. */
	EXPECT(15, "!move by move");
	example(2, 0);
	shown.keys = "g: move by move";
	EXPECT(24, "!move by move");
}

TEST(names_do_no_harm)
{
	example(2, 1);
	rows[0].name = "\x1b[2J\x07";
	rows[1].name = "\xe6\xbc\xa2\xe5\xad\x97-\xe2\x80\xae";
	slots[0].pairing = "a\nb - c";
	EXPECT(24, "!\x1b", "!\x07", "   1 ?[2J?     +100.0",
	       "   2 \xe6\xbc\xa2\xe5\xad\x97-?     +99.0",
	       "a?b - c  4 of 10");
}

TEST(long_names_give_way_to_figures)
{
	example(1, 1);
	rows[0].name = "a-name-that-is-far-too-long-for-a-terminal-of-this-"
		"width-and-still-goes-on";
	slots[0].pairing = "a-name-that-is-far-too-long-for-a-terminal-of-"
		"this-width - another";
	draw(60, 24);
	ck_assert_ptr_nonnull(strstr(text_string(&page), "   1 a-name-that-is-"
		"far-too-long-f~  +100.0    12.3     1000\n"));
	ck_assert_ptr_nonnull(strstr(text_string(&page), "core 0   match 8  "
		"a-name-that-is-far-too-long-for-~  4 of 10\n"));
}

TEST(what_is_unknown_is_not_made_up)
{
	example(2, 0);
	shown.rate = shown.passed = shown.left = NAN;
	rows[0].error = NAN;
	rows[1].rated = false;
	EXPECT(24, "]  60%\n", "!games/s",
	       "   1 bot-1     +100.0       -     1000",
	       "   - bot-2          -       -        -      -");
	shown.rows = 0;
	shown.table_note = "no ratings yet: no match is finished";
	EXPECT(24, "!entrant", "no ratings yet");
}

TEST(pools_have_a_column)
{
	example(2, 0);
	shown.pools = 2;
	rows[1].pool = 2;
	rows[1].rank = 1;
	EXPECT(24, "pool rank entrant ", "   2    1 bot-2 ");
}

TEST(counts_say_what_they_count)
{
	example(2, 0);
	shown.count = COUNT_ROUND;
	EXPECT(24, "7 of 12+ matches  72 of 120+ games",
	       "1:05 left in the round\n");
	shown.count = COUNT_MOST;
	EXPECT(24, "7 of at most 12 matches  72 of at most 120 games");
}

TEST(colour_is_only_put_around_lines)
{
	static const char *const parts[] = {
		"\033[1mcup-0c853e2215a4  round 2 of 7  swiss  bolo7\033[0m\n",
		"\033[31mmatch 3: bob: timeout in game 7\033[0m\n",
		"\n   1 bot-1 "
	};
	const struct screen_size size = { 80, 24, true };

	example(2, 1);
	screen_layout_lines(&shown, &size, &page);
	for (int i = 0; i < 3; i++)
		ck_assert_ptr_nonnull(strstr(text_string(&page), parts[i]));
}

TEST(the_last_troubles_are_kept)
{
	struct watch_state state = {0};
	char name[16];

	for (int i = 1; i <= LAST_TROUBLES + 3; i++) {
		snprintf(name, sizeof name, "%d", i);
		watch_state_trouble(&state, name);
	}
	ck_assert_int_eq(state.troubles, LAST_TROUBLES);
	for (int i = 0; i < LAST_TROUBLES; i++) {
		snprintf(name, sizeof name, "%d", LAST_TROUBLES + 3 - i);
		ck_assert_str_eq(text_string(&state.trouble[i]), name);
	}
	watch_state_release(&state);
}

/* ### lines of a log */

TEST(a_log_says_now_and_then_how_far_it_is)
{
	struct record record = { .tournament = { .manifest.id = "cup-1",
		.contest = { .format = &format_round_robin } } };
	struct runner runner = { .record = &record, .faults = 1,
		.counts = { 400, 7, 72, 8000 } };
	const struct run_event tick = { .type = RUN_TICK, .runner = &runner };
	char *said = NULL;
	size_t size;
	struct progress_output output = {
		.file = open_memstream(&said, &size) };

	/* Not at once, and not before there is another game. */
	progress_lines_report(&output, &tick);
	fflush(output.file);
	ck_assert_uint_eq(size, 0);
	output.next = 1;
	progress_lines_report(&output, &tick);
	progress_lines_report(&output, &tick);
	output.next = 1;
	progress_lines_report(&output, &tick);
	ck_assert_str_eq(said, "cup-1: 7 of 400 matches, 72 of 8000 games, "
			 "? games/s, 1 fault in this run\n");
	fclose(output.file);
	free(said);
}

TEST(faults_of_a_match_are_named_with_their_kinds)
{
	struct logline_entrant entrants[] = { { .name = "ada" },
		{ .name = "b\x1b" } };
	struct tournament tournament = { .manifest.entrant = entrants,
		.manifest.entrants = 2 };
	struct book_fault faults[] = { { 2, 1, FAULT_GONE, false },
		{ 3, 0, FAULT_TIMEOUT, true },
		{ 4, 1, FAULT_FORFEIT, false },
		{ 5, 1, FAULT_FORFEIT, false },
		{ 6, 0, FAULT_START, true }, { 7, 0, FAULT_START, false } };
	const struct book_match match = { .seats = 2,
		.entrant = (int []){ 0, 1 },
		.fault = faults, .faults = 6 };

	match_label_faults(&tournament, &match, &page);
	ck_assert_str_eq(text_string(&page), "b?: gone in game 2, ada: timeout "
			 "in game 3 (suspect), b?: forfeit in 2 games, "
			 "ada: start in 2 games (1 suspect)");
}
