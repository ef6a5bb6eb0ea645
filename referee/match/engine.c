/*
 * engine.c - the games of a match, one after another: dice, log lines, and
 * lines to the bots.
 */
#include "match/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* ### the log */

void engine_end_event(struct engine *engine)
{
	size_t size;
	const char *bytes = matchlog_end(engine->log, &size);

	text_append(&engine->lines, bytes, size + 1);
}

void engine_end_frame(struct engine *engine)
{
	size_t size;

	matchlog_end(engine->log, &size);
}

/* ### the watch */

static void step_begins(struct engine *engine)
{
	const size_t size = engine->game->state_size;

	if (engine->watch == NULL)
		return;
	if (engine->before == NULL)
		engine->before = memory_new(1, size);
	memcpy(engine->before, engine->run.state, size);
}

static void step_ended(const struct engine *engine)
{
	MATCH_WATCH(engine->watch, after, engine->before, engine->run.state);
}

/* What was said with a move; NULL: nothing, or there is no watch. */
static cJSON *said_tree(const struct engine *engine)
{
	const struct text *said = &engine->said.out;

	return engine->watch != NULL && said->length > 0 ?
		json_parse(said->bytes, said->length) : NULL;
}

/* ### lines for bots */

/* Writes the parts of hello that are the same for every bot. */
static void write_hello_parts(struct engine *engine)
{
	const struct match_config *match = engine->match;
	struct json_writer w = {0};

	rules_write(engine->game, match->rule, &w);
	snprintf(engine->rules, sizeof engine->rules, "%s",
		 text_string(&w.out));
	json_clear(&w);
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
	text_release(&w.out);
}

void engine_alter(struct engine *engine)
{
	if (engine->alter != NULL)
		engine->alter(engine->context, &engine->line.out);
}

static bool has_bot(struct engine *engine, int seat)
{
	return !engine->out[seat] &&
		engine_player(engine, seat)->state != PLAYER_OFF;
}

static void send_line(struct engine *engine, int seat)
{
	engine_alter(engine);
	players_send(&engine->players, engine_process(engine, seat),
		     engine->line.out.bytes, engine->line.out.length);
}

int engine_start(struct engine *engine, int seat, struct error *err)
{
	const struct match_config *match = engine->match;
	const char *names[GAME_SEATS_MAX];
	struct hello hello = {
		.game = engine->game->name, .rules = engine->rules,
		.seats = engine->seats, .names = names, .seat = seat,
		.limits = &match->limits, .dice = engine->dice,
	};

	for (int s = 0; s < engine->seats; s++)
		names[s] = match->entrant[engine_entrant(engine, s)].name;
	json_clear(&engine->line);
	protocol_hello(&engine->line, &hello);
	engine_alter(engine);
	return players_start(&engine->players, engine_process(engine, seat),
			     engine_entrant(engine, seat), seat,
			     engine->line.out.bytes, engine->line.out.length,
			     err);
}

void engine_announce_game(struct engine *engine)
{
	struct json_writer *anchors = &engine->view;
	uint64_t seed;

	json_clear(anchors);
	json_open(anchors, '[');
	for (int stream = 0; stream <= engine->seats; stream++)
		json_hex(anchors,
			 hash_chains_anchor(&engine->chains, stream, 0)->bytes,
			 HASH_SIZE);
	json_close(anchors, ']');
	for (int seat = 0; seat < engine->seats; seat++) {
		players_game(&engine->players, engine_process(engine, seat));
		if (!has_bot(engine, seat))
			continue;
		seed = dice_bot_seed(engine->secret, engine->board,
				     (uint32_t)seat);
		json_clear(&engine->line);
		protocol_game(&engine->line, engine->board,
			      engine->match->boards, seed, anchors->out.bytes,
			      anchors->out.length);
		send_line(engine, seat);
	}
}

static void send_over(struct engine *engine, const int *scores,
		      const int *ranks, enum ending ending)
{
	for (int seat = 0; seat < engine->seats; seat++) {
		const char *events = engine->lines.bytes +
			engine->heard[seat];

		if (!has_bot(engine, seat))
			continue;
		if (!engine_player(engine, seat)->wishes.events)
			events = NULL;
		json_clear(&engine->line);
		protocol_over(&engine->line, events,
			      engine->lines.length - engine->heard[seat],
			      engine->seats, scores, ranks,
			      game_ending_word(ending));
		send_line(engine, seat);
	}
}

void engine_bye(struct engine *engine)
{
	char secret[HASH_HEX_SIZE + 1];

	hash_to_hex(engine->secret, secret);
	json_clear(&engine->line);
	protocol_bye(&engine->line, secret);
	engine_alter(engine);
	players_finish(&engine->players, engine->line.out.bytes,
		       engine->line.out.length);
}

/* ### games */

void engine_set_board(struct engine *engine, uint32_t board, int rotation)
{
	engine->board = board;
	engine->rotation = rotation;
	if (engine->chains.board != board)
		hash_chains_set_board(&engine->chains, board);
}

void engine_begin_game(struct engine *engine)
{
	game_run_begin(&engine->run);
	text_clear(&engine->lines);
	memset(engine->heard, 0, sizeof engine->heard);
	memset(engine->out, 0, sizeof engine->out);
	memset(engine->used_us, 0, sizeof engine->used_us);
	logline_game(engine_line(engine), engine->board, engine->rotation,
		     engine->seats);
	engine_end_frame(engine);
	MATCH_WATCH(engine->watch, begin, (engine->board - 1) *
		    (uint32_t)engine->match->rotations +
		    (uint32_t)engine->rotation + 1, engine->board,
		    engine->rotation);
}

static void roll_dice(struct engine *engine)
{
	struct roll roll;

	game_run_roll(&engine->run, &roll);
	if (roll.new_chain) {
		logline_chain(engine_line(engine), roll.stream, roll.chain,
			      hash_chains_anchor(&engine->chains, roll.stream,
						 roll.chain));
		engine_end_event(engine);
	}
	logline_draw(engine_line(engine), roll.stream, roll.k, roll.dice,
		     roll.sides, roll.value, &roll.link);
	engine_end_event(engine);
	step_begins(engine);
	MATCH_WATCH(engine->watch, roll, &roll);
	engine->game->land(engine->run.state, roll.value);
	step_ended(engine);
}

int engine_turn(struct engine *engine)
{
	int seat;

	while ((seat = engine->game->turn(engine->run.state)) ==
	       GAME_CHANCE)
		roll_dice(engine);
	engine->legal_count = 0;
	return seat;
}

void engine_write_view(struct engine *engine, int seat)
{
	json_clear(&engine->view);
	engine->game->view(engine->run.state, seat, &engine->view);
}

void engine_find_legal(struct engine *engine)
{
	const struct game *game = engine->game;

	if (engine->legal_count == 0)
		engine->legal_count = game->legal(engine->run.state,
						  engine->legal);
}

void engine_write_legal(struct engine *engine)
{
	engine_find_legal(engine);
	json_clear(&engine->moves);
	json_open(&engine->moves, '[');
	for (int i = 0; i < engine->legal_count; i++)
		engine->game->show_move(engine->run.state,
					engine->legal[i], &engine->moves);
	json_close(&engine->moves, ']');
}

void engine_move(struct engine *engine, int seat, int move)
{
	const struct game *game = engine->game;
	void *state = engine->run.state;
	cJSON *said;

	json_clear(&engine->view);
	game->show_move(state, move, &engine->view);
	json_clear(&engine->said);
	if (game->said != NULL)
		game->said(state, move, &engine->said);
	logline_move(engine_line(engine), seat, engine->view.out.bytes,
		     engine->view.out.length, engine->said.out.bytes,
		     engine->said.out.length);
	engine_end_event(engine);
	said = said_tree(engine);
	step_begins(engine);
	MATCH_WATCH(engine->watch, move, seat, move,
		    said != NULL ? said->valuestring : NULL);
	game->apply(state, move);
	step_ended(engine);
	cJSON_Delete(said);
}

void engine_again(struct engine *engine, int seat)
{
	logline_again(engine_line(engine), seat);
	engine_end_event(engine);
	MATCH_WATCH(engine->watch, again, seat);
}

void engine_fault(struct engine *engine, int seat, enum fault fault,
		  const char *detail)
{
	const struct game *game = engine->game;

	logline_fault(engine_line(engine), seat, fault_words[fault], detail);
	engine_end_event(engine);
	step_begins(engine);
	MATCH_WATCH(engine->watch, fault, seat, fault_words[fault], detail);
	engine->out[seat] = true;
	if (game->turn(engine->run.state) != GAME_OVER)
		game->out(engine->run.state, seat);
	step_ended(engine);
}

int engine_end_game(struct engine *engine, struct error *err)
{
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];
	enum ending ending = engine->game->score(engine->run.state,
						 scores, ranks);

	logline_over(engine_line(engine), engine->seats, scores, ranks,
		     game_ending_word(ending));
	engine_end_frame(engine);
	if (matchlog_flush(engine->log, err) != 0)
		return -1;
	MATCH_WATCH(engine->watch, over, scores, ranks,
		    game_ending_word(ending));
	send_over(engine, scores, ranks, ending);
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
	/* Bots that ask for events get a list even if nothing happened yet. */
	text_reserve(&engine->lines, 1);
	write_hello_parts(engine);
	hash_chains_init(&engine->chains, secret, &match->salt, match->links,
			 engine->seats + 1);
	game_run_init(&engine->run, match->game, engine->seats, match->rule,
		      &engine->chains);
}

void engine_release(struct engine *engine)
{
	players_release(&engine->players);
	game_run_release(&engine->run);
	hash_chains_release(&engine->chains);
	free(engine->before);
	text_release(&engine->lines);
	text_release(&engine->line.out);
	text_release(&engine->view.out);
	text_release(&engine->moves.out);
	text_release(&engine->said.out);
}
