/*
 * standings_show.c - standings and the crosstable as text, as CSV and as JSON.
 */
#include "tournaments/report/standings_show.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tournaments/format/stages.h"
#include "tournaments/report/bracket_show.h"
#include "tournaments/report/sprt_show.h"
#include "tournaments/report/table.h"
#include "tournaments/tables/book_games.h"

static const struct {
	const char *title, *key;
} tie_names[TIE_WINS] = {
	[TIE_DIRECT] = { "direct", "direct" },
	[TIE_SONNEBORN] = { "S-B", "sonneborn_berger" },
	[TIE_BUCHHOLZ] = { "Buchholz", "buchholz" },
	[TIE_BUCHHOLZ_CUT1] = { "Buchholz cut 1", "buchholz_cut1" }
};

static bool is_in_order(const struct standings *standings,
			enum tie_break rule)
{
	for (int i = 0; i < standings->order_count; i++)
		if (standings->order[i] == rule)
			return true;
	return false;
}

static double tie_of(const struct standings_row *row, enum tie_break rule)
{
	return rule == TIE_WINS ? row->wins :
		(ldexp((double)row->tie[rule].high, 64) +
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
	/* For programs always the three that were there first. */
	for (enum tie_break rule = 0; rule < TIE_WINS; rule++)
		if (rule != TIE_BUCHHOLZ_CUT1 || is_in_order(standings, rule))
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

/* The rule that puts a row ahead of the next one; -1: points, or none. */
static int deciding_rule(const struct standings *standings,
			 const struct standings_row *row)
{
	for (int i = 0; i < standings->order_count &&
	     row[0].points == row[1].points; i++) {
		const enum tie_break rule = standings->order[i];

		if (rule == TIE_WINS ? row[0].wins != row[1].wins :
		    row[0].tie[rule].high != row[1].tie[rule].high ||
		    row[0].tie[rule].low != row[1].tie[rule].low)
			return (int)rule;
	}
	return -1;
}

/* The tie-breaks that decided or that the file orders: [["buchholz",
   "Buchholz"], ..]. */
static void put_ties(const struct contest *contest,
		     const struct standings *standings, struct json_writer *w)
{
	const struct option_value *given = contest_option(contest, "tie_breaks");
	const bool all = given != NULL && given->given;
	unsigned used = 0;

	for (int i = 0; i + 1 < standings->count; i++) {
		const int rule = deciding_rule(standings, &standings->list[i]);

		used |= rule < 0 ? 0 : 1u << rule;
	}
	json_put_open(w, "ties", '[');
	for (int i = 0; i < standings->order_count; i++) {
		const enum tie_break rule = standings->order[i];

		if ((!all && (used >> rule & 1) == 0) || rule == TIE_WINS)
			continue;
		json_open(w, '[');
		json_string(w, tie_names[rule].key);
		json_string(w, tie_names[rule].title);
		json_close(w, ']');
	}
	json_close(w, ']');
}

/* Calls `show` for the table of each pool of the stages that have begun;
   `number` of the pool, 0 if the stage has only one. */
static void each_pool(const struct record *record, enum points_kind kind,
		      void (*show)(const struct contest *pool,
				   const struct standings *table,
				   const char *const *name, int stage,
				   int number, void *context), void *context)
{
	const struct contest *contest = &record->tournament.contest;

	for (int i = 0; contest->stages > 0 && i <= stages_begun(contest); i++) {
		OWNED(pools) struct pools pools = pools_make(contest, i);

		for (int p = 0; p < pools.count; p++) {
			const struct pool *pool = &pools.list[p];
			OWNED(standings) struct standings table = {0};
			AUTOFREE const char **names = memory_new(
				(size_t)pool->contest.entrants, sizeof *names);

			for (int e = 0; e < pool->contest.entrants; e++)
				names[e] = tournament_name(&record->tournament,
							   pool->entrant[e]);
			standings_make(&pool->contest, kind, &table);
			show(&pool->contest, &table, names, i + 1,
			     pools.count > 1 ? p + 1 : 0, context);
		}
	}
}

static void pool_text(const struct contest *pool, const struct standings *table,
		      const char *const *name, int stage, int number,
		      void *context)
{
	struct text *out = context;

	text_printf(out, "\nStage %d", stage);
	if (number > 0)
		text_printf(out, ", pool %d", number);
	text_printf(out, ": %s\n", pool->format->name);
	standings_show(table, name, NULL, REPORT_TEXT, out);
}

static void pool_json(const struct contest *pool, const struct standings *table,
		      const char *const *name, int stage, int number,
		      void *context)
{
	struct json_writer *w = context;
	OWNED(text) struct text list = {0};

	standings_show(table, name, NULL, REPORT_JSON, &list);
	json_open(w, '{');
	json_put_int(w, "stage", stage);
	if (number > 0)
		json_put_int(w, "pool", number);
	json_put_word(w, "format", pool->format->name);
	json_put_raw(w, "standings", list.bytes, list.length);
	put_ties(pool, table, w);
	json_close(w, '}');
}

void standings_show_record(const struct record *record, enum points_kind kind,
			   enum report_form form, struct text *out)
{
	AUTOFREE const char **names = book_games_names(record);
	AUTOFREE uint64_t *faults = book_games_faults(record);
	OWNED(standings) struct standings standings = {0};

	book_games_standings(record, kind, &standings);
	standings_show(&standings, names, faults, form, out);
	if (form == REPORT_TEXT && record->tournament.contest.changes > 0) {
		tournament_changes_text(&record->tournament, out);
		text_byte(out, '\n');
	}
	if (form == REPORT_TEXT)
		each_pool(record, kind, pool_text, out);
	if (form == REPORT_TEXT && stages_have_bracket(&record->tournament.contest)) {
		text_byte(out, '\n');
		bracket_show_text(record, 80, 0, out);
	}
}

static void put_changes(const struct tournament *tournament,
			struct json_writer *w)
{
	const struct contest *contest = &tournament->contest;

	json_put_open(w, "changes", '[');
	for (int i = 0; i < contest->changes; i++) {
		const struct contest_change *change = &contest->change[i];

		json_open(w, '{');
		json_put_string(w, "entrant",
				tournament_name(tournament, change->entrant));
		json_put_int(w, "round", change->round);
		json_put_bool(w, "plays", !change->withdraws);
		json_close(w, '}');
	}
	json_close(w, ']');
}

void standings_show_object(const struct record *record, enum points_kind kind,
			   struct text *out)
{
	struct json_writer w = { .out = *out };
	OWNED(text) struct text list = {0};

	standings_show_record(record, kind, REPORT_JSON, &list);
	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_string(&w, "id", record->tournament.manifest.id);
	json_put_bool(&w, "closed", record->book.closed);
	json_put_raw(&w, "standings", list.bytes, list.length);
	if (record->tournament.contest.stages > 0) {
		json_put_open(&w, "pools", '[');
		each_pool(record, kind, pool_json, &w);
		json_close(&w, ']');
	}
	if (record->tournament.contest.changes > 0)
		put_changes(&record->tournament, &w);
	text_add(&w.out, "}\n");
	*out = w.out;
}

/* ### who won */

/* Appends "4", "2.5" or "14.33". */
static void add_number(struct text *out, double value)
{
	text_add(out, DECIMAL(value, 2, false));
	while (out->bytes[out->length - 1] == '0')
		out->length--;
	out->length -= out->bytes[out->length - 1] == '.';
}

/* A name stands between two NUL. */
static void add_name(struct text *out, const struct record *record, int entrant)
{
	text_byte(out, '\0');
	text_add(out, tournament_name(&record->tournament, entrant));
	text_byte(out, '\0');
}

/* The most that an entrant could have made in what was decided, in 1/5040:
   whoever wins a game has 1 point of it, with any number of seats. */
static int64_t most_points(const struct contest *contest,
			   const struct standings *standings, int entrant)
{
	int64_t most = 0;

	for (size_t i = 0; i < contest->past.count; i++) {
		const struct fixture *fixture = &contest->past.list[i];
		int64_t points[GAME_SEATS_MAX];
		bool has = false;

		if (!fixture->decided)
			continue;
		standings_points(contest, standings->kind, fixture, points);
		for (int s = 0; s < fixture->seats; s++)
			has |= fixture->entrant[s] == entrant;
		if (has)
			most += standings->kind == POINTS_MATCH ? GAME_POINTS :
				fixture->seats == 1 ? points[0] :
				(int64_t)fixture->boards * contest->rotations *
				GAME_POINTS;
	}
	return most;
}

/* ": 4 of 5 points, ahead of b with 3" or ": 4 of 5 points, ahead of b by
   Buchholz, 14.5 against 14".  `second`: who is in the next row. */
static void add_points_won(struct text *out, const struct record *record,
			   const struct contest *contest,
			   const struct standings *standings, int first,
			   int second)
{
	static const char *const words[] = {
		[TIE_DIRECT] = "their direct encounters",
		[TIE_SONNEBORN] = "Sonneborn-Berger",
		[TIE_BUCHHOLZ] = "Buchholz",
		[TIE_BUCHHOLZ_CUT1] = "Buchholz cut 1",
		[TIE_WINS] = "matches won"
	};
	const struct standings_row *best = &standings->list[first - 1];
	int rule;

	text_add(out, ": ");
	add_number(out, (double)best->points / GAME_POINTS);
	text_add(out, " of ");
	add_number(out, (double)most_points(contest, standings,
					    best->entrant) / GAME_POINTS);
	text_add(out, " points");
	if (first == standings->count)
		return;
	rule = deciding_rule(standings, best);
	text_add(out, ", ahead of ");
	add_name(out, record, second);
	if (rule < 0) {
		text_add(out, " with ");
		add_number(out, (double)best[1].points / GAME_POINTS);
		return;
	}
	text_printf(out, " by %s, ", words[rule]);
	add_number(out, tie_of(best, (enum tie_break)rule));
	text_add(out, " against ");
	add_number(out, tie_of(best + 1, (enum tie_break)rule));
}

/* ": the final was a 12, b 8". */
static void add_bracket_won(struct text *out, const struct record *record,
			    int winner)
{
	OWNED(bracket) struct bracket bracket =
		stages_bracket(&record->tournament.contest);
	const struct bracket_pair *last = NULL;

	for (int i = 0; i < bracket.count; i++)
		if (bracket.list[i].winner == winner &&
		    bracket.list[i].present > 1)
			last = &bracket.list[i];
	if (last == NULL)
		return;
	text_add(out, ": the final was");
	for (int s = 0; s < last->present; s++) {
		text_add(out, s > 0 ? ", " : " ");
		add_name(out, record, last->entrant[s]);
		text_byte(out, ' ');
		add_number(out, (double)last->points[s] / GAME_POINTS);
	}
	if (last->by_seed)
		text_add(out, ", and the better seed wins a tie");
}

/* The same for the last stage, if that is one pool. */
static void add_stage_won(struct text *out, const struct record *record)
{
	const struct contest *contest = &record->tournament.contest;
	OWNED(pools) struct pools pools =
		pools_make(contest, stages_begun(contest));
	const struct pool *pool = &pools.list[0];
	OWNED(standings) struct standings table = {0};

	standings_make(&pool->contest, POINTS_NORMAL, &table);
	if (pools.count > 1 || table.bracket)
		return;
	text_add(out, " in the last stage");
	add_points_won(out, record, &pool->contest, &table, 1,
		       pool->entrant[table.list[1].entrant]);
}

static void add_first(struct text *out, const struct record *record,
		      const struct standings *standings)
{
	const struct contest *contest = &record->tournament.contest;
	const bool over = record->book.closed;
	int first = 0;

	while (first < standings->count && standings->list[first].place == 1)
		first++;
	text_add(out, !over ? "Led by " : first > 1 ? "Shared by " :
		 "Won by ");
	for (int i = 0; i < first; i++) {
		text_add(out, i == 0 ? "" : i + 1 < first ? ", " : " and ");
		add_name(out, record, standings->list[i].entrant);
	}
	text_add(out, over ? "" : " so far");
	if (!standings->bracket)
		add_points_won(out, record, contest, standings, first,
			       first == standings->count ? 0 :
			       standings->list[first].entrant);
	else if (first == 1 && stages_have_bracket(contest))
		add_bracket_won(out, record, standings->list[0].entrant);
	else if (first == 1)
		add_stage_won(out, record);
	text_byte(out, '.');
}

void standings_show_won(const struct record *record, struct text *out)
{
	OWNED(standings) struct standings standings = {0};
	uint32_t played = 0;

	book_games_standings(record, POINTS_NORMAL, &standings);
	for (int i = 0; i < standings.count; i++)
		played += standings.list[i].matches;
	if (record->test.tests) {
		sprt_show_sentence(&record->test.sprt,
				   tournament_name(&record->tournament, 0),
				   tournament_name(&record->tournament, 1),
				   out);
		out->length--;
	} else if (played == 0 || (standings.bracket && !record->book.closed)) {
		text_add(out, "Nobody has won yet.");
	} else {
		add_first(out, record, &standings);
	}
}

void standings_show_sentence(const struct text *won, struct text *out)
{
	for (size_t i = 0; i < won->length; i++)
		if (won->bytes[i] != '\0')
			text_byte(out, won->bytes[i]);
	text_byte(out, '\n');
}

void standings_show_ties(const struct record *record, struct json_writer *w)
{
	OWNED(standings) struct standings standings = {0};

	book_games_standings(record, POINTS_NORMAL, &standings);
	put_ties(&record->tournament.contest, &standings, w);
}

/* ### crosstable_show: everyone against everyone */

enum {
	MATRIX_WIDTH = 80,      /* columns that a terminal has */
	SHOWN_MAX = 20          /* rows of a matrix for people */
};

static const char *name_of(const struct standings *standings,
			   const char *const *name, int row)
{
	return name[standings->list[row].entrant];
}

struct matrix {
	const struct standings *standings;
	const char *const *name;
	const struct crosstable_side *sides, *end;
	int shown;              /* rows and columns */
	bool percent;           /* instead of points/games */
};

static void add_cell(struct table *table, const struct matrix *matrix,
		     const struct crosstable_side *side, int row, int column)
{
	char title[16];

	snprintf(title, sizeof title, "%d", column + 1);
	if (side == matrix->end || side->row != row || side->column != column)
		table_format(table, title, "%s", row == column ? "*" : ".");
	else if (matrix->percent)
		table_format(table, title, "%.0f", 50.0 *
			     (double)crosstable_halves(side) /
			     (double)side->games);
	else
		table_format(table, title, "%" PRIu64 "%s/%" PRIu64,
			     crosstable_halves(side) / 2,
			     side->draws % 2 == 1 ? ".5" : "", side->games);
}

/* Rows and columns have numbers, the name follows its row.  Points that do not
   fit into MATRIX_WIDTH are not added; returns whether it was. */
static bool add_matrix(const struct matrix *matrix, struct text *out)
{
	const struct crosstable_side *side = matrix->sides;
	OWNED(table) struct table table = {0};

	for (int row = -1; row < matrix->shown; row++) {
		table_row(&table);
		table_int(&table, "", NULL, row + 1);
		for (int column = 0; column < matrix->shown; column++) {
			while (side < matrix->end && (side->row < row ||
			       (side->row == row && side->column < column)))
				side++;
			add_cell(&table, matrix, side, row, column);
		}
		table_string(&table, "", NULL, row < 0 ? "" :
			     name_of(matrix->standings, matrix->name, row));
	}
	if (!matrix->percent && table_width(&table, 2) > MATRIX_WIDTH)
		return false;
	text_add(out, matrix->percent ?
		 "percent of the points, row against column\n" :
		 "points/games, row against column\n");
	table_text(&table, matrix->percent ? 1 : 2, out);
	return true;
}

static void matrix_show(const struct crosstable *crosstable,
			const struct standings *standings,
			const char *const *name, struct text *out)
{
	struct matrix matrix = { .standings = standings, .name = name,
		.sides = crosstable->list,
		.end = crosstable->list + crosstable->count,
		.shown = standings->count < SHOWN_MAX ? standings->count :
			SHOWN_MAX };

	if (!add_matrix(&matrix, out)) {
		matrix.percent = true;
		add_matrix(&matrix, out);
	}
	if (matrix.shown < standings->count)
		text_printf(out, "the first %d of %d; CSV and JSON have all\n",
			    matrix.shown, standings->count);
}

static void show_list(const struct crosstable *crosstable,
		      const struct standings *standings,
		      const char *const *name, enum report_form form,
		      struct text *out)
{
	static const struct crosstable_side names;
	OWNED(table) struct table table = {0};

	for (size_t i = 0; i <= crosstable->count; i++) {
		const struct crosstable_side *side = i == 0 ? &names :
			&crosstable->list[i - 1];

		table_row(&table);
		table_string(&table, NULL, "entrant",
			     name_of(standings, name, side->row));
		table_string(&table, NULL, "opponent",
			     name_of(standings, name, side->column));
		table_real(&table, NULL, "points",
			   (double)crosstable_halves(side) / 2, 6);
		table_int(&table, NULL, "games", (long long)side->games);
		table_int(&table, NULL, "wins", (long long)side->wins);
		table_int(&table, NULL, "draws", (long long)side->draws);
		table_int(&table, NULL, "losses", (long long)(side->games -
			  side->wins - side->draws));
	}
	table_show(&table, 2, form, out);
}

void crosstable_show(struct crosstable *crosstable,
		     const struct standings *standings, const char *const *name,
		     enum report_form form, struct text *out)
{
	crosstable_order(crosstable, standings);
	if (form == REPORT_TEXT)
		matrix_show(crosstable, standings, name, out);
	else
		show_list(crosstable, standings, name, form, out);
}

void crosstable_show_record(const struct record *record, enum report_form form,
			    struct text *out)
{
	AUTOFREE const char **names = book_games_names(record);
	OWNED(standings) struct standings standings = {0};
	OWNED(crosstable) struct crosstable table = {0};
	struct json_writer w = { .out = *out };

	book_games_standings(record, POINTS_NORMAL, &standings);
	book_games_crosstable(record, &table);
	if (form == REPORT_JSON) {
		json_open(&w, '{');
		json_put_int(&w, "v", 1);
		json_put_string(&w, "id", record->tournament.manifest.id);
		json_key(&w, "crosstable");
	}
	crosstable_show(&table, &standings, names, form, &w.out);
	if (form == REPORT_JSON)
		text_add(&w.out, "}\n");
	*out = w.out;
}
