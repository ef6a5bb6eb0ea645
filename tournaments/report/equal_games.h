/*
 * equal_games.h - says which bots play the same game again and again.
 */
#ifndef TOURNAMENTS_REPORT_EQUAL_GAMES_H
#define TOURNAMENTS_REPORT_EQUAL_GAMES_H

#include "base/json_write.h"
#include "tournaments/record/record.h"

/*
 * Appends a line for each pair, or group of as many as sit in a game, of whom
 * not all games differ, by their logs, and what the errors assume; nothing if
 * there is none.  Games with a fault do not count; how many have no log that
 * can be read is said.
 */
void equal_games_show(const struct record *record, struct text *out);

/* The lines alone, of those in whose games both `a` and `b` sit (-1: all), for
   commands that otherwise read the book only: very long logs are not read,
   which is said.  Returns whether not all games differ. */
bool equal_games_quickly(const struct record *record, int a, int b,
			 struct text *out);

/* Appends what the errors assume. */
void equal_games_explain(struct text *out);

/* Writes the members "equal_games":[{"entrants":[..],"games":..,"differ":..},
   ..] and "games_unread" of an open object. */
void equal_games_write(const struct record *record, struct json_writer *w);

#endif
