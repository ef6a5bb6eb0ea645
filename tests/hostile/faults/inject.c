/*
 * inject.c - runs a command in which one system call fails.
 *
 * inject REPORT PROGRAM CALL N ERROR COMMAND..: in the processes that descend
 * from the command and have the name PROGRAM, the N-th CALL (0: none) is not
 * made but returns ERROR: the name of an errno, or SHORT, which makes a `write`
 * write only some of its bytes.  If ERROR is the name of a signal, the call is
 * made, and just before it the caller's process group gets the signal, as from
 * a terminal; a command that stops is resumed.  SIGKILL goes to the caller
 * alone, and the call may not happen.  The report is one line: how many calls
 * there were, and how many processes were left when the command ended.  If CALL
 * is `all`, calls of every kind count, and the report continues with a line for
 * each kind: its name and how many there were.
 *
 * A filter (seccomp) makes the kernel ask us about each call, so that calls
 * inside libraries are counted too.  SHORT needs the right to read the memory
 * of the process that writes.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	SHORT = 100000,
	SIGNALS = 200000,       /* and the signal */
	ALL = -10000,           /* no call has that number */
	KINDS = 512
};

static const struct {
	const char *name;
	int number;
} errors[] = {
	{ "EAGAIN", EAGAIN }, { "EBUSY", EBUSY }, { "EINTR", EINTR },
	{ "EINVAL", EINVAL }, { "EIO", EIO }, { "EMFILE", EMFILE },
	{ "ENFILE", ENFILE }, { "ENOLCK", ENOLCK }, { "ENOMEM", ENOMEM },
	{ "ENOSPC", ENOSPC }, { "EPERM", EPERM }, { "EROFS", EROFS },
	{ "SHORT", SHORT }, { "SIGINT", SIGNALS + SIGINT },
	{ "SIGKILL", SIGNALS + SIGKILL }, { "SIGTSTP", SIGNALS + SIGTSTP },
};

struct wanted {
	const char *program;
	int call, error;
	long n, count;
	long kinds[KINDS];      /* how often, by number */
};

static int error_number(const char *name)
{
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
		if (strcmp(errors[i].name, name) == 0)
			return errors[i].number;
	return 0;
}

/* Is it a process of that program? */
static bool is_wanted(const struct wanted *wanted, pid_t pid)
{
	char path[64], name[32] = "";
	FILE *file;

	snprintf(path, sizeof path, "/proc/%ld/comm", (long)pid);
	file = fopen(path, "re");
	if (file == NULL)
		return false;
	if (fgets(name, sizeof name, file) != NULL)
		name[strcspn(name, "\n")] = '\0';
	fclose(file);
	return strcmp(name, wanted->program) == 0;
}

/* Writes half of the bytes in place of the caller, and returns how many; -1 if
   that is not possible. */
static ssize_t write_half(const struct seccomp_notif *asked)
{
	char bytes[65536];
	size_t size = asked->data.args[2] / 2;
	struct iovec here = { bytes, size < sizeof bytes ? size : sizeof bytes };
	struct iovec there = { (void *)(uintptr_t)asked->data.args[1],
			       here.iov_len };
	int process = (int)syscall(SYS_pidfd_open, (pid_t)asked->pid, 0U);
	int fd = (int)syscall(SYS_pidfd_getfd, process,
			      (int)asked->data.args[0], 0U);
	struct stat status;
	ssize_t wrote = -1;

	/* A pipe takes up to PIPE_BUF bytes completely or not at all. */
	if (fd >= 0 && here.iov_len > 0 && fstat(fd, &status) == 0 &&
	    (!S_ISFIFO(status.st_mode) ||
	     asked->data.args[2] > PIPE_BUF) &&
	    process_vm_readv((pid_t)asked->pid, &here, 1, &there, 1, 0) ==
	    (ssize_t)here.iov_len)
		wrote = write(fd, bytes, here.iov_len);
	if (fd >= 0)
		close(fd);
	if (process >= 0)
		close(process);
	return wrote;
}

/* Disturbs the call that was wanted, or sets its result. */
static void disturb(int error, const struct seccomp_notif *asked,
		    struct seccomp_notif_resp *told)
{
	ssize_t wrote;

	if (error == SIGNALS + SIGKILL) {
		kill((pid_t)asked->pid, SIGKILL);
	} else if (error > SIGNALS) {
		kill(-getpgid((pid_t)asked->pid), error - SIGNALS);
	} else if (error != SHORT) {
		told->flags = 0;
		told->error = -error;
	} else if ((wrote = write_half(asked)) > 0) {
		told->flags = 0;
		told->val = wrote;
	}
}

static void answer(int listener, struct wanted *wanted,
		   struct seccomp_notif *asked, struct seccomp_notif_resp *told)
{
	memset(asked, 0, sizeof *asked);
	if (seccomp_notify_receive(listener, asked) != 0)
		return;
	*told = (struct seccomp_notif_resp){ .id = asked->id,
		.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE };
	if (is_wanted(wanted, (pid_t)asked->pid)) {
		if (asked->data.nr >= 0 && asked->data.nr < KINDS)
			wanted->kinds[asked->data.nr]++;
		if (++wanted->count == wanted->n)
			disturb(wanted->error, asked, told);
	}
	/* A process that was killed meanwhile needs no answer. */
	if (seccomp_notify_respond(listener, told) != 0)
		return;
}

static _Noreturn void become(char **command, int call, volatile int *shared)
{
	scmp_filter_ctx filter;

	/* So that a signal to its group does not reach us. */
	setpgid(0, 0);
	filter = seccomp_init(call == ALL ? SCMP_ACT_NOTIFY : SCMP_ACT_ALLOW);
	if (filter == NULL ||
	    (call != ALL &&
	     seccomp_rule_add(filter, SCMP_ACT_NOTIFY, call, 0) != 0) ||
	    seccomp_load(filter) != 0) {
		shared[0] = -2;
		_exit(99);
	}
	shared[0] = seccomp_notify_fd(filter);
	while (shared[1] == 0)
		sched_yield();
	execv(command[0], command);
	_exit(99);
}

/* The descriptor that answers the filter, copied from the child. */
static int take_listener(pid_t child, volatile int *shared)
{
	int process = (int)syscall(SYS_pidfd_open, child, 0U), fd;

	while (shared[0] == -1)
		sched_yield();
	fd = shared[0] < 0 ? -1 :
		(int)syscall(SYS_pidfd_getfd, process, shared[0], 0U);
	shared[1] = 1;
	close(process);
	return fd;
}

/* Resumes a stopped command, as a shell does. */
static void go_on(pid_t command)
{
	siginfo_t stopped = { .si_pid = 0 };

	if (waitid(P_PID, (id_t)command, &stopped, WSTOPPED | WNOHANG) == 0 &&
	    stopped.si_pid == command)
		kill(-command, SIGCONT);
}

/* Answers until the command has ended.  Returns its status. */
static int serve(pid_t command, int listener, struct wanted *wanted)
{
	enum { LOOK_MS = 10 };
	const bool stops = wanted->error == SIGNALS + SIGTSTP;
	int status = 0, process = (int)syscall(SYS_pidfd_open, command, 0U);
	struct pollfd wait[2] = { { .fd = listener, .events = POLLIN },
				  { .fd = process, .events = POLLIN } };
	struct seccomp_notif_resp *told;
	struct seccomp_notif *asked;

	if (seccomp_notify_alloc(&asked, &told) != 0)
		return 99 << 8;
	while (poll(wait, 2, stops ? LOOK_MS : -1) >= 0 || errno == EINTR) {
		if (stops)
			go_on(command);
		if ((wait[0].revents & POLLIN) != 0)
			answer(listener, wanted, asked, told);
		else if (wait[1].revents != 0)
			break;
	}
	waitpid(command, &status, 0);
	seccomp_notify_free(asked, told);
	return status;
}

/* Kills the processes that are left after a while; returns how many. */
static int sweep(void)
{
	const struct timespec moment = { .tv_nsec = 1000000 };
	char path[64], text[4096];
	int left = 0;

	/* Processes that are killed with their parent end a little later. */
	for (int i = 0; i < 2000 && waitpid(-1, NULL, WNOHANG) >= 0; i++)
		nanosleep(&moment, NULL);
	snprintf(path, sizeof path, "/proc/self/task/%ld/children",
		 (long)getpid());
	while (waitpid(-1, NULL, WNOHANG) >= 0) {
		FILE *file = fopen(path, "re");
		char *at = text;
		long pid;

		if (file == NULL)
			return -1;
		text[fread(text, 1, sizeof text - 1, file)] = '\0';
		fclose(file);
		while ((pid = strtol(at, &at, 10)) > 0)
			left += kill((pid_t)pid, SIGKILL) == 0;
	}
	return left;
}

static int write_report(const char *path, const struct wanted *wanted)
{
	FILE *report = fopen(path, "w");

	if (report == NULL)
		return -1;
	fprintf(report, "%ld %d\n", wanted->count, sweep());
	for (int i = 0; i < KINDS && wanted->call == ALL; i++) {
		char *name = seccomp_syscall_resolve_num_arch(
			SCMP_ARCH_NATIVE, i);

		if (wanted->kinds[i] > 0)
			fprintf(report, "%s %ld\n", name != NULL ? name : "?",
				wanted->kinds[i]);
		free(name);
	}
	return fclose(report);
}

int main(int argc, char **argv)
{
	volatile int *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct wanted wanted = {0};
	int listener, status;
	pid_t pid;

	if (argc < 7 || shared == MAP_FAILED)
		return 98;
	wanted.program = argv[2];
	wanted.call = strcmp(argv[3], "all") == 0 ? ALL :
		seccomp_syscall_resolve_name(argv[3]);
	wanted.n = strtol(argv[4], NULL, 10);
	wanted.error = error_number(argv[5]);
	if (wanted.call == __NR_SCMP_ERROR || wanted.error == 0)
		return 98;
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	shared[0] = -1;
	pid = fork();
	if (pid == 0)
		become(argv + 6, wanted.call, shared);
	listener = pid > 0 ? take_listener(pid, shared) : -1;
	if (listener < 0)
		return 98;
	status = serve(pid, listener, &wanted);
	close(listener);
	if (write_report(argv[1], &wanted) != 0)
		return 98;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
