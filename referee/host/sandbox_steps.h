/*
 * sandbox_steps.h - the steps by which a child becomes a bot.
 *
 * warden.c takes them for `limits`, strict.c and the first process inside, in
 * another order, for `strict`.  Each returns 0, or -1 with `report` filled in.
 */
#ifndef HOST_SANDBOX_STEPS_H
#define HOST_SANDBOX_STEPS_H

#include <signal.h>
#include <sys/types.h>

#include "host/freezer.h"
#include "host/hosting.h"

/* How far the start of a bot has come, as its status pipe reports. */
enum sandbox_stage {
	SANDBOX_BUILT,          /* `strict`: we are inside */
	SANDBOX_BROKEN,         /* our failure, see `what` and `number` */
	SANDBOX_NO_EXEC         /* the bot's own file cannot run: its fault */
};

struct sandbox_report {
	enum sandbox_stage stage;
	int number;             /* errno, or 0 */
	char what[600];         /* a sentence without the errno */
};

/*
 * What is started for a player: a bot, a build, or a trial.  The same struct
 * goes with it from the keeper through its warden to the program itself; each
 * fills in its part.
 */
struct child {
	const struct hosting *hosting;
	int entrant;
	/* Its descriptors 0 to 2, and the warden's end of a socket to the
	   player.  The player, the keeper and the warden each close the first
	   three when they have passed them on, so that only the program has
	   them; the last stays with the warden, and closing it ends the
	   child. */
	int ends[CHILD_ENDS];
	long tasks;             /* its RLIMIT_NPROC, below `strict` */
	int core;               /* the match's own processor, or -1 */

	/* From the warden: */
	const struct freezer *freezer;  /* its control group; NULL: none */
	const char *box;        /* its working folder */
	uid_t user;             /* that it runs as when the referee is root */

	/* From child_start: */
	pid_t parent;           /* the process that starts it */
	/* The writing end for reports; closed when it runs. */
	int status;
	/* For `strict`, see strict_enter; else -1. */
	int exit, info, setup;
	/* For the program, or for bwrap; NULL: ours. */
	char **environment;
};

/* Fills in `report` for a step that failed with errno `number`.  Returns -1. */
int sandbox_report_fails(struct sandbox_report *report, int number,
			 const char *what);

/* Moves each of the `count` descriptors `fd[i]` to the number `i`, and closes
   all others. */
int sandbox_steps_descriptors(int *fd, int count,
			      struct sandbox_report *report);

/* An environment of PATH, LANG and HOME=`home`; words_free frees it. */
char **sandbox_steps_environment(const char *home);

/* Joins a new, empty session keyring: the inherited one may hold secrets. */
int sandbox_steps_keyring(struct sandbox_report *report);

/* For root: becomes an unprivileged user. */
int sandbox_steps_user(uid_t user, struct sandbox_report *report);

/* Fails if the bot's user is not permitted to read one of its files: that is a
   mistake in the permissions of the operator's folders, not a fault of the
   bot. */
int sandbox_steps_reach(char *const *files, struct sandbox_report *report);

/* Confines the process to as many processors as a bot may use: `first` and
   those that follow.  With -1 nothing changes. */
int sandbox_steps_cores(const struct limits *limits, int first,
			struct sandbox_report *report);

/* Lets this process use all processors, if the system allows it. */
void sandbox_steps_all_cores(void);

/* Asks the scheduler for short slices, so that this process soon gets a turn
   even if a bot has many processes on the same processor. */
void sandbox_steps_prompt(void);

/* Asks the kernel to end this process before others when memory runs out. */
void sandbox_steps_first_to_go(void);

/* Enters a Landlock domain, if the system supports it. */
int sandbox_steps_domain(struct sandbox_report *report);

/* Sets the resource limits but that of memory, with `tasks` as RLIMIT_NPROC,
   and gives up new privileges. */
int sandbox_steps_limits(const struct limits *limits, long tasks,
			 struct sandbox_report *report);

/* Limits memory, unless `limits` is NULL, and becomes the bot with that
   environment.  Returns only on failure. */
void sandbox_steps_execute(char *const *command, char *const *environment,
			   const struct limits *limits,
			   struct sandbox_report *report);

/*
 * ### strict_inside: level `strict`, the first process of a bot's namespaces
 *
 * The program strict_first does nothing else, and starts in a third of the time
 * of the referee, which can take its place.
 */

/* The descriptors of bwrap; those named FROM_ are passed on inside. */
enum { BWRAP_IN, BWRAP_OUT, BWRAP_SETUP, FROM_STATUS, FROM_IN, FROM_OUT,
	FROM_ERR, FROM_EXIT, FROM_SELF, BWRAP_FILTER, BWRAP_INFO,
	DESCRIPTORS };

/*
 * Signals by which a process outside has the first process stop or resume all
 * others.  The bot can send them too: to stop itself is its own loss, and only
 * an outsider is obeyed when it resumes.
 */
enum { STRICT_STOP = SIGUSR1, STRICT_RESUME = SIGUSR2 };

/* The first argument of the program that bwrap starts inside. */
#define STRICT_INSIDE ".inside"

/* The program that bwrap starts: main() calls it with its own arguments. */
_Noreturn void strict_inside(int argc, char **argv);

/*
 * ### strict: the arguments of bubblewrap
 *
 * bwrap does not use the bot's pipes.  It gets other descriptors as 0 to 2, and
 * passes the pipes on to the program that it starts inside, which gives them to
 * the bot.
 */

/* The bot's working folder, as the bot sees it. */
#define STRICT_BOX "/tmp/box"

/* Prepares what is the same for all bots, once for this process and its forks.
   A failure is ignored here: starting a bot tries again and reports it. */
void strict_prepare(void);

/*
 * In the child that is being started: becomes bwrap.  To the descriptors of
 * `child` are written: to `exit` the waitpid status when the bot has ended, to
 * `info` the process ID of the namespaces' first process, and to `setup`
 * bwrap's error messages.  Returns only on failure.
 * An empty command is a trial: it succeeds when the sandbox is built.
 */
void strict_enter(struct child *child, struct sandbox_report *report);

/* ### syscall_filter: the system calls that are refused */

/*
 * Writes the filter, for bots or for builds, to a descriptor, in the form that
 * the kernel takes and bwrap --seccomp reads: at most 4096 bytes, so that it
 * fits into a pipe.  Returns 0, or -1 with `err`, usually because this program
 * was built without libseccomp.
 */
int syscall_filter_write(int fd, bool builds, struct error *err);

#endif
