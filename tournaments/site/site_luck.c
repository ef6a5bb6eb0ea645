/*
 * site_luck.c - luck on the page of a tournament.
 */
#include "tournaments/site/site_luck.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "tournaments/luck/luck_book.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/site/site_script.h"
#include "tournaments/tables/book_games.h"

enum { TABLE_MOST = 1 << 26 };

/* The path of a file of the folder if it exists, or NULL. */
static char *find_file(const struct record *record, const char *name)
{
	char *path = tournament_folder_file(record->folder, name);

	if (access(path, F_OK) == 0)
		return path;
	free(path);
	return NULL;
}

/* Is it the luck file that the folder's luck.csv was made with? */
static bool is_kept(const struct site_luck *luck, const struct record *record)
{
	char *path = find_file(record, "luck.json");
	struct text bytes = {0};
	struct error ignored;
	const bool is = path != NULL &&
		file_read(&bytes, path, LUCK_FILE_MOST, &ignored) == 0 &&
		bytes.length == luck->source.bytes.length &&
		memcmp(bytes.bytes, luck->source.bytes.bytes,
		       bytes.length) == 0;

	text_release(&bytes);
	free(path);
	return is;
}

static int find_source(struct site_luck *luck, const struct record *record,
		       const char *given, struct error *err)
{
	char *kept = find_file(record, "luck.json");
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
	free(kept);
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
	char *path = NULL;
	int result;

	*luck = (struct site_luck){0};
	result = find_source(luck, record, given, err);
	if (result == 0 && luck->known)
		result = find_table(luck, threads, err);
	if (result == 0 && luck->known && record->book.closed &&
	    is_kept(luck, record) &&
	    (path = find_file(record, "luck.csv")) != NULL)
		result = make_ladder(luck, record, path, err);
	free(path);
	return result;
}

void site_luck_release(struct site_luck *luck)
{
	luck_source_release(&luck->source);
	text_release(&luck->table);
	text_release(&luck->ladder);
}

/* ### the page */

static void add_file(const char *name, const struct text *bytes,
		     struct text *out)
{
	text_printf(out, "rollcall.chances(\"%s\",%zu,", name, bytes->length);
	site_script_bytes(out, bytes->bytes, bytes->length);
	text_add(out, ");\n");
}

void site_luck_script(const struct site_luck *luck, struct text *out)
{
	add_file("luck.json", &luck->source.bytes, out);
	if (luck->table.length > 0)
		add_file("table", &luck->table, out);
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
