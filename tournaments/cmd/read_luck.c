/*
 * read_luck.c - reads the games of folders and their luck into a table.
 */
#include "tournaments/cmd/read_luck.h"

#include "base/process.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/run/runner.h"
#include "tournaments/tables/book_games.h"

int read_luck_source(const struct read_luck_order *order,
		     const struct record *record, struct luck_source *source,
		     struct error *err)
{
	struct luck_source own;
	int result;

	if (read_record_over(record, err) != 0)
		return -1;
	if (source->bytes.length == 0)
		return luck_source_find(source, record, order->file, err);
	result = luck_source_find(&own, record, order->file, err);
	if (result == 0 && (own.bytes.length != source->bytes.length ||
			    memcmp(own.bytes.bytes, source->bytes.bytes,
				   own.bytes.length) != 0))
		result = error_set(err, "%s has a different luck file from the "
				   "folder before it: one table needs one luck "
				   "file", record->folder);
	source->fixed = source->fixed && own.fixed;
	luck_source_release(&own);
	return result;
}

int read_luck_work(const struct read_luck_order *order,
		   struct luck_book_work *work, char **referee,
		   struct error *err)
{
	*referee = runner_referee(err);
	*work = (struct luck_book_work){ .referee = *referee,
		.jobs = order->jobs > 0 ? order->jobs : runner_cores(),
		.stop = stop_signals_catch(),
		.progress = luck_book_progress };
	return *referee != NULL ? 0 : -1;
}

int read_luck_games(const struct luck_book_work *work,
		    const struct record *record, struct luck_source *source,
		    struct games_table *table, struct error *err)
{
	const bool fixed = source->fixed;
	struct luck_csv csv = {0};
	int result;

	/* For this folder alone: does its manifest fix the luck file? */
	source->fixed = record->tournament.manifest.has_luck;
	result = luck_book_need(record, source, work, &csv, err);
	source->fixed = fixed;
	if (result == 0)
		result = book_games_add_luck(table, record, &csv, err);
	luck_csv_release(&csv);
	return result;
}
