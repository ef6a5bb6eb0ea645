/*
 * view_read.c - restores a position from a view that was sent to a bot.
 */
#include "games/view_read.h"

#include <assert.h>

#include "games/dice_keep.h"

enum { LIST_MAX = 32 };         /* the longest list of integers in a view */

int view_read_int(const struct json_at *view, const char *key, int min,
		  int max, int *number, struct error *err)
{
	struct json_at at = json_at_key(view, key);
	long long wide;

	if (json_want_int(&at, min, max, &wide, err) != 0)
		return -1;
	*number = (int)wide;
	return 0;
}

int view_read_ints(const struct json_at *view, const char *key, int least,
		   int most, int min, int max, int *list, int *count,
		   struct error *err)
{
	struct json_at at = json_at_key(view, key);
	const cJSON *item;
	int made = 0;

	assert(most <= LIST_MAX);
	if (json_want_list(&at, least, most, err) != 0)
		return -1;
	cJSON_ArrayForEach(item, at.value) {
		struct json_at one = json_at_item(&at, made, item);
		long long wide;

		if (json_want_int(&one, min, max, &wide, err) != 0)
			return -1;
		list[made++] = (int)wide;
	}
	if (count != NULL)
		*count = made;
	return 0;
}

int view_read_bool(const struct json_at *view, const char *key, bool *yes,
		   struct error *err)
{
	struct json_at at = json_at_key(view, key);

	if (!cJSON_IsBool(at.value))
		return json_expected(&at, err, "true or false");
	*yes = cJSON_IsTrue(at.value);
	return 0;
}

int view_read_word(const struct json_at *view, const char *key,
		   const char *const *words, int *word, struct error *err)
{
	struct json_at at = json_at_key(view, key);

	return json_want_word(&at, words, word, err);
}

int view_read_seats(const struct json_at *view, const char *key, int seats,
		    bool *in, struct error *err)
{
	int list[LIST_MAX], count;

	if (view_read_ints(view, key, 0, seats, 0, seats - 1, list, &count,
			   err) != 0)
		return -1;
	memset(in, 0, (size_t)seats * sizeof *in);
	for (int i = 0; i < count; i++)
		in[list[i]] = true;
	return 0;
}

int view_read_dice(const struct json_at *view, const char *key, int least,
		   int most, int *count, struct error *err)
{
	int list[LIST_MAX], dice;

	if (view_read_ints(view, key, least, most, 1, DICE_KEEP_FACES - 1,
			   list, &dice, err) != 0)
		return -1;
	dice_keep_count(list, dice, count);
	return 0;
}

/* Checks that the members of the view agree with `own`, the view of the
   restored position. */
static int compare(const struct json_at *view, const struct json_writer *own,
		   struct error *err)
{
	cJSON *tree = json_parse(own->out.bytes, own->out.length);
	const cJSON *expected;
	int result = 0;

	cJSON_ArrayForEach(expected, tree) {
		struct json_at at = json_at_key(view, expected->string);
		struct json_writer text = {0};

		if (at.value == NULL ||
		    cJSON_Compare(at.value, expected, true))
			continue;
		json_tree(&text, expected);
		result = json_expected(&at, err, "%s according to the rest of "
						 "the view",
				       text_string(&text.out));
		text_release(&text.out);
		break;
	}
	cJSON_Delete(tree);
	return result;
}

int view_read(const struct game *game, int seats, const int *rule,
	      const struct json_at *view, void *state, struct error *err)
{
	int legal[GAME_LEGAL_MAX], seat, result;
	struct json_writer own = {0};

	if (!cJSON_IsObject(view->value))
		return json_expected(view, err, "a view of %s", game->name);
	if (game->init(state, seats, rule, err) != 0 ||
	    game->read_view(state, view, err) != 0)
		return -1;
	seat = game->turn(state);
	if (seat < 0 || game->legal(state, legal) == 0)
		return json_wrong(view, err, "there is nothing to decide in "
				  "this view, so it was not sent to a bot");
	game->view(state, seat, &own);
	result = compare(view, &own, err);
	text_release(&own.out);
	return result;
}
