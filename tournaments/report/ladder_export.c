/*
 * ladder_export.c - a ladder as CSV and as JSON, for programs.
 */
#include "base/printable.h"
#include "tournaments/report/ladder_show.h"

#include <math.h>
#include <stdio.h>

#include "base/json_write.h"
#include "tournaments/report/ladder_label.h"

/* ### CSV */

void ladder_show_csv(const struct ladder *ladder, int show, struct text *out)
{
	const struct ladder_label_columns columns = { .show = show };
	struct table table = {0};

	ladder_label_add_row(&table, ladder, -1, &columns);
	for (int k = 0; k < ladder_label_listed(ladder); k++)
		ladder_label_add_row(&table, ladder, ladder->order[k], &columns);
	table_csv(&table, out);
	table_release(&table);
}

static void add_name(const struct ladder *ladder, int i, struct text *out)
{
	struct text name = {0};

	ladder_label_name(ladder, i, LADDER_LABEL_WHOLE, &name);
	printable_csv(out, text_string(&name));
	text_release(&name);
}

void ladder_show_los(const struct ladder *ladder, struct text *out)
{
	char digits[DECIMAL_SIZE];

	text_add(out, "entrant");
	for (int k = 0; k < ladder_label_rated(ladder); k++) {
		text_byte(out, ',');
		add_name(ladder, ladder->order[k], out);
	}
	text_byte(out, '\n');
	for (int k = 0; k < ladder_label_rated(ladder); k++) {
		int i = ladder->order[k];

		add_name(ladder, i, out);
		for (int other = 0; other < ladder_label_rated(ladder);
		     other++) {
			double los = other == k ? NAN :
				ladder_los(ladder, i, ladder->order[other]);

			text_byte(out, ',');
			if (!isnan(los))
				text_add(out, decimal(digits, los, 6, false));
		}
		text_byte(out, '\n');
	}
}

/* ### JSON */

static void put_options(const struct ladder *ladder, struct json_writer *w)
{
	const struct ladder_options *options = &ladder->options;

	json_put_open(w, "options", '{');
	decimal_put_json(w, "prior", options->prior > 0 ? options->prior : NAN);
	json_put_word(w, "scale", ladder_scales[options->scale]);
	json_put_word(w, "cluster", ladder_clusters[options->cluster]);
	json_put_word(w, "forfeits", ladder_forfeits[options->forfeits]);
	json_put_bool(w, "seat_effects", options->seat_effects);
	if (options->anchor != NULL) {
		json_put_string(w, "anchor", options->anchor);
		decimal_put_json(w, "anchor_elo", options->anchor_elo);
	}
	json_close(w, '}');
}

/* A list of entrants in the table's order, from line k to before `end`. */
static void put_entrants(const struct ladder *ladder, const char *key, int k,
			 int end, int show, struct json_writer *w)
{
	const struct ladder_label_columns columns = { .show = show };
	struct table table = {0};

	ladder_label_add_row(&table, ladder, -1, &columns);
	for (; k < end; k++)
		ladder_label_add_row(&table, ladder, ladder->order[k], &columns);
	json_key(w, key);
	table_json(&table, w);
	table_release(&table);
}

static void put_pools(const struct ladder *ladder, int show,
		      struct json_writer *w)
{
	int end = 0;

	json_put_open(w, "pools", '[');
	for (int k = 0; k < ladder_label_rated(ladder); k = end) {
		int pool = ladder->rows[ladder->order[k]].pool;

		while (end < ladder_label_rated(ladder) &&
		       ladder->rows[ladder->order[end]].pool == pool)
			end++;
		json_open(w, '{');
		put_entrants(ladder, "entrants", k, end, show, w);
		json_close(w, '}');
	}
	json_close(w, ']');
	/* Those whose games were all left out. */
	if (ladder->options.forfeits == FORFEITS_SEPARATE)
		put_entrants(ladder, "unrated", ladder_label_rated(ladder),
			     ladder_label_listed(ladder), show, w);
}

static void put_list(struct json_writer *w, const char *key,
		     const double *numbers, int count)
{
	json_put_open(w, key, '[');
	for (int i = 0; i < count; i++)
		decimal_json(w, numbers[i]);
	json_close(w, ']');
}

static void put_kinds(const struct ladder *ladder, struct json_writer *w)
{
	json_put_open(w, "seats", '[');
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
	json_put_open(w, "ties", '[');
	for (int k = 0; k < ladder->kind_count; k++) {
		const struct ladder_kind *kind = &ladder->kinds[k];

		for (int t = 0; t < kind->tie_count; t++) {
			json_open(w, '{');
			json_put_int(w, "players", kind->seats);
			json_put_int(w, "order", kind->tie_order[t]);
			decimal_put_json(w, "delta", kind->delta[t]);
			decimal_put_json(w, "se", kind->delta_se[t]);
			json_close(w, '}');
		}
	}
	json_close(w, ']');
}

/* One word, or an object by number of seats where kinds differ. */
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
		json_word(w, game_result_words[ladder->kinds[0].result]);
	} else {
		json_open(w, '{');
		for (int k = 0; k < ladder->kind_count; k++) {
			snprintf(key, sizeof key, "%d",
				 ladder->kinds[k].seats);
			json_put_word(
				w, key,
				game_result_words[ladder->kinds[k].result]);
		}
		json_close(w, '}');
	}
}

void ladder_show_json(const struct ladder *ladder, const char *game, int show,
		      const struct luck_show_ladders *luck,
		      struct text *out)
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
	decimal_put_json(&w, "scale", ladder->elo_per_logit);
	json_put_int(&w, "blocks", ladder->blocks);
	json_put_int(&w, "left_out", ladder->left_out);
	put_pools(ladder, show, &w);
	put_kinds(ladder, &w);
	if (luck != NULL)
		luck_show_ladder_json(luck, &w);
	json_close(&w, '}');
	*out = w.out;
	text_byte(out, '\n');
}
