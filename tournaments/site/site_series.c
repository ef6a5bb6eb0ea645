/*
 * site_series.c - writes the page of a series: the ladder of all rounds, and
 * the page of each.
 */
#include "tournaments/site/site_series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tournaments/record/game_counts.h"
#include "tournaments/report/crosstable_show.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/site/site_files.h"
#include "tournaments/site/site_script.h"
#include "tournaments/tables/book_games.h"

enum { NAMED_MOST = 3 };        /* rounds named in the name of a series */

/* The caller frees it. */
static char *round_folder(const struct site_series *series, int round)
{
	struct text path = {0};

	text_printf(&path, "%s/%03d", series->out, round);
	text_byte(&path, '\0');
	return path.bytes;
}

/* The name of the league, or "mon, tue and wed". */
static void add_name(const struct site_series *series, struct text *name)
{
	const int named = series->rounds <= NAMED_MOST ? series->rounds : 1;
	const char *round;

	for (int i = 0; i < named && !(series->league && i > 0); i++) {
		const struct manifest *manifest =
			&series->round[i].record->tournament.manifest;

		if (i > 0)
			text_add(name, i + 1 < named ? ", " : " and ");
		text_append(name, manifest->id,
			    manifest_name_length(manifest));
	}
	round = strstr(text_string(name), ".r1");
	if (series->league && round != NULL &&
	    round[strlen(".r1")] == '\0')
		name->length -= strlen(".r1");
	if (!series->league && named < series->rounds)
		text_printf(name, " and %d more", series->rounds - named);
}

/* ### the ladder of all rounds */

/* Borrows the series. */
struct joint {
	const struct site_series *series;
	struct games_table games;
	struct ladder ladder;
	struct site_tables tables;
	struct json_writer rounds;      /* a list, with the ladder after each */
	struct text name;
};

static void joint_release(struct joint *joint)
{
	site_tables_release(&joint->tables);
	ladder_release(&joint->ladder);
	games_table_release(&joint->games);
	text_release(&joint->rounds.out);
	text_release(&joint->name);
}

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

	json_open(w, '{');
	json_put_string(w, "id", manifest->id);
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
	const struct site_series *series = joint->series;
	const struct record *first = series->round[0].record;

	book_games_table_init(&joint->games, first);
	json_open(&joint->rounds, '[');
	for (int i = 0; i < series->rounds; i++) {
		const struct record *record = series->round[i].record;

		ladder_release(&joint->ladder);
		if (book_games_check_same(first, record, err) != 0 ||
		    book_games_add(&joint->games, record, err) != 0 ||
		    ladder_fit(&joint->games, &ladder_defaults, &joint->ladder,
			       err) != 0)
			return -1;
		put_round(joint, record);
	}
	json_close(&joint->rounds, ']');
	site_tables_of(&joint->games, &joint->ladder,
		       first->tournament.game->name, &joint->tables);
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
	struct text name = {0};

	json_put_open(w, "entrants", '[');
	for (int i = 0; i < ladder->count; i++) {
		text_clear(&name);
		ladder_label_name(ladder, i, LADDER_LABEL_WHOLE, &name);
		json_string(w, text_string(&name));
	}
	json_close(w, ']');
	text_release(&name);
}

/* The crosstable in the ladder's order. */
static void put_pairs(const struct joint *joint, struct json_writer *w)
{
	const struct ladder *ladder = &joint->ladder;
	struct standings order = { .count = ladder->count,
		.list = memory_new((size_t)ladder->count + 1,
				   sizeof *order.list) };
	struct text *name = memory_new((size_t)ladder->count + 1, sizeof *name);
	const char **names = memory_new((size_t)ladder->count + 1,
					sizeof *names);
	struct crosstable crosstable = {0};
	struct text pairs = {0};

	for (int i = 0; i < ladder->count; i++) {
		order.list[i].entrant = ladder->order[i];
		ladder_label_name(ladder, i, LADDER_LABEL_WHOLE, &name[i]);
		names[i] = text_string(&name[i]);
	}
	count_pairs(&joint->games, &crosstable);
	crosstable_show(&crosstable, &order, names, REPORT_JSON, &pairs);
	json_put_raw(w, "crosstable", pairs.bytes, pairs.length);
	text_release(&pairs);
	crosstable_release(&crosstable);
	standings_release(&order);
	for (int i = 0; i < ladder->count; i++)
		text_release(&name[i]);
	free(name);
	free(names);
}

/* ### the files */

static void add_mark(const struct site_series *series, struct text *out)
{
	text_add(out, "rollcall.series(");
	site_script_string(out, series->round[0].record->tournament.manifest.id);
	text_byte(out, ',');
}

static void add_data(struct joint *joint, struct text *out)
{
	const struct site_series *series = joint->series;
	const struct game *game = series->round[0].record->tournament.game;
	const struct site_tables *tables = &joint->tables;
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_string(&w, "name", text_string(&joint->name));
	json_put_bool(&w, "league", series->league);
	json_put_string(&w, "game", game->name);
	json_put_string(&w, "title", game->title);
	put_names(&joint->ladder, &w);
	json_put_raw(&w, "ladder", tables->ladder.bytes,
		     tables->ladder.length - 1);
	json_put_raw(&w, "course", tables->course.bytes,
		     tables->course.length);
	put_pairs(joint, &w);
	json_put_raw(&w, "rounds", joint->rounds.out.bytes,
		     joint->rounds.out.length);
	json_close(&w, '}');
	add_mark(series, out);
	site_script_json(out, w.out.bytes, w.out.length);
	text_add(out, ");\n");
	text_release(&w.out);
}

static int put(const struct site_series *series, const char *name,
	       struct text *bytes, struct site_report *report,
	       struct error *err)
{
	int result = site_files_put(series->out, name, bytes, &report->bytes,
				    err);

	text_clear(bytes);
	return result;
}

static int put_files(struct joint *joint, const char *files,
		     struct site_report *report, struct error *err)
{
	const struct site_series *series = joint->series;
	struct text bytes = {0};
	int result = -1;

	site_data_courses(&joint->tables, &bytes);
	if (site_files_assets(files, series->out, true, &report->bytes,
			      err) == 0 &&
	    put(series, "course.js", &bytes, report, err) == 0) {
		add_data(joint, &bytes);
		result = put(series, "data.js", &bytes, report, err);
	}
	if (result == 0) {
		site_data_index(text_string(&joint->name),
				&(struct site_scripts){ .before = "series.js" },
				&joint->tables, &bytes);
		result = put(series, "index.html", &bytes, report, err);
	}
	text_release(&bytes);
	return result;
}

/* Claims the folder of the series and checks those of its rounds.  A folder for
   one round more than there are is refused: it is not from this series. */
static int claim(const struct site_series *series, struct error *err)
{
	struct text mark = {0};
	struct stat status;
	char *folder = round_folder(series, series->rounds + 1);
	int result = 0;

	if (stat(folder, &status) == 0)
		result = error_set(err, "%s exists, but the series has %d "
				   "round%s; expected a new folder", folder,
				   series->rounds,
				   text_plural((unsigned)series->rounds));
	free(folder);
	for (int i = 0; i < series->rounds && result == 0; i++) {
		text_clear(&mark);
		site_data_mark(series->round[i].record, &mark);
		folder = round_folder(series, i + 1);
		result = site_files_check(folder, &mark, err);
		free(folder);
	}
	text_clear(&mark);
	add_mark(series, &mark);
	if (result == 0)
		result = site_files_claim(series->out, &mark, false, err);
	text_release(&mark);
	return result;
}

static int write_rounds(struct joint *joint, struct site_report *report,
			struct error *err)
{
	const struct site_series *series = joint->series;
	int result = 0;

	for (int i = 0; i < series->rounds && result == 0; i++) {
		struct site_order order = series->round[i];
		char *folder = round_folder(series, i + 1);

		order.out = folder;
		order.round = (struct site_round){ i + 1, series->rounds,
			text_string(&joint->name) };
		result = site_write(&order, report, err);
		free(folder);
	}
	return result;
}

int site_series_write(const struct site_series *series,
		      struct site_report *report, struct error *err)
{
	struct joint joint = { .series = series };
	char *files = site_files_find(err);
	int result = -1;

	add_name(series, &joint.name);
	if (files != NULL && joint_make(&joint, err) == 0 &&
	    claim(series, err) == 0 &&
	    write_rounds(&joint, report, err) == 0)
		result = put_files(&joint, files, report, err);
	joint_release(&joint);
	free(files);
	return result;
}
