/*
 * book_make.c - fills the book of an opened tournament with made-up results.
 *
 *   book_make DIR [LEFT]     all matches that are due, except the last LEFT
 *
 * `make bench` times the reading and pairing of many matches; playing them
 * would take hours.  The results are those of entrants of different strength;
 * the logs that the book names do not exist.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/support/random.h"
#include "tournaments/record/game_counts.h"
#include "tournaments/record/record.h"

static void die(const char *why)
{
	fprintf(stderr, "book_make: %s\n", why);
	exit(2);
}

/* Ranks entrants by the sum of their number and a random number, lowest
   first. */
static void add_game(const struct fixture *fixture, int entrants,
		     struct random *random, struct json_writer *w)
{
	int form[GAME_SEATS_MAX], rank[GAME_SEATS_MAX];

	for (int s = 0; s < fixture->seats; s++)
		form[s] = fixture->entrant[s] + random_below(random,
							     2 * entrants);
	for (int s = 0; s < fixture->seats; s++) {
		rank[s] = 1;
		for (int other = 0; other < fixture->seats; other++)
			rank[s] += form[other] < form[s];
	}
	json_ints(w, rank, fixture->seats);
}

static void start_line(const struct fixture *fixture, struct json_writer *w)
{
	json_clear(w);
	json_open(w, '{');
	json_put_word(w, "t", "start");
	json_put_int(w, "match", fixture->number);
	json_put_ints(w, "entrants", fixture->entrant, fixture->seats);
	json_put_int(w, "attempt", 1);
	json_close(w, '}');
}

static void end_line(const struct tournament *tournament,
		     const struct fixture *fixture, struct json_writer *w)
{
	struct random random = { fixture->number * UINT64_C(0x9e3779b9) };
	struct hash log = {{0}};

	json_clear(w);
	json_open(w, '{');
	json_put_word(w, "t", "end");
	json_put_int(w, "match", fixture->number);
	json_key(w, "log");
	json_hex(w, log.bytes, HASH_SIZE);
	json_key(w, "ranks");
	json_open(w, '[');
	for (uint32_t g = 0; g < tournament_games(tournament, fixture); g++)
		add_game(fixture, tournament->contest.entrants, &random, w);
	json_close(w, ']');
	json_key(w, "faults");
	json_open(w, '[');
	json_close(w, ']');
	json_close(w, '}');
}

static void add_line(struct book *book, const struct json_writer *w,
		     FILE *file)
{
	struct error err;

	if (book_take(book, w->out.bytes, w->out.length, &err) != 0)
		die(err.text);
	fwrite(w->out.bytes, 1, w->out.length, file);
	putc('\n', file);
}

/* Enters the matches that are due. */
static void fill(struct record *record, uint32_t left, FILE *file)
{
	struct contest *contest = &record->tournament.contest;
	struct json_writer w = {0};
	struct error err;
	size_t at = 0;

	do {
		uint32_t made = game_counts_of(record).matches;

		for (; at < contest->past.count; at++) {
			struct fixture *fixture = &contest->past.list[at];

			if (fixture->decided || fixture->number + left > made)
				continue;
			start_line(fixture, &w);
			add_line(&record->book, &w, file);
			end_line(&record->tournament, fixture, &w);
			add_line(&record->book, &w, file);
			if (record_decide(record, fixture, &err) != 0)
				die(err.text);
		}
	} while (left == 0 && contest_advance(contest));
	text_release(&w.out);
}

int main(int argc, char **argv)
{
	struct record record;
	struct error err;
	FILE *file;

	if (argc != 2 && argc != 3)
		die("see the comment at the top of book_make.c");
	if (record_read(&record, argv[1], &err) != 0)
		die(err.text);
	if (!record.book.opened || record.book.closed)
		die("the book is not open");
	file = fopen(record.book.path, "a");
	if (file == NULL)
		die("cannot open the book");
	fill(&record, argc == 3 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0,
	     file);
	if (fclose(file) != 0)
		die("cannot write the book");
	record_release(&record);
	return 0;
}
