/*
 * game.c - what games share: words, points, names of cells, the throw for the
 * start, reading a view back.
 */
#include "games/game.h"

#include <assert.h>

/* ### words */

const char *const game_result_words[] = {
	[RESULT_RANKING] = "ranking",
	[RESULT_WINNER] = "winner",
	[RESULT_TEAMS] = "teams",
	NULL
};

const char *const game_ending_words[] = {
	[END_NORMAL] = "normal",
	[END_MAX_TURNS] = "max_turns",
	[END_STALLED] = "stalled",
	[END_FAULT] = "fault",
	NULL
};

const char *game_ending_word(enum ending ending)
{
	assert((unsigned)ending < END_FAULT + 1);
	return game_ending_words[ending];
}

/* ### beginning and end */

int game_begin(const struct game *game, void *state, int seats,
	       const int *rule, struct error *err)
{
	if (game->program != NULL)
		memcpy(state, &game->program, sizeof game->program);
	return game->init(state, seats, rule, err);
}

bool game_ranks_follow(int seats, const int *rank)
{
	for (int seat = 0; seat < seats; seat++) {
		int ahead = 0;

		for (int other = 0; other < seats; other++)
			ahead += rank[other] < rank[seat];
		if (rank[seat] != ahead + 1)
			return false;
	}
	return true;
}

/* ### points */

/* Counts two for each seat that `seat` is ahead of and one for each tie. */
static int beaten(int seats, const int *rank, int seat)
{
	int halves = 0;

	for (int other = 0; other < seats; other++) {
		if (other == seat)
			continue;
		if (rank[seat] < rank[other])
			halves += 2;
		else if (rank[seat] == rank[other])
			halves++;
	}
	return halves;
}

static void share_the_win(int seats, const int *rank, int *points)
{
	int best = rank[0], winners = 0;

	for (int seat = 1; seat < seats; seat++)
		if (rank[seat] < best)
			best = rank[seat];
	for (int seat = 0; seat < seats; seat++)
		winners += rank[seat] == best;
	for (int seat = 0; seat < seats; seat++)
		points[seat] = rank[seat] == best ? GAME_POINTS / winners : 0;
}

/* A side has the rank of the worse of its two members. */
static int side_rank(const int *rank, int side)
{
	return rank[side] > rank[side + 2] ? rank[side] : rank[side + 2];
}

void game_points(enum result result, int seats, const int *rank,
		 int *points)
{
	int side[2], halves;

	assert(seats >= 2 && seats <= GAME_SEATS_MAX);
	switch (result) {
	case RESULT_RANKING:
		for (int seat = 0; seat < seats; seat++)
			points[seat] = beaten(seats, rank, seat) *
				GAME_POINTS / (2 * (seats - 1));
		break;
	case RESULT_WINNER:
		share_the_win(seats, rank, points);
		break;
	case RESULT_TEAMS:
		assert(seats == 4);
		side[0] = side_rank(rank, 0);
		side[1] = side_rank(rank, 1);
		halves = beaten(2, side, 0);
		for (int seat = 0; seat < seats; seat++)
			points[seat] = (seat % 2 == 0 ? halves : 2 - halves) *
				GAME_POINTS / 2;
		break;
	}
}

/* ### events */

void game_event(struct json_writer *w, const char *name, int seat)
{
	json_open(w, '{');
	json_put_string(w, "e", name);
	json_put_int(w, "seat", seat);
}

void game_event_bare(struct json_writer *w, const char *name, int seat)
{
	game_event(w, name, seat);
	json_close(w, '}');
}

void game_event_int(struct json_writer *w, const char *name, int seat,
		    const char *key, int number)
{
	game_event(w, name, seat);
	json_put_int(w, key, number);
	json_close(w, '}');
}

void game_event_seats(struct json_writer *w, const char *name,
		      const int *seat, int count)
{
	json_open(w, '{');
	json_put_string(w, "e", name);
	json_put_ints(w, "seats", seat, count);
	json_close(w, '}');
}

/* ### names of cells */

void cell_names_write(int column, int row, char name[CELL_NAMES_SIZE])
{
	int length = 0;

	assert(column >= 0 && column < 26 && row >= 0 && row < 99);
	name[length++] = (char)('a' + column);
	if (row >= 9)
		name[length++] = (char)('0' + (row + 1) / 10);
	name[length++] = (char)('0' + (row + 1) % 10);
	name[length] = '\0';
}

bool cell_names_find(const cJSON *name, int side, int *column, int *row)
{
	const char *digits;

	if (!cJSON_IsString(name) || name->valuestring[0] == '\0')
		return false;
	*column = name->valuestring[0] - 'a';
	*row = 0;
	digits = name->valuestring + 1;
	if (*digits < '1' || *digits > '9')
		return false;
	for (; *digits >= '0' && *digits <= '9' && *row <= side; digits++)
		*row = *row * 10 + *digits - '0';
	--*row;
	return *digits == '\0' && *column >= 0 && *column < side &&
		*row < side;
}

/* ### the throw for the start */

void start_throw_init(struct start_throw *start, int seats)
{
	memset(start, 0, sizeof *start);
	for (start->count = 0; start->count < seats; start->count++)
		start->seat[start->count] = start->count;
}

struct draw start_throw_due(const struct start_throw *start)
{
	return (struct draw){ .stream = 0, .turn = 0, .dice = start->count,
			      .sides = 6 };
}

int start_throw_land(struct start_throw *start, const int *value)
{
	int best = 0, left = 0;

	for (int i = 0; i < start->count; i++)
		best = value[i] > best ? value[i] : best;
	for (int i = 0; i < start->count; i++)
		if (value[i] == best)
			start->seat[left++] = start->seat[i];
	start->count = left;
	return left == 1 ? start->seat[0] : -1;
}

/* ### reading a view back */

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

	if (view_read_ints(view, key, least, most, 1, 6, list, &dice, err) != 0)
		return -1;
	memset(count, 0, 7 * sizeof *count);
	for (int i = 0; i < dice; i++)
		count[list[i]]++;
	return 0;
}

/* Checks that the members of the view agree with `own`, the view of the
   restored position. */
static int compare(const struct json_at *view, const struct json_writer *own,
		   struct error *err)
{
	OWNED(json_tree) cJSON *tree =
		json_parse(own->out.bytes, own->out.length);
	const cJSON *expected;

	cJSON_ArrayForEach(expected, tree) {
		struct json_at at = json_at_key(view, expected->string);
		OWNED(json_writer) struct json_writer text = {0};

		if (at.value == NULL ||
		    cJSON_Compare(at.value, expected, true))
			continue;
		json_tree(&text, expected);
		return json_expected(&at, err, "%s according to the rest of "
				     "the view", text_string(&text.out));
	}
	return 0;
}

int view_read(const struct game *game, int seats, const int *rule,
	      const struct json_at *view, void *state, struct error *err)
{
	int legal[GAME_LEGAL_MAX], seat;
	OWNED(json_writer) struct json_writer own = {0};

	if (!cJSON_IsObject(view->value))
		return json_expected(view, err, "a view of %s", game->name);
	if (game_begin(game, state, seats, rule, err) != 0 ||
	    game->read_view(state, view, err) != 0)
		return -1;
	seat = game->turn(state);
	if (seat < 0 || game->legal(state, legal) == 0)
		return json_wrong(view, err, "there is nothing to decide in "
				  "this view, so it was not sent to a bot");
	game->view(state, seat, &own);
	return compare(view, &own, err);
}
