/*
 * analysis_json.c - writes an analysis as JSON lines; see docs/luck.md.
 */
#include "analyse/analysis.h"
#include "base/json_write.h"

enum { ANALYSIS_VERSION = 1 };

static void put_decimals(struct json_writer *w, const char *key,
			 const double *number, int count)
{
	char buffer[DECIMAL_SIZE];

	json_put_open(w, key, '[');
	for (int i = 0; i < count; i++)
		json_word(w, decimal(buffer, number[i], 6, false));
	json_close(w, ']');
}

static void put_counts(struct json_writer *w, const char *key,
		       const uint32_t *number, int count)
{
	json_put_open(w, key, '[');
	for (int i = 0; i < count; i++)
		json_int(w, number[i]);
	json_close(w, ']');
}

static void put_null(struct json_writer *w, const char *key)
{
	json_key(w, key);
	json_null(w);
}

static struct json_writer *open_line(struct analysis *a)
{
	json_clear(&a->line);
	json_open(&a->line, '{');
	return &a->line;
}

static void close_line(struct analysis *a)
{
	json_close(&a->line, '}');
	text_byte(&a->line.out, '\n');
	text_append(&a->out, a->line.out.bytes, a->line.out.length);
}

static void write_begin(struct analysis *a)
{
	(void)a;                /* the hash of the log is known at its end */
}

static void write_head(struct analysis *a)
{
	struct json_writer *w = open_line(a);
	int entrants = a->audit->header.entrants;

	json_put_int(w, "analyse", ANALYSIS_VERSION);
	json_put_string(w, "game", a->audit->game->name);
	json_put_open(w, "entrants", '[');
	for (int i = 0; i < entrants; i++)
		json_string(w, analysis_name(a, i));
	json_close(w, ']');
	json_put_string(w, "f", luck_file_words[a->choice.file.f]);
	if (a->audit->finished)
		json_put_hash(w, "log", &a->audit->digest);
	close_line(a);
}

static void write_game(struct analysis *a)
{
	static const char *const lists[] = { "start", "luck", "loss",
					     "luck_total" };
	const struct analysis_game *g = &a->game;
	const int seats = a->audit->header.entrants;
	struct json_writer *w = open_line(a);

	json_put_int(w, "game", g->number);
	json_put_int(w, "board", g->board);
	json_put_open(w, "seats", '[');
	for (int s = 0; s < seats; s++)
		json_int(w, analysis_entrant_of(a, s));
	json_close(w, ']');
	json_put_bool(w, "fault", g->fault);
	put_decimals(w, "points", g->points, seats);
	for (size_t i = 0; g->fault && i < sizeof lists / sizeof *lists; i++)
		put_null(w, lists[i]);
	if (!g->fault) {
		put_decimals(w, "start", g->start, seats);
		put_decimals(w, "luck", g->luck, seats);
		if (a->choice.worth.kind->exact)
			put_decimals(w, "loss", g->loss, seats);
		else
			put_null(w, "loss");
		put_decimals(w, "luck_total", g->luck_total, seats);
		put_counts(w, "decisions", g->decisions, seats);
		if (a->choice.worth.kind->exact)
			put_counts(w, "real", g->real, seats);
	}
	if (a->positions && !g->fault) {
		json_put_open(w, "turns", '[');
		text_append(&w->out, a->turns.out.bytes, a->turns.out.length);
		json_close(w, ']');
	}
	close_line(a);
}

static void write_end(struct analysis *a)
{
	OWNED(text) struct text games = a->out;

	a->out = (struct text){0};
	write_head(a);
	text_append(&a->out, games.bytes, games.length);
}

const struct analysis_writer analysis_json = {
	.begin = write_begin,
	.game = write_game,
	.end = write_end,
};
