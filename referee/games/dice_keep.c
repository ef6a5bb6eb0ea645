/*
 * dice_keep.c - the dice of a roll that a player keeps: scores, order, moves.
 */
#include "games/dice_keep.h"

#include <assert.h>

#include "base/json.h"
#include "base/text.h"

static const char *const thens[] = {
	[DICE_KEEP_ROLL] = "roll",
	[DICE_KEEP_BANK] = "bank",
	[DICE_KEEP_CARD] = "card",
	NULL
};

/* The face 1 written n times, with three bits per die. */
static const int repeated[DICE_KEEP_DICE_MAX + 1] = {
	0, 01, 011, 0111, 01111, 011111, 0111111, 01111111
};

void dice_keep_count(const int *value, int dice, int *count)
{
	memset(count, 0, DICE_KEEP_FACES * sizeof *count);
	for (int i = 0; i < dice; i++)
		count[value[i]]++;
}

int dice_keep_size(const int *count)
{
	int size = 0;

	for (int face = 1; face < DICE_KEEP_FACES; face++)
		size += count[face];
	return size;
}

static int dice_of(const int *count)
{
	int dice = 0, size = 0;

	for (int face = 1; face < DICE_KEEP_FACES; face++) {
		dice = dice << 3 * count[face] | face * repeated[count[face]];
		size += count[face];
	}
	return size << 3 * DICE_KEEP_DICE_MAX |
	       dice << 3 * (DICE_KEEP_DICE_MAX - size);
}

void dice_keep_move_count(int move, int *count)
{
	int dice = move >> 2, size = dice_keep_move_size(move);

	memset(count, 0, DICE_KEEP_FACES * sizeof *count);
	for (int i = 1; i <= size; i++)
		count[dice >> 3 * (DICE_KEEP_DICE_MAX - i) & 7]++;
}

bool dice_keep_any(const struct dice_keep_scoring *scoring, const int *count)
{
	for (int face = 1; face < DICE_KEEP_FACES; face++)
		for (int n = 1; n <= count[face]; n++)
			if (scoring->face[face][n] > 0)
				return true;
	return false;
}

/* Removes a group from the dice; false if the dice do not contain it. */
static bool without(const struct dice_keep_group *group, const int *count,
		    int *rest)
{
	for (int face = 1; face < DICE_KEEP_FACES; face++) {
		rest[face] = count[face] - group->count[face];
		if (rest[face] < 0)
			return false;
	}
	return true;
}

/* The points without any group; -1 if some die then does not score. */
static int points_by_face(const struct dice_keep_scoring *scoring,
			  const int *count)
{
	int points = 0;

	for (int face = 1; face < DICE_KEEP_FACES; face++) {
		int more = scoring->face[face][count[face]];

		if (more == 0 && count[face] > 0)
			return -1;
		points += more;
	}
	return points;
}

int dice_keep_points(const struct dice_keep_scoring *scoring, const int *count)
{
	const struct dice_keep_group *group = scoring->group;
	int best = points_by_face(scoring, count);
	int rest[DICE_KEEP_FACES];

	for (; group->points > 0; group++) {
		int points;

		if (!without(group, count, rest))
			continue;
		points = points_by_face(scoring, rest);
		if (points >= 0 && points + group->points > best)
			best = points + group->points;
	}
	return best > 0 ? best : 0;
}

/* Lists the keeps without a group, including the empty one. */
static int list_by_face(const struct dice_keep_scoring *scoring,
			const int *count, struct dice_keep *keep, int *size)
{
	int made = 1;

	keep[0] = (struct dice_keep){0};
	size[0] = 0;
	for (int face = 1; face < DICE_KEEP_FACES; face++) {
		int before = made;

		for (int n = 1; n <= count[face]; n++) {
			int points = scoring->face[face][n];

			for (int i = 0; points > 0 && i < before; i++) {
				assert(made < DICE_KEEP_LIST_MAX);
				keep[made].dice = keep[i].dice << 3 * n |
					face * repeated[n];
				keep[made].points = keep[i].points + points;
				size[made++] = size[i] + n;
			}
		}
	}
	for (int i = 0; i < made; i++)
		keep[i].dice = size[i] << 3 * DICE_KEEP_DICE_MAX |
			keep[i].dice << 3 * (DICE_KEEP_DICE_MAX - size[i]);
	return made;
}

/* Inserts a keep in order; of two with the same dice, keeps the better one.
   Returns the new number of keeps. */
static int insert(struct dice_keep *keep, int made, struct dice_keep new)
{
	int at = made;

	while (at > 0 && keep[at - 1].dice > new.dice)
		at--;
	if (at > 0 && keep[at - 1].dice == new.dice) {
		if (keep[at - 1].points < new.points)
			keep[at - 1] = new;
		return made;
	}
	assert(made < DICE_KEEP_LIST_MAX);
	memmove(keep + at + 1, keep + at, (size_t)(made - at) * sizeof *keep);
	keep[at] = new;
	return made + 1;
}

/* Adds the keeps that contain this group.  Returns the new number of keeps. */
static int list_with_group(const struct dice_keep_scoring *scoring,
			   const struct dice_keep_group *group, const int *rest,
			   struct dice_keep *keep, int made)
{
	struct dice_keep others[DICE_KEEP_LIST_MAX];
	int size[DICE_KEEP_LIST_MAX];
	int count = list_by_face(scoring, rest, others, size);

	for (int i = 0; i < count; i++) {
		int move = dice_keep_move(others[i].dice, DICE_KEEP_ROLL);
		int dice[DICE_KEEP_FACES];

		dice_keep_move_count(move, dice);
		for (int face = 1; face < DICE_KEEP_FACES; face++)
			dice[face] += group->count[face];
		made = insert(keep, made, (struct dice_keep){ dice_of(dice),
			others[i].points + group->points });
	}
	return made;
}

int dice_keep_list(const struct dice_keep_scoring *scoring, const int *count,
		   struct dice_keep *keep)
{
	const struct dice_keep_group *group = scoring->group;
	struct dice_keep unsorted[DICE_KEEP_LIST_MAX];
	int size[DICE_KEEP_LIST_MAX], rest[DICE_KEEP_FACES];
	int made = 0, all = list_by_face(scoring, count, unsorted, size);

	for (int i = 1; i < all; i++)
		made = insert(keep, made, unsorted[i]);
	for (; group->points > 0; group++)
		if (without(group, count, rest))
			made = list_with_group(scoring, group, rest, keep,
					       made);
	return made;
}

static int read_dice(const cJSON *list, int *count, struct error *err)
{
	const cJSON *item;
	int size = 0;

	memset(count, 0, DICE_KEEP_FACES * sizeof *count);
	if (!cJSON_IsArray(list))
		return error_set(err, "\"keep\" is a list of dice");
	cJSON_ArrayForEach(item, list) {
		long long face;

		if (!json_is_int(item, 1, 6, &face))
			return error_set(err, "a die is a number from 1 to 6");
		if (++size > DICE_KEEP_DICE_MAX)
			return error_set(err, "a roll never has more than %d "
					      "dice",
					 DICE_KEEP_DICE_MAX);
		count[face]++;
	}
	if (size == 0)
		return error_set(err, "keep at least one die");
	return 0;
}

/* Checks the kept dice; the error says which are not there or do not score. */
static int check_dice(const struct dice_keep_scoring *scoring, const int *count,
		      const int *kept, struct error *err)
{
	for (int face = 1; face < DICE_KEEP_FACES; face++) {
		if (kept[face] > 0 && count[face] == 0)
			return error_set(err, "%d is not among the dice",
					 face);
		if (kept[face] > count[face])
			return error_set(err, "%d of the dice show a %d, not "
					 "%d", count[face], face, kept[face]);
	}
	if (dice_keep_points(scoring, kept) > 0)
		return 0;
	for (int face = 1; face < DICE_KEEP_FACES; face++) {
		if (kept[face] == 0 || scoring->face[face][kept[face]] > 0)
			continue;
		if (kept[face] == 1)
			return error_set(err, "the %d does not score", face);
		return error_set(err, "the %d dice with a %d do not all score",
				 kept[face], face);
	}
	assert(!"some die does not score");
	return -1;
}

int dice_keep_read(const struct dice_keep_scoring *scoring, const int *count,
		   enum dice_keep_then last, const cJSON *answer, int *move,
		   struct error *err)
{
	const cJSON *keep = json_get(answer, "keep");
	const cJSON *then = json_get(answer, "then");
	int kept[DICE_KEEP_FACES], next;

	if (keep == NULL || then == NULL || cJSON_GetArraySize(answer) != 2)
		return error_set(err, "a move is {\"keep\":[..],"
				 "\"then\":\"roll\"}, no more and no less");
	if (read_dice(keep, kept, err) != 0 ||
	    check_dice(scoring, count, kept, err) != 0)
		return -1;
	next = cJSON_IsString(then) ? words_find(thens, then->valuestring) : -1;
	if (next < 0 || next > (int)last)
		return error_set(err, "\"then\" is %s", last == DICE_KEEP_BANK ?
				 "roll or bank" : "roll, bank or card");
	*move = dice_keep_move(dice_of(kept), (enum dice_keep_then)next);
	return 0;
}

void dice_keep_show_dice(const int *count, struct json_writer *w)
{
	json_open(w, '[');
	for (int face = 1; face < DICE_KEEP_FACES; face++)
		for (int n = 0; n < count[face]; n++)
			json_int(w, face);
	json_close(w, ']');
}

void dice_keep_show_move(const void *state, int move, struct json_writer *w)
{
	int count[DICE_KEEP_FACES];

	(void)state;
	dice_keep_move_count(move, count);
	json_open(w, '{');
	json_key(w, "keep");
	dice_keep_show_dice(count, w);
	json_put_string(w, "then", thens[dice_keep_move_then(move)]);
	json_close(w, '}');
}

void dice_keep_describe(const char *verb, int move, int points,
			struct text *out)
{
	int count[DICE_KEEP_FACES];

	dice_keep_move_count(move, count);
	text_add(out, verb);
	for (int face = 1; face < DICE_KEEP_FACES; face++)
		for (int n = 0; n < count[face]; n++)
			text_printf(out, " %d", face);
	if (points > 0)
		text_printf(out, " (%d)", points);
}

void dice_keep_describe_roll(int left, const char *all, struct text *out)
{
	if (left == 0)
		text_printf(out, " and rolls all %s again", all);
	else if (left == 1)
		text_add(out, " and rolls the last die");
	else
		text_printf(out, " and rolls the other %d dice", left);
}
