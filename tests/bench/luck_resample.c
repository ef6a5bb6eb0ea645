/*
 * luck_resample.c - how often the adjusted intervals of small ladders contain
 * the truth, from the games of a large tournament.
 *
 *   luck_resample DIR
 *
 * The tournament, a round robin of games of two, is over and has its luck.csv.
 * 200 ladders are drawn from its blocks, with replacement; the truth is the
 * ladder of all its blocks.  "single" blocks draw each game from another block,
 * so that their games do not share dice.  Prints a line for each size.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "tests/support/random.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/tables/book_games.h"
#include "worth/luck_file.h"

enum { TABLES = 200, ROTATIONS = 2 };

/* A block, and where the places of its games begin. */
struct block {
	int low, high;          /* entrants */
	uint32_t place[ROTATIONS];
};

static struct bench {
	struct games_table all;
	struct ladder_options options;
	struct block *blocks;
	size_t count, room;
	struct random random;
} bench;

static void die(const char *why)
{
	fprintf(stderr, "luck_resample: %s\n", why);
	exit(2);
}

static void read_folder(const char *folder)
{
	char *csv_path = tournament_folder_file(folder, "luck.csv");
	char *luck_path = tournament_folder_file(folder, "luck.json");
	struct record record = {0};
	struct luck_file file = {0};
	struct luck_csv csv = {0};
	struct error err;

	if (record_read(&record, folder, &err) != 0 ||
	    luck_file_read(&file, luck_path, &err) != 0 ||
	    luck_csv_read(&csv, csv_path, &err) != 0)
		die(err.text);
	book_games_table_init(&bench.all, &record);
	if (book_games_add_luck(&bench.all, &record, &csv, &err) != 0)
		die(err.text);
	bench.options = ladder_defaults;
	bench.options.ranks = false;
	bench.options.luck_beta = file.beta_millionths;
	luck_csv_release(&csv);
	luck_file_release(&file);
	record_release(&record);
	free(csv_path);
	free(luck_path);
}

/* Finds the blocks without a fault. */
static void find_blocks(void)
{
	uint32_t place = 0;

	for (size_t g = 0; g + 1 < bench.all.game_count; g += ROTATIONS,
	     place += 2 * ROTATIONS) {
		int a = (int)bench.all.seated[place];
		int b = (int)bench.all.seated[place + 1];

		if (bench.all.games[g] & GAMES_FAULTED)
			continue;
		ARRAY_GROW(bench.blocks, bench.room, bench.count + 1);
		bench.blocks[bench.count++] = (struct block){
			a < b ? a : b, a < b ? b : a, { place, place + 2 } };
	}
}

static const struct block *draw(int low, int high)
{
	const struct block *block;

	do
		block = &bench.blocks[random_below(&bench.random,
						   (int)bench.count)];
	while (block->low != low || block->high != high);
	return block;
}

/* The rotation of another block in which the same entrant sits first. */
static uint32_t game_of(const struct block *block, uint32_t first)
{
	return bench.all.seated[block->place[0]] == first ? block->place[0] :
		block->place[1];
}

static void add_game(struct games_table *table, uint32_t place, int bits)
{
	const uint32_t *seated = bench.all.seated + place;
	const unsigned char *ranks = bench.all.ranks + place;

	games_table_add_game(table, (int[]){ (int)seated[0], (int)seated[1] },
			     (long[]){ ranks[0], ranks[1] }, 2, bits);
	games_table_add_luck(table, bench.all.luck + place);
}

static void draw_table(struct games_table *table, int blocks, bool shared)
{
	games_table_init(table, NULL);
	for (int i = 0; i < bench.all.entrant_count; i++)
		games_table_entrant(table, bench.all.entrants[i].name, "");
	for (int high = 0; high < bench.all.entrant_count; high++)
		for (int low = 0; low < high; low++)
			for (int n = 0; n < blocks; n++) {
				const struct block *one = draw(low, high);
				const struct block *other = shared ? one :
					draw(low, high);

				add_game(table, game_of(one, (uint32_t)low),
					 GAMES_NEW_BLOCK | GAMES_NEW_MATCH);
				add_game(table, game_of(other, (uint32_t)high),
					 0);
			}
}

static void fit(const struct games_table *table, bool luck,
		struct ladder *ladder)
{
	struct error err;

	bench.options.luck = luck;
	if (ladder_fit(table, &bench.options, ladder, &err) != 0)
		die(err.text);
}

/* Prints a line for ladders in which every entrant has `each` blocks. */
static void resample(const struct ladder *truth, int each, bool shared)
{
	int entrants = bench.all.entrant_count;
	double count = (double)TABLES * entrants, covered = 0, se = 0, off = 0;
	double raw_se = 0;

	for (int t = 0; t < TABLES; t++) {
		struct games_table table;
		struct ladder adjusted, raw;

		draw_table(&table, each / (entrants - 1), shared);
		fit(&table, true, &adjusted);
		fit(&table, false, &raw);
		for (int i = 0; i < entrants; i++) {
			double own = adjusted.rows[i].elo - truth->rows[i].elo;

			covered += fabs(own) <= adjusted.rows[i].err95;
			off += own * own / count;
			se += adjusted.rows[i].se / count;
			raw_se += raw.rows[i].se / count;
		}
		ladder_release(&adjusted);
		ladder_release(&raw);
		games_table_release(&table);
	}
	printf("%3d blocks each, %s: coverage %.3f, se %.1f for a true %.1f, "
	       "raw %.1f\n", each, shared ? "shared" : "single",
	       covered / count, se, sqrt(off), raw_se);
}

int main(int argc, char **argv)
{
	struct ladder truth;

	if (argc != 2)
		die("usage: luck_resample DIR");
	bench.random.state = 3;
	read_folder(argv[1]);
	find_blocks();
	fit(&bench.all, true, &truth);
	for (int each = 45; each <= 100; each += 55)
		for (int shared = 0; shared < 2; shared++)
			resample(&truth, each, shared);
	ladder_release(&truth);
	games_table_release(&bench.all);
	free(bench.blocks);
	return 0;
}
