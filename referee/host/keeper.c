/*
 * keeper.c - the process that starts bots and outlives the other processes.
 */
#define _GNU_SOURCE
#include "host/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
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

#include "base/clock.h"
#include "base/printable.h"
#include "base/process.h"
#include "host/bot_folders.h"
#include "host/freezer.h"
#include "host/host_features.h"
#include "host/process_tree.h"
#include "host/sandbox_steps.h"
#include "host/warden.h"

enum {
	WARDENS_MAX = 4096,
	END_WAIT_MS = 5000      /* for wardens, when the player is gone */
};

struct keeper {
	const struct hosting *hosting;
	int socket;             /* from the player */
	int signals;            /* a signalfd */
	pid_t player;
	pid_t warden[WARDENS_MAX];
	int wardens;
	long tasks;             /* RLIMIT_NPROC for a bot, below `strict` */
	int core;               /* the match's own processor, or -1 */
	char boxes[1024];       /* parent of the bots' folders; "": none */
	struct freezer_home home;
	pid_t tidier;           /* the process that removes folders, or 0 */
	unsigned aside;         /* folders put aside so far .. */
	unsigned handed;        /* .. and handed to a tidier */
};

/* ### the bots' folders

   Bots may fill their folders with more than can be removed in seconds.  So
   that the match does not wait for that, a folder is renamed when its bot is
   gone, and another process, the tidier, removes it. */

static void name_aside(const struct keeper *keeper, unsigned number,
		       char *path, size_t room)
{
	snprintf(path, room, "%s/old-%u", keeper->boxes, number);
}

/* Renames the folder of a bot that has ended, and whose warden has too. */
static void put_aside(struct keeper *keeper, pid_t warden)
{
	char box[1100], old[1100];

	if (keeper->boxes[0] == '\0')
		return;
	snprintf(box, sizeof box, "%s/%ld", keeper->boxes, (long)warden);
	if (rmdir(box) == 0 || errno == ENOENT)
		return;
	/* Another bot will run as its user. */
	if (geteuid() == 0 && (lchown(box, 0, 0) != 0 || chmod(box, 0700) != 0))
		return;
	do
		name_aside(keeper, keeper->aside++, old, sizeof old);
	while (rename(box, old) != 0 && (errno == EEXIST ||
	       errno == ENOTEMPTY || errno == ENOTDIR || errno == EISDIR));
}

/* If the keeper is killed, the last process to end removes all folders. */
static _Noreturn void tidier_main(const struct keeper *keeper, pid_t parent)
{
	char old[1100];

	setpriority(PRIO_PROCESS, 0, 19);
	for (unsigned i = keeper->handed; i < keeper->aside; i++) {
		name_aside(keeper, i, old, sizeof old);
		remove_tree(old);
	}
	if (getppid() != parent)
		remove_tree(keeper->boxes);
	_exit(0);
}

static void hand_to_tidier(struct keeper *keeper)
{
	const pid_t parent = getpid();
	pid_t pid;

	if (keeper->tidier != 0 || keeper->handed == keeper->aside)
		return;
	pid = fork();
	if (pid == 0)
		tidier_main(keeper, parent);
	if (pid < 0)
		return;         /* next time, or at the end */
	keeper->tidier = pid;
	keeper->handed = keeper->aside;
}

/* Does the folder still exist?  Removes it if it is empty. */
static bool is_left(const char *folder)
{
	return rmdir(folder) != 0 && errno != ENOENT;
}

/* When all bots are gone: removes all remaining folders, and those of earlier
   runs that were killed.  The first signal prints what we are doing, the second
   one ends it. */
static void remove_boxes(const struct keeper *keeper)
{
	struct pollfd wait = { .fd = keeper->signals, .events = POLLIN };
	struct signalfd_siginfo signal;
	const char *where = keeper->boxes[0] != '\0' ? keeper->boxes :
		"other folders";
	const bool others = bot_folders_left(false);
	int asked = 0;
	pid_t pid;

	if (!is_left(keeper->boxes) && !others)
		return;
	pid = fork();
	/* Without a child we do it here.  Twice: a call may fail once. */
	for (int tries = 0; pid <= 0 && tries < 2 && is_left(keeper->boxes);
	     tries++)
		remove_tree(keeper->boxes);
	if (pid <= 0 && others)
		bot_folders_left(true);
	if (pid == 0)
		_exit(0);
	while (pid > 0 && waitpid(pid, NULL, WNOHANG) == 0) {
		if (poll(&wait, 1, -1) < 0 ||
		    read(keeper->signals, &signal, sizeof signal) < 0 ||
		    signal.ssi_signo == SIGCHLD)
			continue;
		if (++asked == 1) {
			printable_line(stderr, "referee: still removing what "
				       "bots left in %s; a second signal "
				       "leaves it there", where);
		} else if (asked == 2) {
			kill(pid, SIGKILL);
			printable_line(stderr, "referee: %s was not removed",
				       where);
		}
	}
	if (asked < 2 && is_left(keeper->boxes))
		printable_line(stderr, "referee: cannot remove %s: %s",
			       keeper->boxes, strerror(errno));
}

/* ### the keeper */

/* A request from the player: an entrant and its descriptors. */
struct keeper_request {
	int entrant;
	struct iovec part;
	struct msghdr message;
	union {
		char bytes[CMSG_SPACE(CHILD_ENDS * sizeof(int))];
		struct cmsghdr header;
	} control;              /* last: it ends with a flexible array */
};

static void request_init(struct keeper_request *request, int entrant)
{
	memset(request, 0, sizeof *request);
	request->entrant = entrant;
	request->part.iov_base = &request->entrant;
	request->part.iov_len = sizeof request->entrant;
	request->message.msg_iov = &request->part;
	request->message.msg_iovlen = 1;
	request->message.msg_control = request->control.bytes;
	request->message.msg_controllen = sizeof request->control.bytes;
}

/* Receives a request from the player.  Returns the entrant, or -1. */
static int receive(int socket, int ends[CHILD_ENDS])
{
	struct keeper_request request;
	struct cmsghdr *header;
	ssize_t got;

	request_init(&request, -1);
	do
		got = recvmsg(socket, &request.message, MSG_CMSG_CLOEXEC);
	while (got < 0 && errno == EINTR);
	if (got != (ssize_t)sizeof request.entrant)
		return -1;
	header = CMSG_FIRSTHDR(&request.message);
	if (header == NULL || header->cmsg_type != SCM_RIGHTS ||
	    header->cmsg_len != CMSG_LEN(CHILD_ENDS * sizeof(int)))
		return -1;
	memcpy(ends, CMSG_DATA(header), CHILD_ENDS * sizeof(int));
	return request.entrant;
}

static void start_warden(struct keeper *keeper)
{
	struct warden_task task = {
		.child = { .hosting = keeper->hosting, .core = keeper->core,
			   .tasks = keeper->tasks },
		.signals = keeper->signals, .boxes = keeper->boxes,
		.home = &keeper->home,
	};
	struct child *child = &task.child;
	pid_t pid;

	child->entrant = receive(keeper->socket, child->ends);
	if (child->entrant < 0) {
		/* The player is about to exit. */
		close(keeper->socket);
		keeper->socket = -1;
		return;
	}
	errno = EAGAIN;
	pid = keeper->wardens < WARDENS_MAX ? fork() : -1;
	if (pid == 0) {
		close(keeper->socket);
		warden_main(&task);
	}
	if (pid < 0) {
		struct error err;

		error_set(&err, "cannot start a process for a bot (fork): %s; "
			  "too many processes or too little memory",
			  strerror(errno));
		warden_say(child->ends[CHILD_CONTROL], WARDEN_BROKEN, errno,
			   err.text);
	} else {
		keeper->warden[keeper->wardens++] = pid;
	}
	for (int i = 0; i < CHILD_ENDS; i++)
		close(child->ends[i]);
}

/* Reaps all children that have ended.  Returns whether the player has, with its
   exit status in `*status`. */
static bool reap_all(struct keeper *keeper, int *status)
{
	bool over = false, orphans = false;
	int one;
	pid_t pid;

	while ((pid = process_tree_reap(&one)) > 0) {
		if (pid == keeper->player) {
			*status = one;
			over = true;
			continue;
		}
		if (pid == keeper->tidier)
			keeper->tidier = 0;
		for (int i = 0; i < keeper->wardens; i++) {
			if (keeper->warden[i] != pid)
				continue;
			keeper->warden[i] =
				keeper->warden[--keeper->wardens];
			put_aside(keeper, pid);
			/* A warden that was killed has not removed its group,
			   and its bot is now our child. */
			if (one != 0)
				freezer_remove_of(&keeper->home, pid);
			orphans = orphans || one != 0;
			break;
		}
	}
	if (orphans && !over) {
		pid_t spared[WARDENS_MAX + 2];

		memcpy(spared, keeper->warden,
		       (size_t)keeper->wardens * sizeof *spared);
		spared[keeper->wardens] = keeper->player;
		spared[keeper->wardens + 1] = keeper->tidier;
		process_tree_kill_children(spared, keeper->wardens + 2);
	}
	return over;
}

/* Wardens exit when the player's ends of their sockets close, unless a bot has
   stopped them with a signal; orphans of dead wardens do not exit. */
static void end_all(struct keeper *keeper)
{
	const struct timespec moment = { .tv_nsec = 200000 };
	const int64_t deadline = clock_us() + 1000 * END_WAIT_MS;
	int status, left;

	for (int i = 0; i < keeper->wardens; i++)
		kill(keeper->warden[i], SIGCONT);
	while (keeper->wardens > 0 && clock_us() < deadline) {
		reap_all(keeper, &status);
		if (keeper->wardens > 0)
			nanosleep(&moment, NULL);
	}
	left = process_tree_end();
	if (left > 0)
		fprintf(stderr, "referee: cannot end %s of a bot that %s "
			"changed to another user\n", left > 1 ?
			"processes" : "a process", left > 1 ? "have" : "has");
	for (int i = 0; i < keeper->wardens; i++)
		freezer_remove_of(&keeper->home, keeper->warden[i]);
	remove_boxes(keeper);
}

/* Somebody has quit a pager, which needs no words. */
static void end_like_player(void)
{
	signal(SIGPIPE, SIG_DFL);
	raise(SIGPIPE);
}

static _Noreturn void keeper_main(struct keeper *keeper)
{
	struct pollfd wait[2] = {
		{ .fd = keeper->signals, .events = POLLIN },
		{ .fd = keeper->socket, .events = POLLIN },
	};
	const struct timespec moment = { .tv_nsec = 1000000 };
	struct signalfd_siginfo signal;
	int status = 0;
	bool over = false;

	while (!over) {
		wait[1].fd = keeper->socket;
		if (poll(wait, 2, -1) < 0) {
			/* Out of memory: retry until some is free. */
			nanosleep(&moment, NULL);
			continue;
		}
		if (wait[1].fd >= 0 && wait[1].revents != 0)
			start_warden(keeper);
		if (wait[0].revents == 0 ||
		    read(keeper->signals, &signal, sizeof signal) < 0)
			continue;
		if (signal.ssi_signo == SIGCHLD)
			over = reap_all(keeper, &status);
		else
			stop_signals_pass_on(keeper->player);
		hand_to_tidier(keeper);
	}
	end_all(keeper);
	if (WIFEXITED(status))
		_exit(WEXITSTATUS(status));
	if (WTERMSIG(status) == SIGPIPE)
		end_like_player();
	fprintf(stderr, "referee: the playing process was killed (%s)%s\n",
		strsignal(WTERMSIG(status)), keeper->hosting->advice != NULL ?
		keeper->hosting->advice : "");
	_exit(2);
}

/* Descriptors that this user's processes have sent and that have not been
   received yet count against the limit of open files of each sender, such as
   this process; so raises that limit. */
static void allow_files(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) != 0)
		return;
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
}

/* Sets up what both processes need; `pair` is the socket between them. */
static int set_up(struct keeper *keeper, const sigset_t *mask, int pair[2],
		  struct error *err)
{
	if (hosting_uses(keeper->hosting, LEVEL_LIMITS) &&
	    bot_folders_make(keeper->boxes, sizeof keeper->boxes, err) != 0)
		return -1;
	keeper->signals = signalfd(-1, mask, SFD_CLOEXEC | SFD_NONBLOCK);
	if (keeper->signals < 0)
		return error_set(err, "cannot wait for signals (signalfd): %s",
				 strerror(errno));
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
		return error_set(err, "cannot make a socket: %s",
				 strerror(errno));
	return 0;
}

/* If the control group has a limit, each bot gets an equal share of it, so that
   no bot uses up the memory of others. */
static void share_memory(const struct hosting *hosting,
			 struct freezer_home *home)
{
	const long long megabyte = 1 << 20, ours = 16 * megabyte;
	const int jobs = hosting->jobs > 1 ? hosting->jobs : 1;
	const long long most = freezer_memory();
	const long long share = (most / jobs - ours) / hosting->processes;
	struct freezer trial;

	if (most == 0 || share < megabyte)
		return;
	home->share = share;
	freezer_make(home, getpid(), &trial);
	if (trial.memory[0] != '\0')
		fprintf(stderr, "referee: warning: the control group may have "
			"%lld MB of memory: each bot may have %lld of them\n",
			most / megabyte, share / megabyte);
	freezer_remove(&trial);
}

int keeper_split(struct hosting *hosting, int *keeper_socket,
		 struct error *err)
{
	static const int passed_on[] = { SIGINT, SIGTERM, SIGHUP };
	/* Wardens need not know that bots are suspended at times. */
	const struct sigaction ends_only = { .sa_handler = SIG_DFL,
					     .sa_flags = SA_NOCLDSTOP };
	const struct sigaction ignored = { .sa_handler = SIG_IGN };
	struct keeper keeper = { .hosting = hosting, .player = -1,
		.core = sched_getcpu() };
	sigset_t mask, before;
	int pair[2];

	host_features_share_tasks(hosting);
	if (host_features_check(hosting, err) != 0)
		return -1;
	keeper.tasks = hosting->limits.value[LIMIT_TASKS];
	/* RLIMIT_NPROC counts all processes of the user, which only for root
	   are those of one bot. */
	if (geteuid() != 0)
		keeper.tasks = host_features_tasks_now() + keeper.tasks *
			hosting->processes * sysconf(_SC_NPROCESSORS_ONLN);
	/* Before there are children: setting it drops pending signals. */
	sigaction(SIGCHLD, &ends_only, NULL);
	/* A bot can make its pipes send it to any process of the same user. */
	sigaction(SIGIO, &ignored, NULL);
	/* Blocked before we make anything that has to be removed. */
	sigemptyset(&mask);
	sigaddset(&mask, SIGCHLD);
	for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++)
		sigaddset(&mask, passed_on[i]);
	sigprocmask(SIG_BLOCK, &mask, &before);
	if (set_up(&keeper, &mask, pair, err) == 0) {
		/* So that a stop that is passed on at once does not end it. */
		stop_signals_interrupt(false);
		keeper.player = fork();
		if (keeper.player < 0)
			error_set(err, "cannot start a process (fork): %s",
				  strerror(errno));
	}
	/* Descriptors stay open: this process is about to exit. */
	if (keeper.player < 0) {
		if (keeper.boxes[0] != '\0')
			rmdir(keeper.boxes);
		return -1;
	}
	if (keeper.player == 0) {
		/* Without the keeper nobody would end the bots. */
		prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
		allow_files();
		sandbox_steps_prompt();
		stop_signals_catch_from_parent();
		sigprocmask(SIG_SETMASK, &before, NULL);
		close(pair[1]);
		close(keeper.signals);
		*keeper_socket = pair[0];
		return 0;
	}
	close(pair[0]);
	keeper.socket = pair[1];
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	if (hosting_uses(hosting, LEVEL_STRICT))
		strict_prepare();
	for (int level = 0; level < LEVEL_COUNT; level++) {
		if (!hosting_uses(hosting, (enum level)level) ||
		    !freezer_is_safe((enum level)level))
			continue;
		freezer_find_home(&keeper.home);
		freezer_tidy(&keeper.home);
		share_memory(hosting, &keeper.home);
		break;
	}
	keeper_main(&keeper);
}

int keeper_start(int keeper, int entrant, const int ends[CHILD_ENDS],
		 struct error *err)
{
	struct keeper_request request;
	struct cmsghdr *header;

	request_init(&request, entrant);
	header = CMSG_FIRSTHDR(&request.message);
	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(CHILD_ENDS * sizeof(int));
	memcpy(CMSG_DATA(header), ends, CHILD_ENDS * sizeof(int));
	if (sendmsg(keeper, &request.message, MSG_NOSIGNAL) >= 0)
		return 0;
	if (errno == ETOOMANYREFS)
		return error_set(err, "cannot start a bot (sendmsg): %s; bots "
				 "of this user have sent too many descriptors "
				 "that were not received; raise the hard limit "
				 "of open files (ulimit -Hn) to 256 more than "
				 "the limit `files`",
				 strerror(errno));
	return error_set(err, "the process that starts bots is gone "
			 "(sendmsg): %s", strerror(errno));
}
