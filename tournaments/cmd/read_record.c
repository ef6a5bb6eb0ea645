/*
 * read_record.c - reads the folder of a tournament for a table, and the luck of
 * its games.
 */
#include "tournaments/cmd/read_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/printable.h"
#include "base/process.h"
#include "tournaments/league/league_rounds.h"
#include "tournaments/record/record.h"
#include "tournaments/record/spawn_jobs.h"
#include "tournaments/run/runner.h"
#include "tournaments/tables/book_games.h"

int read_record_over(const struct record *record, struct error *err)
{
	return record->book.closed ? 0 :
		error_set(err, "%s is not over: luck is measured when every "
			  "match has been played", record->folder);
}

void read_record_warn(const struct record *record, const char *command,
		      bool luck)
{
	struct error why;

	if (record->test.adjusted && !luck &&
	    (record->book.closed || record->test.last != 0))
		printable_line(stderr, "tournament %s: where the test of %s "
			       "ended is from luck.csv, not checked", command,
			       record->folder);
	if (!record->book.closed)
		return;
	if (record_check_note(record, &why) != 0)
		printable_line(stderr, "tournament %s: warning: %s does not "
			       "fit its note: %s", command, record->book.path,
			       why.text);
	if (early_end_check_closed(record, &why) != 0)
		printable_line(stderr, "tournament %s: warning: %s", command,
			       why.text);
}

char *read_record_folder(const char *folder, const char *command,
			 struct error *err)
{
	char *last;
	int round;

	if (!league_rounds_is_league(folder))
		return memory_copy(folder);
	round = league_rounds_last(folder);
	if (round == 0) {
		error_set(err, "%s: no round of this league has been played",
			  folder);
		error_command(err, "; tournament league", folder);
		error_add(err, " plays it");
		return NULL;
	}
	last = league_rounds_folder(folder, round);
	printable_line(stderr, "tournament %s: %s is a league: this is its "
		       "last round, %s", command, folder, last);
	return last;
}

int read_record(struct record *record, const char *wanted, const char *command,
		bool luck, struct error *err)
{
	AUTOFREE char *folder = read_record_folder(wanted, command, err);

	if (folder == NULL || record_read(record, folder, err) != 0)
		return -1;
	if (record->book.closed && record->test.why.text[0] != '\0') {
		*err = record->test.why;
		return -1;
	}
	if (luck && read_record_over(record, err) != 0)
		return -1;
	if (!record->book.closed)
		printable_line(stderr, "tournament %s: %s is not over: nobody "
			       "has signed these results", command, folder);
	read_record_warn(record, command, luck);
	return 0;
}

int read_record_once(const struct options_list *folders, int at,
		     struct error *err)
{
	struct stat status, other;

	if (stat(folders->word[at], &status) != 0)
		return 0;
	for (int i = 0; i < at; i++)
		if (stat(folders->word[i], &other) == 0 &&
		    other.st_dev == status.st_dev &&
		    other.st_ino == status.st_ino)
			return error_set(err, "%s and %s are the same",
					 folders->word[i], folders->word[at]);
	return 0;
}

void read_record_add(struct options_list *list, char *word)
{
	const size_t count = (size_t)list->count;

	list->word = memory_resize(list->word, count, count + 1,
				   sizeof *list->word);
	list->word[list->count++] = word;
}

int read_record_add_rounds(struct options_list *folders, const char *league)
{
	const int rounds = league_rounds_last(league);

	for (int round = 1; round <= rounds; round++)
		read_record_add(folders, league_rounds_folder(league, round));
	return rounds;
}

void read_record_free(struct options_list *list)
{
	for (int i = 0; i < list->count; i++)
		free(list->word[i]);
	free(list->word);
}

/* ### luck */

int read_luck_begin(struct read_luck *luck, const struct record *record,
		    struct error *err)
{
	struct luck_source *source = &luck->source;
	OWNED(luck_source) struct luck_source own = {0};

	if (luck->referee == NULL) {
		luck->referee = spawn_jobs_referee(err);
		luck->work = (struct luck_book_work){ .referee = luck->referee,
			.jobs = luck->jobs > 0 ? luck->jobs : runner_cores(),
			.stop = stop_signals_catch(),
			.progress = luck_book_progress };
		return luck->referee == NULL ? -1 :
			luck_source_find(source, record, luck->file, err);
	}
	if (luck_source_find(&own, record, luck->file, err) != 0)
		return -1;
	if (own.bytes.length != source->bytes.length ||
	    memcmp(own.bytes.bytes, source->bytes.bytes,
		   own.bytes.length) != 0)
		return error_set(err, "%s has a different luck file from the "
				 "folder before it: one table needs one luck "
				 "file", record->folder);
	source->fixed = source->fixed && own.fixed;
	return 0;
}

int read_luck_games(struct read_luck *luck, const struct record *record,
		    struct games_table *table, struct error *err)
{
	const bool fixed = luck->source.fixed;
	OWNED(luck_csv) struct luck_csv csv = {0};
	int result;

	/* For this folder alone: does its manifest fix the luck file? */
	luck->source.fixed = record->tournament.manifest.has_luck;
	result = luck_book_need(record, &luck->source, &luck->work, &csv, err);
	luck->source.fixed = fixed;
	if (result == 0)
		result = book_games_add(table, record, &csv, err);
	return result;
}

void read_luck_say_kept(const struct read_luck *luck, const char *command)
{
	if (luck->source.kept)
		printable_line(stderr, "tournament %s: luck: from luck.csv, not "
			       "checked", command);
}

void read_luck_release(struct read_luck *luck)
{
	luck_source_release(&luck->source);
	free(luck->referee);
}
