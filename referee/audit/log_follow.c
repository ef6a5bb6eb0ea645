/*
 * log_follow.c - reads a log while it is being written.
 */
#include "audit/log_follow.h"

#include <stdio.h>
#include <stdlib.h>

#include "games/games.h"
#include "games/rules.h"
#include "pack/packed_log.h"

struct follow {
	struct audit *audit;
	struct log_cursor log;
	int seats;
	void *state, *before;   /* owned; NULL before the first line */
	bool playing;           /* a game has begun and is not over */
};

static enum audit_verdict refuse(struct follow *f, const char *why)
{
	return log_cursor_refuse_line(&f->log, why);
}

/* ### the match and its games */

static enum audit_verdict take_match(struct follow *f)
{
	struct audit *audit = f->audit;
	struct json_at top = { .name = "match", .index = -1 }, rules;
	struct error why;

	logline_header_take(&audit->header, f->log.tree);
	f->log.tree = NULL;
	top.value = audit->header.tree;
	rules = json_at_key(&top, "rules");
	f->seats = audit->header.entrants;
	audit->game = games_find(audit->header.game);
	if (audit->game == NULL)
		return refuse(f, "a game that this version does not know");
	if (rules_set_json(audit->game, &rules, true, audit->rule,
			   &why) != 0 ||
	    rules_check(audit->game, f->seats, audit->rule, &why) != 0)
		return refuse(f, why.text);
	f->state = memory_new(1, audit->game->state_size);
	f->before = memory_new(1, audit->game->state_size);
	return AUDIT_PASSED;
}

static enum audit_verdict take_game(struct follow *f)
{
	struct audit *audit = f->audit;
	struct error why;

	if (audit->game->init(f->state, f->seats, audit->rule, &why) != 0)
		return refuse(f, why.text);
	f->playing = true;
	MATCH_WATCH(audit->watch, begin, audit->games + 1,
		    (uint32_t)log_cursor_number(&f->log, "board"),
		    log_cursor_number(&f->log, "rotation"));
	return AUDIT_PASSED;
}

/* Reads a list of `count` numbers. */
static bool read_numbers(const struct follow *f, const char *key, int count,
			 int *number)
{
	const cJSON *list = json_get(f->log.tree, key), *item;

	if (cJSON_GetArraySize(list) != count)
		return false;
	cJSON_ArrayForEach(item, list)
		*number++ = item->valueint;
	return true;
}

static enum audit_verdict take_over(struct follow *f)
{
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];

	if (f->audit->game->turn(f->state) != GAME_OVER ||
	    !read_numbers(f, "scores", f->seats, scores) ||
	    !read_numbers(f, "ranks", f->seats, ranks))
		return refuse(f, "a result that is not due");
	f->playing = false;
	f->audit->games++;
	MATCH_WATCH(f->audit->watch, over, scores, ranks,
		    log_cursor_word(&f->log, "end"));
	return AUDIT_PASSED;
}

static enum audit_verdict take_resume(struct follow *f)
{
	if (!f->playing)
		return AUDIT_PASSED;
	f->playing = false;
	f->audit->abandoned++;
	if (f->audit->watch != NULL && f->audit->watch->abandoned != NULL)
		f->audit->watch->abandoned(f->audit->watch->context);
	return AUDIT_PASSED;
}

/* ### steps of a game */

static void step_begins(struct follow *f)
{
	memcpy(f->before, f->state, f->audit->game->state_size);
}

static enum audit_verdict step_ended(struct follow *f)
{
	MATCH_WATCH(f->audit->watch, after, f->before, f->state);
	return AUDIT_PASSED;
}

static enum audit_verdict take_draw(struct follow *f)
{
	const struct game *game = f->audit->game;
	struct roll roll = { .stream = log_cursor_number(&f->log, "s") };
	struct draw due;
	char dice[32];

	if (game->turn(f->state) != GAME_CHANCE)
		return refuse(f, "a roll that is not due");
	due = game->due(f->state);
	snprintf(dice, sizeof dice, "%dd%d", due.dice, due.sides);
	if (roll.stream != due.stream ||
	    strcmp(log_cursor_word(&f->log, "dice"), dice) != 0 ||
	    !read_numbers(f, "v", due.dice, roll.value))
		return refuse(f, "other dice than those that are due");
	roll.dice = due.dice;
	roll.sides = due.sides;
	for (int i = 0; i < due.dice; i++)
		if (roll.value[i] < 1 || roll.value[i] > due.sides)
			return refuse(f, "a die without such a side");
	step_begins(f);
	MATCH_WATCH(f->audit->watch, roll, &roll);
	game->land(f->state, roll.value);
	return step_ended(f);
}

static enum audit_verdict take_move(struct follow *f)
{
	const struct game *game = f->audit->game;
	const cJSON *said = json_get(f->log.tree, "said");
	int seat = log_cursor_number(&f->log, "seat"), move;
	struct error why;

	if (game->turn(f->state) != seat)
		return refuse(f, "a move of a seat that is not on turn");
	if (game->read_move(f->state, json_get(f->log.tree, "move"), &move,
			    &why) != 0)
		return refuse(f, why.text);
	step_begins(f);
	MATCH_WATCH(f->audit->watch, move, seat, move,
		    cJSON_IsString(said) ? said->valuestring : NULL);
	game->apply(f->state, move);
	return step_ended(f);
}

static enum audit_verdict take_fault(struct follow *f)
{
	const struct game *game = f->audit->game;
	int seat = log_cursor_number(&f->log, "seat");

	if (seat >= f->seats)
		return refuse(f, "a fault of a seat that is not there");
	step_begins(f);
	MATCH_WATCH(f->audit->watch, fault, seat,
		    log_cursor_word(&f->log, "fault"),
		    log_cursor_word(&f->log, "detail"));
	if (game->turn(f->state) != GAME_OVER)
		game->out(f->state, seat);
	return step_ended(f);
}

static enum audit_verdict take_again(struct follow *f)
{
	int seat = log_cursor_number(&f->log, "seat");

	if (f->audit->game->turn(f->state) != seat)
		return refuse(f, "an answer taken back by a seat that was not "
			      "asked");
	MATCH_WATCH(f->audit->watch, again, seat);
	return AUDIT_PASSED;
}

/* ### the whole log */

static enum audit_verdict take_line(struct follow *f)
{
	if ((f->state == NULL) != (f->log.type == LINE_MATCH))
		return refuse(f, f->state == NULL ?
			      "the first line is not a match line" :
			      "a second match line");
	switch (f->log.type) {
	case LINE_MATCH:
		return take_match(f);
	case LINE_GAME:
		return f->playing ? refuse(f, "a game within a game") :
			take_game(f);
	case LINE_RESUME:
		return take_resume(f);
	case LINE_SIGN:
		f->audit->finished = true;
		return AUDIT_PASSED;
	case LINE_BOARD:
	case LINE_CHAIN:
	case LINE_CLOSE:
		return AUDIT_PASSED;
	default:
		break;
	}
	if (!f->playing)
		return refuse(f, "a line of a game that has not begun");
	switch (f->log.type) {
	case LINE_DRAW:
		return take_draw(f);
	case LINE_MOVE:
		return take_move(f);
	case LINE_FAULT:
		return take_fault(f);
	case LINE_AGAIN:
		return take_again(f);
	default:
		return take_over(f);
	}
}

enum audit_verdict log_follow(struct audit *audit, const char *path,
			      bool (*wait)(void *context), void *context,
			      struct error *err)
{
	struct follow f = { .audit = audit,
		.log = { .err = err, .line = "", .lines = &audit->lines } };
	enum audit_verdict verdict = AUDIT_PASSED;
	enum log_found found;

	if (packed_log_open(&f.log.file, path, false, err) != 0)
		verdict = AUDIT_TROUBLE;
	while (verdict == AUDIT_PASSED && !audit->finished) {
		found = log_cursor_next(&f.log);
		if (found == CURSOR_TROUBLE) {
			verdict = AUDIT_TROUBLE;
		} else if (found == CURSOR_END) {
			if (!wait(context))
				break;
			logfile_go_on(&f.log.file);
		} else if (!log_cursor_parse(&f.log)) {
			verdict = AUDIT_REFUSED;
		} else {
			verdict = take_line(&f);
		}
	}
	free(f.state);
	free(f.before);
	log_cursor_release(&f.log);
	return verdict;
}
