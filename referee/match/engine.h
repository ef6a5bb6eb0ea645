/*
 * engine.h - the games of a match, one after another: log lines, lines to the
 * bots and their decisions.
 *
 * log_step.h says which line is due; the engine logs it before it passes it.
 * match.c plays matches with it; check/ uses it to examine a bot, which plays
 * one seat while the referee moves for the others.
 */
#ifndef MATCH_ENGINE_H
#define MATCH_ENGINE_H

#include "fair/matchlog.h"
#include "host/players.h"
#include "match/log_step.h"
#include "match/match_config.h"

struct engine {
	const struct match_config *match; /* borrowed, like the next three */
	const struct hash *secret;
	struct matchlog *log;           /* open */
	const struct limits *limits;    /* that the clocks enforce; hello states
	                                   those of `match` */
	const struct game *game;
	int seats;
	struct logline_header header;   /* of the log, without the key */
	struct log_step step;           /* set `watch` to be notified of what is
					   logged */
	struct players players;         /* one that is off has no bot */
	char dice[512];                 /* for hello, as JSON */
	/* Changes a line before it is sent to a bot; NULL: leaves it. */
	void (*alter)(void *context, struct text *line);
	void *context;
	int rotation;                   /* whose seats the functions mean */

	/* The current game. */
	struct text lines;              /* its log lines, each with LF */
	struct text heard_now;          /* those for one bot, if not all bots
					   get the same */
	size_t heard[GAME_SEATS_MAX];   /* bytes of them sent to each seat */
	int64_t used_us[GAME_SEATS_MAX];
	int legal[GAME_LEGAL_MAX];
	int legal_count;                /* 0: not computed yet */

	struct json_writer line, view, moves;
	struct arena answer;            /* holds the last one as a tree */
};

/* Prepares to play a match with its secret and an open log.  The caller then
   has to call players_init on `engine->players`. */
void engine_init(struct engine *engine, const struct match_config *match,
		 const struct hash *secret, struct matchlog *log);

/* Logs and passes the line that is due and is not sent to the bots: outside
   games. */
void engine_add_due(struct engine *engine);

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

/* Logs the board, if it is new, and begins a game. */
void engine_begin_game(struct engine *engine);

/* Sends every bot its `game` line.  Flush the log first: the line contains
   anchors that have to be in the log before. */
void engine_announce_game(struct engine *engine);

/* Rolls all dice that are due.  Returns the seat that has to decide, or
   GAME_OVER. */
int engine_turn(struct engine *engine);

/* Puts the legal moves of the seat that has to decide into `legal`. */
void engine_find_legal(struct engine *engine);

/* Logs the move of the seat that has to decide, and makes it. */
void engine_move(struct engine *engine, int move);

/* The same for `count` seats that decide at the same time, in their order;
   program_game_try has accepted the moves. */
void engine_moves(struct engine *engine, const cJSON *const *moves, int count);

/* Logs that the seat gave an illegal answer and may answer again. */
void engine_again(struct engine *engine, int seat);

/* Logs the seat's fault, and takes the seat out of the game unless that is
   over. */
void engine_fault(struct engine *engine, int seat, enum fault fault,
		  const char *detail);

/* Logs the result, flushes the log and then sends the result to the bots.
   Returns 0, or -1 on our failure. */
int engine_end_game(struct engine *engine, struct error *err);

/* Sends `bye` to all bots and ends them. */
void engine_bye(struct engine *engine);

/* Ends all running bots and frees; safe on zeroes. */
void engine_release(struct engine *engine);

/* ### one decision of a bot */

struct decision {
	struct engine *engine;
	int seat;
	int64_t budget_us;      /* the time it has left */
	int64_t thought_us;     /* the time taken by all answers */
	unsigned asked;         /* how often it was asked */
	/* False: the bot gave no answer, and its player has the fault. */
	bool answered;
	enum fault fault;       /* of the answer, with the reason in `why` */
	struct error why;
	int move;               /* valid if there is no fault and .. */
	cJSON *chosen;          /* .. not set, which it is if several seats
				   decide at the same time; owned */
	long long place;        /* the index it answered; -1: none */
};

/*
 * Asks the bot on that seat until it has moved, or has a fault that its
 * `retries` do not let it correct.  Logs and makes the move; the caller has to
 * log a fault.  Returns 0, or -1 on our failure.
 */
int decision_make(struct decision *decision, struct engine *engine, int seat,
		  int retries, struct error *err);

/* Sets the bot's budget, and writes its view into `engine->view`. */
void decision_begin(struct decision *decision, struct engine *engine,
		    int seat);

/* The time to state in the line to the bot, in milliseconds. */
long decision_ms(const struct decision *decision);

/* Writes the question into `engine->line`. */
void decision_question(struct decision *decision);

/* Flushes the log, sends `engine->line` and reads the answer.  Returns 0, or -1
   on our failure. */
int decision_ask(struct decision *decision, struct error *err);

/* The bot may answer again: logs that, and writes the line that asks again into
   `engine->line`. */
void decision_again(struct decision *decision, const char *why);

#endif
