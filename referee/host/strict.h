/*
 * strict.h - level `strict`: the arguments of bubblewrap.
 *
 * bwrap does not use the bot's pipes.  It gets other descriptors as 0 to 2, and
 * passes the pipes on to the program that it starts inside (strict_inside),
 * which gives them to the bot.
 */
#ifndef HOST_STRICT_H
#define HOST_STRICT_H

#include "base/error.h"
#include "host/sandbox_steps.h"

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
 * Writes the filter, for bots or for builds, to a descriptor, in the form that the kernel takes and
 * bwrap --seccomp reads: at most 4096 bytes, so that it fits into a pipe.
 * Returns 0, or -1 with `err`, usually because this program was built without
 * libseccomp.
 */
int syscall_filter_write(int fd, bool builds, struct error *err);

#endif
