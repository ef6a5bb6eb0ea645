/*
 * luck_show.c - the luck-adjusted ladder and the luck of pairs.
 */
#include "tournaments/report/luck_show.h"

#include <math.h>

#include "base/json_write.h"
#include "base/printable.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/report/table.h"

/* ### heading */

/* "0.85": without trailing zeros, but at least one place. */
static const char *beta_text(char buffer[DECIMAL_SIZE], long beta)
{
	int places = 6;

	for (long rest = beta; places > 1 && rest % 10 == 0; rest /= 10)
		places--;
	return decimal(buffer, (double)beta * 1e-6, places, false);
}

#define BETA(beta) beta_text((char[DECIMAL_SIZE]){0}, beta)

static void add_source(const struct luck_show_source *source, struct text *out)
{
	text_printf(out, "f %s, beta %s, %s%s\n", source->f,
		    BETA(source->beta), source->fixed ?
		    "fixed before the first game" : "chosen after the games",
		    source->kept ? "; from luck.csv, not checked" : "");
}

static void add_left_out(long games, struct text *out)
{
	if (games > 0)
		text_printf(out, "%ld game%s left out: a fault in the block\n",
			    games, text_plural(games));
}

static void add_warning(const struct games_entrant *entrants, int first,
			int second, double z, struct text *out)
{
	if (!(fabs(z) > LUCK_PAIRS_Z_MAX))
		return;
	text_add(out, "WARNING: mean luck of ");
	printable_escaped(out, entrants[first].name);
	if (second >= 0) {
		text_add(out, " against ");
		printable_escaped(out, entrants[second].name);
	}
	text_printf(out, " is %s standard errors from 0\n",
		    DECIMAL(z, 1, true));
}

/* A line for every mean luck too far from 0 to be chance, if there is any. */
static void add_warnings(const struct games_entrant *entrants,
			 const struct luck_pairs *pairs, struct text *out)
{
	if (pairs->worst_z <= LUCK_PAIRS_Z_MAX)
		return;
	for (int i = 0; i < pairs->count; i++)
		if (pairs->list[i].blocks >= LUCK_PAIRS_BLOCKS_MIN)
			add_warning(entrants, pairs->list[i].first,
				    pairs->list[i].second, pairs->list[i].z,
				    out);
	for (int i = 0; i < pairs->entrant_count; i++)
		if (pairs->entrants[i].blocks >= LUCK_PAIRS_BLOCKS_MIN)
			add_warning(entrants, i, -1, pairs->entrants[i].z,
				    out);
	if (pairs->chi2_z > LUCK_PAIRS_Z_MAX)
		text_printf(out, "WARNING: mean luck of all pairs: chi2 %s is "
			    "too much for %d pair%s\n",
			    DECIMAL(pairs->chi2, 1, false),
			    pairs->chi2_pairs, text_plural(pairs->chi2_pairs));
	text_add(out, "The mean of luck is 0, whoever plays: something is "
		 "wrong with f or with the dice.\n"
		 "Do not trust the adjusted numbers.\n");
}

/* Warns if the adjustment adds more noise than it removes. */
static void add_noise(const struct luck_pairs *pairs,
		      const struct luck_show_source *source, struct text *out)
{
	if (pairs->noisy)
		text_printf(out, "WARNING: beta %s is too much for these games: "
			    "scores vary less with the luck left in.\n"
			    "The estimate is too high; the beta that leaves "
			    "least noise is %s.\n", BETA(source->beta),
			    DECIMAL(pairs->beta, 2, false));
}

static void add_chi2(const struct luck_pairs *pairs, struct text *out)
{
	if (pairs->chi2_pairs == 0)
		text_printf(out, "mean luck of all pairs: no pair with "
			    "luck has %d blocks\n", LUCK_PAIRS_BLOCKS_MIN);
	else
		text_printf(out, "mean luck of all pairs: chi2 %s for %d "
			    "pair%s\n", DECIMAL(pairs->chi2, 1, false),
			    pairs->chi2_pairs, text_plural(pairs->chi2_pairs));
}

static void put_source(const struct luck_show_source *source,
		       struct json_writer *w)
{
	json_put_word(w, "f", source->f);
	json_put_string(w, "beta", BETA(source->beta));
	json_put_bool(w, "fixed", source->fixed);
	json_put_bool(w, "checked", !source->kept);
}

static void put_mean(const struct luck_pairs *pairs, struct json_writer *w)
{
	json_put_int(w, "left_out", pairs->left_out);
	decimal_put_json(w, "chi2", pairs->chi2_pairs > 0 ? pairs->chi2 : NAN);
	json_put_int(w, "chi2_pairs", pairs->chi2_pairs);
	decimal_put_json(w, "chi2_z", pairs->chi2_z);
	json_put_bool(w, "warning", pairs->worst_z > LUCK_PAIRS_Z_MAX);
	json_put_bool(w, "noisy", pairs->noisy);
	decimal_put_json(w, "beta_best", pairs->noisy ? pairs->beta : NAN);
}

/* ### the ladder */

/* Does entrant i have an adjusted rating? */
static bool is_shown(const struct ladder *adjusted, int i)
{
	return adjusted->rows[i].pool >= 0 && !adjusted->rows[i].thin;
}

/* The entrant of the next line after line k in the same pool, or -1. */
static int next_of(const struct ladder *adjusted, int k)
{
	int pool = adjusted->rows[adjusted->order[k]].pool;

	while (++k < adjusted->count) {
		int i = adjusted->order[k];

		if (is_shown(adjusted, i))
			return adjusted->rows[i].pool == pool ? i : -1;
	}
	return -1;
}

/* Columns to leave out where there is no room, in this order. */
static const char *const spare[] = {
	"raw-se", "blocks", "x-fewer", "luck(z)", "se", NULL
};

/* A row; `i` is -1 for the names of the columns. */
static void add_row(struct table *table, const struct luck_show_ladders *all,
		    int i, int rank, int next)
{
	static const struct ladder_row no_row;
	static const struct luck_entrant no_luck;
	const struct ladder *adjusted = all->adjusted;
	const struct ladder_row *row = i < 0 ? &no_row : &adjusted->rows[i];
	const struct luck_entrant *luck = i < 0 ? &no_luck :
		&all->pairs->entrants[i];
	double raw_se = i < 0 ? 0 : all->raw->rows[i].se;
	/* A standard error printed as 0.0 is only rounding: luck has six
	   places, and the fit stops at a tolerance. */
	double ratio = row->se >= 0.05 ? raw_se / row->se : NAN;
	struct text mark = {0};

	if (i >= 0)
		ladder_label_mark(row, &mark);
	table_row(table);
	table_int(table, adjusted->pool_count > 1 ? "pool" : NULL, "pool",
		  row->pool + 1);
	table_int(table, "rank", "rank", rank);
	ladder_label_add_name(table, adjusted, i);
	table_signed(table, "Elo", NULL, row->elo, 1);
	table_real(table, NULL, "elo", decimal_rounded(row->elo), 1);
	ladder_label_add_error(table, adjusted, row->err95);
	table_real(table, "se", "se", row->se, 1);
	table_real(table, "raw-se", "se_raw", raw_se, 1);
	table_real(table, "x-fewer", "fewer", ratio * ratio, 1);
	table_format(table, "luck(z)", "%s(%s)",
		     DECIMAL(luck->luck.mean, 4, true),
		     isnan(luck->z) ? "-" : DECIMAL(luck->z, 1, true));
	table_real(table, NULL, "luck", luck->luck.mean, 4);
	table_real(table, NULL, "luck_se", luck->luck.se, 4);
	table_real(table, NULL, "luck_z", luck->z, 1);
	table_int(table, NULL, "games", row->games);
	table_int(table, "blocks", "blocks", row->blocks);
	table_real(table, "LOS", "los_next", i < 0 || next < 0 ? NAN :
		   ladder_los(adjusted, i, next), 3);
	table_string(table, "note", "mark", text_string(&mark));
	text_release(&mark);
}

static void fill(const struct luck_show_ladders *all, struct table *table)
{
	const struct ladder *adjusted = all->adjusted;
	int rank = 0, pool = -1;

	add_row(table, all, -1, 0, -1);
	for (int k = 0; k < adjusted->count; k++) {
		int i = adjusted->order[k];

		if (!is_shown(adjusted, i))
			continue;
		rank = adjusted->rows[i].pool == pool ? rank + 1 : 1;
		pool = adjusted->rows[i].pool;
		add_row(table, all, i, rank, next_of(adjusted, k));
	}
}

static void add_thin(const struct ladder *adjusted, struct text *out)
{
	bool any = false;

	for (int k = 0; k < adjusted->count; k++) {
		if (is_shown(adjusted, adjusted->order[k]))
			continue;
		if (!any)
			text_printf(out, "fewer than %d blocks, no adjusted "
				    "rating: ", LADDER_LUCK_THIN);
		else
			text_add(out, ", ");
		ladder_label_name(adjusted, adjusted->order[k],
				  LADDER_LABEL_ESCAPED, out);
		any = true;
	}
	text_add(out, any ? "\n" : "");
}

/* Explains the mark p if an entrant shown has it. */
static void add_held(const struct ladder *adjusted, struct text *out)
{
	for (int i = 0; i < adjusted->count; i++)
		if (is_shown(adjusted, i) && adjusted->rows[i].held) {
			text_add(out, "p not determined by these games: rating "
				 "and error come from the prior\n");
			return;
		}
}

void luck_show_ladder_text(const struct luck_show_ladders *ladders,
			   int columns, struct text *out)
{
	OWNED(table) struct table table = {0};

	text_add(out, "luck-adjusted, not official: ");
	add_source(&ladders->source, out);
	add_left_out(ladders->adjusted->left_out, out);
	add_thin(ladders->adjusted, out);
	ladder_label_uneven_seats(ladders->table, out);
	add_held(ladders->adjusted, out);
	add_warnings(ladders->adjusted->entrants, ladders->pairs, out);
	add_noise(ladders->pairs, &ladders->source, out);
	text_byte(out, '\n');
	fill(ladders, &table);
	table_fit(&table, spare, 0, columns);
	table_text(&table, 2, out);
	text_byte(out, '\n');
	add_chi2(ladders->pairs, out);
	table_fit_note(&table, spare, columns, out);
}

void luck_show_ladder_csv(const struct luck_show_ladders *ladders,
			  struct text *out)
{
	OWNED(table) struct table table = {0};

	fill(ladders, &table);
	table_csv(&table, out);
}

void luck_show_ladder_json(const struct luck_show_ladders *ladders,
			   struct json_writer *w)
{
	OWNED(table) struct table table = {0};

	json_put_open(w, "luck", '{');
	put_source(&ladders->source, w);
	put_mean(ladders->pairs, w);
	fill(ladders, &table);
	json_key(w, "entrants");
	table_json(&table, w);
	json_close(w, '}');
}

/* ### pairs */

static void add_pair(struct table *table, const struct games_table *games,
		     const struct luck_pair *pair)
{
	bool named = pair->first != pair->second;

	table_row(table);
	table_string(table, "A", "a", named ?
		     games->entrants[pair->first].name : "");
	table_string(table, "B", "b", named ?
		     games->entrants[pair->second].name : "");
	table_int(table, "blocks", "blocks", pair->blocks);
	table_real(table, "raw", "raw", pair->raw.mean, 4);
	table_real(table, "se", "raw_se", pair->raw.se, 4);
	table_signed(table, "luck", "luck", pair->luck.mean, 4);
	table_real(table, "se", "luck_se", pair->luck.se, 4);
	table_signed(table, "z", "z", pair->z, 1);
	table_real(table, "adjusted", "adjusted", pair->adjusted.mean, 4);
	table_real(table, "se", "adjusted_se", pair->adjusted.se, 4);
	table_real(table, "gain", "gain", pair->gain, 1);
}

static void put_pairs(const struct luck_pairs *pairs,
		      const struct luck_show_source *source,
		      struct table *table, struct text *out)
{
	struct json_writer w = { .out = *out };

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	put_source(source, &w);
	json_put_int(&w, "games", pairs->games);
	json_put_int(&w, "blocks", pairs->blocks);
	put_mean(pairs, &w);
	json_key(&w, "pairs");
	table_json(table, &w);
	json_close(&w, '}');
	*out = w.out;
	text_byte(out, '\n');
}

void luck_show_pairs(const struct games_table *games,
		     const struct luck_pairs *pairs,
		     const struct luck_show_source *source,
		     enum report_form form, struct text *out)
{
	static const struct luck_pair names;
	OWNED(table) struct table table = {0};

	add_pair(&table, games, &names);
	for (int i = 0; i < pairs->count; i++)
		add_pair(&table, games, &pairs->list[i]);
	if (form == REPORT_CSV) {
		table_csv(&table, out);
	} else if (form == REPORT_JSON) {
		put_pairs(pairs, source, &table, out);
	} else {
		text_add(out, "luck of pairs: ");
		add_source(source, out);
		add_left_out(pairs->left_out, out);
		add_warnings(games->entrants, pairs, out);
		add_noise(pairs, source, out);
		text_byte(out, '\n');
		table_text(&table, 2, out);
		text_byte(out, '\n');
		add_chi2(pairs, out);
	}
}
