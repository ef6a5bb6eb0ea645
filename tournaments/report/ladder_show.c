/*
 * ladder_show.c - a ladder as text for people.
 */
#include "tournaments/report/ladder_show.h"

#include <math.h>
#include <string.h>

#include "base/exact_math.h"
#include "base/json_write.h"
#include "base/printable.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/report/narrow_table.h"

/* ### the table */

static void add_number(struct text *out, double number, int places, bool sign)
{
	char digits[DECIMAL_SIZE];

	text_add(out, decimal(digits, number, places, sign));
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
			add_number(out, EXACT_MATH_NORMAL_97_5 * kind->h_se[s],
				   1, false);
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
			add_number(out,
				   EXACT_MATH_NORMAL_97_5 * kind->delta_se[t],
				   4, false);
		}
		text_byte(out, '\n');
	}
}

enum { BRIEF = 4, BRIEF_COLUMNS = 80 };

static const char *const narrow_names[] = {
	"naive", "se", "deff", "blocks", "score", "games", NULL
};

/* What the table is made from. */
struct wanted_table {
	const struct ladder *ladder;
	int show;               /* enum ladder_show */
};

static void fill(const void *context, const struct narrow_table *narrow,
		 struct table *table)
{
	const struct wanted_table *wanted = context;
	const struct ladder *ladder = wanted->ladder;
	const struct ladder_label_columns columns = {
		.show = wanted->show, .narrow = narrow->left_out,
		.name = narrow->name };

	ladder_label_add_row(table, ladder, -1, &columns);
	for (int k = 0; k < ladder_label_listed(ladder); k++)
		ladder_label_add_row(table, ladder, ladder->order[k], &columns);
}

/* The table, with its titles repeated above every pool. */
static void show_pools(const struct ladder *ladder, int show,
		       struct narrow_table *narrow, int wanted,
		       struct text *out)
{
	const struct wanted_table context = { ladder, show };
	int listed = ladder_label_listed(ladder), pool = 0;
	struct table table;
	struct text lines = {0};
	char *titles, *rest;

	narrow_table_fit(narrow, wanted, fill, &context, &table);
	table_text(&table, 2, &lines);
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
	text_release(&lines);
	table_release(&table);
}

void ladder_show_brief(const struct ladder *ladder, struct text *out)
{
	struct narrow_table narrow = { .left_out = BRIEF,
				       .names = narrow_names };

	show_pools(ladder, 0, &narrow, BRIEF_COLUMNS, out);
}

void ladder_show_text(const struct ladder *ladder, int show, int wanted,
		      struct text *out)
{
	struct narrow_table narrow = { .names = narrow_names };

	show_pools(ladder, show, &narrow, wanted, out);
	for (int k = 0; k < ladder->kind_count; k++)
		add_seats(&ladder->kinds[k], out);
	for (int k = 0; k < ladder->kind_count; k++)
		add_ties(&ladder->kinds[k], out);
	text_printf(out, "%ld game%s, %ld block%s; 1 logit = ", ladder->games,
		    text_plural(ladder->games), ladder->blocks,
		    text_plural(ladder->blocks));
	add_number(out, ladder->elo_per_logit, 1, false);
	text_add(out, " Elo\n");
	narrow_table_note(&narrow, wanted, out);
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
	struct text used = {0};

	for (int i = 0; i < ladder->count; i++)
		if (ladder->rows[i].pool >= 0)
			ladder_label_mark(&ladder->rows[i], &used);
	for (size_t k = 0; k < sizeof sentences / sizeof *sentences; k++)
		if (strpbrk(text_string(&used), sentences[k].marks) != NULL)
			text_printf(out, "%s\n", sentences[k].words);
	text_release(&used);
}

/* The kinds of result that the games of the ladder have. */
static void add_results(const struct ladder *ladder, struct text *out)
{
	bool same = true;

	for (int k = 1; k < ladder->kind_count; k++)
		same &= ladder->kinds[k].result == ladder->kinds[0].result;
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
	if (!options->seat_effects)
		text_add(out, ", no seat effects");
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
	if (ladder->options.cluster == GAMES_CLUSTER_GAME)
		text_add(out, "errors as if all games were independent\n");
	if (ladder->pool_count > 1)
		text_add(out, "ratings of different pools cannot be "
			 "compared\n");
	add_marks(ladder, out);
	if (ladder->deff_mean > 1.5)
		text_printf(out, "mean deff %.2f: something other than the "
			    "dice ties the games of a block together\n",
			    ladder->deff_mean);
	add_unrated(ladder, out);
	text_byte(out, '\n');
}
