/*
 * log_step.c - one way through a match log: which line is due next, and what
 * each line changes.
 */
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
	int result = run->game->init(run->state, run->seats, run->rule, &err);

	assert(result == 0);
	memset(run->cursor, 0, sizeof run->cursor);
	memset(run->chain, 0, sizeof run->chain);
}

void game_run_roll(const struct game_run *run, struct roll *roll)
{
	const struct draw due = run->game->due(run->state);
	struct dice_cursor cursor;

	assert(due.dice >= 1 && due.dice <= GAME_DICE_MAX);
	assert(due.stream >= 0 && due.stream <= run->seats);
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

/* Reads the game, its rules and the limits in the first line, and checks that
   they are possible. */
static int read_rules(struct log_rules *rules,
		      const struct logline_header *header, struct error *err)
{
	struct json_at top = { .name = "match", .index = -1,
			       .value = header->tree };
	struct json_at options = json_at_key(&top, "rules");
	struct json_at limits = json_at_key(&top, "limits");

	rules->game = games_find(header->game);
	if (rules->game == NULL)
		return error_set(err, "a game unknown to this version");
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
		  struct error *err)
{
	*step = (struct log_step){ .header = header };
	return read_rules(&step->rules, header, err);
}

void log_step_begin(struct log_step *step, const struct hash *secret)
{
	const struct logline_header *header = step->header;

	if (secret != NULL)
		hash_chains_init(&step->chains, secret, &header->salt,
				 header->links, header->entrants + 1);
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
			     roll->sides, roll->value, &roll->link);
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
	step->retries = RETRIES_FRESH;
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

void log_step_move(struct log_step *step, int move)
{
	const struct game *game = step->run.game;
	struct step made = { .kind = STEP_MOVE, .move = move,
		.seat = game->turn(step->run.state) };

	step->opening = false;
	step->retries = RETRIES_FRESH;
	step->decisions++;
	if (step_begins(step))
		made.said = said_with(step, move);
	game->apply(step->run.state, move);
	step_ended(step, made);
	go_to(step, LOG_STAGE_PLAY);
}

/* ### lines that nobody can predict */

/* How many more illegal answers of the seat on turn do not count as faults. */
static int retries_left(const struct log_step *step)
{
	return step->retries != RETRIES_FRESH ? step->retries :
		rules_value(step->run.game, step->run.rule,
			    "illegal_retries");
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
	if (turn != seat && (fault == FAULT_ILLEGAL ||
			     (fault == FAULT_GARBLED && !first)))
		return "a wrong answer of a seat that was not asked";
	if (fault == FAULT_ILLEGAL && retries_left(step) > 0)
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
	struct foreign shown;

	return error_set(err, "expected %s, found %s",
			 text_string(&step->line.out),
			 printable_foreign(&shown, line, size));
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
	if (game->turn(step->run.state) != turn)
		step->retries = RETRIES_FRESH;
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
	const char *why = why_no_fault(step, seat, fault,
				       may_open(step, seat));

	if (why != NULL)
		return refuse(err, why);
	log_step_fault(step, seat, fault, word(tree, "detail"));
	return 0;
}

void log_step_again(struct log_step *step)
{
	step->retries = retries_left(step) - 1;
	step->opening = false;
	MATCH_WATCH(step->watch, again, step->run.game->turn(step->run.state));
}

static int take_again(struct log_step *step, const cJSON *tree,
		      struct error *err)
{
	if (number(tree, "seat") != step->run.game->turn(step->run.state))
		return refuse(err, "an answer taken back by a seat that was "
			      "not asked");
	if (retries_left(step) == 0)
		return refuse(err, "more answers taken back than "
			      "illegal_retries allows");
	log_step_again(step);
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

/* The LOG_DUE_TOLD: a roll, perhaps with the `chain` line before it, or a line
   between the games. */
static int take_told(struct log_step *step, enum logline_type type,
		     const cJSON *tree, const char *line, size_t size,
		     struct error *err)
{
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
	text_release(&step->line.out);
	text_release(&step->scratch.out);
	text_release(&step->said);
	arena_release(&step->arena);
	*step = (struct log_step){0};
}
