/*
 * engine.c - the games of a match, one after another: log lines, lines to the
 * bots and their decisions.
 */
#define _GNU_SOURCE
#include "match/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORGET_BYTES = 65536 };

/* ### the log */

/* Adds a line about the game, which is sent to the bots as an event. */
static void add_event(struct engine *engine, const struct text *line)
{
	matchlog_add(engine->log, line);
	text_append(&engine->lines, line->bytes, line->length);
	text_byte(&engine->lines, '\n');
}

void engine_add_due(struct engine *engine)
{
	log_step_due(&engine->step);
	matchlog_add(engine->log, &engine->step.line.out);
	log_step_pass(&engine->step);
}

/* ### lines for bots */

/* Writes the part of hello about dice, the same for every bot. */
static void write_hello_dice(struct engine *engine)
{
	const struct match_config *match = engine->match;
	OWNED(json_writer) struct json_writer w = {0};

	json_open(&w, '{');
	json_key(&w, "seal");
	json_hex(&w, match->seal.bytes, HASH_SIZE);
	json_key(&w, "salt");
	json_hex(&w, match->salt.bytes, HASH_SIZE);
	json_put_int(&w, "links", match->links);
	json_put_int(&w, "stride", engine->game->stride);
	json_close(&w, '}');
	snprintf(engine->dice, sizeof engine->dice, "%s",
		 text_string(&w.out));
}

/* Calls `alter` for the complete line in `line`. */
static void alter(struct engine *engine)
{
	if (engine->alter != NULL)
		engine->alter(engine->context, &engine->line.out);
}

static bool has_bot(struct engine *engine, int seat)
{
	return !engine->step.out[seat] &&
		engine_player(engine, seat)->state != PLAYER_OFF;
}

/* Forgets the lines that all bots have heard: a game can have hundreds of
   megabytes of them. */
static void forget_heard(struct engine *engine)
{
	struct text *lines = &engine->lines;
	size_t least = lines->length;

	for (int seat = 0; seat < engine->seats; seat++)
		if (has_bot(engine, seat) && engine->heard[seat] < least)
			least = engine->heard[seat];
	if (least < FORGET_BYTES)
		return;
	lines->length -= least;
	memmove(lines->bytes, lines->bytes + least, lines->length);
	for (int seat = 0; seat < engine->seats; seat++)
		engine->heard[seat] -= engine->heard[seat] < least ?
			engine->heard[seat] : least;
}

static void send_line(struct engine *engine, int seat)
{
	alter(engine);
	players_send(&engine->players, engine_process(engine, seat),
		     engine->line.out.bytes, engine->line.out.length);
}

int engine_start(struct engine *engine, int seat, struct error *err)
{
	const struct match_config *match = engine->match;
	const char *names[GAME_SEATS_MAX];
	struct hello hello = {
		.game = engine->game->name,
		.seats = engine->seats, .names = names, .seat = seat,
		.limits = &match->limits, .dice = engine->dice,
	};

	for (int s = 0; s < engine->seats; s++)
		names[s] = match->entrant[engine_entrant(engine, s)].name;
	json_clear(&engine->view);
	rules_write(match->game, match->rule, &engine->view);
	hello.rules = text_string(&engine->view.out);
	json_clear(&engine->line);
	protocol_hello(&engine->line, &hello);
	alter(engine);
	return players_start(&engine->players, engine_process(engine, seat),
			     engine_entrant(engine, seat), seat,
			     engine->line.out.bytes, engine->line.out.length,
			     err);
}

void engine_announce_game(struct engine *engine)
{
	struct json_writer *anchors = &engine->view;
	const uint32_t board = log_step_board(&engine->step);
	uint64_t seed;

	json_clear(anchors);
	json_open(anchors, '[');
	for (int stream = 0; stream < engine->step.chains.streams; stream++)
		json_hex(anchors,
			 hash_chains_anchor(&engine->step.chains, stream,
					    0)->bytes,
			 HASH_SIZE);
	json_close(anchors, ']');
	for (int seat = 0; seat < engine->seats; seat++) {
		players_game(&engine->players, engine_process(engine, seat));
		if (!has_bot(engine, seat))
			continue;
		seed = dice_bot_seed(engine->secret, board, (uint32_t)seat);
		json_clear(&engine->line);
		protocol_game(&engine->line, board, engine->match->boards,
			      seed, anchors->out.bytes, anchors->out.length);
		send_line(engine, seat);
	}
}

/* The number in the last member "to" of a line about a hidden roll, or -1. */
static int hidden_to(const char *line, size_t size)
{
	static const char draw[] = "{\"t\":\"draw\"", to[] = ",\"to\":";
	const size_t tail = sizeof to - 1;

	if (size < sizeof draw || memcmp(line, draw, sizeof draw - 1) != 0)
		return -1;
	while (size > tail && memcmp(line + size - tail, to, tail) != 0 &&
	       line[size - 1] != '"')
		size--;
	return line[size - 1] == '"' ? -1 : atoi(line + size);
}

/* Appends a line about a roll without its values and their link. */
static void hide_values(const char *line, size_t size, struct text *out)
{
	const char *values = memmem(line, size, ",\"v\":", 5);
	const char *to = memmem(line, size, ",\"to\":", 6);

	text_append(out, line, (size_t)(values - line));
	text_append(out, to, (size_t)(line + size - to));
}

/*
 * The lines of this game that the seat has not been sent.  A hidden roll of
 * another seat stands in them without its values; `over`: those lines come
 * again, whole.
 */
static const char *news_for(struct engine *engine, int seat, bool over,
			    size_t *size)
{
	const struct text *lines = &engine->lines;
	const char *end = text_end(lines), *next;
	const size_t heard = engine->heard[seat];

	engine->heard[seat] = lines->length;
	*size = lines->length - heard;
	if (!engine->game->hidden)
		return lines->bytes + heard;
	text_clear(&engine->heard_now);
	text_reserve(&engine->heard_now, 1);
	for (const char *at = lines->bytes; at < end; at = next) {
		const bool old = at < lines->bytes + heard;
		int to;

		next = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
		to = hidden_to(at, (size_t)(next - at));
		if (to >= 0 && to != seat && !over && !old)
			hide_values(at, (size_t)(next - at),
				    &engine->heard_now);
		else if (!old || (over && to >= 0 && to != seat))
			text_append(&engine->heard_now, at,
				    (size_t)(next - at));
	}
	*size = engine->heard_now.length;
	return engine->heard_now.bytes;
}

static void send_over(struct engine *engine)
{
	const struct log_step *step = &engine->step;

	for (int seat = 0; seat < engine->seats; seat++) {
		const char *events;
		size_t size;

		if (!has_bot(engine, seat))
			continue;
		events = news_for(engine, seat, true, &size);
		if (!engine_player(engine, seat)->wishes.events)
			events = NULL;
		json_clear(&engine->line);
		protocol_over(&engine->line, events, size, engine->seats,
			      step->scores, step->ranks,
			      game_ending_word(step->ending));
		send_line(engine, seat);
	}
}

void engine_bye(struct engine *engine)
{
	json_clear(&engine->line);
	protocol_bye(&engine->line, HASH_HEX(engine->secret));
	alter(engine);
	players_finish(&engine->players, engine->line.out.bytes,
		       engine->line.out.length);
}

/* ### games */

void engine_begin_game(struct engine *engine)
{
	text_clear(&engine->lines);
	memset(engine->heard, 0, sizeof engine->heard);
	memset(engine->used_us, 0, sizeof engine->used_us);
	if (engine->step.stage == LOG_STAGE_BOARD)
		engine_add_due(engine);
	engine_add_due(engine);
}

/* Adds the events that a program tells, which are not in the log. */
static void add_told(struct engine *engine)
{
	const cJSON *event, *list = program_game_take_events(engine->game);

	cJSON_ArrayForEach(event, list) {
		json_clear(&engine->view);
		json_tree(&engine->view, event);
		text_add(&engine->lines, "{\"t\":\"event\",");
		text_append(&engine->lines, engine->view.out.bytes + 1,
			    engine->view.out.length - 1);
		text_byte(&engine->lines, '\n');
	}
}

int engine_turn(struct engine *engine)
{
	struct log_step *step = &engine->step;
	int seat;

	add_told(engine);
	while ((seat = engine->game->turn(step->run.state)) == GAME_CHANCE) {
		log_step_due(step);
		add_event(engine, &step->line.out);
		log_step_pass(step);
		add_told(engine);
	}
	engine->legal_count = 0;
	return seat;
}

/* Writes what a seat sees into `view`. */
static void write_view(struct engine *engine, int seat)
{
	json_clear(&engine->view);
	engine->game->view(engine->step.run.state, seat, &engine->view);
}

void engine_find_legal(struct engine *engine)
{
	const struct game *game = engine->game;

	if (engine->legal_count == 0)
		engine->legal_count = game->legal(engine->step.run.state,
						  engine->legal);
}

/* Writes the legal moves as a JSON list into `moves`; false: a program does not
   list them. */
static bool write_legal(struct engine *engine, int seat)
{
	json_clear(&engine->moves);
	if (engine->game->program != NULL) {
		const cJSON *list = program_game_legal(engine->game,
			engine->step.run.state, seat);

		if (list != NULL)
			json_tree(&engine->moves, list);
		return list != NULL;
	}
	engine_find_legal(engine);
	json_open(&engine->moves, '[');
	for (int i = 0; i < engine->legal_count; i++)
		engine->game->show_move(engine->step.run.state,
					engine->legal[i], &engine->moves);
	json_close(&engine->moves, ']');
	return true;
}

void engine_move(struct engine *engine, int move)
{
	struct log_step *step = &engine->step;

	log_step_write_move(step, move);
	add_event(engine, &step->line.out);
	log_step_move(step, move);
}

void engine_moves(struct engine *engine, const cJSON *const *moves, int count)
{
	const struct game_run *run = &engine->step.run;
	struct error ignored;
	int move;

	for (int i = 0; i < count; i++)
		if (run->game->read_move(run->state, moves[i], &move,
					 &ignored) == 0)
			engine_move(engine, move);
}

void engine_again(struct engine *engine, int seat)
{
	json_clear(&engine->line);
	logline_again(&engine->line, seat);
	add_event(engine, &engine->line.out);
	log_step_again(&engine->step, seat);
}

void engine_fault(struct engine *engine, int seat, enum fault fault,
		  const char *detail)
{
	json_clear(&engine->line);
	logline_fault(&engine->line, seat, fault, detail);
	add_event(engine, &engine->line.out);
	log_step_fault(&engine->step, seat, fault, detail);
}

int engine_end_game(struct engine *engine, struct error *err)
{
	engine_add_due(engine);
	if (matchlog_flush(engine->log, err) != 0)
		return -1;
	send_over(engine);
	return 0;
}

/* ### one decision of a bot */

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
	write_view(engine, seat);
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

	question.events = news_for(engine, seat, false, &question.events_size);
	if (!wishes->events)
		question.events = NULL;
	if (wishes->legal && write_legal(engine, seat)) {
		question.legal = engine->moves.out.bytes;
		question.legal_size = engine->moves.out.length;
	}
	json_clear(&engine->line);
	protocol_turn(&engine->line, &question);
	alter(engine);
	forget_heard(engine);
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

/* Takes a move that is decided at the same time as others, which the program
   judges together. */
static enum fault take_chosen(struct decision *decision,
			      const struct answer *answer)
{
	const struct engine *engine = decision->engine;
	const cJSON *list = program_game_legal(engine->game,
		engine->step.run.state, decision->seat), *move = answer->move;
	const int count = cJSON_GetArraySize(list);

	if (move == NULL && answer->place < count)
		move = cJSON_GetArrayItem(list, (int)answer->place);
	if (move == NULL) {
		error_set(&decision->why, "place %lld is not in the list of %d "
			  "legal moves", answer->place, count);
		return FAULT_ILLEGAL;
	}
	cJSON_Delete(decision->chosen);
	decision->chosen = cJSON_Duplicate(move, true);
	return FAULT_NONE;
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
	if (program_game_deciders(engine->game, engine->step.run.state) > 1)
		fault = take_chosen(decision, &answer);
	else if (answer.move == NULL)
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
	return program_game_check(engine->game, err);
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

/* ### the engine */

void engine_init(struct engine *engine, const struct match_config *match,
		 const struct hash *secret, struct matchlog *log)
{
	*engine = (struct engine){
		.match = match, .secret = secret, .log = log,
		.limits = &match->limits, .game = match->game,
		.seats = match_config_seats(match),
	};
	match_config_header(match, &engine->header);
	engine->step = (struct log_step){ .header = &engine->header,
		.rules = { .game = match->game, .limits = match->limits } };
	memcpy(engine->step.rules.rule, match->rule, sizeof match->rule);
	log_step_begin(&engine->step, secret);
	/* Bots that ask for events get a list even if nothing happened yet. */
	text_reserve(&engine->lines, 1);
	write_hello_dice(engine);
}

void engine_release(struct engine *engine)
{
	players_release(&engine->players);
	log_step_release(&engine->step);
	logline_header_release(&engine->header);
	text_release(&engine->lines);
	text_release(&engine->heard_now);
	text_release(&engine->line.out);
	text_release(&engine->view.out);
	text_release(&engine->moves.out);
	arena_release(&engine->answer);
}
