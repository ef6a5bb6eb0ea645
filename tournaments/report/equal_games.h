/*
 * equal_games.h - says which bots play the same game again and again.
 */
#ifndef TOURNAMENTS_REPORT_EQUAL_GAMES_H
#define TOURNAMENTS_REPORT_EQUAL_GAMES_H

#include "tournaments/record/record.h"

/*
 * Appends a line for each pair, or group of as many as sit in a game, of whom
 * not all games differ, by their logs, and what the errors assume; nothing if
 * there is none.  Games with a fault and games without a log do not count.
 */
void equal_games_show(const struct record *record, struct text *out);

#endif
