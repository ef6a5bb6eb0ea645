/*
 * moments.c - the luckiest rolls and the worst moves, in words.
 */
#include "analyse/moments.h"

#include <stdlib.h>

#include "games/race.h"

/* Makes room for an amount in the list, dropping the smallest if it is full.
   NULL: the amount is not among the largest. */
static struct moments_one *make_room(struct moments *moments, int most,
				     double amount)
{
	struct moments_one *list;
	int at = moments->count;

	if (most == 0 || (at == most && amount <= moments->list[at - 1].amount))
		return NULL;
	if (moments->list == NULL)
		moments->list = memory_new((size_t)most, sizeof *list);
	list = moments->list;
	if (at == most)
		free(list[--at].words);
	else
		moments->count++;
	for (; at > 0 && list[at - 1].amount < amount; at--)
		list[at] = list[at - 1];
	list[at].amount = amount;
	return &list[at];
}

static int compare_dice(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* Appends "game 3, turn 9, ann, 9900:9800, roll 1 1 2", with the scores in the
   order of turns, beginning with the seat's own. */
static void add_place(const struct moments_place *place, struct text *out)
{
	const struct race *race = place->before;
	struct roll roll = *place->roll;

	text_printf(out, "game %u, turn %d, %s, ", place->number,
		    race->turns[place->seat], place->name);
	for (int i = 0; i < race->seats; i++)
		text_printf(out, "%s%d", i == 0 ? "" : ":",
			    race->score[(place->seat + i) % race->seats]);
	if (roll.stream == 0)
		return;
	qsort(roll.value, (size_t)roll.dice, sizeof *roll.value,
	      compare_dice);
	text_add(out, ", roll");
	for (int i = 0; i < roll.dice; i++)
		text_printf(out, " %d", roll.value[i]);
}

/* Appends the name of a card, as the number that was rolled means nothing. */
static void add_card(const struct moments_place *place, const void *after,
		     struct text *out)
{
	struct json_writer w = {0};
	const cJSON *card;
	cJSON *tree;

	json_open(&w, '[');
	place->game->tell(place->before, after, &w);
	json_close(&w, ']');
	tree = json_parse(w.out.bytes, w.out.length);
	card = json_get(cJSON_GetArrayItem(tree, 0), "card");
	if (cJSON_IsString(card))
		text_printf(out, ", card %s", card->valuestring);
	cJSON_Delete(tree);
	text_release(&w.out);
}

static char *words_of(struct text *words)
{
	char *copy = memory_copy(text_string(words));

	text_release(words);
	return copy;
}

void moments_roll(struct moments *moments, int most,
		  const struct moments_place *place, const void *after,
		  double expected, double chance)
{
	struct moments_one *one = make_room(moments, most, chance - expected);
	struct text words = {0};

	if (one == NULL)
		return;
	add_place(place, &words);
	if (place->roll->stream == 0)
		add_card(place, after, &words);
	text_printf(&words, ": from %.3f to %.3f", expected, chance);
	one->words = words_of(&words);
}

void moments_move(struct moments *moments, int most,
		  const struct moments_place *place, int move, double chance,
		  int best, double best_chance)
{
	struct moments_one *one = make_room(moments, most,
					    best_chance - chance);
	struct text words = {0};

	if (one == NULL)
		return;
	add_place(place, &words);
	text_add(&words, ": ");
	place->game->describe(place->before, move, &words);
	text_printf(&words, ", wins %.3f; a player who ", chance);
	place->game->describe(place->before, best, &words);
	text_printf(&words, " wins %.3f", best_chance);
	one->words = words_of(&words);
}

void moments_release(struct moments *moments)
{
	for (int i = 0; i < moments->count; i++)
		free(moments->list[i].words);
	free(moments->list);
	*moments = (struct moments){0};
}

void moments_merge(struct moments *moments, int most, struct moments *from)
{
	for (int i = 0; i < from->count; i++) {
		struct moments_one *one = make_room(moments, most,
						    from->list[i].amount);

		if (one == NULL)
			break;
		one->words = from->list[i].words;
		from->list[i].words = NULL;
	}
	moments_release(from);
}
