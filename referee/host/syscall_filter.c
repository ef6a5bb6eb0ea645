/*
 * syscall_filter.c - the system calls that are refused to a bot at level
 * `strict`.
 *
 * A refused call fails with an error and does not kill the process, because
 * interpreters try many calls and cope without them.  Only calls of another
 * architecture kill it, which is the default of libseccomp.
 */
#define _GNU_SOURCE
#include "config.h"
#include "host/syscall_filter.h"

#ifdef HAVE_SECCOMP

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef CLONE_NEWTIME
#define CLONE_NEWTIME 0x00000080
#endif

enum { FILTER_MOST = 4096 };    /* bytes, so that it fits into a pipe */

static const struct {
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

/* Each flag makes a kind of namespace; a call with any of them is refused. */
static const unsigned spaces[] = { CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID,
	CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP };

static int refuse_calls(scmp_filter_ctx filter)
{
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		int call = seccomp_syscall_resolve_name(refused[i].name);
		int number = refused[i].number, result;

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

static int make(int fd)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	int result = -ENOMEM;

	if (filter != NULL &&
	    (result = refuse_calls(filter)) == 0 &&
	    (result = refuse_namespaces(filter)) == 0 &&
	    (result = refuse_terminals(filter)) == 0 &&
	    (result = refuse_sockets(filter)) == 0 &&
	    (result = refuse_growing(filter)) == 0 &&
	    (result = refuse_resuming(filter)) == 0)
		result = seccomp_export_bpf(filter, fd);
	seccomp_release(filter);
	return result;
}

/* Returns the size of the filter, or a negative errno. */
static ssize_t make_bytes(char *bytes, size_t room)
{
	int ends[2], result;
	ssize_t size;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return -errno;
	result = make(ends[1]);
	close(ends[1]);
	do
		size = read(ends[0], bytes, room);
	while (size < 0 && errno == EINTR);
	if (size < 0)
		size = -errno;
	close(ends[0]);
	return result != 0 ? result : size == (ssize_t)room ? -E2BIG : size;
}

int syscall_filter_write(int fd, struct error *err)
{
	static char bytes[FILTER_MOST + 1];
	static ssize_t size;
	ssize_t wrote;
	int number;

	/* All bots get the same filter, and making it is slow. */
	if (size <= 0)
		size = make_bytes(bytes, sizeof bytes);
	wrote = size > 0 ? write(fd, bytes, (size_t)size) : -1;
	if (wrote == size)
		return 0;
	number = size < 0 ? (int)-size : wrote < 0 ? errno : EIO;
	return error_set(err, "cannot write the filter of system calls "
			 "(libseccomp): %s", strerror(number));
}

#else

int syscall_filter_write(int fd, struct error *err)
{
	(void)fd;
	return error_set(err, "this referee was built without libseccomp: "
			 "install libseccomp-dev, configure and build it "
			 "again");
}

#endif
