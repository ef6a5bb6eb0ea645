/*
 * submission_build.c - copies a submission and builds the copy in a sandbox.
 */
#define _GNU_SOURCE
#include "submission/submission_build.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/process.h"
#include "host/bot_folders.h"
#include "host/keeper.h"
#include "host/players.h"
#include "host/process_tree.h"

/* ### folders with our mark */

static const int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
	O_CLOEXEC;

/* Makes a new folder with our mark.  Returns its descriptor, or -1. */
static int make_folder(const char *path, struct error *err)
{
	int fd, mark;

	if (mkdir(path, 0777) != 0)
		return error_set(err, "cannot make the folder %s: %s", path,
				 strerror(errno));
	fd = open(path, folder_flags);
	mark = fd < 0 ? -1 : openat(fd, TREE_COPY_MARK, O_WRONLY | O_CREAT |
				    O_EXCL | O_CLOEXEC, 0666);
	if (mark < 0) {
		error_set(err, "cannot write to the folder %s: %s", path,
			  strerror(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	close(mark);
	return fd;
}

/* Removes a folder if it has our mark.  Returns 0 also if there is none, or -1
   with `err`. */
static int remove_ours(const char *path, struct error *err)
{
	const int fd = open(path, folder_flags);
	struct stat status;
	bool ours;

	if (fd < 0)
		return errno == ENOENT ? 0 : error_reading(err, "open", path);
	ours = fstatat(fd, TREE_COPY_MARK, &status, AT_SYMLINK_NOFOLLOW) == 0;
	close(fd);
	if (!ours)
		return error_set(err, "%s already exists and is not a copy of "
				 "a bot: remove it or choose another folder",
				 path);
	remove_tree(path);
	return access(path, F_OK) != 0 ? 0 :
		error_set(err, "cannot remove the folder %s", path);
}

/* ### the steps */

static enum submission_verdict verdict_of(const struct tree_copy *names)
{
	return names->trouble ? SUBMISSION_TROUBLE : SUBMISSION_REFUSED;
}

static enum submission_verdict copy_in(const struct submission_build *build,
				       struct tree_copy *names,
				       struct error *err)
{
	enum submission_verdict verdict = SUBMISSION_TROUBLE;
	int from, to;

	if (file_expect(build->from, true, "the folder of a submission", err) !=
	    0)
		return SUBMISSION_TROUBLE;
	/* The folder itself may be a link, since the caller chose it. */
	from = open(build->from, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (from < 0) {
		error_reading(err, "open the folder", build->from);
		return SUBMISSION_TROUBLE;
	}
	to = remove_ours(build->to, err) == 0 ? make_folder(build->to, err) :
		-1;
	if (to >= 0) {
		names->bytes_most = (long long)
			build->limits.value[LIMIT_BOX_MB] << 20;
		verdict = tree_copy(names, from, to, err) == 0 ?
			SUBMISSION_BUILT : verdict_of(names);
		close(to);
	}
	close(from);
	return verdict;
}

/* Replaces the copy by what the build has left in its folder. */
static enum submission_verdict copy_out(const struct submission_build *build,
					int folder, struct tree_copy *names,
					struct error *err)
{
	enum submission_verdict verdict = SUBMISSION_TROUBLE;
	struct text path = {0};
	const char *slash = strrchr(build->to, '/'), *new;
	const char *name = slash != NULL ? slash + 1 : build->to;
	int to;

	/* A hidden name, which no submission has. */
	text_printf(&path, "%.*s.%s.new", (int)(name - build->to), build->to,
		    name);
	new = text_string(&path);
	tree_copy_release(names);
	names->skips = true;
	names->bytes_most = (long long)build->limits.value[LIMIT_BOX_MB] << 20;
	to = remove_ours(new, err) == 0 ? make_folder(new, err) : -1;
	if (to >= 0) {
		verdict = tree_copy(names, folder, to, err) != 0 ?
			verdict_of(names) : SUBMISSION_BUILT;
		close(to);
		if (verdict == SUBMISSION_BUILT &&
		    (remove_ours(build->to, err) != 0 ||
		     (rename(new, build->to) != 0 &&
		      error_set(err, "cannot rename %s to %s: %s", new,
				build->to, strerror(errno)) != 0)))
			verdict = SUBMISSION_TROUBLE;
		if (verdict != SUBMISSION_BUILT)
			remove_tree(new);
	}
	text_release(&path);
	return verdict;
}

/* ### the build, a player that is only told to begin */

enum { LOOK_US = 100000, OUTPUT_MAX = 32768 };

/* Opens the build's folder, which we can reach only through its process, and
   has it begin.  The shell waits for that, so it has not left that folder.
   Returns the folder's descriptor, or -1. */
static int begin_build(struct players *players, struct error *err)
{
	struct player *player = players->player;
	char path[40];
	int folder;

	if (players_start(players, 0, 0, 0, "", 0, err) != 0 ||
	    players_built(players, err) != 0)
		return -1;
	if (player->top == 0)
		return error_set(err, *players->stop > 0 ? "interrupted" :
				 "the shell of a build %s", player->detail);
	snprintf(path, sizeof path, "/proc/%d/cwd", player->bot);
	folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder < 0)
		return error_set(err, "cannot open the folder of a build "
				 "(%s): %s", path, strerror(errno));
	players_send_last(players, 0, "\n", 1);
	return folder;
}

/* The system limits the memory of each process, we that of all together. */
static bool is_too_large(const struct submission_build *build,
			 const struct player *player)
{
	return process_tree_memory(player->top) >
		(int64_t)build->limits.value[LIMIT_MEMORY_MB] << 20;
}

/* Waits until the build has ended and judges it. */
static enum submission_verdict judge(const struct submission_build *build,
				     struct players *players,
				     struct error *err)
{
	const struct player *player = players->player;
	const int64_t deadline = clock_us() + 1000000LL * build->most_s;
	enum submission_verdict verdict = SUBMISSION_REFUSED;

	while (!player->exited) {
		if (is_too_large(build, player)) {
			error_set(err, "the build took more than %d MB of "
				  "memory", build->limits.value[
				  LIMIT_MEMORY_MB]);
			return SUBMISSION_REFUSED;
		}
		if (clock_us() >= deadline) {
			error_set(err, "the build took more than %d s",
				  build->most_s);
			return SUBMISSION_REFUSED;
		}
		if (player->control < 0)
			error_set(err, "the process that watches a build is "
				  "gone");
		if (player->control < 0 ||
		    players_handle(players, LOOK_US, err) != 0)
			return SUBMISSION_TROUBLE;
	}
	if (WIFSIGNALED(player->status))
		error_set(err, "the build was ended by signal %d (%s)",
			  WTERMSIG(player->status),
			  strsignal(WTERMSIG(player->status)));
	else if (WEXITSTATUS(player->status) != 0)
		error_set(err, "the build failed (exit status %d)",
			  WEXITSTATUS(player->status));
	else
		verdict = SUBMISSION_BUILT;
	return verdict;
}

static enum submission_verdict play_build(struct submission_build *build,
					  const struct hosting *hosting,
					  int keeper, struct tree_copy *names,
					  struct error *err)
{
	enum submission_verdict verdict = SUBMISSION_TROUBLE;
	const volatile sig_atomic_t *stop = stop_signals_catch_from_parent();
	struct players players = {0};
	const struct text *output;
	size_t size;
	int folder = -1;

	if (players_init(&players, 1, hosting, keeper, NULL, stop, err) == 0)
		folder = begin_build(&players, err);
	if (folder >= 0) {
		verdict = judge(build, &players, err);
		players_end(&players, 0);
		/* Until nothing can change the folder any more. */
		if (players_ready(&players, err) != 0)
			verdict = SUBMISSION_TROUBLE;
		output = &players.player->last_errors;
		size = output->length < OUTPUT_MAX ? output->length :
			OUTPUT_MAX;
		if (size > 0)
			text_append(&build->output, output->bytes +
				    output->length - size, size);
		if (verdict == SUBMISSION_BUILT)
			verdict = copy_out(build, folder, names, err);
		close(folder);
	}
	players_release(&players);
	return verdict;
}

/* Runs the script in a sandbox that shows the copy as HOSTED_SOURCE, with an
   empty folder in memory in its original place; the shell waits until we have
   opened that.  All output goes to the error output. */
static enum submission_verdict run_script(struct submission_build *build,
					  struct tree_copy *names,
					  struct error *err)
{
	enum submission_verdict verdict = SUBMISSION_TROUBLE;
	char *box = realpath(build->to, NULL);
	struct text script = {0};
	int keeper;

	text_add(&script, "read -r go; exec >&2; cp -R " HOSTED_SOURCE
		 "/. . || exit; ");
	text_append(&script, build->submission.script.bytes,
		    build->submission.script.length);
	{
		char *command[] = { "/bin/sh", "-c",
			(char *)text_string(&script), NULL };
		const struct hosted hosted = { .command = command,
					       .box = box };
		struct hosting hosting = { .level = LEVEL_STRICT,
			.limits = build->limits, .hosted = &hosted,
			.processes = 1 };

		if (box == NULL)
			error_reading(err, "open the folder", build->to);
		else if (keeper_split(&hosting, &keeper, err) == 0)
			verdict = play_build(build, &hosting, keeper, names,
					     err);
	}
	text_release(&script);
	free(box);
	return verdict;
}

void submission_build_limits(struct limits *limits)
{
	limits_defaults(limits);
	limits->value[LIMIT_MEMORY_MB] = 4096;
	limits->value[LIMIT_TASKS] = 256;
	limits->value[LIMIT_FILES] = 1024;
	limits->value[LIMIT_BOX_MB] = 512;
	limits->value[LIMIT_CORES] = 16;
}

enum submission_verdict submission_build(struct submission_build *build,
					 struct error *err)
{
	struct submission *submission = &build->submission;
	struct tree_copy names = {0};
	enum submission_verdict verdict = copy_in(build, &names, err);

	if (verdict == SUBMISSION_BUILT &&
	    submission_read(submission, build->to, &names, err) != 0)
		verdict = SUBMISSION_REFUSED;
	if (verdict == SUBMISSION_BUILT && submission->script.length > 0)
		verdict = run_script(build, &names, err);
	if (verdict == SUBMISSION_BUILT &&
	    submission_words(submission, build->to, &names, &build->command,
			     &build->files, err) != 0)
		verdict = SUBMISSION_REFUSED;
	if (verdict == SUBMISSION_REFUSED)
		remove_tree(build->to);
	tree_copy_release(&names);
	return verdict;
}

void submission_build_release(struct submission_build *build)
{
	submission_release(&build->submission);
	words_free(build->command);
	words_free(build->files);
	text_release(&build->output);
	build->command = build->files = NULL;
}
