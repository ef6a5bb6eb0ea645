/*
 * strict.c - level `strict`: the arguments of bubblewrap.
 *
 * A bot sees:
 *
 *   /usr, /bin, /lib..     of the machine, read-only; a few files of /etc
 *   its files              at their paths on the machine, read-only
 *   /tmp                   its own file system in memory, of size box_mb;
 *                          /tmp/box is its working folder
 *   /proc                  of its own process namespace
 *   /dev                   null, zero, full, random and urandom; no terminal
 */
#define _GNU_SOURCE
#include "host/strict.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "host/strict_inside.h"
#include "host/syscall_filter.h"

/* Since Linux 6.3; the C library may not have it yet. */
#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

/* ### the arguments of bwrap */

struct words {
	const char **word;
	int count, room;
};

static void add(struct words *words, const char *word)
{
	ARRAY_GROW(words->word, words->room, words->count + 1);
	words->word[words->count++] = word;
}

static void add_three(struct words *words, const char *option,
		      const char *from, const char *to)
{
	add(words, option);
	add(words, from);
	add(words, to);
}

static void add_number(struct words *words, long long number)
{
	char text[24];

	snprintf(text, sizeof text, "%lld", number);
	add(words, memory_copy(text));
}

/* Adds a path that opens a descriptor again. */
static void add_descriptor(struct words *words, int fd)
{
	char path[40];

	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	add(words, memory_copy(path));
}

static const char *const unshared[] = { "--unshare-user", "--unshare-pid",
	"--unshare-ipc", "--unshare-net", "--unshare-uts",
	"--unshare-cgroup-try", "--die-with-parent", "--new-session",
	"--as-pid-1", "--cap-drop", "ALL", "--uid", "1000", "--gid", "1000",
	"--hostname", "bot", "--ro-bind", "/usr", "/usr" };

/* Folders that on most machines are links into /usr. */
static const char *const folders[] = { "/bin", "/sbin", "/lib", "/lib32",
	"/lib64", "/libx32" };

/* The files of /etc that interpreters and the dynamic loader need. */
static const char *const settings[] = { "/etc/alternatives",
	"/etc/ld.so.cache", "/etc/localtime", "/etc/java-*", "/etc/maven",
	"/etc/perl", "/etc/python3*" };

/* As few as possible: each is a mount, and bwrap reads the list of all mounts
   after each. */
static const char *const devices[] = { "/dev/null", "/dev/zero", "/dev/full",
	"/dev/urandom" };

static void add_folders(struct words *words)
{
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		char target[256];
		ssize_t size = readlink(folders[i], target, sizeof target - 1);

		if (size < 0) {
			add_three(words, "--ro-bind-try", folders[i],
				  folders[i]);
			continue;
		}
		target[size] = '\0';
		add_three(words, "--symlink", memory_copy(target), folders[i]);
	}
}

/* A link into /usr is copied, as it leads to the same file inside; anything
   else is mounted. */
static void add_setting(struct words *words, const char *path)
{
	char target[256];
	ssize_t size = readlink(path, target, sizeof target - 1);

	target[size > 0 ? size : 0] = '\0';
	if (strncmp(target, "/usr/", 5) == 0 && strstr(target, "/..") == NULL)
		add_three(words, "--symlink", memory_copy(target), path);
	else
		add_three(words, "--ro-bind-try", path, path);
}

/* Returns -1 if /etc cannot be searched: a bot must not lack files because of
   that. */
static int find_settings(struct words *words, struct sandbox_report *report)
{
	words->count = 0;
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
		glob_t found;
		int result;

		/* For a plain name, bwrap checks whether it exists. */
		if (strchr(settings[i], '*') == NULL) {
			add_setting(words, settings[i]);
			continue;
		}
		result = glob(settings[i], GLOB_ERR, NULL, &found);
		if (result == GLOB_NOMATCH)
			continue;
		if (result != 0)
			return sandbox_report_fails(report, errno, "cannot "
						    "look into /etc");
		for (size_t j = 0; j < found.gl_pathc; j++)
			add_setting(words, memory_copy(found.gl_pathv[j]));
		globfree(&found);
	}
	return 0;
}

/* The settings, searched for once per match, in a process that all wardens are
   later forked from.  NULL: `report` says why. */
static const struct words *settings_once(struct sandbox_report *report)
{
	static struct words found;
	static bool looked;

	if (!looked && find_settings(&found, report) != 0)
		return NULL;
	looked = true;
	return &found;
}

static int add_settings(struct words *words, struct sandbox_report *report)
{
	const struct words *found = settings_once(report);

	for (int i = 0; found != NULL && i < found->count; i++)
		add(words, found->word[i]);
	return found != NULL ? 0 : -1;
}

/* Links are relative, because bwrap builds all this below another folder.  /dev
   is not a file system of its own, which would be one more place to write
   to. */
static void add_devices(struct words *words)
{
	for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
		add_three(words, "--dev-bind", devices[i], devices[i]);
	add_three(words, "--symlink", "../proc/self/fd", "/dev/fd");
	add_three(words, "--symlink", "../proc/self/fd/0", "/dev/stdin");
	add_three(words, "--symlink", "../proc/self/fd/1", "/dev/stdout");
	add_three(words, "--symlink", "../proc/self/fd/2", "/dev/stderr");
	add_three(words, "--symlink", "../tmp", "/dev/shm");
	add_three(words, "--symlink", "urandom", "/dev/random");
}

/* Adds the words that are files; some only look like one. */
static int add_files(struct words *words, char *const *files,
		     struct sandbox_report *report)
{
	struct stat status;

	for (int i = 0; files != NULL && files[i] != NULL; i++) {
		if (files[i][0] != '/')
			continue;
		if (stat(files[i], &status) == 0) {
			if (S_ISREG(status.st_mode))
				add_three(words, "--ro-bind", files[i],
					  files[i]);
		} else if (errno != ENOENT && errno != ENOTDIR &&
			   errno != ENAMETOOLONG) {
			return sandbox_report_fails(report, errno, "cannot "
						    "look at the files of a "
						    "bot");
		}
	}
	return 0;
}

/* Adds the file systems that the bot can write to, each limited in size. */
static void add_boxes(struct words *words, const struct hosted *hosted,
		      int box_mb)
{
	add(words, "--size");
	add_number(words, (long long)box_mb << 20);
	add(words, "--tmpfs");
	add(words, "/tmp");
	add(words, "--dir");
	add(words, STRICT_BOX);
	if (hosted->box == NULL)
		return;
	add_three(words, "--ro-bind", hosted->box, HOSTED_SOURCE);
	add(words, "--size");
	add_number(words, (long long)box_mb << 20);
	add(words, "--tmpfs");
	add(words, hosted->box);
}

/* Returns the arguments of bwrap.  NULL: `report` says why. */
static const char *const *make_words(const struct child *child,
				     struct sandbox_report *report)
{
	const struct hosting *hosting = child->hosting;
	const int *limit = hosting->limits.value;
	const struct hosted *hosted = &hosting->hosted[child->entrant];
	char *const *command = hosted->command;
	static struct words words;      /* its memory is the parent's */

	words.count = 0;
	add(&words, "bwrap");
	for (size_t i = 0; i < sizeof unshared / sizeof *unshared; i++)
		add(&words, unshared[i]);
	add_folders(&words);
	if (add_settings(&words, report) != 0)
		return NULL;
	add(&words, "--proc");
	add(&words, "/proc");
	add_devices(&words);
	add_boxes(&words, hosted, limit[LIMIT_BOX_MB]);
	if (add_files(&words, command, report) != 0 ||
	    add_files(&words, hosted->files, report) != 0)
		return NULL;
	add(&words, "--remount-ro");
	add(&words, "/");
	add(&words, "--chdir");
	add(&words, hosted->box != NULL ? hosted->box : STRICT_BOX);
	add(&words, "--seccomp");
	add_number(&words, BWRAP_FILTER);
	add(&words, "--info-fd");
	add_number(&words, BWRAP_INFO);
	add(&words, "--");
	/* The program is already open, so the sandbox need not contain it. */
	add_descriptor(&words, FROM_SELF);
	add(&words, STRICT_INSIDE);
	add_number(&words, limit[LIMIT_TASKS]);
	add_number(&words, limit[LIMIT_FILES]);
	add_number(&words, limit[LIMIT_BOX_MB]);
	add_number(&words, limit[LIMIT_MEMORY_MB]);
	add_number(&words, limit[LIMIT_CORES]);
	add_number(&words, child->core);
	for (int i = 0; command[i] != NULL; i++)
		add(&words, command[i]);
	add(&words, NULL);
	return words.word;
}

/* ### the first program */

/* strict_first, embedded so that it need not be installed as a file: the first
   byte, and the one after the last. */
extern const unsigned char strict_image[], strict_image_end[];

__asm__(".pushsection .rodata\n"
	".globl strict_image, strict_image_end\n"
	".hidden strict_image, strict_image_end\n"
	"strict_image: .incbin \"referee/host/strict_first\"\n"
	"strict_image_end:\n"
	".popsection");

/* Makes a file in memory with the program strict_first; -1: not possible. */
static int make_program(void)
{
	const size_t size = (size_t)(strict_image_end - strict_image);
	int fd = memfd_create("strict_first", MFD_CLOEXEC | MFD_ALLOW_SEALING |
			      MFD_EXEC);

	/* Kernels before 6.3 do not know MFD_EXEC, and do not need it. */
	if (fd < 0 && errno == EINVAL)
		fd = memfd_create("strict_first", MFD_CLOEXEC |
				  MFD_ALLOW_SEALING);
	if (fd >= 0 && write(fd, strict_image, size) == (ssize_t)size &&
	    fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW |
		  F_SEAL_WRITE) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

/* The program's descriptor, made once if `make`; a child must not make it, as
   it shares our memory but not our descriptors.  -1: there is none. */
static int program(bool make)
{
	static int fd = -1;

	if (make && fd < 0)
		fd = make_program();
	return fd;
}

void strict_prepare(void)
{
	struct sandbox_report ignored;

	settings_once(&ignored);
	program(true);
}

/* If files in memory must not be executed, the referee itself takes the place
   of strict_first. */
static int open_program(void)
{
	const int fd = program(false);

	return fd >= 0 ? fd : open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
}

/* ### outside */

static int open_filter(struct sandbox_report *report)
{
	struct error err;
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return sandbox_report_fails(report, errno, "cannot make a "
					    "pipe");
	if (syscall_filter_write(ends[1], &err) != 0) {
		sandbox_report_fails(report, 0, err.text);
		close(ends[0]);
		ends[0] = -1;
	}
	close(ends[1]);
	return ends[0];
}

void strict_enter(struct child *child, struct sandbox_report *report)
{
	const struct hosted *hosted = &child->hosting->hosted[child->entrant];
	char *const box[] = { (char *)hosted->box, NULL };
	const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	const int self = open_program();
	const int filter = open_filter(report);
	int fd[DESCRIPTORS] = {
		[BWRAP_IN] = null, [BWRAP_OUT] = null,
		[BWRAP_SETUP] = child->setup, [FROM_STATUS] = child->status,
		[FROM_IN] = child->ends[0], [FROM_OUT] = child->ends[1],
		[FROM_ERR] = child->ends[2], [FROM_EXIT] = child->exit,
		[FROM_SELF] = self, [BWRAP_FILTER] = filter,
		[BWRAP_INFO] = child->info,
	};
	const char *const *words;

	if (filter < 0)
		return;
	if (null < 0 || self < 0) {
		sandbox_report_fails(report, errno, "cannot open /dev/null or "
				     "this program (/proc/self/exe)");
		return;
	}
	if (sandbox_steps_descriptors(fd, DESCRIPTORS, report) != 0)
		return;
	child->status = FROM_STATUS;
	if (sandbox_steps_keyring(report) != 0 ||
	    sandbox_steps_user(child->user, report) != 0 ||
	    sandbox_steps_reach(hosted->command, report) != 0 ||
	    sandbox_steps_reach(hosted->files, report) != 0 ||
	    sandbox_steps_reach(box, report) != 0)
		return;
	/* bwrap sets this too, but only later. */
	prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	if (getppid() != child->parent)
		_exit(126);
	words = make_words(child, report);
	if (words == NULL)
		return;
	/* execvpe does not change the words. */
	execvpe("bwrap", (char *const *)(const void *)words,
		child->environment);
	sandbox_report_fails(report, errno, "cannot run bwrap; install "
			     "bubblewrap");
}
