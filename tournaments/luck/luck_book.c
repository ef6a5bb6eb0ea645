/*
 * luck_book.c - luck.csv and ladder-luck.csv: the luck of every game of a
 * tournament, and the ladder without it.
 */
#include "tournaments/luck/luck_book.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/tables/book_games.h"

void luck_book_progress(uint32_t done, uint32_t of)
{
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "\r%u of %u logs analysed%s", done, of,
			done == of ? "\r\033[K" : "");
}

/* ### the file */

/* The lines of the file. */
struct lines {
	struct text *of;        /* by match number, from 1 */
};

static int add_game(void *context, const struct book_match *match,
		    uint32_t number, uint32_t game, const cJSON *said,
		    struct error *err)
{
	const struct lines *lines = context;
	int32_t luck[GAME_SEATS_MAX] = {0};
	int64_t sum = 0;
	bool given = false;

	if (luck_logs_list(said, "luck_total", match->seats, luck, &given,
			   err) != 0)
		return -1;
	if (given == book_has_fault(match, game, game))
		return error_set(err, given ?
				 "game %u has a fault, but luck too" :
				 "game %u has no luck", game);
	for (int s = 0; s < match->seats && given; s++)
		sum += luck[s];
	/* Each is rounded to a millionth, so the sum may not be exactly 0. */
	if (sum > match->seats || sum < -match->seats)
		return error_set(err, "game %u: the luck of the seats does not "
				 "add up to 0", game);
	luck_csv_add_game(&lines->of[number], number, game,
			  given ? luck : NULL, match->seats);
	return 0;
}

/* Appends the lines of a match from `known`; false, with `out` empty, if any is
   missing. */
static bool copy_known(const struct luck_csv *known, uint32_t number,
		       const struct book_match *match, struct text *out)
{
	for (uint32_t game = 1; game <= match->games; game++) {
		const struct luck_csv_game *found =
			luck_csv_find(known, number, game);

		if (found == NULL) {
			text_clear(out);
			return false;
		}
		luck_csv_add_game(out, number, game, found->seats == 0 ? NULL :
				  known->luck + found->first, found->seats);
	}
	return true;
}

/* Makes the bytes of the file from `known` and by analysing; `*analysed` is the
   number of matches that `known` did not have. */
static int make(const struct record *record, struct luck_source *source,
		const struct luck_book_work *work,
		const struct luck_source_work *preparing,
		const struct luck_csv *known, struct text *bytes,
		size_t *analysed, struct error *err)
{
	const struct book *book = &record->book;
	struct lines lines = { memory_new((size_t)book->matches + 1,
					  sizeof *lines.of) };
	AUTOFREE uint32_t *number =
		memory_new((size_t)book->matches + 1, sizeof *number);
	const struct luck_logs logs = { .record = record, .source = source,
		.referee = work->referee, .jobs = work->jobs,
		.game = add_game, .context = &lines,
		.stop = work->stop, .progress = work->progress };
	size_t count = 0;
	int result = 0;

	for (uint32_t n = 1; n <= book->matches; n++)
		if (book_find(book, n)->ended &&
		    !copy_known(known, n, book_find(book, n), &lines.of[n]))
			number[count++] = n;
	if (count > 0)
		result = luck_source_prepare(source, preparing, err);
	if (result == 0 && count > 0)
		result = luck_logs_run(&logs, number, count, err);
	*analysed = count;
	luck_csv_add_header(bytes);
	for (uint32_t n = 1; n <= book->matches; n++) {
		text_append(bytes, lines.of[n].bytes, lines.of[n].length);
		text_release(&lines.of[n]);
	}
	free(lines.of);
	return result;
}

int luck_book_recompute(const struct record *record,
			struct luck_source *source,
			const struct luck_book_work *work, struct text *bytes,
			struct error *err)
{
	const struct luck_source_work preparing = { .threads = work->jobs,
		.stop = work->stop };
	const struct luck_csv none = {0};
	size_t analysed;

	return make(record, source, work, &preparing, &none, bytes, &analysed,
		    err);
}

/* ### kept in the folder */

static bool is_there(const char *path)
{
	return access(path, F_OK) == 0;
}

/* Was luck.csv made with this luck file? */
static bool is_of(const struct luck_source *source, const char *json)
{
	OWNED(text) struct text bytes = {0};
	struct error ignored;

	return source->fixed ||
		(is_there(json) && file_read(&bytes, json, LUCK_FILE_MOST,
					     &ignored) == 0 &&
		 bytes.length == source->bytes.length &&
		 memcmp(bytes.bytes, source->bytes.bytes, bytes.length) == 0);
}

/* Writes luck.csv and, if it is new, luck.json.  The old luck.csv is removed
   first, so that it is never next to a luck file that it was not made with. */
static int keep(const struct luck_source *source, const char *json,
		const char *path, bool is_new, const struct text *bytes,
		struct error *err)
{
	if (is_new) {
		unlink(path);
		if (file_replace(json, &source->bytes, false, err) != 0)
			return -1;
	}
	return file_replace(path, bytes, false, err);
}

int luck_book_need(const struct record *record, struct luck_source *source,
		   const struct luck_book_work *work, struct luck_csv *csv,
		   struct error *err)
{
	const struct luck_source_work preparing = { .threads = work->jobs,
		.trusts_installed = true, .stop = work->stop };
	AUTOFREE char *json = path_from(record->folder, "luck.json");
	AUTOFREE char *path = path_from(record->folder, "luck.csv");
	const bool is_known = is_there(path) && is_of(source, json);
	OWNED(luck_csv) struct luck_csv known = {0};
	OWNED(text) struct text bytes = {0};
	size_t analysed = 0;
	int result = 0;

	*csv = (struct luck_csv){0};
	if (is_known)
		result = luck_csv_read(&known, path, err);
	if (result == 0)
		result = make(record, source, work, &preparing, &known, &bytes,
			      &analysed, err);
	if (result == 0 && is_known && analysed == 0) {
		*csv = known;
		known = (struct luck_csv){0};
	} else if (result == 0) {
		/* What cannot be kept is used all the same. */
		if (access(record->folder, W_OK) == 0)
			result = keep(source, json, path, !source->fixed &&
				      !is_of(source, json), &bytes, err);
		if (result == 0)
			result = luck_csv_parse(csv, &bytes, path, err);
	}
	source->kept = source->kept || is_known;
	return result;
}

/* ### the ladder without luck */

int luck_ladder_make(struct luck_ladder *ladder,
		     const struct games_table *table,
		     const struct ladder_options *options,
		     const struct luck_source *source, struct error *err)
{
	struct ladder_options adjusted = *options;

	*ladder = (struct luck_ladder){ .table = table, .source = {
		.f = luck_file_words[source->file.f],
		.beta = source->file.beta_millionths,
		.fixed = source->fixed, .kept = source->kept } };
	adjusted.luck = true;
	adjusted.luck_beta = source->file.beta_millionths;
	luck_pairs_make(table, options->cluster, adjusted.luck_beta,
			&ladder->pairs);
	return ladder_fit(table, &adjusted, &ladder->adjusted, err);
}

struct luck_show_ladders luck_ladder_shown(const struct luck_ladder *ladder,
					   const struct ladder *raw)
{
	return (struct luck_show_ladders){ .table = ladder->table, .raw = raw,
		.adjusted = &ladder->adjusted, .pairs = &ladder->pairs,
		.source = ladder->source };
}

void luck_ladder_release(struct luck_ladder *ladder)
{
	ladder_release(&ladder->adjusted);
	luck_pairs_release(&ladder->pairs);
	*ladder = (struct luck_ladder){0};
}

int luck_ladder_file(const struct record *record,
		     const struct luck_source *source,
		     const struct luck_csv *csv, struct text *bytes,
		     struct error *err)
{
	OWNED(book_ladder) struct book_ladder made = {0};
	OWNED(luck_ladder) struct luck_ladder ladder = {0};
	struct luck_show_ladders shown;

	if (book_ladder_make(&made, record, (struct book_ladder_order){
			     .luck = csv }, err) != 0 ||
	    luck_ladder_make(&ladder, &made.games, &ladder_defaults, source,
			     err) != 0)
		return -1;
	shown = luck_ladder_shown(&ladder, &made.ladder);
	luck_show_ladder_csv(&shown, bytes);
	return 0;
}

int luck_ladder_close(const struct record *record,
		      const struct luck_book_work *work, struct error *err)
{
	OWNED(luck_source) struct luck_source source = {0};
	OWNED(luck_csv) struct luck_csv csv = {0};
	OWNED(text) struct text bytes = {0};
	AUTOFREE char *path = NULL;
	int result = -1;

	if (!record->tournament.manifest.has_luck)
		return 0;
	path = path_from(record->folder, "ladder-luck.csv");
	if (luck_source_find(&source, record, NULL, err) == 0 &&
	    luck_book_need(record, &source, work, &csv, err) == 0)
		result = access(path, F_OK) == 0 ? 0 :
			luck_ladder_file(record, &source, &csv, &bytes, err);
	if (result == 0 && bytes.length > 0)
		result = file_replace(path, &bytes, false, err);
	return result;
}
