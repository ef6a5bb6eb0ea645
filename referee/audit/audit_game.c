/*
 * audit_game.c - replays one game of a log, line by line.
 */
#include "audit/audit_game.h"

#include <string.h>

#include "base/words.h"
#include "games/rules.h"
#include "match/move_line.h"

/* ### a game's lines */

static void step_begins(struct audit_game *play)
{
	if (play->watch != NULL)
		memcpy(play->before, play->run.state,
		       play->run.game->state_size);
}

static void step_ended(struct audit_game *play)
{
	MATCH_WATCH(play->watch, after, play->before, play->run.state);
}

static int entrant_of(const struct audit_game *play, int seat)
{
	return (seat + play->rotation) % play->seats;
}

static bool has_forfeited(const struct audit_game *play, int seat)
{
	return play->faults[entrant_of(play, seat)] >= play->faults_max;
}

/* The first seat whose `forfeit` line is missing, or -1. */
static int forfeit_due(const struct audit_game *play)
{
	for (int seat = 0; seat < play->seats; seat++)
		if (has_forfeited(play, seat) && !play->out[seat])
			return seat;
	return -1;
}

/* How many more illegal answers of the seat on turn do not count as faults. */
static int retries_left(const struct audit_game *play)
{
	return play->retries != RETRIES_FRESH ? play->retries :
		rules_value(play->run.game, play->run.rule,
			    "illegal_retries");
}

/*
 * Can the referee have written this fault here?  Right after `game` it logs the
 * faults of all seats in seat order, even if the first one ends the game;
 * `first`: this may be one of them.  Returns NULL, or what is wrong.
 */
static const char *why_no_fault(const struct audit_game *play, int seat,
				enum fault fault, bool first)
{
	int turn = play->run.game->turn(play->run.state);
	bool forfeits = has_forfeited(play, seat);

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
	if (fault == FAULT_ILLEGAL && retries_left(play) > 0)
		return "an illegal answer that illegal_retries lets the seat "
			"take back";
	return NULL;
}

/* Reads a `fault` line.  It is a claim of the referee, but parts of it can be
   checked. */
static enum audit_verdict read_fault(struct audit_game *play)
{
	const struct game *game = play->run.game;
	int turn = game->turn(play->run.state), due = forfeit_due(play);
	int seat = log_cursor_number(&play->log, "seat");
	const char *word = log_cursor_word(&play->log, "fault"), *why;
	enum fault fault = (enum fault)words_find(fault_words, word);
	bool first = play->opening && seat > play->opener;

	if (seat >= play->seats)
		return audit_game_refuse(play, "a fault of a seat that is not "
					 "there");
	if (play->out[seat])
		return audit_game_refuse(play, "a fault of a seat that is out "
					 "already");
	if (due >= 0 && seat > due)
		return log_cursor_refuse_want(&play->log, ANOTHER);
	why = why_no_fault(play, seat, fault, first);
	if (why != NULL)
		return audit_game_refuse(play, why);
	play->opening = first && fault != FAULT_ILLEGAL;
	play->opener = seat;
	play->out[seat] = true;
	if (fault != FAULT_FORFEIT)
		play->new_faults[entrant_of(play, seat)]++;
	step_begins(play);
	MATCH_WATCH(play->watch, fault, seat, word,
		    log_cursor_word(&play->log, "detail"));
	if (turn != GAME_OVER)
		game->out(play->run.state, seat);
	if (game->turn(play->run.state) != turn)
		play->retries = RETRIES_FRESH;
	step_ended(play);
	return AUDIT_PASSED;
}

static enum audit_verdict read_again(struct audit_game *play, int turn)
{
	if (log_cursor_number(&play->log, "seat") != turn)
		return audit_game_refuse(play, "an answer taken back by a seat "
					 "that was not asked");
	play->retries = retries_left(play);
	if (play->retries-- == 0)
		return audit_game_refuse(play, "more answers taken back than "
					 "illegal_retries allows");
	play->opening = false;
	MATCH_WATCH(play->watch, again, turn);
	return AUDIT_PASSED;
}

/* Writes the line of a move, as the referee would, into `want`. */
static void want_move(struct audit_game *play, int seat, int move)
{
	move_line_write(&play->log.want, &play->scratch, play->run.game,
			play->run.state, seat, move);
}

/* Makes the move of the current line, which has been checked. */
static void take_move(struct audit_game *play, int turn, int move,
		      const char *said)
{
	play->opening = false;
	play->retries = RETRIES_FRESH;
	play->decisions++;
	step_begins(play);
	MATCH_WATCH(play->watch, move, turn, move, said);
	play->run.game->apply(play->run.state, move);
	step_ended(play);
}

/*
 * Is the current line a legal move, byte for byte as the referee would write
 * it?  Then it needs no further check.  Nearly all moves are read here.
 */
static bool is_plain_move(struct audit_game *play, int turn, int *move)
{
	const struct game *game = play->run.game;

	/* The watch needs what was said, which only read_move reads. */
	if (play->watch != NULL && play->watch->move != NULL &&
	    game->said != NULL)
		return false;
	return move_line_read(&play->log.want, &play->scratch, &play->plain,
			      game, play->run.state, turn, play->log.line,
			      play->log.size, move);
}

static enum audit_verdict read_move(struct audit_game *play, int turn)
{
	const struct game *game = play->run.game;
	const cJSON *said;
	struct error why;
	int move;

	if (log_cursor_number(&play->log, "seat") != turn)
		return audit_game_refuse(play, "a move of a seat that is not "
					 "on turn");
	if (game->read_move(play->run.state,
			    json_get(play->log.tree, "move"), &move,
			    &why) != 0) {
		error_at(&why, "no legal move");
		return audit_game_refuse(play, why.text);
	}
	want_move(play, turn, move);
	if (!log_cursor_says_want(&play->log))
		return log_cursor_refuse_want(&play->log, ANOTHER);
	said = json_get(play->log.tree, "said");
	take_move(play, turn, move,
		  cJSON_IsString(said) ? said->valuestring : NULL);
	return AUDIT_PASSED;
}

static enum audit_verdict read_roll(struct audit_game *play,
				    enum log_found *found)
{
	struct game_run before = play->run;
	struct roll roll;

	game_run_roll(&play->run, &roll);
	if (roll.new_chain) {
		json_clear(&play->log.want);
		logline_chain(&play->log.want, roll.stream, roll.chain,
			      hash_chains_anchor(&play->chains, roll.stream,
						 roll.chain));
		*found = log_cursor_expect(&play->log);
		if (*found != AS_EXPECTED)
			goto back;
	}
	json_clear(&play->log.want);
	logline_draw(&play->log.want, roll.stream, roll.k, roll.dice,
		     roll.sides, roll.value, &roll.link);
	*found = log_cursor_expect(&play->log);
	/* After the chain line only the draw or a resume may follow. */
	if (*found == ANOTHER && roll.new_chain) {
		if (!log_cursor_parse(&play->log))
			return AUDIT_REFUSED;
		if (play->log.type != LINE_RESUME)
			return log_cursor_refuse_want(&play->log, ANOTHER);
	}
	if (*found != AS_EXPECTED)
		goto back;
	play->opening = false;
	play->rolls++;
	step_begins(play);
	MATCH_WATCH(play->watch, roll, &roll);
	play->run.game->land(play->run.state, roll.value);
	step_ended(play);
	return AUDIT_PASSED;

back:
	/* A fault may come before the roll, which then may not be due. */
	memcpy(play->run.cursor, before.cursor, sizeof before.cursor);
	memcpy(play->run.chain, before.chain, sizeof before.chain);
	return AUDIT_PASSED;
}

/* ### games */

static enum audit_game_end as_end(enum audit_verdict verdict)
{
	return verdict == AUDIT_TROUBLE ? GAME_UNREADABLE : GAME_BAD;
}

/* Reads the next line of a game that has begun. */
static enum audit_verdict read_step(struct audit_game *play,
				    enum log_found *found)
{
	const struct game *game = play->run.game;
	int turn = game->turn(play->run.state), forfeit = forfeit_due(play);
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX], move;

	if (forfeit >= 0) {
		json_clear(&play->log.want);
		text_add(&play->log.want.out, "the forfeit of seat ");
		json_int(&play->log.want, forfeit);
		*found = log_cursor_next(&play->log);
		if (*found == AS_EXPECTED)
			*found = ANOTHER;
		return AUDIT_PASSED;
	}
	if (turn == GAME_CHANCE)
		return read_roll(play, found);
	json_clear(&play->log.want);
	if (turn == GAME_OVER) {
		enum ending ending = game->score(play->run.state, scores,
						 ranks);

		logline_over(&play->log.want, play->seats, scores, ranks,
			     game_ending_word(ending));
		*found = log_cursor_expect(&play->log);
		if (*found == AS_EXPECTED)
			MATCH_WATCH(play->watch, over, scores, ranks,
				    game_ending_word(ending));
		return AUDIT_PASSED;
	}
	*found = log_cursor_next(&play->log);
	if (*found == AS_EXPECTED && is_plain_move(play, turn, &move)) {
		take_move(play, turn, move, NULL);
		return AUDIT_PASSED;
	}
	json_clear(&play->log.want);
	text_add(&play->log.want.out, "a move of seat ");
	json_int(&play->log.want, turn);
	if (*found != AS_EXPECTED)
		return AUDIT_PASSED;
	if (!log_cursor_parse(&play->log))
		return AUDIT_REFUSED;
	if (play->log.type == LINE_MOVE)
		return read_move(play, turn);
	if (play->log.type == LINE_AGAIN)
		return read_again(play, turn);
	*found = ANOTHER;
	return AUDIT_PASSED;
}

enum audit_game_end audit_game_read(struct audit_game *play)
{
	enum audit_verdict verdict;
	enum log_found found;

	for (;;) {
		bool over = play->run.game->turn(play->run.state) ==
			GAME_OVER;

		verdict = read_step(play, &found);
		if (verdict != AUDIT_PASSED)
			return as_end(verdict);
		if (found == CANNOT_READ)
			return GAME_UNREADABLE;
		if (found == AS_EXPECTED) {
			if (over)
				return GAME_ENDED;
			continue;
		}
		if (found == NO_LINE) {
			if (!play->may_end)
				log_cursor_refuse_want(&play->log, found);
			return play->may_end ? GAME_CUT : GAME_BAD;
		}
		if (!log_cursor_parse(&play->log))
			return GAME_BAD;
		if (play->log.type == LINE_RESUME)
			return GAME_CUT;
		if (play->log.type != LINE_FAULT) {
			log_cursor_refuse_want(&play->log, found);
			return GAME_BAD;
		}
		verdict = read_fault(play);
		if (verdict != AUDIT_PASSED)
			return as_end(verdict);
	}
}
