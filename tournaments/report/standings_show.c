/*
 * standings_show.c - standings as text for people, as CSV and as JSON.
 */
#include <assert.h>
#include <inttypes.h>
#include <math.h>

#include "base/decimal.h"
#include "base/printable.h"
#include "tournaments/report/text_table.h"
#include "tournaments/tables/standings.h"

static const char *const headings[TIE_WINS] = {
	[TIE_DIRECT] = "direct",
	[TIE_SONNEBORN] = "S-B",
	[TIE_BUCHHOLZ] = "Buchholz"
};
static const char *const names[TIE_WINS] = {
	[TIE_DIRECT] = "direct",
	[TIE_SONNEBORN] = "sonneborn_berger",
	[TIE_BUCHHOLZ] = "buchholz"
};

static double points_of(const struct standing *row)
{
	return (double)row->points / GAME_POINTS;
}

static double tie_of(const struct standing *row, enum tie_break rule)
{
	return (ldexp((double)row->tie[rule].high, 64) +
		(double)row->tie[rule].low) / TIE_UNIT;
}

/* Columns for what does not happen everywhere. */
struct extra {
	bool byes, by_seed, faults;
};

static struct extra extra_columns(const struct standings *standings,
				  const uint64_t *faults)
{
	struct extra extra = { .faults = faults != NULL };

	for (int i = 0; i < standings->count; i++) {
		extra.byes |= standings->list[i].byes > 0;
		extra.by_seed |= standings->list[i].by_seed > 0;
	}
	return extra;
}

static void text_headings(const struct standings *standings,
			  const struct extra *extra, struct table *table)
{
	table_cell(table, "place");
	table_cell(table, "entrant");
	if (!standings->bracket)
		table_cell(table, "points");
	table_cell(table, "matches");
	table_cell(table, "W");
	table_cell(table, "D");
	table_cell(table, "L");
	if (extra->byes)
		table_cell(table, "byes");
	if (extra->by_seed)
		table_cell(table, "by seed");
	for (int i = 0; i < standings->order_count; i++)
		if (standings->order[i] != TIE_WINS)
			table_cell(table, "%s",
				   headings[standings->order[i]]);
	if (extra->faults)
		table_cell(table, "faults");
}

static void text_row(const struct standings *standings,
		     const struct standing *row, const char *name,
		     const struct extra *extra, struct table *table)
{
	table_cell(table, "%d", row->place);
	table_cell(table, "%s", name);
	if (!standings->bracket)
		table_cell(table, "%.2f", points_of(row));
	table_cell(table, "%" PRIu32, row->matches);
	table_cell(table, "%" PRIu32, row->wins);
	table_cell(table, "%" PRIu32, row->draws);
	table_cell(table, "%" PRIu32, row->losses);
	if (extra->byes)
		table_cell(table, "%" PRIu32, row->byes);
	if (extra->by_seed)
		table_cell(table, "%d", row->by_seed);
	for (int i = 0; i < standings->order_count; i++)
		if (standings->order[i] != TIE_WINS)
			table_cell(table, "%.2f",
				   tie_of(row, standings->order[i]));
}

void standings_text(const struct standings *standings,
		    const char *const *name, const uint64_t *faults,
		    struct text *out)
{
	struct extra extra = extra_columns(standings, faults);
	/* The order's last rule, wins, has its column anyway. */
	int ties = standings->bracket ? 0 : standings->order_count - 1;
	int columns = 6 + !standings->bracket + extra.byes + extra.by_seed +
		ties + extra.faults;
	char align[] = "rlrrrrrrrrrr";
	struct table table = { .align = align, .gap = 2 };

	assert(columns < (int)sizeof align);
	align[columns] = '\0';
	text_headings(standings, &extra, &table);
	for (int i = 0; i < standings->count; i++) {
		const struct standing *row = &standings->list[i];

		text_row(standings, row, name[row->entrant], &extra, &table);
		if (faults != NULL)
			table_cell(&table, "%" PRIu64, faults[row->entrant]);
	}
	table_text(&table, out);
	table_release(&table);
}

static void csv_row(const struct standings *standings,
		    const struct standing *row, const char *name,
		    const uint64_t *faults, struct text *out)
{
	text_printf(out, "%d,", row->place);
	csv_add(out, name);
	if (standings->bracket)
		text_add(out, ",");
	else
		text_printf(out, ",%.6f", points_of(row));
	text_printf(out, ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32
		    ",%" PRIu32, row->matches, row->wins, row->draws,
		    row->losses, row->byes);
	for (enum tie_break rule = 0; rule < TIE_WINS; rule++) {
		if (standings->bracket)
			text_add(out, ",");
		else
			text_printf(out, ",%.6f", tie_of(row, rule));
	}
	text_printf(out, ",%d,", row->by_seed);
	if (faults != NULL)
		text_printf(out, "%" PRIu64, faults[row->entrant]);
	text_add(out, "\n");
}

void standings_csv(const struct standings *standings,
		   const char *const *name, const uint64_t *faults,
		   struct text *out)
{
	text_add(out, "place,entrant,points,matches,wins,draws,losses,byes");
	for (enum tie_break rule = 0; rule < TIE_WINS; rule++)
		text_printf(out, ",%s", names[rule]);
	text_add(out, ",by_seed,faults\n");
	for (int i = 0; i < standings->count; i++)
		csv_row(standings, &standings->list[i],
			name[standings->list[i].entrant], faults, out);
}

void standings_json(const struct standings *standings,
		    const char *const *name, const uint64_t *faults,
		    struct json_writer *w)
{
	json_open(w, '[');
	for (int i = 0; i < standings->count; i++) {
		const struct standing *row = &standings->list[i];
		bool bracket = standings->bracket;

		json_open(w, '{');
		json_put_int(w, "place", row->place);
		json_put_string(w, "entrant", name[row->entrant]);
		json_put_decimal(w, "points", bracket ? NAN : points_of(row));
		json_put_int(w, "matches", row->matches);
		json_put_int(w, "wins", row->wins);
		json_put_int(w, "draws", row->draws);
		json_put_int(w, "losses", row->losses);
		json_put_int(w, "byes", row->byes);
		for (enum tie_break rule = 0; rule < TIE_WINS; rule++)
			json_put_decimal(w, names[rule],
					 bracket ? NAN : tie_of(row, rule));
		json_put_int(w, "by_seed", row->by_seed);
		if (faults != NULL)
			json_put_int(w, "faults",
				     (long long)faults[row->entrant]);
		json_close(w, '}');
	}
	json_close(w, ']');
}
