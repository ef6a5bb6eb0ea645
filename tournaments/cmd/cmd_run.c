/*
 * cmd_run.c - tournament run: plays a tournament, or resumes it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/league/league_rounds.h"
#include "tournaments/play/shards.h"
#include "tournaments/play/play_progress.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/final_tables.h"

struct run_options {
	const char *target;     /* a file, or a folder */
	const char *out;
	bool trusted, again;
	struct play_order play;
	const char *shard;      /* "I/N" */
	uint32_t index, of;     /* I and N */
	char *folder;           /* owned */
	enum sprt_answer answer;        /* of a test that was played */
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("FILE or DIR", struct run_options, target),
	{ "-o", "DIR", "the tournament's folder (FILE without .json, here)",
		OPTIONS_TEXT(struct run_options, out) },
	PLAY_OPTIONS(struct run_options, play),
	{ "--site", "OUT", "keep its page up to date in this folder",
		OPTIONS_TEXT(struct run_options, play.site) },
	{ "--shard", "I/N", "play one of N shards: the matches whose number is "
			    "I modulo N",
		OPTIONS_TEXT(struct run_options, shard) },
	{ "--trusted", NULL, "allow authors below the sandbox level strict",
		OPTIONS_FLAG(struct run_options, trusted) },
	{ "--again", NULL, "sign even a second manifest of the same id",
		OPTIONS_FLAG(struct run_options, again) },
	{ 0 }
};

static int read_shard(struct run_options *wanted, struct error *err)
{
	long long index, of;
	int end = 0;

	if (wanted->shard == NULL)
		return 0;
	if (strspn(wanted->shard, "0123456789/") != strlen(wanted->shard) ||
	    strlen(wanted->shard) > 17 ||
	    sscanf(wanted->shard, "%lld/%lld%n", &index, &of, &end) != 2 ||
	    wanted->shard[end] != '\0' || of < 1 || of > SHARDS_MAX ||
	    index >= of)
		return error_set(err, "--shard: expected I/N, with N from 1 to "
				 "%d and I from 0 to N - 1, found %s",
				 SHARDS_MAX, wanted->shard);
	wanted->index = (uint32_t)index;
	wanted->of = (uint32_t)of;
	if (wanted->play.site != NULL) {
		error_set(err, "--site: a shard knows only its own matches");
		error_command(err, "; tournament site", wanted->target);
		error_command(err, " -o", wanted->play.site);
		return error_add(err, " writes the page of what was gathered");
	}
	return tournament_folder_need(wanted->target, err);
}

/* Finds the folder to play: the target, or that of the target if it is a file,
   which the first run makes. */
static int find_folder(struct run_options *wanted,
		       const struct signing_key *key, struct error *err)
{
	const struct signer signer = { key, wanted->play.key_file,
		wanted->again };
	struct stat status;

	if (stat(wanted->target, &status) != 0)
		return error_set(err, "cannot open %s: %s", wanted->target,
				 strerror(errno));
	if (S_ISDIR(status.st_mode)) {
		if (wanted->out != NULL)
			return error_set(err, "-o: %s is already a folder",
					 wanted->target);
		if (tournament_folder_need(wanted->target, err) != 0)
			return -1;
		wanted->folder = memory_copy(wanted->target);
		return 0;
	}
	wanted->play.file = wanted->target;
	wanted->folder = wanted->out != NULL ? memory_copy(wanted->out) :
		tournament_folder_default(wanted->target);
	if (tournament_folder_is_one(wanted->folder))
		return 0;
	return tournament_folder_make(wanted->target, wanted->folder,
				    wanted->trusted, &signer, err);
}

static int show(const struct run_options *wanted, const struct record *record,
		struct error *err)
{
	struct text out = {0};
	int result = 0;

	if (wanted->play.json)
		play_progress_over(record, &out);
	else
		result = final_tables_print(record, &out, err);
	command_line_print(&out);
	return result;
}

static int run_alone(struct run_options *wanted, const struct signing_key *key,
		     struct error *err)
{
	OWNED(record) struct record record = {0};
	OWNED(file) int lock = tournament_folder_lock(wanted->folder, err);

	if (lock < 0 || play_folder(&wanted->play, key, &record, err) != 0)
		return -1;
	wanted->answer = record.test.sprt.answer;
	read_record_warn(&record, "run", false);
	return show(wanted, &record, err);
}

static int play(struct run_options *wanted, struct error *err)
{
	OWNED(keys) struct signing_key key = {0};
	int result = -1;

	if (read_shard(wanted, err) == 0 &&
	    keys_load_or_own(&key, wanted->play.key_file, err) == 0 &&
	    find_folder(wanted, &key, err) == 0) {
		wanted->play.folder = wanted->folder;
		result = wanted->shard != NULL ?
			shards_play(&wanted->play, wanted->index, wanted->of,
				    &key, err) :
			run_alone(wanted, &key, err);
	}
	free(wanted->folder);
	return result;
}

enum exit_code commands_run(const char *file, const char *folder,
			    const struct play_order *order, bool test,
			    struct error *err)
{
	struct run_options wanted = { .target = file, .out = folder,
		.play = *order };

	if (play(&wanted, err) != 0)
		return EXIT_TROUBLE;
	return !test || wanted.answer == SPRT_H1 ? EXIT_YES :
		wanted.answer == SPRT_H0 ? EXIT_NO : EXIT_UNDECIDED;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct run_options wanted = {0};

	if (process_hide(err) != 0 || options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	if (wanted.out == NULL && wanted.shard == NULL &&
	    league_rounds_is_league(wanted.target))
		return commands_play_league(wanted.target, &wanted.play,
					    wanted.again, err);
	return play(&wanted, err) == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_run = {
	.name = "run",
	.arguments = "FILE [-o DIR] | DIR  [OPTIONS]",
	.help = "play a tournament, or resume one that was stopped",
	.options = options,
	.more = "The first run makes the folder DIR from FILE.  Every run "
		"plays the matches that are\nleft; at the end it prints the "
		"table.  Whatever stops a run, the same command resumes\nit.  "
		"Ctrl-C once finishes the games in play, twice stops at "
		"once.\n--site writes the page of tournament site and has "
		"open pages follow; #/live is for a\nprojector.\n"
		"Exit status: 0 the tournament is over, 2 it is not.\n"
		"--shard plays a part of the matches that are due, as any "
		"number of processes on any\nmachines may; tournament gather "
		"takes what they have played.  0: the part is played.\n",
	.run = run,
};
