/*
 * analysis_test.c - the luck of every roll and the cost of every move of a
 * recorded match are those of the vectors.
 */
#include <math.h>

#include <sodium.h>

#include "analyse/analysis.h"
#include "games/games.h"
#include "games/race.h"
#include "tests/support/rows.h"
#include "tests/support/test_folder.h"
#include "tests/support/vectors.h"

/* The analysis of a log, compared with the vectors step by step. */
struct beside {
	struct analysis analysis;
	struct match_watch watch;       /* of the analysis */
	const cJSON *game, *step;       /* the vectors' */
	int steps;
};

static double number_of(const cJSON *text)
{
	return strtod(text->valuestring, NULL);
}

static void begin(void *context, const struct log_step *at)
{
	struct beside *b = context;

	b->watch.begin(b->watch.context, at);
	b->game = at->games == 0 ? b->game : b->game->next;
	b->step = json_get(b->game, "steps")->child;
}

static void take_step(void *context, const struct step *step)
{
	struct beside *b = context;
	const struct analysis_game *g = &b->analysis.game;
	const bool rolled = step->kind == STEP_ROLL;
	const char *what = rolled ? "luck" : "loss";
	const int seat = rolled ? step->roll->stream - 1 : step->seat;
	const double *now = rolled ? g->luck : g->loss;
	double was = now[seat];

	b->watch.step(b->watch.context, step);
	ck_assert_ptr_nonnull(b->step);
	ck_assert_int_eq(json_get(b->step, "seat")->valueint, seat);
	ck_assert_ptr_nonnull(json_get(b->step, what));
	ck_assert_double_eq_tol(now[seat] - was,
				number_of(json_get(b->step, what)), 1e-9);
	b->step = b->step->next;
	b->steps++;
}

static void over(void *context, const struct log_step *at)
{
	struct beside *b = context;
	const struct analysis_game *g = &b->analysis.game;

	b->watch.over(b->watch.context, at);
	ck_assert_ptr_null(b->step);
	ck_assert_double_eq_tol(g->luck_total[0],
				number_of(json_get(b->game, "luck_total")),
				1e-6);
	for (int s = 0; s < 2; s++) {
		ck_assert_double_eq(g->points[s],
			cJSON_GetArrayItem(json_get(b->game, "points"),
					   s)->valuedouble);
		ck_assert_double_eq_tol(g->loss[s],
			number_of(cJSON_GetArrayItem(json_get(b->game, "loss"),
						     s)), 1e-6);
	}
}

static void write_log(const cJSON *log)
{
	struct text bytes = {0};
	const cJSON *line;

	cJSON_ArrayForEach(line, log) {
		text_add(&bytes, line->valuestring);
		text_byte(&bytes, '\n');
	}
	file_write(bytes.bytes, bytes.length);
	text_release(&bytes);
}

TEST(every_step_of_a_recorded_match_is_worth_what_is_known)
{
	cJSON *vectors = vectors_load("luck.json");
	const cJSON *log = vectors_group(vectors, "logs")->child;
	struct beside b = { .game = json_get(log, "games")->child };
	struct match_watch watch = { .context = &b, .begin = begin,
		.step = take_step, .over = over };
	struct audit audit = { .watch = &watch };
	struct error err = {0};

	write_log(json_get(log, "log"));
	b.analysis = (struct analysis){ .audit = &audit, .json = true };
	b.watch = analysis_watch(&b.analysis);
	ck_assert_msg(audit_log(&audit, file_name, &err) == AUDIT_PASSED,
		      "%s", err.text);
	assert_says(analysis_end(&b.analysis, &err), &err, NULL);
	ck_assert_int_eq(b.steps, 23 + 39);
	ck_assert_double_eq_tol(b.analysis.game.start[0],
				number_of(json_get(log, "start")), 1e-9);
	analysis_release(&b.analysis);
	audit_release(&audit);
	cJSON_Delete(vectors);
}

/* Changes the chances without a roll or a move. */
static void spoil(void *context, const struct step *step)
{
	struct analysis *a = context;
	struct match_watch watch = analysis_watch(a);

	watch.step(context, step);
	if (a->game.number == 2 && step->kind != STEP_ROLL) {
		a->f[0] -= 1e-5;
		a->f[1] += 1e-5;
	}
}

TEST(a_sum_that_does_not_come_out_stops_the_analysis)
{
	cJSON *vectors = vectors_load("luck.json");
	struct audit audit = {0};
	struct analysis a = { .audit = &audit };
	struct match_watch watch = analysis_watch(&a);
	struct error err = {0};

	write_log(json_get(vectors_group(vectors, "logs")->child, "log"));
	watch.step = spoil;
	audit.watch = &watch;
	ck_assert_int_eq(audit_log(&audit, file_name, &err), AUDIT_PASSED);
	ck_assert_int_eq(analysis_end(&a, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, "game 2: start, luck and losses "
		"of seat 0 miss its points by "));
	analysis_release(&a);
	audit_release(&audit);
	cJSON_Delete(vectors);
}

/* ### means over boards */

TEST(a_mean_has_the_margin_of_students_t)
{
	/* 0.2, 0.5 and 0.8: the deviation is 0.3, t is 4.302653. */
	struct analysis_mean mean = { .boards = 3, .sum = 1.5,
		.squares = 0.04 + 0.25 + 0.64 };

	ck_assert_double_eq_tol(analysis_mean(&mean), 0.5, 1e-12);
	ck_assert_double_eq_tol(analysis_margin(&mean),
				4.302653 * 0.3 / sqrt(3), 1e-5);
	mean.boards = 1;
	ck_assert(isnan(analysis_margin(&mean)));
}

/* ### moments */

TEST(the_largest_moments_are_kept_in_their_order)
{
	static const double amounts[] = { .1, .5, .3, .2, .9, .4 };
	const struct roll dice = { .stream = 1, .dice = 1, .value = { 4 } };
	struct race race = { .seats = 2, .score = { 7, 3 }, .turns = { 1 } };
	struct moments_place place = { .game = &pig, .name = "ann",
		.roll = &dice, .before = &race };
	struct moments all = {0}, game = {0};

	for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
		place.number = (uint32_t)i + 1;
		moments_roll(&game, 3, &place, NULL, 0, amounts[i]);
		if (i % 2 == 1)
			moments_merge(&all, 3, &game);
	}
	ck_assert_int_eq(game.count, 0);
	ck_assert_int_eq(all.count, 3);
	ck_assert_str_eq(all.list[0].words,
			 "game 5, turn 1, ann, 7:3, roll 4: from 0.000 to "
			 "0.900");
	ck_assert_double_eq(all.list[1].amount, .5);
	ck_assert_double_eq(all.list[2].amount, .4);
	moments_roll(&all, 3, &place, NULL, 0, .4);
	ck_assert_int_eq(all.count, 3);
	moments_release(&all);
	moments_roll(&all, 0, &place, NULL, 0, .4);
	ck_assert_int_eq(all.count, 0);
}

static void set_up(void)
{
	if (sodium_init() < 0)
		exit(EXIT_FAILURE);
	tournament_folder_make("match.jsonl");
}

UNIT_FILE(set_up, remove_tree)
