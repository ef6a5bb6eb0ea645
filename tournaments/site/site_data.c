/*
 * site_data.c - the data that the page of a tournament has before a log is
 * loaded.
 */
#include "tournaments/site/site_data.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json_write.h"
#include "base/printable.h"
#include "base/text.h"
#include "pack/page_bytes.h"
#include "tournaments/format/stages.h"
#include "tournaments/luck/luck_book.h"
#include "tournaments/rating/history.h"
#include "tournaments/record/game_counts.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/bracket_show.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/report/ladder_show.h"
#include "tournaments/report/results_show.h"
#include "tournaments/report/sprt_show.h"
#include "tournaments/report/standings_show.h"
#include "tournaments/tables/book_games.h"
#include "tournaments/tables/surprises.h"

enum {
	COURSE_ENTRANTS = 24,           /* more lines are hard to tell apart */
	FILE_MOST = 1 << 30,
	TEST_POINTS = 200,              /* of its course, about, at most */
	TABLE_MOST = 1 << 26
};

/* ### text and bytes in a script */

/* As \uXXXX in units of UTF-16, as in JSON and JavaScript. */
static void add_escaped(struct text *out, uint32_t character)
{
	if (character >= 0x10000) {
		character -= 0x10000;
		text_printf(out, "\\u%04x", 0xd800 + (character >> 10));
		character = 0xdc00 + (character & 0x3ff);
	}
	text_printf(out, "\\u%04x", character);
}

void site_script_json(struct text *out, const char *json, size_t size)
{
	const char *end = json + size;

	while (json < end) {
		uint32_t character = (unsigned char)*json;
		int bytes = 1;

		if (character >= 0x80)
			bytes = utf8_decode(json, end, &character);
		assert(bytes > 0);
		if (character >= 0x7f || character == '<')
			add_escaped(out, character);
		else
			text_byte(out, *json);
		json += bytes;
	}
}

void site_script_string(struct text *out, const char *string)
{
	OWNED(json_writer) struct json_writer w = {0};

	json_string(&w, string);
	site_script_json(out, w.out.bytes, w.out.length);
}

void site_script_file(struct text *out, const char *begin,
		      const struct text *bytes)
{
	text_printf(out, "rollcall.%s%zu,\"", begin, bytes->length);
	page_bytes_add(out, bytes->bytes, bytes->length);
	text_add(out, "\");\n");
}

void site_script_mark(struct text *out, const char *call, const char *id)
{
	text_printf(out, "rollcall.%s(", call);
	site_script_string(out, id);
	text_byte(out, ',');
}

/* ### luck */

/* The path of a file of the folder if it exists, or NULL. */
static char *find_file(const struct record *record, const char *name)
{
	char *path = path_from(record->folder, name);

	if (access(path, F_OK) == 0)
		return path;
	free(path);
	return NULL;
}

/* Is it the luck file that the folder's luck.csv was made with? */
static bool is_kept(const struct site_luck *luck, const struct record *record)
{
	AUTOFREE char *path = find_file(record, "luck.json");
	OWNED(text) struct text bytes = {0};
	struct error ignored;
	const bool is = path != NULL &&
		file_read(&bytes, path, LUCK_FILE_MOST, &ignored) == 0 &&
		bytes.length == luck->source.bytes.length &&
		memcmp(bytes.bytes, luck->source.bytes.bytes,
		       bytes.length) == 0;

	return is;
}

static int find_source(struct site_luck *luck, const struct record *record,
		       const char *given, struct error *err)
{
	AUTOFREE char *kept = find_file(record, "luck.json");
	const bool wanted = given != NULL || kept != NULL ||
		record->tournament.manifest.has_luck;
	struct error why;
	int result = luck_source_find(&luck->source, record, given != NULL ?
				      given : kept, &why);

	luck->known = result == 0;
	/* Many games have no luck that can be measured. */
	if (!wanted)
		result = 0;
	if (result != 0)
		*err = why;
	return result;
}

static int find_table(struct site_luck *luck, int threads, struct error *err)
{
	const struct luck_source_work work = { .threads = threads,
		.trusts_installed = true };

	if (luck->source.file.f != LUCK_TABLE || threads == 0)
		return 0;
	return luck_source_prepare(&luck->source, &work, err) != 0 ? -1 :
		file_read(&luck->table, luck->source.table, TABLE_MOST, err);
}

/* Makes the ladder from a luck.csv that has all games. */
static int make_ladder(struct site_luck *luck, const struct record *record,
		       const char *path, struct error *err)
{
	struct book_ladder made = {0};
	struct luck_ladder ladder = {0};
	struct luck_csv csv = {0};
	struct json_writer w = {0};
	struct luck_show_ladders shown;
	int result = -1;

	luck->source.kept = true;       /* nobody has analysed the logs here */
	if (luck_csv_read(&csv, path, err) == 0 &&
	    book_ladder_make(&made, record, (struct book_ladder_order){
			     .luck = &csv }, err) == 0 &&
	    luck_ladder_make(&ladder, &made.games, &ladder_defaults,
			     &luck->source, err) == 0) {
		shown = luck_ladder_shown(&ladder, &made.ladder);
		luck_show_ladder_json(&shown, &w);
		luck->ladder = w.out;
		result = 0;
	}
	luck_ladder_release(&ladder);
	book_ladder_release(&made);
	luck_csv_release(&csv);
	return result;
}

int site_luck_make(struct site_luck *luck, const struct record *record,
		   const char *given, int threads, struct error *err)
{
	AUTOFREE char *path = NULL;
	int result;

	*luck = (struct site_luck){0};
	result = find_source(luck, record, given, err);
	if (result == 0 && luck->known)
		result = find_table(luck, threads, err);
	if (result == 0 && luck->known && record->book.closed &&
	    is_kept(luck, record) &&
	    (path = find_file(record, "luck.csv")) != NULL)
		result = make_ladder(luck, record, path, err);
	return result;
}

void site_luck_release(struct site_luck *luck)
{
	luck_source_release(&luck->source);
	text_release(&luck->table);
	text_release(&luck->ladder);
}

/* ### the page */

void site_luck_script(const struct site_luck *luck, struct text *out)
{
	site_script_file(out, "chances(\"luck.json\",", &luck->source.bytes);
	if (luck->table.length > 0)
		site_script_file(out, "chances(\"table\",", &luck->table);
	text_add(out, "rollcall.whole(\"chances\");\n");
}

void site_luck_json(const struct site_luck *luck, struct json_writer *w)
{
	if (!luck->known)
		return;
	json_put_open(w, "chances", '{');
	json_put_word(w, "f", luck_file_words[luck->source.file.f]);
	json_put_bool(w, "fixed", luck->source.fixed);
	if (luck->source.file.f == LUCK_TABLE)
		json_put_bool(w, "named", luck->source.file.has_table);
	json_close(w, '}');
	if (luck->ladder.length > 0) {
		/* "luck":{..} */
		text_byte(&w->out, ',');
		text_append(&w->out, luck->ladder.bytes, luck->ladder.length);
		w->comma = true;
	}
}

/* ### the ladder */

/* Puts one member, `key`, of an entrant's rows at all points as a list. */
static void add_line(struct json_writer *w, const struct history *history,
		     int entrant, const char *key)
{
	json_put_open(w, key, '[');
	for (int p = 0; p < history->count; p++) {
		const struct ladder_row *row =
			&history->points[p].rows[entrant];

		if (key[0] == 'p')
			json_int(w, row->pool + 1);
		else
			decimal_json_places(w, row->pool < 0 ? NAN :
					    key[0] == 'e' && key[1] == 'l' ?
					    row->elo : row->err95, 1);
	}
	json_close(w, ']');
}

static void put_name(struct json_writer *w, const char *key,
		     const struct ladder *ladder, int entrant)
{
	OWNED(text) struct text name = {0};

	ladder_label_name(ladder, entrant, LADDER_LABEL_WHOLE, &name);
	if (key != NULL)
		json_put_string(w, key, text_string(&name));
	else
		json_string(w, text_string(&name));
}

static void put_surprises(struct json_writer *w, const char *key,
			  const struct ladder *ladder,
			  const struct surprise *list, int count)
{
	json_put_open(w, key, '[');
	for (int i = 0; i < count; i++) {
		json_open(w, '{');
		json_put_int(w, "round", list[i].record + 1);
		json_put_int(w, "match", list[i].match);
		json_put_int(w, "game", list[i].game);
		decimal_put_json(w, "made", list[i].made);
		decimal_put_json(w, "due", list[i].due);
		json_put_open(w, "against", '[');
		for (int k = 0; k < list[i].opponents; k++)
			put_name(w, NULL, ladder, list[i].against[k]);
		json_close(w, ']');
		json_close(w, '}');
	}
	json_close(w, ']');
}

/* {"games":[..],"entrants":[{"entrant":..,"elo":[..],"err95":[..],
   "pool":[..]}]}: one number for each point.  Pools count from 1; before an
   entrant is rated, pool is 0 and the others are null.  Surprises, which may be
   NULL, add "best" and "worst" to an entrant. */
static void add_course(const struct history *history,
		       const struct ladder *ladder, int most,
		       const struct surprises *surprises, struct text *out)
{
	struct json_writer w = { .out = *out };

	json_open(&w, '{');
	json_put_open(&w, "games", '[');
	for (int p = 0; p < history->count; p++)
		json_int(&w, history->points[p].games);
	json_close(&w, ']');
	json_put_open(&w, "entrants", '[');
	for (int i = 0; i < ladder->count && i < most; i++) {
		const int entrant = ladder->order[i];

		json_open(&w, '{');
		put_name(&w, "entrant", ladder, entrant);
		add_line(&w, history, entrant, "elo");
		add_line(&w, history, entrant, "err95");
		add_line(&w, history, entrant, "pool");
		if (surprises != NULL) {
			const struct surprises *own = &surprises[entrant];

			put_surprises(&w, "best", ladder, own->best,
				      own->best_count);
			put_surprises(&w, "worst", ladder, own->worst,
				      own->worst_count);
		}
		json_close(&w, '}');
	}
	json_close(&w, ']');
	json_close(&w, '}');
	*out = w.out;
}

static void add_row(const struct ladder *ladder, int entrant, struct text *out)
{
	const struct ladder_row *row = &ladder->rows[entrant];
	OWNED(text) struct text name = {0};

	ladder_label_name(ladder, entrant, LADDER_LABEL_WHOLE, &name);
	text_add(out, "<tr><td>");
	if (row->pool >= 0)
		text_printf(out, "%d", row->rank);
	text_add(out, "</td><th scope=\"row\">");
	printable_xml(out, text_string(&name));
	text_add(out, "</th><td>");
	if (row->pool >= 0)
		text_add(out, DECIMAL(row->elo, 1, true));
	text_add(out, "</td><td>");
	if (row->pool >= 0 && isfinite(row->err95))
		text_add(out, DECIMAL(row->err95, 1, false));
	text_printf(out, "</td><td>%ld</td></tr>\n", row->games);
}

void site_tables_of(struct games_table *games, const struct ladder *ladder,
		    const struct record *const *records, int count,
		    struct site_tables *tables)
{
	AUTOFREE struct surprises *surprises = surprises_make(games, ladder,
							      records, count);
	OWNED(history) struct history history = {0};

	*tables = (struct site_tables){0};
	history_make(games, ladder, true, &history);
	ladder_show_json(ladder, records[0]->tournament.game->name, 0, NULL,
			 &tables->ladder);
	add_course(&history, ladder, COURSE_ENTRANTS, NULL, &tables->course);
	add_course(&history, ladder, ladder->count, surprises,
		   &tables->courses);
	for (int i = 0; i < ladder->count; i++)
		add_row(ladder, ladder->order[i], &tables->rows);
}

int site_tables_make(const struct record *record, struct site_tables *tables,
		     struct error *err)
{
	OWNED(book_ladder) struct book_ladder made = {0};
	int result;

	*tables = (struct site_tables){0};
	result = book_ladder_make(&made, record, (struct book_ladder_order){0},
				  err);
	if (result == 0) {
		site_tables_of(&made.games, &made.ladder, &record, 1, tables);
		standings_show_won(record, &tables->won);
	}
	return result;
}

void site_tables_release(struct site_tables *tables)
{
	text_release(&tables->ladder);
	text_release(&tables->course);
	text_release(&tables->courses);
	text_release(&tables->rows);
	text_release(&tables->won);
}

/* ### what only some formats have */

/* The log-likelihood ratio after each match, thinned out. */
static void put_course(struct json_writer *w, const struct record *record)
{
	const uint32_t taken = record->test.next - 1;
	const uint32_t step = 1 + record->book.matches / TEST_POINTS;
	uint64_t told = 0;

	json_put_open(w, "llr", '[');
	for (uint32_t n = 1; n <= taken; n++) {
		const struct sprt_end_point *at = &record->test.course[n - 1];

		if ((n % step != 0 && n != taken) || at->blocks == told)
			continue;
		told = at->blocks;
		json_open(w, '[');
		json_int(w, (long long)at->blocks);
		decimal_json_places(w, at->llr, 3);
		json_close(w, ']');
	}
	json_close(w, ']');
}

static void put_test(struct json_writer *w, const struct record *record)
{
	if (!record->test.tests)
		return;
	put_course(w, record);
	json_put_open(w, "sprt", '{');
	sprt_show_json(&record->test.sprt,
		       tournament_name(&record->tournament, 0),
		       tournament_name(&record->tournament, 1), w);
	json_close(w, '}');
}

/* Formats whose pairings follow from points have a table for each round. */
static void put_counted(struct json_writer *w, const struct record *record)
{
	const struct contest *contest = &record->tournament.contest;
	int64_t points[GAME_SEATS_MAX];

	if (!contest->format->by_score && contest->given_count == 0)
		return;
	json_put_open(w, "counted", '[');
	for (size_t i = 0; i < contest->past.count; i++) {
		const struct fixture *fixture = &contest->past.list[i];

		json_open(w, '[');
		if (fixture->decided)
			standings_points(contest, POINTS_NORMAL, fixture,
					 points);
		for (int s = 0; fixture->decided && s < fixture->seats; s++)
			decimal_json_places(w, (double)points[s] / GAME_POINTS,
					    2);
		json_close(w, ']');
	}
	json_close(w, ']');
}

/*
 * Puts members into the open object, none for other formats:
 *   bracket   of bracket_show_json
 *   counted   for each match and bye, as in the results, what it counts for each
 *             entrant in the standings; nothing before it has ended
 *   llr       [[observations, log-likelihood ratio]], about 200 points at most
 *   sprt      as `tournament sprt --json` prints it
 */
static void put_format(const struct record *record, struct json_writer *w)
{
	if (stages_have_bracket(&record->tournament.contest))
		bracket_show_json(record, w);
	put_counted(w, record);
	put_test(w, record);
}

/* ### data.js */

static void put_object(struct json_writer *w, const char *key,
		       struct text *object)
{
	if (object->length > 0 && object->bytes[object->length - 1] == '\n')
		object->length--;
	json_put_raw(w, key, object->bytes, object->length);
	text_clear(object);
}

static void put_logs(struct json_writer *w, const struct site_log *logs,
		     size_t count)
{
	json_put_open(w, "logs", '[');
	for (size_t i = 0; i < count; i++)
		if (logs[i].size > 0) {
			json_open(w, '[');
			json_int(w, logs[i].match);
			json_int(w, logs[i].attempt);
			json_int(w, (long long)logs[i].size);
			if (logs[i].unpacked > 0)
				json_int(w, (long long)logs[i].unpacked);
			json_close(w, ']');
		}
	json_close(w, ']');
}

/* The words and, at every other place, the names of the sentence. */
static void put_won(struct json_writer *w, const struct text *won)
{
	const char *part = won->bytes, *end = won->bytes + won->length;

	json_put_open(w, "won", '[');
	while (part < end) {
		const char *next = memchr(part, '\0', (size_t)(end - part));

		next = next != NULL ? next : end;
		json_string_bytes(w, part, (size_t)(next - part));
		part = next + 1;
	}
	json_close(w, ']');
}

void site_data_put(const struct record *record,
		   const struct site_tables *tables,
		   const struct site_luck *luck, struct json_writer *w)
{
	const struct manifest *manifest = &record->tournament.manifest;
	const struct game_counts counts = game_counts_of(record);
	OWNED(text) struct text object = {0};

	json_put_int(w, "v", 1);
	text_append(&object, manifest->id, manifest_name_length(manifest));
	json_put_string(w, "name", text_string(&object));
	text_clear(&object);
	json_put_string(w, "game", record->tournament.game->name);
	json_put_string(w, "title", record->tournament.game->title);
	/* The checker has no program to ask for its rules. */
	if (record->tournament.game->program == NULL)
		json_put_string(w, "sheet", record->tournament.game->sheet);
	json_put_bool(w, "closed", record->book.closed);
	json_put_bool(w, "sharded",
		      tournament_folder_is_sharded(record->folder));
	json_put_int(w, "games", (long long)counts.games);
	json_key(w, "manifest");
	json_tree(w, manifest->tree);
	standings_show_object(record, POINTS_NORMAL, &object);
	put_object(w, "standings", &object);
	put_won(w, &tables->won);
	standings_show_ties(record, w);
	text_append(&object, tables->ladder.bytes, tables->ladder.length);
	put_object(w, "ladder", &object);
	json_put_raw(w, "course", tables->course.bytes,
		     tables->course.length);
	crosstable_show_record(record, REPORT_JSON, &object);
	put_object(w, "crosstable", &object);
	results_show_public(record, 0, &object);
	put_object(w, "results", &object);
	put_format(record, w);
	if (luck != NULL)
		site_luck_json(luck, w);
}

void site_data_add(const struct record *record,
		   const struct site_round *round,
		   const struct site_tables *tables,
		   const struct site_luck *luck,
		   const struct site_log *logs, size_t count, struct text *out)
{
	OWNED(json_writer) struct json_writer w = {0};

	json_open(&w, '{');
	site_data_put(record, tables, luck, &w);
	if (round->number > 0) {
		json_put_open(&w, "series", '{');
		json_put_string(&w, "name", round->series);
		json_put_int(&w, "round", round->number);
		json_put_int(&w, "rounds", round->of);
		json_close(&w, '}');
	}
	put_logs(&w, logs, count);
	json_close(&w, '}');

	site_script_mark(out, "data", record->tournament.manifest.id);
	site_script_json(out, w.out.bytes, w.out.length);
	text_add(out, ");\n");
}

/* ### folder.js */

static int add_file(const struct record *record, const char *name,
		    struct text *out, struct error *err)
{
	AUTOFREE char *path = path_from(record->folder, name);
	OWNED(text) struct text bytes = {0}, begin = {0};
	int result = 0;

	text_printf(&begin, "file(\"%s\",", name);
	if (access(path, F_OK) == 0 &&
	    (result = file_read(&bytes, path, FILE_MOST, err)) == 0)
		site_script_file(out, text_string(&begin), &bytes);
	return result;
}

int site_data_folder(const struct record *record,
		     const struct site_luck *site_luck, struct text *out,
		     struct error *err)
{
	static const char *const names[] = { "manifest.json", "manifest.note",
		"book.jsonl", "book.note", "suspects.jsonl" },
		*const luck[] = { "luck.json", "luck.csv", "ladder-luck.csv" };
	const bool has_luck = record->tournament.manifest.has_luck ||
		(site_luck != NULL && site_luck->ladder.length > 0);
	int result = 0;

	for (size_t i = 0; result == 0 && i < sizeof names / sizeof *names; i++)
		result = add_file(record, names[i], out, err);
	for (size_t i = 0; result == 0 && has_luck &&
	     i < sizeof luck / sizeof *luck; i++)
		result = add_file(record, luck[i], out, err);
	text_add(out, "rollcall.whole(\"folder\");\n");
	return result;
}

/* ### index.html */

void site_data_courses(const struct site_tables *tables, struct text *out)
{
	text_add(out, "rollcall.course(");
	site_script_json(out, tables->courses.bytes, tables->courses.length);
	text_add(out, ");\n");
}

static void add_script(const char *name, struct text *out)
{
	if (name != NULL)
		text_printf(out, "<script src=\"%s\" defer></script>\n",
			    name);
}

void site_data_plain(const char *name, const struct site_tables *tables,
		     struct text *out)
{
	OWNED(text) struct text won = {0};

	text_add(out, "<h1>");
	printable_xml(out, name);
	text_add(out, "</h1>\n");
	if (tables->won.length > 0) {
		text_add(out, "<p>");
		standings_show_sentence(&tables->won, &won);
		won.length--;
		printable_xml(out, text_string(&won));
		text_add(out, "</p>\n");
	}
	text_add(out, "<table>\n<caption>Ladder</caption>\n"
		 "<thead><tr><th scope=\"col\">rank</th>"
		 "<th scope=\"col\">entrant</th><th scope=\"col\">Elo</th>"
		 "<th scope=\"col\">&#177; 95 %</th>"
		 "<th scope=\"col\">games</th></tr></thead>\n<tbody>\n");
	text_append(out, tables->rows.bytes, tables->rows.length);
	text_add(out, "</tbody>\n</table>\n"
		 "<p>As published by the operator; not checked here.</p>\n"
		 "<p>The charts, the games and the check need JavaScript, and "
		 "the files app.js and data.js: if they do not appear, load "
		 "this page again.</p>\n");
}

void site_data_index(const char *name, const struct site_scripts *more,
		     const struct site_tables *tables, struct text *out)
{
	OWNED(text) struct text shown = {0};

	printable_xml(&shown, name);
	text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
		 "<meta charset=\"utf-8\">\n"
		 "<meta http-equiv=\"Content-Security-Policy\" content=\""
		 "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
		 "style-src 'self'; img-src 'self' data:; worker-src blob:; "
		 "connect-src 'none'; base-uri 'none'; form-action 'none'\">\n"
		 "<meta name=\"referrer\" content=\"no-referrer\">\n"
		 "<meta name=\"viewport\" content=\"width=device-width, "
		 "initial-scale=1\">\n<title>");
	text_append(out, shown.bytes, shown.length);
	text_add(out, "</title>\n<link rel=\"icon\" href=\"data:,\">\n"
		 "<link rel=\"stylesheet\" href=\"style.css\">\n"
		 "<script src=\"app.js\" defer></script>\n");
	add_script(more->before, out);
	add_script("data.js", out);
	add_script(more->after, out);
	text_add(out, "</head>\n<body>\n<main id=\"plain\">\n");
	site_data_plain(name, tables, out);
	text_add(out, "</main>\n</body>\n</html>\n");
}
