/*
 * verify_luck.c - do the luck files of a tournament follow from its logs?
 */
#include "tournaments/verify/verify_luck.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/process.h"
#include "tournaments/record/tournament_folder.h"

static const size_t csv_most = (size_t)1 << 34; /* bytes */

/* The first line in which they differ, from 1; 0 if they do not. */
static unsigned different_line(const struct text *due, const struct text *found)
{
	size_t i = 0;
	unsigned line = 1;

	while (i < due->length && i < found->length &&
	       due->bytes[i] == found->bytes[i])
		line += due->bytes[i++] == '\n';
	return i == due->length && i == found->length ? 0 : line;
}

static int compare(const struct record *record, const char *name,
		   const struct text *due, const char *what, struct error *err)
{
	AUTOFREE char *path = path_from(record->folder, name);
	OWNED(text) struct text found = {0};
	int result = file_read(&found, path, csv_most, err);
	unsigned line;

	if (result == 0) {
		line = different_line(due, &found);
		if (line > 0)
			result = error_set(err, "%s:%u: it is not what %s "
					   "give%s", path, line, what,
					   strcmp(name, "luck.csv") == 0 ?
					   "" : "s");
		if (line > 0 && !record->tournament.manifest.has_luck)
			error_add(err, "; it was made after the games and can "
				  "be removed");
	}
	return result;
}

/* `luck` has the bytes of luck.csv. */
static int compare_ladder(const struct record *record,
			  const struct luck_source *source, struct text *luck,
			  bool *trouble, struct error *err)
{
	OWNED(luck_csv) struct luck_csv csv = {0};
	OWNED(text) struct text due = {0};

	*trouble = luck_csv_parse(&csv, luck, "luck.csv", err) != 0 ||
		luck_ladder_file(record, source, &csv, &due, err) != 0;
	return *trouble ? -1 :
		compare(record, "ladder-luck.csv", &due, "luck.csv", err);
}

static int compare_all(const struct record *record, struct luck_source *source,
		       const struct luck_book_work *work, bool *trouble,
		       struct error *err)
{
	const struct luck_source_work preparing = { .threads = work->jobs,
		.stop = work->stop };
	OWNED(text) struct text due = {0};
	int result = -1;

	/* A table with another hash means "not verified"; only an interruption
	   is trouble. */
	if (luck_source_prepare(source, &preparing, err) != 0) {
		*trouble = *work->stop > 0;
		return -1;
	}
	*trouble = luck_book_recompute(record, source, work, &due, err) != 0;
	if (!*trouble)
		result = compare(record, "luck.csv", &due, "the logs", err);
	if (result == 0 && record->tournament.manifest.has_luck)
		result = compare_ladder(record, source, &due, trouble, err);
	return result;
}

const bool verify_luck_possible = true;

int verify_luck(const struct record *record, const char *referee, int jobs,
		bool *trouble, struct error *err)
{
	struct luck_book_work work = { .referee = referee, .jobs = jobs,
		.progress = luck_book_progress };
	OWNED(luck_source) struct luck_source source = {0};
	AUTOFREE char *file = NULL;
	int result;

	*trouble = false;
	work.stop = stop_signals_catch();
	file = path_from(record->folder, "luck.json");
	result = luck_source_find(&source, record, file, err);
	if (result == 0)
		result = compare_all(record, &source, &work, trouble, err);
	return result;
}
