/*
 * keeper.c - the process that starts bots and outlives whatever happens.
 */
#define _GNU_SOURCE
#include "host/keeper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/process.h"

enum { WARDENS_MAX = 4096, USERS_FIRST = 61184, USERS = 4000 };

struct keeper {
	const struct hosting *hosting;
	int socket;             /* from the player */
	int signals;            /* a signalfd */
	pid_t player;
	pid_t warden[WARDENS_MAX];
	int wardens;
	long tasks;             /* RLIMIT_NPROC for a bot */
	char boxes[64];         /* folder of the bots' folders, "": none */
};

/* ### ending processes */

static pid_t parent_of(const char *pid)
{
	char text[512];
	const char *end;

	if (!process_read(pid, "stat", text, sizeof text))
		return 0;
	/* The name in brackets is the process's choice and may hold any. */
	end = strrchr(text, ')');
	return end != NULL && strlen(end) > 4 ?
		(pid_t)strtol(end + 4, NULL, 10) : 0;
}

static bool is_spared(pid_t pid, const pid_t *spared, int count)
{
	for (int i = 0; i < count; i++)
		if (spared[i] == pid)
			return true;
	return false;
}

/* Kills every child of this process but the spared ones. */
static void kill_children(const pid_t *spared, int count)
{
	struct dirent *entry;
	DIR *proc = opendir("/proc");

	if (proc == NULL)
		return;
	while ((entry = readdir(proc)) != NULL) {
		pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);

		if (pid > 0 && parent_of(entry->d_name) == getpid() &&
		    !is_spared(pid, spared, count))
			kill(pid, SIGKILL);
	}
	closedir(proc);
}

/*
 * Kills what is left of the descendants.  Orphans come to this process because
 * it is their subreaper, so the loop ends when it has no children: a daemon
 * with a session of its own does not get away.
 */
static void kill_descendants(void)
{
	const struct timespec moment = { .tv_nsec = 200000 };
	pid_t got;

	for (;;) {
		do
			got = waitpid(-1, NULL, WNOHANG);
		while (got > 0);
		if (got < 0 && errno == ECHILD)
			return;
		kill_children(NULL, 0);
		nanosleep(&moment, NULL);
	}
}

static int remove_one(const char *path, const struct stat *status, int type,
		      struct FTW *walk)
{
	int result = remove(path);

	(void)status;
	(void)type;
	(void)walk;
	(void)result;   /* go on: as much as can be goes */
	return 0;
}

static void remove_folder(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* ### the warden of one bot */

struct warden {
	const struct hosting *hosting;
	int entrant;
	int control;            /* to the player */
	int signals;
	pid_t bot;
	uid_t user;
	long tasks;
	char box[96];
};

static void say(const struct warden *warden, enum warden_says says,
		int number, const char *text)
{
	struct warden_message message = { .says = says, .number = number };

	snprintf(message.text, sizeof message.text, "%s", text);
	/* A player that is gone does not listen; its end ends us too. */
	if (send(warden->control, &message, sizeof message, MSG_NOSIGNAL) < 0)
		return;
}

static int make_box(struct warden *warden, const char *boxes)
{
	if (boxes[0] == '\0')
		return 0;
	snprintf(warden->box, sizeof warden->box, "%s/%ld", boxes,
		 (long)getpid());
	if (mkdir(warden->box, 0700) != 0 ||
	    (geteuid() == 0 &&
	     chown(warden->box, warden->user, warden->user) != 0)) {
		char text[256];

		snprintf(text, sizeof text, "cannot make the bot's folder "
			 "%.90s: %s", warden->box, strerror(errno));
		say(warden, WARDEN_BROKEN, 0, text);
		return -1;
	}
	return 0;
}

static _Noreturn void become_bot(const struct warden *warden,
				 const int ends[4], int status)
{
	struct sandbox_failure failure;

	sandbox_enter(warden->hosting, warden->entrant, ends[0], ends[1],
		      ends[2], &status, warden->box, warden->user,
		      warden->tasks, &failure);
	if (write(status, &failure, sizeof failure) < 0)
		_exit(126);
	_exit(127);
}

/* Forks the bot and waits until it runs or says why it cannot. */
static int start_bot(struct warden *warden, const int ends[4])
{
	struct sandbox_failure failure;
	char text[512];
	int status[2];
	ssize_t got;

	if (pipe2(status, O_CLOEXEC) != 0) {
		say(warden, WARDEN_BROKEN, errno, "cannot make a pipe");
		return -1;
	}
	warden->bot = fork();
	if (warden->bot < 0) {
		snprintf(text, sizeof text, "cannot start a process: %s",
			 strerror(errno));
		say(warden, WARDEN_BROKEN, 0, text);
		return -1;
	}
	if (warden->bot == 0)
		become_bot(warden, ends, status[1]);
	close(status[1]);
	do
		got = read(status[0], &failure, sizeof failure);
	while (got < 0 && errno == EINTR);
	close(status[0]);
	for (int i = 0; i < 3; i++)
		close(ends[i]);
	if (got != (ssize_t)sizeof failure) {
		say(warden, WARDEN_STARTED, (int)warden->bot, "");
		return 0;
	}
	if (failure.exec) {
		say(warden, WARDEN_NO_START, failure.number, "");
	} else {
		snprintf(text, sizeof text, "%s: %s", failure.what,
			 strerror(failure.number));
		say(warden, WARDEN_BROKEN, failure.number, text);
	}
	return -1;
}

/* Reaps children; tells the player when it was the bot itself. */
static void reap(struct warden *warden)
{
	struct signalfd_siginfo ignored;
	int status;
	pid_t pid;

	if (read(warden->signals, &ignored, sizeof ignored) < 0)
		return;
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		if (pid == warden->bot)
			say(warden, WARDEN_EXITED, status, "");
}

static _Noreturn void warden_main(struct keeper *keeper, int entrant,
				  const int ends[4])
{
	struct warden warden = {
		.hosting = keeper->hosting, .entrant = entrant,
		.control = ends[3], .signals = keeper->signals,
		.user = (uid_t)(USERS_FIRST + getpid() % USERS),
		.tasks = keeper->tasks, .box = "/",
	};
	struct pollfd wait[2] = {
		{ .fd = ends[3], .events = POLLIN },
		{ .fd = keeper->signals, .events = POLLIN },
	};
	const pid_t parent = getppid();

	close(keeper->socket);
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	if (make_box(&warden, keeper->boxes) == 0 &&
	    start_bot(&warden, ends) == 0) {
		/* The player never says anything but that it is over. */
		while (poll(wait, 2, -1) >= 0 || errno == EINTR) {
			if (wait[0].revents != 0)
				break;
			if (wait[1].revents != 0)
				reap(&warden);
		}
		kill(-warden.bot, SIGKILL);
	}
	kill_descendants();
	if (keeper->boxes[0] != '\0')
		remove_folder(warden.box);
	/* Whoever is last tidies up for a keeper that was killed. */
	if (keeper->boxes[0] != '\0' && getppid() != parent)
		rmdir(keeper->boxes);
	_exit(0);
}

/* ### the keeper */

/* Takes a request from the player.  Returns the entrant, or -1. */
static int receive(int socket, int ends[4])
{
	union {
		char bytes[CMSG_SPACE(4 * sizeof(int))];
		struct cmsghdr header;
	} control;
	int entrant = -1;
	struct iovec part = { .iov_base = &entrant,
			      .iov_len = sizeof entrant };
	struct msghdr message = {
		.msg_iov = &part, .msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof control.bytes,
	};
	struct cmsghdr *header;

	if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) !=
	    (ssize_t)sizeof entrant)
		return -1;
	header = CMSG_FIRSTHDR(&message);
	if (header == NULL || header->cmsg_type != SCM_RIGHTS ||
	    header->cmsg_len != CMSG_LEN(4 * sizeof(int)))
		return -1;
	memcpy(ends, CMSG_DATA(header), 4 * sizeof(int));
	return entrant;
}

static void start_warden(struct keeper *keeper)
{
	int ends[4], entrant = receive(keeper->socket, ends);
	struct warden self = {0};
	pid_t pid;

	if (entrant < 0) {
		/* The player is going; its exit tells us the rest. */
		close(keeper->socket);
		keeper->socket = -1;
		return;
	}
	pid = keeper->wardens < WARDENS_MAX ? fork() : -1;
	if (pid == 0)
		warden_main(keeper, entrant, ends);
	self.control = ends[3];
	if (pid < 0)
		say(&self, WARDEN_BROKEN, errno, "cannot start a process for "
		    "a bot (fork): too many processes or too little memory");
	else
		keeper->warden[keeper->wardens++] = pid;
	for (int i = 0; i < 4; i++)
		close(ends[i]);
}

/* Reaps; `*status` is the player's when it has ended, which is returned. */
static bool reap_all(struct keeper *keeper, int *status)
{
	bool over = false, orphans = false;
	int one;
	pid_t pid;

	while ((pid = waitpid(-1, &one, WNOHANG)) > 0) {
		if (pid == keeper->player) {
			*status = one;
			over = true;
			continue;
		}
		for (int i = 0; i < keeper->wardens; i++) {
			if (keeper->warden[i] != pid)
				continue;
			keeper->warden[i] =
				keeper->warden[--keeper->wardens];
			/* A warden that was killed left its bot to us. */
			orphans = orphans || one != 0;
			break;
		}
	}
	if (orphans && !over) {
		pid_t spared[WARDENS_MAX + 1];

		memcpy(spared, keeper->warden,
		       (size_t)keeper->wardens * sizeof *spared);
		spared[keeper->wardens] = keeper->player;
		kill_children(spared, keeper->wardens + 1);
	}
	return over;
}

/* Wardens end by themselves when the player's ends of their sockets close;
   orphans of dead wardens do not. */
static void end_all(struct keeper *keeper)
{
	int ignored;

	for (int i = 0; i < keeper->wardens; i++)
		waitpid(keeper->warden[i], &ignored, 0);
	kill_descendants();
	if (keeper->boxes[0] != '\0')
		remove_folder(keeper->boxes);
}

static _Noreturn void keeper_main(struct keeper *keeper)
{
	struct pollfd wait[2] = {
		{ .fd = keeper->signals, .events = POLLIN },
		{ .fd = keeper->socket, .events = POLLIN },
	};
	struct signalfd_siginfo signal;
	int status = 0;
	bool over = false;

	while (!over) {
		wait[1].fd = keeper->socket;
		if (poll(wait, 2, -1) < 0 && errno != EINTR)
			break;
		if (wait[1].fd >= 0 && wait[1].revents != 0)
			start_warden(keeper);
		if (wait[0].revents == 0 ||
		    read(keeper->signals, &signal, sizeof signal) < 0)
			continue;
		if (signal.ssi_signo == SIGCHLD)
			over = reap_all(keeper, &status);
		else if ((pid_t)signal.ssi_pid != keeper->player)
			kill(keeper->player, (int)signal.ssi_signo);
	}
	end_all(keeper);
	if (WIFEXITED(status))
		_exit(WEXITSTATUS(status));
	fprintf(stderr, "referee: the playing process was killed (%s); what "
		"is in the log is safe, go on with referee play --resume\n",
		strsignal(WTERMSIG(status)));
	_exit(2);
}

static int make_boxes(struct keeper *keeper, struct error *err)
{
	const char *folder = getenv("TMPDIR");

	if (keeper->hosting->level < LEVEL_LIMITS)
		return 0;
	if (folder == NULL || strlen(folder) > 30)
		folder = "/tmp";
	snprintf(keeper->boxes, sizeof keeper->boxes, "%s/rollcall-XXXXXX",
		 folder);
	if (mkdtemp(keeper->boxes) == NULL || chmod(keeper->boxes, 0711) != 0)
		return error_set(err, "cannot make a folder for the bots in "
				 "%s: %s", folder, strerror(errno));
	return 0;
}

int keeper_split(const struct hosting *hosting, int *keeper_socket,
		 struct error *err)
{
	static const int passed_on[] = { SIGINT, SIGTERM, SIGHUP };
	struct keeper keeper = { .hosting = hosting, .tasks =
		hosting->limits.value[LIMIT_TASKS] };
	sigset_t mask, before;
	int pair[2];

	if (sandbox_check(hosting->level, err) != 0)
		return -1;
	/* Counted for the user, not for the bot, unless it has its own. */
	if (geteuid() != 0)
		keeper.tasks = sandbox_tasks_now() + keeper.tasks *
			hosting->processes * sysconf(_SC_NPROCESSORS_ONLN);
	/* From here on there is something to tidy up. */
	sigemptyset(&mask);
	sigaddset(&mask, SIGCHLD);
	for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++)
		sigaddset(&mask, passed_on[i]);
	sigprocmask(SIG_BLOCK, &mask, &before);
	if (make_boxes(&keeper, err) != 0)
		return -1;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
		return error_set(err, "cannot make a socket: %s",
				 strerror(errno));
	keeper.player = fork();
	if (keeper.player < 0)
		return error_set(err, "cannot start a process: %s",
				 strerror(errno));
	if (keeper.player == 0) {
		/* Without its keeper nobody would end the bots. */
		prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
		sigprocmask(SIG_SETMASK, &before, NULL);
		close(pair[1]);
		*keeper_socket = pair[0];
		return 0;
	}
	close(pair[0]);
	keeper.socket = pair[1];
	keeper.signals = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	keeper_main(&keeper);
}

int keeper_start(int keeper, int entrant, const int ends[4],
		 struct error *err)
{
	union {
		char bytes[CMSG_SPACE(4 * sizeof(int))];
		struct cmsghdr header;
	} control = {0};
	struct iovec part = { .iov_base = &entrant,
			      .iov_len = sizeof entrant };
	struct msghdr message = {
		.msg_iov = &part, .msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof control.bytes,
	};
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);

	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(4 * sizeof(int));
	memcpy(CMSG_DATA(header), ends, 4 * sizeof(int));
	if (sendmsg(keeper, &message, MSG_NOSIGNAL) < 0)
		return error_set(err, "the process that starts bots is gone: "
				 "%s", strerror(errno));
	return 0;
}
