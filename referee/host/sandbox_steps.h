/*
 * sandbox_steps.h - the steps by which a child becomes a bot.
 *
 * `limits` takes them in sandbox.c, `strict` in an order of its own.  Each
 * returns 0, or -1 with `report` filled in.
 */
#ifndef HOST_SANDBOX_STEPS_H
#define HOST_SANDBOX_STEPS_H

#include <sys/types.h>

#include "host/hosting.h"

/* How far the start of a bot has come, as its status pipe reports. */
enum sandbox_stage {
	SANDBOX_BUILT,          /* `strict`: we are inside */
	SANDBOX_BROKEN,         /* our failure: `what` and `number` say which */
	SANDBOX_NO_EXEC         /* the bot's own file cannot run: a fault */
};

struct sandbox_report {
	enum sandbox_stage stage;
	int number;             /* errno */
	char what[480];         /* a sentence without the errno */
};

/* One bot that is to be started. */
struct bot_start {
	const struct hosting *hosting;
	int entrant;
	pid_t parent;           /* the process that starts it */
	int ends[3];            /* become its descriptors 0 to 2 */
	/* The writing end for reports; closed when the bot runs. */
	int status;
	/* Of `strict`, see strict.h; else -1. */
	int exit, info, setup;
	const struct freezer *freezer;  /* its own group; NULL: none */
	int pause;              /* for requests to suspend the bot */
	const char *box;        /* its working folder */
	uid_t user;             /* that it runs as when the referee is root */
	long tasks;             /* its RLIMIT_NPROC */
	int core;               /* the match's own processor, or -1 */
	/* Of the bot, or of bwrap; NULL: ours.  bot_start makes it. */
	char **environment;
};

/* Fills in the report of a step of ours that failed with errno `number`. */
int sandbox_report_fails(struct sandbox_report *report, int number,
			 const char *what);

/* Makes `fd[i]` the descriptor `i` for all of `count`, and closes the rest. */
int sandbox_steps_descriptors(int *fd, int count,
			      struct sandbox_report *report);

/* An environment of PATH and LANG, and HOME=`home`, which NULL ends. */
char **sandbox_steps_environment(const char *home);

void sandbox_steps_environment_free(char **environment);

/* A session keyring with nothing in it: the one it has may hold secrets. */
int sandbox_steps_keyring(struct sandbox_report *report);

/* For root: becomes a user without rights. */
int sandbox_steps_user(uid_t user, struct sandbox_report *report);

/* A file that root can read and the bot's user cannot is a mistake in the
   permissions of the operator's folders, not a fault of the bot. */
int sandbox_steps_reach(char *const *files, struct sandbox_report *report);

/* Keeps to as many processors as it may use: `first` and those that follow.
   -1: wherever it is. */
int sandbox_steps_cores(const struct limits *limits, int first,
			struct sandbox_report *report);

/* This process may use all there are, which need not succeed. */
void sandbox_steps_all_cores(void);

/* A domain of Landlock, where the system has it. */
int sandbox_steps_domain(struct sandbox_report *report);

int sandbox_steps_limits(const struct limits *limits, long tasks,
			 struct sandbox_report *report);

/* Becomes the bot, with `environment`.  Returns on failure. */
void sandbox_steps_execute(char *const *command, char *const *environment,
			   const struct limits *limits,
			   struct sandbox_report *report);

#endif
