/*
 * sequential_elo_show.c - the live number over all games of a ladder.
 */
#include "tournaments/report/sequential_elo_show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/printable.h"
#include "tournaments/rating/sequential_elo.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/report/text_table.h"

enum { PIECE = 65536 };

/* ### the walk */

/* After a game; `seats` are those who played, each once. */
struct walk {
	const struct games_table *table;
	bool drop;
	struct ladder names;            /* nothing but what names need */
	double *elo, *changed;          /* by entrant; by its last game */
	long *games;                    /* of each */
	size_t next, next_place;
	long match, block, game;        /* from 1; game: that count */
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
		walk->elo[i] = LIVE_START;
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
	live_add(walk->elo, walk->table->result[seats], seats, entrant, ranks,
		 LIVE_K);
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

static void name_of(const struct walk *walk, int i, enum name_use use,
		    struct text *name)
{
	text_clear(name);
	ladder_name(&walk->names, i, use, name);
}

/* ### text */

void live_show_text(const struct games_table *table,
		    enum ladder_forfeits forfeits, const char *game,
		    FILE *file)
{
	char elo[DECIMAL_SIZE], changed[DECIMAL_SIZE];
	struct table lines = { .align = "lrrr", .gap = 2 };
	struct text out = {0}, name = {0};
	struct walk walk;

	walk_begin(&walk, table, forfeits);
	while (walk_on(&walk))
		continue;
	text_printf(&out, "%s: %s\nit follows the last games and never "
		    "settles: no ranking, in the order of the entrants\n"
		    "%ld games; from %.0f, K = %.0f\n\n", game, LIVE_LABEL,
		    walk.game, LIVE_START, LIVE_K);
	table_cell(&lines, "entrant");
	table_cell(&lines, "live Elo");
	table_cell(&lines, "last change");
	table_cell(&lines, "games");
	for (int i = 0; i < table->entrant_count; i++) {
		name_of(&walk, i, NAME_SHOWN, &name);
		table_cell(&lines, "%s", text_string(&name));
		table_cell(&lines, "%s", decimal(elo, walk.elo[i], 1, false));
		table_cell(&lines, "%s", isnan(walk.changed[i]) ? "-" :
			   decimal(changed, walk.changed[i], 1, true));
		table_cell(&lines, "%ld", walk.games[i]);
	}
	table_text(&lines, &out);
	fwrite(out.bytes, 1, out.length, file);
	table_release(&lines);
	text_release(&out);
	text_release(&name);
	walk_end(&walk);
}

/* ### files */

static void write_piece(struct text *out, FILE *file, size_t least)
{
	if (out->length < least || out->length == 0)
		return;
	fwrite(out->bytes, 1, out->length, file);
	text_clear(out);
}

void live_show_csv(const struct games_table *table,
		   enum ladder_forfeits forfeits, FILE *file)
{
	char elo[DECIMAL_SIZE], changed[DECIMAL_SIZE];
	struct text out = {0}, name = {0};
	struct walk walk;

	walk_begin(&walk, table, forfeits);
	text_add(&out, "game,match,block,entrant,live_elo_not_the_ladder,"
		 "change\n");
	while (walk_on(&walk)) {
		for (int n = 0; n < walk.seats; n++) {
			int i = walk.entrant[n];

			text_printf(&out, "%ld,%ld,%ld,", walk.game,
				    walk.match, walk.block);
			name_of(&walk, i, NAME_WHOLE, &name);
			csv_add(&out, text_string(&name));
			text_printf(&out, ",%s,%s\n",
				    decimal(elo, walk.elo[i], 6, false),
				    decimal(changed, walk.changed[i], 6,
					    false));
		}
		write_piece(&out, file, PIECE);
	}
	write_piece(&out, file, 0);
	text_release(&out);
	text_release(&name);
	walk_end(&walk);
}

static void put_changes(struct json_writer *w, const struct walk *walk)
{
	char number[DECIMAL_SIZE];

	json_put_ints(w, "entrants", walk->entrant, walk->seats);
	for (int changes = 0; changes < 2; changes++) {
		const double *from = changes ? walk->changed : walk->elo;

		json_key(w, changes ? "change" : "live_elo");
		json_open(w, '[');
		for (int n = 0; n < walk->seats; n++) {
			decimal(number, from[walk->entrant[n]], 6, false);
			json_raw(w, number, strlen(number));
		}
		json_close(w, ']');
	}
}

static void put_final(struct json_writer *w, const struct walk *walk)
{
	struct text name = {0};

	json_key(w, "entrants");
	json_open(w, '[');
	for (int i = 0; i < walk->table->entrant_count; i++) {
		json_open(w, '{');
		name_of(walk, i, NAME_WHOLE, &name);
		json_put_string(w, "entrant", text_string(&name));
		json_put_decimal(w, "live_elo", walk->elo[i]);
		json_put_decimal(w, "change", walk->changed[i]);
		json_put_int(w, "games", walk->games[i]);
		json_close(w, '}');
	}
	json_close(w, ']');
	text_release(&name);
}

void live_show_json(const struct games_table *table,
		    enum ladder_forfeits forfeits, const char *game,
		    FILE *file)
{
	struct json_writer w = {0};
	struct walk walk;

	walk_begin(&walk, table, forfeits);
	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_word(&w, "label", LIVE_LABEL);
	json_key(&w, "game");
	json_string(&w, game);
	json_put_int(&w, "start", (long long)LIVE_START);
	json_put_int(&w, "k", (long long)LIVE_K);
	json_key(&w, "games");
	json_open(&w, '[');
	while (walk_on(&walk)) {
		json_open(&w, '{');
		json_put_int(&w, "game", walk.game);
		json_put_int(&w, "match", walk.match);
		json_put_int(&w, "block", walk.block);
		put_changes(&w, &walk);
		json_close(&w, '}');
		write_piece(&w.out, file, PIECE);
	}
	json_close(&w, ']');
	put_final(&w, &walk);
	json_close(&w, '}');
	text_byte(&w.out, '\n');
	write_piece(&w.out, file, 0);
	text_release(&w.out);
	walk_end(&walk);
}
