/*
 * games_table.c - the games of a ladder as ratings see them.
 */
#include "tournaments/rating/games_table.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact_math.h"
#include "base/memory.h"

static enum result default_result(int seats)
{
	return seats == 2 ? RESULT_RANKING : RESULT_WINNER;
}

void games_table_init(struct games_table *table, const struct game *game,
		      const int *rule)
{
	*table = (struct games_table){0};
	for (int seats = 2; seats <= GAME_SEATS_MAX; seats++)
		table->result[seats] = game != NULL ?
			game->result(seats, rule) : default_result(seats);
}

void games_table_release(struct games_table *table)
{
	for (int i = 0; i < table->entrant_count; i++) {
		free(table->entrants[i].name);
		free(table->entrants[i].hash);
	}
	free(table->entrants);
	games_labels_release(&table->keys);
	free(table->game);
	for (int i = 0; i < table->source_count; i++)
		free(table->sources[i].folder);
	free(table->sources);
	free(table->games);
	free(table->seated);
	free(table->ranks);
	free(table->luck);
	*table = (struct games_table){0};
}

void games_table_set_result(struct games_table *table, enum result result)
{
	for (int seats = 2; seats <= GAME_SEATS_MAX; seats++)
		table->result[seats] = result;
}

int games_table_add_source(struct games_table *table, const char *folder,
			   const struct hash *seal, struct error *err)
{
	for (int i = 0; i < table->source_count; i++)
		if (hash_equal(&table->sources[i].seal, seal))
			return error_set(err, "%s and %s have the same seal: "
					 "a tournament counts only once",
					 table->sources[i].folder, folder);
	ARRAY_GROW(table->sources, table->source_room,
		   table->source_count + 1);
	table->sources[table->source_count++] = (struct games_source){
		*seal, memory_copy(folder) };
	return 0;
}

/* ### entrants */

static const char *label(const struct games_labels *labels, uint32_t number)
{
	return labels->bytes.bytes + labels->start[number];
}

static uint32_t label_slot(const struct games_labels *labels, const char *string)
{
	uint32_t slot = 2166136261u;    /* FNV-1a */

	for (const char *c = string; *c != '\0'; c++)
		slot = (slot ^ (unsigned char)*c) * 16777619u;
	slot &= labels->slots_room - 1;
	while (labels->slots[slot] != 0 &&
	       strcmp(label(labels, labels->slots[slot] - 1), string) != 0)
		slot = (slot + 1) & (labels->slots_room - 1);
	return slot;
}

static void labels_grow(struct games_labels *labels)
{
	ARRAY_GROW(labels->start, labels->room, labels->count + 1);
	free(labels->slots);
	labels->slots_room = 2 * labels->room;
	labels->slots = memory_new(labels->slots_room, sizeof *labels->slots);
	for (uint32_t i = 0; i < labels->count; i++)
		labels->slots[label_slot(labels, label(labels, i))] = i + 1;
}

uint32_t games_labels_number(struct games_labels *labels, const char *string)
{
	uint32_t slot;

	if (labels->count == labels->room)
		labels_grow(labels);
	slot = label_slot(labels, string);
	if (labels->slots[slot] == 0) {
		labels->start[labels->count] = (uint32_t)labels->bytes.length;
		text_append(&labels->bytes, string, strlen(string) + 1);
		labels->slots[slot] = ++labels->count;
	}
	return labels->slots[slot] - 1;
}

void games_labels_release(struct games_labels *labels)
{
	text_release(&labels->bytes);
	free(labels->start);
	free(labels->slots);
	*labels = (struct games_labels){0};
}

/* What identifies an entrant. */
static const char *key_of(const char *name, const char *hash)
{
	return hash[0] != '\0' ? hash : name;
}

int games_table_entrant(struct games_table *table, const char *name,
			const char *hash)
{
	const int entrant = (int)games_labels_number(&table->keys,
						     key_of(name, hash));

	if (entrant < table->entrant_count)
		return entrant;
	ARRAY_GROW(table->entrants, table->entrant_room,
		   table->entrant_count + 1);
	table->entrants[table->entrant_count++] = (struct games_entrant){
		.name = memory_copy(name), .hash = memory_copy(hash)
	};
	return entrant;
}

/* ### games */

static void make_room(struct games_table *table, int seats)
{
	size_t places = table->place_count + (size_t)seats;
	size_t room = table->place_room;

	ARRAY_GROW(table->games, table->game_room, table->game_count + 1);
	ARRAY_GROW(table->seated, room, places);
	ARRAY_GROW(table->ranks, table->place_room, places);
}

/* Counts a game once for each entrant in it. */
static void count_game(struct games_table *table, size_t place, int seats)
{
	const uint32_t *seated = table->seated + place;

	for (int s = 0; s < seats; s++) {
		bool counted = false;

		for (int other = 0; other < s; other++)
			counted |= seated[other] == seated[s];
		table->entrants[seated[s]].games_all += !counted;
	}
}

/* Sets `order` of each seat to 1 + the number ranked better. */
static void order_ranks(const long *ranks, int seats, unsigned char *order)
{
	for (int s = 0; s < seats; s++) {
		order[s] = 1;
		for (int other = 0; other < seats; other++)
			order[s] = (unsigned char)(order[s] +
				(ranks[other] < ranks[s]));
	}
}

void games_table_add_game(struct games_table *table, const int *seated,
			  const long *ranks, int seats, int bits)
{
	const size_t place = table->place_count;

	assert(seats >= 2 && seats <= GAME_SEATS_MAX);
	make_room(table, seats);
	table->games[table->game_count++] = (unsigned char)(seats | bits);
	order_ranks(ranks, seats, table->ranks + table->place_count);
	for (int s = 0; s < seats; s++) {
		assert(seated[s] >= 0 && seated[s] < table->entrant_count);
		table->seated[table->place_count++] = (uint32_t)seated[s];
	}
	count_game(table, place, seats);
}

void games_table_add_luck(struct games_table *table, const int32_t *luck)
{
	size_t first = table->luck_count;

	assert(table->luck_game < table->game_count);
	table->luck_count += table->games[table->luck_game++] & GAMES_SEATS;
	ARRAY_GROW(table->luck, table->luck_room, table->luck_count);
	for (size_t place = first; place < table->luck_count; place++)
		table->luck[place] = luck != NULL ? luck[place - first]
						  : GAMES_NO_LUCK;
}

/* ### matches */

/* A game in which an entrant has two faults counts once. */
static bool fault_is_new(const int *entrant, const struct games_fault *faults,
			 int f)
{
	for (int other = 0; other < f; other++)
		if (faults[other].game == faults[f].game &&
		    entrant[faults[other].place] == entrant[faults[f].place])
			return false;
	return true;
}

void games_table_add_match(struct games_table *table, const int *entrant,
			   int seats, int rotations, int games,
			   const unsigned char *ranks,
			   const struct games_fault *faults, int fault_count)
{
	size_t first = table->game_count;
	int seated[GAME_SEATS_MAX];
	long rank[GAME_SEATS_MAX];

	assert(rotations > 0 && games > 0 && games % rotations == 0);
	for (int g = 0; g < games; g++) {
		const unsigned char *row = ranks + (size_t)g * (size_t)seats;
		int rotation = g % rotations;

		for (int s = 0; s < seats; s++) {
			const int place = game_place(s, rotation, seats);

			seated[s] = entrant[place];
			rank[s] = row[place];
		}
		games_table_add_game(table, seated, rank, seats,
				     (g == 0 ? GAMES_NEW_MATCH : 0) |
				     (rotation == 0 ? GAMES_NEW_BLOCK : 0));
	}
	for (int f = 0; f < fault_count; f++) {
		int board = (faults[f].game - 1) / rotations;
		struct games_entrant *owner =
			&table->entrants[entrant[faults[f].place]];

		assert(faults[f].game >= 1 && faults[f].game <= games);
		for (int r = 0; r < rotations; r++)
			table->games[first + (size_t)(board * rotations + r)]
				|= GAMES_FAULTED;
		if (faults[f].forfeit && owner->forfeits_by == 0)
			owner->forfeits_by = table->game_count;
		if (fault_is_new(entrant, faults, f))
			owner->games_faulted++;
	}
}

/* ### order */

/* Digit 0 is the least significant: the rank in the last seat.  Then come the
   other ranks, then the entrants from the last seat to the first. */
static uint32_t digit_of(const struct games_table *table, uint32_t place,
			 int seats, int digit)
{
	if (digit < seats)
		return table->ranks[place + (uint32_t)(seats - 1 - digit)];
	return table->seated[place + (uint32_t)(2 * seats - 1 - digit)];
}

void games_table_sort(const struct games_table *table, int seats,
		      uint32_t *places, size_t count)
{
	uint32_t buckets = (uint32_t)table->entrant_count + GAME_SEATS_MAX + 1;
	AUTOFREE uint32_t *start = memory_new(buckets + 1, sizeof *start);
	uint32_t *from = places, *spare = memory_new(count, sizeof *spare);
	uint32_t *to = spare, *swap;

	/* The number of passes is even, so the result ends in `places`. */
	for (int digit = 0; digit < 2 * seats; digit++) {
		memset(start, 0, (buckets + 1) * sizeof *start);
		for (size_t i = 0; i < count; i++)
			start[digit_of(table, from[i], seats, digit) + 1]++;
		for (uint32_t b = 1; b <= buckets; b++)
			start[b] += start[b - 1];
		for (size_t i = 0; i < count; i++)
			to[start[digit_of(table, from[i], seats, digit)]++] =
				from[i];
		swap = from;
		from = to;
		to = swap;
	}
	free(spare);
}

static int by_name(const void *a, const void *b)
{
	const struct games_entrant *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order != 0 ? order : strcmp(x->hash, y->hash);
}

void games_table_sort_entrants(struct games_table *table)
{
	size_t count = (size_t)table->entrant_count;
	AUTOFREE struct games_entrant *before = NULL;
	AUTOFREE uint32_t *index = NULL;

	if (count == 0)
		return;
	before = memory_new(count, sizeof *before);
	index = memory_new(count, sizeof *index);
	memcpy(before, table->entrants, count * sizeof *before);
	qsort(table->entrants, count, sizeof *before, by_name);
	games_labels_release(&table->keys);
	for (size_t i = 0; i < count; i++)
		games_labels_number(&table->keys,
				    key_of(table->entrants[i].name,
					   table->entrants[i].hash));
	for (size_t i = 0; i < count; i++)
		index[i] = games_labels_number(&table->keys,
					       key_of(before[i].name,
						      before[i].hash));
	for (size_t place = 0; place < table->place_count; place++)
		table->seated[place] = index[table->seated[place]];
}

void games_table_reorder(struct games_table *table, const uint32_t *places,
			 const unsigned char *bits)
{
	uint32_t *seated = memory_new(table->place_count, sizeof *seated);
	unsigned char *ranks = memory_new(table->place_count, 1);
	AUTOFREE unsigned char *seats_at = memory_new(table->place_count, 1);
	size_t to = 0;

	assert(table->luck == NULL);
	for (size_t g = 0, place = 0; g < table->game_count; g++) {
		seats_at[place] = table->games[g] & GAMES_SEATS;
		place += seats_at[place];
	}
	for (size_t g = 0; g < table->game_count; g++) {
		unsigned char seats = seats_at[places[g]];

		memcpy(seated + to, table->seated + places[g],
		       seats * sizeof *seated);
		memcpy(ranks + to, table->ranks + places[g], seats);
		table->games[g] = (unsigned char)(seats | bits[g]);
		to += seats;
	}
	free(table->seated);
	free(table->ranks);
	table->seated = seated;
	table->ranks = ranks;
	table->place_room = table->place_count;
}

/* ### seats */

long *seat_counts_make(const struct games_table *table, int seats)
{
	long *count = memory_new((size_t)table->entrant_count * (size_t)seats,
				 sizeof *count);
	size_t place = 0;

	for (size_t g = 0; g < table->game_count; g++) {
		int its = table->games[g] & GAMES_SEATS;

		for (int s = 0; s < its && its == seats; s++)
			count[(size_t)table->seated[place + (size_t)s] *
			      (size_t)seats + (size_t)s]++;
		place += (size_t)its;
	}
	return count;
}

bool seat_counts_uneven(const struct games_table *table,
			struct seat_counts *worst)
{
	long widest = 0;

	for (int seats = 2; seats <= GAME_SEATS_MAX; seats++) {
		AUTOFREE long *count = seat_counts_make(table, seats);

		for (int i = 0; i < table->entrant_count; i++) {
			const long *own = count + (size_t)i * (size_t)seats;
			int most = 0, least = 0;
			long all = 0;

			for (int s = 0; s < seats; s++) {
				most = own[s] > own[most] ? s : most;
				least = own[s] < own[least] ? s : least;
				all += own[s];
			}
			if (own[most] - own[least] <= widest)
				continue;
			widest = own[most] - own[least];
			*worst = (struct seat_counts){ i, most, own[most],
				all };
		}
	}
	return widest > 0;
}

/* Wilson 1927: the proportions that k of n does not reject. */
void games_table_wilson(long k, long n, double z, double *low, double *high)
{
	const double z2 = z * z;
	double p, middle, half;

	*low = 0;
	*high = 1;
	if (n == 0)
		return;
	p = (double)k / (double)n;
	middle = p + z2 / (2 * (double)n);
	half = z * sqrt(p * (1 - p) / (double)n +
			z2 / (4 * (double)n * (double)n));
	/* For k = 0 and k = n the bounds are exactly 0 and 1; computing them
	   would leave a rounding error. */
	if (k > 0)
		*low = (middle - half) / (1 + z2 / (double)n);
	if (k < n)
		*high = (middle + half) / (1 + z2 / (double)n);
}
