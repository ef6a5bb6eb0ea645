/*
 * ladder_sums_test.c - games of a CSV file, which are summed up, give the same
 * ladder as the same games block by block.
 */
#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"

UNIT_EACH(ladder_begin, ladder_end)

static struct text csv;

static void add(int block, int game, const int *seated, const long *ranks,
		int seats)
{
	/* The names sort like the numbers. */
	text_printf(&csv, "%d,", block);
	for (int s = 0; s < seats; s++)
		text_printf(&csv, "%se%05d", s > 0 ? "|" : "", seated[s]);
	for (int s = 0; s < seats; s++)
		text_printf(&csv, "%c%ld", s > 0 ? '|' : ',', ranks[s]);
	text_add(&csv, "\n");
	games_table_add_game(&table, seated, ranks, seats, game == 0 ? ALONE :
			     0);
}

/* Adds a block: mostly two games of two neighbours, but sometimes of four
   seats, of up to 60 games, or with another opponent in the second game. */
static void add_block(struct random *random, int block, int entrants)
{
	int kind = random_below(random, 6), games = 2;
	int first = random_below(random, entrants), second;

	second = (first + 1 + random_below(random, 3)) % entrants;
	if (kind == 1)
		games = 1 + random_below(random, 60);
	for (int g = 0; g < games; g++) {
		int seated[4] = { first, second, (first + 4) % entrants,
			(first + 5) % entrants };
		long ranks[4];

		if (kind == 2)
			seated[1] = (first + 1 + g) % entrants;
		if (g % 2 == 1) {
			seated[0] = seated[1];
			seated[1] = first;
		}
		for (int s = 0; s < 4; s++)
			ranks[s] = 1 + random_below(random, 3);
		add(block, g, seated, ranks, kind == 0 ? 4 : 2);
	}
}

static void compare_rows(const struct ladder_row *x, const struct ladder_row *y)
{
	ck_assert_int_eq(x->games, y->games);
	ck_assert_int_eq(x->games_all, y->games_all);
	ck_assert_int_eq(x->blocks, y->blocks);
	ck_assert_int_eq(x->seats, y->seats);
	ck_assert_int_eq(x->points, y->points);
	ck_assert_int_eq(x->wins, y->wins);
	ck_assert_int_eq(x->draws, y->draws);
	ck_assert_int_eq(x->mark, y->mark);
	ck_assert_int_eq(x->thin, y->thin);
	assert_near(x->elo, y->elo, 1e-9);
	assert_near(x->se, y->se, 1e-9);
	assert_near(x->se_naive, y->se_naive, 1e-9);
	assert_near(x->err_anchor, y->err_anchor, 1e-9);
}

static void compare(const struct ladder *a, const struct ladder *b)
{
	ck_assert_int_eq(a->games, b->games);
	ck_assert_int_eq(a->blocks, b->blocks);
	ck_assert_int_eq(a->left_out, b->left_out);
	for (int i = 0; i < a->count; i++)
		compare_rows(&a->rows[i], &b->rows[i]);
	for (int k = 0; k < a->kind_count; k++) {
		const struct ladder_kind *x = &a->kinds[k], *y = &b->kinds[k];

		ck_assert_int_eq(x->games, y->games);
		assert_near(x->h_se[0], y->h_se[0], 1e-9);
		assert_near(x->delta_se[0], y->delta_se[0], 1e-9);
	}
}

/* The last ones are too many for a matrix, and many of 70 are thin. */
static const int sizes[][2] = { { 9, 400 }, { 70, 400 }, { 3010, 1000 } };

TEST_EACH(errors_of_sums_are_those_of_the_blocks, 3)
{
	int entrants = sizes[_i][0];
	struct random random = { 11 };
	struct games_table kept;
	struct ladder one[GAMES_CLUSTER_GAME + 1];
	struct error err = {0};
	char name[16];

	make_table(0);
	text_clear(&csv);
	text_add(&csv, "block,entrants,ranks\n");
	for (int i = 0; i < entrants; i++) {
		snprintf(name, sizeof name, "e%05d", i);
		games_table_entrant(&table, name, "");
	}
	for (int i = 0; i < entrants; i++)
		add(i + 1, 0, (int[]){ i, (i + 1) % entrants },
		    (long[]){ 1 + i % 2, 2 }, 2);
	for (int block = 1; block <= sizes[_i][1]; block++)
		add_block(&random, entrants + block, entrants);
	options.ranks = false;
	options.anchor = "e00003";
	options.top = 2;
	for (int rule = GAMES_CLUSTER_BLOCK; rule <= GAMES_CLUSTER_GAME;
	     rule++) {
		options.cluster = (enum games_cluster)rule;
		fit_to(&one[rule]);
	}
	kept = take_table(0);
	ck_assert_int_eq(read_csv(csv.bytes, csv.length, &err), 0);
	text_release(&csv);
	ck_assert_ptr_nonnull(table.groups);
	ck_assert_int_eq(table.entrant_count, entrants);
	for (int rule = GAMES_CLUSTER_BLOCK; rule <= GAMES_CLUSTER_GAME;
	     rule++) {
		options.cluster = (enum games_cluster)rule;
		fit();
		compare(&ladder, &one[rule]);
		ladder_release(&one[rule]);
	}
	games_table_release(&kept);
}
