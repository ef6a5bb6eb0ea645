/*
 * machine.c - what a case's machine refuses: system calls and limits; and
 * whether this machine has level `strict`.
 */
#define _GNU_SOURCE
#include "tests/cases/cases.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

struct named { const char *name; long value; };

static const struct named calls[] = {
	{ "close_range", SYS_close_range },
	{ "landlock_create_ruleset", SYS_landlock_create_ruleset },
	{ "memfd_create", SYS_memfd_create }, { "mount", SYS_mount },
	{ "pidfd_open", SYS_pidfd_open }, { "pivot_root", SYS_pivot_root },
	{ "seccomp", SYS_prctl }, { "setresuid", SYS_setresuid },
	{ "unlinkat", SYS_unlinkat }, { "unshare", SYS_unshare }, { NULL, 0 }
}, errors[] = {
	{ "EINVAL", EINVAL }, { "ENOSYS", ENOSYS },
	{ "EOPNOTSUPP", EOPNOTSUPP }, { "EPERM", EPERM }, { NULL, 0 }
}, limits[] = {
	{ "as", RLIMIT_AS }, { "cpu", RLIMIT_CPU }, { "data", RLIMIT_DATA },
	{ "fsize", RLIMIT_FSIZE }, { "nofile", RLIMIT_NOFILE },
	{ "nproc", RLIMIT_NPROC }, { NULL, 0 }
};

static bool find(const struct named *list, const char *name, long *value)
{
	while (list->name != NULL && strcmp(list->name, name) != 0)
		list++;
	*value = list->value;
	return list->name != NULL;
}

bool machine_deny(struct circumstances *how, const char *call,
		  const char *error)
{
	return find(calls, call, &how->denied_call) &&
		find(errors, error, &how->denied_error);
}

bool machine_limit(struct circumstances *how, const char *name,
		   const char *most)
{
	how->limit = strtoul(most, NULL, 10);
	return find(limits, name, &how->limited);
}

/* With prctl, only PR_SET_SECCOMP. */
static void deny(long call, long error)
{
	struct sock_filter rows[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, args)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0,
			 call == SYS_prctl),
		BPF_STMT(BPF_RET | BPF_K,
			 SECCOMP_RET_ERRNO | (unsigned)error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof rows / sizeof *rows, rows };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0) {
		perror("seccomp");
		exit(2);
	}
}

void machine_apply(const struct circumstances *how)
{
	if (how->limited >= 0) {
		const struct rlimit limit = { how->limit, how->limit };

		setrlimit((__rlimit_resource_t)how->limited, &limit);
	}
	if (how->denied_error != 0)
		deny(how->denied_call, how->denied_error);
}

bool machine_has_strict(void)
{
	static int known = -1;
	char *words[] = { "referee", "doctor", "--sandbox", "strict", NULL };
	const struct circumstances how = CIRCUMSTANCES;
	struct outcome found = {0};

	if (known < 0) {
		command_in_process(words, &how, &found);
		known = found.status == 0;
		outcome_release(&found);
		if (!known)
			printf("not tried: cases at strict, which this "
			       "machine cannot do\n");
	}
	return known;
}
