/*
 * bolo5.h - the state of Bolo with five dice, for solvers and tests.
 */
#ifndef GAMES_BOLO5_H
#define GAMES_BOLO5_H

#include "games/dice_keep.h"
#include "games/game.h"
#include "games/race.h"

enum { BOLO5_DICE = 5 };

enum bolo5_phase { BOLO5_NORMAL, BOLO5_FINAL };

struct bolo5 {
	struct race race;
	/* Options. */
	int target;             /* the score that wins */
	int least_first;        /* least bank of a seat without points */
	int least;              /* least bank below 7000 */
	int least_7000;         /* from 7000 on */
	int least_9000;         /* from 9000 on */
	bool only_to_win;       /* least_9000 is for the winning bank only */
	bool five_whole;        /* five equal dice must be kept whole */
	bool clause;            /* the Yahtzee clause applies */
	bool last_round;        /* after the target has been reached */
	bool hits_on_bolo;      /* a lost turn has hits, like a banked one */
	bool van_halen;         /* a score of 5150 is an event */
	/* The beginning and the end. */
	bool throwing;          /* the throw for the start is not decided */
	struct start_throw start;
	enum bolo5_phase phase;
	int trigger;            /* the seat that reached the target, or -1 */
	/* The turn. */
	int total;              /* points put aside, at risk */
	int dice;               /* in hand, or just rolled */
	bool rolled;            /* the seat is to decide on the roll */
	int count[DICE_KEEP_FACES];  /* of the last roll */
	int clause_face;        /* if all dice show it, they are thrown again;
				   0: none */
	int clause_throws;      /* so far in this game */
	bool high;              /* five equal dice were kept, no roll since */
};

/* The dice that score. */
extern const struct dice_keep_scoring bolo5_scoring;

/* The least total that may be banked; with a score of 9000 or more, by a bank
   that wins. */
int bolo5_need(const struct bolo5 *b);

/* The minimum that applies to a bank of this total. */
int bolo5_need_for(const struct bolo5 *b, int total);

#endif
