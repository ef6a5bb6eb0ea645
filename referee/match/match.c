/*
 * match.c - plays a match: a log grows, bots are asked, rules decide.
 *
 * Everything here happens in the player, the process that holds the secret
 * (sandbox.c has the picture of all processes).  It owns the log, the clocks
 * and one end of each bot's pipes, and starts no process itself: the keeper
 * does, which never saw the secret.
 *
 * Order of things: a line goes to the log, then the rules, and the system has
 * it before any bot hears of it.  A decision costs one write to the log, one
 * line to the bot and one wait.
 */
#include "match/match.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "match/match_state.h"

/* ### the log */

/* Ends a line that is about the match and nobody's event. */
static void end_frame(struct play *play)
{
	size_t size;

	matchlog_end(play->run->log, &size);
}

/* ### who plays */

static bool has_forfeited(const struct play *play, int entrant)
{
	return play->faults[entrant] >= (uint32_t)
		play->match->limits.value[LIMIT_FAULTS_MAX];
}

static int start_process(struct play *play, int rotation, int seat,
			 struct error *err)
{
	const struct match *match = play->match;
	const char *names[GAME_SEATS_MAX];
	struct hello hello = {
		.game = play->game->name, .rules = play->rules,
		.seats = play->seats, .names = names, .seat = seat,
		.limits = &match->limits, .dice = play->dice,
	};
	int entrant = (seat + rotation) % play->seats;

	for (int s = 0; s < play->seats; s++)
		names[s] = match->entrant[(s + rotation) % play->seats].name;
	json_clear(&play->line);
	protocol_hello(&play->line, &hello);
	return players_start(&play->players, rotation * play->seats + seat,
			     entrant, seat, play->line.out.bytes,
			     play->line.out.length, err);
}

/* Starts who is missing in the game that comes next. */
static int start_missing(struct play *play, struct error *err)
{
	for (int seat = 0; seat < play->seats; seat++) {
		struct player *player = play_player(play, seat);

		if (player->state != PLAYER_OFF ||
		    has_forfeited(play, play_entrant(play, seat)))
			continue;
		if (start_process(play, play->rotation, seat, err) != 0)
			return -1;
	}
	return players_ready(&play->players, err);
}

static int start_all(struct play *play, struct error *err)
{
	if (play->match->processes == PROCESSES_GAME)
		return 0;
	for (int rotation = 0; rotation < play->match->rotations; rotation++)
		for (int seat = 0; seat < play->seats; seat++)
			if (!has_forfeited(play, (seat + rotation) %
					   play->seats) &&
			    start_process(play, rotation, seat, err) != 0)
				return -1;
	return players_ready(&play->players, err);
}

/* ### faults */

/* Who kills everything, as a machine without memory or with an end of its
   own does, may have begun with the bots. */
static void survive(const struct player *player)
{
	const struct timespec moment = { .tv_nsec = 20000000 };

	if (player->killed)
		nanosleep(&moment, NULL);
}

void play_fault(struct play *play, int seat, enum fault fault,
		const char *detail)
{
	int entrant = play_entrant(play, seat);

	survive(play_player(play, seat));
	line_fault(play_line(play), seat, fault_words[fault], detail);
	play_line_end(play);
	if (fault != FAULT_FORFEIT)
		play->faults[entrant]++;
	play->out[seat] = true;
	if (play->course.game->turn(play->course.state) != GAME_OVER)
		play->game->out(play->course.state, seat);
	players_end(&play->players, play_process(play, seat));
	play_player(play, seat)->fault = FAULT_NONE;
	/* Its other processes are of no use any more. */
	for (int i = 0; has_forfeited(play, entrant) &&
	     i < play->players.count; i++) {
		if (play->players.player[i].entrant != entrant)
			continue;
		players_end(&play->players, i);
		play->players.player[i].fault = FAULT_NONE;
	}
}

/* What seats have done wrong meanwhile, in seat order.  What is left when the
   game ends counts in the next one. */
static void fault_seats(struct play *play)
{
	const struct game *game = play->game;

	for (int seat = 0; seat < play->seats &&
	     game->turn(play->course.state) != GAME_OVER; seat++) {
		struct player *player = play_player(play, seat);

		if (player->fault != FAULT_NONE && !play->out[seat])
			play_fault(play, seat, player->fault, player->detail);
	}
}

/* At the beginning of a game even one that the first fault has ended takes
   notice of every seat: both may be unable to start. */
static void fault_absent(struct play *play)
{
	char detail[64];

	for (int seat = 0; seat < play->seats; seat++) {
		struct player *player = play_player(play, seat);
		int entrant = play_entrant(play, seat);

		if (has_forfeited(play, entrant) &&
		    player->fault == FAULT_NONE) {
			snprintf(detail, sizeof detail, "faults_max %d reached",
				 play->match->limits.value[LIMIT_FAULTS_MAX]);
			play_fault(play, seat, FAULT_FORFEIT, detail);
		} else if (player->fault != FAULT_NONE) {
			play_fault(play, seat, player->fault, player->detail);
		}
	}
}

/* ### games */

static void roll(struct play *play)
{
	struct roll roll;

	course_roll(&play->course, &roll);
	if (roll.new_chain) {
		line_chain(play_line(play), roll.stream, roll.chain,
			   chains_anchor(&play->chains, roll.stream,
					 roll.chain));
		play_line_end(play);
	}
	line_draw(play_line(play), roll.stream, roll.k, roll.dice,
		  roll.sides, roll.value, &roll.link);
	play_line_end(play);
	play->game->land(play->course.state, roll.value);
}

static void tell_game(struct play *play)
{
	json_clear(&play->view);
	json_open(&play->view, '[');
	for (int stream = 0; stream <= play->seats; stream++)
		json_hex(&play->view,
			 chains_anchor(&play->chains, stream, 0)->bytes,
			 HASH_SIZE);
	json_close(&play->view, ']');
	for (int seat = 0; seat < play->seats; seat++) {
		players_game(&play->players, play_process(play, seat));
		json_clear(&play->line);
		protocol_game(&play->line, play->board, play->match->boards,
			      dice_bot_seed(play->run->secret, play->board,
					    (uint32_t)seat),
			      play->view.out.bytes, play->view.out.length);
		if (!play->out[seat])
			players_tell(&play->players, play_process(play, seat),
				     play->line.out.bytes,
				     play->line.out.length);
	}
}

static void tell_over(struct play *play, const int *scores, const int *ranks,
		      enum ending ending)
{
	for (int seat = 0; seat < play->seats; seat++) {
		const struct wishes *wishes = &play_player(play, seat)->wishes;

		if (play->out[seat])
			continue;
		json_clear(&play->line);
		protocol_over(&play->line, wishes->events ?
			      play->lines.bytes + play->heard[seat] : NULL,
			      play->lines.length - play->heard[seat],
			      play->seats, scores, ranks,
			      ending_word(ending));
		players_tell(&play->players, play_process(play, seat),
			     play->line.out.bytes, play->line.out.length);
	}
}

static int end_game(struct play *play, struct error *err)
{
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];
	enum ending ending = play->game->score(play->course.state, scores,
					       ranks);

	line_over(play_line(play), play->seats, scores, ranks,
		  ending_word(ending));
	end_frame(play);
	if (matchlog_flush(play->run->log, err) != 0)
		return -1;
	tell_over(play, scores, ranks, ending);
	if (play->match->processes == PROCESSES_GAME)
		for (int seat = 0; seat < play->seats; seat++)
			players_end(&play->players, play_process(play, seat));
	play->games++;
	if (play->run->progress != NULL)
		play->run->progress(play->run->context, play->games,
				    play->match->boards *
				    (uint32_t)play->match->rotations);
	return 0;
}

static int play_game(struct play *play, struct error *err)
{
	const struct game *game = play->game;
	void *state = play->course.state;
	int seat;

	if (start_missing(play, err) != 0)
		return -1;
	play->players.game = play->games + 1;
	course_begin(&play->course);
	text_clear(&play->lines);
	memset(play->heard, 0, sizeof play->heard);
	memset(play->out, 0, sizeof play->out);
	memset(play->used_us, 0, sizeof play->used_us);
	line_game(play_line(play), play->board, play->rotation, play->seats);
	end_frame(play);
	fault_absent(play);
	/* The log first: `game` tells the bots anchors that it has to hold. */
	if (matchlog_flush(play->run->log, err) != 0)
		return -1;
	play->run->begun = true;
	tell_game(play);
	while ((seat = game->turn(state)) != GAME_OVER) {
		if (seat == GAME_CHANCE) {
			roll(play);
			continue;
		}
		if (play_decide(play, seat, err) != 0)
			return -1;
		fault_seats(play);
	}
	return end_game(play, err);
}

/* ### the match */

static int play_games(struct play *play, struct error *err)
{
	const struct match *match = play->match;
	uint32_t rotations = (uint32_t)match->rotations;
	bool board_open = play->run->resume.board_open;

	while (play->games < match->boards * rotations) {
		if (play->run->stop != NULL && *play->run->stop > 0)
			return error_set(err, "interrupted");
		play->board = play->games / rotations + 1;
		play->rotation = (int)(play->games % rotations);
		if (play->chains.board != play->board)
			chains_board(&play->chains, play->board);
		if (play->rotation == 0 && !board_open) {
			line_board(play_line(play), &play->chains);
			end_frame(play);
		}
		board_open = false;
		if (play_game(play, err) != 0)
			return -1;
	}
	return 0;
}

static int begin_match(struct play *play, struct error *err)
{
	struct text rules = {0}, limits = {0};
	struct header header;

	if (play->run->resume.going_on) {
		line_resume(play_line(play), play->games);
	} else {
		match_header(play->match, &header, &rules, &limits);
		header.key = play->run->key->public;
		line_match(play_line(play), &header);
	}
	end_frame(play);
	text_release(&rules);
	text_release(&limits);
	return matchlog_flush(play->run->log, err);
}

/* `close` is in the log before anybody hears the secret. */
static int close_match(struct play *play, struct error *err)
{
	line_close(play_line(play), play->run->secret, play->games);
	end_frame(play);
	return matchlog_flush(play->run->log, err);
}

static void count_suspects(struct play *play)
{
	for (int i = 0; i < play->players.count; i++) {
		const struct player *player = &play->players.player[i];

		play->run->timing.suspects[player->entrant] +=
			player->suspects;
	}
}

static void say_bye(struct play *play)
{
	char secret[HASH_HEX_SIZE + 1];

	hash_to_hex(play->run->secret, secret);
	json_clear(&play->line);
	protocol_bye(&play->line, secret);
	players_finish(&play->players, play->line.out.bytes,
		       play->line.out.length);
}

/* The texts of hello that are the same for every bot. */
static void write_hello_parts(struct play *play)
{
	struct json_writer w = {0};

	rules_write(play->game, play->match->rule, &w);
	snprintf(play->rules, sizeof play->rules, "%s",
		 text_string(&w.out));
	json_clear(&w);
	json_open(&w, '{');
	json_key(&w, "seal");
	json_hex(&w, play->match->seal.bytes, HASH_SIZE);
	json_key(&w, "salt");
	json_hex(&w, play->match->salt.bytes, HASH_SIZE);
	json_put_int(&w, "links", play->match->links);
	json_put_int(&w, "stride", play->game->stride);
	json_close(&w, '}');
	snprintf(play->dice, sizeof play->dice, "%s", text_string(&w.out));
	text_release(&w.out);
}

static void release(struct play *play)
{
	players_release(&play->players);
	course_release(&play->course);
	chains_release(&play->chains);
	text_release(&play->lines);
	text_release(&play->line.out);
	text_release(&play->view.out);
	text_release(&play->moves.out);
	text_release(&play->said.out);
}

static int init_players(struct play *play, struct error *err)
{
	const struct match_run *run = play->run;

	if (players_init(&play->players, play->match->rotations * play->seats,
			 run->hosting, run->keeper, run->trace, run->stop,
			 err) != 0)
		return -1;
	play->players.stops_most = run->ends_game ? 2 : 1;
	return 0;
}

int match_play(struct match_run *run, struct error *err)
{
	const struct match *match = run->match;
	struct play play = {
		.run = run, .match = match, .game = match->game,
		.seats = match_seats(match), .games = run->resume.games,
		.retries = rules_value(match->game, match->rule,
				       "illegal_retries"),
	};
	int result = -1;

	if (run->resume.closed)
		return matchlog_sign(run->log, run->key, &run->digest, err);
	memcpy(play.faults, run->resume.faults, sizeof play.faults);
	write_hello_parts(&play);
	chains_init(&play.chains, run->secret, &match->salt, match->links,
		    play.seats + 1);
	course_init(&play.course, match->game, play.seats, match->rule,
		    &play.chains);
	if (init_players(&play, err) == 0 &&
	    begin_match(&play, err) == 0 && start_all(&play, err) == 0 &&
	    play_games(&play, err) == 0 && close_match(&play, err) == 0) {
		say_bye(&play);
		count_suspects(&play);
		result = matchlog_sign(run->log, run->key, &run->digest, err);
	}
	release(&play);
	return result;
}
