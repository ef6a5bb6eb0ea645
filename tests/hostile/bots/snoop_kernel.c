/*
 * snoop_kernel.c - which doors of the kernel are open to a bot.
 *
 * Where valid arguments would do harm, these are invalid: then EPERM, ENOSYS
 * or the like is a refusal, and any other error means that the door is open.
 */
#define _GNU_SOURCE
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "talk.h"

CHECKS(use_the_kernel)

static const char *door(long result)
{
	/* ENOSPC: the limit of namespaces is 0. */
	return result >= 0 || (errno != EPERM && errno != EACCES &&
			       errno != ENOSYS && errno != ENOSPC &&
			       errno != EOPNOTSUPP) ? "open" : NULL;
}

#define DOOR(name, ...) \
	CHECK(name) { return door(syscall(__VA_ARGS__)); }

static char nothing[256];

DOOR(bpf_map, SYS_bpf, BPF_MAP_CREATE, nothing, sizeof nothing / 4)
DOOR(key_add, SYS_add_key, "user", "rc-hostile", "x", 1, -2)
DOOR(key_ask, SYS_request_key, "user", "rc-hostile", NULL, 0)
DOOR(key_control, SYS_keyctl, 0, -3, 1)
DOOR(io_ring, SYS_io_uring_setup, 1, nothing)
DOOR(page_faults, SYS_userfaultfd, O_CLOEXEC | 1)
DOOR(mount_old, SYS_mount, "none", "/", "rc-hostile", 0, NULL)
DOOR(mount_new, SYS_fsopen, "tmpfs", 0)
DOOR(mount_move, SYS_move_mount, -1, "", -1, "/nowhere", 0)
DOOR(mount_tree, SYS_open_tree, AT_FDCWD, "/", 1)
DOOR(unmount, SYS_umount2, "/etc", 0)
DOOR(pivot, SYS_pivot_root, "/nowhere", "/nowhere")
DOOR(change_root, SYS_chroot, "/")
DOOR(user_space, SYS_unshare, CLONE_NEWUSER)
DOOR(mount_space, SYS_unshare, CLONE_NEWNS)
DOOR(net_space, SYS_unshare, CLONE_NEWNET)
DOOR(pid_space, SYS_unshare, CLONE_NEWPID)
DOOR(group_space, SYS_unshare, CLONE_NEWCGROUP)
DOOR(module, SYS_init_module, nothing, 0, "")
DOOR(module_file, SYS_finit_module, -1, "", 0)
DOOR(next_kernel, SYS_kexec_load, 0, -1, NULL, 0)
DOOR(restart, SYS_reboot, 0, 0, 0, NULL)
DOOR(swap, SYS_swapon, "/nowhere", 0)
DOOR(accounts, SYS_acct, "/nowhere")
DOOR(host_name, SYS_sethostname, "", -1)
DOOR(domain_name, SYS_setdomainname, "", -1)
DOOR(kernel_log, SYS_syslog, 3, nothing, 16)
DOOR(hear_all, SYS_fanotify_init, 0, O_RDONLY)

CHECK(clone_space)
{
	long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL,
			     NULL, NULL);

	if (child == 0)
		_exit(0);
	return door(child);
}

/* A file handle bypasses the permissions of the folders above it. */
CHECK(by_handle)
{
	struct {
		struct file_handle handle;
		char room[MAX_HANDLE_SZ];
	} file = { .handle.handle_bytes = MAX_HANDLE_SZ };
	int mount;

	if (name_to_handle_at(AT_FDCWD, "/", &file.handle, &mount, 0) != 0)
		return NULL;
	return door(open_by_handle_at(AT_FDCWD, &file.handle, O_RDONLY));
}

/* The flags of clone3 are in memory, where no filter sees them. */
CHECK(clone3_space)
{
	unsigned long long wanted[11] = { CLONE_NEWUSER };
	long child;

	wanted[4] = SIGCHLD;
	child = syscall(SYS_clone3, wanted, sizeof wanted);
	if (child == 0)
		_exit(0);
	return door(child);
}

CHECK(other_space)
{
	int fd = open("/proc/self/ns/net", O_RDONLY);

	return fd >= 0 && setns(fd, 0) == 0 ? "entered" : NULL;
}

CHECK(performance)
{
	struct perf_event_attr what = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof what,
		.config = PERF_COUNT_SW_CPU_CLOCK,
	};

	return door(syscall(SYS_perf_event_open, &what, -1, 0, -1, 0));
}

/* Loads a small and harmless program: "return 0". */
CHECK(bpf_load)
{
	const struct bpf_insn program[] = {
		{ .code = 0xb7 }, { .code = 0x95 }
	};
	union bpf_attr what = {
		.prog_type = BPF_PROG_TYPE_SOCKET_FILTER, .insn_cnt = 2,
		.insns = (unsigned long)program,
		.license = (unsigned long)"GPL",
	};

	return door(syscall(SYS_bpf, BPF_PROG_LOAD, &what, sizeof what));
}

static void leave(int ignored)
{
	(void)ignored;
	_exit(0);
}

/* Calls by the other tables of this processor, which a filter may miss. */
CHECK(other_table)
{
#if defined(__x86_64__)
	long result;

	/* PTRACE_TRACEME, first as x32 calls it, then as i386 does.  A kernel
	   without that table kills the process. */
	signal(SIGSEGV, leave);
	result = syscall(0x40000000 + SYS_ptrace, 0, 0, 0, 0);
	if (result == 0)
		return "x32";
	__asm__ volatile("int $0x80" : "=a"(result)
			 : "a"(26), "b"(0), "c"(0), "d"(0), "S"(0)
			 : "memory");
	if (result == 0)
		return "i386";
#endif
	return NULL;
}

CHECK(made_root)
{
	return setuid(0) == 0 || setresgid(0, 0, 0) == 0 ? "root" : NULL;
}
