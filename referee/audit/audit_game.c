/*
 * audit_game.c - plays one game of a log back, line by line.
 */
#include "audit/log_cursor.h"

#include <string.h>

/* ### a game's lines */

static void step_begins(struct reading *r)
{
	if (r->audit->watch != NULL)
		memcpy(r->before, r->course.state,
		       r->course.game->state_size);
}

static void step_ended(struct reading *r)
{
	WATCH(r, after, r->before, r->course.state);
}

/* The first seat whose `forfeit` line is missing, or -1. */
static int forfeit_due(const struct reading *r)
{
	for (int seat = 0; seat < r->seats; seat++)
		if (r->faults[reading_entrant(r, seat)] >= r->faults_max &&
		    !r->out[seat])
			return seat;
	return -1;
}

/* How often the seat that is asked may still take an answer back. */
static int retries_left(const struct reading *r)
{
	return r->retries != RETRIES_FRESH ? r->retries :
		rules_value(r->course.game, r->course.rule,
			    "illegal_retries");
}

/*
 * Can the referee have written this fault here?  Right behind `game` it tells
 * those of all seats in their order, even when the first one ends the game;
 * `first`: this one may be among them.  NULL, or what is wrong.
 */
static const char *why_no_fault(const struct reading *r, int seat,
				enum fault fault, bool first)
{
	int turn = r->course.game->turn(r->course.state);
	bool forfeits = r->faults[reading_entrant(r, seat)] >= r->faults_max;

	if (!first && turn == GAME_OVER)
		return "a fault in a game that is over";
	if ((fault == FAULT_FORFEIT) != forfeits)
		return forfeits ? "a fault of an entrant whose games are "
			"forfeit" : "a forfeit of an entrant with fewer "
			"faults than faults_max";
	if (!first && (fault == FAULT_FORFEIT || fault == FAULT_START))
		return "a fault that belongs to the beginning of a game, in "
			"the order of seats";
	/* Who waits can leave, write or not read, but give no wrong answer;
	   at the beginning `ready` may be one. */
	if (turn != seat && (fault == FAULT_ILLEGAL ||
			     (fault == FAULT_GARBLED && !first)))
		return "a wrong answer of a seat that was not asked";
	if (fault == FAULT_ILLEGAL && retries_left(r) > 0)
		return "an illegal answer that illegal_retries lets the seat "
			"take back";
	return NULL;
}

static enum fault fault_of(const char *word)
{
	int fault = FAULT_START;

	while (strcmp(fault_words[fault], word) != 0)
		fault++;
	return (enum fault)fault;
}

/* A `fault` line: a claim of the referee's, but some can be checked. */
static enum audit_result read_fault(struct reading *r)
{
	const struct game *game = r->course.game;
	int turn = game->turn(r->course.state), due = forfeit_due(r);
	int seat = line_number(r, "seat");
	const char *word = line_word(r, "fault"), *why;
	enum fault fault = fault_of(word);
	bool first = r->opening && seat > r->opener;

	if (seat >= r->seats)
		return refuse_line(r, "a fault of a seat that is not there");
	if (r->out[seat])
		return refuse_line(r, "a fault of a seat that is out already");
	if (due >= 0 && seat > due)
		return refuse_want(r, ANOTHER);
	why = why_no_fault(r, seat, fault, first);
	if (why != NULL)
		return refuse_line(r, why);
	r->opening = first && fault != FAULT_ILLEGAL;
	r->opener = seat;
	r->out[seat] = true;
	if (fault != FAULT_FORFEIT)
		r->new_faults[reading_entrant(r, seat)]++;
	step_begins(r);
	WATCH(r, fault, seat, word, line_word(r, "detail"));
	if (turn != GAME_OVER)
		game->out(r->course.state, seat);
	if (game->turn(r->course.state) != turn)
		r->retries = RETRIES_FRESH;
	step_ended(r);
	return AUDIT_PASSED;
}

static enum audit_result read_again(struct reading *r, int turn)
{
	if (line_number(r, "seat") != turn)
		return refuse_line(r, "an answer taken back by a seat that "
				   "was not asked");
	r->retries = retries_left(r);
	if (r->retries-- == 0)
		return refuse_line(r, "more answers taken back than "
				   "illegal_retries allows");
	r->opening = false;
	WATCH(r, again, turn);
	return AUDIT_PASSED;
}

/* The line again, as we would have written it, into `want`. */
static void want_move(struct reading *r, int seat, int move)
{
	const struct game *game = r->course.game;
	struct json_writer *scratch = &r->scratch;
	size_t size;
	bool said = false;

	json_clear(scratch);
	game->show_move(r->course.state, move, scratch);
	size = scratch->out.length;
	scratch->comma = false;
	if (game->said != NULL)
		said = game->said(r->course.state, move, scratch);
	json_clear(&r->want);
	line_move(&r->want, seat, scratch->out.bytes, size,
		  scratch->out.bytes + size,
		  said ? scratch->out.length - size : 0);
}

static enum audit_result read_move(struct reading *r, int turn)
{
	const struct game *game = r->course.game;
	const cJSON *said;
	struct error why;
	int move;

	if (line_number(r, "seat") != turn)
		return refuse_line(r, "a move of a seat that is not on turn");
	if (game->read_move(r->course.state, json_get(r->tree, "move"), &move,
			    &why) != 0) {
		error_at(&why, "no legal move");
		return refuse_line(r, why.text);
	}
	want_move(r, turn, move);
	if (!says_want(r))
		return refuse_want(r, ANOTHER);
	r->opening = false;
	r->retries = RETRIES_FRESH;
	r->audit->decisions++;
	said = json_get(r->tree, "said");
	step_begins(r);
	WATCH(r, move, turn, move,
	      cJSON_IsString(said) ? said->valuestring : NULL);
	game->apply(r->course.state, move);
	step_ended(r);
	return AUDIT_PASSED;
}

static enum audit_result read_roll(struct reading *r, enum found *found)
{
	struct course before = r->course;
	struct roll roll;

	course_roll(&r->course, &roll);
	if (roll.new_chain) {
		json_clear(&r->want);
		line_chain(&r->want, roll.stream, roll.chain,
			   chains_anchor(&r->chains, roll.stream,
					 roll.chain));
		*found = expect(r);
		if (*found != AS_EXPECTED)
			goto back;
	}
	json_clear(&r->want);
	line_draw(&r->want, roll.stream, roll.k, roll.dice, roll.sides,
		  roll.value, &roll.link);
	*found = expect(r);
	/* Behind its chain line there is the draw, or an interruption. */
	if (*found == ANOTHER && roll.new_chain) {
		if (!parse(r))
			return AUDIT_REFUSED;
		if (r->type != LINE_RESUME)
			return refuse_want(r, ANOTHER);
	}
	if (*found != AS_EXPECTED)
		goto back;
	r->opening = false;
	r->audit->rolls++;
	step_begins(r);
	WATCH(r, roll, &roll);
	r->course.game->land(r->course.state, roll.value);
	step_ended(r);
	return AUDIT_PASSED;

back:
	/* A fault line may stand before the roll, which is then not due. */
	memcpy(r->course.cursor, before.cursor, sizeof before.cursor);
	memcpy(r->course.chain, before.chain, sizeof before.chain);
	return AUDIT_PASSED;
}

/* ### games */

static enum game_end as_end(enum audit_result result)
{
	return result == AUDIT_TROUBLE ? GAME_UNREADABLE : GAME_BAD;
}

/* The next line of a game that has begun. */
static enum audit_result read_step(struct reading *r, enum found *found)
{
	const struct game *game = r->course.game;
	int turn = game->turn(r->course.state), forfeit = forfeit_due(r);
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];

	if (forfeit >= 0) {
		json_clear(&r->want);
		text_add(&r->want.out, "the forfeit of seat ");
		json_int(&r->want, forfeit);
		*found = next_line(r);
		if (*found == AS_EXPECTED)
			*found = ANOTHER;
		return AUDIT_PASSED;
	}
	if (turn == GAME_CHANCE)
		return read_roll(r, found);
	json_clear(&r->want);
	if (turn == GAME_OVER) {
		enum ending ending = game->score(r->course.state, scores,
						 ranks);

		line_over(&r->want, r->seats, scores, ranks,
			  ending_word(ending));
		*found = expect(r);
		if (*found == AS_EXPECTED)
			WATCH(r, over, scores, ranks, ending_word(ending));
		return AUDIT_PASSED;
	}
	text_add(&r->want.out, "a move of seat ");
	json_int(&r->want, turn);
	*found = next_line(r);
	if (*found != AS_EXPECTED)
		return AUDIT_PASSED;
	if (!parse(r))
		return AUDIT_REFUSED;
	if (r->type == LINE_MOVE)
		return read_move(r, turn);
	if (r->type == LINE_AGAIN)
		return read_again(r, turn);
	*found = ANOTHER;
	return AUDIT_PASSED;
}

/* From behind the `game` line to the `over` line, or to a `resume`. */
enum game_end read_game(struct reading *r)
{
	enum audit_result result;
	enum found found;

	for (;;) {
		bool over = r->course.game->turn(r->course.state) ==
			GAME_OVER;

		result = read_step(r, &found);
		if (result != AUDIT_PASSED)
			return as_end(result);
		if (found == CANNOT_READ)
			return GAME_UNREADABLE;
		if (found == AS_EXPECTED) {
			if (over)
				return GAME_ENDED;
			continue;
		}
		if (found == NO_LINE) {
			if (!r->audit->to_resume)
				refuse_want(r, found);
			return r->audit->to_resume ? GAME_CUT : GAME_BAD;
		}
		if (r->tree == NULL) {
			if (!parse(r))
				return GAME_BAD;
		}
		if (r->type == LINE_RESUME)
			return GAME_CUT;
		if (r->type != LINE_FAULT) {
			refuse_want(r, found);
			return GAME_BAD;
		}
		result = read_fault(r);
		if (result != AUDIT_PASSED)
			return as_end(result);
	}
}
