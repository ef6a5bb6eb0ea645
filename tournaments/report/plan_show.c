/*
 * plan_show.c - how many games a wanted error takes, for people and as JSON.
 */
#include "tournaments/report/plan_show.h"

#include <math.h>

#include "base/decimal.h"
#include "tournaments/rating/plan.h"
#include "tournaments/report/table.h"

static void add_row(struct table *table, const struct plan_show *plan,
		    bool difference, double deff)
{
	double information = plan_information(plan->result, plan->seats);
	double each = difference ?
		plan_difference_games(plan->entrants, plan->error,
				      information, deff) :
		plan_rating_games(plan->entrants, plan->error, information,
				  deff);
	double blocks = ceil(each * plan->entrants / plan->seats /
			     plan->rotations);

	table_row(table);
	table_string(table, "error of", "of",
		     difference ? "difference" : "rating");
	table_real(table, "deff", "deff", deff, 2);
	table_real(table, "games each", "games_each", ceil(each), 0);
	table_real(table, "games", "games", blocks * plan->rotations, 0);
	table_real(table, "blocks", "blocks", blocks, 0);
	table_real(table, isnan(plan->block_seconds) ? NULL : "hours", "hours",
		   blocks * plan->block_seconds / 3600, 1);
}

static void make_table(struct table *table, const struct plan_show *plan)
{
	add_row(table, plan, false, 1);         /* the names */
	for (int difference = 0; difference < 2; difference++) {
		add_row(table, plan, difference, 1);
		if (!isnan(plan->deff))
			add_row(table, plan, difference, plan->deff);
	}
}

void plan_show_text(const struct plan_show *plan, struct text *out)
{
	struct table table = {0};

	make_table(&table, plan);
	text_printf(out, "for +-%.10g Elo (95%%): %d entrants of about equal "
		    "strength, %d seats, %d game%s a block\n\n", plan->error,
		    plan->entrants, plan->seats, plan->rotations,
		    text_plural(plan->rotations));
	table_text(&table, 2, out);
	text_add(out, "\nrating: against the mean of all; difference: of two "
		 "entrants\ndeff 1.00: as if all games were independent");
	if (!isnan(plan->deff))
		text_printf(out, "; %.2f: found so far", plan->deff);
	text_add(out, "\n");
	table_release(&table);
}

void plan_show_json(const struct plan_show *plan, struct json_writer *w)
{
	struct table table = {0};

	make_table(&table, plan);
	decimal_put_json(w, "error", plan->error);
	json_put_int(w, "entrants", plan->entrants);
	json_put_int(w, "seats", plan->seats);
	json_put_int(w, "rotations", plan->rotations);
	json_key(w, "plans");
	table_json(&table, w);
	table_release(&table);
}
