/*
 * replay_layout.h - the layout of a match in words: columns, colours, turns.
 *
 * A turn is a paragraph, and a roll is a line of it:
 *
 *     350 + [1] 2  3  6   keeps 1 (100) and rolls the other 3 dice
 *
 * On the left is the total of the turn so far; dice in brackets were kept.  A
 * roll is held back until it is known which dice these are.
 */
#ifndef REPLAY_REPLAY_LAYOUT_H
#define REPLAY_REPLAY_LAYOUT_H

#include "replay/replay.h"

#define REPLAY_BOLD "\033[1m"
#define REPLAY_RED "\033[31m"
#define REPLAY_PLAIN "\033[0m"

/* Appends the code if there are colours. */
void replay_layout_style(struct replay *replay, const char *code);

/* The width of the widest name; and appends a name, padded to `width`. */
int replay_layout_name_width(const struct replay *replay);
void replay_layout_name(struct replay *replay, int seat, int width);

/* For games with marks: prints the pieces of each seat, one seat per line. */
void replay_layout_marks(struct replay *replay);

/* Prints words.text from the left margin, wrapped, in a style or "". */
void replay_layout_line(struct replay *replay, const char *style);

/* Puts dice on the table: they become words.roll, with `on_table` set. */
void replay_layout_dice(struct replay *replay, const struct roll *roll);

/* Prints the dice on the table, if any, and words.text beside them.  `kept` is
   a list of the dice to mark, or NULL. */
void replay_layout_beside(struct replay *replay, const cJSON *kept,
			  const char *style);

/* Prints words.text, the result of a step, below the dice. */
void replay_layout_below(struct replay *replay, const char *style);

/* A seat, or -1 for none, is on turn: begins a paragraph, unless it has one.
   `turn` 0: not known, so a paragraph of that seat continues. */
void replay_layout_turn(struct replay *replay, int seat, int turn);

#endif
