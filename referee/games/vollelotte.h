/*
 * vollelotte.h - the state of Volle Lotte, for solvers and tests.
 */
#ifndef GAMES_VOLLELOTTE_H
#define GAMES_VOLLELOTTE_H

#include "games/dice_keep.h"
#include "games/race.h"

enum { VOLLELOTTE_DICE = 6 };

/* Kinds of card, in the order of the deck. */
enum vollelotte_card {
	VOLLELOTTE_STOP,
	VOLLELOTTE_FIREWORK,
	VOLLELOTTE_BONUS200,    /* followed by the other four, ascending */
	VOLLELOTTE_BONUS600 = VOLLELOTTE_BONUS200 + 4,
	VOLLELOTTE_DOUBLE,
	VOLLELOTTE_PLUSMINUS,
	VOLLELOTTE_SUITE,
	VOLLELOTTE_CLOVER,
	VOLLELOTTE_KINDS
};

enum vollelotte_phase { VOLLELOTTE_NORMAL, VOLLELOTTE_EXTRA };

enum vollelotte_end {
	VOLLELOTTE_LAST_PLACE_TURN,
	VOLLELOTTE_FINISH_ROUND,
	VOLLELOTTE_IMMEDIATE
};

/* What the turn waits for. */
enum vollelotte_step {
	VOLLELOTTE_TURNS_CARD,
	VOLLELOTTE_ROLLS,
	VOLLELOTTE_DECIDES
};

struct vollelotte {
	struct race race;
	/* Options. */
	int target;             /* the score that starts the end */
	bool firework_free;     /* under a firework the player chooses */
	bool double_card;       /* doubles the points of this card only */
	bool tie_saves;         /* if several seats lead, none loses */
	bool plusminus_ends;    /* the turn ends after a plusminus */
	bool floor_zero;        /* a loss stops at 0 */
	bool suite_all;         /* all new faces are kept */
	bool suite_goes_on;     /* the turn may continue after a suite */
	enum vollelotte_end end_rule;
	/* The end. */
	enum vollelotte_phase phase;
	int trigger;            /* the seat that reached the target, or -1 */
	int until;              /* extra: turns end before this seat */
	/* The deck. */
	int deck[VOLLELOTTE_KINDS];             /* cards left */
	int cards;                              /* left in total */
	/* The turn.  The members that belong to a card are kept until the next
	   card is turned, because events are derived from them. */
	enum vollelotte_step step;
	int total;              /* points put aside, at risk */
	enum vollelotte_card card;              /* the last one turned */
	int under;              /* points kept under this card */
	int lottes;             /* Volle Lottes under this card */
	int faces[DICE_KEEP_FACES];  /* 1 for each collected in a suite */
	int dice;               /* in hand, or just rolled */
	int count[DICE_KEEP_FACES];  /* of the rolled dice */
};

/* The dice that score, except in a suite. */
extern const struct dice_keep_scoring vollelotte_scoring;

/* The dice that may be kept now; `room` is storage for the table in case it has
   to be computed. */
const struct dice_keep_scoring *
vollelotte_scoring_now(const struct vollelotte *v,
		       struct dice_keep_scoring *room);

extern const char *const vollelotte_cards[];    /* ended by NULL */

#endif
