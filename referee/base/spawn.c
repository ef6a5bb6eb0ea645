/*
 * spawn.c - finds and starts programs and reads their output.
 */
#define _GNU_SOURCE
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

extern char **environ;

char *spawn_find(const char *name)
{
	const char *path = getenv("PATH");
	struct text file = {0};

	while (path != NULL && *path != '\0') {
		size_t length = strcspn(path, ":");

		text_clear(&file);
		text_printf(&file, "%.*s/%s", (int)length, path, name);
		text_byte(&file, '\0');
		if (access(file.bytes, X_OK) == 0)
			return file.bytes;
		path += length + (path[length] == ':');
	}
	text_release(&file);
	return NULL;
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
