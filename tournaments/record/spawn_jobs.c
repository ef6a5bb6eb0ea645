/*
 * spawn_jobs.c - runs many programs, several at a time.
 */
#define _GNU_SOURCE
#include "tournaments/record/spawn_jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"

enum { PRINTED_MOST = 1 << 24 };

extern char **environ;

char *spawn_jobs_referee(struct error *err)
{
	static const char *const places[] = { "referee", "../referee/referee" };
	char *program = process_program_folder(), *found = NULL;

	for (int i = 0; found == NULL && i < 2; i++) {
		AUTOFREE char *place = path_from(program, places[i]);

		if (access(place, X_OK) == 0)
			found = realpath(place, NULL);
	}
	free(program);
	if (found != NULL)
		return found;
	found = spawn_find("referee");
	if (found == NULL)
		error_set(err, "the program referee is neither next to this "
			  "one nor in PATH");
	return found;
}

int spawn_start(struct spawn *spawn, char *const *argv,
		enum spawn_errors errors, struct error *err)
{
	posix_spawn_file_actions_t actions;
	int ends[2], failed;

	spawn->pid = 0;
	if (pipe2(ends, O_CLOEXEC) != 0)
		return error_set(err, "cannot make a pipe: %s",
				 strerror(errno));
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	if (errors == SPAWN_ERRORS_OUT)
		posix_spawn_file_actions_adddup2(&actions, ends[1],
						 STDERR_FILENO);
	else
		posix_spawn_file_actions_addopen(&actions, STDERR_FILENO,
						 "/dev/null", O_WRONLY, 0);
	failed = posix_spawn(&spawn->pid, argv[0], &actions, NULL, argv,
			     environ);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (failed != 0) {
		spawn->pid = 0;
		close(ends[0]);
		return error_set(err, "cannot run %s: %s", argv[0],
				 strerror(failed));
	}
	spawn->out = ends[0];
	return 0;
}

int spawn_end(struct spawn *spawn)
{
	int status = 0;

	close(spawn->out);
	while (waitpid(spawn->pid, &status, 0) < 0 && errno == EINTR)
		;
	spawn->pid = 0;
	return status;
}

void spawn_jobs_add(char ***words, const char *before, const char *word)
{
	struct text text = {0};

	text_printf(&text, "%s%s", before, word);
	text_byte(&text, '\0');
	words_append(words, text.bytes);
}

void spawn_jobs_add_all(char ***words, const char *before, char *const *list)
{
	for (int i = 0; list != NULL && list[i] != NULL; i++)
		spawn_jobs_add(words, before, list[i]);
}

static int finish(const struct spawn_jobs *jobs, size_t i, struct spawn *spawn,
		  struct error *err)
{
	OWNED(text) struct text printed = {0};
	char bytes[16384];
	int status;
	ssize_t got;

	while ((got = read(spawn->out, bytes, sizeof bytes)) > 0 ||
	       (got < 0 && errno == EINTR))
		if (got > 0 && printed.length < PRINTED_MOST)
			text_append(&printed, bytes, (size_t)got);
	status = spawn_end(spawn);
	return jobs->ended(jobs->context, i, status, &printed, err);
}

int spawn_jobs_run(const struct spawn_jobs *jobs, struct error *err)
{
	struct spawn spawns[SPAWN_JOBS_MAX];
	size_t number[SPAWN_JOBS_MAX], next = 0, begun = 0, done = 0;
	const size_t most = (size_t)jobs->jobs;
	struct error ignored;
	int result = 0;

	for (;;) {
		while (result == 0 && next < jobs->count &&
		       begun - done < most) {
			char **words = jobs->words(jobs->context, next);

			if (words != NULL) {
				result = spawn_start(&spawns[begun % most],
					words, SPAWN_ERRORS_OUT, err);
				words_free(words);
				number[begun % most] = next;
				begun += result == 0;
			}
			next++;
		}
		if (done == begun)
			return result;
		if (finish(jobs, number[done % most], &spawns[done % most],
			   result == 0 ? err : &ignored) != 0)
			result = -1;
		done++;
	}
}
