/*
 * cmd_run.c - tournament run: plays a tournament, or goes on with it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/play/play.h"
#include "tournaments/play/progress_events.h"
#include "tournaments/record/manifest_folder.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/final_tables.h"

static const struct option options[] = {
	{ "-o", "DIR", "the tournament's folder (FILE without .json, here)" },
	{ "-j", "N", "matches at the same time (the number of cores)" },
	{ "--json", NULL, "events on standard output, one JSON object a line" },
	{ "--key-file", "FILE", "sign with this key instead of your own" },
	{ "--no-pin", NULL, "let referees and bots move between cores" },
	{ "--trusted", NULL, "authors may take part below sandbox strict" },
	{ 0 }
};

enum { OUT, JOBS, JSON, KEY, NO_PIN, TRUSTED };

enum { JOBS_MAX = 1024 };

struct wanted {
	const char *target;     /* a file, or a folder */
	const char *out, *key_file;
	int jobs;
	bool json, no_pin, trusted;
	bool is_folder;         /* what `target` is */
	char *folder;
};

static int read_options(struct wanted *wanted, int argc, char **argv,
			struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	long long number;
	int found;

	while ((found = options_next(&at, err)) != OPTIONS_END) {
		switch (found) {
		case OPTIONS_WRONG:
			return -1;
		case OUT:
			wanted->out = at.value;
			break;
		case JOBS:
			if (options_number(&at, "-j", 1, JOBS_MAX, &number,
					   err) != 0)
				return -1;
			wanted->jobs = (int)number;
			break;
		case JSON:
			wanted->json = true;
			break;
		case KEY:
			wanted->key_file = at.value;
			break;
		case NO_PIN:
			wanted->no_pin = true;
			break;
		case TRUSTED:
			wanted->trusted = true;
			break;
		default:
			if (wanted->target != NULL)
				return error_set(err, "one tournament at a "
						 "time, found also %s",
						 at.value);
			wanted->target = at.value;
		}
	}
	if (wanted->target == NULL)
		return error_set(err, "which tournament?  tournament run FILE, "
				 "or its folder");
	return 0;
}

/* A folder is played as it is; a file has its folder made at the first run. */
static int find_folder(struct wanted *wanted, const struct signing_key *key,
		       struct error *err)
{
	struct stat status;

	if (stat(wanted->target, &status) != 0)
		return error_set(err, "cannot open %s: %s", wanted->target,
				 strerror(errno));
	if (S_ISDIR(status.st_mode)) {
		if (wanted->out != NULL)
			return error_set(err, "-o: %s is a folder already",
					 wanted->target);
		if (!folder_is_tournament(wanted->target))
			return error_set(err, "%s holds no tournament: there "
					 "is no manifest.json",
					 wanted->target);
		wanted->is_folder = true;
		wanted->folder = memory_copy(wanted->target);
		return 0;
	}
	wanted->folder = wanted->out != NULL ? memory_copy(wanted->out) :
		folder_default(wanted->target);
	if (folder_is_tournament(wanted->folder))
		return 0;
	return prepare_folder(wanted->target, wanted->folder, wanted->trusted,
			      key, err);
}

static int play(const struct wanted *wanted, const struct signing_key *key,
		struct record *record, struct error *err)
{
	struct play_order order = {
		.folder = wanted->folder,
		.file = wanted->is_folder ? NULL : wanted->target,
		.key_file = wanted->key_file, .jobs = wanted->jobs,
		.no_pin = wanted->no_pin, .json = wanted->json };

	return play_folder(&order, key, record, err);
}

static int show(const struct wanted *wanted, const struct record *record,
		struct error *err)
{
	struct text out = {0};
	int result = 0;

	if (wanted->json)
		progress_events_over(record, &out);
	else
		result = finish_tables(record, &out, err);
	fputs(text_string(&out), stdout);
	text_release(&out);
	return result;
}

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct wanted wanted = {0};
	struct signing_key key = {0};
	struct record record = {0};
	int lock = -1, result = -1;

	if (process_hide(err) == 0 &&
	    read_options(&wanted, argc, argv, err) == 0 &&
	    prepare_key(&key, wanted.key_file, err) == 0 &&
	    find_folder(&wanted, &key, err) == 0 &&
	    (lock = folder_lock(wanted.folder, err)) >= 0 &&
	    play(&wanted, &key, &record, err) == 0)
		result = show(&wanted, &record, err);
	record_release(&record);
	key_release(&key);
	if (lock >= 0)
		close(lock);
	free(wanted.folder);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_run = {
	.name = "run",
	.arguments = "FILE [-o DIR] | DIR  [OPTIONS]",
	.help = "play a tournament, or go on where it stopped",
	.options = options,
	.more = "Makes the folder DIR from FILE at the first run, plays what "
		"is due, and ends with\nthe table.  Whatever stops it, the "
		"same command goes on.  Ctrl-C once: the games in\nplay are "
		"finished; twice: it stops now.\n"
		"Exit status: 0 the tournament is over, 2 it is not.\n",
	.run = run,
};
