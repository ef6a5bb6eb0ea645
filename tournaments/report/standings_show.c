/*
 * standings_show.c - standings as text for people, as CSV and as JSON.
 */
#include "tournaments/report/standings_show.h"

#include <math.h>
#include <stdlib.h>

#include "tournaments/report/bracket_show.h"
#include "tournaments/report/table.h"
#include "tournaments/tables/book_games.h"

static const struct {
	const char *title, *key;
} tie_names[TIE_WINS] = {
	[TIE_DIRECT] = { "direct", "direct" },
	[TIE_SONNEBORN] = { "S-B", "sonneborn_berger" },
	[TIE_BUCHHOLZ] = { "Buchholz", "buchholz" }
};

static double tie_of(const struct standings_row *row, enum tie_break rule)
{
	return (ldexp((double)row->tie[rule].high, 64) +
		(double)row->tie[rule].low) / STANDINGS_TIE_UNIT;
}

/* What a table is made from, and which optional columns it has. */
struct standings_source {
	const struct standings *standings;
	const char *const *name;
	const uint64_t *faults;
	bool byes, by_seed;
};

static void add_row(struct table *table, const struct standings_source *source,
		    const struct standings_row *row)
{
	const struct standings *standings = source->standings;
	bool bracket = standings->bracket;
	double points = (double)row->points / GAME_POINTS;

	table_row(table);
	table_int(table, "place", "place", row->place);
	table_string(table, "entrant", "entrant", source->name[row->entrant]);
	table_real(table, bracket ? NULL : "points", "points",
		   bracket ? NAN : points, 2);
	table_int(table, "matches", "matches", row->matches);
	table_int(table, "W", "wins", row->wins);
	table_int(table, "D", "draws", row->draws);
	table_int(table, "L", "losses", row->losses);
	table_int(table, source->byes ? "byes" : NULL, "byes", row->byes);
	table_int(table, source->by_seed ? "by seed" : NULL, NULL,
		  row->by_seed);
	/* For people, the tie-breaks that count, in their order.  Wins have
	   their column anyway. */
	for (int i = 0; i < standings->order_count; i++)
		if (standings->order[i] != TIE_WINS)
			table_real(table, tie_names[standings->order[i]].title,
				   NULL, tie_of(row, standings->order[i]), 2);
	for (enum tie_break rule = 0; rule < TIE_WINS; rule++)
		table_real(table, NULL, tie_names[rule].key,
			   bracket ? NAN : tie_of(row, rule), 2);
	table_int(table, NULL, "by_seed", row->by_seed);
	if (source->faults != NULL)
		table_int(table, "faults", "faults",
			  (long long)source->faults[row->entrant]);
	else
		table_int_or_none(table, NULL, "faults", 0);
}

void standings_show(const struct standings *standings,
		    const char *const *name, const uint64_t *faults,
		    enum report_form form, struct text *out)
{
	struct standings_source source = {
		standings, name, faults, false, false };
	static const struct standings_row names;
	OWNED(table) struct table table = {0};

	for (int i = 0; i < standings->count; i++) {
		source.byes |= standings->list[i].byes > 0;
		source.by_seed |= standings->list[i].by_seed > 0;
	}
	add_row(&table, &source, &names);
	for (int i = 0; i < standings->count; i++)
		add_row(&table, &source, &standings->list[i]);
	table_show(&table, 2, form, out);
}

void standings_show_record(const struct record *record, enum points_kind kind,
			   enum report_form form, struct text *out)
{
	AUTOFREE const char **names = book_games_names(record);
	AUTOFREE uint64_t *faults = book_games_faults(record);
	OWNED(standings) struct standings standings = {0};

	book_games_standings(record, kind, &standings);
	standings_show(&standings, names, faults, form, out);
	if (form == REPORT_TEXT && bracket_show_has(record)) {
		text_byte(out, '\n');
		bracket_show_text(record, 80, 0, out);
	}
}

void standings_show_object(const struct record *record, enum points_kind kind,
			   struct text *out)
{
	struct json_writer w = { .out = *out };

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_string(&w, "id", record->tournament.manifest.id);
	json_put_bool(&w, "closed", record->book.closed);
	json_key(&w, "standings");
	standings_show_record(record, kind, REPORT_JSON, &w.out);
	text_add(&w.out, "}\n");
	*out = w.out;
}
