/*
 * ladder_bench.c - the time and memory that a large ladder takes.
 *
 * Games between random pairs, two rotations a block, 30% draws, are written
 * as CSV and read back.  Prints a JSON line for each size: seconds of reading,
 * of the maximum, of the errors and of the rank intervals, their sum, and the
 * peak memory of the process so far.
 *
 *   ladder_bench [ENTRANTS GAMES]      only this size
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/exact_math.h"
#include "tests/support/random.h"
#include "tournaments/rating/ladder.h"
#include "tournaments/rating/rank_intervals.h"

struct size {
	int entrants, games;
};

static const struct size sizes[] = {
	{ 200, 100000 },
	{ 1000, 1000000 },
};

/* Normal strengths, standard deviation 1 logit. */
static double strength_of(int entrant)
{
	struct random random = { (uint64_t)entrant * 977 };

	return rank_intervals_normal((random_below(&random, 1000000) + 0.5) / 1e6);
}

static void write_games(FILE *file, int entrants, int games)
{
	struct random random = { 7 };

	fputs("block,entrants,ranks\n", file);
	for (int g = 0; g < games; g += 2) {
		int a = random_below(&random, entrants), b;
		double chance;

		do
			b = random_below(&random, entrants);
		while (b == a);
		chance = 1 / (1 + exact_math_exp(strength_of(b)
						 - strength_of(a)));
		for (int rotation = 0; rotation < 2; rotation++) {
			int first = rotation == 0 ? a : b;
			int second = rotation == 0 ? b : a;
			int won = random_below(&random, 1000000)
				< chance * 1e6;
			int draw = random_below(&random, 10) < 3;

			fprintf(file, "%d,e%d|e%d,%d|%d\n", g / 2 + 1, first,
				second,
				draw || (won == 1) == (first == a) ? 1 : 2,
				draw || (won == 0) == (first == a) ? 1 : 2);
		}
	}
}

/* Processor time, so that other programs do not count. */
static double seconds_since(clock_t start)
{
	return (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* Returns the seconds of a fit; the caller releases `*ladder`. */
static double fit(const struct games_table *table, bool ranks,
		  struct ladder *ladder)
{
	struct ladder_options options = ladder_defaults;
	struct error err = {0};
	clock_t start = clock();

	options.ranks = ranks;
	if (ladder_fit(table, &options, ladder, &err) != 0) {
		fprintf(stderr, "ladder_bench: %s\n", err.text);
		exit(2);
	}
	return seconds_since(start);
}

static void measure(char *path, int entrants, int games)
{
	struct games_table table;
	struct ladder ladder;
	struct error err = {0};
	struct rusage usage;
	clock_t start = clock();
	double reading, whole, fitted;

	games_table_init(&table, NULL, NULL);
	if (games_table_read(&table, &path, 1, true, &err) != 0) {
		fprintf(stderr, "ladder_bench: %s\n", err.text);
		exit(2);
	}
	reading = seconds_since(start);
	whole = fit(&table, true, &ladder);
	getrusage(RUSAGE_SELF, &usage);
	ladder_release(&ladder);
	fitted = fit(&table, false, &ladder);
	printf("{\"entrants\":%d,\"games\":%d,\"reading\":%.3f,"
	       "\"maximum_and_errors\":%.3f,\"ranks\":%.3f,\"all\":%.3f,"
	       "\"steps\":%d,\"peak_mb\":%.1f}\n", entrants, games, reading,
	       fitted, fmax(whole - fitted, 0), reading + whole, ladder.steps,
	       (double)usage.ru_maxrss / 1024);
	fflush(stdout);
	ladder_release(&ladder);
	games_table_release(&table);
}

static void bench(const char *path, struct size size)
{
	FILE *file = fopen(path, "w");

	if (file == NULL) {
		perror("ladder_bench");
		exit(2);
	}
	write_games(file, size.entrants, size.games);
	fclose(file);
	measure(path, size.entrants, size.games);
}

int main(int argc, char **argv)
{
	char path[] = "/tmp/ladder_bench.XXXXXX";
	int fd = mkstemp(path);

	if (fd < 0) {
		perror("ladder_bench");
		return 2;
	}
	close(fd);
	if (argc == 3)
		bench(path, (struct size){ atoi(argv[1]), atoi(argv[2]) });
	else
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
			bench(path, sizes[s]);
	remove(path);
	return 0;
}
