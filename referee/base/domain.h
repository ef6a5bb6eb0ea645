/*
 * domain.h - a domain of Landlock, whose processes cannot look into others.
 *
 * Landlock is a part of the Linux kernel since 5.13, which may be switched off.
 */
#ifndef BASE_DOMAIN_H
#define BASE_DOMAIN_H

#include "base/limits.h"

/* From this version on those inside cannot signal those outside, either. */
enum { DOMAIN_VERSION_SIGNALS = 6 };

/* What is possible below the level `strict` where there is no Landlock. */
#define DOMAIN_NONE "bots of an ordinary user can answer for each other"

/* The version of Landlock, or 0 with errno where there is none. */
int domain_version(void);

/*
 * Puts this process and its future children into a domain of their own.  They
 * can then no longer read or write the memory, the open files and whatever else
 * /proc shows to the same user only, of processes outside.  It must not be able
 * to gain privileges (PR_SET_NO_NEW_PRIVS).  `version` is what domain_version()
 * says, or less to do as an older kernel would.  Returns 0, also for version 0,
 * or an errno.
 */
int domain_enter(int version);

/* What to say before bots are run at that level by this user, in a sentence
   without its full stop; NULL: nothing. */
const char *domain_warning(enum level level);

#endif
