/*
 * ladder_show.c - a ladder as text for people, as CSV and as JSON.
 */
#include "tournaments/report/ladder_show.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/exact_math.h"
#include "base/json_write.h"
#include "base/printable.h"
#include "tournaments/rating/csv.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/report/table.h"

/* ### the table */

/* A number with its error, if it has one, half as wide as its interval. */
static void add_estimate(struct text *out, double number, double error,
			 int places, bool sign)
{
	text_add(out, DECIMAL(number, places, sign));
	if (!isnan(error))
		text_printf(out, " +- %s", DECIMAL(error, places, false));
}

/* "seat 0 +33.2 +- 182.7, last seat 0" */
static void add_seats(const struct ladder_kind *kind, double z,
		      struct text *out)
{
	bool teams = kind->result == RESULT_TEAMS;

	if (kind->h_count == 0)
		return;
	text_printf(out, "seats, %d players: ", kind->seats);
	for (int s = 0; s < kind->h_count; s++) {
		if (teams)
			text_add(out, "seats 0 and 2 ");
		else
			text_printf(out, "seat %d ", s);
		add_estimate(out, kind->h[s], z * kind->h_se[s], 1, true);
		text_add(out, ", ");
	}
	text_add(out, teams ? "seats 1 and 3 0\n" : "last seat 0\n");
}

static void add_ties(const struct ladder_kind *kind, double z, struct text *out)
{
	for (int t = 0; t < kind->tie_count; t++) {
		text_printf(out, "ties, %d players, %d together: delta ",
			    kind->seats, kind->tie_order[t]);
		add_estimate(out, kind->delta[t], z * kind->delta_se[t], 4,
			     false);
		text_byte(out, '\n');
	}
}

enum { BRIEF = 4, BRIEF_COLUMNS = 80 };

/* Columns to leave out where there is no room, in this order. */
static const char *const spare[] = {
	"naive", "se", "deff", "blocks", "score", "games", NULL
};

/* The names of the columns, then the lines from `first` to before `end`. */
static void add_rows(struct table *table, const struct ladder *ladder,
		     int show, int first, int end)
{
	ladder_label_add_row(table, ladder, -1, show);
	for (int k = first; k < end; k++)
		ladder_label_add_row(table, ladder, ladder->order[k], show);
}

/* Lines from `first` on that are of one pool: where they end. */
static int pool_end(const struct ladder *ladder, int first)
{
	int end = first;

	while (end < ladder_label_rated(ladder) &&
	       ladder->rows[ladder->order[end]].pool ==
	       ladder->rows[ladder->order[first]].pool)
		end++;
	return end;
}

/* The table, with its titles repeated above every pool. */
static void show_pools(const struct ladder *ladder, const struct table *table,
		       struct text *out)
{
	int listed = ladder_label_listed(ladder), pool = 0;
	OWNED(text) struct text lines = {0};
	char *titles, *rest;

	table_text(table, 2, &lines);
	text_string(&lines);
	titles = strtok_r(lines.bytes, "\n", &rest);
	for (int k = 0; k < listed; k++) {
		int own = ladder->rows[ladder->order[k]].pool;

		if (k == 0 || own != pool) {
			text_add(out, k > 0 ? "\n" : "");
			if (own < 0)
				text_add(out, "not rated\n");
			else if (ladder->pool_count > 1)
				text_printf(out, "pool %d of %d\n", own + 1,
					    ladder->pool_count);
			text_printf(out, "%s\n", titles);
		}
		text_printf(out, "%s\n", strtok_r(NULL, "\n", &rest));
		pool = own;
	}
	if (listed > 0)
		text_byte(out, '\n');
}

const char *ladder_show_against(const struct ladder *ladder)
{
	return ladder->options.anchor_count > 1 ? "Elo is against the anchors" :
		ladder->options.anchor_count == 1 ?
		"Elo is against the anchor" :
		ladder->pool_count > 1 ? "Elo is against the mean of the pool" :
		"Elo is against the mean of all";
}

void ladder_show_brief(const struct ladder *ladder, struct text *out)
{
	OWNED(table) struct table table = {0};

	add_rows(&table, ladder, 0, 0, ladder_label_listed(ladder));
	table_fit(&table, spare, BRIEF, BRIEF_COLUMNS);
	show_pools(ladder, &table, out);
	if (ladder->games > 0)
		text_printf(out, "%s.\n", ladder_show_against(ladder));
}

void ladder_show_text(const struct ladder *ladder, int show, int wanted,
		      struct text *out)
{
	OWNED(table) struct table table = {0};

	add_rows(&table, ladder, show, 0, ladder_label_listed(ladder));
	table_fit(&table, spare, 0, wanted);
	show_pools(ladder, &table, out);
	for (int k = 0; k < ladder->kind_count; k++)
		add_seats(&ladder->kinds[k], ladder->z, out);
	for (int k = 0; k < ladder->kind_count; k++)
		add_ties(&ladder->kinds[k], ladder->z, out);
	text_printf(out, "%ld game%s, %ld block%s; 1 logit = %s Elo\n",
		    ladder->games, text_plural(ladder->games), ladder->blocks,
		    text_plural(ladder->blocks),
		    DECIMAL(ladder->elo_per_logit, 1, false));
	table_fit_note(&table, spare, wanted, out);
}

/* ### heading */

/* What the marks say, and what the number beside them is not. */
static const struct {
	const char *marks, *words;
} sentences[] = {
	{ "<>~", "> never lost to, < never won from the others: the size of "
		"the rating comes from the prior" },
	{ "m", "m fewer than 8 blocks: the error takes all games for "
		"independent; it is too small if they are not" },
	{ "f", "f fewer than 8 matches against one that forfeits games: the "
		"error is too small" },
	{ "b", "b the prior moves this rating by more than a quarter of its "
		"error: it is nearer to 0 than the games say" },
	{ "w", "w hardly any blocks differ: the error is the least that is "
		"assumed, which may be too large" },
	{ "t", "t the blocks of a match go together, as when bots learn: the "
		"error is too small; --cluster match" },
	{ "s", "s who met whom depended on results: among near equals the "
		"error is too small" },
};

static void add_marks(const struct ladder *ladder, struct text *out)
{
	OWNED(text) struct text used = {0};

	for (int i = 0; i < ladder->count; i++)
		if (ladder->rows[i].pool >= 0)
			ladder_label_mark(&ladder->rows[i], &used);
	for (size_t k = 0; k < sizeof sentences / sizeof *sentences; k++)
		if (strpbrk(text_string(&used), sentences[k].marks) != NULL)
			text_printf(out, "%s\n", sentences[k].words);
}

static bool is_one_result(const struct ladder *ladder)
{
	bool same = true;

	for (int k = 1; k < ladder->kind_count; k++)
		same &= ladder->kinds[k].result == ladder->kinds[0].result;
	return same;
}

/* The kinds of result that the games of the ladder have. */
static void add_results(const struct ladder *ladder, struct text *out)
{
	const bool same = is_one_result(ladder);

	for (int k = 0; k < ladder->kind_count; k++) {
		if (same && k > 0)
			break;
		text_printf(out, "%s%s", k > 0 ? ", " : "",
			    game_result_words[ladder->kinds[k].result]);
		if (!same)
			text_printf(out, " of %d", ladder->kinds[k].seats);
	}
	if (ladder->kind_count == 0)
		text_add(out, "no games");
}

static void add_method(const struct ladder *ladder, const char *game,
		       struct text *out)
{
	const struct ladder_options *options = &ladder->options;

	text_printf(out, "%s%s", game != NULL ? FOREIGN(game) : "",
		    game != NULL ? ": " : "");
	add_results(ladder, out);
	if (options->prior > 0)
		text_printf(out, "; prior %g", options->prior);
	else
		text_add(out, "; prior none");
	text_printf(out, ", scale %s, cluster %s, forfeits %s",
		    ladder_scales[options->scale],
		    ladder_clusters[options->cluster],
		    ladder_forfeits[options->forfeits]);
	if (ladder->games > 0)
		text_printf(out, "; %s", ladder_show_against(ladder));
	text_byte(out, '\n');
}

static void add_unrated(const struct ladder *ladder, struct text *out)
{
	if (ladder->unrated == 0)
		return;
	text_add(out, "not rated, no games:");
	for (int k = ladder_label_rated(ladder); k < ladder->count; k++) {
		text_add(out, k > ladder_label_rated(ladder) ? ", " : " ");
		ladder_label_name(ladder, ladder->order[k],
				  LADDER_LABEL_ESCAPED, out);
	}
	text_byte(out, '\n');
}

void ladder_show_heading(const struct ladder *ladder, const char *game,
			 struct text *out)
{
	add_method(ladder, game, out);
	if (ladder->left_out > 0)
		text_printf(out, "%ld game%s left out: a fault in the block\n",
			    ladder->left_out, text_plural(ladder->left_out));
	if (ladder->pool_count > 1)
		text_add(out, "ratings of different pools cannot be "
			 "compared\n");
	add_marks(ladder, out);
	if (ladder->deff_mean > 1.5)
		text_printf(out, "mean deff %.2f: something other than the "
			    "dice correlates the games of a block\n",
			    ladder->deff_mean);
	add_unrated(ladder, out);
	text_byte(out, '\n');
}

/* ### every entrant against every other */

/* No cell, with the gap before it, is narrower than CELL_COLUMNS. */
enum { NAME_MAX_COLUMNS = 20, LABELS = 2, CELL_COLUMNS = 7,
	CELLS_MAX = TABLE_COLUMNS_MAX - LABELS };

/* Lines of a ladder's order, from `first` to before `end`: a pool. */
struct pairs {
	const struct ladder *ladder;
	int first, end;
	bool los;               /* cells are LOS, else differences */
};

static void add_cell(struct table *table, const struct pairs *pairs, int line,
		     int column)
{
	const struct ladder *ladder = pairs->ladder;
	int j = ladder->order[column], i;
	char title[16];

	snprintf(title, sizeof title, "%d", ladder->rows[j].rank);
	if (line == column || line < 0) {
		table_format(table, title, "*");
		return;
	}
	i = ladder->order[line];
	if (pairs->los)
		table_format(table, title, "%s",
			     DECIMAL(ladder_los(ladder, i, j), 3, false));
	else
		table_format(table, title, "%s+-%s",
			     DECIMAL(ladder->rows[i].elo - ladder->rows[j].elo,
				     1, true),
			     DECIMAL(ladder->z *
				     ladder_difference_se(ladder, i, j), 1,
				     false));
}

static void fill_pairs(struct table *table, const struct pairs *pairs, int from,
		 int to)
{
	const struct ladder *ladder = pairs->ladder;

	*table = (struct table){0};
	for (int line = pairs->first - 1; line < pairs->end; line++) {
		OWNED(text) struct text name = {0}, cut = {0};

		table_row(table);
		if (line >= pairs->first)
			ladder_label_name(ladder, ladder->order[line],
					  LADDER_LABEL_ESCAPED, &name);
		printable_fit(&cut, text_string(&name), NAME_MAX_COLUMNS);
		table_int(table, "", NULL, line < pairs->first ? 0 :
			  ladder->rows[ladder->order[line]].rank);
		table_string(table, "", NULL, text_string(&cut));
		for (int column = from; column < to; column++)
			add_cell(table, pairs, line < pairs->first ? -1 : line,
				 column);
	}
}

/* In several parts if not all columns fit. */
static void add_matrix(const struct pairs *pairs, int columns, struct text *out)
{
	const int room = 1 + columns / CELL_COLUMNS;
	const int most = room < CELLS_MAX ? room : CELLS_MAX;

	for (int from = pairs->first, to; from < pairs->end; from = to) {
		struct table table;
		int fit;

		to = pairs->end - from < most ? pairs->end : from + most;
		fill_pairs(&table, pairs, from, to);
		fit = table_columns_within(&table, 2, columns) - LABELS;
		if (from + fit < to) {
			to = from + (fit > 1 ? fit : 1);
			table_release(&table);
			fill_pairs(&table, pairs, from, to);
		}
		table_text(&table, 2, out);
		text_byte(out, '\n');
		table_release(&table);
	}
}

void ladder_show_pairs(const struct ladder *ladder, int columns,
		       struct text *out)
{
	struct pairs pairs = { .ladder = ladder };

	for (; pairs.first < ladder_label_rated(ladder);
	     pairs.first = pairs.end) {
		pairs.end = pool_end(ladder, pairs.first);
		if (ladder->pool_count > 1)
			text_printf(out, "pool %d of %d\n", 1 + ladder->rows
				    [ladder->order[pairs.first]].pool,
				    ladder->pool_count);
		text_add(out, "LOS of the row over the column\n");
		pairs.los = true;
		add_matrix(&pairs, columns, out);
		text_printf(out, "Elo of the row minus that of the column, "
			    "with its %g%% error\n",
			    ladder->options.confidence);
		pairs.los = false;
		add_matrix(&pairs, columns, out);
	}
}

/* ### for programs */

/* ### CSV */

void ladder_show_csv(const struct ladder *ladder, int show, struct text *out)
{
	OWNED(table) struct table table = {0};

	add_rows(&table, ladder, show, 0, ladder_label_listed(ladder));
	table_csv(&table, out);
}

static void add_name(const struct ladder *ladder, int i, struct text *out)
{
	OWNED(text) struct text name = {0};

	ladder_label_name(ladder, i, LADDER_LABEL_WHOLE, &name);
	csv_field(out, text_string(&name));
}

void ladder_show_los(const struct ladder *ladder, struct text *out)
{
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
				text_add(out, DECIMAL(los, 6, false));
		}
		text_byte(out, '\n');
	}
}

/* ### JSON */

static void put_anchors(const struct ladder_options *options,
			struct json_writer *w)
{
	json_put_open(w, "anchors", '[');
	for (int a = 0; a < options->anchor_count; a++) {
		json_open(w, '{');
		json_put_string(w, "entrant", options->anchors[a].name);
		decimal_put_json(w, "elo", options->anchors[a].elo);
		decimal_put_json(w, "error", options->anchors[a].error);
		json_close(w, '}');
	}
	json_close(w, ']');
}

static void put_options(const struct ladder *ladder, struct json_writer *w)
{
	const struct ladder_options *options = &ladder->options;

	json_put_open(w, "options", '{');
	decimal_put_json(w, "prior", options->prior > 0 ? options->prior : NAN);
	json_put_word(w, "scale", ladder_scales[options->scale]);
	json_put_word(w, "cluster", ladder_clusters[options->cluster]);
	json_put_word(w, "forfeits", ladder_forfeits[options->forfeits]);
	json_put_bool(w, "seat_effects", options->seat_effects);
	if (options->confidence != 95)
		decimal_put_json(w, "confidence", options->confidence);
	if (options->anchor_count > 0)
		put_anchors(options, w);
	json_close(w, '}');
}

/* A list of entrants in the table's order, from line k to before `end`. */
static void put_entrants(const struct ladder *ladder, const char *key, int k,
			 int end, int show, struct json_writer *w)
{
	OWNED(table) struct table table = {0};

	add_rows(&table, ladder, show, k, end);
	json_key(w, key);
	table_json(&table, w);
}

static void put_pools(const struct ladder *ladder, int show,
		      struct json_writer *w)
{
	json_put_open(w, "pools", '[');
	for (int k = 0, end; k < ladder_label_rated(ladder); k = end) {
		end = pool_end(ladder, k);
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
	char key[16];

	json_key(w, "result");
	if (ladder->kind_count == 0) {
		json_null(w);
	} else if (is_one_result(ladder)) {
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

/* ### history */

static void add_history_cell(struct table *table, const char *title,
		     const struct ladder_row *row)
{
	const char *elo = DECIMAL(row->elo, 1, true);

	if (row->pool < 0)
		table_format(table, title, "-");
	else if (isnan(row->err95))
		table_format(table, title, "%s", elo);
	else
		table_format(table, title, "%s +- %s", elo,
			     DECIMAL(row->err95, 1, false));
}

static void history_text(const struct history *history,
		      const struct ladder *ladder, struct text *out)
{
	OWNED(table) struct table table = {0};
	OWNED(text) struct text name = {0}, title = {0};

	for (int k = -1; k < ladder_label_rated(ladder); k++) {
		int i = k < 0 ? 0 : ladder->order[k];

		text_clear(&name);
		ladder_label_name(ladder, i, LADDER_LABEL_WHOLE, &name);
		table_row(&table);
		table_string(&table, "entrant", NULL, text_string(&name));
		for (int c = 0; c < history_columns(history); c++) {
			const struct history_point *point = &history->points
				[history_point_of(history, c)];

			text_clear(&title);
			text_printf(&title, "after match %ld", point->matches);
			add_history_cell(&table, text_string(&title), &point->rows[i]);
		}
	}
	text_printf(out, "%s: each column is a fit of\nthe games until then; "
		    "--csv and --json have all of its %d points\n\n",
		    HISTORY_LABEL, history->count);
	table_text(&table, 2, out);
}

/* For the first row, which history_names the columns. */
static const struct ladder_row unnamed = { .mark = ' ' };
static const struct history_point history_names = { .rows = &unnamed };

/* CSV repeats the point's counts on every line; JSON has them once. */
static void add_history_row(struct table *table, const struct ladder *ladder, int i,
		    const struct history_point *point, bool csv)
{
	const struct ladder_row *row = &point->rows[i];
	OWNED(text) struct text name = {0}, mark = {0};

	ladder_label_name(ladder, i, LADDER_LABEL_WHOLE, &name);
	ladder_label_mark(row, &mark);
	table_row(table);
	if (csv) {
		table_int(table, NULL, "matches", point->matches);
		table_int(table, NULL, "games", point->games);
		table_int(table, NULL, "blocks", point->blocks);
	}
	table_int(table, NULL, "pool", row->pool + 1);
	table_int(table, NULL, "rank", row->rank);
	table_string(table, NULL, "entrant", text_string(&name));
	table_real(table, NULL, "elo", row->elo, 6);
	ladder_label_add_error(table, ladder, row->err95);
	table_real(table, NULL, "se", row->se, 6);
	table_string(table, NULL, "mark", text_string(&mark));
}

/* Adds the entrants rated at a point. */
static void add_history_rows(struct table *table, const struct ladder *ladder,
		     const struct history_point *point, bool csv)
{
	for (int k = 0; k < ladder->count; k++)
		if (point->rows[ladder->order[k]].pool >= 0)
			add_history_row(table, ladder, ladder->order[k], point, csv);
}

static void history_csv(const struct history *history,
		     const struct ladder *ladder, struct text *out)
{
	OWNED(table) struct table table = {0};

	add_history_row(&table, ladder, 0, &history_names, true);
	for (int p = 0; p < history->count; p++)
		add_history_rows(&table, ladder, &history->points[p], true);
	table_csv(&table, out);
}

static void history_json(const struct history *history,
		      const struct ladder *ladder, const char *game,
		      struct text *out)
{
	struct json_writer w = { .out = *out };
	OWNED(table) struct table table = {0};

	add_history_row(&table, ladder, 0, &history_names, false);
	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_word(&w, "label", HISTORY_LABEL);
	json_put_string(&w, "game", game);
	json_put_open(&w, "points", '[');
	for (int p = 0; p < history->count; p++) {
		const struct history_point *point = &history->points[p];

		json_open(&w, '{');
		json_put_int(&w, "matches", point->matches);
		json_put_int(&w, "games", point->games);
		json_put_int(&w, "blocks", point->blocks);
		json_key(&w, "entrants");
		add_history_rows(&table, ladder, point, false);
		table_json(&table, &w);
		json_close(&w, '}');
	}
	json_close(&w, ']');
	json_close(&w, '}');
	*out = w.out;
	text_byte(out, '\n');
}

void history_show(const struct history *history, const struct ladder *ladder,
		  const char *game, enum report_form form, struct text *out)
{
	if (form == REPORT_TEXT)
		history_text(history, ladder, out);
	else if (form == REPORT_CSV)
		history_csv(history, ladder, out);
	else
		history_json(history, ladder, game, out);
}
