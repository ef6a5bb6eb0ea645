/*
 * screen_test.c - the screen of a running tournament: what fits, what is cut
 * off, and that names do no harm.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/printable.h"
#include "tests/support/rows.h"
#include "tournaments/play/play_progress.h"
#include "tournaments/report/results_show.h"
#include "tournaments/watch/screen.h"

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

TEST(the_time_left_is_unknown_while_the_number_of_games_is)
{
	const struct game_counts counts = { .games = 20, .games_of = 120 };
	struct record record = { .tournament.contest.format =
		&format_round_robin };

	ck_assert_double_eq(game_rate_left(20, &record, &counts), 5);
	ck_assert(isnan(game_rate_left(NAN, &record, &counts)));
	record.tournament.contest.until_error = 30;
	ck_assert(isnan(game_rate_left(20, &record, &counts)));
	record.tournament.contest = (struct contest){ .format = &format_swiss };
	ck_assert(isnan(game_rate_left(20, &record, &counts)));
}

static struct text page;

static void release_page(void)
{
	text_release(&page);
}

UNIT_EACH(NULL, release_page)

TEST_ROWS(times_and_rates_are_short, "watch/screen.txt",
	  "a duration or a rate, and how it is shown")
{
	text_clear(&page);
	if (row->text[0][0] == 'd')
		game_rate_duration(row_real(row, 1), &page);
	else
		game_rate_text(row_real(row, 1), &page);
	ck_assert_str_eq(text_string(&page), row->text[2]);
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

/* Applies the changes "KEY=VALUE;.." of the first texts to an example. */
static void change(const struct row *row)
{
	char *rest = row->text[2], *key;

	example(row_int(row, 0), row_int(row, 1));
	while ((key = strtok_r(rest, ";", &rest)) != NULL) {
		char *value = strchr(key, '=') + 1;
		const struct {
			const char *key, **text;
		} texts[] = {
			{ "goal", &shown.goal }, { "notice", &shown.notice },
			{ "note", &shown.table_note },
			{ "name1", &rows[0].name }, { "name2", &rows[1].name },
		};

		value[-1] = '\0';
		for (int i = 0; i < 5; i++)
			if (strcmp(key, texts[i].key) == 0)
				*texts[i].text = value;
		if (strcmp(key, "pairing") == 0)
			slots[0].pairing = value;
		if (strcmp(key, "faults") == 0)
			rows[1].faults = atoi(value);
		if (strcmp(key, "pools") == 0) {
			shown.pools = rows[1].pool = atoi(value);
			rows[1].rank = 1;
		}
		if (strcmp(key, "round") == 0)
			shown.count = COUNT_ROUND;
		if (strcmp(key, "most") == 0)
			shown.count = COUNT_MOST;
		if (strcmp(key, "unknown") == 0) {
			shown.rate = shown.passed = shown.left = NAN;
			rows[0].error = NAN;
			rows[1].rated = false;
		}
	}
}

TEST_ROWS(everything_has_its_line, "watch/screen.txt",
	  "entrants, matches, changes, columns; the screen of 24 lines")
{
	change(row);
	draw(row_int(row, 3), 24);
	ck_assert_str_eq(text_string(&page), row->text[4]);
}

TEST_ROWS(what_matters_most_is_shown, "watch/screen.txt", "entrants, matches, "
	  "changes, columns, lines; what is shown, or not behind !")
{
	int lines = row_int(row, 4), drawn;

	change(row);
	drawn = draw(row_int(row, 3), lines);
	ck_assert(drawn <= lines || lines == 0);
	for (int i = 5; i < ROW_TEXTS && row->text[i] != NULL; i++) {
		bool hidden = row->text[i][0] == '!';

		ck_assert_msg((strstr(text_string(&page), row->text[i] +
				      hidden) == NULL) == hidden, "%s\nin\n%s",
			      row->text[i], text_string(&page));
	}
	/* Nothing is hidden while there is room. */
	if (strstr(text_string(&page), " more\n") != NULL && lines <= 30)
		ck_assert_int_eq(drawn, lines);
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
	struct screen screen = { .next = INT64_MAX };
	char name[16];

	for (int i = 1; i <= SCREEN_TROUBLES + 3; i++) {
		snprintf(name, sizeof name, "%d", i);
		screen_report(&screen, &(struct follow_event){
			.type = FOLLOW_WARNING, .why = name });
	}
	ck_assert_int_eq(screen.troubles, SCREEN_TROUBLES);
	for (int i = 0; i < SCREEN_TROUBLES; i++) {
		snprintf(name, sizeof name, "%d", SCREEN_TROUBLES + 3 - i);
		ck_assert_str_eq(text_string(&screen.trouble[i]), name);
	}
	screen_close(&screen);
}

/* ### lines of a log */

TEST(a_log_says_now_and_then_how_far_it_is)
{
	struct record record = { .tournament = { .manifest.id = "cup-1",
		.contest = { .format = &format_round_robin } } };
	const struct follow follow = { .record = &record,
		.counts = { 400, 7, 72, 8000 } };
	const struct follow_event step = { .type = FOLLOW_STEP,
		.follow = &follow };
	char *said = NULL;
	size_t size;
	struct play_progress progress = { .faults = 1,
		.file = open_memstream(&said, &size) };

	/* Not at once, and not before there is another game. */
	play_progress_lines(&progress, &step);
	fflush(progress.file);
	ck_assert_uint_eq(size, 0);
	progress.next = 1;
	play_progress_lines(&progress, &step);
	play_progress_lines(&progress, &step);
	progress.next = 1;
	play_progress_lines(&progress, &step);
	ck_assert_str_eq(said, "cup-1: 7 of 400 matches, 72 of 8000 games, "
			 "? games/s, 1 fault in this run\n");
	fclose(progress.file);
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
