/*
 * games.c - the list of games.
 */
#include "games/games.h"

#include "base/text.h"

const struct game *const games_list[] = {
#define GAME(name) &name,
#include "games/game_list.h"
#undef GAME
	NULL
};

const struct game *games_find(const char *name)
{
	for (int i = 0; games_list[i] != NULL; i++)
		if (strcmp(games_list[i]->name, name) == 0)
			return games_list[i];
	return NULL;
}

const struct game *games_need(const char *name, struct error *err)
{
	const struct game *game = games_find(name);
	OWNED(text) struct text names = {0};

	if (game == NULL) {
		games_names(&names);
		error_set(err, "there is no game \"%s\"; the games are %s",
			  name, text_string(&names));
	}
	return game;
}

void games_names(struct text *out)
{
	for (int i = 0; games_list[i] != NULL; i++)
		words_add(out, games_list[i]->name, ", ");
}

const struct game *games_want(const struct json_at *at, struct error *err)
{
	OWNED(text) struct text names = {0};
	const struct game *game;
	const char *name;

	if (json_want_string(at, &name, err) != 0)
		return NULL;
	game = games_find(name);
	if (game == NULL) {
		games_names(&names);
		json_expected(at, err, "one of %s", text_string(&names));
	}
	return game;
}
