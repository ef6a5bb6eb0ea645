/*
 * hosting.h - how the bots of a match are run.
 *
 * docs/hosting.md describes the levels, host_features.h says which of them this
 * machine can do.
 */
#ifndef HOST_HOSTING_H
#define HOST_HOSTING_H

#include <stdbool.h>

#include "base/limits.h"

/* What is run for an entrant.  Borrows both lists, which end with NULL. */
struct hosted {
	/* A word that names a file is an absolute path, because bots run in a
	   folder of their own. */
	char *const *command;
	/* The absolute paths of other files that it may read, for `strict`
	   only; or NULL: none. */
	char *const *files;
	/* For `strict` only: the absolute path of a folder that it sees
	   read-only as HOSTED_SOURCE, with a folder of its own of box_mb,
	   empty at first, in its place; or NULL: it works in /tmp/box. */
	const char *box;
	/* Its own level, when `leveled`; otherwise it has that of all. */
	bool leveled;
	enum level level;
};

#define HOSTED_SOURCE "/tmp/source"

/* The descriptors with which the playing process asks for a bot. */
enum { KEEPER_ENDS = 5 };

/* How the bots of a match are run. */
struct hosting {
	enum level level;       /* of the match */
	struct limits limits;
	const struct hosted *hosted;    /* per entrant; borrowed */
	int entrants;           /* in `hosted`, as far as one is `leveled` */
	int processes;          /* bots that run at the same time, at most */
	/* The sandboxes of the first bots are waited for before anything is
	   written (players_built): `strict` needs no trial before that. */
	bool waits;
	/* What to do when the playing process was killed, for the end of the
	   message; or NULL. */
	const char *advice;
};

/* The level of an entrant. */
static inline enum level hosting_level(const struct hosting *hosting,
				       int entrant)
{
	return entrant < hosting->entrants &&
		hosting->hosted[entrant].leveled ?
		hosting->hosted[entrant].level : hosting->level;
}

/* Is there an entrant of that level, or is it that of the match? */
static inline bool hosting_uses(const struct hosting *hosting,
				enum level level)
{
	bool uses = hosting->level == level;

	for (int i = 0; i < hosting->entrants; i++)
		uses = uses || hosting_level(hosting, i) == level;
	return uses;
}

#endif
