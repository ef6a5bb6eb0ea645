/*
 * simulations_test.c - a share of the simulations, and bots that play nearly
 * alike.
 */
#define SHARE 20
#define SLACK 0.06
#include "simulations.h"

#include "audit/match_summary.h"

/* 100 blocks, a few of them decided for the first one: all tables have the
   same error. */
TEST_EACH(all_tables_have_the_same_error, 8)
{
	struct match_summary summary = {0};
	struct blocks_stats stats;
	double error, shown;
	char *at;

	games.random.state = 3;
	make_table(2);
	blocks_tally_begin(&tally, 2, 2);
	for (int n = 0; n < 100; n++) {
		int won = n < _i ? 2 : 1;

		add_twins((int[]){ 0, 1 }, won);
		blocks_tally_add(&tally, won * (int64_t)BLOCKS_GAME_SCORE);
	}
	fit();
	error = EXACT_MATH_NORMAL_97_5 * ladder_difference_se(&ladder, 0, 1);
	blocks_stats_make(&tally, &stats);
	assert_within(stats.error / error, 0.96, 1.04);
	/* Three decided blocks: 1.96 sqrt(3) / 200 of the score. */
	if (_i <= 3)
		assert_within(error, 11.4, 12);
	else
		assert_within(error, 13, INFINITY);
	summary.blocks = tally;
	summary.audit.header.entrants = summary.audit.header.rotations = 2;
	summary.audit.header.entrant[0].name = "a";
	summary.audit.header.entrant[1].name = "a";
	match_summary_elo(&summary, &out);
	at = strstr(text_string(&out), "+- ");
	ck_assert_msg(at != NULL && sscanf(at, "+- %lf", &shown) == 1, "%s",
		      text_string(&out));
	assert_within(shown - stats.error, -0.06, 0.06);
	blocks_tally_release(&tally);
}

/* An entrant whose scatter comes from many other blocks has no floor. */
TEST(a_twin_among_others_has_the_error_of_its_other_blocks)
{
	double se[2];

	games.random.state = 7;
	for (int with = 0; with < 2; with++) {
		make_table(4);
		for (int n = 0; n < 100; n++)
			for (int a = 0; a < 4; a++)
				for (int b = 0; b < a; b++)
					add_twins((int[]){ a, b },
						  with && a + b == 1 ? 1 :
						  random_below(&games.random,
							       3));
		fit();
		se[with] = ladder.rows[0].se;
		ck_assert(!with || ladder.rows[0].deff < 1.1);
	}
	/* A third of its blocks scatter no more: sqrt(2 / 3). */
	assert_within(se[1] / se[0], 0.736, 0.896);
}
