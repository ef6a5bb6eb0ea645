/*
 * ladder_games.h - games for tests of the ladder, from vectors or made up.
 */
#ifndef SUPPORT_LADDER_GAMES_H
#define SUPPORT_LADDER_GAMES_H

#include <check.h>

#include "random.h"
#include "tournaments/report/ladder_show.h"
#include "vectors.h"

/* Adds a game of two `times` times, each as a separate block. */
static inline void add_pair(struct games_table *table, int first, int second,
			    long first_rank, long second_rank, int times)
{
	const int seated[] = { first, second };
	const long ranks[] = { first_rank, second_rank };

	for (int i = 0; i < times; i++)
		games_table_add_game(table, seated, ranks, 2,
				     GAMES_NEW_BLOCK | GAMES_NEW_MATCH);
}

/* Adds games of random pairs: 40% draws, 30% won by each. */
static inline void add_random(struct games_table *table, int entrants,
			      int games, uint64_t seed)
{
	struct random random = { seed };

	for (int g = 0; g < games; g++) {
		int a = random_below(&random, entrants);
		int b = (a + 1 + random_below(&random, entrants - 1))
			% entrants;
		int result = random_below(&random, 10);

		add_pair(table, a, b, result < 3 ? 2 : 1, result < 7 ? 2 : 1,
			 1);
	}
}

/* A table of entrants called a, b, c, .. */
static inline void make_table(struct games_table *table, int entrants)
{
	char name[16];

	games_table_init(table, NULL);
	for (int i = 0; i < entrants; i++) {
		snprintf(name, sizeof name, i < 26 ? "%c" : "n%d",
			 i < 26 ? 'a' + i : i);
		games_table_entrant(table, name, "");
	}
}

/* The index of a vector's option in `words`, which must have it; default 0. */
static inline int word_of(const cJSON *options, const char *key,
			  const char *const *words)
{
	const cJSON *value = json_get(options, key);

	if (value == NULL)
		return 0;
	for (int i = 0; words[i] != NULL; i++)
		if (strcmp(words[i], value->valuestring) == 0)
			return i;
	ck_abort_msg("%s: %s", key, value->valuestring);
	return -1;
}

static inline void vector_game(struct games_table *table, const cJSON *game,
			       bool new_block)
{
	const cJSON *times = json_get(game, "n"), *item;
	int seated[GAME_SEATS_MAX], seats = 0;
	long ranks[GAME_SEATS_MAX];

	cJSON_ArrayForEach(item, json_get(game, "seats"))
		seated[seats++] = item->valueint;
	seats = 0;
	cJSON_ArrayForEach(item, json_get(game, "ranks"))
		ranks[seats++] = item->valueint;
	for (int i = 0; i < (times != NULL ? times->valueint : 1); i++)
		games_table_add_game(table, seated, ranks, seats, new_block
				     ? GAMES_NEW_BLOCK | GAMES_NEW_MATCH : 0);
}

/* Reads the games and options of a vector; games of a block are adjacent. */
static inline void vector_load(const cJSON *vector, struct games_table *table,
			       struct ladder_options *options)
{
	static const char *const results[] = { "ranking", "winner", "teams",
					       NULL };
	const cJSON *given = json_get(vector, "options"), *item;
	const cJSON *prior = json_get(given, "prior");
	int block = -1;

	*options = ladder_defaults;
	options->scale = word_of(given, "scale", ladder_scales);
	options->cluster = word_of(given, "cluster", ladder_clusters);
	options->seat_effects = !cJSON_IsFalse(json_get(given,
							"seat_effects"));
	if (prior != NULL)
		options->prior = cJSON_IsNull(prior) ? 0 : prior->valuedouble;
	games_table_init(table, NULL);
	games_table_set_result(table, word_of(given, "result", results));
	cJSON_ArrayForEach(item, json_get(vector, "entrants"))
		games_table_entrant(table, item->valuestring, "");
	cJSON_ArrayForEach(item, json_get(vector, "games")) {
		const cJSON *own = json_get(item, "block");

		vector_game(table, item, cJSON_IsNull(own) ||
			    own->valueint != block);
		block = cJSON_IsNull(own) ? -1 : own->valueint;
	}
}

/* Fits, which must succeed; the caller releases the ladder. */
static inline void fit_well(const struct games_table *table,
			    const struct ladder_options *options,
			    struct ladder *ladder)
{
	struct error err = {0};

	ck_assert_msg(ladder_fit(table, options, ladder, &err) == 0, "%s",
		      err.text);
}

#endif
