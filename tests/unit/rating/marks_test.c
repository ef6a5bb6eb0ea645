/*
 * marks_test.c - ratings whose errors are not what they say have a mark.
 */
#include "tests/support/ladder_games.h"
#include "tests/unit/unit.h"
#include "tournaments/report/ladder_label.h"

UNIT_EACH(ladder_begin, ladder_end)

/* All entrants have these marks, and the heading has this line. */
static void assert_marked(const char *marks, const char *line)
{
	struct text got = {0};

	fit();
	for (int i = 0; i < ladder.count; i++) {
		text_clear(&got);
		ladder_label_mark(&ladder.rows[i], &got);
		ck_assert_str_eq(text_string(&got), marks);
	}
	text_release(&got);
	text_clear(&out);
	show_text(0);
	assert_shown(line);
}

TEST(a_rating_that_the_prior_moves)
{
	make_table(2);
	add_games("7a>b 3a<b 7b<a 3b>a");
	assert_marked("", "prior 2");
	options.prior = 0.5;
	assert_marked("b", "\nb the prior moves this rating by more than a "
		      "quarter of its error");
	options.prior = 0;
	assert_marked("", "prior none");
}

TEST(a_few_blocks_that_differ)
{
	make_table(2);
	for (int n = 0; n < 40; n++) {
		add_two(0, 1, n % 2 == 0, ALONE);
		add_two(1, 0, n > 1 && n % 2 == 0, 0);
	}
	assert_marked("w", "\nw hardly any blocks differ: ");
}

/* Ten matches of four boards: each is won by one of the two, or the boards of
   each are. */
static void add_matches(bool together)
{
	make_table(2);
	for (int n = 0; n < 40; n++) {
		bool won = (together ? n / 4 : n) % 2 == 0;

		add_two(0, 1, won, n % 4 == 0 ? ALONE : GAMES_NEW_BLOCK);
		add_two(1, 0, !won, 0);
	}
}

TEST(blocks_that_go_together)
{
	add_matches(false);
	assert_marked("", "cluster block");
	add_matches(true);
	assert_marked("t", "\nt the blocks of a match go together");
	options.cluster = GAMES_CLUSTER_MATCH;
	assert_marked("", "cluster match");
}

TEST(pairings_that_depend_on_results)
{
	add_matches(false);
	table.paired_by_results = true;
	assert_marked("s", "\ns who met whom depended on results: ");
}
