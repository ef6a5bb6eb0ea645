/*
 * log_course.c - predicts the lines of a log one by one from its secret, its
 * rules and its moves.
 *
 * A log may be wrong in any way, but can never violate what the rules expect:
 * only legal moves are made, and only existing seats are taken out.
 */
#include "pack/log_course.h"

#include <assert.h>
#include <string.h>

#include "match/move_line.h"

/* ### the position in the log */

static uint32_t games_due(const struct log_course *course)
{
	return course->header.boards * (uint32_t)course->header.rotations;
}

static int rotation_of(const struct log_course *course)
{
	return (int)(course->games % (uint32_t)course->header.rotations);
}

static void go_to(struct log_course *course, int stage)
{
	course->stage = stage;
	course->ready = false;
	course->rolled = course->chained = false;
	course->legal_count = 0;
}

/* The game continues after a step. */
static void play_on(struct log_course *course)
{
	go_to(course, COURSE_PLAY);
}

int log_course_begin(struct log_course *course, const char *line, size_t size,
		     const struct hash *secret, struct error *err)
{
	enum logline_type type;
	cJSON *tree;

	if (logline_read(line, size, &tree, &type, err) != 0)
		return -1;
	if (type != LINE_MATCH) {
		cJSON_Delete(tree);
		return error_set(err, "the first line is not a match line");
	}
	logline_header_take(&course->header, tree);
	if (log_rules_read(&course->rules, &course->header, err) != 0)
		return -1;
	hash_chains_init(&course->chains, secret, &course->header.salt,
			 course->header.links, course->header.entrants + 1);
	game_run_init(&course->run, course->rules.game,
		      course->header.entrants, course->rules.rule,
		      &course->chains);
	go_to(course, COURSE_BOARD);
	return 0;
}

/* ### what is due */

static void due_roll(struct log_course *course)
{
	struct game_run *run = &course->run;
	const struct roll *roll = &course->roll;

	if (!course->rolled) {
		memcpy(course->cursor, run->cursor, sizeof course->cursor);
		memcpy(course->chain, run->chain, sizeof course->chain);
		game_run_roll(run, &course->roll);
		course->rolled = true;
	}
	if (roll->new_chain && !course->chained)
		logline_chain(&course->line, roll->stream, roll->chain,
			      hash_chains_anchor(&course->chains, roll->stream,
						 roll->chain));
	else
		logline_draw(&course->line, roll->stream, roll->k, roll->dice,
			     roll->sides, roll->value, &roll->link);
}

static void due_over(struct log_course *course)
{
	const struct game *game = course->run.game;
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];
	enum ending ending = game->score(course->run.state, scores, ranks);

	logline_over(&course->line, course->run.seats, scores, ranks,
		     game_ending_word(ending));
}

/* Undoes the roll that was due: a fault comes first, after which it may no
   longer be due. */
static void undo_roll(struct log_course *course)
{
	if (!course->rolled)
		return;
	memcpy(course->run.cursor, course->cursor, sizeof course->cursor);
	memcpy(course->run.chain, course->chain, sizeof course->chain);
}

static enum log_course_due find_due(struct log_course *course)
{
	const uint32_t rotations = (uint32_t)course->header.rotations;
	int turn;

	json_clear(&course->line);
	switch (course->stage) {
	case COURSE_BOARD:
		hash_chains_set_board(&course->chains,
				      course->games / rotations + 1);
		logline_board(&course->line, &course->chains);
		return COURSE_LINE;
	case COURSE_GAME:
		logline_game(&course->line, course->games / rotations + 1,
			     rotation_of(course), course->run.seats);
		return COURSE_LINE;
	case COURSE_CLOSE:
		logline_close(&course->line, &course->chains.secret,
			      course->games);
		return COURSE_LINE;
	case COURSE_END:
		return COURSE_SIGN;
	case COURSE_PLAY:
		break;
	}
	turn = course->run.game->turn(course->run.state);
	if (turn >= 0)
		return COURSE_MOVE;
	if (turn == GAME_CHANCE)
		due_roll(course);
	else
		due_over(course);
	return COURSE_LINE;
}

enum log_course_due log_course_due(struct log_course *course)
{
	if (!course->ready)
		course->due = find_due(course);
	course->ready = true;
	return course->due;
}

/* ### moving on */

static void pass_roll(struct log_course *course)
{
	if (course->roll.new_chain && !course->chained) {
		course->chained = true;
		course->ready = false;
		return;
	}
	course->run.game->land(course->run.state, course->roll.value);
	play_on(course);
}

static void pass_over(struct log_course *course)
{
	course->games++;
	go_to(course, course->games == games_due(course) ? COURSE_CLOSE :
	      rotation_of(course) == 0 ? COURSE_BOARD : COURSE_GAME);
}

void log_course_pass(struct log_course *course)
{
	switch (course->stage) {
	case COURSE_BOARD:
		go_to(course, COURSE_GAME);
		break;
	case COURSE_GAME:
		game_run_begin(&course->run);
		play_on(course);
		break;
	case COURSE_PLAY:
		if (course->rolled)
			pass_roll(course);
		else
			pass_over(course);
		break;
	case COURSE_CLOSE:
	case COURSE_END:
		go_to(course, COURSE_END);
		break;
	}
}

static void find_legal(struct log_course *course)
{
	if (course->legal_count == 0)
		course->legal_count = course->run.game->legal(
			course->run.state, course->legal);
}

/* The index of the move in a line, or COURSE_WAS_OTHER. */
static int place_of(struct log_course *course, const char *line, size_t size)
{
	const struct game_run *run = &course->run;
	int move;

	if (!move_line_read(&course->line, &course->scratch, &course->plain,
			    run->game, run->state, run->game->turn(run->state),
			    line, size, &move))
		return COURSE_WAS_OTHER;
	find_legal(course);
	for (int i = 0; i < course->legal_count; i++)
		if (course->legal[i] == move)
			return i;
	return COURSE_WAS_OTHER;
}

int log_course_move(struct log_course *course, long long place)
{
	struct game_run *run = &course->run;
	int move;

	find_legal(course);
	if (place < 0 || place >= course->legal_count)
		return -1;
	move = course->legal[place];
	move_line_write(&course->line, &course->scratch, run->game, run->state,
			run->game->turn(run->state), move);
	run->game->apply(run->state, move);
	play_on(course);
	return 0;
}

static int take_fault(struct log_course *course, int seat)
{
	struct game_run *run = &course->run;

	if (course->stage != COURSE_PLAY || seat >= run->seats)
		return -1;
	undo_roll(course);
	if (run->game->turn(run->state) != GAME_OVER)
		run->game->out(run->state, seat);
	play_on(course);
	return 0;
}

static int take_move(struct log_course *course, const cJSON *move)
{
	struct game_run *run = &course->run;
	struct error ignored;
	int number;

	if (log_course_due(course) != COURSE_MOVE ||
	    run->game->read_move(run->state, move, &number, &ignored) != 0)
		return -1;
	run->game->apply(run->state, number);
	play_on(course);
	return 0;
}

static int take_resume(struct log_course *course)
{
	if (course->stage == COURSE_END)
		return -1;
	/* An interrupted game is played again from its beginning. */
	go_to(course, course->stage == COURSE_PLAY ? COURSE_GAME :
	      (int)course->stage);
	return 0;
}

/* Accepts a different spelling of the line that is due. */
static int take_due(struct log_course *course, const cJSON *tree)
{
	cJSON *want;
	bool same;

	if (log_course_due(course) != COURSE_LINE)
		return -1;
	want = json_parse(course->line.out.bytes, course->line.out.length);
	same = cJSON_Compare(want, tree, true);
	cJSON_Delete(want);
	if (!same)
		return -1;
	log_course_pass(course);
	return 0;
}

int log_course_other(struct log_course *course, const char *line, size_t size,
		     struct error *err)
{
	enum logline_type type;
	int result = -1;
	cJSON *tree;

	if (logline_read(line, size, &tree, &type, err) != 0)
		return -1;
	switch (type) {
	case LINE_FAULT:
		result = take_fault(course,
				    json_get(tree, "seat")->valueint);
		break;
	case LINE_AGAIN:
		result = log_course_due(course) == COURSE_MOVE ? 0 : -1;
		break;
	case LINE_RESUME:
		result = take_resume(course);
		break;
	case LINE_MOVE:
		result = take_move(course, json_get(tree, "move"));
		break;
	default:
		result = take_due(course, tree);
		break;
	}
	cJSON_Delete(tree);
	return result == 0 ? 0 : error_set(err, "a line that cannot be here");
}

int log_course_take(struct log_course *course, const char *line, size_t size,
		    int *place, struct error *err)
{
	const enum log_course_due due = log_course_due(course);

	assert(due != COURSE_SIGN);
	*place = due == COURSE_MOVE ? place_of(course, line, size) :
		size == course->line.out.length &&
		memcmp(line, course->line.out.bytes, size) == 0 ?
		COURSE_WAS_DUE : COURSE_WAS_OTHER;
	if (*place == COURSE_WAS_OTHER)
		return log_course_other(course, line, size, err);
	if (*place != COURSE_WAS_DUE)
		return log_course_move(course, *place);
	log_course_pass(course);
	return 0;
}

void log_course_release(struct log_course *course)
{
	logline_header_release(&course->header);
	game_run_release(&course->run);
	hash_chains_release(&course->chains);
	text_release(&course->line.out);
	text_release(&course->scratch.out);
}
