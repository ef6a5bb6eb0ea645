/*
 * decision.c - one decision of a bot: the question, the answer and its fault.
 */
#include "match/decision.h"

#include <string.h>

/* The time for a decision, in microseconds. */
static int64_t budget_of(const struct engine *engine, int seat)
{
	const int *limit = engine->limits->value;
	int64_t budget = 1000LL * limit[LIMIT_MOVE_MS];
	int64_t left = 1000LL * limit[LIMIT_GAME_MS] - engine->used_us[seat];

	if (limit[LIMIT_GAME_MS] > 0 && left < budget)
		budget = left > 0 ? left : 0;
	return budget;
}

void decision_begin(struct decision *decision, struct engine *engine,
		    int seat)
{
	*decision = (struct decision){
		.engine = engine, .seat = seat, .place = -1,
		.budget_us = budget_of(engine, seat),
	};
	engine_write_view(engine, seat);
}

long decision_ms(const struct decision *decision)
{
	const int most = decision->engine->match->
		limits.value[LIMIT_MOVE_MS];
	long ms = (long)(decision->budget_us / 1000);

	return ms < most ? ms : most;
}

void decision_question(struct decision *decision)
{
	struct engine *engine = decision->engine;
	int seat = decision->seat;
	const struct wishes *wishes = &engine_player(engine, seat)->wishes;
	struct question question = {
		.ms = decision_ms(decision),
		.view = engine->view.out.bytes,
		.view_size = engine->view.out.length,
	};

	if (wishes->events) {
		question.events = engine->lines.bytes + engine->heard[seat];
		question.events_size = engine->lines.length -
			engine->heard[seat];
	}
	engine->heard[seat] = engine->lines.length;
	if (wishes->legal) {
		engine_write_legal(engine);
		question.legal = engine->moves.out.bytes;
		question.legal_size = engine->moves.out.length;
	}
	json_clear(&engine->line);
	protocol_turn(&engine->line, &question);
	engine_alter(engine);
}

/* Records what a bot says with its move, shortened, in the trace only: it is
   meant for spectators. */
static void trace_say(const struct decision *decision,
		      const struct answer *answer)
{
	const struct players *players = &decision->engine->players;
	size_t length;

	if (answer->say == NULL || players->trace == NULL)
		return;
	length = strlen(answer->say);
	if (length > PROTOCOL_SAY_MAX) {
		length = PROTOCOL_SAY_MAX;
		/* Does not cut a character in two. */
		while ((answer->say[length] & 0xc0) == 0x80)
			length--;
	}
	trace_add(players->trace, players->game, decision->seat, TRACE_SAY,
		  answer->say, length);
}

/* Sets the move from the answered index into the list of legal moves. */
static enum fault take_place(struct decision *decision)
{
	struct engine *engine = decision->engine;

	engine_find_legal(engine);
	if (decision->place < engine->legal_count) {
		decision->move = engine->legal[decision->place];
		return FAULT_NONE;
	}
	error_set(&decision->why, "place %lld is not in the list of %d legal "
		  "moves", decision->place, engine->legal_count);
	return FAULT_ILLEGAL;
}

static enum fault read_answer(struct decision *decision, const char *bytes,
			      size_t size)
{
	struct engine *engine = decision->engine;
	struct answer answer;
	enum fault fault;

	fault = protocol_read_answer(&engine->answer, bytes, size, &answer,
				     &decision->why);
	decision->place = answer.place;
	if (fault != FAULT_NONE)
		return fault;
	trace_say(decision, &answer);
	if (answer.move == NULL)
		fault = take_place(decision);
	else if (engine->game->read_move(engine->step.run.state, answer.move,
					 &decision->move,
					 &decision->why) != 0)
		fault = FAULT_ILLEGAL;
	return fault;
}

int decision_ask(struct decision *decision, struct error *err)
{
	struct engine *engine = decision->engine;
	struct players *players = &engine->players;
	const char *answer;
	size_t size;

	if (matchlog_flush(engine->log, err) != 0 ||
	    players_ask(players, engine_process(engine, decision->seat),
			engine->line.out.bytes, engine->line.out.length,
			decision->budget_us, &answer, &size, err) != 0)
		return -1;
	decision->budget_us -= decision->budget_us < players->spent_us ?
		decision->budget_us : players->spent_us;
	engine->used_us[decision->seat] += players->spent_us;
	decision->thought_us += players->spent_us;
	decision->asked++;
	decision->answered = answer != NULL;
	decision->fault = answer == NULL ? FAULT_NONE :
		read_answer(decision, answer, size);
	return 0;
}

void decision_again(struct decision *decision, const char *why)
{
	struct engine *engine = decision->engine;

	engine_again(engine, decision->seat);
	json_clear(&engine->line);
	protocol_again(&engine->line, decision_ms(decision), why);
}

int decision_make(struct decision *decision, struct engine *engine, int seat,
		  int retries, struct error *err)
{
	decision_begin(decision, engine, seat);
	decision_question(decision);
	for (;;) {
		if (decision_ask(decision, err) != 0)
			return -1;
		if (decision->fault != FAULT_ILLEGAL || retries-- == 0)
			break;
		decision_again(decision, decision->why.text);
	}
	if (decision->answered && decision->fault == FAULT_NONE)
		engine_move(engine, decision->move);
	return 0;
}
