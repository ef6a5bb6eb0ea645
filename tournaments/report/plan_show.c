/*
 * plan_show.c - how many games are needed for a wanted error, for people and as
 * JSON.
 */
#include "tournaments/report/plan_show.h"

#include <math.h>

#include "base/json_write.h"
#include "tournaments/rating/plan.h"
#include "tournaments/report/table.h"

/* What the error is of, and the games per entrant and blocks that it needs,
   before the design effect. */
struct need {
	const char *of;
	double each, blocks;
};

static struct need need_of(const struct plan_show *plan, int row)
{
	const struct schedule_errors *schedule = &plan->schedule;
	double information = plan_information(plan->result, plan->seats);
	bool difference = row > 0;
	struct need need = {0};

	if (schedule->rows > 0) {
		/* Errors fall with the square root of the games. */
		double times = schedule->row[row].error / plan->error;

		times *= times;
		return (struct need){ schedule->row[row].of,
			times * schedule->row[row].games,
			times * schedule->blocks };
	}
	need.of = difference ? "difference" : "rating";
	need.each = difference ?
		plan_difference_games(plan->entrants, plan->error, information,
				      1) :
		plan_rating_games(plan->entrants, plan->error, information, 1);
	need.blocks = need.each * plan->entrants / plan->seats /
		plan->rotations;
	return need;
}

static void add_row(struct table *table, const struct plan_show *plan, int row,
		    double deff)
{
	struct need need = need_of(plan, row);
	double blocks = ceil(deff * need.blocks);
	bool uneven = plan->schedule.rows > 0;

	table_row(table);
	table_string(table, "error of", "of", need.of);
	table_real(table, "deff", "deff", deff, 2);
	table_real(table, "games each", "games_each", ceil(deff * need.each),
		   0);
	table_real(table, "games", "games", blocks * plan->rotations, 0);
	table_real(table, "blocks", "blocks", blocks, 0);
	table_real(table, uneven ? "boards" : NULL, "boards", !uneven ? NAN :
		   ceil(deff * need.blocks / plan->schedule.blocks *
			plan->boards), 0);
	table_real(table, isnan(plan->block_seconds) ? NULL : "hours", "hours",
		   blocks * plan->block_seconds / 3600, 1);
}

static void make_table(struct table *table, const struct plan_show *plan)
{
	int rows = plan->schedule.rows > 0 ? plan->schedule.rows : 2;

	add_row(table, plan, 0, 1);             /* names the columns */
	for (int row = 0; row < rows; row++) {
		add_row(table, plan, row, 1);
		if (!isnan(plan->deff))
			add_row(table, plan, row, plan->deff);
	}
}

/* Explains the rows. */
static void add_words(const struct plan_show *plan, struct text *out)
{
	if (plan->schedule.rows > 0)
		text_add(out, "challenger, other: against the mean of all; "
			 "difference: of two of these\naveraged over all who "
			 "meet in a gauntlet of equals; boards: of each "
			 "match\n");
	else
		text_add(out, "rating: against the mean of all; difference: of "
			 "two entrants\n");
	text_add(out, "deff 1.00: as if all games were independent");
}

void plan_show_text(const struct plan_show *plan, struct text *out)
{
	OWNED(table) struct table table = {0};

	make_table(&table, plan);
	text_printf(out, "for +-%.10g Elo (95%%): %d entrants of about equal "
		    "strength, %d seats, %d game%s a block\n\n", plan->error,
		    plan->entrants, plan->seats, plan->rotations,
		    text_plural(plan->rotations));
	table_text(&table, 2, out);
	text_byte(out, '\n');
	add_words(plan, out);
	if (!isnan(plan->deff))
		text_printf(out, "; %.2f: found so far", plan->deff);
	text_add(out, "\n");
}

void plan_show_json(const struct plan_show *plan, struct json_writer *w)
{
	OWNED(table) struct table table = {0};

	make_table(&table, plan);
	decimal_put_json(w, "error", plan->error);
	json_put_int(w, "entrants", plan->entrants);
	json_put_int(w, "seats", plan->seats);
	json_put_int(w, "rotations", plan->rotations);
	json_key(w, "format");
	if (plan->format != NULL)
		json_word(w, plan->format);
	else
		json_null(w);
	json_key(w, "plans");
	table_json(&table, w);
}
