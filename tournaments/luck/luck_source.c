/*
 * luck_source.c - the luck file that counts for a tournament.
 */
#include "tournaments/luck/luck_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/printable.h"
#include "fair/sha256.h"
#include "tournaments/record/tournament_folder.h"
#include "worth/solve.h"
#include "worth/table_file.h"

/* ### which file */

static void hash_bytes(const struct text *bytes, struct hash *hash)
{
	sha256(hash->bytes, bytes->bytes, bytes->length);
}

static int parse(struct luck_source *source, const struct record *record,
		 const char *path, struct error *err)
{
	const struct tournament *tournament = &record->tournament;

	if (luck_file_parse(&source->file, &source->bytes, path, err) != 0)
		return -1;
	return luck_file_fits(&source->file, path, record->folder,
			      tournament->game, tournament->rule,
			      tournament->contest.seats, err);
}

static int read_bytes(struct luck_source *source, const char *path,
		      struct error *err)
{
	text_clear(&source->bytes);
	if (file_expect(path, false, "a luck file", err) != 0)
		return -1;
	return file_read(&source->bytes, path, LUCK_FILE_MOST, err);
}

/* Finds the file whose hash the manifest has; no other will do. */
static int find_fixed(struct luck_source *source, const struct record *record,
		      const char *given, struct error *err)
{
	AUTOFREE char *own = path_from(record->folder, "luck.json");
	const char *path = given != NULL ? given : own;
	struct hash hash;
	int result = read_bytes(source, path, err);

	if (result == 0) {
		hash_bytes(&source->bytes, &hash);
		if (!hash_equal(&hash, &record->tournament.manifest.luck))
			result = error_set(err, given != NULL ?
				"%s is not the luck file that %s/manifest.json "
				"fixed before the first game" :
				"%s is not the luck file whose hash "
				"%s/manifest.json has", path, record->folder);
	}
	if (result == 0)
		result = parse(source, record, path, err);
	source->fixed = result == 0;
	return result;
}

int luck_source_find(struct luck_source *source, const struct record *record,
		     const char *given, struct error *err)
{
	const struct tournament *tournament = &record->tournament;

	*source = (struct luck_source){0};
	if (luck_file_check_places(tournament->game, tournament->rule,
				   tournament->contest.seats, err) != 0)
		return error_at(err, "%s", record->folder);
	if (tournament->manifest.has_luck)
		return find_fixed(source, record, given, err);
	if (given != NULL)
		return read_bytes(source, given, err) != 0 ? -1 :
			parse(source, record, given, err);
	if (luck_file_default(&source->file, tournament->game,
			      tournament->rule, tournament->contest.seats,
			      err) != 0)
		return error_at(err, "%s", record->folder);
	luck_file_write(&source->file, &source->bytes);
	return 0;
}

int luck_source_take(struct luck_source *source, struct luck_file *file,
		     struct error *err)
{
	*source = (struct luck_source){0};
	luck_file_write(file, &source->bytes);
	return luck_file_parse(&source->file, &source->bytes, "the luck file",
			       err);
}

/* ### for a referee */

static int make_folder(struct luck_source *source, struct error *err)
{
	const char *place = getenv("TMPDIR");
	char *made = path_from(place != NULL && *place != '\0' ? place :
			       "/tmp", "rollcall-luck.XXXXXX");

	if (mkdtemp(made) == NULL) {
		error_reading(err, "make", made);
		free(made);
		return -1;
	}
	source->folder = made;
	source->path = path_from(made, "luck.json");
	return file_create(source->path, 0600, source->bytes.bytes,
			   source->bytes.length, false, err);
}

static bool has_hash(const struct luck_source *source,
		     const struct text *bytes)
{
	struct hash hash;

	hash_bytes(bytes, &hash);
	return !source->file.has_table ||
		strcmp(HASH_HEX(&hash), source->file.table) == 0;
}

/* The path of the table that `make install` installed, or NULL if there is none
   or it is not the right one.  The caller frees it. */
static char *find_installed(const struct luck_source *source)
{
	const struct game *game = games_find(source->file.game);
	OWNED(text) struct text path = {0}, bytes = {0};
	struct error ignored;
	struct duel *duel = NULL;
	char *found = NULL;

	table_file_installed(game, &path);
	if (file_read(&bytes, text_string(&path), 1 << 26, &ignored) == 0 &&
	    has_hash(source, &bytes))
		duel = table_file_parse(&bytes, "the table", &ignored);
	if (duel != NULL && duel_fits(duel, game, source->file.rule))
		found = memory_copy(text_string(&path));
	duel_free(duel);
	return found;
}

bool luck_source_is_installed(const struct luck_source *source)
{
	AUTOFREE char *found = find_installed(source);

	return found != NULL;
}

struct solving {
	struct progress progress;
	const char *game;
};

static void show_solving(void *context, double done)
{
	struct solving *solving = context;

	progress_show(&solving->progress, "solving %s: %.0f%%", solving->game,
		      100 * done);
}

static int solve_table(struct luck_source *source,
		       const struct luck_source_work *work, struct error *err)
{
	const struct game *game = games_find(source->file.game);
	struct solving solving = { .game = game->name };
	const struct solve_options options = { .threads = work->threads,
		.progress = show_solving, .context = &solving,
		.stop = work->stop };
	AUTOFREE char *path = path_from(source->folder, "table");
	OWNED(text) struct text bytes = {0};
	struct duel *duel = NULL;
	int result = -1;

	if (solve_check(game, source->file.rule, err) == 0) {
		duel = solve(game, source->file.rule, &options);
		if (duel == NULL)
			error_set(err, "stopped");
	}
	progress_clear(&solving.progress);
	if (duel != NULL) {
		table_file_bytes(duel, &bytes);
		result = has_hash(source, &bytes) ?
			file_create(path, 0600, bytes.bytes, bytes.length,
				    false, err) :
			error_set(err, "luck.json: table: it is not the hash "
				  "of the table of %s with these rules",
				  game->name);
	}
	if (result == 0) {
		source->table = path;
		path = NULL;
	}
	duel_free(duel);
	return result;
}

int luck_source_prepare(struct luck_source *source,
			const struct luck_source_work *work, struct error *err)
{
	if (source->folder == NULL && make_folder(source, err) != 0)
		return -1;
	if (source->file.f != LUCK_TABLE || source->table != NULL)
		return 0;
	if (work->trusts_installed)
		source->table = find_installed(source);
	return source->table != NULL ? 0 : solve_table(source, work, err);
}

void luck_source_release(struct luck_source *source)
{
	char *table = source->folder == NULL ? NULL :
		path_from(source->folder, "table");

	if (source->folder != NULL) {
		unlink(table);
		unlink(source->path);
		rmdir(source->folder);
	}
	free(table);
	free(source->table);
	free(source->path);
	free(source->folder);
	text_release(&source->bytes);
	luck_file_release(&source->file);
	*source = (struct luck_source){0};
}
