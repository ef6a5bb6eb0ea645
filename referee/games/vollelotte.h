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
	VOLLELOTTE_BONUS200,    /* and the other four, ascending */
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
	int target;             /* the score that makes a trigger */
	bool firework_free;     /* under a firework the player chooses */
	bool double_card;       /* doubles the points of this card only */
	bool tie_saves;         /* of several leaders none loses */
	bool plusminus_ends;    /* the turn ends after it */
	bool floor_zero;        /* a loss stops at 0 */
	bool suite_all;         /* all new faces are kept */
	bool suite_goes_on;     /* the turn may continue after it */
	enum vollelotte_end end_rule;
	/* The end. */
	enum vollelotte_phase phase;
	int trigger;            /* who reached the target, or -1 */
	int until;              /* extra: no turn for this seat and later */
	/* The deck. */
	int deck[VOLLELOTTE_KINDS];             /* cards left */
	int cards;                              /* left in all */
	/* The turn.  What belongs to a card stays until the next card is
	   turned: events are made from it. */
	enum vollelotte_step step;
	int total;              /* points put aside, at risk */
	enum vollelotte_card card;              /* turned last */
	int under;              /* points kept under this card */
	int lottes;             /* Volle Lottes under this card */
	int faces[DICE_KEEP_FACES];  /* collected in a suite: 1 each */
	int dice;               /* in hand, or just rolled */
	int count[DICE_KEEP_FACES];  /* of the rolled dice */
};

/* ### vollelotte_state.c */

/* What scores, except in a suite. */
extern const struct dice_keep_scoring vollelotte_scoring;

/* What may be kept now; `room` holds the table when one has to be made. */
const struct dice_keep_scoring *
vollelotte_scoring_now(const struct vollelotte *v,
		       struct dice_keep_scoring *room);

/* ### what bots and people see: vollelotte_show.c */

extern const char vollelotte_sheet[];
extern const char *const vollelotte_cards[];    /* ended by NULL */
extern const struct event vollelotte_events[];

void vollelotte_view(const void *state, int seat, struct json_writer *w);
int vollelotte_read_view(void *state, const struct json_at *view,
			 struct error *err);
void vollelotte_tell(const void *before, const void *after,
		     struct json_writer *w);
int vollelotte_describe_roll(const void *before, const void *after,
			     const int *value, struct text *out);

#endif
