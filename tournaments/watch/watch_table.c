/*
 * watch_table.c - the ratings of a running tournament, fitted again and again.
 */
#include "tournaments/watch/watch_table.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "tournaments/rating/plan.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/tables/book_games.h"

static void clear(struct watch_table *table)
{
	free(table->row);
	table->row = NULL;
	table->rows = 0;
	table->games = 0;
	table->worst = table->games_left = NAN;
	text_clear(&table->note);
}

/* The names of the ladder's entrants, borrowed from the record, which lives
   longer.  Both have the same order, but equal bots are a single entrant of the
   ladder. */
static const char **find_names(const struct ladder *ladder,
			       const struct manifest *manifest)
{
	const char **names = memory_new((size_t)ladder->count, sizeof *names);
	int found = 0;

	for (int i = 0; i < manifest->entrants && found < ladder->count; i++)
		if (strcmp(manifest->entrant[i].name,
			   ladder->entrants[found].name) == 0)
			names[found++] = manifest->entrant[i].name;
	assert(found == ladder->count);
	return names;
}

static void take_rows(struct watch_table *table, const struct ladder *ladder,
		      const struct record *record)
{
	const char **names = find_names(ladder, &record->tournament.manifest);

	table->row = memory_new((size_t)ladder->count, sizeof *table->row);
	table->rows = ladder->count;
	table->pools = ladder->pool_count;
	for (int k = 0; k < ladder->count; k++) {
		int i = ladder->order[k];
		const struct ladder_row *from = &ladder->rows[i];

		table->row[k] = (struct screen_layout_row){ .name = names[i],
			.rated = from->pool >= 0,
			.pool = from->pool + 1, .rank = from->rank,
			.elo = from->elo, .error = from->err95,
			.games = from->games, .score = ladder_label_score(from),
			.faults = from->games_faulted };
	}
	free(names);
}

/* Finds the largest error, and the games left until that of every entrant is as
   small as wanted; unknown while there are several pools. */
static void take_errors(struct watch_table *table, const struct ladder *ladder,
			double wanted)
{
	long *blocks = memory_new((size_t)ladder->count, sizeof *blocks);
	double *error = memory_new((size_t)ladder->count, sizeof *error);

	table->worst = ladder->pool_count > 1 ? NAN : 0;
	for (int i = 0; i < ladder->count; i++) {
		blocks[i] = ladder->rows[i].blocks;
		error[i] = ladder->rows[i].err95;
		/* Once NAN, it stays NAN, as no error compares greater. */
		if (isnan(error[i]) || error[i] > table->worst)
			table->worst = error[i];
	}
	/* At one game per second, seconds are games. */
	table->games_left = isnan(table->worst) ? NAN :
		plan_seconds_left(ladder->count, blocks, error,
				  (double)ladder->games, wanted);
	free(blocks);
	free(error);
}

static void fit(struct watch_table *table, const struct record *record)
{
	const struct contest *contest = &record->tournament.contest;
	struct ladder_options options = ladder_defaults;
	struct book_ladder made;
	const struct ladder *ladder = &made.ladder;
	struct error err;

	options.ranks = false;
	clear(table);
	if (book_ladder_make(&made, record, (struct book_ladder_order){
			     .options = &options }, &err) != 0) {
		text_printf(&table->note, "no ratings yet: %s", err.text);
	} else if (ladder->games == 0) {
		text_add(&table->note, "no ratings yet: no match is finished");
	} else {
		table->games = ladder->games;
		take_rows(table, ladder, record);
		if (contest->until_error > 0)
			take_errors(table, ladder,
				    (double)contest->until_error);
		text_printf(&table->note, "ratings of %ld game%s in %ld "
			    "block%s", ladder->games,
			    text_plural(ladder->games), ladder->blocks,
			    text_plural(ladder->blocks));
		if (ladder->pool_count > 1)
			text_printf(&table->note, "; %d pools that cannot be "
				    "compared yet", ladder->pool_count);
	}
	book_ladder_release(&made);
}

bool watch_table_update(struct watch_table *table, const struct record *record,
			uint32_t decided, int64_t now, bool must)
{
	if (table->decided == decided + 1 || (now < table->next && !must))
		return false;
	fit(table, record);
	table->decided = decided + 1;
	table->next = clock_us() + WATCH_TABLE_SHARE * (clock_us() - now);
	return true;
}

void watch_table_release(struct watch_table *table)
{
	free(table->row);
	text_release(&table->note);
	*table = (struct watch_table){0};
}
