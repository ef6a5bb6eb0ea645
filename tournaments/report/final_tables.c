/*
 * final_tables.c - the end of a tournament: the closed book, its note, its tables.
 */
#include "tournaments/report/final_tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "fair/file_hash.h"
#include "fair/signed_note.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/ladder_show.h"
#include "tournaments/tables/book_games.h"
#include "tournaments/tables/until_error.h"

int finish_note(struct record *record, const struct signing_key *key,
		struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;
	char *path = folder_file(record->folder, "book.note");
	char *secret = folder_file(record->folder, "secret");
	struct text words = {0}, note = {0};
	struct hash hash;
	int result = file_hash(record->book.path, record->book.path, &hash,
			       err);

	if (result == 0) {
		note_book_text(manifest->id, &hash, &words);
		text_printf(&note, "%s\n", text_string(&words));
		note_sign(text_string(&words), manifest->operator, key, &note);
		result = access(path, F_OK) == 0 ? 0 :
			file_replace(path, &note, true, err);
	}
	/* The book has told it. */
	if (result == 0 && unlink(secret) != 0 && errno != ENOENT)
		result = error_set(err, "cannot remove %s: %s", secret,
				   strerror(errno));
	text_release(&words);
	text_release(&note);
	free(path);
	free(secret);
	return result;
}

int finish_close(struct record *record, const struct signing_key *key,
		 const struct hash *secret, struct error *err)
{
	if (book_close_sync(&record->book, secret, err) != 0)
		return -1;
	return finish_note(record, key, err);
}

static void add_standings(const struct record *record, struct text *out)
{
	const char **names = rated_names(record);
	uint64_t *faults = rated_faults(record);
	struct standings standings = {0};

	standings_make(&record->tournament.contest, POINTS_NORMAL, &standings);
	standings_text(&standings, names, faults, out);
	standings_release(&standings);
	free(faults);
	free(names);
}

static int add_ladder(const struct record *record, bool brief,
		      struct text *out, struct error *err)
{
	struct ladder ladder = {0};
	struct games_table table;
	int result = -1;

	rated_table_init(&table, record);
	if (rated_add(&table, record, err) == 0 &&
	    ladder_fit(&table, &ladder_defaults, &ladder, err) == 0) {
		if (!brief)
			ladder_show_heading(&ladder,
					    record->tournament.game->name,
					    out);
		if (brief)
			ladder_show_brief(&ladder, out);
		else
			ladder_show_text(&ladder, false, out);
		result = 0;
	}
	ladder_release(&ladder);
	games_table_release(&table);
	return result;
}

static void add_test(const struct record *record, struct text *out)
{
	struct stopping stopping;

	stopping_init(&stopping, record);
	if (stopping.tests) {
		stopping_is_due(&stopping);
		sprt_text(&stopping.sprt,
			  tournament_name(&record->tournament, 0),
			  tournament_name(&record->tournament, 1), out);
		text_byte(out, '\n');
	}
	stopping_release(&stopping);
}

static void add_points(const struct record *record, struct text *out)
{
	add_test(record, out);
	add_standings(record, out);
	text_byte(out, '\n');
}

int finish_recount(const struct record *record, struct text *out,
		   struct error *err)
{
	add_points(record, out);
	return add_ladder(record, false, out, err);
}

int finish_tables(const struct record *record, struct text *out,
		  struct error *err)
{
	const char *folder = record->folder;

	add_points(record, out);
	if (add_ladder(record, true, out, err) != 0)
		return -1;
	text_printf(out, "Everything lies in %s.  tournament ladder %s says "
		    "more about the ratings,\ntournament verify %s checks "
		    "all of it.\n", folder, folder, folder);
	return 0;
}
