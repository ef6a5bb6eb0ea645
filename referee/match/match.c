/*
 * match.c - plays a match and writes its log.
 *
 * Everything here runs in the player, the process that holds the secret
 * (host/warden.c has a diagram of all processes).  It owns the log, the clocks
 * and one end of each bot's pipes, and starts no process itself: the keeper,
 * which has never seen the secret, does that.
 *
 * Before the log begins, the first bots run or have failed to start.  Each line
 * is first added to the log and then applied to the rules, and the log is
 * written to the file before any bot is sent the line.  A decision costs one
 * write to the log, one line to the bot and one wait.
 */
#include "match/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/turn_clock.h"
#include "match/engine.h"

struct match_state {
	struct match_run *run;
	const struct match_config *match;
	struct engine engine;
	int retries;                    /* the rule illegal_retries */
	bool is_void;                   /* the game is played again */
};

/* Is the entrant on that seat one without a bot? */
static bool is_scripted(const struct match_state *state, int seat)
{
	const struct script *script = state->run->script;

	return script != NULL &&
		script->plays[engine_entrant(&state->engine, seat)];
}

/* ### starting bots */

/* Starts the bots of a rotation that are not running; the caller then has to
   call players_ready. */
static int start_rotation(struct match_state *state, int rotation,
			  struct error *err)
{
	struct engine *engine = &state->engine;

	engine->rotation = rotation;
	for (int seat = 0; seat < engine->seats; seat++)
		if (engine_player(engine, seat)->state == PLAYER_OFF &&
		    !is_scripted(state, seat) &&
		    !log_step_forfeits(&engine->step,
				       engine_entrant(engine, seat)) &&
		    engine_start(engine, seat, err) != 0)
			return -1;
	return 0;
}

/* Starts the first bots: if the machine cannot host them, we fail before there
   is a log. */
static int start_first(struct match_state *state, struct error *err)
{
	const struct match_config *match = state->match;
	const struct log_step *step = &state->engine.step;
	const int due = log_step_rotation(step);

	if (step->stage == LOG_STAGE_CLOSE)
		return 0;       /* only the end is missing */
	for (int rotation = 0; rotation < match->rotations; rotation++)
		if ((match->processes != PROCESSES_GAME || rotation == due) &&
		    start_rotation(state, rotation, err) != 0)
			return -1;
	return players_built(&state->engine.players, err);
}

/* ### faults */

/* What killed a bot may be about to kill the referee too, for example when the
   machine is out of memory.  Waits a moment, so that the fault is logged only
   if the referee survives. */
static void wait_if_killed(const struct player *player)
{
	const struct timespec moment = { .tv_nsec = 20000000 };

	if (player->killed)
		nanosleep(&moment, NULL);
}

/* Handles a fault: logs it, takes its seat out of the game, and ends its
   process. */
static void take_fault(struct match_state *state, int seat, enum fault fault,
		       const char *detail)
{
	struct engine *engine = &state->engine;
	struct players *players = &engine->players;
	struct player *player = engine_player(engine, seat);
	int entrant = engine_entrant(engine, seat);
	const bool forfeit = fault == FAULT_FORFEIT;

	wait_if_killed(player);
	engine_fault(engine, seat, fault, detail);
	state->run->timing.suspects[entrant] += player->suspect;
	if (!forfeit && players->trace != NULL)
		turn_clock_note_fault(player);
	players_end(players, engine_process(engine, seat));
	/* After players_end, which reads its last error output, and before the
	   log has the whole game. */
	trace_fault(players->trace, &(struct trace_fault){
		.game = players->game, .seat = seat, .entrant = entrant,
		.fault = fault, .why = detail, .suspect = player->suspect,
		/* A bot that is no longer started has only outdated ones. */
		.question = forfeit ? NULL : &player->question,
		.came = forfeit ? NULL : &player->input,
		.last_errors = forfeit ? NULL : &player->last_errors,
		.times = forfeit ? NULL : &player->times });
	player->fault = FAULT_NONE;
	player->suspect = false;
	/* Once it has forfeited, its other processes are not needed. */
	for (int i = 0; log_step_forfeits(&engine->step, entrant) &&
	     i < players->count; i++) {
		if (players->player[i].entrant != entrant)
			continue;
		players_end(players, i);
		players->player[i].fault = FAULT_NONE;
	}
}

/* A time fault for which the machine may be to blame makes the game void, as
   often as the match allows.  Returns whether it does. */
static bool make_void(struct match_state *state, int seat)
{
	struct match_run *run = state->run;
	struct engine *engine = &state->engine;
	const uint32_t game = engine->step.games + 1;
	const int most = state->match->limits.value[LIMIT_SUSPECT_REPLAYS];

	if (run->void_game != game)
		run->voids = 0;
	if (!engine_player(engine, seat)->suspect || run->voids >= most)
		return false;
	run->void_game = game;
	run->voids++;
	state->is_void = true;
	/* `tournament run` passes it on. */
	fprintf(stderr, "referee: warning: game %u is played again (%d of at "
		"most %d times): bot %s ran out of time while this machine "
		"was overloaded\n", game, run->voids, most,
		state->match->entrant[engine_entrant(engine, seat)].name);
	return true;
}

/* Handles the fault of a running bot.  Returns 0, or -1 if the game is void or
   the fault may be that of whoever has used up the memory. */
static int take_bots_fault(struct match_state *state, int seat,
			   struct error *err)
{
	struct engine *engine = &state->engine;
	struct player *player = engine_player(engine, seat);
	const int entrant = engine_entrant(engine, seat);

	if (player_is_oom_victim(player))
		return error_set(err, "the kernel has ended processes because "
				 "memory ran out, and bot %s ended (%s): this "
				 "is no result; allow this job more memory, or "
				 "bots less", state->match->entrant[entrant].name,
				 player->detail);
	if (make_void(state, seat))
		return -1;
	take_fault(state, seat, player->fault, player->detail);
	return 0;
}

/* Handles the next step of a seat without a bot.  Flushes the log first: if it
   is compared with an old one, the lines so far have to be compared before. */
static int take_scripted(struct match_state *state, int seat, bool due,
			 enum script_kind *kind, struct error *err)
{
	const struct script *script = state->run->script;
	struct engine *engine = &state->engine;
	struct script_step step = {0};

	if (matchlog_flush(engine->log, err) != 0 ||
	    script->next(script->context, engine, seat, due, &step, err) != 0)
		return -1;
	*kind = step.kind;
	if (step.kind == SCRIPT_FAULT)
		take_fault(state, seat, step.fault, step.detail);
	else if (due && step.kind == SCRIPT_AGAIN)
		engine_again(engine, seat);
	else if (due && step.kind == SCRIPT_MOVE)
		engine_move(engine, step.move);
	free(step.detail);
	return 0;
}

static int decide_scripted(struct match_state *state, int seat,
			   struct error *err)
{
	enum script_kind kind;

	do
		if (take_scripted(state, seat, true, &kind, err) != 0)
			return -1;
	while (kind == SCRIPT_AGAIN);
	return 0;
}

/* Handles the faults that seats now have, in seat order.  Faults left when the
   game is over count in the next one; but `first`, at its beginning, all seats'
   are handled even if one has ended the game, as both bots may be unable to
   start. */
static int take_faults(struct match_state *state, bool first,
		       struct error *err)
{
	struct engine *engine = &state->engine;
	enum script_kind kind;
	char detail[64];

	for (int seat = 0; seat < engine->seats && (first ||
	     engine->game->turn(engine->step.run.state) != GAME_OVER); seat++) {
		struct player *player = engine_player(engine, seat);

		if (engine->step.out[seat])
			continue;
		if (first && player->fault == FAULT_NONE &&
		    log_step_forfeits(&engine->step,
				      engine_entrant(engine, seat))) {
			snprintf(detail, sizeof detail, "faults_max %d reached",
				 state->match->limits.value[LIMIT_FAULTS_MAX]);
			take_fault(state, seat, FAULT_FORFEIT, detail);
			continue;
		}
		if (is_scripted(state, seat) &&
		    take_scripted(state, seat, false, &kind, err) != 0)
			return -1;
		if (player->fault != FAULT_NONE &&
		    take_bots_fault(state, seat, err) != 0)
			return -1;
	}
	return 0;
}

/* ### games */

/* One seat's part of a decision that several seats make at the same time: it is
   asked, and nobody hears of its move. */
static int ask_one(struct match_state *state, struct decision *decision,
		   const char *again, struct error *err)
{
	struct engine *engine = &state->engine;
	struct match_run *run = state->run;
	const int entrant = engine_entrant(engine, decision->seat);

	do {
		if (again != NULL)
			decision_again(decision, again);
		if (decision_ask(decision, err) != 0)
			return -1;
		run->timing.think_us[entrant] += decision->thought_us;
		run->timing.answers[entrant]++;
		decision->thought_us = 0;
		again = decision->why.text;
	} while (decision->fault == FAULT_ILLEGAL &&
		 log_step_retries(&engine->step, decision->seat) > 0);
	if (decision->fault != FAULT_NONE)
		take_fault(state, decision->seat, decision->fault,
			   decision->why.text);
	return 0;
}

/* The same for a seat without a bot; `again`: its move was illegal. */
static int ask_script(struct match_state *state, struct decision *decision,
		      bool again, struct error *err)
{
	const struct script *script = state->run->script;
	struct engine *engine = &state->engine;
	struct script_step step;

	if (again)
		engine_again(engine, decision->seat);
	do {
		step = (struct script_step){0};
		if (matchlog_flush(engine->log, err) != 0 ||
		    script->next(script->context, engine, decision->seat, true,
				 &step, err) != 0)
			return -1;
		if (step.kind == SCRIPT_FAULT)
			take_fault(state, decision->seat, step.fault,
				   step.detail);
		else if (step.kind == SCRIPT_AGAIN)
			engine_again(engine, decision->seat);
		free(step.detail);
	} while (step.kind == SCRIPT_AGAIN);
	decision->fault = step.fault;
	decision->answered = true;
	cJSON_Delete(decision->chosen);
	decision->chosen = step.chosen;
	return 0;
}

/* `again`: why its move was illegal, or NULL. */
static int ask_seat(struct match_state *state, struct decision *decision,
		    const char *again, struct error *err)
{
	return is_scripted(state, decision->seat) ?
		ask_script(state, decision, again != NULL, err) :
		ask_one(state, decision, again, err);
}

/* Asks all that decide at the same time, one after another.  Stops when one has
   a fault, after which there is another position.  `*whole`: all answered. */
static int ask_all(struct match_state *state, struct decision *decisions,
		   int count, bool *whole, struct error *err)
{
	struct engine *engine = &state->engine;
	const void *position = engine->step.run.state;
	int made = 0;

	*whole = false;
	for (int seat = 0; made < count; seat++) {
		struct decision *decision = &decisions[made];

		if (!program_game_asks(engine->game, position, seat))
			continue;
		made++;
		decision_begin(decision, engine, seat);
		decision_question(decision);
		if (ask_seat(state, decision, NULL, err) != 0)
			return -1;
		if (!decision->answered || decision->fault != FAULT_NONE)
			return 0;
	}
	*whole = true;
	return 0;
}

/* Hands all moves to the program, until it accepts them or a seat has a fault;
   then logs and makes them. */
static int judge_all(struct match_state *state, struct decision *decisions,
		     int count, struct error *err)
{
	struct engine *engine = &state->engine;
	const cJSON *moves[GAME_SEATS_MAX];
	struct decision *wrong;
	struct error why;
	int seat;

	for (;;) {
		for (int i = 0; i < count; i++)
			moves[i] = decisions[i].chosen;
		if (program_game_try(engine->step.run.state, moves, &seat,
				     &why) == 0)
			break;
		if (seat < 0)
			return program_game_check(engine->game, err);
		for (wrong = decisions; wrong->seat != seat; wrong++)
			;
		wrong->fault = FAULT_ILLEGAL;
		wrong->why = why;
		if (log_step_retries(&engine->step, seat) <= 0) {
			take_fault(state, seat, FAULT_ILLEGAL, why.text);
			return 0;
		}
		if (ask_seat(state, wrong, why.text, err) != 0)
			return -1;
		if (!wrong->answered || wrong->fault != FAULT_NONE)
			return 0;
	}
	engine_moves(engine, moves, count);
	return 0;
}

static int decide_together(struct match_state *state, int count,
			   struct error *err)
{
	struct decision decisions[GAME_SEATS_MAX] = {0};
	bool whole;
	int result = ask_all(state, decisions, count, &whole, err);

	if (result == 0 && whole)
		result = judge_all(state, decisions, count, err);
	for (int i = 0; i < count; i++)
		cJSON_Delete(decisions[i].chosen);
	return result != 0 ? -1 : take_faults(state, false, err);
}

static int decide(struct match_state *state, int seat, struct error *err)
{
	struct engine *engine = &state->engine;
	struct match_run *run = state->run;
	struct timing *timing = &run->timing;
	int entrant = engine_entrant(engine, seat);
	const int count = program_game_deciders(engine->game,
						engine->step.run.state);
	struct decision decision;

	if (count > 1)
		return decide_together(state, count, err);
	if (is_scripted(state, seat))
		return decide_scripted(state, seat, err) != 0 ? -1 :
			take_faults(state, false, err);
	if (decision_make(&decision, engine, seat, state->retries, err) != 0)
		return -1;
	timing->think_us[entrant] += decision.thought_us;
	timing->answers[entrant] += decision.asked;
	if (decision.fault != FAULT_NONE && make_void(state, seat))
		return -1;
	if (decision.fault != FAULT_NONE)
		take_fault(state, seat, decision.fault, decision.why.text);
	return take_faults(state, false, err);
}

static int end_game(struct match_state *state, struct error *err)
{
	struct match_run *run = state->run;
	struct engine *engine = &state->engine;

	if (engine_end_game(engine, err) != 0)
		return -1;
	if (state->match->processes == PROCESSES_GAME)
		for (int seat = 0; seat < engine->seats; seat++)
			players_end(&engine->players,
				    engine_process(engine, seat));
	if (run->progress != NULL)
		run->progress(run->context, engine->step.games,
			      state->match->boards *
			      (uint32_t)state->match->rotations);
	return 0;
}

static int play_game(struct match_state *state, struct error *err)
{
	struct engine *engine = &state->engine;
	int seat;

	if (start_rotation(state, engine->rotation, err) != 0 ||
	    players_ready(&engine->players, err) != 0)
		return -1;
	engine->players.game = engine->step.games + 1;
	engine_begin_game(engine);
	if (take_faults(state, true, err) != 0 ||
	    matchlog_flush(engine->log, err) != 0)
		return -1;
	state->run->begun = true;
	engine_announce_game(engine);
	while ((seat = engine_turn(engine)) >= 0)
		if (decide(state, seat, err) != 0)
			return -1;
	return program_game_check(engine->game, err) != 0 ? -1 :
		end_game(state, err);
}

/* ### the match */

static int play_games(struct match_state *state, struct error *err)
{
	struct engine *engine = &state->engine;

	while (engine->step.stage != LOG_STAGE_CLOSE) {
		if (state->run->stop != NULL && *state->run->stop > 0)
			return error_set(err, "interrupted");
		engine->rotation = log_step_rotation(&engine->step);
		if (play_game(state, err) != 0)
			return -1;
	}
	return 0;
}

static int begin_match(struct match_state *state, struct error *err)
{
	struct engine *engine = &state->engine;
	struct json_writer *line = &engine->line;

	json_clear(line);
	engine->header.key = state->run->key->public;
	if (state->run->resume.going_on)
		logline_resume(line, engine->step.games);
	else
		logline_match(line, &engine->header);
	matchlog_add(engine->log, &line->out);
	return matchlog_flush(engine->log, err);
}

/* Writes `close` to the log, before any bot is sent the secret. */
static int close_match(struct match_state *state, struct error *err)
{
	struct engine *engine = &state->engine;

	engine_add_due(engine);
	return matchlog_flush(engine->log, err);
}

static int init_players(struct match_state *state, struct error *err)
{
	const struct match_run *run = state->run;
	struct engine *engine = &state->engine;

	if (players_init(&engine->players,
			 state->match->rotations * engine->seats,
			 run->hosting, run->keeper, run->trace, run->stop,
			 err) != 0)
		return -1;
	engine->players.stops_most = run->ends_game ? 2 : 1;
	return 0;
}

/* Plays from the point in `resume` to the end, or until a game is void: then
   `resume` is set to go on from there. */
static int play_on(struct match_run *run, bool *is_void, struct error *err)
{
	const struct match_config *match = run->match;
	struct match_state state = {
		.run = run, .match = match,
		.retries = rules_value(match->game, match->rule,
				       "illegal_retries"),
	};
	int result = -1;

	engine_init(&state.engine, match, run->secret, run->log);
	state.engine.step.watch = run->watch;
	memcpy(state.engine.step.faults, run->resume.faults,
	       sizeof run->resume.faults);
	log_step_go_on(&state.engine.step, run->resume.games,
		       run->resume.board_open);
	if (init_players(&state, err) == 0 && start_first(&state, err) == 0 &&
	    begin_match(&state, err) == 0 &&
	    players_ready(&state.engine.players, err) == 0 &&
	    play_games(&state, err) == 0 && close_match(&state, err) == 0) {
		engine_bye(&state.engine);
		result = matchlog_sign(run->log, run->key, &run->digest, err);
	}
	*is_void = state.is_void;
	if (state.is_void) {
		log_step_abandon(&state.engine.step);
		run->resume = log_step_resume(&state.engine.step);
	}
	engine_release(&state.engine);
	return result;
}

int match_play(struct match_run *run, struct error *err)
{
	bool is_void;
	int result;

	if (run->resume.closed)
		return matchlog_sign(run->log, run->key, &run->digest, err);
	do
		result = play_on(run, &is_void, err);
	while (is_void);
	return result;
}
