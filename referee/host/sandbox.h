/*
 * sandbox.h - what a bot may do to the machine it runs on.
 *
 * docs/hosting.md describes the levels.  `strict` is not in this version: its
 * place is sandbox_check and sandbox_enter.
 */
#ifndef HOST_SANDBOX_H
#define HOST_SANDBOX_H

#include <sys/types.h>

#include "base/error.h"
#include "base/limits.h"

/* How the bots of a match are run.  Borrows the commands. */
struct hosting {
	enum level level;
	struct limits limits;
	int entrants;
	/* Per entrant the words, ended by NULL; a word that names a file is
	   an absolute path, because bots run in a folder of their own. */
	char *const *const *command;
	int processes;          /* bots that run at the same time, at most */
};

/* Can this machine do that level?  Returns 0, or -1 with the reason and the
   remedy: never weaker in silence. */
int sandbox_check(enum level level, struct error *err);

/* What sandbox_enter could not do. */
struct sandbox_failure {
	int exec;               /* 1: the bot's file itself; a fault of its */
	int number;             /* errno */
	char what[480];         /* a sentence without the errno */
};

/*
 * In the forked child: takes on the level's limits and becomes the bot.  `in`,
 * `out`, `err` become its descriptors 0 to 2, `status` must be CLOEXEC and is
 * kept until then.  `box` is its working folder, `user` the user it runs as
 * when the referee is root, `tasks` its RLIMIT_NPROC.  Returns only on
 * failure, with `failure`.
 */
void sandbox_enter(const struct hosting *hosting, int entrant, int in, int out,
		   int err, int *status, const char *box, uid_t user,
		   long tasks, struct sandbox_failure *failure);

/* Processes and threads that the user of this process has now. */
long sandbox_tasks_now(void);

/* Prints what this machine can do, a line each, and the levels it reaches:
   `referee doctor`.  Returns the highest level. */
enum level sandbox_report(struct text *out);

#endif
