/*
 * cmd_check.c - tournament check: the file, and every bot started once.
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tournaments/cmd/commands.h"
#include "tournaments/record/tournament_file.h"
#include "tournaments/run/runner.h"

extern char **environ;

enum { JOBS_MAX = 256, FIXED_WORDS = 8 };

struct check_options {
	const char *path;
	int jobs;
};

static const struct option options[] = {
	{ "FILE", NULL, NULL, OPTIONS_TEXT(struct check_options, path),
		.required = true },
	{ "-j", "N", "start so many bots at a time (one per core)",
		OPTIONS_INTEGER(struct check_options, jobs, 1, JOBS_MAX) },
	{ 0 }
};

/* One `referee check GAME --start`. */
struct start {
	pid_t pid;
	int fd;
	int entrant;
};

/* ### one bot */

/* The words of the command; the caller frees the list, and `texts` holds what
   is not the entrant's own. */
static char **words_of(const struct tournament_file *file, int entrant,
		       const char *referee, struct text *limits)
{
	char **bot = file->entrant[entrant].words;
	char **argv;
	int count = 0, n = 0;

	while (bot[count] != NULL)
		count++;
	argv = memory_new(FIXED_WORDS + (size_t)count + 1, sizeof *argv);
	argv[n++] = (char *)referee;
	argv[n++] = "check";
	argv[n++] = (char *)file->game->name;
	argv[n++] = "--start";
	argv[n++] = "--sandbox";
	argv[n++] = (char *)level_words[file->level];
	text_printf(limits, "--limit=start_ms=%d",
		    file->limits.value[LIMIT_START_MS]);
	argv[n++] = (char *)text_string(limits);
	argv[n++] = "--";
	for (int i = 0; i < count; i++)
		argv[n++] = bot[i];
	return argv;
}

static int start(const struct tournament_file *file, int entrant,
		 const char *referee, struct start *start, struct error *err)
{
	posix_spawn_file_actions_t actions;
	struct text limits = {0};
	char **argv = words_of(file, entrant, referee, &limits);
	int ends[2], failed = 0;

	if (pipe(ends) != 0) {
		failed = errno;
		goto done;
	}
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
	posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
	posix_spawn_file_actions_addclose(&actions, ends[1]);
	failed = posix_spawn(&start->pid, referee, &actions, NULL, argv,
			     environ);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	start->fd = ends[0];
	start->entrant = entrant;
	if (failed != 0)
		close(ends[0]);

done:
	text_release(&limits);
	free(argv);
	return failed == 0 ? 0 : error_set(err, "cannot run %s: %s", referee,
					   strerror(failed));
}

/* Prints the verdict on one that was started.  Returns whether it is good. */
static bool finish(const struct tournament_file *file, struct start *start)
{
	const char *name = file->entrant[start->entrant].name;
	struct text out = {0};
	char bytes[4096], *rest = NULL;
	ssize_t got;
	int status = 0;
	bool good;

	while ((got = read(start->fd, bytes, sizeof bytes)) > 0 ||
	       (got < 0 && errno == EINTR))
		if (got > 0)
			text_append(&out, bytes, (size_t)got);
	close(start->fd);
	while (waitpid(start->pid, &status, 0) < 0 && errno == EINTR)
		;
	good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
	if (good) {
		printf("ok   %s starts and is ready\n", name);
	} else {
		printf("FAIL %s\n", name);
		text_byte(&out, '\0');
		for (char *line = strtok_r(out.bytes, "\n", &rest);
		     line != NULL; line = strtok_r(NULL, "\n", &rest))
			printf("     %s\n", line);
	}
	text_release(&out);
	return good;
}

/* ### all of them */

static int start_all(const struct tournament_file *file, const char *referee,
		     int jobs, int *failed, struct error *err)
{
	struct start starts[JOBS_MAX];
	int begun = 0, done = 0, result = 0;

	while (done < file->contest.entrants) {
		while (result == 0 && begun < file->contest.entrants &&
		       begun - done < jobs) {
			result = start(file, begun, referee,
				       &starts[begun % jobs], err);
			begun += result == 0;
		}
		if (done == begun)
			break;
		*failed += !finish(file, &starts[done % jobs]);
		done++;
	}
	return result;
}

static void describe(const struct tournament_file *file)
{
	struct contest contest = file->contest;

	printf("%s: %s, %s, %d entrants, %d seats, %u boards a match, "
	       "%d rotations\n", file->path, file->game->title,
	       contest.format->name, contest.entrants, contest.seats,
	       contest.boards, contest.rotations);
	/* A copy makes its own meetings. */
	contest.past = (struct meetings){0};
	contest.given = NULL;
	if (contest.format->independent && contest.until_error == 0 &&
	    contest.given_count == 0) {
		struct meeting *last;

		contest_advance(&contest);
		last = contest.past.count > 0 ?
			&contest.past.list[contest.past.count - 1] : NULL;
		if (last != NULL)
			printf("%u matches, %llu games at most\n",
			       last->number, (unsigned long long)last->number *
			       contest.boards *
			       (unsigned)contest.rotations);
		free(contest.past.list);
	}
}

static enum exit_code check(const char *path, int jobs, struct error *err)
{
	enum exit_code code = EXIT_TROUBLE;
	struct tournament_file file;
	char *referee = runner_referee(err);
	int failed = 0;

	if (referee == NULL)
		return EXIT_TROUBLE;
	if (tournament_file_read(&file, path, err) == 0 &&
	    tournament_file_settle(&file, err) == 0) {
		describe(&file);
		if (start_all(&file, referee, jobs, &failed, err) == 0)
			code = failed == 0 ? EXIT_YES : EXIT_NO;
	}
	tournament_file_release(&file);
	free(referee);
	return code;
}

static enum exit_code run(struct options *line, struct error *err)
{
	int cores = runner_cores();
	struct check_options wanted = {
		.jobs = cores < JOBS_MAX ? cores : JOBS_MAX };

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	return check(wanted.path, wanted.jobs, err);
}

const struct command command_check = {
	.name = "check",
	.arguments = "FILE [-j N]",
	.help = "check a tournament file and start every bot once",
	.options = options,
	.more = "Plays no game and writes nothing.  To test one bot fully, use "
		"referee check.\n"
		"Exit status: 0 every bot starts, 1 a bot does not start, 2 "
		"the file is wrong, or another\nerror.\n",
	.run = run,
};
