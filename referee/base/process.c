/*
 * process.c - about processes: reads /proc, hides the memory of this one,
 * catches the signals that ask it to stop, finds programs.
 */
#define _GNU_SOURCE
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/file.h"

bool process_read(const char *pid, const char *name, struct text *text)
{
	enum { PIECE = 4096 };  /* about what the system returns at once */
	char path[80];
	OWNED(file) int fd = -1;
	ssize_t got;

	snprintf(path, sizeof path, "/proc/%.20s/%.40s", pid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	text_clear(text);
	do {
		text_reserve(text, PIECE);
		got = read(fd, text->bytes + text->length, PIECE);
		text->length += got > 0 ? (size_t)got : 0;
	} while (got > 0);
	text_string(text);
	return got == 0 && text->length > 0;
}

int process_hide(struct error *err)
{
	if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0)
		return error_set(err, "cannot disable core dumps and tracing "
				 "(PR_SET_DUMPABLE): %s", strerror(errno));
	return 0;
}

unsigned long long process_stack(void)
{
	struct rlimit now;

	return getrlimit(RLIMIT_STACK, &now) == 0 ? now.rlim_cur :
		RLIM_INFINITY;
}

void process_no_core(void)
{
	const struct rlimit none = { 0, 0 };

	if (setrlimit(RLIMIT_CORE, &none) != 0)
		perror("RLIMIT_CORE");
}

char *process_program_folder(void)
{
	char path[4096];
	ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);

	path[size > 0 ? size : 0] = '\0';
	return path_folder(path);
}

/* ### stop_signals */

/* A signal handler cannot be given a context to write to. */
static volatile sig_atomic_t stopped;

static void stop(int number)
{
	(void)number;
	stopped = stopped + 1;
}

/* System calls are restarted, except poll and the like; their callers check the
   count. */
static void set_all(void (*handler)(int number))
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = handler,
				    .sa_flags = SA_RESTART };

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &action, NULL);
}

const volatile sig_atomic_t *stop_signals_catch(void)
{
	set_all(stop);
	return &stopped;
}

/* Real-time signals are queued, so none is lost when two arrive together. */
void stop_signals_interrupt(bool interrupt)
{
	struct sigaction action = { .sa_handler = stop,
				    .sa_flags = interrupt ? 0 : SA_RESTART };

	sigemptyset(&action.sa_mask);
	sigaction(SIGRTMIN, &action, NULL);
}

const volatile sig_atomic_t *stop_signals_catch_from_parent(void)
{
	stop_signals_interrupt(false);
	set_all(SIG_IGN);
	return &stopped;
}

void stop_signals_pass_on(pid_t child)
{
	kill(child, SIGRTMIN);
}

/* ### spawn */

char *spawn_find(const char *name)
{
	const char *path = getenv("PATH");

	while (path != NULL && *path != '\0') {
		size_t length = strcspn(path, ":");
		char *file = text_new("%.*s/%s", (int)length, path, name);

		if (access(file, X_OK) == 0)
			return file;
		free(file);
		path += length + (path[length] == ':');
	}
	return NULL;
}

int spawn_check(const char *name, const char *path, struct error *err)
{
	struct statvfs system;

	if (access(path, X_OK) == 0)
		return 0;
	error_set(err, "%s cannot be run: %s", name, strerror(errno));
	if (statvfs(path, &system) == 0 && (system.f_flag & ST_NOEXEC) != 0)
		return error_add(err, " (it is on a file system mounted with "
				 "noexec: move it to another, or name its "
				 "interpreter before it)");
	return error_add(err, " (chmod +x makes it executable)");
}
