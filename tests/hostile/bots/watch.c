/*
 * watch.c - runs a command and reports what outlived it.
 *
 * watch REPORT COMMAND..: orphans become children of this process, whatever
 * they have done to their names, sessions and environment.  The report is one
 * line: exit status, number of processes that were left, peak memory
 * (kilobytes) of the playing process, and the most descriptors that it had
 * open (0: not visible).
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct sight {
	long memory_kb, files;
};

static size_t read_file(const char *path, char *text, size_t room)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got = fd >= 0 ? read(fd, text, room - 1) : 0;

	if (fd >= 0)
		close(fd);
	text[got > 0 ? got : 0] = '\0';
	return got > 0 ? (size_t)got : 0;
}

/* The parent; `*start` is when the process began. */
static pid_t parent_of(const char *pid, unsigned long long *start)
{
	char path[64], text[1024], *end;
	pid_t parent;

	snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
	if (read_file(path, text, sizeof text) == 0)
		return 0;
	end = strrchr(text, ')');
	if (end == NULL || strlen(end) < 4)
		return 0;
	parent = (pid_t)strtol(end + 4, &end, 10);
	for (int field = 5; field < 22 && *end != '\0'; field++)
		end = end + 1 + strcspn(end + 1, " ");
	*start = strtoull(end, NULL, 10);
	return parent;
}

/* The children of a process, with the oldest first; returns how many. */
static int children_of(pid_t parent, pid_t *child, int most)
{
	unsigned long long start, oldest = ~0ULL;
	struct dirent *entry;
	DIR *proc = opendir("/proc");
	int count = 0;

	while (proc != NULL && count < most &&
	       (entry = readdir(proc)) != NULL)
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' &&
		    parent_of(entry->d_name, &start) == parent) {
			child[count] = (pid_t)strtol(entry->d_name, NULL, 10);
			if (start < oldest) {
				pid_t before = child[0];

				oldest = start;
				child[0] = child[count];
				child[count] = before;
			}
			count++;
		}
	if (proc != NULL)
		closedir(proc);
	return count;
}

/* The playing process is the oldest child of the command. */
static void look(pid_t *player, pid_t command, struct sight *most)
{
	char path[64], text[4096];
	pid_t child[64];
	const char *at;
	DIR *folder;
	long files = 0;

	if (*player == 0)
		*player = children_of(command, child, 64) > 0 ? child[0] : 0;
	snprintf(path, sizeof path, "/proc/%ld/status", (long)*player);
	read_file(path, text, sizeof text);
	at = strstr(text, "VmHWM:");
	if (at == NULL) {
		/* That child only examined the machine, and has ended. */
		*player = 0;
		return;
	}
	if (strtol(at + 6, NULL, 10) > most->memory_kb)
		most->memory_kb = strtol(at + 6, NULL, 10);
	snprintf(path, sizeof path, "/proc/%ld/fd", (long)*player);
	folder = opendir(path);
	/* An ordinary user's playing process does not show them. */
	if (folder == NULL) {
		most->files = 0;
		return;
	}
	while (readdir(folder) != NULL)
		files++;
	closedir(folder);
	if (files - 2 > most->files)
		most->files = files - 2;
}

int main(int argc, char **argv)
{
	const struct timespec moment = { .tv_nsec = 10000000 };
	struct sight most = {0};
	pid_t command, player = 0, left[4096];
	int status = 0, count = 0;
	FILE *report;

	if (argc < 3)
		return 2;
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	command = fork();
	if (command < 0)
		return 2;
	if (command == 0) {
		execv(argv[2], argv + 2);
		_exit(127);
	}
	for (;;) {
		int how;
		pid_t ended = waitpid(-1, &how, WNOHANG);

		if (ended == command) {
			status = how;
			break;
		}
		/* Storms of orphans are reaped as they come. */
		if (ended > 0)
			continue;
		look(&player, command, &most);
		nanosleep(&moment, NULL);
	}
	/* Kill what is left, again and again until nothing is. */
	for (int round = 0; round < 1000; round++) {
		int found;

		while (waitpid(-1, NULL, WNOHANG) > 0)
			continue;
		found = children_of(getpid(), left, 4096);
		if (found == 0)
			break;
		count = count > found ? count : found;
		for (int i = 0; i < found; i++)
			kill(left[i], SIGKILL);
	}
	report = fopen(argv[1], "w");
	if (report == NULL)
		return 2;
	fprintf(report, "%d %d %ld %ld\n", status, count, most.memory_kb,
		most.files);
	fclose(report);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 3;
}
