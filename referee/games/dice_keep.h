/*
 * dice_keep.h - the dice of a roll that a player keeps: scores, order, moves.
 *
 * Shared by the dice games.  Dice are counted per face in count[1]..count[6];
 * count[0] is not used.
 */
#ifndef GAMES_DICE_KEEP_H
#define GAMES_DICE_KEEP_H

#include "games/game.h"

enum {
	DICE_KEEP_DICE_MAX = 7,      /* in one roll */
	DICE_KEEP_FACES = 7,         /* length of arrays indexed by face */
	DICE_KEEP_LIST_MAX = 64      /* keeps of one roll, in any game */
};

/* What follows a keep, in the order of `legal`. */
enum dice_keep_then { DICE_KEEP_ROLL, DICE_KEEP_BANK, DICE_KEEP_CARD };

/* Unequal dice that score together, such as a straight. */
struct dice_keep_group {
	int count[DICE_KEEP_FACES];
	int points;
};

/* The dice that score in a game. */
struct dice_keep_scoring {
	/* Points of n dice of a face, split in the best way; 0 if they do not
	   all score. */
	int face[DICE_KEEP_FACES][DICE_KEEP_DICE_MAX + 1];
	/* Every group contains a die, or three equal dice, that also scores
	   alone, so no roll scores only by a group.  An entry of 0 points ends
	   the list. */
	const struct dice_keep_group *group;
};

/* Dice put aside.  `dice` has the number of dice in its high bits, followed by
   the dice in ascending order, so its numerical order is that of `legal`. */
struct dice_keep {
	int dice;
	int points;
};

/* Counts the values of dice per face. */
void dice_keep_count(const int *value, int dice, int *count);

/* The number of dice in `count`. */
int dice_keep_size(const int *count);

/* Whether any dice of the roll can be kept. */
bool dice_keep_any(const struct dice_keep_scoring *scoring, const int *count);

/* Lists every keep of a roll, at most DICE_KEEP_LIST_MAX, in the order of
   `legal`.  Returns how many there are. */
int dice_keep_list(const struct dice_keep_scoring *scoring, const int *count,
		   struct dice_keep *keep);

/* The points of exactly these dice, split in the best way; 0 if they do not all
   score. */
int dice_keep_points(const struct dice_keep_scoring *scoring, const int *count);

/* ### moves: a keep and what follows it */

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
 * Reads {"keep":[..],"then":".."}, with `then` up to `last`.  Returns 0 if the
 * keep is possible with the roll `count`, or -1 with `err`; the game then
 * checks whether `then` may follow it.
 */
int dice_keep_read(const struct dice_keep_scoring *scoring, const int *count,
		   enum dice_keep_then last, const cJSON *answer, int *move,
		   struct error *err);

/* The `show_move` of a game; ignores the state. */
void dice_keep_show_move(const void *state, int move, struct json_writer *w);

/* Appends the kept dice and their points, "keeps 1 5 5 (200)"; without the
   number, "keeps 1 5 5", if `points` is 0. */
void dice_keep_describe(const char *verb, int move, int points,
			struct text *out);

/* Appends " and rolls the other 4 dice", where 4 is `left`; if 0 are left, all
   dice are rolled, and `all` is their number in words. */
void dice_keep_describe_roll(int left, const char *all, struct text *out);

/* Writes the list of dice, ascending. */
void dice_keep_show_dice(const int *count, struct json_writer *w);

#endif
