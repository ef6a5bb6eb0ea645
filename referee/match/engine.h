/*
 * engine.h - the games of a match, one after another: dice, log lines, and
 * lines to the bots.
 *
 * match.c plays matches with it; check/ uses it to examine a bot, which plays
 * one seat while the referee moves for the others.
 */
#ifndef MATCH_ENGINE_H
#define MATCH_ENGINE_H

#include "fair/matchlog.h"
#include "host/players.h"
#include "match/game_run.h"
#include "match/match_config.h"
#include "match/match_watch.h"

struct engine {
	const struct match_config *match; /* borrowed, like the next three */
	const struct hash *secret;
	struct matchlog *log;           /* open */
	const struct limits *limits;    /* that the clocks enforce; hello states
	                                   those of `match` */
	const struct game *game;
	int seats;
	struct hash_chains chains;
	struct game_run run;
	struct players players;         /* one that is off has no bot */
	char rules[4096], dice[512];    /* for hello, as JSON */
	/* Changes a line before it is sent to a bot; NULL: leaves it. */
	void (*alter)(void *context, struct text *line);
	void *context;
	/* Notified of what is logged; borrowed, or NULL. */
	const struct match_watch *watch;

	uint32_t board;
	int rotation;

	/* The current game. */
	struct text lines;              /* its log lines, each with LF */
	size_t heard[GAME_SEATS_MAX];   /* bytes of them sent to each seat */
	bool out[GAME_SEATS_MAX];
	int64_t used_us[GAME_SEATS_MAX];
	int legal[GAME_LEGAL_MAX];
	int legal_count;                /* 0: not computed yet */
	void *before;                   /* state before the step, for `watch` */

	struct json_writer line, view, moves, said;
};

/* Prepares to play a match with its secret and an open log.  The caller then
   has to call players_init on `engine->players`. */
void engine_init(struct engine *engine, const struct match_config *match,
		 const struct hash *secret, struct matchlog *log);

/* The writer for the next line of the log. */
static inline struct json_writer *engine_line(struct engine *engine)
{
	return matchlog_line(engine->log);
}

/* Ends a log line about the game, which is sent to the bots as an event. */
void engine_end_event(struct engine *engine);

/* Ends a log line about the match, which is not sent to the bots. */
void engine_end_frame(struct engine *engine);

static inline int engine_entrant(const struct engine *engine, int seat)
{
	return (seat + engine->rotation) % engine->seats;
}

/* The number of the player on a seat: one per rotation and seat. */
static inline int engine_process(const struct engine *engine, int seat)
{
	return engine->rotation * engine->seats + seat;
}

static inline struct player *engine_player(struct engine *engine, int seat)
{
	return &engine->players.player[engine_process(engine, seat)];
}

/* Starts the bot of a seat in this rotation and sends it `hello`; the caller
   then has to call players_ready.  Returns 0, or -1 on our failure. */
int engine_start(struct engine *engine, int seat, struct error *err);

/* Sets the board and the rotation of the next game. */
void engine_set_board(struct engine *engine, uint32_t board, int rotation);

/* Begins a new game and logs that. */
void engine_begin_game(struct engine *engine);

/* Sends every bot its `game` line.  Flush the log first: the line contains
   anchors that have to be in the log before. */
void engine_announce_game(struct engine *engine);

/* Rolls all dice that are due.  Returns the seat that has to decide, or
   GAME_OVER. */
int engine_turn(struct engine *engine);

/* Writes what a seat sees into `view`. */
void engine_write_view(struct engine *engine, int seat);

/* Puts the legal moves of the seat that has to decide into `legal`, .. */
void engine_find_legal(struct engine *engine);

/* .. and writes them as a JSON list into `moves`. */
void engine_write_legal(struct engine *engine);

/* Logs the seat's move and makes it. */
void engine_move(struct engine *engine, int seat, int move);

/* Logs that the seat gave an illegal answer and may answer again. */
void engine_again(struct engine *engine, int seat);

/* Logs the seat's fault, and takes the seat out of the game unless that is
   over. */
void engine_fault(struct engine *engine, int seat, enum fault fault,
		  const char *detail);

/* Logs the result, flushes the log and then sends the result to the bots.
   Returns 0, or -1 on our failure. */
int engine_end_game(struct engine *engine, struct error *err);

/* Calls `alter` for the complete line in `line`. */
void engine_alter(struct engine *engine);

/* Sends `bye` to all bots and ends them. */
void engine_bye(struct engine *engine);

/* Ends all running bots and frees; safe on zeroes. */
void engine_release(struct engine *engine);

#endif
