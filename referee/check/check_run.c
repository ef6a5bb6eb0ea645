/*
 * check_run.c - one process of a bot under examination, for referee check.
 *
 * The bot plays one seat in matches without a log; the referee moves for the
 * other seats.  Lines, clocks and answers are handled as in any match.
 */
#include "check/check_run.h"

#include <stdio.h>
#include <unistd.h>

#include "check/simulated_game.h"
#include "match/decision.h"

enum {
	THOUGHT_MOST_S = 15,    /* thinking time of a whole check */
	SHORT_CLOCK_MS = 1,
	AGAIN_EACH = 3          /* one in so many answers is refused */
};

struct examination {
	struct check *check;
	const struct check_run *run;
	struct check_count *count;
	struct check_failure *failure;
	struct simulated_game simulated;
	struct engine *engine;          /* the simulated game's */
	struct player *bot;
};

/* ### lines */

/* Begins a new exchange in the trace: a failure will show it from here on.  If
   the trace is not kept, what precedes it is dropped. */
static void begin_exchange(struct check *check)
{
	if (check->trace_path == NULL && (ftruncate(check->trace.fd, 0) != 0 ||
	    lseek(check->trace.fd, 0, SEEK_SET) != 0))
		return;         /* so the report shows more than needed */
	check->exchange = lseek(check->trace.fd, 0, SEEK_CUR);
}

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
	if (bot->input.length > 0 && memchr(bot->input.bytes, '\n',
					    bot->input.length) == NULL)
		text_append(&exam->failure->partial, bot->input.bytes,
			    bot->input.length);
	return true;
}

/* ### decisions */

/* The kind of the current decision.  Writes the view and the legal moves into
   the engine. */
static int find_kind(struct examination *exam)
{
	struct engine *engine = exam->engine;

	engine_write_view(engine, exam->run->seat);
	engine_write_legal(engine);
	return decision_kinds_find(&exam->check->kinds, &engine->view.out,
				   &engine->moves.out);
}

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
	exam->failure->places = exam->engine->legal_count;
	if (decision_ask(decision, err) != 0)
		return -1;
	if (!decision->answered) {
		has_failed(exam);
		return 0;
	}
	exam->failure->place = decision->place;
	spent_us = exam->engine->players.spent_us;
	count->answers++;
	count->thought_us += spent_us;
	if (spent_us > count->slowest_us)
		count->slowest_us = spent_us;
	count->late += spent_us > told_us;
	if (decision->fault != FAULT_NONE)
		fail(exam, decision->fault, decision->why.text);
	else
		begin_exchange(exam->check);
	return 0;
}

/* Is this valid answer to be refused? */
static bool takes_back(const struct examination *exam)
{
	return exam->run->twist == TWIST_AGAIN &&
		exam->engine->legal_count > 1 &&
		exam->count->answers % AGAIN_EACH == 1;
}

static int decide(struct examination *exam, struct error *err)
{
	struct decision_kinds *kinds = &exam->check->kinds;
	struct engine *engine = exam->engine;
	struct decision decision;
	int kind = find_kind(exam);     /* which may reallocate the kinds */

	kinds->kind[kind].met++;
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
		engine_move(engine, exam->run->seat, decision.move);
	return 0;
}

/* ### the run */

static bool is_done(struct examination *exam)
{
	if (exam->count->thought_us > 1000000LL * THOUGHT_MOST_S)
		exam->count->cut = true;
	return exam->failure->fault != FAULT_NONE || exam->count->cut;
}

/* Is the bot asked for this decision?  Otherwise the referee moves. */
static bool is_asked(struct examination *exam, int seat)
{
	const struct check_run *run = exam->run;

	return seat == run->seat &&
		(!run->led || find_kind(exam) == run->kind);
}

static bool is_led_there(const struct examination *exam)
{
	return exam->run->led &&
		exam->check->kinds.kind[exam->run->kind].met > 0;
}

static int play_game(struct examination *exam, uint32_t number,
		     struct error *err)
{
	struct engine *engine = exam->engine;
	int seat;

	engine->players.game = ++exam->check->games;
	exam->failure->game = number;
	progress_show(&exam->check->progress, "%s: seat %d, game %u of %u",
		      exam->check->name, exam->run->seat, number,
		      exam->run->games);
	simulated_game_begin(&exam->simulated, number);
	engine_announce_game(engine);
	while ((seat = engine_turn(engine)) != GAME_OVER) {
		if (!is_asked(exam, seat))
			simulated_game_move(&exam->simulated, seat);
		else if (decide(exam, err) != 0)
			return -1;
		else if (is_done(exam))
			return 0;
	}
	exam->count->games++;
	return engine_end_game(engine, err);
}

static int start(struct examination *exam, struct error *err)
{
	struct engine *engine = exam->engine;
	const int seat = exam->run->seat;

	progress_show(&exam->check->progress, "%s: starting",
		      exam->check->name);
	exam->failure->asked = ASKED_READY;
	exam->failure->ms = engine->limits->value[LIMIT_START_MS];
	engine->players.game = exam->check->games;
	exam->check->processes[seat]++;
	begin_exchange(exam->check);
	if (engine_start(engine, seat, err) != 0 ||
	    players_ready(&engine->players, err) != 0)
		return -1;
	if (!has_failed(exam))
		begin_exchange(exam->check);
	return 0;
}

/* Ends the bot.  The only fault it can still have is an answer to bye, or to a
   line before it that needed none. */
static void finish(struct examination *exam)
{
	engine_bye(exam->engine);
	exam->failure->asked = ASKED_NOTHING;
	if (exam->bot->fault == FAULT_FLOOD)
		has_failed(exam);
}

static int examine(struct examination *exam, struct error *err)
{
	const struct check *check = exam->check;
	struct players *players = &exam->engine->players;

	if (players_init(players, exam->run->seats, check->hosting,
			 check->keeper, &exam->check->trace, check->stop,
			 err) != 0)
		return -1;
	exam->bot = &players->player[exam->run->seat];
	if (start(exam, err) != 0)
		return -1;
	for (uint32_t i = 1; i <= exam->run->games && !is_done(exam) &&
	     !is_led_there(exam); i++)
		if (play_game(exam, i, err) != 0)
			return -1;
	if (!is_done(exam))
		finish(exam);
	return 0;
}

int check_run_play(struct check *check, const struct check_run *run,
		   struct check_count *count, struct check_failure *failure,
		   struct error *err)
{
	struct examination exam = { .check = check, .run = run,
		.count = count, .failure = failure };
	const struct limits *limits = &check->hosting->limits;
	struct limits stated = *limits;
	int result;

	*failure = (struct check_failure){ .place = -1 };
	if (run->twist == TWIST_SHORT_CLOCK)
		stated.value[LIMIT_MOVE_MS] = SHORT_CLOCK_MS;
	simulated_game_init(&exam.simulated, check->game, run->seats,
			    run->seat, run->rule, run->games, check->links,
			    &stated,
			    check->seed + (run->led ? 0 : check->games));
	exam.engine = &exam.simulated.engine;
	exam.engine->limits = limits;
	exam.engine->alter = twist_line;
	exam.engine->context = &exam;
	result = examine(&exam, err);
	progress_clear(&check->progress);
	simulated_game_release(&exam.simulated);
	return result;
}

void check_failure_release(struct check_failure *failure)
{
	text_release(&failure->partial);
}
