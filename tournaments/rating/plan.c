/*
 * plan.c - errors from numbers of games, and back.
 */
#include "tournaments/rating/plan.h"

#include <inttypes.h>
#include <math.h>

#include "base/decimal.h"
#include "tournaments/rating/exact_math.h"
#include "tournaments/rating/ladder.h"
#include "tournaments/report/text_table.h"

/*
 * At equal strength: a stage with m left, one of whom is chosen, tells
 * (1/m) (1 - 1/m) about each of them; a ranking has stages N, N-1, .., 2, and
 * one of N is still there with m left in m/N of the games.
 */
double plan_information(enum result result, int seats)
{
	double sum = 0, n = seats;

	switch (result) {
	case RESULT_TEAMS:
		return 0.25;
	case RESULT_WINNER:
		return 1 / n * (1 - 1 / n);
	case RESULT_RANKING:
		break;
	}
	for (int m = 2; m <= seats; m++)
		sum += 1 - 1.0 / m;
	return sum / n;
}

/*
 * Everyone's information is spread evenly over the n - 1 others, so the part of
 * the matrix that tells differences is games * information * n / (n - 1).
 */
double plan_rating_error(int entrants, double games, double information,
			 double deff)
{
	double n = entrants;

	return NORMAL_97_5 * ELO_PER_LOGIT * (n - 1) / n *
		sqrt(deff / (games * information));
}

double plan_difference_error(int entrants, double games, double information,
			     double deff)
{
	double n = entrants;

	return NORMAL_97_5 * ELO_PER_LOGIT *
		sqrt(2 * (n - 1) / n * deff / (games * information));
}

/* Errors fall with the root of the games. */
double plan_rating_games(int entrants, double error, double information,
			 double deff)
{
	double once = plan_rating_error(entrants, 1, information, deff);

	return once / error * (once / error);
}

double plan_difference_games(int entrants, double error, double information,
			     double deff)
{
	double once = plan_difference_error(entrants, 1, information, deff);

	return once / error * (once / error);
}

/* ### the answer */

struct need {
	double each, games, blocks, hours;      /* hours may be NAN */
};

static struct need need_for(const struct plan *plan, bool difference,
			    double deff)
{
	double information = plan_information(plan->result, plan->seats);
	struct need need;

	need.each = difference ?
		plan_difference_games(plan->entrants, plan->error,
				      information, deff) :
		plan_rating_games(plan->entrants, plan->error, information,
				  deff);
	need.blocks = ceil(need.each * plan->entrants / plan->seats /
			   plan->rotations);
	need.games = need.blocks * plan->rotations;
	need.each = ceil(need.each);
	need.hours = need.blocks * plan->block_seconds / 3600;
	return need;
}

static const char *const aims[] = { "rating", "difference" };

static void text_line(const struct plan *plan, bool difference, double deff,
		      struct table *table)
{
	struct need need = need_for(plan, difference, deff);

	table_cell(table, "%s", aims[difference]);
	table_cell(table, "%.2f", deff);
	table_cell(table, "%.0f", need.each);
	table_cell(table, "%.0f", need.games);
	table_cell(table, "%.0f", need.blocks);
	if (!isnan(need.hours))
		table_cell(table, "%.1f", need.hours);
}

void plan_text(const struct plan *plan, struct text *out)
{
	static const char *const headings[] = { "error of", "deff",
		"games each", "games", "blocks" };
	struct table table = { .gap = 2,
		.align = isnan(plan->block_seconds) ? "lrrrr" : "lrrrrr" };

	for (int i = 0; i < 5; i++)
		table_cell(&table, "%s", headings[i]);
	if (!isnan(plan->block_seconds))
		table_cell(&table, "hours");
	for (int difference = 0; difference < 2; difference++) {
		text_line(plan, difference, 1, &table);
		if (!isnan(plan->deff))
			text_line(plan, difference, plan->deff, &table);
	}
	text_printf(out, "for +-%.10g Elo (95%%): %d entrants of about equal "
		    "strength, %d seats, %d game%s a block\n\n", plan->error,
		    plan->entrants, plan->seats, plan->rotations,
		    plan->rotations == 1 ? "" : "s");
	table_text(&table, out);
	text_add(out, "\nrating: against the mean of all; difference: of two "
		 "entrants\ndeff 1.00: as if all games were independent");
	if (!isnan(plan->deff))
		text_printf(out, "; %.2f: found so far", plan->deff);
	text_add(out, "\n");
	table_release(&table);
}

static void json_need(const struct plan *plan, bool difference, double deff,
		      struct json_writer *w)
{
	struct need need = need_for(plan, difference, deff);

	json_open(w, '{');
	json_put_word(w, "of", aims[difference]);
	json_put_decimal(w, "deff", deff);
	json_put_decimal(w, "games_each", need.each);
	json_put_decimal(w, "games", need.games);
	json_put_decimal(w, "blocks", need.blocks);
	json_put_decimal(w, "hours", need.hours);
	json_close(w, '}');
}

void plan_json(const struct plan *plan, struct json_writer *w)
{
	json_put_decimal(w, "error", plan->error);
	json_put_int(w, "entrants", plan->entrants);
	json_put_int(w, "seats", plan->seats);
	json_put_int(w, "rotations", plan->rotations);
	json_key(w, "plans");
	json_open(w, '[');
	for (int difference = 0; difference < 2; difference++) {
		json_need(plan, difference, 1, w);
		if (!isnan(plan->deff))
			json_need(plan, difference, plan->deff, w);
	}
	json_close(w, ']');
}

/* ### a running tournament */

double plan_blocks_left(long blocks, double err95, double error)
{
	double left;

	if (blocks == 0 || isnan(err95))
		return NAN;
	left = (double)blocks * (err95 / error * (err95 / error) - 1);
	return left > 0 ? left : 0;
}

double plan_seconds_left(int count, const long *blocks, const double *err95,
			 double seconds, double error)
{
	double longest = 0;

	for (int i = 0; i < count; i++) {
		double left = plan_blocks_left(blocks[i], err95[i], error);

		if (isnan(left))
			return NAN;
		left *= seconds / (double)blocks[i];
		if (left > longest)
			longest = left;
	}
	return longest;
}

bool plan_reached(int count, const long *blocks, const double *err95,
		  double error)
{
	for (int i = 0; i < count; i++)
		if (blocks[i] < PLAN_BLOCKS_MIN || !(err95[i] <= error))
			return false;
	return true;
}
