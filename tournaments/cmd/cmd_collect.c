/*
 * cmd_collect.c - tournament collect: makes a tournament file from a folder of
 * submissions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/printable.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/collect/collect.h"
#include "tournaments/record/spawn_jobs.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/run/runner.h"

struct collect_options {
	const char *folder, *path, *game;
	struct options_list limits;
	int jobs, time_s;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("SUBMISSIONS", struct collect_options, folder),
	{ "-o", "FILE", "the tournament file, such as contest.json",
		OPTIONS_TEXT(struct collect_options, path), .required = true },
	{ "--game", "GAME", "the game, if FILE does not exist yet",
		OPTIONS_TEXT(struct collect_options, game) },
	{ "--time", "S", "seconds that a build may take (120)",
		OPTIONS_INTEGER(struct collect_options, time_s, 1, 86400) },
	{ "--build-limit", "NAME=N", "set a limit for builds; see referee "
		"build", OPTIONS_LIST(struct collect_options, limits) },
	{ "-j", "N", "build and check N bots at a time (one per core)",
		OPTIONS_INTEGER(struct collect_options, jobs, 1,
			       SPAWN_JOBS_MAX) },
	{ 0 }
};

/* The last line below the first one of a `why` that has the mark; its size, or
   0 if none has. */
static size_t find_line(const char *why, const char *mark, const char **found)
{
	size_t size = 0;

	for (const char *line = strchr(why, '\n'); line != NULL;
	     line = strchr(line, '\n')) {
		const size_t length = strcspn(++line, "\n");
		const char *at = strstr(line, mark);

		if (at != NULL && at < line + length) {
			*found = line;
			size = length;
		}
	}
	return size;
}

/* What a `why` has below its first line that tells most: an error that the bot
   or its build wrote, otherwise the hint of the check.  Returns its size. */
static int find_cause(const char *why, const char **cause)
{
	static const char *const labels[] = { "     stderr    ",
		"     hint      ", " " };
	size_t size = find_line(why, "rror:", cause);

	if (size == 0)
		size = find_line(why, labels[1], cause);
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
		while (size > 0 && strncmp(*cause, labels[i],
					   strlen(labels[i])) == 0) {
			*cause += strlen(labels[i]);
			size -= strlen(labels[i]);
		}
	return (int)size;
}

/* A submission has one line here; the rest is in the file, for its report. */
static void print_one(struct collect_entry *one)
{
	const char *why = text_string(&one->why), *cause = "";
	const int size = find_cause(why, &cause);

	if (one->why.length > 0)
		printable_line(stdout, "out  %s: %.*s%s%.*s",
			       FOREIGN(one->name), (int)strcspn(why, "\n"),
			       why, size > 0 ? ": " : "", size, cause);
	else
		printable_line(stdout, "in   %s%s", one->name,
			       one->advice.length > 0 ?
			       ", with advice in its report" : "");
}

/* Was the tournament in the folder made from this file as it is now? */
static bool was_made_from(const char *folder, const char *path)
{
	AUTOFREE char *kept = path_from(folder, "tournament.json");
	OWNED(tournament_file) struct tournament_file then = {0}, now = {0};
	struct error ignored;
	bool same = tournament_file_read(&then, kept, &ignored) == 0;

	return tournament_file_read(&now, path, &ignored) == 0 && same &&
		tournament_file_difference(&now, &then) == NULL;
}

/* The options with which the file can be played: "", or another folder than
   that of an earlier contest. */
static void add_folder(const char *path, struct text *out)
{
	AUTOFREE char *folder = tournament_folder_default(path);
	OWNED(text) struct text other = {0}, word = {0};

	text_add(&other, folder);
	for (int i = 2; access(text_string(&other), F_OK) == 0 &&
	     !was_made_from(text_string(&other), path); i++) {
		text_clear(&other);
		text_printf(&other, "%s-%d", folder, i);
	}
	if (strcmp(text_string(&other), folder) != 0)
		text_printf(out, " -o %s",
			    printable_word(&word, text_string(&other)));
}

static enum exit_code finish(struct contest_file *file,
			     struct submissions *submissions,
			     struct error *err)
{
	const size_t in = submissions_in(submissions);
	struct text word = {0}, folder = {0};

	for (size_t i = 0; i < submissions->count; i++)
		print_one(&submissions->list[i]);
	submissions_add_equal(submissions, &word);
	command_line_print(&word);
	fflush(stdout);
	if (in < 2) {
		error_set(err, "%zu of %zu submissions can play, but a contest "
			  "needs two: %s was not written", in,
			  submissions->count, file->path);
		return EXIT_TROUBLE;
	}
	if (contest_file_write(file, submissions, err) != 0)
		return EXIT_TROUBLE;
	add_folder(file->path, &folder);
	printable_line(stdout, "%zu of %zu submissions are in %s; next: "
		       "tournament run %s%s", in, submissions->count,
		       file->path, printable_word(&word, file->path),
		       text_string(&folder));
	text_release(&word);
	text_release(&folder);
	return in == submissions->count ? EXIT_YES : EXIT_NO;
}

static enum exit_code collect(const struct collect_options *wanted,
			      const char *referee, struct error *err)
{
	OWNED(submissions) struct submissions submissions = {0};
	OWNED(contest_file) struct contest_file file = {0};
	struct collect collect = { .submissions = &submissions,
		.file = &file, .referee = referee, .limits = &wanted->limits,
		.jobs = wanted->jobs, .time_s = wanted->time_s };
	AUTOFREE char *copies = contest_file_copies(wanted->path);
	enum exit_code code = EXIT_TROUBLE;

	if (contest_file_read(&file, wanted->path, wanted->game, err) == 0 &&
	    submissions_list(&submissions, wanted->folder, copies, err) == 0 &&
	    file_make_folder(copies, 0777, err) == 0 &&
	    collect_build(&collect, err) == 0) {
		submissions_name(&submissions);
		if (collect_check(&collect, err) == 0)
			code = finish(&file, &submissions, err);
	}
	return code;
}

/* Every build would refuse a wrong limit, and it would look like a fault of the
   first submission. */
static int check_limits(const struct collect_options *wanted,
			struct error *err)
{
	struct limits limits;

	limits_defaults(&limits);
	return limits_set_words(&limits, &wanted->limits, err) == 0 ? 0 :
		error_at(err, "--build-limit");
}

static enum exit_code run(struct options *line, struct error *err)
{
	const int cores = runner_cores();
	struct collect_options wanted = { .time_s = 120,
		.jobs = cores < SPAWN_JOBS_MAX ? cores : SPAWN_JOBS_MAX };
	enum exit_code code = EXIT_TROUBLE;
	AUTOFREE char *referee = NULL;

	if (options_read(line, &wanted, err) != 0 ||
	    check_limits(&wanted, err) != 0)
		return EXIT_TROUBLE;
	referee = spawn_jobs_referee(err);
	if (referee != NULL)
		code = collect(&wanted, referee, err);
	return code;
}

const struct command command_collect = {
	.name = "collect",
	.arguments = "SUBMISSIONS -o FILE [--game GAME] [OPTIONS]",
	.help = "make a tournament file from a folder of submissions",
	.options = options,
	.more = "Each folder or archive in SUBMISSIONS is a bot.  It is "
		"copied to FILE.bots\n(FILE without .json), built there by "
		"referee build and tested by referee check: one\nthat can play "
		"the matches of FILE is in.  SUBMISSIONS is only read.  The "
		"details are\nin FILE, and later in tournament report.\n"
		"An existing FILE keeps all but its entrants.\n"
		"Exit status: 0 all were accepted, 1 some were not, 2 an error.\n",
	.run = run,
};
