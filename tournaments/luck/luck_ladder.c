/*
 * luck_ladder.c - the ladder with the luck taken out.
 */
#include "tournaments/luck/luck_ladder.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/tables/book_games.h"

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
	struct luck_ladder ladder = {0};
	struct book_ladder made;
	struct luck_show_ladders shown;
	int result = -1;

	if (book_ladder_make(&made, record, (struct book_ladder_order){
			     .luck = csv }, err) == 0 &&
	    luck_ladder_make(&ladder, &made.games, &ladder_defaults, source,
			     err) == 0) {
		shown = luck_ladder_shown(&ladder, &made.ladder);
		luck_show_ladder_csv(&shown, bytes);
		result = 0;
	}
	luck_ladder_release(&ladder);
	book_ladder_release(&made);
	return result;
}

int luck_ladder_close(const struct record *record,
		      const struct luck_book_work *work, struct error *err)
{
	struct luck_source source = {0};
	struct luck_csv csv = {0};
	struct text bytes = {0};
	char *path;
	int result = -1;

	if (!record->tournament.manifest.has_luck)
		return 0;
	path = tournament_folder_file(record->folder, "ladder-luck.csv");
	if (luck_source_find(&source, record, NULL, err) == 0 &&
	    luck_book_need(record, &source, work, &csv, err) == 0)
		result = access(path, F_OK) == 0 ? 0 :
			luck_ladder_file(record, &source, &csv, &bytes, err);
	if (result == 0 && bytes.length > 0)
		result = file_replace(path, &bytes, false, err);
	luck_csv_release(&csv);
	luck_source_release(&source);
	text_release(&bytes);
	free(path);
	return result;
}
