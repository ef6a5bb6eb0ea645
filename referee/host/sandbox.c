/*
 * sandbox.c - confines a child to its sandbox level and starts the bot in it.
 *
 * Processes of a match and their rights:
 *
 *   keeper                 the command itself; no secrets; the last subreaper
 *    |                     if the others are killed
 *    +- player             secrets, log and clocks; talks to the bots
 *    +- warden             one per bot: its parent and subreaper; ends it with
 *        |                 all its descendants; same rights as the keeper
 *        +- bot            its own session and process group; descriptors 0-2;
 *            +- ..         at `limits` also: clean environment, no new
 *                          privileges, resource limits, its own folder, and
 *                          if the keeper is root its own user
 *
 * At `strict` there are two more between warden and bot:
 *
 *        +- bwrap          waits; the user the bot runs as
 *            +- first      process 1 of the bot's namespaces, a small program:
 *                |         reports to the warden how the bot ended
 *                +- bot    as above, and see strict.c for what it sees
 *
 *   player -> keeper       a socket: "start entrant 1", with four descriptors
 *   player <-> bot         three pipes: input, output, error output; bwrap
 *                          and the first process do not use them
 *   player -> first        signals: stop or resume the bot
 *   player <-> warden      a socket: started, exited; closing it means "end
 *                          the bot"
 */
#define _GNU_SOURCE
#include "host/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "host/freezer.h"
#include "host/strict.h"

static void plain_signals(void)
{
	struct sigaction normal = { .sa_handler = SIG_DFL };
	sigset_t none;

	for (int number = 1; number < NSIG; number++)
		sigaction(number, &normal, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static int take_folder(const char *box, struct sandbox_report *report)
{
	return chdir(box) == 0 ? 0 :
		sandbox_report_fails(report, errno, "cannot enter the bot's "
				     "folder");
}

void sandbox_enter(struct bot_start *start, struct sandbox_report *report)
{
	const struct hosting *hosting = start->hosting;
	const struct limits *limits = &hosting->limits;
	const enum level level = hosting_level(hosting, start->entrant);
	char *const *command = hosting->hosted[start->entrant].command;
	int fd[] = { start->ends[0], start->ends[1], start->ends[2],
		start->status };

	*report = (struct sandbox_report){ .stage = SANDBOX_BROKEN };
	setsid();
	plain_signals();
	if (start->freezer != NULL)
		freezer_enter(start->freezer);
	if (level == LEVEL_STRICT) {
		strict_enter(start, report);
		return;
	}
	if (sandbox_steps_descriptors(fd, 4, report) != 0)
		return;
	start->status = 3;
	fcntl(start->status, F_SETFD, FD_CLOEXEC);
	if (level == LEVEL_LIMITS &&
	    (take_folder(start->box, report) != 0 ||
	     sandbox_steps_keyring(report) != 0 ||
	     sandbox_steps_cores(limits, start->core, report) != 0 ||
	     sandbox_steps_limits(limits, start->tasks, report) != 0 ||
	     sandbox_steps_user(start->user, report) != 0 ||
	     sandbox_steps_domain(report) != 0 ||
	     sandbox_steps_reach(command, report) != 0))
		return;
	sandbox_steps_execute(command, start->environment != NULL ?
			      start->environment : environ,
			      level == LEVEL_LIMITS ? limits : NULL, report);
}
