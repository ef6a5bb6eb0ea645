/*
 * match_state.h - a match that is being played, for match.c and decision.c alone.
 */
#ifndef MATCH_MATCH_STATE_H
#define MATCH_MATCH_STATE_H

#include "match/game_run.h"
#include "match/match.h"

struct play {
	struct match_run *run;
	const struct match *match;
	const struct game *game;
	int seats;
	struct chains chains;
	struct course course;
	struct players players;
	char rules[4096], dice[512];    /* for hello, as JSON */
	int retries;                    /* the option illegal_retries */

	uint32_t board;
	int rotation;
	uint32_t games;                 /* finished */
	uint32_t faults[GAME_SEATS_MAX];        /* per entrant */

	/* The game at hand. */
	struct text lines;              /* its log lines, each with LF */
	size_t heard[GAME_SEATS_MAX];   /* how much of them a seat was sent */
	bool out[GAME_SEATS_MAX];
	int64_t used_us[GAME_SEATS_MAX];
	int legal[GAME_LEGAL_MAX];
	int legal_count;                /* 0: not asked for yet */

	struct json_writer line, view, moves, said;
};

/* The writer for the next line of the log. */
static inline struct json_writer *play_line(struct play *play)
{
	return matchlog_line(play->run->log);
}

/* Ends a line of the game, which the bots will be told of. */
static inline void play_line_end(struct play *play)
{
	size_t size;
	const char *bytes = matchlog_end(play->run->log, &size);

	text_append(&play->lines, bytes, size + 1);
}

static inline int play_entrant(const struct play *play, int seat)
{
	return (seat + play->rotation) % play->seats;
}

/* The process of an entrant on a seat: one per rotation and seat. */
static inline int play_process(const struct play *play, int seat)
{
	return play->rotation * play->seats + seat;
}

static inline struct player *play_player(struct play *play, int seat)
{
	return &play->players.player[play_process(play, seat)];
}

/* A bot did something wrong: the log says so, the rules take its seat out,
   and its process ends. */
void play_fault(struct play *play, int seat, enum fault fault,
		const char *detail);

/*
 * Asks the bot on that seat until it has decided or is out.  A fault that is
 * not about the answer's move is left in its player.  Returns 0, or -1 on our
 * failure.
 */
int play_decide(struct play *play, int seat, struct error *err);

#endif
