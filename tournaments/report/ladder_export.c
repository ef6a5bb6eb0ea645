/*
 * ladder_export.c - a ladder as CSV and as JSON, for programs.
 */
#include "base/decimal.h"
#include "base/printable.h"
#include "tournaments/report/ladder_show.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tournaments/format/points.h"
#include "tournaments/rating/exact_math.h"
#include "tournaments/report/ladder_label.h"

/* ### values */

/* 6 places, and nothing that only looks negative; NAN: empty or null. */
static void add_real(struct text *out, double number, const char *none)
{
	char digits[400];

	if (isnan(number)) {
		text_add(out, none);
		return;
	}
	snprintf(digits, sizeof digits, "%.6f", number);
	text_add(out, digits[0] == '-' &&
		 digits[1 + strspn(digits + 1, "0.")] == '\0'
		 ? digits + 1 : digits);
}

enum value_type { WHOLE, WHOLE_OR_NONE, REAL, NAME, MARK };

/* A figure of an entrant under the name that CSV and JSON share. */
struct value {
	const char *name;
	enum value_type type;
	long whole;             /* WHOLE_OR_NONE: 0 is none */
	double real;
};

enum { VALUES_MAX = 24 };

static int values_of(const struct ladder *ladder, int i, bool best,
		     struct value *values)
{
	const struct ladder_row *row = &ladder->rows[i];
	bool apart = ladder->options.forfeits == FORFEITS_SEPARATE;
	double low, high, points = (double)row->points / GAME_POINTS;
	const struct value all[] = {
		{ "pool", WHOLE_OR_NONE, row->pool + 1, 0 },
		{ "rank", WHOLE_OR_NONE, row->rank, 0 },
		{ "rank_lo", WHOLE_OR_NONE, row->rank_lo, 0 },
		{ "rank_hi", WHOLE_OR_NONE, row->rank_hi, 0 },
		{ "entrant", NAME, i, 0 },
		{ "elo", REAL, 0, decimal_rounded(row->elo) },
		{ "err95", REAL, 0, row->err95 },
		{ "se", REAL, 0, row->se },
		{ "se_naive", REAL, 0, row->se_naive },
		{ "deff", REAL, 0, row->deff },
		{ "games", WHOLE, row->games, 0 },
		{ "blocks", WHOLE, row->blocks, 0 },
		{ "points", REAL, 0, points },
		{ "score", REAL, 0, ladder_score(row) },
		{ "faults", WHOLE, row->games_faulted, 0 },
		{ "los_next", REAL, 0, row->los_next },
		{ "mark", MARK, i, 0 },
	};
	int count = sizeof all / sizeof *all;

	memcpy(values, all, sizeof all);
	if (ladder->options.anchor != NULL)
		values[count++] = (struct value){ "err_anchor", REAL, 0,
						  row->err_anchor };
	if (best)
		values[count++] = (struct value){ "best", REAL, 0, row->best };
	if (apart) {
		number_wilson(row->games_faulted, row->games_all, &low, &high);
		values[count++] = (struct value){
			"fault_rate", REAL, 0, (double)row->games_faulted /
				(double)row->games_all };
		values[count++] = (struct value){ "fault_rate_lo", REAL, 0,
						  low };
		values[count++] = (struct value){ "fault_rate_hi", REAL, 0,
						  high };
	}
	return count;
}

static int rated(const struct ladder *ladder)
{
	return ladder->count - ladder->unrated;
}

/* ### CSV */

static void add_csv_value(const struct ladder *ladder,
			  const struct value *value, struct text *out)
{
	struct text field = {0};

	switch (value->type) {
	case WHOLE:
	case WHOLE_OR_NONE:
		if (value->type == WHOLE || value->whole != 0)
			text_printf(out, "%ld", value->whole);
		break;
	case REAL:
		add_real(out, value->real, "");
		break;
	case NAME:
		ladder_name(ladder, (int)value->whole, NAME_WHOLE, &field);
		break;
	case MARK:
		ladder_mark(&ladder->rows[value->whole], &field);
		break;
	}
	csv_add(out, text_string(&field));
	text_release(&field);
}

void ladder_show_csv(const struct ladder *ladder, bool best, struct text *out)
{
	static const char header[] = "pool,rank,rank_lo,rank_hi,entrant,elo,"
		"err95,se,se_naive,deff,games,blocks,points,score,faults,"
		"los_next,mark";
	struct value values[VALUES_MAX];

	text_add(out, header);
	if (ladder->options.anchor != NULL)
		text_add(out, ",err_anchor");
	if (best)
		text_add(out, ",best");
	if (ladder->options.forfeits == FORFEITS_SEPARATE)
		text_add(out, ",fault_rate,fault_rate_lo,fault_rate_hi");
	text_byte(out, '\n');
	for (int k = 0; k < ladder_listed(ladder); k++) {
		int count = values_of(ladder, ladder->order[k], best, values);

		for (int v = 0; v < count; v++) {
			if (v > 0)
				text_byte(out, ',');
			add_csv_value(ladder, &values[v], out);
		}
		text_byte(out, '\n');
	}
}

void ladder_show_los(const struct ladder *ladder, struct text *out)
{
	struct text name = {0};

	text_add(out, "entrant");
	for (int k = 0; k < rated(ladder); k++) {
		text_clear(&name);
		ladder_name(ladder, ladder->order[k], NAME_WHOLE, &name);
		text_byte(out, ',');
		csv_add(out, text_string(&name));
	}
	text_byte(out, '\n');
	for (int k = 0; k < rated(ladder); k++) {
		int i = ladder->order[k];

		text_clear(&name);
		ladder_name(ladder, i, NAME_WHOLE, &name);
		csv_add(out, text_string(&name));
		for (int other = 0; other < rated(ladder); other++) {
			text_byte(out, ',');
			if (other != k)
				add_real(out, ladder_los(ladder, i,
							 ladder->order[other]),
					 "");
		}
		text_byte(out, '\n');
	}
	text_release(&name);
}

/* ### JSON */

static void put_real(struct json_writer *w, double number)
{
	struct text digits = {0};

	add_real(&digits, number, "null");
	json_raw(w, digits.bytes, digits.length);
	text_release(&digits);
}

static void put_key_real(struct json_writer *w, const char *key, double number)
{
	json_key(w, key);
	put_real(w, number);
}

static void put_text(struct json_writer *w, struct text *text)
{
	json_string_bytes(w, text_string(text), text->length);
}

static void put_value(const struct ladder *ladder, const struct value *value,
		      struct json_writer *w)
{
	struct text text = {0};

	json_key(w, value->name);
	switch (value->type) {
	case WHOLE_OR_NONE:
		if (value->whole == 0) {
			json_null(w);
			break;
		}
		/* fall through */
	case WHOLE:
		json_int(w, value->whole);
		break;
	case REAL:
		put_real(w, value->real);
		break;
	case NAME:
		ladder_name(ladder, (int)value->whole, NAME_WHOLE, &text);
		put_text(w, &text);
		break;
	case MARK:
		ladder_mark(&ladder->rows[value->whole], &text);
		put_text(w, &text);
		break;
	}
	text_release(&text);
}

static void put_options(const struct ladder *ladder, struct json_writer *w)
{
	const struct ladder_options *options = &ladder->options;

	json_key(w, "options");
	json_open(w, '{');
	json_key(w, "prior");
	if (options->prior > 0)
		put_real(w, options->prior);
	else
		json_null(w);
	json_put_word(w, "scale", ladder_scales[options->scale]);
	json_put_word(w, "cluster", ladder_clusters[options->cluster]);
	json_put_word(w, "forfeits", ladder_forfeits[options->forfeits]);
	json_key(w, "seat_effects");
	json_bool(w, options->seat_effects);
	if (options->anchor != NULL) {
		json_put_string(w, "anchor", options->anchor);
		put_key_real(w, "anchor_elo", options->anchor_elo);
	}
	if (options->simultaneous) {
		json_key(w, "simultaneous");
		json_bool(w, true);
	}
	json_close(w, '}');
}

static void put_entrant(const struct ladder *ladder, int i, bool best,
			struct json_writer *w)
{
	struct value values[VALUES_MAX];
	int count = values_of(ladder, i, best, values);

	json_open(w, '{');
	for (int v = 0; v < count; v++)
		put_value(ladder, &values[v], w);
	json_close(w, '}');
}

static void put_pools(const struct ladder *ladder, bool best,
		      struct json_writer *w)
{
	int pool = -1;

	json_key(w, "pools");
	json_open(w, '[');
	for (int k = 0; k < rated(ladder); k++) {
		int i = ladder->order[k];

		if (ladder->rows[i].pool != pool) {
			if (pool >= 0) {
				json_close(w, ']');
				json_close(w, '}');
			}
			pool = ladder->rows[i].pool;
			json_open(w, '{');
			json_key(w, "entrants");
			json_open(w, '[');
		}
		put_entrant(ladder, i, best, w);
	}
	if (pool >= 0) {
		json_close(w, ']');
		json_close(w, '}');
	}
	json_close(w, ']');
}

/* With forfeits apart those whose games were all left out. */
static void put_unrated(const struct ladder *ladder, bool best,
			struct json_writer *w)
{
	if (ladder->options.forfeits != FORFEITS_SEPARATE)
		return;
	json_key(w, "unrated");
	json_open(w, '[');
	for (int k = rated(ladder); k < ladder_listed(ladder); k++)
		put_entrant(ladder, ladder->order[k], best, w);
	json_close(w, ']');
}

static void put_list(struct json_writer *w, const char *key,
		     const double *numbers, int count)
{
	json_key(w, key);
	json_open(w, '[');
	for (int i = 0; i < count; i++)
		put_real(w, numbers[i]);
	json_close(w, ']');
}

static void put_kinds(const struct ladder *ladder, struct json_writer *w)
{
	json_key(w, "seats");
	json_open(w, '[');
	for (int k = 0; k < ladder->kind_count; k++) {
		const struct ladder_kind *kind = &ladder->kinds[k];

		if (kind->h_count == 0)
			continue;
		json_open(w, '{');
		json_put_int(w, "players", kind->seats);
		put_list(w, "h", kind->h, kind->h_count);
		put_list(w, "se", kind->h_se, kind->h_count);
		json_close(w, '}');
	}
	json_close(w, ']');
	json_key(w, "ties");
	json_open(w, '[');
	for (int k = 0; k < ladder->kind_count; k++) {
		const struct ladder_kind *kind = &ladder->kinds[k];

		for (int t = 0; t < kind->tie_count; t++) {
			json_open(w, '{');
			json_put_int(w, "players", kind->seats);
			json_put_int(w, "order", kind->tie_order[t]);
			put_key_real(w, "delta", kind->delta[t]);
			put_key_real(w, "se", kind->delta_se[t]);
			json_close(w, '}');
		}
	}
	json_close(w, ']');
}

/* Rows and columns as the pools list their entrants. */
static void put_covariance(const struct ladder *ladder, struct json_writer *w)
{
	double unit = ladder->elo_per_logit * ladder->elo_per_logit;
	size_t p = (size_t)ladder->parameters;

	json_key(w, "cov");
	if (ladder->covariance == NULL) {
		json_null(w);
		return;
	}
	json_open(w, '[');
	for (int k = 0; k < rated(ladder); k++) {
		size_t i = (size_t)ladder->order[k];

		json_open(w, '[');
		for (int other = 0; other <= k; other++)
			put_real(w, unit * ladder->covariance
				 [i * p + (size_t)ladder->order[other]]);
		json_close(w, ']');
	}
	json_close(w, ']');
}

/* One word, or by number of seats where kinds differ. */
static void put_result(const struct ladder *ladder, struct json_writer *w)
{
	bool same = true;
	char key[16];

	json_key(w, "result");
	for (int k = 1; k < ladder->kind_count; k++)
		same &= ladder->kinds[k].result == ladder->kinds[0].result;
	if (ladder->kind_count == 0) {
		json_null(w);
	} else if (same) {
		json_word(w, result_words[ladder->kinds[0].result]);
	} else {
		json_open(w, '{');
		for (int k = 0; k < ladder->kind_count; k++) {
			snprintf(key, sizeof key, "%d",
				 ladder->kinds[k].seats);
			json_put_word(w, key,
				      result_words[ladder->kinds[k].result]);
		}
		json_close(w, '}');
	}
}

void ladder_show_json(const struct ladder *ladder, const char *game,
		      bool best, bool cov, struct text *out)
{
	struct json_writer w = { .out = *out };

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_key(&w, "game");
	if (game != NULL)
		json_string(&w, game);
	else
		json_null(&w);
	put_result(ladder, &w);
	put_options(ladder, &w);
	put_key_real(&w, "scale", ladder->elo_per_logit);
	json_put_int(&w, "blocks", ladder->blocks);
	json_put_int(&w, "left_out", ladder->left_out);
	put_pools(ladder, best, &w);
	put_unrated(ladder, best, &w);
	put_kinds(ladder, &w);
	if (cov)
		put_covariance(ladder, &w);
	json_close(&w, '}');
	*out = w.out;
	text_byte(out, '\n');
}
