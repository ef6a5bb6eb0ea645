/*
 * log_step.c - one way through a match log: which line is due next, and what
 * each line changes.
 */
#define _GNU_SOURCE
#include "match/log_step.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"
#include "games/games.h"
#include "games/rules.h"

/* ### one game in progress */

void game_run_init(struct game_run *run, const struct game *game, int seats,
		   const int *rule, struct hash_chains *chains)
{
	assert(seats <= GAME_SEATS_MAX);
	*run = (struct game_run){
		.game = game, .seats = seats, .chains = chains,
		.state = memory_new(1, game->state_size),
	};
	memcpy(run->rule, rule, sizeof run->rule);
}

void game_run_begin(struct game_run *run)
{
	struct error err;
	int result = game_begin(run->game, run->state, run->seats, run->rule,
				&err);

	assert(result == 0);
	memset(run->cursor, 0, sizeof run->cursor);
	memset(run->chain, 0, sizeof run->chain);
}

void game_run_roll(const struct game_run *run, struct roll *roll)
{
	const struct draw due = run->game->due(run->state);
	struct dice_cursor cursor;

	assert(due.dice >= 1 && due.dice <= GAME_DICE_MAX);
	assert(due.stream >= 0 &&
	       due.stream < game_streams(run->game, run->seats));
	cursor = run->cursor[due.stream];
	roll->stream = due.stream;
	roll->k = dice_cursor_next(&cursor, run->game->stride, due.turn);
	roll->chain = (roll->k - 1) / run->chains->links;
	roll->new_chain = roll->chain != run->chain[due.stream];
	roll->dice = due.dice;
	roll->sides = due.sides;
	roll->link = *hash_chains_link(run->chains, due.stream, roll->k);
	dice_values(&run->chains->salt, &roll->link, due.dice, due.sides,
		    roll->value);
}

void game_run_land(struct game_run *run, const struct roll *roll)
{
	run->cursor[roll->stream].k = roll->k;
	run->chain[roll->stream] = roll->chain;
	run->game->land(run->state, roll->value);
}

void game_run_release(struct game_run *run)
{
	free(run->state);
	*run = (struct game_run){0};
}

enum { RETRIES_FRESH = -1 };

/* A new decision: all illegal answers may be taken back again. */
static void fresh_retries(struct log_step *step)
{
	for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
		step->retries[seat] = RETRIES_FRESH;
}

/* ### the watch */

/* A step begins: keeps the state if it is watched.  Returns whether it is. */
static bool step_begins(struct log_step *step)
{
	const size_t size = step->run.game->state_size;

	if (step->watch == NULL || step->watch->step == NULL)
		return false;
	if (step->before == NULL)
		step->before = memory_new(1, size);
	memcpy(step->before, step->run.state, size);
	return true;
}

/* What began as a step is made. */
static void step_ended(const struct log_step *step, struct step made)
{
	made.before = step->before;
	made.after = step->run.state;
	MATCH_WATCH(step->watch, step, &made);
}

/* ### the position in the log */

uint32_t log_step_board(const struct log_step *step)
{
	return step->games / (uint32_t)step->header->rotations + 1;
}

int log_step_rotation(const struct log_step *step)
{
	return (int)(step->games % (uint32_t)step->header->rotations);
}

static int entrant_of(const struct log_step *step, int seat)
{
	return game_place(seat, log_step_rotation(step), step->run.seats);
}

bool log_step_forfeits(const struct log_step *step, int entrant)
{
	return step->faults[entrant] + step->new_faults[entrant] >=
		(uint32_t)step->rules.limits.value[LIMIT_FAULTS_MAX];
}

/* The first seat whose forfeit is missing, or -1. */
static int forfeit_due(const struct log_step *step)
{
	for (int seat = 0; seat < step->run.seats; seat++)
		if (!step->out[seat] &&
		    log_step_forfeits(step, entrant_of(step, seat)))
			return seat;
	return -1;
}

static void go_to(struct log_step *step, enum log_stage stage)
{
	step->stage = stage;
	step->ready = false;
	step->rolled = step->chained = false;
}

/* Finds the game: one of ours, or that of the program, or what the first line
   tells of it. */
static int find_game(struct log_rules *rules,
		     const struct logline_header *header,
		     const struct program_game *program, struct error *err)
{
	rules->game = games_find(header->game);
	if (!header->programmed)
		return rules->game != NULL ? 0 :
			error_set(err, "a game unknown to this version");
	if (program == NULL) {
		rules->told = program_game_told(header->game, header->entrants,
			json_get(header->tree, "rules"), (enum result)
			words_find(game_result_words, header->program.result),
			header->stride, header->program.hidden, err);
		if (rules->told == NULL)
			return -1;
		program = rules->told;
	}
	rules->game = program_game_of(program);
	if (strcmp(rules->game->name, header->game) != 0)
		return error_set(err, "the log is of the game %s, and the "
				 "program has %s", header->game,
				 rules->game->name);
	if (rules->game->hidden != header->program.hidden ||
	    strcmp(game_result_words[program_game_result(program)],
		   header->program.result) != 0)
		return error_set(err, "\"result\" or \"hidden\" is not that "
				 "of the program");
	return 0;
}

/* Reads the game, its rules and the limits in the first line, and checks that
   they are possible. */
static int read_rules(struct log_rules *rules,
		      const struct logline_header *header,
		      const struct program_game *program, struct error *err)
{
	struct json_at top = { .name = "match", .index = -1,
			       .value = header->tree };
	struct json_at options = json_at_key(&top, "rules");
	struct json_at limits = json_at_key(&top, "limits");

	if (find_game(rules, header, program, err) != 0)
		return -1;
	limits_defaults(&rules->limits);
	if (rules_set_json(rules->game, &options, true, rules->rule,
			   err) != 0 ||
	    rules_check(rules->game, header->entrants, rules->rule,
			err) != 0 ||
	    limits_set_json(&rules->limits, &limits, err) != 0)
		return -1;
	if (header->rotations > header->entrants)
		return error_set(err, "more rotations than seats");
	return header->stride == rules->game->stride ? 0 :
		error_set(err, "the stride is not that of the game");
}

int log_step_init(struct log_step *step, const struct logline_header *header,
		  const struct program_game *program, struct error *err)
{
	*step = (struct log_step){ .header = header };
	return read_rules(&step->rules, header, program, err);
}

void log_step_begin(struct log_step *step, const struct hash *secret)
{
	const struct logline_header *header = step->header;

	if (secret != NULL)
		hash_chains_init(&step->chains, secret, &header->salt,
				 header->links,
				 game_streams(step->rules.game,
					      header->entrants));
	game_run_init(&step->run, step->rules.game, header->entrants,
		      step->rules.rule, secret != NULL ? &step->chains : NULL);
	go_to(step, LOG_STAGE_BOARD);
}

static bool believes(const struct log_step *step)
{
	return step->run.chains == NULL;
}

static bool has_all_games(const struct log_step *step)
{
	return step->games == (uint64_t)step->header->boards *
		(uint64_t)step->header->rotations;
}

void log_step_go_on(struct log_step *step, uint32_t games, bool board_open)
{
	step->games = games;
	go_to(step, has_all_games(step) ? LOG_STAGE_CLOSE :
	      board_open || log_step_rotation(step) > 0 ? LOG_STAGE_GAME :
	      LOG_STAGE_BOARD);
	if (!believes(step) && step->stage == LOG_STAGE_GAME &&
	    step->chains.board != log_step_board(step))
		hash_chains_set_board(&step->chains, log_step_board(step));
}

/* ### what is due */

static void due_roll(struct log_step *step)
{
	const struct roll *roll = &step->roll;

	if (!step->rolled)
		game_run_roll(&step->run, &step->roll);
	step->rolled = true;
	if (roll->new_chain && !step->chained)
		logline_chain(&step->line, roll->stream, roll->chain,
			      hash_chains_anchor(&step->chains, roll->stream,
						 roll->chain));
	else
		logline_draw(&step->line, roll->stream, roll->k, roll->dice,
			     roll->sides, roll->value, &roll->link,
			     game_stream_hidden_to(roll->stream,
						   step->run.seats));
}

/* Does nobody here know the rules? */
static bool is_told(const struct log_step *step)
{
	return program_game_is_told(step->run.game);
}

static void expect(struct log_step *step, const char *what, int seat)
{
	text_add(&step->line.out, what);
	json_int(&step->line, seat);
}

static enum log_due due_told(struct log_step *step, const char *what)
{
	text_add(&step->line.out, what);
	return LOG_DUE_TOLD;
}

static enum log_due due_in_game(struct log_step *step)
{
	const struct game *game = step->run.game;
	const int turn = game->turn(step->run.state);
	const int forfeit = forfeit_due(step);

	if (forfeit >= 0) {
		expect(step, "the forfeit of seat ", forfeit);
		return LOG_DUE_FORFEIT;
	}
	if (is_told(step))
		return due_told(step, "a line of the game");
	if (turn == GAME_CHANCE) {
		if (believes(step))
			return due_told(step, "a roll");
		due_roll(step);
	} else if (turn == GAME_OVER) {
		step->ending = game->score(step->run.state, step->scores,
					   step->ranks);
		logline_over(&step->line, step->run.seats, step->scores,
			     step->ranks, game_ending_word(step->ending));
	} else {
		expect(step, "a move of seat ", turn);
		return LOG_DUE_MOVE;
	}
	return LOG_DUE_LINE;
}

static enum log_due find_due(struct log_step *step)
{
	json_clear(&step->line);
	switch (step->stage) {
	case LOG_STAGE_BOARD:
		if (believes(step))
			return due_told(step, "a board line");
		hash_chains_set_board(&step->chains, log_step_board(step));
		logline_board(&step->line, &step->chains);
		break;
	case LOG_STAGE_GAME:
		logline_game(&step->line, log_step_board(step),
			     log_step_rotation(step), step->run.seats);
		break;
	case LOG_STAGE_PLAY:
		return due_in_game(step);
	case LOG_STAGE_CLOSE:
		if (believes(step))
			return due_told(step, "a close line");
		logline_close(&step->line, &step->chains.secret, step->games);
		break;
	case LOG_STAGE_SIGN:
		text_add(&step->line.out, "the sign line");
		return LOG_DUE_SIGN;
	}
	return LOG_DUE_LINE;
}

enum log_due log_step_due(struct log_step *step)
{
	if (!step->ready)
		step->due = find_due(step);
	step->ready = true;
	return step->due;
}

/* ### the line that was due */

bool log_step_is_due(struct log_step *step, const char *line, size_t size)
{
	const struct text *want = &step->line.out;

	return log_step_due(step) == LOG_DUE_LINE && size == want->length &&
		memcmp(line, want->bytes, size) == 0;
}

static void begin_game(struct log_step *step)
{
	game_run_begin(&step->run);
	memset(step->new_faults, 0, sizeof step->new_faults);
	memset(step->out, 0, sizeof step->out);
	step->opening = true;
	step->opener = -1;
	fresh_retries(step);
	MATCH_WATCH(step->watch, begin, step);
	go_to(step, LOG_STAGE_PLAY);
}

static void pass_roll(struct log_step *step)
{
	if (step->roll.new_chain && !step->chained) {
		step->chained = true;
		step->ready = false;
		return;
	}
	step->opening = false;
	step->rolls++;
	step_begins(step);
	game_run_land(&step->run, &step->roll);
	step_ended(step, (struct step){ .kind = STEP_ROLL,
		.roll = &step->roll });
	go_to(step, LOG_STAGE_PLAY);
}

static void pass_over(struct log_step *step)
{
	MATCH_WATCH(step->watch, over, step);
	for (int i = 0; i < step->run.seats; i++)
		step->faults[i] += step->new_faults[i];
	memset(step->new_faults, 0, sizeof step->new_faults);
	log_step_go_on(step, step->games + 1, false);
}

void log_step_pass(struct log_step *step)
{
	switch (step->stage) {
	case LOG_STAGE_BOARD:
		go_to(step, LOG_STAGE_GAME);
		break;
	case LOG_STAGE_GAME:
		begin_game(step);
		break;
	case LOG_STAGE_PLAY:
		if (step->rolled)
			pass_roll(step);
		else
			pass_over(step);
		break;
	case LOG_STAGE_CLOSE:
	case LOG_STAGE_SIGN:
		go_to(step, LOG_STAGE_SIGN);
		break;
	}
}

/* ### moves */

/* What is said with a move; NULL: nothing. */
static const char *said_with(struct log_step *step, int move)
{
	const struct game *game = step->run.game;

	text_clear(&step->said);
	return game->said != NULL &&
		game->said(step->run.state, move, &step->said) ?
		text_string(&step->said) : NULL;
}

void log_step_write_move(struct log_step *step, int move)
{
	const struct game *game = step->run.game;
	struct json_writer *parts = &step->scratch;

	json_clear(parts);
	game->show_move(step->run.state, move, parts);
	step->ready = false;
	json_clear(&step->line);
	logline_move(&step->line, game->turn(step->run.state), parts->out.bytes,
		     parts->out.length, said_with(step, move));
}

bool log_step_reads_move(struct log_step *step, const char *line, size_t size,
			 int *move)
{
	const struct game_run *run = &step->run;
	const cJSON *written;
	struct error ignored;

	if (size >= LOG_LINE_MAX)
		return false;
	arena_clear(&step->arena);
	written = json_get(json_read_in(&step->arena, line, size,
					LOG_DEPTH_MAX, 0, &ignored), "move");
	if (!cJSON_IsObject(written) ||
	    run->game->read_move(run->state, written, move, &ignored) != 0)
		return false;
	log_step_write_move(step, *move);
	return size == step->line.out.length &&
		memcmp(line, step->line.out.bytes, size) == 0;
}

static void make_move(struct log_step *step, int seat, int move)
{
	const struct game *game = step->run.game;
	struct step made = { .kind = STEP_MOVE, .move = move, .seat = seat };

	step->opening = false;
	step->decisions++;
	if (step_begins(step))
		made.said = said_with(step, move);
	game->apply(step->run.state, move);
	fresh_retries(step);
	step_ended(step, made);
	go_to(step, LOG_STAGE_PLAY);
}

void log_step_move(struct log_step *step, int move)
{
	make_move(step, step->run.game->turn(step->run.state), move);
}

/* ### lines that nobody can predict */

/* How many more illegal answers of the seat do not count as faults. */
int log_step_retries(const struct log_step *step, int seat)
{
	return step->retries[seat] != RETRIES_FRESH ? step->retries[seat] :
		rules_value(step->run.game, step->run.rule,
			    "illegal_retries");
}

/* Is the seat one that has to decide?  Nobody knows without the rules. */
static bool asks(const struct log_step *step, int seat)
{
	return is_told(step) ||
		program_game_asks(step->run.game, step->run.state, seat);
}

/*
 * Can the referee have written this fault here?  Right after `game` it logs the
 * faults of all seats in seat order, even if the first one ends the game;
 * `first`: this may be one of them.  Returns NULL, or what is wrong.
 */
static const char *why_no_fault(const struct log_step *step, int seat,
				enum fault fault, bool first)
{
	int turn = step->run.game->turn(step->run.state);
	bool forfeits = log_step_forfeits(step, entrant_of(step, seat));

	if (!first && turn == GAME_OVER)
		return "a fault in a game that is over";
	if ((fault == FAULT_FORFEIT) != forfeits)
		return forfeits ? "a fault of an entrant whose games are "
			"forfeit" : "a forfeit of an entrant with fewer "
			"faults than faults_max";
	if (!first && (fault == FAULT_FORFEIT || fault == FAULT_START))
		return "a fault that belongs to the beginning of a game, in "
			"the order of seats";
	/* A waiting bot can exit, write unasked or not read, but it cannot give
	   a wrong answer, except to hello at the beginning. */
	if (!asks(step, seat) && (fault == FAULT_ILLEGAL ||
			     (fault == FAULT_GARBLED && !first)))
		return "a wrong answer of a seat that was not asked";
	if (fault == FAULT_ILLEGAL && log_step_retries(step, seat) > 0)
		return "an illegal answer that illegal_retries lets the seat "
			"take back";
	return NULL;
}

static int number(const cJSON *tree, const char *key)
{
	return (int)json_get(tree, key)->valuedouble;
}

static const char *word(const cJSON *tree, const char *key)
{
	return json_get(tree, key)->valuestring;
}

static int refuse(struct error *err, const char *why)
{
	return error_set(err, "%s", why);
}

/* Another line than the one that is due, which `line` has. */
static int refuse_other(struct log_step *step, const char *line, size_t size,
			struct error *err)
{
	const struct text *due = &step->line.out;
	struct foreign shown;
	size_t same = 0;

	error_set(err, "expected %s, found %s", text_string(&step->line.out),
		  printable_foreign(&shown, line, size));
	if (size >= LOG_LINE_MAX)
		return -1;      /* more than `line` has */
	while (same < size && same < due->length &&
	       line[same] == due->bytes[same])
		same++;
	if (same == due->length && same + 1 == size && line[same] == '\r')
		return error_add(err, ", with " TEXT_CR_LF);
	return error_add(err, "; byte %zu is the first that differs", same + 1);
}

/* May a fault of this seat be one of those right after `game`? */
static bool may_open(const struct log_step *step, int seat)
{
	return step->opening && seat > step->opener;
}

static enum fault fault_of(const cJSON *tree)
{
	return (enum fault)words_find(fault_words, word(tree, "fault"));
}

/* Counts a fault and tells the watch. */
static void note_fault(struct log_step *step, int seat, enum fault fault,
		       const char *detail)
{
	if (fault != FAULT_FORFEIT)
		step->new_faults[entrant_of(step, seat)]++;
	MATCH_WATCH(step->watch, fault, seat, fault, detail);
}

void log_step_fault(struct log_step *step, int seat, enum fault fault,
		    const char *detail)
{
	const struct game *game = step->run.game;
	const int turn = game->turn(step->run.state);

	step->opening = may_open(step, seat) && fault != FAULT_ILLEGAL;
	step->opener = seat;
	step->out[seat] = true;
	step_begins(step);
	note_fault(step, seat, fault, detail);
	if (turn != GAME_OVER)
		game->out(step->run.state, seat);
	if (is_told(step) || game->turn(step->run.state) != turn)
		fresh_retries(step);
	step_ended(step, (struct step){ .kind = STEP_FAULT, .seat = seat,
		.fault = fault, .detail = detail });
	go_to(step, LOG_STAGE_PLAY);
}

/* A fault is a claim of the referee, but parts of it can be checked. */
static int take_fault(struct log_step *step, const cJSON *tree,
		      struct error *err)
{
	const int seat = number(tree, "seat");
	const enum fault fault = fault_of(tree);
	const char *why = program_game_half_decided(step->run.game,
						    step->run.state) ?
		"a fault between moves that are made at the same time" :
		why_no_fault(step, seat, fault, may_open(step, seat));

	if (why != NULL)
		return refuse(err, why);
	log_step_fault(step, seat, fault, word(tree, "detail"));
	return 0;
}

void log_step_again(struct log_step *step, int seat)
{
	step->retries[seat] = log_step_retries(step, seat) - 1;
	step->opening = false;
	MATCH_WATCH(step->watch, again, seat);
}

static int take_again(struct log_step *step, const cJSON *tree,
		      struct error *err)
{
	const int seat = number(tree, "seat");

	if (seat >= step->run.seats || step->out[seat] || !asks(step, seat) ||
	    program_game_half_decided(step->run.game, step->run.state))
		return refuse(err, "an answer taken back by a seat that was "
			      "not asked");
	if (log_step_retries(step, seat) <= 0)
		return refuse(err, "more answers taken back than "
			      "illegal_retries allows");
	log_step_again(step, seat);
	return 0;
}

void log_step_abandon(struct log_step *step)
{
	if (step->stage != LOG_STAGE_PLAY)
		return;
	step->abandoned++;
	if (step->watch != NULL && step->watch->abandoned != NULL)
		step->watch->abandoned(step->watch->context);
	go_to(step, LOG_STAGE_GAME);
}

static int take_resume(struct log_step *step, const cJSON *tree,
		       struct error *err)
{
	log_step_abandon(step);
	if ((uint32_t)number(tree, "games") != step->games)
		return refuse(err, "a resume with the wrong number of finished "
			      "games");
	step->resumes++;
	return 0;
}

/* Is the content of the line the same as that of the one in `step->line`? */
static bool is_same(struct log_step *step, const cJSON *tree)
{
	arena_clear(&step->arena);
	return cJSON_Compare(json_parse_in(&step->arena, step->line.out.bytes,
					   step->line.out.length), tree, true);
}

static int take_move(struct log_step *step, const cJSON *tree,
		     const char *line, size_t size, struct error *err)
{
	const struct game_run *run = &step->run;
	int move;

	if (number(tree, "seat") != run->game->turn(run->state))
		return refuse(err, "a move of a seat that is not on turn");
	if (run->game->read_move(run->state, json_get(tree, "move"), &move,
				 err) != 0)
		return error_at(err, "no legal move");
	log_step_write_move(step, move);
	if (!is_same(step, tree))
		return refuse_other(step, line, size, err);
	log_step_move(step, move);
	return 0;
}

/* ### lines that are believed */

static void read_numbers(const cJSON *list, int count, int *number)
{
	const cJSON *item = list->child;

	for (int i = 0; i < count; i++, item = item != NULL ? item->next : NULL)
		number[i] = item != NULL ? (int)item->valuedouble : 0;
}

static int take_told_roll(struct log_step *step, const cJSON *tree,
			  struct error *err)
{
	const struct draw due = step->run.game->due(step->run.state);
	const cJSON *values = json_get(tree, "v");
	struct roll roll = { .stream = number(tree, "s"), .dice = due.dice,
		.sides = due.sides };
	char dice[32];

	snprintf(dice, sizeof dice, "%dd%d", due.dice, due.sides);
	if (roll.stream != due.stream || strcmp(word(tree, "dice"), dice) != 0 ||
	    cJSON_GetArraySize(values) != due.dice)
		return refuse(err, "the dice do not match the ones due");
	read_numbers(values, due.dice, roll.value);
	for (int i = 0; i < due.dice; i++)
		if (roll.value[i] < 1 || roll.value[i] > due.sides)
			return refuse(err, "a number that is not on the die");
	step->roll = roll;
	pass_roll(step);
	return 0;
}

/* ### a game whose rules nobody here knows: its dice are checked, its moves and
   its result are believed */

static int take_unknown_chain(struct log_step *step, const cJSON *tree,
			      const char *line, size_t size, struct error *err)
{
	struct game_run *run = &step->run;
	const int stream = number(tree, "s");
	const uint32_t chain = (uint32_t)json_get(tree, "c")->valuedouble;

	if (step->chained ||
	    stream >= game_streams(run->game, run->seats) ||
	    chain <= run->chain[stream])
		return refuse(err, "a chain that is not due");
	step->chained = true;
	step->roll = (struct roll){ .stream = stream, .chain = chain,
				    .new_chain = true };
	if (believes(step))
		return 0;
	json_clear(&step->line);
	logline_chain(&step->line, stream, chain,
		      hash_chains_anchor(&step->chains, stream, chain));
	return step->restores || is_same(step, tree) ? 0 :
		refuse_other(step, line, size, err);
}

/* The link that the roll takes: the next one of its stream, or the first of a
   later turn. */
static int take_unknown_link(struct log_step *step, struct roll *roll,
			     struct error *err)
{
	struct game_run *run = &step->run;
	const uint32_t links = step->header->links;
	uint32_t *last = &run->cursor[roll->stream].k;

	if (roll->k <= *last ||
	    (roll->k != *last + 1 &&
	     (roll->stream == 0 ||
	      (roll->k - 1) % (uint32_t)run->game->stride != 0)))
		return refuse(err, "a roll with a link that is not due");
	roll->chain = (roll->k - 1) / links;
	roll->new_chain = roll->chain != run->chain[roll->stream];
	if (roll->new_chain != step->chained ||
	    (step->chained && (step->roll.stream != roll->stream ||
			       step->roll.chain != roll->chain)))
		return refuse(err, "a roll without the chain that its link "
			      "is in");
	*last = roll->k;
	run->chain[roll->stream] = roll->chain;
	return 0;
}

static int take_unknown_roll(struct log_step *step, const cJSON *tree,
			     const char *line, size_t size, struct error *err)
{
	const struct game_run *run = &step->run;
	const cJSON *values = json_get(tree, "v");
	const char *dice = word(tree, "dice");
	struct roll roll = { .stream = number(tree, "s"),
		.k = (uint32_t)json_get(tree, "k")->valuedouble };

	if (roll.stream >= game_streams(run->game, run->seats))
		return refuse(err, "a roll of a stream that does not exist");
	if (!dice_parse(dice, strlen(dice), &roll.dice, &roll.sides) ||
	    roll.dice > GAME_DICE_MAX)
		return refuse(err, "a roll of too many dice");
	if (take_unknown_link(step, &roll, err) != 0)
		return -1;
	if (believes(step)) {
		read_numbers(values, roll.dice, roll.value);
	} else {
		roll.link = *hash_chains_link(&step->chains, roll.stream,
					      roll.k);
		dice_values(&step->chains.salt, &roll.link, roll.dice,
			    roll.sides, roll.value);
		json_clear(&step->line);
		logline_draw(&step->line, roll.stream, roll.k, roll.dice,
			     roll.sides, roll.value, &roll.link,
			     game_stream_hidden_to(roll.stream, run->seats));
		if (!step->restores && !is_same(step, tree))
			return refuse_other(step, line, size, err);
	}
	step->roll = roll;
	pass_roll(step);
	return 0;
}

static int take_unknown_move(struct log_step *step, const cJSON *tree,
			     struct error *err)
{
	const struct game *game = step->run.game;
	const int seat = number(tree, "seat");
	int move;

	if (seat >= step->run.seats || step->out[seat])
		return refuse(err, "a move of a seat that is not in the game");
	if (game->read_move(step->run.state, json_get(tree, "move"), &move,
			    err) != 0)
		return -1;
	make_move(step, seat, move);
	return 0;
}

static int take_unknown_over(struct log_step *step, const cJSON *tree,
			     struct error *err)
{
	const int seats = step->run.seats;
	const cJSON *scores = json_get(tree, "scores");
	const cJSON *ranks = json_get(tree, "ranks");

	if (cJSON_GetArraySize(scores) != seats ||
	    cJSON_GetArraySize(ranks) != seats)
		return refuse(err, "a result that is not one of each seat");
	read_numbers(scores, seats, step->scores);
	read_numbers(ranks, seats, step->ranks);
	if (!game_ranks_follow(seats, step->ranks))
		return refuse(err, "ranks that do not follow each other");
	step->ending = (enum ending)words_find(game_ending_words,
					       word(tree, "end"));
	pass_over(step);
	return 0;
}

static int take_unknown(struct log_step *step, enum logline_type type,
			const cJSON *tree, const char *line, size_t size,
			struct error *err)
{
	if (type == LINE_CHAIN)
		return take_unknown_chain(step, tree, line, size, err);
	if (type == LINE_DRAW)
		return take_unknown_roll(step, tree, line, size, err);
	if (step->chained)
		return refuse(err, "a chain without a roll");
	if (type == LINE_MOVE)
		return take_unknown_move(step, tree, err);
	if (type == LINE_AGAIN)
		return take_again(step, tree, err);
	if (type == LINE_OVER)
		return take_unknown_over(step, tree, err);
	return refuse_other(step, line, size, err);
}

/* The LOG_DUE_TOLD: a roll, perhaps with the `chain` line before it, or a line
   between the games. */
static int take_told(struct log_step *step, enum logline_type type,
		     const cJSON *tree, const char *line, size_t size,
		     struct error *err)
{
	if (step->stage == LOG_STAGE_PLAY && is_told(step))
		return take_unknown(step, type, tree, line, size, err);
	if (step->stage == LOG_STAGE_PLAY && type == LINE_DRAW)
		return take_told_roll(step, tree, err);
	if (step->stage == LOG_STAGE_PLAY && type == LINE_CHAIN)
		return step->chained = true, 0;
	if (type != (step->stage == LOG_STAGE_BOARD ? LINE_BOARD : LINE_CLOSE))
		return refuse_other(step, line, size, err);
	log_step_pass(step);
	return 0;
}

void log_step_skim(struct log_step *step, enum logline_type type,
		   const cJSON *tree)
{
	int seat;

	switch (type) {
	case LINE_GAME:
		begin_game(step);
		break;
	case LINE_FAULT:
		seat = number(tree, "seat");
		if (seat < step->run.seats)
			note_fault(step, seat, fault_of(tree),
				   word(tree, "detail"));
		break;
	case LINE_OVER:
		read_numbers(json_get(tree, "scores"), step->run.seats,
			     step->scores);
		read_numbers(json_get(tree, "ranks"), step->run.seats,
			     step->ranks);
		pass_over(step);
		break;
	case LINE_CLOSE:
		go_to(step, LOG_STAGE_SIGN);
		break;
	default:
		break;
	}
}

/* ### any line */

/* May a fault be here at all?  After the line of a chain only its draw may
   follow; a forfeit comes in the order of seats. */
static int may_be_fault(const struct log_step *step, const cJSON *tree,
			bool *may, struct error *err)
{
	const int seat = number(tree, "seat"), due = forfeit_due(step);

	*may = step->stage == LOG_STAGE_PLAY && !step->chained;
	if (!*may)
		return 0;
	if (seat >= step->run.seats)
		return refuse(err, "a fault of a seat that does not exist");
	if (step->out[seat])
		return refuse(err, "a fault of a seat that is already out");
	*may = due < 0 || seat <= due;
	return 0;
}

static int take_other(struct log_step *step, enum logline_type type,
		      const cJSON *tree, const char *line, size_t size,
		      struct error *err)
{
	const enum log_due due = log_step_due(step);
	bool may = false;

	if (type == LINE_FAULT && may_be_fault(step, tree, &may, err) != 0)
		return -1;
	if (may)
		return take_fault(step, tree, err);
	if (type == LINE_RESUME)
		return take_resume(step, tree, err);
	if (type == LINE_AGAIN && due == LOG_DUE_MOVE)
		return take_again(step, tree, err);
	if (type == LINE_MOVE && due == LOG_DUE_MOVE)
		return take_move(step, tree, line, size, err);
	if (due == LOG_DUE_TOLD)
		return take_told(step, type, tree, line, size, err);
	if (due != LOG_DUE_LINE || !is_same(step, tree))
		return refuse_other(step, line, size, err);
	log_step_pass(step);
	return 0;
}

int log_step_other(struct log_step *step, const char *line, size_t size,
		   struct error *err)
{
	OWNED(json_tree) cJSON *tree = NULL;
	enum logline_type type;

	return logline_read(line, size, &tree, &type, err) == 0 ?
		take_other(step, type, tree, line, size, err) : -1;
}

/* What follows these words in lines about rolls and chains. */
static const char values_key[] = ",\"v\":", anchor_key[] = ",\"anchor\":";

size_t log_step_unknown_part(const struct log_step *step, const char *line,
			     size_t size)
{
	const enum logline_type type = logline_type_of(line, size);
	const struct text *due = &step->line.out;
	const char *from = NULL;

	if (is_told(step) && size == due->length &&
	    memcmp(line, due->bytes, size) == 0)
		from = type == LINE_DRAW ?
			memmem(line, size, values_key, sizeof values_key - 1) :
			type == LINE_CHAIN ?
			memmem(line, size, anchor_key, sizeof anchor_key - 1) :
			NULL;
	return from == NULL ? size : (size_t)(from - line);
}

int log_step_restore(struct log_step *step, const char *part, size_t size,
		     struct error *err)
{
	const bool draw = logline_type_of(part, size) == LINE_DRAW;
	struct text whole = {0};
	int result;

	/* Any values and hashes do: they are computed. */
	text_append(&whole, part, size);
	text_printf(&whole, "%s%s\"%064d\"}", draw ? values_key : anchor_key,
		    draw ? "[1],\"link\":" : "", 0);
	step->restores = true;
	result = log_step_due(step) == LOG_DUE_TOLD && is_told(step) ?
		log_step_other(step, whole.bytes, whole.length, err) :
		refuse_other(step, part, size, err);
	step->restores = false;
	text_release(&whole);
	return result;
}

int log_step_take(struct log_step *step, const char *line, size_t size,
		  struct error *err)
{
	int move;

	if (log_step_is_due(step, line, size))
		log_step_pass(step);
	else if (step->due == LOG_DUE_MOVE &&
		 log_step_reads_move(step, line, size, &move))
		log_step_move(step, move);
	else
		return log_step_other(step, line, size, err);
	return 0;
}

struct resume log_step_resume(const struct log_step *step)
{
	struct resume resume = { .going_on = true, .games = step->games,
		.board_open = step->stage == LOG_STAGE_GAME ||
			step->stage == LOG_STAGE_PLAY,
		.closed = step->stage == LOG_STAGE_SIGN };

	memcpy(resume.faults, step->faults, sizeof resume.faults);
	return resume;
}

void log_step_release(struct log_step *step)
{
	game_run_release(&step->run);
	hash_chains_release(&step->chains);
	free(step->before);
	program_game_free(step->rules.told);
	text_release(&step->line.out);
	text_release(&step->scratch.out);
	text_release(&step->said);
	arena_release(&step->arena);
	*step = (struct log_step){0};
}
