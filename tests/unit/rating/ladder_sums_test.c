/*
 * ladder_sums_test.c - games of a CSV file, which are summed up, give the same
 * ladder as the same games block by block.
 */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"
#include "tests/support/random.h"

enum { BLOCKS = 400 };

static FILE *csv;
static struct games_table *kept;

static void add(int block, int games, const int *seated, const long *ranks,
		int seats)
{
	/* The names sort like the numbers. */
	fprintf(csv, "%d,", block);
	for (int s = 0; s < seats; s++)
		fprintf(csv, "%se%05d", s > 0 ? "|" : "", seated[s]);
	for (int s = 0; s < seats; s++)
		fprintf(csv, "%c%ld", s > 0 ? '|' : ',', ranks[s]);
	fputs("\n", csv);
	games_table_add_game(kept, seated, ranks, seats, games == 0 ?
			     GAMES_NEW_BLOCK | GAMES_NEW_MATCH : 0);
}

/* Adds a block: mostly two games of two neighbours, but sometimes of four
   seats, of up to 60 games, or with another opponent in the second game. */
static void add_block(struct random *random, int block, int entrants)
{
	int kind = random_below(random, 6), games = 2, seats = 2;
	int first = random_below(random, entrants), second;

	second = (first + 1 + random_below(random, 3)) % entrants;
	if (kind == 0)
		seats = 4;
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
		add(block, g, seated, ranks, seats);
	}
}

static void check_near(double a, double b, const char *what)
{
	if (isnan(a) && isnan(b))
		return;
	ck_assert_msg(fabs(a - b) <= 1e-9 * fmax(1, fabs(b)), "%s: %.17g, not "
		      "%.17g", what, a, b);
}

static void compare(const struct ladder *a, const struct ladder *b)
{
	ck_assert_int_eq(a->games, b->games);
	ck_assert_int_eq(a->blocks, b->blocks);
	ck_assert_int_eq(a->left_out, b->left_out);
	for (int i = 0; i < a->count; i++) {
		const struct ladder_row *x = &a->rows[i], *y = &b->rows[i];

		ck_assert_int_eq(x->games, y->games);
		ck_assert_int_eq(x->games_all, y->games_all);
		ck_assert_int_eq(x->blocks, y->blocks);
		ck_assert_int_eq(x->seats, y->seats);
		ck_assert_int_eq(x->points, y->points);
		ck_assert_int_eq(x->wins, y->wins);
		ck_assert_int_eq(x->draws, y->draws);
		ck_assert_int_eq(x->mark, y->mark);
		ck_assert_int_eq(x->thin, y->thin);
		check_near(x->elo, y->elo, "elo");
		check_near(x->se, y->se, "se");
		check_near(x->se_naive, y->se_naive, "naive");
		check_near(x->err_anchor, y->err_anchor, "anchor");
	}
	for (int k = 0; k < a->kind_count; k++) {
		ck_assert_int_eq(a->kinds[k].games, b->kinds[k].games);
		check_near(a->kinds[k].h_se[0], b->kinds[k].h_se[0], "h");
		check_near(a->kinds[k].delta_se[0], b->kinds[k].delta_se[0],
			   "delta");
	}
}

static void check_all(int entrants, int blocks)
{
	char path[] = "/tmp/check_ladder_sums.XXXXXX", name[16];
	int fd = mkstemp(path);
	struct games_table table, added;
	struct random random = { 11 };
	struct error err = {0};

	csv = fdopen(fd, "w");
	kept = &table;
	ck_assert_ptr_nonnull(csv);
	fputs("block,entrants,ranks\n", csv);
	games_table_init(&table, NULL);
	games_table_init(&added, NULL);
	for (int i = 0; i < entrants; i++) {
		snprintf(name, sizeof name, "e%05d", i);
		games_table_entrant(&table, name, "");
	}
	for (int i = 0; i < entrants; i++)
		add(i + 1, 0, (int[]){ i, (i + 1) % entrants },
		    (long[]){ 1 + i % 2, 2 }, 2);
	for (int block = 1; block <= blocks; block++)
		add_block(&random, entrants + block, entrants);
	fclose(csv);
	ck_assert_int_eq(games_table_read_csv(&added, path, &err), 0);
	remove(path);
	ck_assert_ptr_nonnull(added.groups);
	ck_assert_int_eq(added.entrant_count, entrants);
	for (int rule = GAMES_CLUSTER_BLOCK; rule <= GAMES_CLUSTER_GAME;
	     rule++) {
		struct ladder_options options = ladder_defaults;
		struct ladder one, other;

		options.cluster = (enum games_cluster)rule;
		options.ranks = false;
		options.anchor = "e00003";
		options.top = 2;
		fit_well(&table, &options, &one);
		fit_well(&added, &options, &other);
		compare(&other, &one);
		ladder_release(&one);
		ladder_release(&other);
	}
	games_table_release(&table);
	games_table_release(&added);
}

TEST(errors_are_those_of_the_blocks)
{
	check_all(9, BLOCKS);
}

TEST(thin_entrants_have_the_error_of_the_model)
{
	check_all(70, BLOCKS);
}

TEST(errors_without_a_matrix_are_those_of_the_blocks)
{
	check_all(3010, 1000);
}
