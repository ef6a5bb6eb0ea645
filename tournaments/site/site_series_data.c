/*
 * site_series_data.c - the data that the page of a series has before a round is
 * loaded.
 */
#include "tournaments/site/site_series_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tournaments/record/game_counts.h"
#include "tournaments/report/standings_show.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/tables/book_games.h"

enum { NAMED_MOST = 3 };        /* rounds named in the name of a series */

/* The games of all rounds, which are borrowed. */
struct joint {
	const struct record *const *round;
	int count;
	bool league;
	struct games_table games;
	struct ladder ladder;
	struct json_writer rounds;      /* a list, with the ladder after each */
};

/* The name of the league, or "mon, tue and wed". */
static void add_name(const struct joint *joint, struct text *name)
{
	const int rounds = joint->count;
	const int named = rounds <= NAMED_MOST ? rounds : 1;
	const char *round;

	for (int i = 0; i < named && !(joint->league && i > 0); i++) {
		const struct manifest *manifest =
			&joint->round[i]->tournament.manifest;

		if (i > 0)
			text_add(name, i + 1 < named ? ", " : " and ");
		text_append(name, manifest->id,
			    manifest_name_length(manifest));
	}
	round = strstr(text_string(name), ".r1");
	if (joint->league && round != NULL &&
	    round[strlen(".r1")] == '\0')
		name->length -= strlen(".r1");
	if (!joint->league && named < rounds)
		text_printf(name, " and %d more", rounds - named);
}

/* ### the ladder of all rounds */

/* The number in the ladder of each entrant of the round's manifest. */
static void put_who(struct joint *joint, const struct manifest *manifest)
{
	json_put_open(&joint->rounds, "entrants", '[');
	for (int i = 0; i < manifest->entrants; i++)
		json_int(&joint->rounds,
			 book_games_entrant(&joint->games, manifest->entrant,
					    manifest->entrants, i));
	json_close(&joint->rounds, ']');
}

/* By number in the ladder: [pool, rank, rating] after this round, or null. */
static void put_after(struct joint *joint)
{
	json_put_open(&joint->rounds, "after", '[');
	for (int i = 0; i < joint->ladder.count; i++) {
		const struct ladder_row *row = &joint->ladder.rows[i];

		if (row->pool < 0) {
			json_null(&joint->rounds);
			continue;
		}
		json_open(&joint->rounds, '[');
		json_int(&joint->rounds, row->pool + 1);
		json_int(&joint->rounds, row->rank);
		json_int(&joint->rounds, lround(row->elo));
		json_close(&joint->rounds, ']');
	}
	json_close(&joint->rounds, ']');
}

static void put_round(struct joint *joint, const struct record *record)
{
	const struct manifest *manifest = &record->tournament.manifest;
	const struct game_counts counts = game_counts_of(record);
	struct json_writer *w = &joint->rounds;
	struct text name = {0};

	json_open(w, '{');
	json_put_string(w, "id", manifest->id);
	text_append(&name, manifest->id, manifest_name_length(manifest));
	json_put_string(w, "name", text_string(&name));
	text_release(&name);
	json_put_bool(w, "closed", record->book.closed);
	json_put_string(w, "format", record->tournament.contest.format->name);
	json_put_int(w, "matches", (long long)counts.matches);
	json_put_int(w, "games", (long long)counts.games);
	put_who(joint, manifest);
	put_after(joint);
	json_close(w, '}');
}

static int joint_make(struct joint *joint, struct error *err)
{
	const struct record *first = joint->round[0];

	book_games_table_init(&joint->games, first);
	json_open(&joint->rounds, '[');
	for (int i = 0; i < joint->count; i++) {
		const struct record *record = joint->round[i];

		ladder_release(&joint->ladder);
		if (book_games_check_same(first, record, err) != 0 ||
		    book_games_add(&joint->games, record, NULL,
				   err) != 0 ||
		    ladder_fit(&joint->games, &ladder_defaults, &joint->ladder,
			       err) != 0)
			return -1;
		put_round(joint, record);
	}
	json_close(&joint->rounds, ']');
	return 0;
}

/* ### who beats whom */

/* Counts the games of the ladder's table, in which entrants are by seat. */
static void count_pairs(const struct games_table *games,
			struct crosstable *crosstable)
{
	size_t place = 0;

	for (size_t g = 0; g < games->game_count; g++) {
		const int seats = games->games[g] & GAMES_SEATS;
		int entrant[GAME_SEATS_MAX];

		for (int s = 0; s < seats; s++)
			entrant[s] = (int)games->seated[place + (size_t)s];
		crosstable_add(crosstable, games->result[seats], seats,
			       entrant, games->ranks + place);
		place += (size_t)seats;
	}
}

static void put_names(const struct ladder *ladder, struct json_writer *w)
{
	OWNED(text) struct text name = {0};

	json_put_open(w, "entrants", '[');
	for (int i = 0; i < ladder->count; i++) {
		text_clear(&name);
		ladder_label_name(ladder, i, LADDER_LABEL_WHOLE, &name);
		json_string(w, text_string(&name));
	}
	json_close(w, ']');
}

/* The crosstable in the ladder's order. */
static void put_pairs(const struct joint *joint, struct json_writer *w)
{
	const struct ladder *ladder = &joint->ladder;
	struct standings order = { .count = ladder->count,
		.list = memory_new((size_t)ladder->count + 1,
				   sizeof *order.list) };
	AUTOFREE struct text *name =
		memory_new((size_t)ladder->count + 1, sizeof *name);
	AUTOFREE const char **names =
		memory_new((size_t)ladder->count + 1, sizeof *names);
	OWNED(crosstable) struct crosstable crosstable = {0};
	OWNED(text) struct text pairs = {0};

	for (int i = 0; i < ladder->count; i++) {
		order.list[i].entrant = ladder->order[i];
		ladder_label_name(ladder, i, LADDER_LABEL_WHOLE, &name[i]);
		names[i] = text_string(&name[i]);
	}
	count_pairs(&joint->games, &crosstable);
	crosstable_show(&crosstable, &order, names, REPORT_JSON, &pairs);
	json_put_raw(w, "crosstable", pairs.bytes, pairs.length);
	standings_release(&order);
	for (int i = 0; i < ladder->count; i++)
		text_release(&name[i]);
}

static void put_members(const struct joint *joint,
			struct site_series_data *data, struct json_writer *w)
{
	const struct game *game = joint->round[0]->tournament.game;

	json_put_int(w, "v", 1);
	json_put_string(w, "name", text_string(&data->name));
	json_put_bool(w, "league", joint->league);
	json_put_string(w, "game", game->name);
	json_put_string(w, "title", game->title);
	put_names(&joint->ladder, w);
	json_put_raw(w, "ladder", data->tables.ladder.bytes,
		     data->tables.ladder.length - 1);
	json_put_raw(w, "course", data->tables.course.bytes,
		     data->tables.course.length);
	put_pairs(joint, w);
	json_put_raw(w, "rounds", joint->rounds.out.bytes,
		     joint->rounds.out.length);
}

int site_series_data_make(const struct record *const *round, int rounds,
			  bool league, struct site_series_data *data,
			  struct error *err)
{
	struct joint joint = { .round = round, .count = rounds,
		.league = league };
	int result;

	*data = (struct site_series_data){0};
	add_name(&joint, &data->name);
	result = joint_make(&joint, err);
	if (result == 0) {
		site_tables_of(&joint.games, &joint.ladder, round, rounds,
			       &data->tables);
		json_open(&data->object, '{');
		put_members(&joint, data, &data->object);
	}
	ladder_release(&joint.ladder);
	games_table_release(&joint.games);
	text_release(&joint.rounds.out);
	return result;
}

void site_series_data_release(struct site_series_data *data)
{
	site_tables_release(&data->tables);
	text_release(&data->object.out);
	text_release(&data->name);
}
