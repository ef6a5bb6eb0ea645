/*
 * warden.c - the process that starts one bot, confines it to its level, watches
 * it and ends it.
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
#include "host/warden.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"
#include "host/bot_folders.h"
#include "host/freezer.h"
#include "host/process_tree.h"

/* ### starting a child */

enum { TRIAL_MS = 10000 };      /* for a start without `give_up` */

/* The pipes that report on a start. */
enum { STATUS, EXIT, INFO, SETUP, PIPES };

static void shut(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static int make_pipes(int pipes[PIPES][2], int count,
		      struct sandbox_report *report)
{
	for (int i = 0; i < count; i++)
		if (pipe2(pipes[i], O_CLOEXEC) != 0)
			return sandbox_report_fails(report, errno, "cannot "
						    "make a pipe");
	return 0;
}

/* ### in the child */

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

static void child_enter(struct child *child, struct sandbox_report *report)
{
	const struct hosting *hosting = child->hosting;
	const struct limits *limits = &hosting->limits;
	const enum level level = hosting_level(hosting, child->entrant);
	char *const *command = hosting->hosted[child->entrant].command;
	int fd[] = { child->ends[0], child->ends[1], child->ends[2],
		child->status };

	*report = (struct sandbox_report){ .stage = SANDBOX_BROKEN };
	setsid();
	plain_signals();
	if (child->freezer != NULL)
		freezer_enter(child->freezer);
	if (level != LEVEL_NONE)
		sandbox_steps_first_to_go();
	if (level == LEVEL_STRICT) {
		strict_enter(child, report);
		return;
	}
	if (sandbox_steps_descriptors(fd, 4, report) != 0)
		return;
	child->status = 3;
	fcntl(child->status, F_SETFD, FD_CLOEXEC);
	if (level == LEVEL_LIMITS &&
	    (take_folder(child->box, report) != 0 ||
	     sandbox_steps_keyring(report) != 0 ||
	     sandbox_steps_cores(limits, child->core, report) != 0 ||
	     sandbox_steps_limits(limits, child->tasks, report) != 0 ||
	     sandbox_steps_user(child->user, report) != 0 ||
	     sandbox_steps_domain(report) != 0 ||
	     sandbox_steps_reach(command, report) != 0))
		return;
	sandbox_steps_execute(command, child->environment != NULL ?
			      child->environment : environ,
			      level == LEVEL_LIMITS ? limits : NULL, report);
}

static void child_become(void *context)
{
	struct child *child = context;
	struct sandbox_report report;

	child_enter(child, &report);
	if (write(child->status, &report, sizeof report) < 0)
		_exit(126);
	_exit(127);
}

/* Reads what is already in the pipe, as a string. */
static void read_there(int fd, char *text, size_t room)
{
	ssize_t got;

	fcntl(fd, F_SETFL, O_NONBLOCK);
	got = read(fd, text, room - 1);
	text[got > 0 ? got : 0] = '\0';
}

#define CONTAINER "docker run --security-opt seccomp=unconfined " \
	"--security-opt apparmor=unconfined"

/* What to do when bwrap fails, by a phrase in its error message. */
static const struct {
	const char *says, *remedy;
} remedies[] = {
	{ "namespace", "let this user make user namespaces (sysctl "
	  "user.max_user_namespaces, kernel.unprivileged_userns_clone, "
	  "kernel.apparmor_restrict_unprivileged_userns; for a container "
	  CONTAINER ")" },
	{ "uid map", "let bwrap make user namespaces (sysctl "
	  "kernel.apparmor_restrict_unprivileged_userns=0)" },
	{ "RTM_NEWADDR", "let bwrap set up namespaces (sysctl "
	  "kernel.apparmor_restrict_unprivileged_userns=0)" },
	{ "mount proc", "in this container parts of /proc are hidden or "
	  "read-only: start it with docker run --security-opt "
	  "systempaths=unconfined, in Kubernetes with procMount: Unmasked and "
	  "hostUsers: false, or start the referee outside of it" },
	{ "/proc", "mount /proc" },
	{ "slave", "let processes mount file systems (for a container "
	  CONTAINER ")" },
	{ "mount", "let processes mount file systems (for a container "
	  CONTAINER ")" },
	{ "pivot_root", "let processes change the root of their file systems "
	  "(for a container " CONTAINER "; not below a chroot)" },
	{ "Unexpected capabilities", "start the referee without capabilities "
	  "(setpriv --inh-caps=-all --ambient-caps=-all)" },
	{ "SECCOMP", "the system must allow filters of system calls "
	  "(seccomp), in a container too" },
	{ "Unknown option", "install bubblewrap 0.7 or newer" },
	{ "temporarily unavailable", "allow this user more processes "
	  "(ulimit -u)" },
	{ "", "try bwrap alone: bwrap --unshare-all --ro-bind / / --proc /proc "
	  "true" },
};

/* bwrap has ended without starting its program.  Returns -1. */
static int bwrap_failed(int setup, struct sandbox_report *report)
{
	char text[400], *line = text, *end;
	size_t i = 0;

	read_there(setup, text, sizeof text);
	/* The last line says why it gave up. */
	while ((end = strrchr(text, '\n')) != NULL && end[1] == '\0')
		*end = '\0';
	if (end != NULL)
		line = end + 1;
	if (strncmp(line, "bwrap: ", 7) == 0)
		line += 7;
	while (strstr(line, remedies[i].says) == NULL)
		i++;
	report->stage = SANDBOX_BROKEN;
	report->number = 0;
	snprintf(report->what, sizeof report->what, "bwrap cannot build a "
		 "sandbox: %.200s; %s", *line != '\0' ? line :
		 "it ended without a message", remedies[i].remedy);
	return -1;
}

/* bwrap prints the process ID of the namespaces' first process, as seen from
   outside. */
static void find_first(int info, struct child_started *started)
{
	char text[512], *at;

	read_there(info, text, sizeof text);
	at = strstr(text, "\"child-pid\":");
	if (at == NULL)
		return;
	started->top = (pid_t)strtol(at + 12, NULL, 10);
	started->first = (int)syscall(SYS_pidfd_open, started->top, 0U);
	started->bot = process_tree_first(started->top);
}

/* bwrap or something else hangs.  Returns -1. */
static int too_late(struct sandbox_report *report)
{
	report->stage = SANDBOX_BROKEN;
	report->number = 0;
	snprintf(report->what, sizeof report->what, "a sandbox was not built "
		 "in %d s; try bwrap --version", TRIAL_MS / 1000);
	return -1;
}

/* Reads reports until the writing end is closed, which happens when the bot
   runs. */
static int await_start(int status, int give_up, bool *built,
		       struct sandbox_report *report)
{
	struct pollfd wait[2] = {
		{ .fd = status, .events = POLLIN },
		{ .fd = give_up, .events = POLLIN },
	};
	const int64_t deadline = clock_us() + 1000LL * TRIAL_MS;
	struct sandbox_report one;
	int result = 0;
	ssize_t got;

	for (;;) {
		if (give_up < 0 && clock_us() >= deadline)
			return too_late(report);
		if (poll(wait, 2, give_up < 0 ? TRIAL_MS : -1) < 0 &&
		    errno != EINTR)
			return sandbox_report_fails(report, errno, "cannot "
						    "wait for a process "
						    "(poll)");
		if (wait[1].revents != 0)
			return sandbox_report_fails(report, ECANCELED, "given "
						    "up");
		if (wait[0].revents == 0)
			continue;
		got = read(status, &one, sizeof one);
		if (got < 0 && errno == EINTR)
			continue;
		if (got != (ssize_t)sizeof one)
			return result;
		if (one.stage == SANDBOX_BUILT) {
			*built = true;
			continue;
		}
		*report = one;
		result = -1;
	}
}

int child_start(struct child *child, int give_up, struct child_started *started,
		struct sandbox_report *report)
{
	const enum level level = hosting_level(child->hosting, child->entrant);
	const bool strict = level == LEVEL_STRICT;
	int pipes[PIPES][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 },
		{ -1, -1 } };
	bool built = !strict;
	int result = -1;

	*started = (struct child_started){ .exit = -1, .first = -1 };
	*report = (struct sandbox_report){ .stage = SANDBOX_BUILT };
	if (make_pipes(pipes, strict ? PIPES : 1, report) != 0)
		goto done;
	child->status = pipes[STATUS][1];
	child->exit = pipes[EXIT][1];
	child->info = pipes[INFO][1];
	child->setup = pipes[SETUP][1];
	child->parent = getpid();
	child->environment = level == LEVEL_NONE ? NULL :
		sandbox_steps_environment(strict ? STRICT_BOX : child->box);
	if (strict)
		strict_prepare();
	started->pid = spawn_borrowing(child_become, child);
	if (started->pid < 0) {
		started->pid = 0;
		sandbox_report_fails(report, errno, "cannot start a process "
				     "(vfork)");
		goto done;
	}
	for (int i = 0; i < PIPES; i++)
		shut(&pipes[i][1]);
	result = await_start(pipes[STATUS][0], give_up, &built, report);
	if (result == 0 && !built)
		result = bwrap_failed(pipes[SETUP][0], report);
	started->bot = started->pid;
	started->top = getpid();
	if (result == 0 && strict) {
		find_first(pipes[INFO][0], started);
		started->exit = pipes[EXIT][0];
		pipes[EXIT][0] = -1;
	}

done:
	words_free(child->environment);
	child->environment = NULL;
	for (int i = 0; i < PIPES; i++) {
		shut(&pipes[i][0]);
		shut(&pipes[i][1]);
	}
	return result;
}

void child_release(struct child_started *started)
{
	shut(&started->exit);
	shut(&started->first);
}

struct warden {
	const struct warden_task *task;
	int control;
	enum level level;       /* of the bot */
	uid_t user;
	char box[1100];           /* "": none */
	struct child_started started;
	struct freezer freezer; /* the bot's control groups */
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

	if (says == WARDEN_STARTED)
		message.group = warden->freezer;
	if (message.group.folder[0] != '\0' &&
	    !freezer_is_used(&warden->freezer))
		message.group.folder[0] = '\0';
	say(warden->control, &message);
}

static int start_bot(struct warden *warden)
{
	struct child child = warden->task->child;
	struct sandbox_report report;
	char text[700];
	int result;

	child.box = warden->box;
	child.user = warden->user;
	child.freezer = &warden->freezer;
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
	if (freezer_is_safe(warden.level))
		freezer_make(task->home, getpid(), &warden.freezer);
	if (take_user(&warden) == 0 && make_box(&warden) == 0 &&
	    start_bot(&warden) == 0)
		watch(&warden);
	end_bot(&warden);
	child_release(&warden.started);
	freezer_remove(&warden.freezer);
	/* The keeper removes the folder; if the keeper was killed, the last
	   process to end does. */
	if (task->boxes[0] != '\0' && getppid() != parent)
		remove_tree(task->boxes);
	_exit(0);
}
