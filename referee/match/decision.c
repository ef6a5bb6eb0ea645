/*
 * decision.c - one decision: the question, the answer, the log's line.
 */
#include <string.h>

#include "match/match_state.h"

static void write_legal(struct play *play)
{
	const struct game *game = play->game;

	json_clear(&play->moves);
	json_open(&play->moves, '[');
	for (int i = 0; i < play->legal_count; i++)
		game->show_move(play->course.state, play->legal[i],
				&play->moves);
	json_close(&play->moves, ']');
}

static void find_legal(struct play *play)
{
	if (play->legal_count == 0)
		play->legal_count = play->game->legal(play->course.state,
						      play->legal);
}

static void write_turn(struct play *play, int seat, long ms)
{
	const struct wishes *wishes = &play_player(play, seat)->wishes;
	struct question question = { .ms = ms };

	if (wishes->events) {
		question.events = play->lines.bytes + play->heard[seat];
		question.events_size = play->lines.length - play->heard[seat];
	}
	play->heard[seat] = play->lines.length;
	json_clear(&play->view);
	play->game->view(play->course.state, seat, &play->view);
	question.view = play->view.out.bytes;
	question.view_size = play->view.out.length;
	if (wishes->legal) {
		find_legal(play);
		write_legal(play);
		question.legal = play->moves.out.bytes;
		question.legal_size = play->moves.out.length;
	}
	json_clear(&play->line);
	protocol_turn(&play->line, &question);
}

/* What a bot says besides is for spectators: cut, in the trace alone. */
static void trace_say(struct play *play, int seat,
		      const struct answer *answer)
{
	cJSON *text;
	size_t length;

	if (answer->say == NULL || play->run->trace == NULL)
		return;
	text = json_parse(answer->say, answer->say_size);
	length = strlen(text->valuestring);
	if (length > PROTOCOL_SAY_MAX) {
		length = PROTOCOL_SAY_MAX;
		/* Not in the middle of a character. */
		while ((text->valuestring[length] & 0xc0) == 0x80)
			length--;
	}
	trace_add(play->run->trace, play->games + 1, seat, TRACE_SAY,
		  text->valuestring, length);
	cJSON_Delete(text);
}

/* Reads what a bot answered.  FAULT_NONE with `*move`, or why not. */
static enum fault read_move(struct play *play, int seat, const char *bytes,
			    size_t size, int *move, struct error *why)
{
	const void *state = play->course.state;
	struct answer answer;
	enum fault fault;

	fault = protocol_read_answer(bytes, size, &answer, why);
	if (fault != FAULT_NONE)
		return fault;
	trace_say(play, seat, &answer);
	if (answer.move != NULL) {
		if (play->game->read_move(state, answer.move, move, why) != 0)
			fault = FAULT_ILLEGAL;
	} else {
		find_legal(play);
		if (answer.place < play->legal_count) {
			*move = play->legal[answer.place];
		} else {
			error_set(why, "place %lld is not in the list of %d "
				  "legal moves", answer.place,
				  play->legal_count);
			fault = FAULT_ILLEGAL;
		}
	}
	answer_release(&answer);
	return fault;
}

static void log_move(struct play *play, int seat, int move)
{
	const struct game *game = play->game;

	json_clear(&play->view);
	game->show_move(play->course.state, move, &play->view);
	json_clear(&play->said);
	if (game->said != NULL)
		game->said(play->course.state, move, &play->said);
	line_move(play_line(play), seat, play->view.out.bytes,
		  play->view.out.length, play->said.out.bytes,
		  play->said.out.length);
	play_line_end(play);
}

/* The time for a decision, in microseconds. */
static int64_t budget_of(const struct play *play, int seat)
{
	const int *limit = play->match->limits.value;
	int64_t budget = 1000LL * limit[LIMIT_MOVE_MS];
	int64_t left = 1000LL * limit[LIMIT_GAME_MS] - play->used_us[seat];

	if (limit[LIMIT_GAME_MS] > 0 && left < budget)
		budget = left > 0 ? left : 0;
	return budget;
}

int play_decide(struct play *play, int seat, struct error *err)
{
	struct players *players = &play->players;
	struct timing *timing = &play->run->timing;
	int retries = play->retries, entrant = play_entrant(play, seat);
	int64_t budget = budget_of(play, seat);
	const char *answer;
	struct error why;
	enum fault fault;
	size_t size;
	int move;

	play->legal_count = 0;
	write_turn(play, seat, (long)(budget / 1000));
	for (;;) {
		if (matchlog_flush(play->run->log, err) != 0 ||
		    players_ask(players, play_process(play, seat),
				play->line.out.bytes, play->line.out.length,
				budget, &answer, &size, err) != 0)
			return -1;
		budget -= budget < players->spent_us ? budget :
			players->spent_us;
		play->used_us[seat] += players->spent_us;
		timing->think_us[entrant] += players->spent_us;
		timing->answers[entrant]++;
		if (answer == NULL)
			return 0;       /* fault_seats sees to it */
		fault = read_move(play, seat, answer, size, &move, &why);
		if (fault == FAULT_NONE)
			break;
		if (fault != FAULT_ILLEGAL || retries-- == 0) {
			play_fault(play, seat, fault, why.text);
			return 0;
		}
		line_again(play_line(play), seat);
		play_line_end(play);
		json_clear(&play->line);
		protocol_again(&play->line, (long)(budget / 1000), why.text);
	}
	log_move(play, seat, move);
	play->game->apply(play->course.state, move);
	return 0;
}
