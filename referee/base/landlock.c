/*
 * landlock.c - Landlock domains, which keep processes from inspecting others.
 */
#define _GNU_SOURCE
#include "base/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The headers may be older than the kernel and lack these.  The numbers are the
   same on all architectures except Alpha. */
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

enum {
	CREATE_VERSION = 1,     /* LANDLOCK_CREATE_RULESET_VERSION */
	RULE_BENEATH = 1,       /* LANDLOCK_RULE_PATH_BENEATH */
	FS_MAKE_BLOCK = 1 << 11,
	FS_REFER = 1 << 13,     /* from version 2 on */
	SCOPE_SIGNAL = 1 << 1   /* from version 6 on */
};

struct ruleset {
	uint64_t files, network, scoped;
};

/* The layout is the kernel's. */
struct beneath {
	uint64_t allowed;
	int32_t folder;
} __attribute__((packed));

int landlock_version(void)
{
	long version = syscall(SYS_landlock_create_ruleset, NULL, 0,
			       CREATE_VERSION);

	return version > 0 ? (int)version : 0;
}

const char *landlock_warning(enum level level)
{
	/* Root runs each bot as a different user. */
	if (level != LEVEL_LIMITS || geteuid() == 0 || landlock_version() > 0)
		return NULL;
	return "this kernel has no Landlock: at --sandbox limits " LANDLOCK_NONE;
}

/* A ruleset has to restrict something.  If the kernel cannot restrict signals,
   this one forbids making block devices, which no bot can do anyway.  Such a
   ruleset also forbids moving files between folders, so a rule allows that
   again. */
static int open_ruleset(int version)
{
	const struct ruleset signals = { .scoped = SCOPE_SIGNAL };
	const struct ruleset old = { .files = FS_MAKE_BLOCK |
		(version >= 2 ? FS_REFER : 0) };
	struct beneath all = { .allowed = FS_REFER };
	int rules;

	if (version >= LANDLOCK_VERSION_SIGNALS)
		return (int)syscall(SYS_landlock_create_ruleset, &signals,
				    sizeof signals, 0);
	/* Older kernels expect a shorter struct. */
	rules = (int)syscall(SYS_landlock_create_ruleset, &old,
			     sizeof old.files, 0);
	if (rules < 0 || version < 2)
		return rules;
	all.folder = open("/", O_PATH | O_CLOEXEC);
	if (all.folder >= 0 &&
	    syscall(SYS_landlock_add_rule, rules, RULE_BENEATH, &all, 0) == 0) {
		close(all.folder);
		return rules;
	}
	close(rules);
	return -1;
}

int landlock_enter(int version)
{
	int rules, result;

	if (version == 0)
		return 0;
	rules = open_ruleset(version);
	if (rules < 0)
		return errno;
	result = syscall(SYS_landlock_restrict_self, rules, 0) == 0 ? 0 :
		errno;
	close(rules);
	return result;
}
