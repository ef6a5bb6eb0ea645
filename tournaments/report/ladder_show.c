/*
 * ladder_show.c - a ladder as text for people.
 */
#include "tournaments/report/ladder_show.h"

#include <math.h>
#include <string.h>

#include "base/decimal.h"
#include "base/utf8.h"
#include "tournaments/rating/exact_math.h"
#include "tournaments/report/ladder_label.h"

/* ### numbers */

static void add_number(struct text *out, double number, int places, bool sign)
{
	char digits[DECIMAL_SIZE];

	text_add(out, decimal(digits, number, places, sign));
}

static void add_or_dash(struct text *out, double number, int places, bool sign)
{
	if (isnan(number))
		text_byte(out, '-');
	else
		add_number(out, number, places, sign);
}

/* ### columns */

struct view {
	const struct ladder *ladder;
	bool best;
	bool brief;             /* for a narrow terminal */
};

static bool is_whole(const struct view *view)
{
	return !view->brief;
}

static bool has_anchor(const struct view *view)
{
	return view->ladder->options.anchor != NULL;
}

static bool has_best(const struct view *view)
{
	return view->best;
}

static bool has_faults(const struct view *view)
{
	return view->ladder->options.forfeits == FORFEITS_SEPARATE;
}

typedef void cell(const struct ladder *ladder, int i, struct text *out);

static void cell_rank(const struct ladder *ladder, int i, struct text *out)
{
	if (ladder->rows[i].rank == 0)
		text_byte(out, '-');
	else
		text_printf(out, "%d", ladder->rows[i].rank);
}

static void cell_interval(const struct ladder *ladder, int i, struct text *out)
{
	if (ladder->rows[i].rank_lo == 0)
		text_byte(out, '-');
	else
		text_printf(out, "%d-%d", ladder->rows[i].rank_lo,
			    ladder->rows[i].rank_hi);
}

static void cell_name(const struct ladder *ladder, int i, struct text *out)
{
	ladder_name(ladder, i, NAME_SHOWN, out);
}

static void cell_elo(const struct ladder *ladder, int i, struct text *out)
{
	add_or_dash(out, ladder->rows[i].elo, 1, true);
}

static void cell_err95(const struct ladder *ladder, int i, struct text *out)
{
	add_or_dash(out, ladder->rows[i].err95, 1, false);
}

static void cell_anchor(const struct ladder *ladder, int i, struct text *out)
{
	add_or_dash(out, ladder->rows[i].err_anchor, 1, false);
}

static void cell_se(const struct ladder *ladder, int i, struct text *out)
{
	add_or_dash(out, ladder->rows[i].se, 1, false);
}

static void cell_naive(const struct ladder *ladder, int i, struct text *out)
{
	add_or_dash(out, ladder->rows[i].se_naive, 1, false);
}

static void cell_deff(const struct ladder *ladder, int i, struct text *out)
{
	add_or_dash(out, ladder->rows[i].deff, 2, false);
}

static void cell_games(const struct ladder *ladder, int i, struct text *out)
{
	text_printf(out, "%ld", ladder->rows[i].games);
}

static void cell_blocks(const struct ladder *ladder, int i, struct text *out)
{
	text_printf(out, "%ld", ladder->rows[i].blocks);
}

static void cell_score(const struct ladder *ladder, int i, struct text *out)
{
	add_or_dash(out, ladder_score(&ladder->rows[i]), 3, false);
}

static void cell_los(const struct ladder *ladder, int i, struct text *out)
{
	add_or_dash(out, ladder->rows[i].los_next, 3, false);
}

static void cell_best(const struct ladder *ladder, int i, struct text *out)
{
	add_or_dash(out, ladder->rows[i].best, 3, false);
}

static void cell_faults(const struct ladder *ladder, int i, struct text *out)
{
	text_printf(out, "%ld", ladder->rows[i].games_faulted);
}

static void cell_rate(const struct ladder *ladder, int i, struct text *out)
{
	const struct ladder_row *row = &ladder->rows[i];

	add_or_dash(out, (double)row->games_faulted / (double)row->games_all,
		    3, false);
}

static void cell_wilson(const struct ladder *ladder, int i, struct text *out)
{
	double low, high;

	number_wilson(ladder->rows[i].games_faulted,
		      ladder->rows[i].games_all, &low, &high);
	text_printf(out, "%.3f-%.3f", low, high);
}

static void cell_note(const struct ladder *ladder, int i, struct text *out)
{
	ladder_mark(&ladder->rows[i], out);
}

static const struct column {
	const char *name;
	cell *show;
	bool left;
	bool (*wanted)(const struct view *view);        /* NULL: always */
} columns[] = {
	{ "rank", cell_rank, false, NULL },
	{ "95%", cell_interval, false, NULL },
	{ "entrant", cell_name, true, NULL },
	{ "Elo", cell_elo, false, NULL },
	{ "+-95", cell_err95, false, NULL },
	{ "+-anchor", cell_anchor, false, has_anchor },
	{ "se", cell_se, false, is_whole },
	{ "naive", cell_naive, false, is_whole },
	{ "deff", cell_deff, false, is_whole },
	{ "games", cell_games, false, NULL },
	{ "blocks", cell_blocks, false, is_whole },
	{ "score", cell_score, false, NULL },
	{ "LOS", cell_los, false, NULL },
	{ "P(best)", cell_best, false, has_best },
	{ "faults", cell_faults, false, has_faults },
	{ "rate", cell_rate, false, has_faults },
	{ "rate-95", cell_wilson, false, has_faults },
	{ "note", cell_note, true, NULL },
};

enum { COLUMNS = sizeof columns / sizeof *columns };

static bool wanted(const struct view *view, int column)
{
	return columns[column].wanted == NULL || columns[column].wanted(view);
}

/* ### the table */

static void find_widths(const struct view *view, int *width)
{
	const struct ladder *ladder = view->ladder;
	struct text text = {0};

	for (int c = 0; c < COLUMNS; c++) {
		width[c] = (int)strlen(columns[c].name);
		for (int k = 0; k < ladder_listed(ladder) && wanted(view, c);
		     k++) {
			int own;

			text_clear(&text);
			columns[c].show(ladder, ladder->order[k], &text);
			own = utf8_count(text.bytes, text.length);
			width[c] = own > width[c] ? own : width[c];
		}
	}
	text_release(&text);
}

/* A line of the table, of entrant i or (-1) of titles. */
static void add_line(const struct view *view, const int *width, int i,
		     struct text *out)
{
	struct text text = {0};

	for (int c = 0; c < COLUMNS; c++) {
		int spaces;

		if (!wanted(view, c))
			continue;
		text_clear(&text);
		if (i < 0)
			text_add(&text, columns[c].name);
		else
			columns[c].show(view->ladder, i, &text);
		spaces = width[c] - utf8_count(text.bytes, text.length);
		if (c > 0)
			text_add(out, "  ");
		if (!columns[c].left)
			text_printf(out, "%*s", spaces, "");
		text_append(out, text.bytes, text.length);
		if (columns[c].left)
			text_printf(out, "%*s", spaces, "");
	}
	while (out->bytes[out->length - 1] == ' ')
		out->length--;
	text_byte(out, '\n');
	text_release(&text);
}

static const char *plural(long count)
{
	return count == 1 ? "" : "s";
}

/* "seat 0 +33.2 +- 182.7, last seat 0" */
static void add_seats(const struct ladder_kind *kind, struct text *out)
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
		add_number(out, kind->h[s], 1, true);
		if (!isnan(kind->h_se[s])) {
			text_add(out, " +- ");
			add_number(out, NORMAL_97_5 * kind->h_se[s], 1, false);
		}
		text_add(out, ", ");
	}
	text_add(out, teams ? "seats 1 and 3 0\n" : "last seat 0\n");
}

static void add_ties(const struct ladder_kind *kind, struct text *out)
{
	for (int t = 0; t < kind->tie_count; t++) {
		text_printf(out, "ties, %d players, %d together: delta ",
			    kind->seats, kind->tie_order[t]);
		add_number(out, kind->delta[t], 4, false);
		if (!isnan(kind->delta_se[t])) {
			text_add(out, " +- ");
			add_number(out, NORMAL_97_5 * kind->delta_se[t], 4,
				   false);
		}
		text_byte(out, '\n');
	}
}

static void show_pools(const struct view *view, struct text *out)
{
	const struct ladder *ladder = view->ladder;
	int width[COLUMNS], listed = ladder_listed(ladder), pool = 0;

	find_widths(view, width);
	for (int k = 0; k < listed; k++) {
		int i = ladder->order[k];

		if (k == 0 || ladder->rows[i].pool != pool) {
			pool = ladder->rows[i].pool;
			if (k > 0)
				text_byte(out, '\n');
			if (pool < 0)
				text_add(out, "not rated\n");
			else if (ladder->pool_count > 1)
				text_printf(out, "pool %d of %d\n", pool + 1,
					    ladder->pool_count);
			add_line(view, width, -1, out);
		}
		add_line(view, width, i, out);
	}
	if (listed > 0)
		text_byte(out, '\n');
}

void ladder_show_brief(const struct ladder *ladder, struct text *out)
{
	const struct view view = { .ladder = ladder, .brief = true };

	show_pools(&view, out);
}

void ladder_show_text(const struct ladder *ladder, bool best,
		      struct text *out)
{
	const struct view view = { .ladder = ladder, .best = best };

	show_pools(&view, out);
	for (int k = 0; k < ladder->kind_count; k++)
		add_seats(&ladder->kinds[k], out);
	for (int k = 0; k < ladder->kind_count; k++)
		add_ties(&ladder->kinds[k], out);
	text_printf(out, "%ld game%s, %ld block%s; 1 logit = ", ladder->games,
		    plural(ladder->games), ladder->blocks,
		    plural(ladder->blocks));
	add_number(out, ladder->elo_per_logit, 1, false);
	text_add(out, " Elo\n");
}

/* ### heading */

/* What is true of some entrant with games. */
static bool any(const struct ladder *ladder, const char *marks, bool thin)
{
	for (int i = 0; i < ladder->count; i++) {
		const struct ladder_row *row = &ladder->rows[i];

		if (row->pool >= 0 && ((thin && row->thin) ||
				       strchr(marks, row->mark) != NULL))
			return true;
	}
	return false;
}

/* All that the games of the ladder are read as. */
static void add_results(const struct ladder *ladder, struct text *out)
{
	bool same = true;

	for (int k = 1; k < ladder->kind_count; k++)
		same &= ladder->kinds[k].result == ladder->kinds[0].result;
	for (int k = 0; k < ladder->kind_count; k++) {
		if (same && k > 0)
			break;
		text_printf(out, "%s%s", k > 0 ? ", " : "",
			    result_words[ladder->kinds[k].result]);
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

	text_printf(out, "%s%s", game != NULL ? game : "",
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
	if (!options->seat_effects)
		text_add(out, ", no seat effects");
	text_byte(out, '\n');
}

static void add_unrated(const struct ladder *ladder, struct text *out)
{
	if (ladder->unrated == 0)
		return;
	text_add(out, "not rated, no games:");
	for (int k = ladder->count - ladder->unrated; k < ladder->count; k++) {
		text_add(out, k > ladder->count - ladder->unrated ? ", " : " ");
		ladder_name(ladder, ladder->order[k], NAME_SHOWN, out);
	}
	text_byte(out, '\n');
}

void ladder_show_heading(const struct ladder *ladder, const char *game,
			 struct text *out)
{
	add_method(ladder, game, out);
	if (ladder->left_out > 0)
		text_printf(out, "%ld game%s left out: a fault in the block\n",
			    ladder->left_out, plural(ladder->left_out));
	if (ladder->options.cluster == CLUSTER_GAME)
		text_add(out, "errors as if all games were independent\n");
	if (ladder->pool_count > 1)
		text_add(out, "ratings of different pools cannot be "
			 "compared\n");
	if (any(ladder, "<>~", false))
		text_add(out, "> never lost to, < never won from the others: "
			 "the size of the rating comes from the prior\n");
	if (any(ladder, "", true))
		text_add(out, "m fewer than 8 blocks: model error\n");
	if (ladder->deff_mean > 1.5)
		text_printf(out, "mean deff %.2f: something other than the "
			    "dice ties the games of a block together\n",
			    ladder->deff_mean);
	if (!ladder->dense)
		text_printf(out, "%d parameters: errors for the %d best of "
			    "each pool only, no rank intervals\n",
			    ladder->parameters, ladder->options.top);
	add_unrated(ladder, out);
	text_byte(out, '\n');
}
