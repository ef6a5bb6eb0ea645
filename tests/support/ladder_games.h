/*
 * ladder_games.h - made up games, and the ladder of them.  A file with
 * UNIT_EACH(ladder_begin, ladder_end) has no table before a test, and need not
 * release what is here.
 */
#ifndef SUPPORT_LADDER_GAMES_H
#define SUPPORT_LADDER_GAMES_H

#include <check.h>
#include <string.h>
#include <unistd.h>

#include "random.h"
#include "rating_vectors.h"
#include "tournaments/report/ladder_show.h"

static struct games_table table;
static struct ladder_options options;
static struct ladder ladder;
static struct text out;

/* The bits of a game that is a match of its own. */
enum { ALONE = GAMES_NEW_BLOCK | GAMES_NEW_MATCH };

static inline void ladder_begin(void)
{
	options = ladder_defaults;
	games_table_init(&table, NULL, NULL);
}

static inline void ladder_end(void)
{
	ladder_release(&ladder);
	games_table_release(&table);
	text_release(&out);
}

/* A new table of entrants called a, b, c, .. */
static inline void make_table(int entrants)
{
	char name[16];

	games_table_release(&table);
	games_table_init(&table, NULL, NULL);
	for (int i = 0; i < entrants; i++) {
		snprintf(name, sizeof name, i < 26 ? "%c" : "n%d",
			 i < 26 ? 'a' + i : i);
		games_table_entrant(&table, name, "");
	}
}

/* The table so far, which is no longer `table`; a new one has the games. */
static inline struct games_table take_table(int entrants)
{
	struct games_table taken = table;

	games_table_init(&table, NULL, NULL);
	make_table(entrants);
	return taken;
}

static inline void add_two(int first, int second, bool first_wins, int bits)
{
	games_table_add_game(&table, (int[]){ first, second },
			     (long[]){ 2 - first_wins, 1 + first_wins }, 2,
			     bits);
}

/* Adds a game of two `times` times, each as a separate block. */
static inline void add_pair(int first, int second, long first_rank,
			    long second_rank, int times)
{
	for (int i = 0; i < times; i++)
		games_table_add_game(&table, (int[]){ first, second },
				     (long[]){ first_rank, second_rank }, 2,
				     ALONE);
}

/* Adds games as "9a=b 5a>b c<a": nine draws, and so on. */
static inline void add_games(const char *games)
{
	while (*games != '\0') {
		char *end;
		int times = (int)strtol(games, &end, 10);

		add_pair(end[0] - 'a', end[2] - 'a', 1 + (end[1] == '<'),
			 1 + (end[1] == '>'), times > 0 ? times : 1);
		games = end + 3 + (end[3] == ' ');
	}
}

/* A new table with the games of a CSV file; the reader's result. */
static inline int read_csv(const char *bytes, size_t size, struct error *err)
{
	char path[] = "/tmp/check_ladder_games.XXXXXX";
	int fd = mkstemp(path), result;

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, bytes, size), (ssize_t)size);
	close(fd);
	make_table(0);
	result = games_table_read(&table, (char *[]){ path }, 1, true, err);
	unlink(path);
	return result;
}

/* Adds games of random pairs: 40% draws, 30% won by each. */
static inline void add_random(int entrants, int games, uint64_t seed)
{
	struct random random = { seed };

	for (int g = 0; g < games; g++) {
		int a = random_below(&random, entrants);
		int b = (a + 1 + random_below(&random, entrants - 1))
			% entrants;
		int result = random_below(&random, 10);

		add_pair(a, b, result < 3 ? 2 : 1, result < 7 ? 2 : 1, 1);
	}
}

/* Fits, which must succeed; the caller releases the ladder. */
static inline void fit_to(struct ladder *fitted)
{
	struct error err = {0};

	ck_assert_msg(ladder_fit(&table, &options, fitted, &err) == 0, "%s",
		      err.text);
}

static inline void fit(void)
{
	ladder_release(&ladder);
	fit_to(&ladder);
}

/* The games have no ladder, and the error contains `part`. */
static inline void assert_refused(const char *part)
{
	struct error err = {0};

	ladder_release(&ladder);
	ck_assert_int_eq(ladder_fit(&table, &options, &ladder, &err), -1);
	ck_assert_msg(strstr(err.text, part) != NULL, "%s", err.text);
}

/* What was put out so far contains `part`. */
static inline void assert_shown(const char *part)
{
	ck_assert_msg(strstr(text_string(&out), part) != NULL, "%s\nin\n%s",
		      part, text_string(&out));
}

static inline void show_text(int what)
{
	ladder_show_heading(&ladder, NULL, &out);
	ladder_show_text(&ladder, what, 0, &out);
}

#endif
