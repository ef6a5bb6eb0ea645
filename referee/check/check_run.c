/*
 * check_run.c - the checks of referee check, and the processes of the bot that
 * they examine.
 *
 * A process of the bot plays one seat in matches without a log; the referee
 * moves for the other seats.  Lines, clocks and answers are handled as in any
 * match.
 */
#include "check/check_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/rules.h"
#include "match/engine.h"

enum {
	THOUGHT_MOST_S = 15,    /* thinking time of a whole check */
	SHORT_CLOCK_MS = 1,
	AGAIN_EACH = 3          /* one in so many answers is refused */
};

struct check_count {
	unsigned games, answers;
	unsigned late;                  /* answers later than stated */
	int64_t slowest_us, thought_us;
	bool cut;                       /* stopped early: the bot is slow */
};

struct examination {
	struct check *check;
	const struct check_run *run;
	struct check_count *count;
	struct check_failure *failure;
	struct match_config match;
	struct hash secret;
	struct matchlog log;            /* its lines are discarded */
	struct engine engine;
	uint64_t random;                /* state of the random generator */
	struct player *bot;
};

/* ### lines */

/* Applies the twist of the run to a complete line. */
static void twist_line(void *context, struct text *line)
{
	static const char pad[] = ",\"pad\":\"";
	const struct examination *exam = context;
	const enum check_twist twist = exam->run->twist;

	if (twist == TWIST_NEW_KEYS) {
		line->length -= 2;
		text_add(line, ",\"new_key\":{\"list\":[1,null,\"}\"]}}\n");
	} else if (twist == TWIST_LONG_LINES &&
		   line->length + sizeof pad < PROTOCOL_LINE_MAX) {
		line->length -= 2;
		text_add(line, pad);
		while (line->length < PROTOCOL_LINE_MAX - 3)
			text_byte(line, 'x');
		text_add(line, "\"}\n");
	}
}

/* ### a match without a log, in which the referee moves for other seats */

/* SplitMix64, by Sebastiano Vigna, in the public domain. */
static uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

/* A random number from 0 to below - 1. */
static int random_below(uint64_t *state, int below)
{
	return (int)(((random_next(state) >> 32) * (uint64_t)below) >> 32);
}

/* Discards the lines of the log. */
static int drop(void *context, const char *bytes, size_t size,
		struct error *err)
{
	(void)context;
	(void)bytes;
	(void)size;
	(void)err;
	return 0;
}

/* The seed of the check determines the dice and the referee's moves, so that a
   failed check can be repeated. */
static void make_match(struct examination *exam)
{
	static const char *const rivals[] = {
		"anton", "berta", "cesar", "dora", "emil", "frieda", "gustav",
		"hanna", "ida", "julius"
	};
	const struct check *check = exam->check;
	const struct check_run *run = exam->run;
	struct match_config *match = &exam->match;

	exam->random = check->seed + check->games;
	*match = (struct match_config){
		.game = check->game, .entrants = run->seats,
		.boards = run->games, .rotations = 1,
		.processes = PROCESSES_SEAT, .links = check->links,
		.limits = check->hosting->limits };
	if (run->twist == TWIST_SHORT_CLOCK)
		match->limits.value[LIMIT_MOVE_MS] = SHORT_CLOCK_MS;
	memcpy(match->rule, run->rule, sizeof match->rule);
	for (int seat = 0; seat < run->seats; seat++)
		match->entrant[seat].name = memory_copy(seat == run->seat ?
							"bot" : rivals[seat]);
	for (int i = 0; i < HASH_SIZE; i++)
		exam->secret.bytes[i] = (unsigned char)
			random_below(&exam->random, 256);
	dice_seal(&exam->secret, &match->seal);
	dice_salt_alone(&match->seal, &match->salt);
	matchlog_divert(&exam->log, drop, NULL);
	engine_init(&exam->engine, match, &exam->secret, &exam->log);
	exam->engine.limits = &check->hosting->limits;
	exam->engine.alter = twist_line;
	exam->engine.context = exam;
}

/* Every third seat picks at random.  The others prefer one end of the list,
   which leads to positions that random play hardly ever reaches. */
static int choose_place(struct examination *exam, int seat, int count)
{
	int place = random_below(&exam->random, count);

	if (seat % 3 != 2 && random_below(&exam->random, 4) > 0)
		place = seat % 3 == 0 ? count - 1 : place / 2;
	return place;
}

static int no_moves(struct error *err)
{
	return error_set(err, "the game's program lists no legal moves, so the "
			 "referee cannot play the other seats");
}

static int move_rival(struct examination *exam, int seat, struct error *err)
{
	struct engine *engine = &exam->engine;

	engine_find_legal(engine);
	if (engine->legal_count == 0)
		return no_moves(err);
	engine_move(engine, engine->legal[choose_place(exam, seat,
						       engine->legal_count)]);
	return 0;
}

/* ### failures */

static void fail(struct examination *exam, enum fault fault,
		 const char *detail)
{
	struct check_failure *failure = exam->failure;

	failure->fault = fault;
	snprintf(failure->detail, sizeof failure->detail, "%s", detail);
}

/* Takes over the fault of the bot's player, if it has one. */
static bool has_failed(struct examination *exam)
{
	const struct player *bot = exam->bot;

	if (bot->fault == FAULT_NONE)
		return false;
	fail(exam, bot->fault, bot->detail);
	exam->failure->suspect = bot->suspect;
	return true;
}

static void copy(struct text *to, const struct text *from)
{
	text_append(to, from->bytes, from->length);
}

/* Ends the bot, which reads the last of its error output, and keeps what a
   report shows. */
static void keep_evidence(struct examination *exam)
{
	struct check_failure *failure = exam->failure;
	const struct player *bot = exam->bot;

	players_end(&exam->engine.players, exam->run->seat);
	copy(&failure->asked_line, &bot->question);
	copy(&failure->came, &bot->input);
	copy(&failure->errors, &bot->last_errors);
}

/* ### decisions */

/* Sends the question in the engine's line and waits for the answer.  Returns 0,
   with a move if failure->fault is FAULT_NONE, or -1 on our failure. */
static int ask(struct examination *exam, struct decision *decision,
	       enum check_asked asked, struct error *err)
{
	const int64_t told_us = 1000 * decision_ms(decision);
	struct check_count *count = exam->count;
	int64_t spent_us;

	exam->failure->asked = asked;
	exam->failure->ms = (long)(decision->budget_us / 1000);
	exam->failure->places = exam->engine.legal_count;
	if (decision_ask(decision, err) != 0)
		return -1;
	if (!decision->answered) {
		has_failed(exam);
		return 0;
	}
	exam->failure->place = decision->place;
	spent_us = exam->engine.players.spent_us;
	count->answers++;
	count->thought_us += spent_us;
	if (spent_us > count->slowest_us)
		count->slowest_us = spent_us;
	count->late += spent_us > told_us;
	if (decision->fault != FAULT_NONE)
		fail(exam, decision->fault, decision->why.text);
	else
		text_clear(&exam->bot->input);  /* no part of a failure */
	return 0;
}

/* Is this valid answer to be refused? */
static bool takes_back(const struct examination *exam)
{
	return exam->run->twist == TWIST_AGAIN &&
		exam->engine.legal_count > 1 &&
		exam->count->answers % AGAIN_EACH == 1;
}

static int decide(struct examination *exam, struct error *err)
{
	struct engine *engine = &exam->engine;
	struct decision decision;

	decision_begin(&decision, engine, exam->run->seat);
	if (exam->run->twist == TWIST_NEW_KEYS) {
		engine->view.out.length--;
		text_add(&engine->view.out, ",\"new_in_view\":{\"a\":[]}}");
	}
	decision_question(&decision);
	if (ask(exam, &decision, ASKED_MOVE, err) != 0)
		return -1;
	if (exam->failure->fault == FAULT_NONE && takes_back(exam)) {
		decision_again(&decision, "referee check refuses every third "
			       "answer");
		if (ask(exam, &decision, ASKED_AGAIN, err) != 0)
			return -1;
	}
	if (exam->failure->fault == FAULT_NONE)
		engine_move(engine, decision.move);
	return 0;
}

/* One seat's part of a decision of several seats, which the caller frees;
   `*chosen` stays NULL if the bot has failed. */
static int choose(struct examination *exam, int seat, cJSON **chosen,
		  struct error *err)
{
	struct engine *engine = &exam->engine;
	const cJSON *list = program_game_legal(engine->game,
					       engine->step.run.state, seat);
	const int count = cJSON_GetArraySize(list);
	struct decision decision;

	if (seat == exam->run->seat) {
		decision_begin(&decision, engine, seat);
		decision_question(&decision);
		if (ask(exam, &decision, ASKED_MOVE, err) != 0)
			return -1;
		*chosen = decision.chosen;
		return 0;
	}
	if (count == 0)
		return no_moves(err);
	*chosen = cJSON_Duplicate(cJSON_GetArrayItem(list,
		choose_place(exam, seat, count)), true);
	return 0;
}

/* Logs and makes the moves, unless one is illegal. */
static int judge(struct examination *exam, cJSON *const *chosen, int count,
		 struct error *err)
{
	struct engine *engine = &exam->engine;
	const cJSON *moves[GAME_SEATS_MAX];
	struct error why;
	int seat;

	for (int i = 0; i < count; i++)
		moves[i] = chosen[i];
	if (program_game_try(engine->step.run.state, moves, &seat, &why) != 0) {
		if (seat != exam->run->seat) {
			*err = why;
			return -1;
		}
		fail(exam, FAULT_ILLEGAL, why.text);
		return 0;
	}
	engine_moves(engine, moves, count);
	return 0;
}

/* A decision that several seats make at the same time. */
static int decide_together(struct examination *exam, struct error *err)
{
	struct engine *engine = &exam->engine;
	const void *position = engine->step.run.state;
	cJSON *chosen[GAME_SEATS_MAX] = {0};
	int count = 0, result = 0;

	for (int seat = 0; seat < engine->seats && result == 0 &&
	     exam->failure->fault == FAULT_NONE; seat++)
		if (program_game_asks(engine->game, position, seat))
			result = choose(exam, seat, &chosen[count++], err);
	if (result == 0 && exam->failure->fault == FAULT_NONE)
		result = judge(exam, chosen, count, err);
	for (int i = 0; i < count; i++)
		cJSON_Delete(chosen[i]);
	return result;
}

/* ### the run */

static bool is_done(struct examination *exam)
{
	if (exam->count->thought_us > 1000000LL * THOUGHT_MOST_S)
		exam->count->cut = true;
	return exam->failure->fault != FAULT_NONE || exam->count->cut;
}

static int play_game(struct examination *exam, uint32_t number,
		     struct error *err)
{
	struct engine *engine = &exam->engine;
	int seat;

	engine->players.game = ++exam->check->games;
	exam->failure->game = number;
	progress_show(&exam->check->progress, "%s: seat %d, game %u of %u",
		      exam->check->name, exam->run->seat, number,
		      exam->run->games);
	engine_begin_game(engine);
	engine_announce_game(engine);
	while ((seat = engine_turn(engine)) >= 0) {
		if (program_game_deciders(engine->game,
					  engine->step.run.state) > 1) {
			if (decide_together(exam, err) != 0)
				return -1;
			if (is_done(exam))
				return 0;
		} else if (seat != exam->run->seat) {
			if (move_rival(exam, seat, err) != 0)
				return -1;
		} else if (decide(exam, err) != 0) {
			return -1;
		} else if (is_done(exam)) {
			return 0;
		}
	}
	if (program_game_check(engine->game, err) != 0)
		return -1;
	exam->count->games++;
	return engine_end_game(engine, err);
}

static int start(struct examination *exam, struct error *err)
{
	struct engine *engine = &exam->engine;
	const int seat = exam->run->seat;

	progress_show(&exam->check->progress, "%s: starting",
		      exam->check->name);
	exam->failure->asked = ASKED_READY;
	exam->failure->ms = engine->limits->value[LIMIT_START_MS];
	engine->players.game = exam->check->games;
	exam->check->processes[seat]++;
	if (engine_start(engine, seat, err) != 0 ||
	    players_ready(&engine->players, err) != 0)
		return -1;
	if (!has_failed(exam))
		text_clear(&exam->bot->input);
	return 0;
}

/* Ends the bot.  The only fault it can still have is an answer to bye, or to a
   line before it that needed none. */
static void finish(struct examination *exam)
{
	engine_bye(&exam->engine);
	exam->failure->asked = ASKED_NOTHING;
	if (exam->bot->fault == FAULT_FLOOD)
		has_failed(exam);
}

static int examine(struct examination *exam, struct error *err)
{
	const struct check *check = exam->check;
	struct players *players = &exam->engine.players;

	if (players_init(players, exam->run->seats, check->hosting,
			 check->keeper, &exam->check->trace, check->stop,
			 err) != 0)
		return -1;
	exam->bot = &players->player[exam->run->seat];
	if (start(exam, err) != 0)
		return -1;
	for (uint32_t i = 1; i <= exam->run->games && !is_done(exam);
	     i++)
		if (play_game(exam, i, err) != 0)
			return -1;
	if (!is_done(exam))
		finish(exam);
	return 0;
}

/* Does a run and adds it to `count`.  Ends at the first failure.  Returns 0, or
   -1 on our failure. */
static int play_run(struct check *check, const struct check_run *run,
		    struct check_count *count, struct check_failure *failure,
		    struct error *err)
{
	struct examination exam = { .check = check, .run = run,
		.count = count, .failure = failure };
	int result;

	*failure = (struct check_failure){ .place = -1 };
	make_match(&exam);
	result = examine(&exam, err);
	if (failure->fault != FAULT_NONE)
		keep_evidence(&exam);
	progress_clear(&check->progress);
	engine_release(&exam.engine);
	matchlog_release(&exam.log);
	match_config_release(&exam.match);
	return result;
}

static void check_failure_release(struct check_failure *failure)
{
	text_release(&failure->asked_line);
	text_release(&failure->came);
	text_release(&failure->errors);
}

/* ### the checks

   What the match asks of the bot decides.  If it can do that, what other
   matches may ask is tried too, and a failure there is a note. */

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
	OWNED(check_failure) struct check_failure failure = {0};
	int tries = 0;

	list->check->name = name;
	do {
		check_failure_release(&failure);
		if (play_run(list->check, run, count, &failure,
			     list->err) != 0) {
			list->failed = -1;
			list->over = true;
			return false;
		}
	} while (failure.suspect && ++tries < SUSPECT_TRIES);
	if (failure.fault == FAULT_NONE)
		return true;
	check_report_failure(list->check, list->others ? "note" : "FAIL", run,
			     &failure);
	list->over = list->check->games == 0;
	list->failed += !list->others;
	list->notes += list->others;
	list->done++;
	return false;
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

int check_run_all(struct check *check, struct error *err)
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
