/*
 * dice_keep.h - the dice of a roll that a player keeps: scores, order, moves.
 *
 * Shared by the dice games.  Dice are counted per face: count[1]..count[6],
 * count[0] is not used.
 */
#ifndef GAMES_DICE_KEEP_H
#define GAMES_DICE_KEEP_H

#include "games/game.h"

enum {
	DICE_KEEP_DICE_MAX = 7,      /* of one roll */
	DICE_KEEP_FACES = 7,         /* length of every list by face */
	DICE_KEEP_LIST_MAX = 64      /* keeps of one roll, any game */
};

/* What comes after a keep, in the order of `legal`. */
enum dice_keep_then { DICE_KEEP_ROLL, DICE_KEEP_BANK, DICE_KEEP_CARD };

/* Dice that score together though they are not all equal: a straight. */
struct dice_keep_group {
	int count[DICE_KEEP_FACES];
	int points;
};

/* What scores in a game. */
struct dice_keep_scoring {
	/* Points of n dice of a face, split in the best way; 0 when they do
	   not all score. */
	int face[DICE_KEEP_FACES][DICE_KEEP_DICE_MAX + 1];
	/* Every group contains a die that also scores alone, or three equal
	   dice that do, so no roll scores by a group only.  0 points end it. */
	const struct dice_keep_group *group;
};

/* Dice put aside.  `dice` has the number of dice in its high bits, then the
   ascending dice, so the order of numbers is that of `legal`. */
struct dice_keep {
	int dice;
	int points;
};

/* Counts dice as they fell. */
void dice_keep_count(const int *value, int dice, int *count);

/* How many dice were counted. */
int dice_keep_size(const int *count);

/* Is there a keep at all? */
bool dice_keep_any(const struct dice_keep_scoring *scoring, const int *count);

/* Every keep of a roll, at most DICE_KEEP_LIST_MAX, in the order of `legal`. */
int dice_keep_list(const struct dice_keep_scoring *scoring, const int *count,
		   struct dice_keep *keep);

/* The points of exactly these dice, split in the best way; 0 when they do not
   all score. */
int dice_keep_points(const struct dice_keep_scoring *scoring, const int *count);

/* ### moves: a keep and what comes after it */

static inline int dice_keep_move(int dice, enum dice_keep_then then)
{
	return dice << 2 | (int)then;
}

static inline enum dice_keep_then dice_keep_move_then(int move)
{
	return (enum dice_keep_then)(move & 3);
}

static inline int dice_keep_move_size(int move)
{
	return move >> (3 * DICE_KEEP_DICE_MAX + 2);
}

/* The dice of a move, per face. */
void dice_keep_move_count(int move, int *count);

/*
 * Reads {"keep":[..],"then":".."}, with `then` up to `last`.  Returns 0 when
 * the keep is one of the roll `count`; the game then decides whether `then`
 * may follow it.
 */
int dice_keep_read(const struct dice_keep_scoring *scoring, const int *count,
		   enum dice_keep_then last, const cJSON *answer, int *move,
		   struct error *err);

/* A game's `show_move`; the state is not used. */
void dice_keep_show_move(const void *state, int move, struct json_writer *w);

/* "keeps 1 5 5 (200)", the number being what they are worth; "keeps 1 5 5"
   when that is nothing. */
void dice_keep_describe(const char *verb, int move, int points,
			struct text *out);

/* " and rolls the other 4 dice", which are `left`; with 0 left it rolls all,
   and `all` is their number in words. */
void dice_keep_describe_roll(int left, const char *all, struct text *out);

/* The list of dice, ascending. */
void dice_keep_show_dice(const int *count, struct json_writer *w);

#endif
