/*
 * check_plan.c - the checks of referee check.
 */
#include "check/check_plan.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "check/check_report.h"
#include "check/simulated_game.h"
#include "games/rules.h"

enum {
	LOOKING_GAMES = 10,     /* per plan, to find kinds of decisions */
	MANY_GAMES = 100,
	LONG_TURNS = 1000,      /* per seat */
	TWISTED_GAMES = 3,
	SUSPECT_TRIES = 3
};

struct list {
	struct check *check;
	struct error *err;
	struct check_run *plan; /* one for each number of seats, then one for
				   each extreme of each option; indexed by
				   kind[].where */
	size_t room;
	int plans;
	int whole;              /* how many of them change no option */
	int done, failed;
	bool hopeless;          /* the bot cannot even be started */
};

/* ### plans */

/* Collects the extreme values of `rule`, or all if they are words, except its
   current value.  Returns their number. */
static int ends_of(const struct rule *rule, int normal, int *value)
{
	int count = 0, ends = 2;

	if (rule->type == RULE_WORD || rule->type == RULE_CHOICE)
		for (ends = 0; rule->words[ends] != NULL; ends++)
			continue;
	for (int i = 0; i < ends; i++) {
		int one = i;

		if (rule->type == RULE_INT)
			one = i == 0 ? rule->min : rule->max;
		else if (rule->type == RULE_CHOICE)
			one = (int)strtol(rule->words[i], NULL, 10);
		if (one != normal)
			value[count++] = one;
	}
	return count;
}

/* Adds a plan with these rules, unless they are incompatible. */
static void add_plan(struct list *list, int seats, const int *rule)
{
	struct check_run *plan;
	struct error clash;

	if (rules_check(list->check->game, seats, rule, &clash) != 0)
		return;
	ARRAY_GROW(list->plan, list->room, list->plans + 1);
	plan = &list->plan[list->plans++];
	*plan = (struct check_run){ .seats = seats, .games = 1 };
	memcpy(plan->rule, rule, sizeof plan->rule);
}

/* Adds a plan with the first number of seats that the option allows. */
static void add_option(struct list *list, const int *rule)
{
	const struct game *game = list->check->game;
	int before = list->plans;

	for (int seats = game->seats_min; seats <= game->seats_max &&
	     list->plans == before; seats++)
		add_plan(list, seats, rule);
}

static void make_plans(struct list *list)
{
	const struct game *game = list->check->game;
	int rule[GAME_RULES_MAX] = {0}, value[GAME_RULES_MAX];

	memcpy(rule, list->check->rule,
	       (size_t)rules_count(game) * sizeof *rule);
	for (int seats = game->seats_min; seats <= game->seats_max; seats++)
		add_plan(list, seats, rule);
	list->whole = list->plans;
	for (int i = 0; game->rules[i].name != NULL; i++) {
		const int normal = rule[i];
		int ends = ends_of(&game->rules[i], normal, value);

		for (int end = 0; end < ends; end++) {
			rule[i] = value[end];
			add_option(list, rule);
		}
		rule[i] = normal;
	}
}

/* Plays every plan without the bot, to find the kinds of decisions. */
static void look(struct list *list)
{
	struct check *check = list->check;
	struct simulated_game simulated;
	struct engine *engine = &simulated.engine;
	struct error ignored;
	int seat, kind;

	for (int i = 0; i < list->plans; i++) {
		const struct check_run *run = &list->plan[i];

		simulated_game_init(&simulated, check->game, run->seats, -1,
				    run->rule, LOOKING_GAMES, check->links,
				    &check->hosting->limits, check->seed);
		decision_kinds_look(&check->kinds, i);
		for (uint32_t game = 1; game <= LOOKING_GAMES; game++) {
			simulated_game_begin(&simulated, game);
			while ((seat = engine_turn(engine)) != GAME_OVER) {
				engine_write_view(engine, seat);
				engine_write_legal(engine);
				kind = decision_kinds_find(&check->kinds,
							   &engine->view.out,
							   &engine->moves.out);
				decision_kinds_see(&check->kinds, kind, seat);
				simulated_game_move(&simulated, seat);
			}
			/* Discards the lines, which cannot fail. */
			matchlog_flush(engine->log, &ignored);
		}
		simulated_game_release(&simulated);
	}
}

/* ### running a check */

/* Does a run and prints a failure.  A bot is not blamed for a busy machine: a
   suspect fault gets another try.  Returns whether it passed. */
static bool play(struct list *list, const char *name,
		 const struct check_run *run, struct check_count *count)
{
	struct check_failure failure = {0};
	int tries = 0;
	bool good;

	list->check->name = name;
	do {
		check_failure_release(&failure);
		if (check_run_play(list->check, run, count, &failure,
				   list->err) != 0) {
			check_failure_release(&failure);
			list->failed = -1;
			return false;
		}
	} while (failure.suspect && ++tries < SUSPECT_TRIES);
	good = failure.fault == FAULT_NONE;
	if (!good) {
		check_report_failure(list->check, name, run, &failure);
		list->hopeless = list->check->games == 0;
		list->failed++;
		list->done++;
	}
	check_failure_release(&failure);
	return good;
}

static void report_ok(struct list *list, const char *name,
		      const struct check_count *count)
{
	list->done++;
	printf("ok   %s (%u %s, %u answers)%s\n", name, count->games,
	       count->games == 1 ? "game" : "games", count->answers,
	       count->cut ?
	       "; stopped early, because the bot is slow" : "");
	fflush(stdout);
}

/* ### the checks */

static void check_seats(struct list *list)
{
	for (int i = 0; i < list->whole && list->failed >= 0 &&
	     !list->hopeless; i++) {
		struct check_run run = list->plan[i];
		struct check_count count = {0};
		char name[64];
		bool fine = true;

		snprintf(name, sizeof name, "every seat of a game for %d",
			 run.seats);
		for (run.seat = 0; run.seat < run.seats && fine &&
		     !count.cut; run.seat++)
			fine = play(list, name, &run, &count);
		if (fine)
			report_ok(list, name, &count);
	}
}

static void check_many(struct list *list)
{
	struct check_run run = list->plan[0];
	struct check_count count = {0};

	run.games = MANY_GAMES;
	if (play(list, "many games in one process", &run, &count))
		report_ok(list, "many games in one process", &count);
}

/* Plays a long game, with all numeric options at their maximum. */
static void check_long(struct list *list)
{
	const struct game *game = list->check->game;
	struct check_run run = list->plan[0];
	int turns = rules_find(game, "max_turns"), seats = run.seats;
	int retries = rules_find(game, "illegal_retries");
	struct check_count count = {0};
	struct error clash;

	for (int i = 0; game->rules[i].name != NULL; i++)
		if (game->rules[i].type == RULE_INT && i != retries)
			run.rule[i] = game->rules[i].max;
	if (turns >= 0 && run.rule[turns] > LONG_TURNS)
		run.rule[turns] = LONG_TURNS;
	if (rules_check(game, seats, run.rule, &clash) != 0)
		run = list->plan[0];
	if (play(list, "a long game", &run, &count))
		report_ok(list, "a long game", &count);
}

static void check_options(struct list *list)
{
	struct check_count count = {0};
	char name[128];

	snprintf(name, sizeof name, "every option of %s at its limits",
		 list->check->game->name);
	for (int i = list->whole; i < list->plans && !count.cut; i++) {
		struct check_run run = list->plan[i];

		run.seat = i % run.seats;
		run.games = 2;
		if (!play(list, name, &run, &count))
			return;
	}
	report_ok(list, name, &count);
}

static void check_twist(struct list *list, enum check_twist twist,
			const char *name)
{
	const struct game *game = list->check->game;
	int retries = rules_find(game, "illegal_retries");
	struct check_run run = list->plan[0];
	struct check_count count = {0};

	run.games = TWISTED_GAMES;
	run.seat = 1;
	run.twist = twist;
	if (twist == TWIST_AGAIN) {
		if (retries < 0)
			return;         /* the game never asks again */
		run.rule[retries] = game->rules[retries].max;
	}
	if (!play(list, name, &run, &count))
		return;
	report_ok(list, name, &count);
	if (twist == TWIST_SHORT_CLOCK)
		printf("     it was told 1 ms: %u of %u answers took "
		       "longer, the slowest %.1f ms\n", count.late,
		       count.answers, (double)count.slowest_us / 1000);
}

static void check_twists(struct list *list)
{
	static const char *const names[] = {
		[TWIST_AGAIN] = "answers that are taken back",
		[TWIST_NEW_KEYS] = "unknown keys",
		[TWIST_LONG_LINES] = "lines of 65,536 bytes",
		[TWIST_SHORT_CLOCK] = "the shortest clock",
	};

	for (int i = TWIST_AGAIN; i <= TWIST_SHORT_CLOCK &&
	     list->failed >= 0; i++)
		check_twist(list, (enum check_twist)i, names[i]);
}

/* Leads the bot to the kinds of decisions that it has not met so far. */
static void check_kinds(struct list *list)
{
	static const char name[] = "every kind of decision";
	struct decision_kinds *kinds = &list->check->kinds;
	struct check_count count = {0};
	int missing;

	for (int i = 0; i < kinds->count && !count.cut; i++) {
		struct check_run run = list->plan[kinds->kind[i].where];

		if (kinds->kind[i].met > 0)
			continue;
		run.seat = kinds->kind[i].seat;
		run.games = LOOKING_GAMES;
		run.led = true;
		run.kind = i;
		if (!play(list, name, &run, &count))
			return;
	}
	missing = decision_kinds_missing(kinds);
	list->done++;
	printf("ok   %s: %d of %d were met", name, kinds->count - missing,
	       kinds->count);
	if (count.games > 0)
		printf(" (%u more games, with moves of the referee)",
		       count.games);
	puts(missing == 0 ? "" : "; stopped there, as the bot is slow");
	for (int i = 0; i < kinds->count; i++)
		printf("     %8u  %s\n", kinds->kind[i].met,
		       kinds->kind[i].name);
}

static void check_start(struct list *list)
{
	struct check_run run = list->plan[0];
	struct check_count count = {0};

	run.games = 0;
	if (play(list, "starts and is ready", &run, &count))
		report_ok(list, "starts and is ready", &count);
}

int check_plan_run(struct check *check, struct error *err)
{
	static void (*const checks[])(struct list *) = {
		check_seats, check_many, check_long, check_options,
		check_twists, check_kinds,
	};
	struct list list = { .check = check, .err = err };

	make_plans(&list);
	if (check->only_start) {
		check_start(&list);
	} else {
		look(&list);
		for (size_t i = 0; i < sizeof checks / sizeof *checks &&
		     list.failed >= 0 && !list.hopeless; i++)
			checks[i](&list);
	}
	free(list.plan);
	if (list.failed < 0)
		return -1;
	if (list.hopeless && !check->only_start)
		puts("the other checks need a bot that can be started");
	if (list.failed == 0)
		printf("%s: all %d checks passed\n", check->game->name,
		       list.done);
	else
		printf("%s: %d of %d checks failed\n", check->game->name,
		       list.failed, list.done);
	return list.failed;
}
