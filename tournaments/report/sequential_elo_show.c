/*
 * sequential_elo_show.c - the live Elo after each game of a ladder.
 */
#include "tournaments/report/sequential_elo_show.h"

#include <math.h>
#include <stdlib.h>

#include "base/decimal.h"
#include "base/printable.h"
#include "tournaments/rating/sequential_elo.h"
#include "tournaments/report/ladder_label.h"

enum { PIECE = 65536 };

/* ### the walk */

/* The state after a game; `seats` entrants played it, each listed once. */
struct walk {
	const struct games_table *table;
	bool drop;
	struct ladder names;            /* only what ladder_label_name needs */
	double *elo, *changed;          /* by entrant; changed: in its last
					   game */
	long *games;                    /* by entrant */
	size_t next, next_place;
	long match, block, game;        /* numbers, from 1; `game` counts only
					   the games taken */
	int seats;
	int entrant[GAME_SEATS_MAX];
	double before[GAME_SEATS_MAX];
};

static void walk_begin(struct walk *walk, const struct games_table *table,
		       enum ladder_forfeits forfeits)
{
	size_t count = (size_t)table->entrant_count;

	*walk = (struct walk){
		.table = table, .drop = forfeits != FORFEITS_LOSS,
		.names = { .count = table->entrant_count,
			   .entrants = table->entrants },
		.elo = memory_new(count, sizeof *walk->elo),
		.changed = memory_new(count, sizeof *walk->changed),
		.games = memory_new(count, sizeof *walk->games)
	};
	for (size_t i = 0; i < count; i++) {
		walk->elo[i] = SEQUENTIAL_ELO_START;
		walk->changed[i] = NAN;
	}
}

static void walk_end(struct walk *walk)
{
	free(walk->elo);
	free(walk->changed);
	free(walk->games);
}

static void play(struct walk *walk, const uint32_t *seated,
		 const unsigned char *ranks, int seats)
{
	int entrant[GAME_SEATS_MAX];

	walk->game++;
	walk->seats = 0;
	for (int s = 0; s < seats; s++) {
		bool again = false;

		entrant[s] = (int)seated[s];
		for (int known = 0; known < walk->seats; known++)
			again |= walk->entrant[known] == entrant[s];
		if (again)
			continue;
		walk->before[walk->seats] = walk->elo[entrant[s]];
		walk->entrant[walk->seats++] = entrant[s];
		walk->games[entrant[s]]++;
	}
	sequential_elo_add(walk->elo, walk->table->result[seats], seats,
			   entrant, ranks, SEQUENTIAL_ELO_K);
	for (int n = 0; n < walk->seats; n++)
		walk->changed[walk->entrant[n]] =
			walk->elo[walk->entrant[n]] - walk->before[n];
}

/* Plays the next game that counts; false at the end. */
static bool walk_on(struct walk *walk)
{
	const struct games_table *table = walk->table;

	while (walk->next < table->game_count) {
		unsigned char bits = table->games[walk->next++];
		size_t place = walk->next_place;

		walk->next_place += bits & GAMES_SEATS;
		walk->match += (bits & GAMES_NEW_MATCH) != 0;
		walk->block += (bits & GAMES_NEW_BLOCK) != 0;
		if (walk->drop && (bits & GAMES_FAULTED) != 0)
			continue;
		play(walk, table->seated + place, table->ranks + place,
		     bits & GAMES_SEATS);
		return true;
	}
	return false;
}

static void add_name(const struct walk *walk, int i, const char *title,
		     struct table *table)
{
	struct text name = {0};

	ladder_label_name(&walk->names, i, LADDER_LABEL_WHOLE, &name);
	table_string(table, title, "entrant", text_string(&name));
	text_release(&name);
}

/* The last value of each entrant. */
static void add_last(const struct walk *walk, struct table *table)
{
	for (int k = -1; k < walk->table->entrant_count; k++) {
		int i = k < 0 ? 0 : k;

		table_row(table);
		add_name(walk, i, "entrant", table);
		table_real(table, "live Elo", "live_elo", walk->elo[i], 1);
		table_signed(table, "last change", "change", walk->changed[i],
			     1);
		table_int(table, "games", "games", walk->games[i]);
	}
}

/* ### text */

static void show_text(struct walk *walk, const char *game, FILE *file)
{
	struct table lines = {0};
	struct text out = {0};

	while (walk_on(walk))
		continue;
	text_printf(&out,
		    "%s: %s\nit follows the last games and never "
		    "settles: no ranking, in the order of the entrants\n"
		    "%ld games; from %.0f, K = %.0f\n\n",
		    game, SEQUENTIAL_ELO_LABEL, walk->game,
		    SEQUENTIAL_ELO_START, SEQUENTIAL_ELO_K);
	add_last(walk, &lines);
	table_text(&lines, 2, &out);
	printable_print(file, &out);
	table_release(&lines);
	text_release(&out);
}

/* ### files */

static void write_piece(struct text *out, FILE *file, size_t least)
{
	if (out->length < least || out->length == 0)
		return;
	printable_print(file, out);
	text_clear(out);
}

/* Adds the row of the last game's nth entrant. */
static void add_change(const struct walk *walk, int n, struct table *table)
{
	int i = walk->entrant[n];

	table_row(table);
	table_int(table, NULL, "game", walk->game);
	table_int(table, NULL, "match", walk->match);
	table_int(table, NULL, "block", walk->block);
	add_name(walk, i, NULL, table);
	table_real(table, NULL, "live_elo_not_the_ladder", walk->elo[i], 6);
	table_real(table, NULL, "change", walk->changed[i], 6);
}

static void show_csv(struct walk *walk, FILE *file)
{
	struct table lines = {0};
	struct text out = {0};

	add_change(walk, 0, &lines);
	while (walk_on(walk)) {
		for (int n = 0; n < walk->seats; n++)
			add_change(walk, n, &lines);
		table_csv(&lines, &out);
		write_piece(&out, file, PIECE);
	}
	table_csv(&lines, &out);
	write_piece(&out, file, 0);
	text_release(&out);
	table_release(&lines);
}

static void put_changes(struct json_writer *w, const struct walk *walk)
{
	json_put_ints(w, "entrants", walk->entrant, walk->seats);
	for (int changes = 0; changes < 2; changes++) {
		const double *from = changes ? walk->changed : walk->elo;

		json_put_open(w, changes ? "change" : "live_elo", '[');
		for (int n = 0; n < walk->seats; n++)
			decimal_json(w, from[walk->entrant[n]]);
		json_close(w, ']');
	}
}

static void show_json(struct walk *walk, const char *game, FILE *file)
{
	struct json_writer w = {0};
	struct table lines = {0};

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_word(&w, "label", SEQUENTIAL_ELO_LABEL);
	json_put_string(&w, "game", game);
	json_put_int(&w, "start", (long long)SEQUENTIAL_ELO_START);
	json_put_int(&w, "k", (long long)SEQUENTIAL_ELO_K);
	json_put_open(&w, "games", '[');
	while (walk_on(walk)) {
		json_open(&w, '{');
		json_put_int(&w, "game", walk->game);
		json_put_int(&w, "match", walk->match);
		json_put_int(&w, "block", walk->block);
		put_changes(&w, walk);
		json_close(&w, '}');
		write_piece(&w.out, file, PIECE);
	}
	json_close(&w, ']');
	json_key(&w, "entrants");
	add_last(walk, &lines);
	table_json(&lines, &w);
	json_close(&w, '}');
	text_byte(&w.out, '\n');
	write_piece(&w.out, file, 0);
	text_release(&w.out);
	table_release(&lines);
}

void sequential_elo_show(const struct games_table *table,
			 enum ladder_forfeits forfeits, const char *game,
			 enum report_form form, FILE *file)
{
	struct walk walk;

	walk_begin(&walk, table, forfeits);
	if (form == REPORT_TEXT)
		show_text(&walk, game, file);
	else if (form == REPORT_CSV)
		show_csv(&walk, file);
	else
		show_json(&walk, game, file);
	walk_end(&walk);
}
