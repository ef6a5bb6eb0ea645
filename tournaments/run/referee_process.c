/*
 * referee_process.c - one `referee play`: a process that plays one match; and
 * the words of a `referee check`.
 *
 * The process leads its own process group, so that Ctrl-C on the terminal
 * reaches only the tournament, which then decides.  It gets SIGKILL when the
 * tournament dies (PR_SET_PDEATHSIG); its bots end with it, see
 * referee/host/keeper.c.  The only secret it gets is that of its match, on its
 * standard input.
 */
#define _GNU_SOURCE
#include "tournaments/run/referee_process.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
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
#include "base/json_write.h"
#include "base/process.h"
#include "games/rules.h"

enum { LINE_MOST = 1 << 28, SAID_MOST = 4096, ARGUMENTS_MAX = 18 };

void referee_process_init(struct referee_process *process)
{
	*process = (struct referee_process){ .ended = -1, .out = -1,
		.errors = -1 };
}

/* ### starting */

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void close_pipe(int *ends)
{
	close_fd(&ends[0]);
	close_fd(&ends[1]);
}

struct start {
	char *const *argv;
	int in, out, errors;
	int core;               /* -1: any */
	pid_t parent;
};

/* Runs in a child that still shares our memory. */
static void exec_referee(void *context)
{
	const struct start *start = context;
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT,
		SIGTSTP, SIGPIPE, SIGWINCH, SIGCHLD };
	sigset_t none;
	cpu_set_t cores;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* The parent may have died before that took effect. */
	if (getppid() != start->parent)
		_exit(127);
	/* Signals from the terminal before it had its own group were not meant
	   for it: ignoring a signal discards a pending one. */
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		signal(signals[i], SIG_IGN);
		signal(signals[i], SIG_DFL);
	}
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (start->core >= 0) {
		CPU_ZERO(&cores);
		CPU_SET((unsigned)start->core, &cores);
		sched_setaffinity(0, sizeof cores, &cores);
	}
	if (dup2(start->in, 0) >= 0 && dup2(start->out, 1) >= 0 &&
	    dup2(start->errors, 2) >= 0)
		execv(start->argv[0], start->argv);
	_exit(127);
}

static int write_secret(int fd, const struct hash *secret, struct error *err)
{
	char hex[HASH_HEX_SIZE + 2];
	int result = 0;

	hash_to_hex(secret, hex);
	hex[HASH_HEX_SIZE] = '\n';
	/* A pipe can hold more than this: all of it is written, or nothing. */
	if (write(fd, hex, HASH_HEX_SIZE + 1) != HASH_HEX_SIZE + 1)
		result = error_set(err, "cannot pass the secret to a referee: "
				   "%s", strerror(errno));
	sodium_memzero(hex, sizeof hex);
	return result;
}

/* `jobs` has room for the number. */
static void arguments(const struct referee_order *order, char **argv,
		      char jobs[12])
{
	int n = 0;

	snprintf(jobs, 12, "%d", order->jobs);
	argv[n++] = (char *)order->referee;
	argv[n++] = "play";
	if (order->match_file != NULL) {
		argv[n++] = (char *)order->match_file;
		argv[n++] = "-o";
	} else {
		argv[n++] = "--resume";
	}
	argv[n++] = (char *)order->log;
	argv[n++] = "--fault-trace";
	argv[n++] = (char *)order->trace;
	if (order->brief)
		argv[n++] = "--fault-trace-mb=0";
	argv[n++] = "--secret-file";
	argv[n++] = "-";
	argv[n++] = "--jobs";
	argv[n++] = jobs;
	if (order->key_file != NULL) {
		argv[n++] = "--key-file";
		argv[n++] = (char *)order->key_file;
	}
	argv[n++] = "--json";
	argv[n] = NULL;
}

int referee_process_start(struct referee_process *process,
			  const struct referee_order *order, struct error *err)
{
	int in[2] = { -1, -1 }, out[2] = { -1, -1 }, errors[2] = { -1, -1 };
	char *argv[ARGUMENTS_MAX], jobs[12];
	int result = -1;
	pid_t pid;

	referee_process_release(process);
	arguments(order, argv, jobs);
	if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 ||
	    pipe2(errors, O_CLOEXEC) != 0) {
		error_set(err, "cannot make the pipes of a referee: %s",
			  strerror(errno));
		goto done;
	}
	if (write_secret(in[1], order->secret, err) != 0)
		goto done;
	pid = spawn_borrowing(exec_referee, &(struct start){
		.argv = argv, .in = in[0], .out = out[1], .errors = errors[1],
		.core = order->core, .parent = getpid() });
	if (pid < 0) {
		error_set(err, "cannot start a referee (fork): %s",
			  strerror(errno));
		goto done;
	}
	process->ended = (int)syscall(SYS_pidfd_open, pid, 0);
	if (process->ended < 0) {
		error_set(err, "cannot watch a referee (pidfd_open): %s",
			  strerror(errno));
		/* No SIGKILL: it may have made directories that only it can
		   remove. */
		kill(pid, SIGTERM);
		kill(pid, SIGINT);
		waitpid(pid, NULL, 0);
		goto done;
	}
	process->pid = pid;
	process->out = out[0];
	process->errors = errors[0];
	fcntl(process->out, F_SETFL, O_NONBLOCK);
	fcntl(process->errors, F_SETFL, O_NONBLOCK);
	out[0] = errors[0] = -1;
	result = 0;

done:
	close_pipe(in);
	close_pipe(out);
	close_pipe(errors);
	return result;
}

/* ### what it writes */

static void take_game(struct referee_process *process, const cJSON *tree)
{
	long long games;

	if (json_is_int(json_get(tree, "games"), 0, UINT32_MAX, &games))
		process->games = (uint32_t)games;
}

static void take_end(struct referee_process *process, const cJSON *tree)
{
	const cJSON *ranks = json_get(tree, "ranks");
	const cJSON *faults = json_get(tree, "faults");
	const cJSON *suspects = json_get(tree, "suspects");
	const char *log = cJSON_GetStringValue(json_get(tree, "log"));
	OWNED(json_writer) struct json_writer result = {0}, list = {0};

	if (log == NULL || !hash_from_hex(&process->log, log, strlen(log)))
		return;
	text_clear(&process->result);
	text_clear(&process->suspects);
	if (ranks == NULL || faults == NULL)
		return;
	json_key(&result, "ranks");
	json_tree(&result, ranks);
	json_key(&result, "faults");
	json_tree(&result, faults);
	if (suspects != NULL)
		json_tree(&list, suspects);
	text_append(&process->result, result.out.bytes, result.out.length);
	text_append(&process->suspects, list.out.bytes, list.out.length);
}

static void take_refused(struct referee_process *process, const cJSON *tree)
{
	const cJSON *why = json_get(tree, "why");

	process->refused = true;
	text_clear(&process->why);
	text_add(&process->why, cJSON_IsString(why) ? why->valuestring :
		 "the log cannot be resumed");
}

/* Sends the signals that are due, but not before there is a log: without one
   the match would be void. */
static void send_stops(struct referee_process *process)
{
	/* Two different ones, because two of a kind may arrive as one. */
	static const int signals[] = { SIGTERM, SIGINT };

	while (process->pid > 0 && process->started &&
	       process->sent < process->asked)
		kill(-process->pid, signals[process->sent++]);
}

static void take_line(struct referee_process *process, const char *line,
		      size_t size)
{
	struct error ignored;
	OWNED(json_tree) cJSON *tree = json_read(line, size, 8, 0, &ignored);
	const char *event = cJSON_GetStringValue(json_get(tree, "event"));

	if (event == NULL)
		event = "";
	if (strcmp(event, "start") == 0)
		process->started = true;
	else if (strcmp(event, "game") == 0)
		take_game(process, tree);
	else if (strcmp(event, "end") == 0)
		take_end(process, tree);
	else if (strcmp(event, "refused") == 0)
		take_refused(process, tree);
	send_stops(process);
}

static void take_lines(struct referee_process *process)
{
	size_t at = 0, size;
	const char *line;

	while ((line = text_next_line(&process->line, &at, &size)) != NULL)
		take_line(process, line, size);
	text_drop(&process->line, at);
	if (process->line.length > LINE_MOST)
		text_clear(&process->line);
}

/* Reads what is available.  False: the other end is closed. */
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

void referee_process_read(struct referee_process *process)
{
	if (process->out >= 0) {
		if (!drain(process->out, &process->line))
			close_fd(&process->out);
		take_lines(process);
	}
	if (process->errors >= 0 && !drain(process->errors, &process->said))
		close_fd(&process->errors);
	if (process->said.length > SAID_MOST)
		text_drop(&process->said, process->said.length - SAID_MOST);
}

/* ### ending */

void referee_process_stop(struct referee_process *process, int requests)
{
	process->asked = requests > 2 ? 2 : requests;
	send_stops(process);
	if (requests > 2 && process->pid > 0)
		kill(-process->pid, SIGKILL);
}

int referee_process_end(struct referee_process *process)
{
	int status = 0;

	referee_process_read(process);
	while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
		;
	process->pid = 0;
	return status;
}

void referee_process_release(struct referee_process *process)
{
	close_fd(&process->ended);
	close_fd(&process->out);
	close_fd(&process->errors);
	text_release(&process->line);
	text_release(&process->result);
	text_release(&process->suspects);
	text_release(&process->said);
	text_release(&process->why);
	referee_process_init(process);
}

/* ### checking a bot */

static void add_rules(char ***words, const struct referee_check *check)
{
	const struct rule *rules = check->game->rules;
	OWNED(text) struct text text = {0};

	for (int i = 0; rules[i].name != NULL; i++) {
		if (check->rule[i] == rules[i].normal)
			continue;
		text_clear(&text);
		text_printf(&text, "%s=", rules[i].name);
		rules_value_text(&rules[i], check->rule[i], &text);
		spawn_jobs_add(words, "--rules=", text_string(&text));
	}
}

static void add_limits(char ***words, const struct limits *limits)
{
	OWNED(text) struct text text = {0};

	for (int i = 0; i < LIMIT_COUNT; i++) {
		text_clear(&text);
		if (limits_text(limits, (enum limit)i, &text))
			spawn_jobs_add(words, "--limit=", text_string(&text));
	}
}

void referee_check_words(const struct referee_check *check, char ***words)
{
	char number[16];

	spawn_jobs_add(words, "", check->referee);
	spawn_jobs_add(words, "", "check");
	spawn_jobs_add(words, "", check->game->program != NULL ?
		       check->file : check->game->name);
	snprintf(number, sizeof number, "%d", check->seats);
	spawn_jobs_add(words, "--seats=", number);
	snprintf(number, sizeof number, "%" PRIu32, check->boards);
	spawn_jobs_add(words, "--boards=", number);
	if (check->only_start)
		spawn_jobs_add(words, "", "--start");
	spawn_jobs_add(words, "--sandbox=", limits_level_words[check->level]);
	add_rules(words, check);
	add_limits(words, check->limits);
	spawn_jobs_add_all(words, "--files=bot=", check->files);
	spawn_jobs_add(words, "", "--");
	spawn_jobs_add_all(words, "", check->command);
}
