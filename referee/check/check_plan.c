/*
 * check_plan.c - the checks of referee check.
 *
 * What the match asks of the bot decides.  If it can do that, what other
 * matches may ask is tried too, and a failure there is a note.
 */
#include "check/check_run.h"

#include <stdio.h>
#include <stdlib.h>

#include "games/rules.h"

enum {
	GAMES_MOST = 100,
	LONG_TURNS = 1000,      /* per seat */
	TWISTED_GAMES = 3,
	SUSPECT_TRIES = 3
};

struct list {
	struct check *check;
	struct error *err;
	struct check_run match; /* the seats and the rules that decide */
	bool others;            /* now what other matches may ask */
	int done, failed, notes;
	bool over;              /* our failure, or it cannot be started */
};

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
			list->over = true;
			return false;
		}
	} while (failure.suspect && ++tries < SUSPECT_TRIES);
	good = failure.fault == FAULT_NONE;
	if (!good) {
		check_report_failure(list->check, list->others ? "note" :
				     "FAIL", run, &failure);
		list->over = list->check->games == 0;
		list->failed += !list->others;
		list->notes += list->others;
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

static void play_once(struct list *list, const char *name,
		      const struct check_run *run)
{
	struct check_count count = {0};

	if (play(list, name, run, &count))
		report_ok(list, name, &count);
}

/* ### what the match asks */

static void check_seats(struct list *list)
{
	struct check_run run = list->match;
	struct check_count count = {0};
	char name[64];

	snprintf(name, sizeof name, "every seat of a game for %d", run.seats);
	for (; run.seat < run.seats && !count.cut; run.seat++)
		if (!play(list, name, &run, &count))
			return;
	report_ok(list, name, &count);
}

static void check_many(struct list *list)
{
	struct check_run run = list->match;

	run.games = list->check->boards < GAMES_MOST ? list->check->boards :
		GAMES_MOST;
	if (run.games > 1)
		play_once(list, "many games in one process", &run);
}

/* A match whose rules let no bot answer again never asks for it. */
static void check_again(struct list *list)
{
	const struct game *game = list->check->game;
	const int retries = rules_find(game, "illegal_retries");
	struct check_run run = list->match;

	if (retries < 0 || (run.rule[retries] == 0) != list->others)
		return;
	if (list->others)
		run.rule[retries] = game->rules[retries].max;
	run.games = TWISTED_GAMES;
	run.seat = 1;
	run.twist = TWIST_AGAIN;
	play_once(list, "answers that are taken back", &run);
}

/* ### what other matches may ask */

static bool is_possible(const struct list *list, const struct check_run *run)
{
	struct error clash;

	return rules_check(list->check->game, run->seats, run->rule,
			   &clash) == 0;
}

static void check_other_seats(struct list *list)
{
	static const char name[] = "other numbers of players";
	const struct game *game = list->check->game;
	struct check_count count = {0};
	struct check_run run = list->match;

	for (run.seats = game->seats_min; run.seats <= game->seats_max &&
	     !count.cut; run.seats++) {
		run.seat = run.seats - 1;
		if (run.seats != list->match.seats && is_possible(list, &run) &&
		    !play(list, name, &run, &count))
			return;
	}
	if (count.games > 0)
		report_ok(list, name, &count);
}

/* The number of values of an option that are tried: all words, or the least
   and the greatest number. */
static int ends_of(const struct rule *rule)
{
	int ends = 0;

	if (rule->type != RULE_WORD && rule->type != RULE_CHOICE)
		return 2;
	while (rule->words[ends] != NULL)
		ends++;
	return ends;
}

static int end_of(const struct rule *rule, int end)
{
	if (rule->type == RULE_CHOICE)
		return (int)strtol(rule->words[end], NULL, 10);
	if (rule->type == RULE_INT)
		return end == 0 ? rule->min : rule->max;
	return end;
}

/* Plays a run with the first number of seats that its rules allow, if any. */
static bool play_rules(struct list *list, const char *name,
		       struct check_run *run, struct check_count *count)
{
	const struct game *game = list->check->game;

	run->games = 2;
	for (run->seats = game->seats_min; run->seats <= game->seats_max;
	     run->seats++) {
		run->seat = (int)count->games % run->seats;
		if (is_possible(list, run))
			return play(list, name, run, count);
	}
	return true;
}

static void set_most(const struct game *game, struct check_run *run)
{
	const int turns = rules_find(game, "max_turns");
	const int retries = rules_find(game, "illegal_retries");

	for (int i = 0; game->rules[i].name != NULL; i++)
		if (game->rules[i].type == RULE_INT && i != retries)
			run->rule[i] = game->rules[i].max;
	if (turns >= 0 && run->rule[turns] > LONG_TURNS)
		run->rule[turns] = LONG_TURNS;
}

/* Each option at its limits, then all numbers at their maximum, which makes a
   long game. */
static void check_options(struct list *list)
{
	const struct game *game = list->check->game;
	struct check_run run = list->match;
	struct check_count count = {0};
	char name[128];

	snprintf(name, sizeof name, "every option of %s at its limits",
		 game->name);
	for (int i = 0; game->rules[i].name != NULL; i++) {
		const int ends = ends_of(&game->rules[i]);

		for (int end = 0; end < ends && !count.cut; end++) {
			run = list->match;
			run.rule[i] = end_of(&game->rules[i], end);
			if (run.rule[i] != list->match.rule[i] &&
			    !play_rules(list, name, &run, &count))
				return;
		}
	}
	run = list->match;
	set_most(game, &run);
	if (count.cut || play_rules(list, name, &run, &count))
		report_ok(list, name, &count);
}

static void check_lines(struct list *list)
{
	struct check_run run = list->match;

	run.games = TWISTED_GAMES;
	run.seat = 1;
	run.twist = TWIST_NEW_KEYS;
	play_once(list, "unknown keys", &run);
	run.twist = TWIST_LONG_LINES;
	play_once(list, "lines of 65,536 bytes", &run);
}

static void check_clock(struct list *list)
{
	struct check_run run = list->match;
	struct check_count count = {0};

	run.games = TWISTED_GAMES;
	run.seat = 1;
	run.twist = TWIST_SHORT_CLOCK;
	if (!play(list, "the shortest clock", &run, &count))
		return;
	report_ok(list, "the shortest clock", &count);
	printf("     it was told 1 ms: %u of %u answers took longer, the "
	       "slowest %.1f ms\n", count.late, count.answers,
	       (double)count.slowest_us / 1000);
}

/* ### all of them */

static void check_start(struct list *list)
{
	list->match.games = 0;
	play_once(list, "starts and is ready", &list->match);
}

static void check_all(struct list *list)
{
	static void (*const asked[])(struct list *) = {
		check_seats, check_many, check_again, NULL };
	static void (*const others[])(struct list *) = {
		check_again, check_other_seats, check_options, check_lines,
		check_clock, NULL };

	for (int i = 0; asked[i] != NULL && !list->over; i++)
		asked[i](list);
	list->others = true;
	for (int i = 0; others[i] != NULL && list->failed == 0; i++)
		others[i](list);
}

int check_plan_run(struct check *check, struct error *err)
{
	struct list list = { .check = check, .err = err,
		.match = { .seats = check->seats, .games = 1 } };
	const char *game = check->game->name;

	memcpy(list.match.rule, check->rule, (size_t)rules_count(check->game) *
	       sizeof *check->rule);
	if (check->only_start)
		check_start(&list);
	else
		check_all(&list);
	if (list.failed < 0)
		return -1;
	if (list.failed > 0 && list.over && !check->only_start)
		puts("the other checks need a bot that can be started");
	if (list.failed > 0)
		printf("%s: %d of %d checks failed\n", game, list.failed,
		       list.done);
	else if (list.notes > 0)
		printf("%s: passed, with %d note%s on other matches\n", game,
		       list.notes, list.notes == 1 ? "" : "s");
	else
		printf("%s: all %d checks passed\n", game, list.done);
	return list.failed;
}
