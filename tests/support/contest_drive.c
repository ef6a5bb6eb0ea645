/*
 * contest_drive.c - prints the fixtures of a tournament without playing it.
 *
 *   contest_drive < LINES          one line of JSON in, a line per fixture out
 *
 * In: {"format":{..},"entrants":n,"game_result":"ranking"|"winner"|"teams"}
 * and optionally, with these defaults, "manifest" (false: the format is that
 * of a tournament file), "seats" (2), "boards" (1, only for a manifest),
 * "rotations" (the seats), "results" ("first"):
 *
 *   "first"            every game ranks the entrants as the match lists them
 *   "index"            every game ranks them by their index
 *   "equal"            every game is a tie of all
 *   "random SEED"      ranks are random, with ties
 *
 * Out: {"match","round","slot","entrants","boards","points","won"} for each
 * fixture in order, points in 1/5040 and games won per seat; a bye is
 * match 0.  The last line is {"over":true,"places":[..]|null,"format":{..}},
 * with the format as in a manifest, or {"error":".."}.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "base/file.h"
#include "tournaments/format/contest.h"

enum { LINE_MAX_BYTES = 1 << 26 };

struct ranking {
	enum { FIRST, INDEX, EQUAL, RANDOM } rule;
	struct random random;
};

/* ### the input line */

static const char *const keys[] = {
	"format", "entrants", "game_result", "manifest", "seats", "boards",
	"rotations", "results", NULL
};

static int read_results(const struct json_at *top, struct ranking *ranking,
			struct error *err)
{
	static const char *const words[] = { "first", "index", "equal" };
	struct json_at at = json_at_key(top, "results");
	const char *text = "first";
	unsigned long long seed;

	if (at.value != NULL && json_want_string(&at, &text, err) != 0)
		return -1;
	for (int i = 0; i < RANDOM; i++) {
		if (strcmp(text, words[i]) == 0) {
			ranking->rule = i;
			return 0;
		}
	}
	if (sscanf(text, "random %llu", &seed) != 1)
		return json_expected(&at, err, "first, index, equal or "
				     "random SEED");
	ranking->rule = RANDOM;
	ranking->random.state = seed;
	return 0;
}

static int want_number(const struct json_at *top, const char *key, int normal,
		       int max, int *number, struct error *err)
{
	struct json_at at = json_at_key(top, key);
	long long value = normal;

	if ((at.value != NULL || normal == 0) &&
	    json_want_int(&at, 1, max, &value, err) != 0)
		return -1;
	*number = (int)value;
	return 0;
}

static int read_contest(const struct json_at *top, struct contest *contest,
			struct error *err)
{
	struct json_at format = json_at_key(top, "format");
	struct json_at result = json_at_key(top, "game_result");
	bool manifest = cJSON_IsTrue(json_get(top->value, "manifest"));
	int boards, word;

	if (json_want_object(top, keys, err) != 0 ||
	    json_want_word(&result, game_result_words, &word, err) != 0 ||
	    want_number(top, "entrants", 0, ENTRANTS_MAX, &contest->entrants,
			err) != 0 ||
	    want_number(top, "seats", 2, GAME_SEATS_MAX, &contest->seats,
			err) != 0 ||
	    want_number(top, "boards", 1, 1000000, &boards, err) != 0)
		return -1;
	contest->result = (enum result)word;
	contest->boards = (uint32_t)boards;
	if (format_read(contest, &format, manifest, err) != 0 ||
	    want_number(top, "rotations", contest->seats, contest->seats,
			&contest->rotations, err) != 0)
		return -1;
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
	json_key(w, "won");
	json_open(w, '[');
	for (int i = 0; i < fixture->seats; i++)
		json_int(w, fixture->won[i]);
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
	struct ranking ranking = {0};
	struct error err = {0};
	struct json_at top = { .name = "stdin", .index = -1 };
	cJSON *tree = NULL;

	if (json_scan(line, size, 8, JSON_SPACES | JSON_FLOATS, &err) != 0)
		goto wrong;
	tree = json_parse(line, size);
	top.value = tree;
	if (read_results(&top, &ranking, &err) != 0 ||
	    read_contest(&top, &contest, &err) != 0)
		goto wrong;
	print_contest(&contest, &ranking, w);
	goto done;
wrong:
	json_open(w, '{');
	json_put_string(w, "error", err.text);
	json_close(w, '}');
	print_line(w);
done:
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
