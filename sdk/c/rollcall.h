/*
 * rollcall.h - talks to the referee, so that a bot is one function.
 *
 *     static int choose(struct rollcall_turn *turn)
 *     {
 *             return rollcall_random(turn, cJSON_GetArraySize(turn->legal));
 *     }
 *
 *     int main(void)
 *     {
 *             return rollcall_run(choose, 0);
 *     }
 *
 * Needs cJSON: cc bot.c rollcall.c -lcjson
 */
#ifndef ROLLCALL_H
#define ROLLCALL_H

#include <stdint.h>

#include <cjson/cJSON.h>

/* What a bot may do without, for shorter lines and fewer nodes. */
enum {
	ROLLCALL_NO_LEGAL = 1,
	ROLLCALL_NO_EVENTS = 2
};

/* One decision.  The trees are borrowed and go after the answer. */
struct rollcall_turn {
	const cJSON *hello;     /* game, rules, names, seat, ..; or NULL */
	const cJSON *game;      /* number, of, seed, anchors; or NULL */
	const cJSON *view;      /* all that this seat may know */
	const cJSON *legal;     /* every legal move once; NULL: not wanted */
	const cJSON *events;    /* log lines since the last; NULL: not wanted */
	int ms;                 /* milliseconds left for the answer */
	uint64_t random;        /* for rollcall_random */
	/* Set it to a move in JSON and the place returned does not count. */
	const char *move;
};

/* Returns a place in `legal`, from 0. */
typedef int rollcall_choose(struct rollcall_turn *turn);

/*
 * Plays the match, asking `choose` at every decision; `flags` are of the
 * enum above.  A move that was refused is replaced by the first place that
 * was not tried yet, and standard error says why.  Returns what main()
 * should: 0 when the match or the input is over, 1 after trouble, which
 * standard error tells.
 */
int rollcall_run(rollcall_choose *choose, int flags);

/* One of 0..n-1, n > 0; the same in every run of a game with this seed. */
int rollcall_random(struct rollcall_turn *turn, int n);

#endif
