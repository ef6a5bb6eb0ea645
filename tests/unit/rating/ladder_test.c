/*
 * ladder_test.c - ratings, errors and tables agree with the vectors and with
 * closed forms.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact_math.h"
#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"

/* ### vectors */

/* Compares with a vector's value, to the vector's tolerance of that name. */
static void assert_value(const cJSON *vector, const char *tolerance,
			 double got, const cJSON *expected)
{
	const cJSON *all = json_get(vector, "tol");
	const cJSON *tol = json_get(all, tolerance);
	double value = expected->valuedouble;

	if (tol == NULL)
		tol = json_get(all, "all");
	ck_assert_ptr_nonnull(tol);
	ck_assert_msg(fabs(got - value)
		      <= tol->valuedouble * fmax(1, fabs(value)),
		      "%s, %s: got %.17g, expected %.17g",
		      json_get(vector, "id")->valuestring, tolerance, got,
		      value);
}

enum figure { ELO, SE, SE_NAIVE, ERR95, DEFF, BLOCKS };

static double figure_of(const struct ladder_row *row, enum figure figure)
{
	switch (figure) {
	case ELO:
		return row->elo;
	case SE:
		return row->se;
	case SE_NAIVE:
		return row->se_naive;
	case ERR95:
		return row->err95;
	case DEFF:
		return row->deff;
	case BLOCKS:
		return (double)row->blocks;
	}
	return NAN;
}

static const struct {
	const char *key;
	enum figure figure;
	const char *tolerance;
} figures[] = {
	{ "elo", ELO, "elo" },
	{ "se", SE, "se" },
	{ "se_naive", SE_NAIVE, "se" },
	{ "err95", ERR95, "se" },
	{ "deff", DEFF, "deff" },
	{ "entrant_clusters", BLOCKS, "se" },
};

static int check_figures(const cJSON *vector, const struct ladder *ladder)
{
	const cJSON *expect = json_get(vector, "expect"), *item;
	int compared = 0, i;

	for (size_t f = 0; f < sizeof figures / sizeof *figures; f++) {
		i = 0;
		cJSON_ArrayForEach(item, json_get(expect, figures[f].key)) {
			double got = figure_of(&ladder->rows[i++],
					       figures[f].figure);

			if (cJSON_IsNull(item))
				ck_assert(isnan(got));
			else
				assert_value(vector, figures[f].tolerance, got,
					     item);
			compared++;
		}
	}
	return compared;
}

static void check_kinds(const cJSON *vector, const struct ladder *ladder)
{
	const cJSON *expect = json_get(vector, "expect"), *item, *value;
	const struct ladder_kind *kind = ladder->kinds;
	int s, t = 0;

	cJSON_ArrayForEach(item, json_get(expect, "seats")) {
		ck_assert_int_eq(kind->seats,
				 json_get(item, "players")->valueint);
		s = 0;
		cJSON_ArrayForEach(value, json_get(item, "h"))
			assert_value(vector, "elo", kind->h[s++], value);
		ck_assert_int_eq(s, kind->h_count);
		s = 0;
		cJSON_ArrayForEach(value, json_get(item, "se"))
			assert_value(vector, "se", kind->h_se[s++], value);
		s = 0;
		cJSON_ArrayForEach(value, json_get(item, "se_naive"))
			assert_value(vector, "se", kind->h_se_naive[s++],
				     value);
	}
	cJSON_ArrayForEach(item, json_get(expect, "ties")) {
		ck_assert_int_eq(kind->tie_order[t],
				 json_get(item, "order")->valueint);
		assert_value(vector, "delta", kind->delta[t],
			     json_get(item, "delta"));
		if (json_get(item, "se") != NULL)
			assert_value(vector, "delta", kind->delta_se[t],
				     json_get(item, "se"));
		assert_value(vector, "delta", kind->delta_se_naive[t],
			     json_get(item, "se_naive"));
		t++;
	}
	if (json_get(expect, "ties") != NULL)
		ck_assert_int_eq(t, kind->tie_count);
}

static void check_pairs(const cJSON *vector, const struct ladder *ladder)
{
	const cJSON *expect = json_get(vector, "expect"), *row, *item;
	int i = 0, j;

	cJSON_ArrayForEach(row, json_get(expect, "los")) {
		j = 0;
		cJSON_ArrayForEach(item, row) {
			if (!cJSON_IsNull(item))
				assert_value(vector, "los",
					     ladder_los(ladder, i, j), item);
			else if (i != j)
				ck_assert(isnan(ladder_los(ladder, i, j)));
			j++;
		}
		i++;
	}
	i = 0;
	cJSON_ArrayForEach(row, json_get(expect, "diff_se")) {
		j = 0;
		cJSON_ArrayForEach(item, row) {
			if (!cJSON_IsNull(item)) {
				assert_value(vector, "elo",
					     ladder->rows[i].elo
					     - ladder->rows[j].elo,
					     cJSON_GetArrayItem(item, 0));
				assert_value(vector, "se",
					     ladder_difference_se(ladder, i,
								  j),
					     cJSON_GetArrayItem(item, 1));
			}
			j++;
		}
		i++;
	}
}

static void check_places(const cJSON *vector, const struct ladder *ladder)
{
	const cJSON *expect = json_get(vector, "expect"), *pool, *item;
	int k = 0, number = 0;

	cJSON_ArrayForEach(item, json_get(expect, "table_order"))
		ck_assert_int_eq(ladder->order[k++], item->valueint);
	k = 0;
	cJSON_ArrayForEach(pool, json_get(expect, "pools")) {
		cJSON_ArrayForEach(item, pool) {
			int i = ladder->order[k++];

			ck_assert_str_eq(ladder->entrants[i].name,
					 item->valuestring);
			ck_assert_int_eq(ladder->rows[i].pool, number);
		}
		number++;
	}
	k = 0;
	cJSON_ArrayForEach(item, json_get(expect, "mark")) {
		const struct ladder_row *row = &ladder->rows[k++];
		const char *mark = item->valuestring;

		ck_assert_int_eq(row->mark, mark[0] == '\0' || mark[0] == 'm'
				 ? ' ' : mark[0]);
		ck_assert_int_eq(row->thin, strchr(mark, 'm') != NULL);
	}
	cJSON_ArrayForEach(pool, json_get(expect, "ranks_mc")) {
		k = 0;
		cJSON_ArrayForEach(item, json_get(pool, "entrants")) {
			const struct ladder_row *row =
				&ladder->rows[item->valueint];

			ck_assert_int_eq(row->rank_lo, cJSON_GetArrayItem(
					json_get(pool, "lo"), k)->valueint);
			ck_assert_int_eq(row->rank_hi, cJSON_GetArrayItem(
					json_get(pool, "hi"), k)->valueint);
			ck_assert(rint(row->best * 10000)
				  == cJSON_GetArrayItem(
					json_get(pool, "best"), k)->valueint);
			k++;
		}
	}
}

/* Checks figures that only some vectors have. */
static void check_single(const cJSON *vector, const struct ladder *ladder)
{
	const cJSON *expect = json_get(vector, "expect"), *value;
	struct text text = {0};

	value = json_get(expect, "penalised_loglik");
	if (value != NULL)
		assert_value(vector, "loglik", ladder->log_likelihood, value);
	value = json_get(expect, "elo_per_logit");
	if (value != NULL)
		assert_value(vector, "elo", ladder->elo_per_logit, value);
	value = json_get(expect, "clusters");
	if (value != NULL)
		ck_assert_int_eq(ladder->blocks, value->valueint);
	value = json_get(expect, "diff");
	if (value != NULL)
		assert_value(vector, "elo", ladder->rows[0].elo
			     - ladder->rows[1].elo, value);
	value = json_get(expect, "draw_prob_equal");
	if (value != NULL)
		assert_value(vector, "delta", ladder->kinds[0].delta[0]
			     / (2 + ladder->kinds[0].delta[0]), value);
	value = json_get(expect, "text");
	if (value != NULL) {
		ladder_show_text(ladder, 0, 0, &text);
		ck_assert_str_eq(text_string(&text), value->valuestring);
	}
	text_release(&text);
}

TEST(ladders_are_those_of_the_vectors)
{
	cJSON *file = vectors_load("ratings.json");
	const cJSON *vector;
	int compared = 0, vectors = 0;

	cJSON_ArrayForEach(vector, vectors_group(file, "ladder")) {
		struct ladder_options options;
		struct games_table table;
		struct ladder ladder;

		vector_load(vector, &table, &options);
		fit_well(&table, &options, &ladder);
		compared += check_figures(vector, &ladder);
		check_kinds(vector, &ladder);
		check_pairs(vector, &ladder);
		check_places(vector, &ladder);
		check_single(vector, &ladder);
		ladder_release(&ladder);
		ladder_release(&ladder);
		games_table_release(&table);
		vectors++;
	}
	ck_assert_int_ge(vectors, 14);
	ck_assert_int_ge(compared, 160);
	cJSON_Delete(file);
}

static const cJSON *vector_called(const cJSON *file, const char *id)
{
	const cJSON *vector;

	cJSON_ArrayForEach(vector, vectors_group(file, "ladder"))
		if (strcmp(json_get(vector, "id")->valuestring, id) == 0)
			return vector;
	ck_abort_msg("no vector %s", id);
	return NULL;
}

/* Difference and naive error of entrants i and i + 1, which are a pool. */
static double naive_se(const struct games_table *table,
		       struct ladder_options options, int i, double *difference)
{
	struct ladder ladder;
	double se;

	fit_well(table, &options, &ladder);
	*difference = ladder.rows[i].elo - ladder.rows[i + 1].elo;
	se = 2 * ladder.rows[i].se_naive;       /* a pool of two */
	ladder_release(&ladder);
	return se;
}

TEST(the_prior_keeps_a_perfect_score_finite)
{
	static const char *const keys[] = { "gauss_sd_1_logit",
					    "gauss_sd_2_logit",
					    "gauss_sd_3_logit" };
	cJSON *file = vectors_load("ratings.json");
	const cJSON *vector = vector_called(file, "12_perfect_score"), *value;
	struct ladder_options options;
	struct games_table table;
	double difference, se;

	vector_load(vector, &table, &options);
	for (int sd = 1; sd <= 3; sd++) {
		options.prior = sd;
		se = naive_se(&table, options, 0, &difference);
		value = json_get(json_get(vector, "expect"), keys[sd - 1]);
		assert_value(vector, "all", difference,
			     json_get(value, "diff"));
		assert_value(vector, "all", se, json_get(value, "se"));
	}
	games_table_release(&table);
	cJSON_Delete(file);
}

TEST(a_pool_is_fitted_as_if_the_other_were_not_there)
{
	cJSON *file = vectors_load("ratings.json");
	const cJSON *vector = vector_called(file, "13_disconnected");
	const cJSON *expect = json_get(vector, "expect");
	struct ladder_options options;
	struct games_table table;
	double difference, se;

	vector_load(vector, &table, &options);
	se = naive_se(&table, options, 0, &difference);
	assert_value(vector, "all", difference, cJSON_GetArrayItem(
			     json_get(expect, "AB_naive"), 0));
	assert_value(vector, "all", se, cJSON_GetArrayItem(
			     json_get(expect, "AB_naive"), 1));
	se = naive_se(&table, options, 2, &difference);
	assert_value(vector, "all", difference, cJSON_GetArrayItem(
			     json_get(expect, "CD_naive"), 0));
	assert_value(vector, "all", se, cJSON_GetArrayItem(
			     json_get(expect, "CD_naive"), 1));
	games_table_release(&table);
	cJSON_Delete(file);
}
