/*
 * rules.h - reads, checks and writes the options of a game, using its table.
 *
 * The values are one int for each entry of game->rules, in the table's order.
 */
#ifndef GAMES_RULES_H
#define GAMES_RULES_H

#include "base/json.h"
#include "games/game.h"

struct options_list;

/* The number of options, at most GAME_RULES_MAX. */
int rules_count(const struct game *game);

/* Sets every option to its default. */
void rules_defaults(const struct game *game, int *values);

/*
 * Sets options from "name=value[,name=value].." as on a command line.  An
 * empty text sets nothing.  Returns 0, or -1 with a sentence that says which
 * option it was, what was expected and what was found; for an unknown name it
 * lists the known ones.
 */
int rules_set_text(const struct game *game, const char *text, int *values,
		   struct error *err);

/* The same from several texts, in which an option is given once at most. */
int rules_set_words(const struct game *game, const struct options_list *words,
		    int *values, struct error *err);

/*
 * Sets options from an object of a match file.  With `all`, every option must
 * be present, as in logs and manifests.  Returns 0, or -1 with `err`.
 */
int rules_set_json(const struct game *game, const struct json_at *at, bool all,
		   int *values, struct error *err);

/* The index of the option `name` in the table, or -1. */
int rules_find(const struct game *game, const char *name);

/* The value of the option `name`; 0 if the game has no such option. */
int rules_value(const struct game *game, const int *values, const char *name);

/* Writes every option, in the table's order: {"illegal_retries":0,..}. */
void rules_write(const struct game *game, const int *values,
		 struct json_writer *w);

/* Writes the value of an option as in match files and logs. */
void rules_write_value(const struct rule *rule, int value,
		       struct json_writer *w);

/* Appends the value of an option: "10000", "true", "sudden_death". */
void rules_value_text(const struct rule *rule, int value, struct text *out);

/* Appends the range of an option: "50..1000000", "true, false",
   "same_roll, same_turn". */
void rules_range_text(const struct rule *rule, struct text *out);

/* Refuses a number of seats that the game cannot have, and rules that conflict.
   Returns 0, or -1 with `err`. */
int rules_check(const struct game *game, int seats, const int *values,
		struct error *err);

#endif
