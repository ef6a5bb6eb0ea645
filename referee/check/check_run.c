/*
 * check_run.c - one process of a bot under examination, for referee check.
 *
 * The lines come in the order and form of a match.  There is no log, no secret
 * worth keeping and one player only: the referee moves for everybody else.
 */
#include "check/check_run.h"

#include <stdio.h>
#include <unistd.h>

#include "check/simulated_game.h"
#include "games/rules.h"

enum {
	THOUGHT_MOST_S = 15,    /* thinking time of a whole check */
	SHORT_CLOCK_MS = 1,
	AGAIN_EACH = 3          /* answers from one that is taken back */
};

struct play {
	struct check *check;
	const struct bout *bout;
	struct tally *tally;
	struct failure *failure;
	struct table table;
	struct players players;         /* one: the bot */
	struct limits told;             /* the clocks of hello */
	int64_t used_us;                /* of the game's clock */
	struct json_writer line, view, moves;
};

static struct player *bot(struct play *play)
{
	return &play->players.player[0];
}

/* ### lines */

/* From here on the trace holds what led to a failure, if one comes. */
static void begin_exchange(struct check *check)
{
	if (check->trace_path == NULL && (ftruncate(check->trace.fd, 0) != 0 ||
	    lseek(check->trace.fd, 0, SEEK_SET) != 0))
		return;         /* it only grows */
	check->exchange = lseek(check->trace.fd, 0, SEEK_CUR);
}

/* Puts the unusual into a line that is finished. */
static void twist_line(struct play *play)
{
	static const char pad[] = ",\"pad\":\"";
	struct text *line = &play->line.out;

	if (play->bout->twist == TWIST_NEW_KEYS) {
		line->length -= 2;
		text_add(line, ",\"new_key\":{\"list\":[1,null,\"}\"]}}\n");
	} else if (play->bout->twist == TWIST_LONG_LINES &&
		   line->length + sizeof pad < PROTOCOL_LINE_MAX) {
		line->length -= 2;
		text_add(line, pad);
		while (line->length < PROTOCOL_LINE_MAX - 3)
			text_byte(line, 'x');
		text_add(line, "\"}\n");
	}
}

static void tell(struct play *play)
{
	twist_line(play);
	players_tell(&play->players, 0, play->line.out.bytes,
		     play->line.out.length);
}

static void write_hello(struct play *play)
{
	static const char *const rivals[] = {
		"anton", "berta", "cesar", "dora", "emil", "frieda", "gustav",
		"hanna", "ida", "julius"
	};
	const char *names[GAME_SEATS_MAX];
	const struct bout *bout = play->bout;
	struct json_writer rules = {0}, dice = {0};
	struct hello hello = {
		.game = play->check->game->name, .seats = bout->seats,
		.names = names, .seat = bout->seat, .limits = &play->told,
	};

	for (int seat = 0; seat < bout->seats; seat++)
		names[seat] = seat == bout->seat ? "bot" : rivals[seat];
	rules_write(play->check->game, bout->rule, &rules);
	json_open(&dice, '{');
	json_key(&dice, "seal");
	json_hex(&dice, play->table.seal.bytes, HASH_SIZE);
	json_key(&dice, "salt");
	json_hex(&dice, play->table.salt.bytes, HASH_SIZE);
	json_put_int(&dice, "links", play->check->links);
	json_put_int(&dice, "stride", play->check->game->stride);
	json_close(&dice, '}');
	hello.rules = text_string(&rules.out);
	hello.dice = text_string(&dice.out);
	json_clear(&play->line);
	protocol_hello(&play->line, &hello);
	twist_line(play);
	text_release(&rules.out);
	text_release(&dice.out);
}

static void tell_game(struct play *play, uint32_t number)
{
	struct table *table = &play->table;

	json_clear(&play->view);
	json_open(&play->view, '[');
	for (int stream = 0; stream <= play->bout->seats; stream++)
		json_hex(&play->view,
			 chains_anchor(&table->chains, stream, 0)->bytes,
			 HASH_SIZE);
	json_close(&play->view, ']');
	json_clear(&play->line);
	protocol_game(&play->line, number, play->bout->games,
		      dice_bot_seed(&table->secret, number,
				    (uint32_t)play->bout->seat),
		      play->view.out.bytes, play->view.out.length);
	tell(play);
}

static void tell_over(struct play *play)
{
	struct table *table = &play->table;
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];
	enum ending ending = table->game->score(table->course.state, scores,
						ranks);

	json_clear(&play->line);
	protocol_over(&play->line, bot(play)->wishes.events ?
		      table->events.bytes : NULL, table->events.length,
		      play->bout->seats, scores, ranks, ending_word(ending));
	tell(play);
}

static void write_turn(struct play *play, long ms)
{
	const struct wishes *wishes = &bot(play)->wishes;
	struct table *table = &play->table;
	struct kinds *kinds = &play->check->kinds;
	struct question question = { .ms = ms };
	int kind;

	table_show(table, play->bout->seat, &play->view, &play->moves);
	/* In two steps: a new kind moves the others. */
	kind = kinds_find(kinds, &play->view.out, &play->moves.out);
	kinds->kind[kind].met++;
	if (play->bout->twist == TWIST_NEW_KEYS) {
		play->view.out.length--;
		text_add(&play->view.out, ",\"new_in_view\":{\"a\":[]}}");
	}
	if (wishes->events) {
		question.events = table->events.bytes;
		question.events_size = table->events.length;
	}
	question.view = play->view.out.bytes;
	question.view_size = play->view.out.length;
	if (wishes->legal) {
		question.legal = play->moves.out.bytes;
		question.legal_size = play->moves.out.length;
	}
	json_clear(&play->line);
	protocol_turn(&play->line, &question);
	twist_line(play);
	text_clear(&table->events);
}

/* ### failures */

static void fail(struct play *play, enum fault fault, const char *detail)
{
	struct failure *failure = play->failure;

	failure->fault = fault;
	snprintf(failure->detail, sizeof failure->detail, "%s", detail);
}

/* What the bot did wrong by itself, if anything. */
static bool has_failed(struct play *play)
{
	struct player *player = bot(play);

	if (player->fault == FAULT_NONE)
		return false;
	fail(play, player->fault, player->detail);
	if (player->input.length > 0 && memchr(player->input.bytes, '\n',
					       player->input.length) == NULL)
		text_append(&play->failure->partial, player->input.bytes,
			    player->input.length);
	return true;
}

/* ### decisions */

static int64_t budget_of(const struct play *play)
{
	const int *limit = play->check->hosting->limits.value;
	int64_t budget = 1000LL * limit[LIMIT_MOVE_MS];
	int64_t left = 1000LL * limit[LIMIT_GAME_MS] - play->used_us;

	if (limit[LIMIT_GAME_MS] > 0 && left < budget)
		budget = left > 0 ? left : 0;
	return budget;
}

/* Is the answer a legal move?  If not, that is a failure. */
static bool read_move(struct play *play, const char *bytes, size_t size,
		      int *move)
{
	struct table *table = &play->table;
	struct answer answer;
	enum fault fault;
	struct error why;

	fault = protocol_read_answer(bytes, size, &answer, &why);
	play->failure->place = answer.place;
	if (fault == FAULT_NONE && answer.move != NULL) {
		if (table->game->read_move(table->course.state, answer.move,
					   move, &why) != 0)
			fault = FAULT_ILLEGAL;
	} else if (fault == FAULT_NONE) {
		if (answer.place < table->legal_count) {
			*move = table->legal[answer.place];
		} else {
			fault = FAULT_ILLEGAL;
			error_set(&why, "place %lld is not in the list of %d "
				  "legal moves", answer.place,
				  table->legal_count);
		}
	}
	answer_release(&answer);
	if (fault != FAULT_NONE)
		fail(play, fault, why.text);
	return fault == FAULT_NONE;
}

/* Sends the question in `line` and waits.  Returns 0; failure->fault tells
   whether there is a move.  -1: our failure. */
static int ask(struct play *play, enum asked asked, int64_t budget,
	       long told_ms, int *move, struct error *err)
{
	struct tally *tally = play->tally;
	const char *answer;
	size_t size;

	play->failure->asked = asked;
	play->failure->ms = (long)(budget / 1000);
	play->failure->places = play->table.legal_count;
	if (players_ask(&play->players, 0, play->line.out.bytes,
			play->line.out.length, budget, &answer, &size,
			err) != 0)
		return -1;
	if (answer == NULL) {
		has_failed(play);
		return 0;
	}
	tally->answers++;
	tally->thought_us += play->players.spent_us;
	play->used_us += play->players.spent_us;
	if (play->players.spent_us > tally->slowest_us)
		tally->slowest_us = play->players.spent_us;
	tally->late += play->players.spent_us > 1000 * told_ms;
	if (read_move(play, answer, size, move))
		begin_exchange(play->check);
	return 0;
}

static int decide(struct play *play, struct error *err)
{
	struct table *table = &play->table;
	int64_t budget = budget_of(play), before = play->used_us;
	long ms = play->bout->twist == TWIST_SHORT_CLOCK ? SHORT_CLOCK_MS :
		(long)(budget / 1000);
	int move = 0;

	write_turn(play, ms);
	if (ask(play, ASKED_MOVE, budget, ms, &move, err) != 0)
		return -1;
	if (play->failure->fault == FAULT_NONE && table->legal_count > 1 &&
	    play->bout->twist == TWIST_AGAIN &&
	    play->tally->answers % AGAIN_EACH == 1) {
		budget -= play->used_us - before;
		if (budget < 0)
			budget = 0;
		table_again(table, play->bout->seat);
		json_clear(&play->line);
		protocol_again(&play->line, (long)(budget / 1000), "referee "
			       "check takes every third answer back");
		if (ask(play, ASKED_AGAIN, budget, ms, &move, err) != 0)
			return -1;
	}
	if (play->failure->fault == FAULT_NONE)
		table_move(table, play->bout->seat, move);
	return 0;
}

/* ### the bout */

static bool is_done(struct play *play)
{
	if (play->tally->thought_us > 1000000LL * THOUGHT_MOST_S)
		play->tally->cut = true;
	return play->failure->fault != FAULT_NONE || play->tally->cut;
}

/* Or does the referee move for the bot? */
static bool is_asked(struct play *play)
{
	const struct bout *bout = play->bout;

	if (!bout->led)
		return true;
	table_show(&play->table, bout->seat, &play->view, &play->moves);
	return kinds_find(&play->check->kinds, &play->view.out,
			  &play->moves.out) == bout->kind;
}

static bool is_led_there(const struct play *play)
{
	return play->bout->led &&
		play->check->kinds.kind[play->bout->kind].met > 0;
}

static int play_game(struct play *play, uint32_t number, struct error *err)
{
	struct table *table = &play->table;
	int seat;

	play->players.game = ++play->check->games;
	play->failure->game = number;
	play->used_us = 0;
	players_game(&play->players, 0);
	table_begin(table, number);
	tell_game(play, number);
	while ((seat = table_turn(table)) != GAME_OVER) {
		if (seat != play->bout->seat || !is_asked(play))
			table_move(table, seat,
				   table->legal[table_choose(table, seat)]);
		else if (decide(play, err) != 0)
			return -1;
		else if (is_done(play))
			return 0;
	}
	tell_over(play);
	play->tally->games++;
	return 0;
}

/* Says bye.  An answer to what asks for none is the one thing that can still
   be wrong. */
static void finish(struct play *play)
{
	char secret[HASH_HEX_SIZE + 1];

	hash_to_hex(&play->table.secret, secret);
	json_clear(&play->line);
	protocol_bye(&play->line, secret);
	twist_line(play);
	players_finish(&play->players, play->line.out.bytes,
		       play->line.out.length);
	play->failure->asked = ASKED_NOTHING;
	if (bot(play)->fault == FAULT_FLOOD)
		has_failed(play);
}

static int start(struct play *play, struct error *err)
{
	play->failure->asked = ASKED_READY;
	play->failure->ms = play->told.value[LIMIT_START_MS];
	play->players.game = play->check->games;
	play->check->processes[play->bout->seat]++;
	begin_exchange(play->check);
	write_hello(play);
	if (players_start(&play->players, 0, 0, play->bout->seat,
			  play->line.out.bytes, play->line.out.length,
			  err) != 0 ||
	    players_ready(&play->players, err) != 0)
		return -1;
	if (!has_failed(play))
		begin_exchange(play->check);
	return 0;
}

static int play_bout(struct play *play, struct error *err)
{
	if (start(play, err) != 0)
		return -1;
	for (uint32_t i = 1; i <= play->bout->games && !is_done(play) &&
	     !is_led_there(play); i++)
		if (play_game(play, i, err) != 0)
			return -1;
	if (!is_done(play))
		finish(play);
	return 0;
}

int bout_play(struct check *check, const struct bout *bout,
	      struct tally *tally, struct failure *failure, struct error *err)
{
	struct play play = {
		.check = check, .bout = bout, .tally = tally,
		.failure = failure, .told = check->hosting->limits,
	};
	int result = -1;

	*failure = (struct failure){ .place = -1 };
	if (bout->twist == TWIST_SHORT_CLOCK)
		play.told.value[LIMIT_MOVE_MS] = SHORT_CLOCK_MS;
	table_init(&play.table, check->game, bout->seats, bout->rule,
		   check->links,
		   check->seed + (bout->led ? 0 : check->games));
	if (players_init(&play.players, 1, check->hosting, check->keeper,
			 &check->trace, check->stop, err) == 0)
		result = play_bout(&play, err);
	players_release(&play.players);
	table_release(&play.table);
	text_release(&play.line.out);
	text_release(&play.view.out);
	text_release(&play.moves.out);
	return result;
}

void failure_release(struct failure *failure)
{
	text_release(&failure->partial);
}
