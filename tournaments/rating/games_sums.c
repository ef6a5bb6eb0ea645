/*
 * games_sums.c - adds up blocks of games, so that they need not be kept.
 */
#include "tournaments/rating/games_sums.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* A game of a sum. */
struct member {
	uint32_t place;         /* where its places begin in the table */
	uint32_t times;
	uint16_t seats;
	uint16_t code;          /* code_of, for a pair */
};

struct sum {
	struct member *members;         /* owned */
	uint64_t *product;              /* as in struct games_group */
	uint32_t count, blocks;
	uint32_t hash;                  /* of the pair or of the block */
	bool is_pair;                   /* of `pair`; else blocks are equal */
	uint32_t pair[2];
};

struct sums_block {
	struct games_sums_game *games;
	size_t count, room;
};

struct games_sums {
	struct games_table *table;
	struct sum *sums;
	size_t count, room;
	uint32_t *slots;                /* hash table: sum + 1 */
	size_t slots_room;
	struct sums_block block;        /* the current one */
};

struct games_sums *games_sums_new(struct games_table *table)
{
	struct games_sums *sums = memory_new(1, sizeof *sums);

	sums->table = table;
	return sums;
}

/* ### the current block */

static int by_game(const void *a, const void *b)
{
	const struct games_sums_game *x = a, *y = b;
	int order = x->seats - y->seats;

	for (int s = 0; s < x->seats && order == 0; s++)
		order = (x->seated[s] > y->seated[s]) -
			(x->seated[s] < y->seated[s]);
	for (int s = 0; s < x->seats && order == 0; s++)
		order = x->ranks[s] - y->ranks[s];
	return order;
}

/* Merges equal games. */
static void merge(struct sums_block *block)
{
	size_t to = 0;

	/* Most blocks have two games. */
	if (block->count > 2 || (block->count == 2 &&
	    by_game(&block->games[0], &block->games[1]) > 0))
		qsort(block->games, block->count, sizeof *block->games,
		      by_game);
	for (size_t i = 1; i < block->count; i++)
		if (by_game(&block->games[to], &block->games[i]) == 0)
			block->games[to].times += block->games[i].times;
		else
			block->games[++to] = block->games[i];
	block->count = block->count > 0 ? to + 1 : 0;
}

void games_sums_add(struct games_sums *sums, const struct games_sums_game *game)
{
	struct sums_block *block = &sums->block;

	if (block->count == block->room) {
		merge(block);
		if (2 * block->count >= block->room)
			ARRAY_GROW(block->games, block->room,
				   block->room + 1);
	}
	block->games[block->count] = *game;
	block->games[block->count++].times = 1;
}

/* ### finding the sum */

static bool is_game(const struct games_table *table,
		    const struct member *member,
		    const struct games_sums_game *game)
{
	return member->seats == game->seats &&
		memcmp(table->seated + member->place, game->seated,
		       member->seats * sizeof *game->seated) == 0 &&
		memcmp(table->ranks + member->place, game->ranks,
		       member->seats) == 0;
}

/* Are all games between the same two?  `pair` gets them in ascending order. */
static bool pair_of(const struct sums_block *block, uint32_t *pair)
{
	pair[0] = pair[1] = block->games[0].seated[0];
	for (size_t i = 0; i < block->count; i++) {
		const struct games_sums_game *game = &block->games[i];

		if (game->seats != 2)
			return false;
		for (int s = 0; s < 2; s++) {
			uint32_t entrant = game->seated[s];

			if (entrant == pair[0] || entrant == pair[1])
				continue;
			if (pair[0] != pair[1])
				return false;
			pair[entrant > pair[0]] = entrant;
		}
	}
	return true;
}

static uint32_t mix(uint32_t hash, uint32_t value)
{
	hash = (hash ^ value) * 16777619u;
	return hash ^ hash >> 15;
}

static uint32_t hash_block(const struct sums_block *block, bool is_pair,
			   const uint32_t *pair)
{
	uint32_t hash = 2166136261u;

	if (is_pair)
		return mix(mix(hash, pair[0]), pair[1]);
	for (size_t i = 0; i < block->count; i++) {
		const struct games_sums_game *game = &block->games[i];

		hash = mix(hash, game->times);
		for (int s = 0; s < game->seats; s++)
			hash = mix(hash, game->seated[s] * 16 +
				   game->ranks[s]);
	}
	return hash;
}

/* Equal blocks have their games in the same order. */
static bool is_block(const struct games_table *table, const struct sum *sum,
		     const struct sums_block *block)
{
	if (sum->is_pair || sum->count != block->count)
		return false;
	for (uint32_t i = 0; i < sum->count; i++)
		if (!is_game(table, &sum->members[i], &block->games[i]) ||
		    sum->members[i].times / sum->blocks !=
		    block->games[i].times)
			return false;
	return true;
}

static void grow_slots(struct games_sums *sums)
{
	free(sums->slots);
	sums->slots_room = sums->slots_room > 0 ? 2 * sums->slots_room : 64;
	sums->slots = memory_new(sums->slots_room, sizeof *sums->slots);
	for (size_t i = 0; i < sums->count; i++) {
		size_t slot = sums->sums[i].hash & (sums->slots_room - 1);

		while (sums->slots[slot] != 0)
			slot = (slot + 1) & (sums->slots_room - 1);
		sums->slots[slot] = (uint32_t)i + 1;
	}
}

/* The sum that the block belongs to; a new one is made if needed. */
static struct sum *sum_of(struct games_sums *sums,
			  const struct sums_block *block)
{
	uint32_t pair[2];
	bool is_pair = pair_of(block, pair);
	uint32_t hash = hash_block(block, is_pair, pair);
	struct sum *sum;
	size_t slot;

	if (2 * sums->count >= sums->slots_room)
		grow_slots(sums);
	slot = hash & (sums->slots_room - 1);
	for (; sums->slots[slot] != 0;
	     slot = (slot + 1) & (sums->slots_room - 1)) {
		sum = &sums->sums[sums->slots[slot] - 1];
		if (is_pair ? sum->is_pair && sum->pair[0] == pair[0] &&
		    sum->pair[1] == pair[1] :
		    is_block(sums->table, sum, block))
			return sum;
	}
	ARRAY_GROW(sums->sums, sums->room, sums->count + 1);
	sum = &sums->sums[sums->count++];
	sums->slots[slot] = (uint32_t)sums->count;
	sum->hash = hash;
	sum->is_pair = is_pair;
	if (is_pair)
		memcpy(sum->pair, pair, sizeof pair);
	return sum;
}

/* ### a block */

/* Which game of a pair it is.  Comparing entrants and ranks would read more
   memory. */
static uint16_t code_of(const struct sum *sum,
			const struct games_sums_game *game)
{
	if (!sum->is_pair)
		return 0;
	return (uint16_t)((game->seated[0] == sum->pair[0]) |
			  (game->seated[1] == sum->pair[0]) << 1 |
			  game->ranks[0] << 2 | game->ranks[1] << 4);
}

/* Where a game of a pair is in its sum, or would be added. */
static uint32_t find_member(const struct sum *sum, uint16_t code)
{
	uint32_t at = 0;

	while (at < sum->count && sum->members[at].code != code)
		at++;
	return at;
}

/* Leaves room for one more game at most, because there are many sums. */
static void add_member(struct games_sums *sums, struct sum *sum,
		       const struct games_sums_game *game)
{
	struct games_table *table = sums->table;
	uint32_t place = (uint32_t)table->place_count, count = sum->count;
	int seated[GAME_SEATS_MAX];
	long ranks[GAME_SEATS_MAX];

	for (int s = 0; s < game->seats; s++) {
		seated[s] = (int)game->seated[s];
		ranks[s] = game->ranks[s];
	}
	games_table_add_game(table, seated, ranks, game->seats, 0);
	if (count % 2 == 0)
		sum->members = memory_resize(sum->members, count, count + 2,
					     sizeof *sum->members);
	sum->members[count] = (struct member){
		place, 0, (uint16_t)game->seats, code_of(sum, game)
	};
	if (sum->product != NULL)
		sum->product = memory_resize(
			sum->product, (size_t)count * (count + 1) / 2,
			(size_t)(count + 1) * (count + 2) / 2,
			sizeof *sum->product);
	sum->count++;
}

static uint64_t *product_at(uint64_t *product, uint32_t i, uint32_t j)
{
	return i > j ? product + (size_t)i * (i + 1) / 2 + j
		     : product + (size_t)j * (j + 1) / 2 + i;
}

/* Makes the products of the first block once there is a second. */
static void start_products(struct sum *sum)
{
	sum->product = memory_new((size_t)sum->count * (sum->count + 1) / 2,
				  sizeof *sum->product);
	for (uint32_t i = 0; i < sum->count; i++)
		for (uint32_t j = 0; j <= i; j++)
			*product_at(sum->product, i, j) =
				(uint64_t)sum->members[i].times *
				sum->members[j].times;
}

static void add_pair(struct games_sums *sums, struct sum *sum,
		     const struct sums_block *block)
{
	const struct games_sums_game *games = block->games;
	uint32_t at[GAMES_SUMS_MOST];

	if (sum->blocks == 1)
		start_products(sum);
	for (size_t i = 0; i < block->count; i++) {
		at[i] = find_member(sum, code_of(sum, &games[i]));
		if (at[i] == sum->count)
			add_member(sums, sum, &games[i]);
		sum->members[at[i]].times += games[i].times;
	}
	for (size_t i = 0; i < block->count && sum->product != NULL; i++)
		for (size_t j = 0; j <= i; j++)
			*product_at(sum->product, at[i], at[j]) +=
				(uint64_t)games[i].times * games[j].times;
}

static void add_equal(struct games_sums *sums, struct sum *sum,
		      const struct sums_block *block)
{
	for (size_t i = 0; i < block->count; i++) {
		if (sum->blocks == 0)
			add_member(sums, sum, &block->games[i]);
		sum->members[i].times += block->games[i].times;
	}
}

static void add_block(struct games_sums *sums, const struct sums_block *block)
{
	struct sum *sum = sum_of(sums, block);

	(sum->is_pair ? add_pair : add_equal)(sums, sum, block);
	sum->blocks++;
}

void games_sums_end_block(struct games_sums *sums)
{
	struct sums_block *block = &sums->block;

	merge(block);
	if (block->count > 0)
		add_block(sums, block);
	block->count = 0;
}

void games_sums_add_alone(struct games_sums *sums,
			  const struct games_sums_game *game)
{
	struct games_sums_game one = *game;
	struct sums_block block = { &one, 1, 1 };

	one.times = 1;
	add_block(sums, &block);
}

/* ### order */

static int by_number(const uint32_t *x, const uint32_t *y)
{
	return (*x > *y) - (*x < *y);
}

static int compare_games(const struct games_table *table, struct member x,
			 struct member y)
{
	int order = x.seats - y.seats;

	for (uint32_t s = 0; s < x.seats && order == 0; s++)
		order = by_number(&table->seated[x.place + s],
				 &table->seated[y.place + s]);
	return order != 0 ? order : memcmp(table->ranks + x.place,
					   table->ranks + y.place, x.seats);
}

static void swap(uint64_t *a, uint64_t *b)
{
	const uint64_t keep = *a;

	*a = *b;
	*b = keep;
}

static void swap_members(struct sum *sum, uint32_t i, uint32_t j)
{
	struct member keep = sum->members[i];

	sum->members[i] = sum->members[j];
	sum->members[j] = keep;
	if (sum->product == NULL)
		return;
	swap(product_at(sum->product, i, i), product_at(sum->product, j, j));
	for (uint32_t k = 0; k < sum->count; k++)
		if (k != i && k != j)
			swap(product_at(sum->product, i, k),
			     product_at(sum->product, j, k));
}

/* Shell sort, in place because there are many sums. */
static void sort_members(const struct games_table *table, struct sum *sum)
{
	const struct member *members = sum->members;

	for (uint32_t gap = sum->count / 2; gap > 0; gap /= 2)
		for (uint32_t i = gap; i < sum->count; i++)
			for (uint32_t at = i; at >= gap &&
			     compare_games(table, members[at - gap],
					   members[at]) > 0; at -= gap)
				swap_members(sum, at - gap, at);
}

struct sorted_sum {
	uint64_t key;           /* the first two seats, which usually decide */
	const struct games_table *table;
	struct sum *sum;
};

/* By the games and how often each was played. */
static int by_sum(const void *a, const void *b)
{
	const struct sorted_sum *x = a, *y = b;
	const struct sum *p = x->sum, *q = y->sum;
	int order = 0;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	for (uint32_t i = 0; i < p->count && i < q->count && order == 0; i++) {
		order = compare_games(x->table, p->members[i], q->members[i]);
		if (order == 0)
			order = by_number(&p->members[i].times,
					  &q->members[i].times);
	}
	return order != 0 ? order : by_number(&p->count, &q->count);
}

static struct sorted_sum *sort_sums(struct games_sums *sums)
{
	const struct games_table *table = sums->table;
	struct sorted_sum *sorted = memory_new(sums->count, sizeof *sorted);

	for (size_t i = 0; i < sums->count; i++) {
		struct sum *sum = &sums->sums[i];
		const uint32_t *seated;

		sort_members(table, sum);
		seated = table->seated + sum->members[0].place;
		sorted[i] = (struct sorted_sum){
			(uint64_t)seated[0] << 32 | seated[1], table, sum };
	}
	if (sums->count > 0)
		qsort(sorted, sums->count, sizeof *sorted, by_sum);
	return sorted;
}

static void count_games(struct games_table *table)
{
	size_t place = 0;

	for (int i = 0; i < table->entrant_count; i++)
		table->entrants[i].games_all = 0;
	for (size_t g = 0; g < table->game_count; g++) {
		int seats = table->games[g] & GAMES_SEATS;

		games_table_count(table, place, seats, table->times[place]);
		place += (size_t)seats;
	}
}

void games_sums_finish(struct games_sums *sums)
{
	struct games_table *table = sums->table;
	uint32_t *places = memory_new(table->game_count, sizeof *places);
	uint32_t *times = memory_new(table->place_count + 1, sizeof *times);
	unsigned char *bits = memory_new(table->game_count, 1);
	struct sorted_sum *sorted;
	size_t game = 0, place = 0;

	games_table_sort_entrants(table);
	sorted = sort_sums(sums);
	table->groups = memory_new(sums->count, sizeof *table->groups);
	for (size_t i = 0; i < sums->count; i++) {
		struct sum *sum = sorted[i].sum;

		table->groups[i] = (struct games_group){
			sum->count, sum->blocks, sum->product };
		sum->product = NULL;
		bits[game] = GAMES_NEW_MATCH | GAMES_NEW_BLOCK;
		for (uint32_t m = 0; m < sum->count; m++) {
			times[place] = sum->members[m].times;
			place += sum->members[m].seats;
			places[game++] = sum->members[m].place;
		}
	}
	table->group_count = sums->count;
	free(sorted);
	games_table_reorder(table, places, bits);
	table->times = times;
	count_games(table);
	free(places);
	free(bits);
}

void games_sums_free(struct games_sums *sums)
{
	if (sums == NULL)
		return;
	for (size_t i = 0; i < sums->count; i++) {
		free(sums->sums[i].members);
		free(sums->sums[i].product);
	}
	free(sums->sums);
	free(sums->slots);
	free(sums->block.games);
	free(sums);
}
