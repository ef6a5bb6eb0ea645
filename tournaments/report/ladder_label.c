/*
 * ladder_label.c - names, marks and columns of a ladder, shared by its text and
 * its files.
 */
#include "tournaments/report/ladder_label.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json_write.h"
#include "base/printable.h"
#include "games/game.h"
#include "tournaments/rating/games_table.h"

enum { HASH_SHOWN = 8 };        /* digits */

/* Does another entrant have the same name, and the same files if asked?  Never
   without hashes: then a name identifies an entrant. */
static bool has_namesake(const struct ladder *ladder, int i, bool same_files)
{
	const struct games_entrant *all = ladder->entrants;

	for (int j = 0; all[i].hash[0] != '\0' && j < ladder->count; j++)
		if (j != i && strcmp(all[j].name, all[i].name) == 0 &&
		    (!same_files || strncmp(all[j].hash, all[i].hash,
					    HASH_SHOWN) == 0))
			return true;
	return false;
}

void ladder_label_name(const struct ladder *ladder, int i,
		       enum ladder_label_use use, struct text *out)
{
	const char *hash = ladder->entrants[i].hash;

	if (use == LADDER_LABEL_ESCAPED)
		text_add(out, FOREIGN(ladder->entrants[i].name));
	else
		text_add(out, ladder->entrants[i].name);
	if (has_namesake(ladder, i, false))
		text_printf(out, "@%.*s", HASH_SHOWN, hash);
	/* With the same files, their commands differ. */
	if (has_namesake(ladder, i, true))
		text_printf(out, "%.*s", 1 + HASH_SHOWN, strchr(hash, '/'));
}

void ladder_label_mark(const struct ladder_row *row, struct text *out)
{
	const bool plain = row->mark == ' ' && !row->thin;
	const struct {
		bool has;
		char mark;
	} marks[] = {
		{ row->mark != ' ', row->mark },
		{ row->thin, 'm' },
		{ !row->thin && row->pool >= 0 && row->fewest < LADDER_THIN,
		  'f' },
		{ row->pulled && plain, 'b' },
		{ row->floored && plain && !row->pulled, 'w' },
		{ row->tied, 't' },
		{ row->paired, 's' },
		{ row->held, 'p' },
	};

	for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
		if (marks[k].has)
			text_byte(out, marks[k].mark);
}

void ladder_label_uneven_seats(const struct games_table *table,
			       struct text *out)
{
	struct seat_counts worst;

	if (!seat_counts_uneven(table, &worst))
		return;
	text_printf(out, "seats are not balanced: %s had seat %d in %ld of %ld "
		    "games\n", FOREIGN(table->entrants[worst.entrant].name),
		    worst.seat, worst.games, worst.games_all);
}

int ladder_label_rated(const struct ladder *ladder)
{
	return ladder->count - ladder->unrated;
}

int ladder_label_listed(const struct ladder *ladder)
{
	return ladder->options.forfeits == FORFEITS_SEPARATE ? ladder->count :
		ladder_label_rated(ladder);
}

double ladder_label_score(const struct ladder_row *row)
{
	if (row->seats == 0)
		return NAN;
	return (double)row->points / GAME_POINTS / (double)row->seats;
}

/* ### the table */

static void add_ranks(struct table *table, const struct ladder *ladder,
		      const struct ladder_row *row)
{
	char title[24];

	snprintf(title, sizeof title, "%g%%", ladder->options.confidence);
	table_int_or_none(table, "rank", "rank", row->rank);
	if (row->rank_lo == 0)
		table_format(table, title, "-");
	else
		table_format(table, title, "%d-%d", row->rank_lo,
			     row->rank_hi);
	table_int_or_none(table, NULL, "rank_lo", row->rank_lo);
	table_int_or_none(table, NULL, "rank_hi", row->rank_hi);
}

/* For people next to the other columns, for programs at the end. */
static void add_faults(struct table *table, const struct ladder *ladder,
		       const struct ladder_row *row, bool people)
{
	char title[24];
	double rate = (double)row->games_faulted / (double)row->games_all;
	double low, high;

	games_table_wilson(row->games_faulted, row->games_all, ladder->z, &low,
			   &high);
	snprintf(title, sizeof title, "rate-%g", ladder->options.confidence);
	if (people) {
		table_int(table, "faults", NULL, row->games_faulted);
		table_real(table, "rate", NULL, rate, 3);
		table_format(table, title, "%.3f-%.3f", low, high);
		return;
	}
	table_real(table, NULL, "fault_rate", rate, 3);
	table_real(table, NULL, "fault_rate_lo", low, 3);
	table_real(table, NULL, "fault_rate_hi", high, 3);
}

/* W-D-L per seat played: an entrant may have several seats of a game. */
static void add_counts(struct table *table, const struct ladder_row *row,
		       bool people)
{
	long losses = row->seats - row->wins - row->draws;
	double share = row->seats == 0 ? NAN :
		(double)row->draws / (double)row->seats;

	if (people) {
		table_format(table, "W-D-L", "%ld-%ld-%ld", row->wins,
			     row->draws, losses);
		table_real(table, "draws", NULL, share, 3);
		return;
	}
	table_int(table, NULL, "wins", row->wins);
	table_int(table, NULL, "draws", row->draws);
	table_int(table, NULL, "losses", losses);
	table_real(table, NULL, "draw_rate", share, 3);
}

void ladder_label_add_name(struct table *table, const struct ladder *ladder,
			   int i)
{
	OWNED(text) struct text name = {0};

	if (i >= 0)
		ladder_label_name(ladder, i, LADDER_LABEL_WHOLE, &name);
	table_string(table, "entrant", "entrant", text_string(&name));
}

void ladder_label_add_error(struct table *table, const struct ladder *ladder,
			    double error)
{
	const double confidence = ladder->options.confidence;
	char title[24];

	snprintf(title, sizeof title, "+-%g", confidence);
	table_real(table, title, confidence == 95 ? "err95" : "err", error, 1);
}

void ladder_label_add_row(struct table *table, const struct ladder *ladder,
			  int i, int show)
{
	static const struct ladder_row names;
	const struct ladder_row *row = i < 0 ? &names : &ladder->rows[i];
	bool anchor = ladder->options.anchor_count > 0;
	bool apart = ladder->options.forfeits == FORFEITS_SEPARATE;
	bool best = show & LADDER_SHOW_BEST;
	bool wdl = show & LADDER_SHOW_WDL;
	OWNED(text) struct text mark = {0};

	if (i >= 0)
		ladder_label_mark(row, &mark);
	table_row(table);
	table_int_or_none(table, NULL, "pool", row->pool + 1);
	add_ranks(table, ladder, row);
	ladder_label_add_name(table, ladder, i);
	table_signed(table, "Elo", NULL, row->elo, 1);
	table_real(table, NULL, "elo", decimal_rounded(row->elo), 1);
	ladder_label_add_error(table, ladder, row->err95);
	table_real(table, anchor ? "+-anchor" : NULL, NULL, row->err_anchor,
		   1);
	table_real(table, "se", "se", row->se, 1);
	table_real(table, "naive", "se_naive", row->se_naive, 1);
	table_real(table, "deff", "deff", row->deff, 2);
	table_int(table, "games", "games", row->games);
	table_int(table, "blocks", "blocks", row->blocks);
	table_real(table, NULL, "points",
		   (double)row->points / GAME_POINTS, 2);
	table_real(table, "score", "score", ladder_label_score(row), 3);
	if (wdl)
		add_counts(table, row, true);
	table_int(table, NULL, "faults", row->games_faulted);
	table_real(table, "LOS", "los_next", row->los_next, 3);
	table_real(table, best ? "P(best)" : NULL, NULL, row->best, 3);
	if (apart)
		add_faults(table, ladder, row, true);
	table_string(table, "note", "mark", text_string(&mark));
	if (anchor)
		table_real(table, NULL, "err_anchor", row->err_anchor, 1);
	if (best)
		table_real(table, NULL, "best", row->best, 3);
	if (apart)
		add_faults(table, ladder, row, false);
	if (wdl)
		add_counts(table, row, false);
}
