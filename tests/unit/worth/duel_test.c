/*
 * duel_test.c - the exact solution against known chances and decisions, and
 * against the engine.  worth_full_test.c has the games to 10,000.
 */
#include "tests/support/duel_checks.h"
#include "tests/support/rows.h"

TEST(chances_and_decisions_are_the_known_ones)
{
	check_tables(0, 2000);
}

/* The least total with which the solution banks, or -1. */
static int banks_from(const struct duel *d, int own, int other)
{
	struct duel_turn turn = {0};
	int from = -1;

	for (int total = 2; own + total < d->target && from < 0; total++) {
		union turns_state state;
		char view[256];

		snprintf(view, sizeof view, "{\"seat\":0,\"scores\":[%d,%d],"
			 "\"turns\":[9,9],\"out\":[],\"total\":%d,\"roll\":"
			 "[2]}", own, other, total);
		position(d, view, &state);
		if (duel_best(d, &turn, &state, NULL) == 1)
			from = total;
	}
	duel_turn_release(&turn);
	return from;
}

TEST(pig_banks_where_it_is_known_to)
{
	cJSON *vectors = vectors_load("bolito.json");
	const cJSON *table, *one;

	cJSON_ArrayForEach(table, vectors_group(vectors, "pig")) {
		const struct game *game;
		int rule[GAME_RULES_MAX];
		struct duel *d;

		rules_of(table, &game, rule);
		d = solve(game, rule, &plain);
		check_starts(d, table);
		cJSON_ArrayForEach(one, vectors_group(table, "states")) {
			int own = number(one, "own");
			int other = number(one, "other");

			ck_assert_double_eq_tol(d->win[own * d->target + other],
						chance_in(one, "wins"),
						tolerance);
			ck_assert_int_eq(banks_from(d, own, other),
					 number(one, "bank_from"));
		}
		duel_free(d);
	}
	cJSON_Delete(vectors);
}

/* ### the engine */

TEST_ROWS(a_roll_changes_no_chance_on_average, "worth/turns.txt",
	  "games that are solved, in which a roll changes no chance on average")
{
	check_rolls(games_find(row->text[0]), row->text[1], 1);
}

/* ### the same bits */

static void check_same(const double *a, const double *b, int count)
{
	ck_assert_int_eq(memcmp(a, b, (size_t)count * sizeof *a), 0);
}

TEST(any_number_of_threads_finds_the_same_bits)
{
	int rule[GAME_RULES_MAX];
	struct duel *one, *three;

	game_rules(&bolo7, "target=800", rule);
	one = solve(&bolo7, rule, &plain);
	three = solve(&bolo7, rule, &(struct solve_options){ .threads = 3 });
	check_same(one->win, three->win, one->target * one->target);
	check_same(one->last, three->last, one->reach);
	check_same(one->sudden, three->sudden, one->reach);
	duel_free(one);
	duel_free(three);
}

/* ### what is not solved */

static void count_calls(void *context, double done)
{
	int *calls = context;

	ck_assert(done > 0 && done <= 1 + 1e-12);
	(*calls)++;
}

TEST(who_is_told_to_stop_has_no_table)
{
	int rule[GAME_RULES_MAX], calls = 0;
	volatile sig_atomic_t stop = 0;
	struct solve_options options = { .threads = 2, .stop = &stop,
		.progress = count_calls, .context = &calls };
	struct duel *d;

	rules_defaults(&pig, rule);
	d = solve(&pig, rule, &options);
	ck_assert(d != NULL && calls == 2 * 100 - 1);
	duel_free(d);
	stop = 1;
	ck_assert(solve(&pig, rule, &options) == NULL);
	ck_assert_int_eq(calls, 2 * 100 - 1);
}
