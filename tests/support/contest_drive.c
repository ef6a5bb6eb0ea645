/*
 * contest_drive.c - prints the fixtures of a tournament without playing it.
 *
 *   contest_drive < LINES          one line of JSON in, a line per fixture out
 *
 * In: {"format":{..},"entrants":n,"game_result":"ranking"|"winner"|"teams"},
 * the format as in a tournament file, and optionally, with these defaults,
 * "seats" (2), "rotations" (the seats), "version" of the format (as in a new
 * tournament), "results" ("first"):
 *
 *   "first"            every game ranks the entrants as the match lists them
 *   "index"            every game ranks them by their index
 *   "equal"            every game is a tie of all
 *   "random SEED"      ranks are random, with ties
 *
 * Out: {"match","round","slot","entrants","boards","points"} for each fixture
 * in order, points in 1/5040 per seat; a bye is match 0.  The last line is
 * {"over":true,"places":[..]|null,"format":{..}}, with the format as in a
 * manifest, or {"error":".."}.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "random.h"
#include "tournaments/format/contest.h"

enum { LINE_MAX_BYTES = 1 << 26 };

struct ranking {
	enum { FIRST, INDEX, EQUAL, RANDOM } rule;
	struct random random;
};

/* ### the input line */

static const char *word_at(const cJSON *line, const char *key,
			   const char *normal)
{
	const cJSON *value = json_get(line, key);

	return value != NULL ? value->valuestring : normal;
}

static int number_at(const cJSON *line, const char *key, int normal)
{
	const cJSON *value = json_get(line, key);

	return value != NULL && cJSON_IsNumber(value) ? value->valueint :
		normal;
}

/* The index of a word; -1: it is another one. */
static int index_of(const char *const *words, const char *word)
{
	int i = 0;

	while (words[i] != NULL && strcmp(words[i], word) != 0)
		i++;
	return words[i] != NULL ? i : -1;
}

static struct ranking read_results(const cJSON *line)
{
	static const char *const words[] = { "first", "index", "equal", NULL };
	const char *text = word_at(line, "results", "first");
	int rule = index_of(words, text);
	unsigned long long seed = 0;

	if (rule < 0 && sscanf(text, "random %llu", &seed) != 1)
		abort();
	return (struct ranking){ rule < 0 ? RANDOM : rule, { seed } };
}

/* Only the format may be wrong. */
static int read_contest(const cJSON *line, struct contest *contest,
			struct error *err)
{
	struct json_at top = { .name = "stdin", .index = -1, .value = line };
	struct json_at format = json_at_key(&top, "format");

	*contest = (struct contest){
		.entrants = number_at(line, "entrants", 0),
		.seats = number_at(line, "seats", 2),
		.boards = 1,
		.version = number_at(line, "version", 0),
		.result = (enum result)index_of(game_result_words,
			word_at(line, "game_result", "ranking")),
	};
	if (format_read(contest, &format, false, err) != 0)
		return -1;
	contest->rotations = number_at(line, "rotations", contest->seats);
	return format_settle(contest, err);
}

/* ### results */

static void make_ranks(struct ranking *ranking, const struct fixture *fixture,
		       int *rank)
{
	for (int i = 0; i < fixture->seats; i++) {
		rank[i] = 1;
		switch (ranking->rule) {
		case FIRST:
			rank[i] = i + 1;
			break;
		case INDEX:
			for (int j = 0; j < fixture->seats; j++)
				rank[i] += fixture->entrant[j] <
					fixture->entrant[i];
			break;
		case EQUAL:
			break;
		case RANDOM:
			rank[i] = 1 + random_below(&ranking->random,
						   fixture->seats);
			break;
		}
	}
}

/* Partners share the better of their ranks. */
static void join_teams(int *rank)
{
	for (int side = 0; side < 2; side++) {
		int best = rank[side] < rank[side + 2] ? rank[side] :
			rank[side + 2];

		rank[side] = rank[side + 2] = best;
	}
}

static void decide(const struct contest *contest, struct ranking *ranking,
		   struct fixture *fixture)
{
	int rank[GAME_SEATS_MAX], points[GAME_SEATS_MAX];
	uint32_t games = fixture->boards * (uint32_t)contest->rotations;

	for (uint32_t game = 0; game < games; game++) {
		make_ranks(ranking, fixture, rank);
		if (contest->result == RESULT_TEAMS)
			join_teams(rank);
		game_points(contest->result, fixture->seats, rank, points);
		for (int i = 0; i < fixture->seats; i++) {
			bool most = true;

			for (int j = 0; j < fixture->seats; j++)
				most = most &&
					(i == j || points[i] > points[j]);
			fixture->points[i] += points[i];
			fixture->won[i] += most;
		}
	}
	fixture->decided = true;
}

/* ### the output lines */

static void print_line(struct json_writer *w)
{
	text_byte(&w->out, '\n');
	fwrite(w->out.bytes, 1, w->out.length, stdout);
	json_clear(w);
}

static void print_meeting(const struct fixture *fixture, struct json_writer *w)
{
	json_open(w, '{');
	json_put_int(w, "match", fixture->number);
	json_put_int(w, "round", fixture->round);
	json_put_int(w, "slot", fixture->slot);
	json_put_ints(w, "entrants", fixture->entrant, fixture->seats);
	json_put_int(w, "boards", fixture->boards);
	json_key(w, "points");
	json_open(w, '[');
	for (int i = 0; i < fixture->seats; i++)
		json_int(w, fixture->points[i]);
	json_close(w, ']');
	json_close(w, '}');
	print_line(w);
}

static void print_end(const struct contest *contest, struct json_writer *w)
{
	int *place = memory_new((size_t)contest->entrants, sizeof *place);

	json_open(w, '{');
	json_key(w, "over");
	json_bool(w, true);
	json_key(w, "places");
	if (contest->format->places == NULL) {
		json_null(w);
	} else {
		contest->format->places(contest, place);
		json_ints(w, place, contest->entrants);
	}
	json_key(w, "format");
	format_write(contest, w);
	json_close(w, '}');
	print_line(w);
	free(place);
}

static void print_contest(struct contest *contest, struct ranking *ranking,
			  struct json_writer *w)
{
	size_t printed = 0;

	while (contest_advance(contest)) {
		for (size_t i = printed; i < contest->past.count; i++) {
			struct fixture *fixture = &contest->past.list[i];

			if (!fixture->decided)
				decide(contest, ranking, fixture);
			print_meeting(fixture, w);
		}
		printed = contest->past.count;
	}
	print_end(contest, w);
}

static void answer(const char *line, size_t size, struct json_writer *w)
{
	struct contest contest = {0};
	struct error err = {0};
	cJSON *tree = json_parse(line, size);
	struct ranking ranking = read_results(tree);

	if (read_contest(tree, &contest, &err) == 0) {
		print_contest(&contest, &ranking, w);
	} else {
		json_open(w, '{');
		json_put_string(w, "error", err.text);
		json_close(w, '}');
		print_line(w);
	}
	cJSON_Delete(tree);
	contest_release(&contest);
}

int main(void)
{
	struct text in = {0};
	struct error err = {0};
	struct json_writer w = {0};

	if (file_read(&in, "-", LINE_MAX_BYTES, &err) != 0) {
		fprintf(stderr, "%s\n", err.text);
		return 2;
	}
	for (size_t at = 0; at < in.length; ) {
		const char *line = in.bytes + at;
		const char *end = memchr(line, '\n', in.length - at);
		size_t size = end == NULL ? in.length - at :
			(size_t)(end - line);

		answer(line, size, &w);
		at += size + 1;
	}
	text_release(&in);
	text_release(&w.out);
	return fflush(stdout) == 0 ? 0 : 2;
}
