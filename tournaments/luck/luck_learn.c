/*
 * luck_learn.c - a luck file for later tournaments.
 */
#include "tournaments/luck/luck_learn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fair/sha256.h"
#include "tournaments/rating/luck_fit.h"
#include "tournaments/rating/luck_pairs.h"
#include "tournaments/tables/book_games.h"
#include "worth/worth.h"

enum { BETA_STEP = LUCK_MILLION / 100 };

/* ### the numbers */

static void chances(const void *context, const double *number, int seats,
		    int mover, const long *score, double *chance)
{
	const struct worth *worth = context;

	(void)seats;
	worth->kind->at_turn(worth, number, mover, score, chance);
}

/* Adds a turn, given as [mover,score,score,..]. */
static int add_turn(struct luck_fit *fit, const cJSON *turn, int seats,
		    const double *points, struct error *err)
{
	long score[GAME_SEATS_MAX];
	const cJSON *item;
	long long number;
	int mover = -1, i = -1;

	cJSON_ArrayForEach(item, turn) {
		if (i >= seats || !json_is_int(item, i < 0 ? 0 : -JSON_INT_MAX,
					       i < 0 ? seats - 1 :
					       JSON_INT_MAX, &number))
			break;
		if (i < 0)
			mover = (int)number;
		else
			score[i] = (long)number;
		i++;
	}
	if (item != NULL || i != seats)
		return error_set(err, "\"turns\": expected the mover and the "
				 "scores of %d seats", seats);
	luck_fit_add(fit, mover, score, points);
	return 0;
}

static int add_game(void *context, const struct book_match *match,
		    uint32_t number, uint32_t game, const cJSON *said,
		    struct error *err)
{
	struct luck_fit *fit = context;
	const cJSON *turn, *turns = json_get(said, "turns");
	int32_t millionths[GAME_SEATS_MAX] = {0}, luck[GAME_SEATS_MAX];
	double points[GAME_SEATS_MAX];
	bool given = false;
	int result;

	(void)number;
	(void)game;
	/* A game with a fault has no luck: its result is not due to dice. */
	result = luck_logs_list(said, "luck_total", match->seats, luck, &given,
				err);
	if (result == 0 && given)
		result = luck_logs_list(said, "points", match->seats,
					millionths, &given, err);
	if (result != 0 || !given)
		return result;
	for (int s = 0; s < match->seats; s++)
		points[s] = (double)millionths[s] / LUCK_MILLION;
	cJSON_ArrayForEach(turn, turns)
		if (result == 0)
			result = add_turn(fit, turn, match->seats, points, err);
	return result;
}

/* Four significant digits are more than the games determine. */
static double rounded(double number)
{
	char digits[32];

	snprintf(digits, sizeof digits, "%.3e", number);
	return strtod(digits, NULL);
}

static int fit_numbers(const struct record *record,
		       const struct luck_source *source,
		       const struct luck_book_work *work,
		       struct luck_file *learned, struct error *err)
{
	struct worth worth = { .kind = worth_kinds[learned->f],
		.game = record->tournament.game, .seats = learned->seats };
	struct luck_logs logs = { .record = record, .source = source,
		.referee = work->referee, .jobs = work->jobs,
		.positions = true, .game = add_game,
		.stop = work->stop, .progress = work->progress };
	struct luck_fit *fit;
	double likelihood;
	uint32_t *number;
	size_t count;
	int result;

	memcpy(worth.rule, learned->rule, sizeof worth.rule);
	memcpy(worth.number, learned->number, sizeof worth.number);
	if (worth_open(&worth, err) != 0)
		return -1;
	fit = luck_fit_new(chances, &worth, learned->seats);
	logs.context = fit;
	number = luck_logs_ended(record, &count);
	result = luck_logs_run(&logs, number, count, err);
	if (result == 0)
		result = luck_fit_run(fit, learned->number,
				      learned->number_count, &likelihood, err);
	for (int i = 0; i < learned->number_count; i++)
		learned->number[i] = rounded(learned->number[i]);
	luck_file_clamp(learned);
	luck_fit_free(fit);
	free(number);
	worth_release(&worth);
	return result;
}

/* ### beta */

static int fit_beta(const struct record *record, struct luck_source *source,
		    const struct luck_book_work *work,
		    struct luck_file *learned, long *games, struct error *err)
{
	OWNED(luck_csv) struct luck_csv csv = {0};
	OWNED(text) struct text bytes = {0};
	OWNED(luck_pairs) struct luck_pairs pairs = {0};
	OWNED(games_table) struct games_table table = {0};
	long steps;
	int result = -1;

	book_games_table_init(&table, record);
	if (luck_book_recompute(record, source, work, &bytes, err) == 0 &&
	    luck_csv_parse(&csv, &bytes, "luck.csv", err) == 0 &&
	    book_games_add(&table, record, &csv, err) == 0) {
		luck_pairs_make(&table, ladder_defaults.cluster,
				learned->beta_millionths, &pairs);
		*games = pairs.games;
		steps = isnan(pairs.beta) ? -1 :
			lround(pairs.beta * LUCK_MILLION / BETA_STEP);
		learned->beta_millionths = steps * BETA_STEP;
		if (isnan(pairs.beta))
			error_set(err, "%s: too few games to estimate beta",
				  record->folder);
		else if (steps < 0 || steps > LUCK_BETA_MAX * LUCK_MILLION /
			 BETA_STEP)
			error_set(err, "%s: too few games to estimate beta: it "
				  "would be %g",
				  record->folder, pairs.beta);
		else
			result = 0;
	}
	return result;
}

/* ### both */

static int take_hash(const struct luck_source *source,
		     struct luck_file *learned, struct error *err)
{
	struct hash hash;

	if (learned->f != LUCK_TABLE)
		return 0;
	if (sha256_file(source->table, source->table, hash.bytes, err) != 0)
		return -1;
	learned->has_table = true;
	hash_to_hex(&hash, learned->table);
	return 0;
}

int luck_learn(const struct record *record, struct luck_source *source,
	       const struct luck_book_work *work, struct luck_file *learned,
	       struct error *err)
{
	const struct luck_source_work preparing = { .threads = work->jobs,
		.trusts_installed = true, .stop = work->stop };
	OWNED(luck_source) struct luck_source other = {0};
	OWNED(text) struct text from = {0};
	long games = 0;
	int result = -1;

	*learned = source->file;
	learned->from = memory_copy("");
	if (luck_source_prepare(source, &preparing, err) == 0 &&
	    (learned->number_count == 0 ||
	     fit_numbers(record, source, work, learned, err) == 0) &&
	    take_hash(source, learned, err) == 0 &&
	    luck_source_take(&other, learned, err) == 0 &&
	    luck_source_prepare(&other, &preparing, err) == 0)
		result = fit_beta(record, &other, work, learned, &games, err);
	text_printf(&from, "fitted to %ld game%s of %s", games,
		    text_plural((double)games),
		    record->tournament.manifest.id);
	free(learned->from);
	learned->from = memory_copy(text_string(&from));
	return result;
}
