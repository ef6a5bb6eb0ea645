/*
 * command.c - runs one command of referee or tournament in a child of this
 * process, without starting the program.
 */
#define _GNU_SOURCE
#include "tests/cases/cases.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"
#include "cmd/commands.h"
#include "tournaments/cmd/commands.h"

enum { HANGS_S = 1200 };

/* ### the same random numbers each time, by the words of the command */

static unsigned char seed[randombytes_SEEDBYTES];
static uint64_t draws;

static void draw(void *bytes, size_t size)
{
	unsigned char nonce[crypto_stream_chacha20_NONCEBYTES];

	draws++;
	memcpy(nonce, &draws, sizeof nonce);
	crypto_stream_chacha20(bytes, size, nonce, seed);
}

static uint32_t draw_number(void)
{
	uint32_t number;

	draw(&number, sizeof number);
	return number;
}

static const char *draw_name(void)
{
	return "fixed";
}

static void fix_randomness(char *const *words)
{
	static randombytes_implementation fixed = {
		.implementation_name = draw_name,
		.random = draw_number,
		.buf = draw,
	};
	struct text all = {0};

	for (int i = 0; words[i] != NULL; i++)
		text_append(&all, words[i], strlen(words[i]) + 1);
	crypto_generichash(seed, sizeof seed, (unsigned char *)all.bytes,
			   all.length, NULL, 0);
	text_release(&all);
	randombytes_set_implementation(&fixed);
}

/* ### processes */

static int memory_file(const struct text *bytes)
{
	int fd = memfd_create("case", MFD_CLOEXEC);

	if (fd < 0 || file_write_all(fd, bytes->bytes, bytes->length) != 0 ||
	    lseek(fd, 0, SEEK_SET) != 0) {
		perror("memfd_create");
		exit(2);
	}
	return fd;
}

static void become_nobody(void)
{
	if (geteuid() == 0 && (setgroups(0, NULL) != 0 ||
			       setgid(NOBODY) != 0 || setuid(NOBODY) != 0)) {
		perror("setuid");
		exit(2);
	}
}

static void set_environment(const struct circumstances *how)
{
	char folder[1000], path[1100];

	if (getcwd(folder, sizeof folder) == NULL)
		exit(2);
	mkdir("t", 0755);
	if (how->as_nobody)
		chmod("t", 01777);
	snprintf(path, sizeof path, "%s/t", folder);
	setenv("TMPDIR", path, 1);
	snprintf(path, sizeof path, "%s/config", folder);
	setenv("XDG_CONFIG_HOME", path, 1);
	unsetenv("COLUMNS");
	for (size_t at = 0; at < how->environment.length;
	     at += strlen(how->environment.bytes + at) + 1)
		putenv(how->environment.bytes + at);
}

static void set_up(const struct circumstances *how, int in, int out, int err)
{
	if (how->full)
		out = open("/dev/full", O_WRONLY);
	dup2(in, 0);
	dup2(out, 1);
	dup2(err, 2);
	if (how->closed)
		close(1);
	set_environment(how);
	if (how->file_size > 0) {
		struct rlimit limit;

		/* The soft limit alone: bots need a higher one. */
		getrlimit(RLIMIT_FSIZE, &limit);
		limit.rlim_cur = (rlim_t)how->file_size;
		signal(SIGXFSZ, SIG_IGN);
		setrlimit(RLIMIT_FSIZE, &limit);
	}
	if (how->as_nobody)
		become_nobody();
	machine_apply(how);
	alarm(HANGS_S);
}

static void read_all(int fd, struct text *out)
{
	char buffer[1 << 16];
	ssize_t got;

	lseek(fd, 0, SEEK_SET);
	while ((got = read(fd, buffer, sizeof buffer)) > 0)
		text_append(out, buffer, (size_t)got);
	close(fd);
}

void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

void command_leaks(bool looked_at)
{
	if (looked_at && __lsan_enable != NULL)
		__lsan_enable();
	if (!looked_at && __lsan_disable != NULL)
		__lsan_disable();
}

void command_in_process(char *const *words, const struct circumstances *how,
			struct outcome *outcome)
{
	const struct text none = {0};
	int in = memory_file(&how->input), out = memory_file(&none),
		err = memory_file(&none), status, count = 0;
	pid_t child;

	while (words[count] != NULL)
		count++;
	fflush(NULL);
	child = fork();
	if (child == 0) {
		set_up(how, in, out, err);
		fix_randomness(words);
		command_leaks(true);
		exit(command_line_main(strcmp(words[0], "tournament") == 0 ?
				       &tournament_program : &referee_program,
				       count, (char **)words));
	}
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	outcome->status = WIFEXITED(status) ? WEXITSTATUS(status) :
		256 + WTERMSIG(status);
	close(in);
	read_all(out, &outcome->out);
	read_all(err, &outcome->err);
}

void outcome_release(struct outcome *outcome)
{
	text_release(&outcome->out);
	text_release(&outcome->err);
}
