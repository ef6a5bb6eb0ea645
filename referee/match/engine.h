/*
 * engine.h - one game of a match after another: dice, log lines, and lines to
 * the bots.
 *
 * match.c plays matches with it; check/ examines a bot with it, which plays
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
	const struct limits *limits;    /* of the clocks: the match's, unless
	                                   hello shall name others */
	const struct game *game;
	int seats;
	struct hash_chains chains;
	struct game_run run;
	struct players players;         /* those that are off have no bot */
	char rules[4096], dice[512];    /* for hello, as JSON */
	/* Changes a line before it is sent to a bot; NULL: as it is. */
	void (*alter)(void *context, struct text *line);
	void *context;
	/* Is told of what the log gets; borrowed, NULL: nobody. */
	const struct match_watch *watch;

	uint32_t board;
	int rotation;

	/* The current game. */
	struct text lines;              /* its log lines, each with LF */
	size_t heard[GAME_SEATS_MAX];   /* how much of them a seat was sent */
	bool out[GAME_SEATS_MAX];
	int64_t used_us[GAME_SEATS_MAX];
	int legal[GAME_LEGAL_MAX];
	int legal_count;                /* 0: not asked for yet */
	void *before;                   /* the last step, for the watch */

	struct json_writer line, view, moves, said;
};

/* For a match with its secret and an open log.  The caller then makes room for
   the bots: players_init. */
void engine_init(struct engine *engine, const struct match_config *match,
		 const struct hash *secret, struct matchlog *log);

/* The writer for the next line of the log. */
static inline struct json_writer *engine_line(struct engine *engine)
{
	return matchlog_line(engine->log);
}

/* Ends a line of the game, which is an event for the bots. */
void engine_end_event(struct engine *engine);

/* Ends a line about the match, which the bots do not get. */
void engine_end_frame(struct engine *engine);

static inline int engine_entrant(const struct engine *engine, int seat)
{
	return (seat + engine->rotation) % engine->seats;
}

/* The process of an entrant on a seat: one per rotation and seat. */
static inline int engine_process(const struct engine *engine, int seat)
{
	return engine->rotation * engine->seats + seat;
}

static inline struct player *engine_player(struct engine *engine, int seat)
{
	return &engine->players.player[engine_process(engine, seat)];
}

/* Starts the bot of a seat in this rotation and says hello; players_ready is
   due.  -1: our failure. */
int engine_start(struct engine *engine, int seat, struct error *err);

/* The next games are on that board with that rotation. */
void engine_set_board(struct engine *engine, uint32_t board, int rotation);

/* A fresh game begins, with its log line. */
void engine_begin_game(struct engine *engine);

/* Sends every bot its `game` line.  Flush the log first: the line names
   anchors that the log has to hold. */
void engine_announce_game(struct engine *engine);

/* Rolls all dice that are due.  Returns the seat that is to decide, or
   GAME_OVER. */
int engine_turn(struct engine *engine);

/* What a seat sees, into `view`. */
void engine_write_view(struct engine *engine, int seat);

/* The legal moves of the seat that is to decide, into `legal`, .. */
void engine_find_legal(struct engine *engine);

/* .. and as a JSON list into `moves`. */
void engine_write_legal(struct engine *engine);

/* Logs the seat's move and makes it. */
void engine_move(struct engine *engine, int seat, int move);

/* Logs that the seat takes back its answer. */
void engine_again(struct engine *engine, int seat);

/* Logs the seat's fault and takes the seat out of the game, if that is not
   over. */
void engine_fault(struct engine *engine, int seat, enum fault fault,
		  const char *detail);

/* Logs the result and, once it is written, sends it to the bots.  -1: our
   failure. */
int engine_end_game(struct engine *engine, struct error *err);

/* `alter` for the line in `line`, which is complete. */
void engine_alter(struct engine *engine);

/* Says bye to all bots and ends them. */
void engine_bye(struct engine *engine);

/* Ends all bots that run and frees; safe on zeroes. */
void engine_release(struct engine *engine);

#endif
