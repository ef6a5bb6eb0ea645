/*
 * cmd_pack.c - tournament pack: packs the logs of a closed tournament in place.
 *
 * A log is deleted only when the packed one is on disk under its name, so a
 * kill at any moment leaves each log plain, packed or both, and the same
 * command packs the rest.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/printable.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/league/league_rounds.h"
#include "tournaments/record/record.h"
#include "tournaments/record/spawn_jobs.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/run/runner.h"

struct pack_folder_options {
	const char *folder;
	int jobs;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("DIR", struct pack_folder_options, folder),
	{ "-j", "N", "pack N logs at a time (one per core)",
		OPTIONS_INTEGER(struct pack_folder_options, jobs, 1,
				SPAWN_JOBS_MAX) },
	{ 0 }
};

struct packing {
	struct record record;
	const char *referee;
	uint32_t packed;
};

/* The path of a plain log if it exists, or NULL; the caller frees it. */
static char *log_of(const struct packing *packing, size_t i)
{
	const uint32_t number = (uint32_t)i + 1;
	char *path;

	if (!book_find(&packing->record.book, number)->ended)
		return NULL;
	path = tournament_folder_match(packing->record.folder, number,
				       ".jsonl");
	if (access(path, F_OK) == 0)
		return path;
	free(path);
	return NULL;
}

static char **words_of(void *context, size_t i)
{
	const struct packing *packing = context;
	char *path = log_of(packing, i);
	char **words = NULL;

	if (path == NULL)
		return NULL;
	spawn_jobs_add(&words, "", packing->referee);
	spawn_jobs_add(&words, "", "pack");
	spawn_jobs_add(&words, "", "--");
	spawn_jobs_add(&words, "", path);
	free(path);
	return words;
}

/* Deletes a log after syncing its folder, so that the name of the packed log is
   on disk first.  With shards it is not the tournament's own folder. */
static int delete_log(const char *path, struct error *err)
{
	AUTOFREE char *folder = path_folder(path);
	int result = file_sync_folder(folder, err);

	if (result == 0 && unlink(path) != 0)
		result = error_reading(err, "delete", path);
	return result;
}

static int ended(void *context, size_t i, int status, struct text *printed,
		 struct error *err)
{
	struct packing *packing = context;
	AUTOFREE char *path = log_of(packing, i);
	int result = 0;

	if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_YES)
		result = error_set(err, "match %zu is not packed: %s", i + 1,
				   printed->length > 0 ?
				   text_string(printed) :
				   "referee pack was killed");
	if (result == 0 && path != NULL)
		result = delete_log(path, err);
	packing->packed += result == 0;
	return result;
}

/* A round of a league that is not over is left as it is. */
static int pack(struct packing *packing, int jobs, bool is_round,
		struct error *err)
{
	const struct record *record = &packing->record;
	const struct spawn_jobs run = {
		.count = record->book.matches, .context = packing,
		.jobs = jobs > 0 ? jobs : runner_cores(),
		.words = words_of, .ended = ended };

	if (!record->book.closed && is_round) {
		printable_line(stdout, "%s: not packed: it is not over",
			       record->folder);
		return 0;
	}
	if (!record->book.closed)
		return error_set(err, "%s: the book is not closed: only the "
				 "logs of a tournament that is over can be "
				 "packed", record->folder);
	if (spawn_jobs_run(&run, err) != 0)
		return -1;
	printable_line(stdout, "%s: %u log%s packed", record->folder,
		       packing->packed, text_plural(packing->packed));
	return 0;
}

static int pack_folder(const char *folder, int jobs, bool is_round,
		       const char *referee, struct error *err)
{
	struct packing packing = { .referee = referee };
	OWNED(file) int lock = tournament_folder_lock(folder, err);
	int result = -1;

	if (lock >= 0 && record_read(&packing.record, folder, err) == 0)
		result = pack(&packing, jobs, is_round, err);
	record_release(&packing.record);
	return result;
}

/* Locks the league too, so that no round of it is played meanwhile. */
static int pack_league(const char *league, int jobs, const char *referee,
		       struct error *err)
{
	OWNED(file) int lock = tournament_folder_lock(league, err);
	const int rounds = league_rounds_last(league);
	int result = lock < 0 ? -1 : rounds > 0 ? 0 :
		error_set(err, "%s: no round of this league has been played",
			  league);

	for (int round = 1; round <= rounds && result == 0; round++) {
		AUTOFREE char *folder = league_rounds_folder(league, round);

		result = pack_folder(folder, jobs, true, referee, err);
	}
	return result;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct pack_folder_options wanted = {0};
	bool is_league;
	AUTOFREE char *referee = NULL;
	int result = -1;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	is_league = league_rounds_is_league(wanted.folder);
	if (!is_league && tournament_folder_need(wanted.folder, err) != 0)
		return EXIT_TROUBLE;
	referee = spawn_jobs_referee(err);
	if (referee != NULL)
		result = is_league ?
			pack_league(wanted.folder, wanted.jobs, referee, err) :
			pack_folder(wanted.folder, wanted.jobs, false, referee,
				    err);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_pack_folder = {
	.name = "pack",
	.arguments = "DIR [-j N]",
	.help = "pack the logs of a closed tournament in place",
	.options = options,
	.is_verdict = true,
	.more = "Packs match-000001.jsonl as match-000001.pack (referee pack) "
		"and then deletes it,\nand so on.  verify, luck and report "
		"read packed logs; after an interruption the\nsame command "
		"packs the rest.  \"referee unpack\" gives a log back.  In a "
		"league's\nfolder it packs every round that is over.\n",
	.run = run,
};
