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
	/* Words that name files are absolute paths, because bots do not run in
	   the referee's folder. */
	char *const *command;
	/* The absolute paths of other files that it may read, for `strict`
	   only; or NULL: none. */
	char *const *files;
	/* For `strict` only: the absolute path of a folder that the bot sees
	   read-only as HOSTED_SOURCE; at the path itself it has an empty
	   working folder of box_mb.  NULL: it works in /tmp/box. */
	const char *box;
	/* Its own level if `leveled`; otherwise it has that of the match. */
	bool leveled;
	enum level level;
};

#define HOSTED_SOURCE "/tmp/source"

/* The descriptors in a request for a child (keeper_start). */
enum child_end { CHILD_IN, CHILD_OUT, CHILD_ERR, CHILD_CONTROL, CHILD_ENDS };

/* How the bots of a match are run. */
struct hosting {
	enum level level;       /* of the match */
	struct limits limits;
	const struct hosted *hosted;    /* per entrant; borrowed */
	int entrants;           /* entries of `hosted` to check for `leveled` */
	int processes;          /* bots that run at the same time, at most */
	/* Matches that our parent plays at the same time, this one included; 0:
	   only this one. */
	int jobs;
	/* The caller waits for the first bots' sandboxes before it writes
	   anything (players_built), so `strict` needs no trial beforehand. */
	bool waits;
	/* Advice to append to the message that the playing process was killed;
	   or NULL. */
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

/* Is that the level of the match or of one of its entrants? */
static inline bool hosting_uses(const struct hosting *hosting,
				enum level level)
{
	bool uses = hosting->level == level;

	for (int i = 0; i < hosting->entrants; i++)
		uses = uses || hosting_level(hosting, i) == level;
	return uses;
}

#endif
