/*
 * referee_process.c - one `referee play`: a process that plays one match.
 *
 * The worker is the leader of a process group of its own, so that a Ctrl-C on
 * the terminal reaches the tournament alone, which then decides.  It gets
 * SIGKILL when the tournament dies (PR_SET_PDEATHSIG); what it hosts ends with
 * it, see referee/host/keeper.c.  The only secret it gets is that of its
 * match, on its standard input.
 */
#define _GNU_SOURCE
#include "tournaments/run/referee_process.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sodium.h>

#include "base/json.h"

enum { LINE_MOST = 1 << 28, SAID_MOST = 4096, ARGUMENTS_MAX = 12 };

void worker_init(struct worker *worker)
{
	*worker = (struct worker){ .ended = -1, .out = -1, .errors = -1 };
}

/* ### starting */

static void close_pipe(int *ends)
{
	for (int i = 0; i < 2; i++) {
		if (ends[i] >= 0)
			close(ends[i]);
		ends[i] = -1;
	}
}

/* Between fork and exec: calls that are safe there, and no others. */
static void become(char *const *argv, int in, int out, int errors, int core,
		   pid_t parent)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT,
		SIGTSTP, SIGPIPE, SIGWINCH, SIGCHLD };
	sigset_t none;
	cpu_set_t cores;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* It may have died before that took hold. */
	if (getppid() != parent)
		_exit(127);
	/* What the terminal sent before it had a group of its own was not for
	   it: to ignore a signal forgets the one that waits. */
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		signal(signals[i], SIG_IGN);
		signal(signals[i], SIG_DFL);
	}
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (core >= 0) {
		CPU_ZERO(&cores);
		CPU_SET((unsigned)core, &cores);
		sched_setaffinity(0, sizeof cores, &cores);
	}
	if (dup2(in, 0) >= 0 && dup2(out, 1) >= 0 && dup2(errors, 2) >= 0)
		execv(argv[0], argv);
	_exit(127);
}

/* No signal meanwhile: our handlers would run in the child too, in memory that
   is still ours, and a child that Ctrl-Z stops would hold us for ever. */
static pid_t start(char *const *argv, int in, int out, int errors, int core)
{
	const pid_t self = getpid();
	sigset_t all, before;
	pid_t pid;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	pid = vfork();
	if (pid == 0)
		become(argv, in, out, errors, core, self);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return pid;
}

static int give_secret(int fd, const struct hash *secret, struct error *err)
{
	char hex[HASH_HEX_SIZE + 2];
	int result = 0;

	hash_to_hex(secret, hex);
	hex[HASH_HEX_SIZE] = '\n';
	/* Less than a pipe holds: it is written at once or not at all. */
	if (write(fd, hex, HASH_HEX_SIZE + 1) != HASH_HEX_SIZE + 1)
		result = error_set(err, "cannot hand the secret to a referee: "
				   "%s", strerror(errno));
	sodium_memzero(hex, sizeof hex);
	return result;
}

static void arguments(const struct worker_order *order, char **argv)
{
	int n = 0;

	argv[n++] = (char *)order->referee;
	argv[n++] = "play";
	if (order->match_file != NULL) {
		argv[n++] = (char *)order->match_file;
		argv[n++] = "-o";
	} else {
		argv[n++] = "--resume";
	}
	argv[n++] = (char *)order->log;
	argv[n++] = "--secret-file";
	argv[n++] = "-";
	if (order->key_file != NULL) {
		argv[n++] = "--key-file";
		argv[n++] = (char *)order->key_file;
	}
	argv[n++] = "--json";
	argv[n] = NULL;
}

int worker_start(struct worker *worker, const struct worker_order *order,
		 struct error *err)
{
	int in[2] = { -1, -1 }, out[2] = { -1, -1 }, errors[2] = { -1, -1 };
	char *argv[ARGUMENTS_MAX];
	pid_t pid;

	worker_release(worker);
	arguments(order, argv);
	if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 ||
	    pipe2(errors, O_CLOEXEC) != 0) {
		error_set(err, "cannot make the pipes of a referee: %s",
			  strerror(errno));
		goto failed;
	}
	if (give_secret(in[1], order->secret, err) != 0)
		goto failed;
	pid = start(argv, in[0], out[1], errors[1], order->core);
	if (pid < 0) {
		error_set(err, "cannot start a referee (fork): %s",
			  strerror(errno));
		goto failed;
	}
	worker->ended = (int)syscall(SYS_pidfd_open, pid, 0);
	if (worker->ended < 0) {
		error_set(err, "cannot watch a referee (pidfd_open): %s",
			  strerror(errno));
		/* It may have made folders that only it can remove. */
		kill(pid, SIGTERM);
		kill(pid, SIGINT);
		waitpid(pid, NULL, 0);
		goto failed;
	}
	worker->pid = pid;
	worker->out = out[0];
	worker->errors = errors[0];
	fcntl(worker->out, F_SETFL, O_NONBLOCK);
	fcntl(worker->errors, F_SETFL, O_NONBLOCK);
	out[0] = errors[0] = -1;
	close_pipe(in);
	close_pipe(out);
	close_pipe(errors);
	return 0;

failed:
	close_pipe(in);
	close_pipe(out);
	close_pipe(errors);
	return -1;
}

/* ### what it says */

static bool is_event(const char *line, size_t size, const char *name)
{
	struct text start = {0};
	bool is;

	text_printf(&start, "{\"event\":\"%s\",", name);
	is = size >= start.length &&
		memcmp(line, start.bytes, start.length) == 0;
	text_release(&start);
	return is;
}

static void take_game(struct worker *worker, const char *line, size_t size)
{
	const char *value;
	size_t length;

	if (!json_member(line, size, "games", &value, &length))
		return;
	worker->games = 0;
	for (size_t i = 0; i < length; i++)
		worker->games = worker->games * 10 +
			(uint32_t)(value[i] - '0');
}

static void take_end(struct worker *worker, const char *line, size_t size)
{
	static const char *const keys[] = { "ranks", "faults" };
	const char *value;
	size_t length;

	if (!json_member(line, size, "log", &value, &length) ||
	    length != HASH_HEX_SIZE + 2 ||
	    !hash_from_hex(&worker->log, value + 1, HASH_HEX_SIZE))
		return;
	text_clear(&worker->result);
	for (int i = 0; i < 2; i++) {
		if (!json_member(line, size, keys[i], &value, &length)) {
			text_clear(&worker->result);
			return;
		}
		text_printf(&worker->result, "%s\"%s\":", i > 0 ? "," : "",
			    keys[i]);
		text_append(&worker->result, value, length);
	}
}

static void take_refused(struct worker *worker, const char *line, size_t size)
{
	cJSON *tree = json_parse(line, size);
	const cJSON *why = json_get(tree, "why");

	worker->refused = true;
	text_clear(&worker->why);
	text_add(&worker->why, cJSON_IsString(why) ? why->valuestring :
		 "the log cannot be gone on with");
	cJSON_Delete(tree);
}

static void take_line(struct worker *worker, const char *line, size_t size)
{
	struct error ignored;

	if (json_scan(line, size, 8, 0, &ignored) != 0)
		return;
	if (is_event(line, size, "game"))
		take_game(worker, line, size);
	else if (is_event(line, size, "end"))
		take_end(worker, line, size);
	else if (is_event(line, size, "refused"))
		take_refused(worker, line, size);
}

static void take_lines(struct worker *worker)
{
	struct text *text = &worker->line;
	size_t at = 0;

	for (;;) {
		const char *start = text->bytes + at, *end;

		if (at == text->length)
			break;
		end = memchr(start, '\n', text->length - at);
		if (end == NULL)
			break;
		take_line(worker, start, (size_t)(end - start));
		at += (size_t)(end - start) + 1;
	}
	memmove(text->bytes, text->bytes + at, text->length - at);
	text->length -= at;
	if (text->length > LINE_MOST)
		text_clear(text);
}

/* Reads what is there.  False when the other end is closed. */
static bool drain(int fd, struct text *text)
{
	char bytes[65536];
	ssize_t got;

	for (;;) {
		got = read(fd, bytes, sizeof bytes);
		if (got > 0)
			text_append(text, bytes, (size_t)got);
		else if (got == 0 || (errno != EINTR && errno != EAGAIN))
			return false;
		else if (errno == EAGAIN)
			return true;
	}
}

void worker_read(struct worker *worker)
{
	if (worker->out >= 0) {
		if (!drain(worker->out, &worker->line)) {
			close(worker->out);
			worker->out = -1;
		}
		if (worker->line.length > 0)
			take_lines(worker);
	}
	if (worker->errors >= 0 && !drain(worker->errors, &worker->said)) {
		close(worker->errors);
		worker->errors = -1;
	}
	if (worker->said.length > SAID_MOST) {
		memmove(worker->said.bytes, worker->said.bytes +
			worker->said.length - SAID_MOST, SAID_MOST);
		worker->said.length = SAID_MOST;
	}
}

/* ### ending */

void worker_stop(struct worker *worker)
{
	if (worker->pid > 0)
		kill(-worker->pid, SIGTERM);
}

/* Another signal than the first: two of a kind may arrive as one. */
void worker_hurry(struct worker *worker)
{
	if (worker->pid > 0)
		kill(-worker->pid, SIGINT);
}

void worker_kill(struct worker *worker)
{
	if (worker->pid > 0)
		kill(-worker->pid, SIGKILL);
}

int worker_end(struct worker *worker)
{
	int status = 0;

	worker_read(worker);
	while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
		;
	worker->pid = 0;
	return status;
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void worker_release(struct worker *worker)
{
	close_fd(&worker->ended);
	close_fd(&worker->out);
	close_fd(&worker->errors);
	text_release(&worker->line);
	text_release(&worker->result);
	text_release(&worker->said);
	text_release(&worker->why);
	worker_init(worker);
}
