/*
 * landlock.h - Landlock domains, which keep processes from inspecting others.
 *
 * Landlock has been part of Linux since 5.13, but may be switched off.
 */
#ifndef BASE_LANDLOCK_H
#define BASE_LANDLOCK_H

#include "base/limits.h"

/* From this version on, processes inside cannot send signals outside either. */
enum { LANDLOCK_VERSION_SIGNALS = 6 };

/* The risk below the level `strict` on a kernel without Landlock. */
#define LANDLOCK_NONE "bots of an ordinary user can answer for each other"

/* The kernel's Landlock version, or 0 with errno if it has none. */
int landlock_version(void);

/*
 * Puts this process and its future children into a new domain.  They can then
 * no longer read or write the memory and open files of processes outside, nor
 * anything else that /proc shows only to the same user.  The process must have
 * set PR_SET_NO_NEW_PRIVS.  `version` is the result of landlock_version(), or
 * less to behave as on an older kernel.  Returns 0, also for version 0, or an
 * errno.
 */
int landlock_enter(int version);

/* The warning to print before this user runs bots at that level, a sentence
   without its full stop; NULL if there is none. */
const char *landlock_warning(enum level level);

#endif
