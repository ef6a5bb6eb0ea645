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
#include "config.h"
#include "host/sandbox_steps.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef HAVE_SECCOMP
#include <seccomp.h>
#endif

#include "base/text.h"

/* Since Linux 6.3; the C library may not have it yet. */
#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

#ifndef CLONE_NEWTIME
#define CLONE_NEWTIME 0x00000080
#endif

/*
 * ### the system calls that are refused
 *
 * A refused call fails with an error and does not kill the process, because
 * interpreters try many calls and cope without them.  Only calls of another
 * architecture kill it, which is the default of libseccomp.
 */

#ifdef HAVE_SECCOMP

enum { FILTER_MOST = 4096 };    /* bytes, so that it fits into a pipe */

static const struct refused {
	const char *name;
	int number;             /* of the error it fails with */
} refused[] = {
	/* other processes */
	{ "ptrace", EPERM }, { "process_vm_readv", EPERM },
	{ "process_vm_writev", EPERM }, { "process_madvise", EPERM },
	{ "pidfd_getfd", EPERM }, { "kcmp", EPERM },
	/* programs in the kernel, and known ways out of sandboxes */
	{ "bpf", EPERM }, { "perf_event_open", EPERM },
	{ "userfaultfd", EPERM }, { "io_uring_setup", ENOSYS },
	{ "io_uring_enter", ENOSYS }, { "io_uring_register", ENOSYS },
	{ "keyctl", EPERM }, { "add_key", EPERM }, { "request_key", EPERM },
	{ "modify_ldt", EPERM }, { "vm86", EPERM }, { "vm86old", EPERM },
	{ "fanotify_init", EPERM }, { "lookup_dcookie", EPERM },
	{ "open_by_handle_at", EPERM }, { "name_to_handle_at", EPERM },
	/* file systems and namespaces; clone3 has its flags in memory, where
	   a filter cannot see them, and every libc falls back to clone */
	{ "mount", EPERM }, { "umount", EPERM }, { "umount2", EPERM },
	{ "pivot_root", EPERM }, { "chroot", EPERM }, { "setns", EPERM },
	{ "open_tree", EPERM }, { "move_mount", EPERM }, { "fsopen", EPERM },
	{ "fsconfig", EPERM }, { "fsmount", EPERM }, { "fspick", EPERM },
	{ "mount_setattr", EPERM }, { "quotactl", EPERM },
	{ "quotactl_fd", EPERM }, { "swapon", EPERM }, { "swapoff", EPERM },
	{ "clone3", ENOSYS },
	/* the machine */
	{ "acct", EPERM }, { "reboot", EPERM }, { "syslog", EPERM },
	{ "settimeofday", EPERM }, { "clock_settime", EPERM },
	{ "clock_settime64", EPERM }, { "adjtimex", EPERM },
	{ "clock_adjtime", EPERM }, { "clock_adjtime64", EPERM },
	{ "init_module", EPERM }, { "finit_module", EPERM },
	{ "delete_module", EPERM }, { "kexec_load", EPERM },
	{ "kexec_file_load", EPERM }, { "iopl", EPERM }, { "ioperm", EPERM },
	{ "vhangup", EPERM },
	/* memory that is charged to no process */
	{ "memfd_create", ENOSYS }, { "memfd_secret", ENOSYS },
	{ "shmget", ENOSYS }, { "msgget", ENOSYS }, { "semget", ENOSYS },
	{ "mq_open", ENOSYS },
	/* its signal, which may be SIGCONT, is in memory too; bots can still
	   use setitimer */
	{ "timer_create", ENOSYS },
};

/* What would connect bots through files that all of them see: a filter cannot
   tell these from the bot's own.  Compilers need them. */
static const struct refused shared[] = {
	{ "flock", ENOSYS }, { "inotify_init", ENOSYS },
	{ "inotify_init1", ENOSYS }, { "fadvise64", ENOSYS },
	{ "fadvise64_64", ENOSYS }, { "arm_fadvise64_64", ENOSYS },
};

/* Each flag makes a kind of namespace; a call with any of them is refused. */
static const unsigned spaces[] = { CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID,
	CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP };

static int refuse_calls(scmp_filter_ctx filter, const struct refused *calls,
			size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int call = seccomp_syscall_resolve_name(calls[i].name);
		int number = calls[i].number, result;

		/* Older libraries and other architectures lack some calls. */
		if (call == __NR_SCMP_ERROR)
			continue;
		result = seccomp_rule_add(filter,
					  SCMP_ACT_ERRNO((unsigned)number),
					  call, 0);
		if (result != 0)
			return result;
	}
	return 0;
}

static int refuse_namespaces(scmp_filter_ctx filter)
{
	const uint32_t no = SCMP_ACT_ERRNO(EPERM);
	int result = 0;

	for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
		const scmp_datum_t bit = spaces[i];

#ifdef __s390__
		result |= seccomp_rule_add(filter, no, SCMP_SYS(clone), 1,
			SCMP_A1(SCMP_CMP_MASKED_EQ, bit, bit));
#else
		result |= seccomp_rule_add(filter, no, SCMP_SYS(clone), 1,
			SCMP_A0(SCMP_CMP_MASKED_EQ, bit, bit));
#endif
		result |= seccomp_rule_add(filter, no, SCMP_SYS(unshare), 1,
			SCMP_A0(SCMP_CMP_MASKED_EQ, bit, bit));
	}
	/* In the flags of clone this bit is part of the signal number. */
	return result | seccomp_rule_add(filter, no, SCMP_SYS(unshare), 1,
		SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_NEWTIME, CLONE_NEWTIME));
}

/* Refuses to inject input into a terminal.  The kernel only uses the lower 32
   bits of the request, so the filter does too. */
static int refuse_terminals(scmp_filter_ctx filter)
{
	const uint32_t no = SCMP_ACT_ERRNO(EPERM);

	return seccomp_rule_add(filter, no, SCMP_SYS(ioctl), 1,
			SCMP_A1(SCMP_CMP_MASKED_EQ, UINT32_MAX, TIOCSTI)) |
		seccomp_rule_add(filter, no, SCMP_SYS(ioctl), 1,
			SCMP_A1(SCMP_CMP_MASKED_EQ, UINT32_MAX, TIOCLINUX));
}

/* Refuses sockets other than unix, IPv4, IPv6 and netlink: vsock, for example,
   reaches the host of a virtual machine from any network namespace. */
static int refuse_sockets(scmp_filter_ctx filter)
{
	const uint32_t no = SCMP_ACT_ERRNO(EAFNOSUPPORT);
	int result = seccomp_rule_add(filter, no, SCMP_SYS(socket), 1,
		SCMP_A0(SCMP_CMP_GT, AF_NETLINK, 0));

	for (unsigned family = AF_INET + 1; family < AF_NETLINK; family++)
		if (family != AF_INET6)
			result |= seccomp_rule_add(filter, no,
				SCMP_SYS(socket), 1,
				SCMP_A0(SCMP_CMP_EQ, family, 0));
	return result;
}

/* Refuses mappings that grow by themselves, as a stack does: RLIMIT_DATA does
   not count them.  Only on 64-bit machines, where mmap has its flags in a
   register. */
static int refuse_growing(scmp_filter_ctx filter)
{
#if defined(__LP64__) && !defined(__s390__)
	return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(mmap),
		1, SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_GROWSDOWN, MAP_GROWSDOWN));
#else
	(void)filter;
	return 0;
#endif
}

/* Refuses calls that could keep the first process, which suspends the bot, from
   running, or that make the system resume a suspended process. */
static int refuse_resuming(scmp_filter_ctx filter)
{
	const uint32_t no = SCMP_ACT_ERRNO(EPERM);
	static const int of_others[] = { SCMP_SYS(sched_setscheduler),
		SCMP_SYS(sched_setparam), SCMP_SYS(sched_setattr),
		SCMP_SYS(prlimit64) };
	int result = 0;

	for (size_t i = 0; i < sizeof of_others / sizeof *of_others; i++)
		result |= seccomp_rule_add(filter, no, of_others[i], 1,
			SCMP_A0(SCMP_CMP_NE, 0, 0));
	return result | seccomp_rule_add(filter, no, SCMP_SYS(setpriority), 1,
			SCMP_A0(SCMP_CMP_NE, PRIO_PROCESS, 0)) |
		seccomp_rule_add(filter, no, SCMP_SYS(setpriority), 1,
			SCMP_A1(SCMP_CMP_NE, 0, 0)) |
		seccomp_rule_add(filter, no, SCMP_SYS(fcntl), 2,
			SCMP_A1(SCMP_CMP_MASKED_EQ, UINT32_MAX, F_SETSIG),
			SCMP_A2(SCMP_CMP_MASKED_EQ, UINT32_MAX, SIGCONT));
}

/* Refuses locks, leases and notices of fcntl, and to ask whether a file is in
   the page cache (cachestat; RWF_NOWAIT of preadv2).  Bots see the same /usr:
   locks on it slow rivals down, and each of these tells two processes of a bot
   what the other does. */
static int refuse_locks(scmp_filter_ctx filter)
{
	static const unsigned commands[] = { F_GETLK, F_SETLK, F_SETLKW,
		F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_SETLEASE, F_GETLEASE,
		F_NOTIFY };
	/* Numbers that older libraries lack, or leave out. */
	enum { CACHESTAT = 451, NOWAIT = 8 };
	int result = refuse_calls(filter, shared, sizeof shared /
				  sizeof *shared);

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		result |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS),
			SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_MASKED_EQ,
						    UINT32_MAX, commands[i]));
	return result | seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS),
			CACHESTAT, 0) |
		seccomp_rule_add(filter, SCMP_ACT_ERRNO(EOPNOTSUPP),
			SCMP_SYS(preadv2), 1, SCMP_A5(SCMP_CMP_MASKED_EQ,
						      NOWAIT, NOWAIT));
}

static int make(int fd, bool builds)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	int result = -ENOMEM;

	if (filter != NULL &&
	    (result = refuse_calls(filter, refused, sizeof refused /
				   sizeof *refused)) == 0 &&
	    (result = refuse_namespaces(filter)) == 0 &&
	    (result = refuse_terminals(filter)) == 0 &&
	    (result = refuse_sockets(filter)) == 0 &&
	    (result = refuse_growing(filter)) == 0 &&
	    (result = refuse_resuming(filter)) == 0 &&
	    (builds || (result = refuse_locks(filter)) == 0))
		result = seccomp_export_bpf(filter, fd);
	seccomp_release(filter);
	return result;
}

/* Returns the size of the filter, or a negative errno. */
static ssize_t make_bytes(char *bytes, size_t room, bool builds)
{
	int ends[2], result;
	ssize_t size;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return -errno;
	result = make(ends[1], builds);
	close(ends[1]);
	do
		size = read(ends[0], bytes, room);
	while (size < 0 && errno == EINTR);
	if (size < 0)
		size = -errno;
	close(ends[0]);
	return result != 0 ? result : size == (ssize_t)room ? -E2BIG : size;
}

int syscall_filter_write(int fd, bool builds, struct error *err)
{
	/* All bots get the same filter, and making it is slow. */
	static struct {
		char bytes[FILTER_MOST + 1];
		ssize_t size;
	} made[2], *one;
	ssize_t wrote;
	int number;

	one = &made[builds];
	if (one->size <= 0)
		one->size = make_bytes(one->bytes, sizeof one->bytes, builds);
	wrote = one->size > 0 ? write(fd, one->bytes, (size_t)one->size) : -1;
	if (wrote == one->size)
		return 0;
	number = one->size < 0 ? (int)-one->size : wrote < 0 ? errno : EIO;
	return error_set(err, "cannot write the filter of system calls "
			 "(libseccomp): %s", strerror(number));
}

#else

int syscall_filter_write(int fd, bool builds, struct error *err)
{
	(void)fd;
	(void)builds;
	return error_set(err, "this referee was built without libseccomp: "
			 "install libseccomp-dev, configure and build it "
			 "again");
}

#endif

/* ### the arguments of bwrap */

struct words {
	const char **word;
	int count, room;
	char **kept;            /* those that were made for it, owned */
	int kept_count, kept_room;
};

static void add(struct words *words, const char *word)
{
	ARRAY_GROW(words->word, words->room, words->count + 1);
	words->word[words->count++] = word;
}

static const char *keep(struct words *words, char *word)
{
	ARRAY_GROW(words->kept, words->kept_room, words->kept_count + 1);
	return words->kept[words->kept_count++] = word;
}

static void add_all(struct words *words, const char *const *list)
{
	for (; *list != NULL; list++)
		add(words, *list);
}

static void add_three(struct words *words, const char *option,
		      const char *from, const char *to)
{
	add(words, option);
	add(words, from);
	add(words, to);
}

static void add_number(struct words *words, int number)
{
	add(words, keep(words, text_new("%d", number)));
}

static const char *const start[] = { "bwrap", "--unshare-user", "--unshare-pid",
	"--unshare-ipc", "--unshare-net", "--unshare-uts",
	"--unshare-cgroup-try", "--die-with-parent", "--new-session",
	"--as-pid-1", "--cap-drop", "ALL", "--uid", "1000", "--gid", "1000",
	"--hostname", "bot", "--ro-bind", "/usr", "/usr", NULL };

/* Folders that on most machines are links into /usr. */
static const char *const folders[] = { "/bin", "/sbin", "/lib", "/lib32",
	"/lib64", "/libx32" };

/* The files of /etc that interpreters and the dynamic loader need. */
static const char *const settings[] = { "/etc/alternatives",
	"/etc/ld.so.cache", "/etc/localtime", "/etc/java-*", "/etc/maven",
	"/etc/perl", "/etc/python3*" };

/* As few as possible: each is a mount, and bwrap reads the list of all mounts
   after each.  Links are relative, because bwrap builds all this below another
   folder.  /dev is not a file system of its own, which would be one more place
   to write to. */
static const char *const devices[] = {
	"--proc", "/proc",
	"--dev-bind", "/dev/null", "/dev/null",
	"--dev-bind", "/dev/zero", "/dev/zero",
	"--dev-bind", "/dev/full", "/dev/full",
	"--dev-bind", "/dev/urandom", "/dev/urandom",
	"--symlink", "../proc/self/fd", "/dev/fd",
	"--symlink", "../proc/self/fd/0", "/dev/stdin",
	"--symlink", "../proc/self/fd/1", "/dev/stdout",
	"--symlink", "../proc/self/fd/2", "/dev/stderr",
	"--symlink", "../tmp", "/dev/shm",
	"--symlink", "urandom", "/dev/random", NULL };

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
		add_three(words, "--symlink", keep(words, memory_copy(target)),
			  folders[i]);
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
	const char *size = keep(words, text_new("%lld",
						(long long)box_mb << 20));

	add_all(words, (const char *const []){ "--size", size, "--tmpfs",
		"/tmp", "--dir", STRICT_BOX, NULL });
	if (hosted->box != NULL)
		add_all(words, (const char *const []){ "--ro-bind",
			hosted->box, HOSTED_SOURCE, "--size", size, "--tmpfs",
			hosted->box, NULL });
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

	/* The child before, which also borrowed them, has executed bwrap. */
	while (words.kept_count > 0)
		free(words.kept[--words.kept_count]);
	words.count = 0;
	add_all(&words, start);
	add_folders(&words);
	if (add_settings(&words, report) != 0)
		return NULL;
	add_all(&words, devices);
	add_boxes(&words, hosted, limit[LIMIT_BOX_MB]);
	if (add_files(&words, command, report) != 0 ||
	    add_files(&words, hosted->files, report) != 0)
		return NULL;
	add_all(&words, (const char *const []){ "--remount-ro", "/", "--chdir",
		hosted->box != NULL ? hosted->box : STRICT_BOX, "--seccomp",
		NULL });
	add_number(&words, BWRAP_FILTER);
	add(&words, "--info-fd");
	add_number(&words, BWRAP_INFO);
	add(&words, "--");
	/* The program is already open, so the sandbox need not contain it. */
	add(&words, keep(&words, text_new("/proc/self/fd/%d", FROM_SELF)));
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

static int open_filter(bool builds, struct sandbox_report *report)
{
	struct error err;
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return sandbox_report_fails(report, errno, "cannot make a "
					    "pipe");
	if (syscall_filter_write(ends[1], builds, &err) != 0) {
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
	const int filter = open_filter(hosted->box != NULL, report);
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
