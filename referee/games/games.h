/*
 * games.h - the list of games.
 */
#ifndef GAMES_GAMES_H
#define GAMES_GAMES_H

#include "base/json.h"
#include "games/game.h"

#define GAME(name) extern const struct game name;
#include "games/game_list.h"
#undef GAME

/* Every game, ended by NULL. */
extern const struct game *const games_list[];

/* The game of that name, or NULL. */
const struct game *games_find(const char *name);

/* The same; if NULL, `err` lists the games. */
const struct game *games_need(const char *name, struct error *err);

/* The game that a file names, or NULL with `err`. */
const struct game *games_want(const struct json_at *at, struct error *err);

/* Appends the names for error sentences: "bolo7, pig, ..". */
void games_names(struct text *out);

#endif
