/*
 * ladder_test.c - ratings, errors and tables agree with the vectors, which
 * another program computed, and with closed forms.
 */
#include <stddef.h>

#include "base/exact_math.h"
#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"

UNIT_EACH(ladder_begin, ladder_end)

/* ### vectors */

static const cJSON *vector, *expect;

/* The index of an option's word in `words`, which must have it; default 0. */
static int word_of(const char *key, const char *const *words)
{
	const cJSON *value = json_get(json_get(vector, "options"), key);
	int i = 0;

	while (value != NULL && strcmp(words[i], value->valuestring) != 0)
		ck_assert_ptr_nonnull(words[++i]);
	return i;
}

static void load_game(const cJSON *game, bool new_block)
{
	const cJSON *times = json_get(game, "n"), *who;
	const cJSON *rank = json_get(game, "ranks")->child;
	int seated[GAME_SEATS_MAX], seats = 0;
	long ranks[GAME_SEATS_MAX];

	cJSON_ArrayForEach(who, json_get(game, "seats")) {
		ranks[seats] = rank->valueint;
		seated[seats++] = who->valueint;
		rank = rank->next;
	}
	for (int i = 0; i < (times != NULL ? times->valueint : 1); i++)
		games_table_add_game(&table, seated, ranks, seats,
				     new_block ? ALONE : 0);
}

/* Reads the games and options of a vector; games of a block are adjacent. */
static void load(const cJSON *from)
{
	static const char *const results[] = { "ranking", "winner", "teams",
					       NULL };
	const cJSON *given = json_get(from, "options"), *item;
	const cJSON *prior = json_get(given, "prior");
	int block = -1;

	vector = from;
	expect = json_get(vector, "expect");
	options = ladder_defaults;
	options.scale = word_of("scale", ladder_scales);
	options.cluster = word_of("cluster", ladder_clusters);
	options.seat_effects = !cJSON_IsFalse(json_get(given,
						       "seat_effects"));
	if (prior != NULL)
		options.prior = cJSON_IsNull(prior) ? 0 : prior->valuedouble;
	make_table(0);
	games_table_set_result(&table, word_of("result", results));
	cJSON_ArrayForEach(item, json_get(vector, "entrants"))
		games_table_entrant(&table, item->valuestring, "");
	cJSON_ArrayForEach(item, json_get(vector, "games")) {
		const cJSON *own = json_get(item, "block");

		load_game(item, cJSON_IsNull(own) || own->valueint != block);
		block = cJSON_IsNull(own) ? -1 : own->valueint;
	}
}

static int compared;

/* Compares with a vector's value, to the vector's tolerance of that name; null
   is NAN.  Not every vector has every value. */
static void check(const char *tolerance, double got, const cJSON *expected)
{
	const cJSON *all = json_get(vector, "tol");
	const cJSON *tol = json_get(all, tolerance);

	if (expected == NULL)
		return;
	if (tol == NULL)
		tol = json_get(all, "all");
	ck_assert_ptr_nonnull(tol);
	compared++;
	if (cJSON_IsNull(expected))
		ck_assert(isnan(got));
	else
		ck_assert_msg(fabs(got - expected->valuedouble) <=
			      tol->valuedouble *
			      fmax(1, fabs(expected->valuedouble)),
			      "%s, %s: got %.17g, expected %.17g",
			      json_get(vector, "id")->valuestring, tolerance,
			      got, expected->valuedouble);
}

static void check_list(const char *tolerance, const double *got, int count,
		       const cJSON *list)
{
	ck_assert(list == NULL || cJSON_GetArraySize(list) == count);
	for (int i = 0; i < count; i++)
		check(tolerance, got[i], cJSON_GetArrayItem(list, i));
}

static void check_rows(void)
{
	const cJSON *all = json_get(expect, "elo");

	for (int i = 0; i < cJSON_GetArraySize(all); i++) {
		const struct ladder_row *row = &ladder.rows[i];
		const struct {
			const char *key, *tolerance;
			double got;
		} figures[] = {
			{ "elo", "elo", row->elo }, { "se", "se", row->se },
			{ "se_naive", "se", row->se_naive },
			{ "err95", "se", row->err95 },
			{ "deff", "deff", row->deff },
			{ "entrant_clusters", "se", (double)row->blocks },
		};
		const cJSON *mark = cJSON_GetArrayItem(json_get(expect,
								"mark"), i);
		const char *word;

		for (size_t f = 0; f < sizeof figures / sizeof *figures; f++)
			check(figures[f].tolerance, figures[f].got,
			      cJSON_GetArrayItem(json_get(expect,
							  figures[f].key), i));
		if (mark == NULL)
			continue;
		word = mark->valuestring;
		ck_assert_int_eq(row->mark, word[0] == '\0' || word[0] == 'm'
				 ? ' ' : word[0]);
		ck_assert_int_eq(row->thin, strchr(word, 'm') != NULL);
	}
}

static void check_kinds(void)
{
	const struct ladder_kind *kind = ladder.kinds;
	const cJSON *item;
	int t = 0;

	cJSON_ArrayForEach(item, json_get(expect, "seats")) {
		ck_assert_int_eq(kind->seats,
				 json_get(item, "players")->valueint);
		check_list("elo", kind->h, kind->h_count, json_get(item, "h"));
		check_list("se", kind->h_se, kind->h_count,
			   json_get(item, "se"));
		check_list("se", kind->h_se_naive, kind->h_count,
			   json_get(item, "se_naive"));
	}
	cJSON_ArrayForEach(item, json_get(expect, "ties")) {
		ck_assert_int_eq(kind->tie_order[t],
				 json_get(item, "order")->valueint);
		check("delta", kind->delta[t], json_get(item, "delta"));
		check("delta", kind->delta_se[t], json_get(item, "se"));
		check("delta", kind->delta_se_naive[t],
		      json_get(item, "se_naive"));
		t++;
	}
	if (json_get(expect, "ties") != NULL)
		ck_assert_int_eq(t, kind->tie_count);
}

static void check_pairs(void)
{
	for (int i = 0; i < ladder.count; i++) {
		const cJSON *los = cJSON_GetArrayItem(json_get(expect, "los"),
						      i);
		const cJSON *errors = cJSON_GetArrayItem(
			json_get(expect, "diff_se"), i);

		for (int j = 0; j < ladder.count; j++) {
			const cJSON *item = cJSON_GetArrayItem(errors, j);

			if (i != j)
				check("los", ladder_los(&ladder, i, j),
				      cJSON_GetArrayItem(los, j));
			if (item == NULL || cJSON_IsNull(item))
				continue;
			check("elo", ladder.rows[i].elo - ladder.rows[j].elo,
			      item->child);
			check("se", ladder_difference_se(&ladder, i, j),
			      item->child->next);
		}
	}
}

static void check_places(void)
{
	const cJSON *pool, *item;
	int k = 0, number = 0;

	cJSON_ArrayForEach(item, json_get(expect, "table_order"))
		ck_assert_int_eq(ladder.order[k++], item->valueint);
	k = 0;
	cJSON_ArrayForEach(pool, json_get(expect, "pools")) {
		cJSON_ArrayForEach(item, pool) {
			int i = ladder.order[k++];

			ck_assert_str_eq(ladder.entrants[i].name,
					 item->valuestring);
			ck_assert_int_eq(ladder.rows[i].pool, number);
		}
		number++;
	}
	cJSON_ArrayForEach(pool, json_get(expect, "ranks_mc")) {
		k = 0;
		cJSON_ArrayForEach(item, json_get(pool, "entrants")) {
			const struct ladder_row *row =
				&ladder.rows[item->valueint];

			ck_assert(row->rank_lo == number_at(
					json_get(pool, "lo"), k));
			ck_assert(row->rank_hi == number_at(
					json_get(pool, "hi"), k));
			ck_assert(rint(row->best * 10000) == number_at(
					json_get(pool, "best"), k));
			k++;
		}
	}
}

TEST(ladders_are_those_of_the_vectors)
{
	const cJSON *each, *text;
	int vectors = 0;

	cJSON_ArrayForEach(each, rating_vectors("ladder")) {
		const double *delta;

		load(each);
		fit();
		check_rows();
		check_kinds();
		check_pairs();
		check_places();
		delta = ladder.kinds[0].delta;
		check("loglik", ladder.log_likelihood,
		      json_get(expect, "penalised_loglik"));
		check("elo", ladder.elo_per_logit,
		      json_get(expect, "elo_per_logit"));
		check("elo", (double)ladder.blocks, json_get(expect,
							     "clusters"));
		check("elo", ladder.rows[0].elo - ladder.rows[1].elo,
		      json_get(expect, "diff"));
		check("delta", delta[0] / (2 + delta[0]),
		      json_get(expect, "draw_prob_equal"));
		text = json_get(expect, "text");
		if (text != NULL) {
			text_clear(&out);
			ladder_show_text(&ladder, 0, 0, &out);
			ck_assert_str_eq(text_string(&out), text->valuestring);
		}
		if (json_get(expect, "diff_scale_score") != NULL) {
			options.scale = SCALE_SCORE;
			fit();
			check("elo", ladder.rows[0].elo - ladder.rows[1].elo,
			      json_get(expect, "diff_scale_score"));
		}
		ladder_release(&ladder);
		vectors++;
	}
	ck_assert_int_ge(vectors, 14);
	ck_assert_int_ge(compared, 300);
}

/* Difference and naive error of entrants i and i + 1, which are a pool. */
static void check_pool(int i, const cJSON *difference, const cJSON *se)
{
	fit();
	check("all", ladder.rows[i].elo - ladder.rows[i + 1].elo, difference);
	check("all", 2 * ladder.rows[i].se_naive, se);
}

TEST(the_prior_keeps_a_perfect_score_finite)
{
	static const char *const keys[] = { "gauss_sd_1_logit",
					    "gauss_sd_2_logit",
					    "gauss_sd_3_logit" };

	load(rating_vector("ladder", "12_perfect_score"));
	for (int sd = 1; sd <= 3; sd++) {
		const cJSON *due = json_get(expect, keys[sd - 1]);

		options.prior = sd;
		check_pool(0, json_get(due, "diff"), json_get(due, "se"));
	}
	ck_assert_int_eq(compared, 6);
}

TEST(a_pool_is_fitted_as_if_the_other_were_not_there)
{
	static const char *const keys[] = { "AB_naive", "CD_naive" };

	load(rating_vector("ladder", "13_disconnected"));
	for (int pool = 0; pool < 2; pool++) {
		const cJSON *due = json_get(expect, keys[pool])->child;

		check_pool(2 * pool, due, due->next);
	}
}

/* ### closed forms of teams; vectors 02, 03 and 30 have those of others */

static void be_flat(void)
{
	options = (struct ladder_options){ .scale = SCALE_ODDS,
		.cluster = GAMES_CLUSTER_GAME };
}

/* Two sides of two: a side is the sum of its members, so E ln(W/L) apart. */
TEST(a_side_is_the_sum_of_its_members)
{
	double score;

	be_flat();
	options.prior = 2;
	make_table(4);
	games_table_set_result(&table, RESULT_TEAMS);
	/* Whatever c does, its side ranks with d. */
	for (int g = 0; g < 40; g++)
		games_table_add_game(&table, (int[]){ 0, 2, 1, 3 },
				     (long[]){ 1, g < 30 ? 3 : 1, 2, 3 }, 4,
				     GAMES_NEW_BLOCK);
	fit();
	assert_near(ladder.rows[0].elo, ladder.rows[1].elo, 1e-12);
	ck_assert(ladder.rows[0].elo > ladder.rows[2].elo);
	/* The score that the model expects, by g = 0: w - n p = theta/sd^2. */
	score = 1 / (1 + exp(-4 * ladder.theta[0]));
	ck_assert_double_le(fabs(40 - 40 * score - ladder.theta[0] / 4), 1e-9);
	ck_assert_int_eq(ladder.rows[0].mark, '>');
}

/* a and a against b and b, both ways round, side 0 wins 30 of 40: h = ln 3
   and theta 0.  The difference of the sides is 4 theta_a + h, and each game
   has the information 3/16 about it. */
TEST(the_first_side_has_its_advantage)
{
	const double se = EXACT_MATH_ELO_PER_LOGIT / sqrt(15);

	be_flat();
	options.seat_effects = true;
	make_table(2);
	games_table_set_result(&table, RESULT_TEAMS);
	for (int g = 0; g < 80; g++) {
		int first = g % 2, other = 1 - first;
		bool won = g < 60;

		games_table_add_game(&table,
				     (int[]){ first, other, first, other },
				     (long[]){ 1, won ? 3 : 1, won ? 2 : 4, 1 },
				     4, GAMES_NEW_BLOCK);
	}
	fit();
	assert_near(ladder.kinds[0].h[0], EXACT_MATH_ELO_PER_LOGIT * log(3),
		    1e-12);
	assert_near(ladder.kinds[0].h_se_naive[0], se, 1e-12);
	assert_near(ladder.rows[0].elo, 0, 1e-12);
	assert_near(ladder.rows[0].se_naive, se / 4, 1e-12);
}
