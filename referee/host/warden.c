/*
 * warden.c - the process that starts one bot, watches it and ends it.
 */
#define _GNU_SOURCE
#include "host/warden.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/bot_folders.h"
#include "host/process_tree.h"

struct warden {
	const struct warden_task *task;
	int control;
	enum level level;       /* of the bot */
	uid_t user;
	char box[1100];           /* "": none */
	struct child_started started;
	bool freezes;           /* the bot has a control group: */
	struct freezer freezer;
	bool reaped;            /* started.pid has been waited for */
	bool reported;          /* the bot's end has been reported */
};

/* A failure is ignored: if the player has exited, this warden ends too. */
static void say(int control, const struct warden_message *message)
{
	while (send(control, message, sizeof *message, MSG_NOSIGNAL) < 0 &&
	       errno == EINTR)
		;
}

void warden_say(int control, enum warden_says says, int number,
		const char *text)
{
	struct warden_message message = { .says = says, .number = number };

	snprintf(message.text, sizeof message.text, "%s", text);
	say(control, &message);
}

/* ### the bot's folder */

static int make_box(struct warden *warden)
{
	const char *boxes = warden->task->boxes;
	char text[512];

	if (warden->level != LEVEL_LIMITS)
		return 0;
	snprintf(warden->box, sizeof warden->box, "%s/%ld", boxes,
		 (long)getpid());
	if (mkdir(warden->box, 0700) == 0 &&
	    (geteuid() != 0 ||
	     chown(warden->box, warden->user, warden->user) == 0))
		return 0;
	snprintf(text, sizeof text, "cannot make the bot's folder %.400s: %s",
		 warden->box, strerror(errno));
	warden_say(warden->control, WARDEN_BROKEN, 0, text);
	return -1;
}

/* ### the bot */

/* For root, at all levels but `none`: reserves a user for the bot.  Returns 0,
   or -1 after it has sent the reason. */
static int take_user(struct warden *warden)
{
	struct error err;

	if (geteuid() != 0 || warden->level == LEVEL_NONE ||
	    bot_users_take(&warden->user, &err) >= 0)
		return 0;
	warden_say(warden->control, WARDEN_BROKEN, 0, err.text);
	return -1;
}

static void say_started(const struct warden *warden, enum warden_says says)
{
	struct warden_message message = { .says = says,
		.number = (int)warden->started.top,
		.bot = (int)warden->started.bot, .warden = (int)getpid() };

	if (says == WARDEN_STARTED && warden->freezes &&
	    freezer_is_used(&warden->freezer))
		message.group = warden->freezer;
	say(warden->control, &message);
}

static int start_bot(struct warden *warden)
{
	struct child child = warden->task->child;
	struct sandbox_report report;
	char text[640];
	int result;

	child.box = warden->box;
	child.user = warden->user;
	child.freezer = warden->freezes ? &warden->freezer : NULL;
	/* Before there is a bot that could prevent it. */
	say_started(warden, WARDEN_HERE);
	result = child_start(&child, warden->control, &warden->started,
			     &report);
	for (int i = CHILD_IN; i <= CHILD_ERR; i++)
		close(child.ends[i]);
	if (result == 0) {
		sandbox_steps_prompt();
		say_started(warden, WARDEN_STARTED);
	} else if (report.stage == SANDBOX_NO_EXEC) {
		warden_say(warden->control, WARDEN_NO_START, report.number, "");
	} else {
		snprintf(text, sizeof text, "%s%s%s", report.what,
			 report.number != 0 ? ": " : "",
			 report.number != 0 ? strerror(report.number) : "");
		warden_say(warden->control, WARDEN_BROKEN, report.number,
			   text);
	}
	return result;
}

static void report_exit(struct warden *warden, int status)
{
	if (!warden->reported)
		warden_say(warden->control, WARDEN_EXITED, status, "");
	warden->reported = true;
}

/* Reads from the namespaces' first process how the bot ended.  If that process
   was killed, bwrap ends too, and reap reports that. */
static void read_exit(struct warden *warden)
{
	int status;

	if (read(warden->started.exit, &status, sizeof status) ==
	    (ssize_t)sizeof status)
		report_exit(warden, status);
	close(warden->started.exit);
	warden->started.exit = -1;
}

/* bwrap ends with 128 and the number of the signal that killed the namespaces'
   first process, which itself never ends with such a status. */
static int status_of_first(int status)
{
	return WIFEXITED(status) && WEXITSTATUS(status) > 128 ?
		WEXITSTATUS(status) - 128 : status;
}

static void reap(struct warden *warden)
{
	struct signalfd_siginfo ignored;
	int status;
	pid_t pid;

	if (read(warden->task->signals, &ignored, sizeof ignored) < 0)
		return;
	while ((pid = process_tree_reap(&status)) > 0) {
		if (pid != warden->started.pid)
			continue;
		warden->reaped = true;
		if (warden->started.exit >= 0)
			read_exit(warden);
		report_exit(warden, warden->level == LEVEL_STRICT ?
			    status_of_first(status) : status);
	}
}

static void watch(struct warden *warden)
{
	const struct timespec moment = { .tv_nsec = 1000000 };
	struct pollfd wait[3] = {
		{ .fd = warden->control, .events = POLLIN },
		{ .fd = warden->task->signals, .events = POLLIN },
		{ .events = POLLIN },
	};

	for (;;) {
		wait[2].fd = warden->started.exit;
		if (poll(wait, 3, -1) < 0) {
			/* Out of memory: retry until some is free. */
			nanosleep(&moment, NULL);
			continue;
		}
		/* The player sends nothing; it only closes the socket. */
		if (wait[0].revents != 0)
			return;
		if (wait[2].fd >= 0 && wait[2].revents != 0)
			read_exit(warden);
		if (wait[1].revents != 0)
			reap(warden);
	}
}

/* At `strict` killing the first process ends all others.  Otherwise the bot's
   process group, which may be large, is killed first.  What is left is found
   one by one. */
static void end_bot(const struct warden *warden)
{
	const struct child_started *started = &warden->started;

	if (started->first >= 0)
		syscall(SYS_pidfd_send_signal, started->first, SIGKILL, NULL,
			0U);
	/* Once waited for, its ID may have been reused. */
	if (started->pid > 0 && !warden->reaped) {
		kill(-started->pid, SIGKILL);
		kill(started->pid, SIGKILL);
	}
	process_tree_end();
}

_Noreturn void warden_main(const struct warden_task *task)
{
	struct warden warden = {
		.task = task, .control = task->child.ends[CHILD_CONTROL],
		.level = hosting_level(task->child.hosting,
				       task->child.entrant),
		.started = { .exit = -1, .first = -1 },
	};
	const pid_t parent = getppid();

	/* A process may send SIGCONT to any process of its own session, so the
	   warden gets its own. */
	setsid();
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	warden.freezes = freezer_is_safe(warden.level) &&
		freezer_make(task->home, getpid(), &warden.freezer);
	if (take_user(&warden) == 0 && make_box(&warden) == 0 &&
	    start_bot(&warden) == 0)
		watch(&warden);
	end_bot(&warden);
	child_release(&warden.started);
	if (warden.freezes)
		freezer_remove(&warden.freezer);
	/* The keeper removes the folder; if the keeper was killed, the last
	   process to end does. */
	if (task->boxes[0] != '\0' && getppid() != parent)
		remove_tree(task->boxes);
	_exit(0);
}
