/*
 * hostile.c - a bot that misbehaves in the way that its arguments name.
 *
 * hostile NAME @FOLDER TCP UDP MOVE_MS FILES BOX_MB: plays well, and commits
 * the misdeed NAME at its moment.  tests/hostile/hostile.py has the outcome
 * that each must have.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/wait.h>
#include <time.h>

#include "talk.h"

struct target target;
static struct misdeed *misdeeds;

void misdeed_add(struct misdeed *misdeed)
{
	misdeed->next = misdeeds;
	misdeeds = misdeed;
}

/* ### what misdeeds use */

void put(const char *bytes, size_t size)
{
	while (size > 0) {
		ssize_t wrote = write(1, bytes, size);

		if (wrote < 0 && errno != EINTR && errno != EAGAIN)
			return;
		if (wrote > 0) {
			bytes += wrote;
			size -= (size_t)wrote;
		}
	}
}

void put_text(const char *text)
{
	put(text, strlen(text));
}

void put_often(int fd, const char *bytes, size_t size, long times)
{
	for (long i = 0; times == 0 || i < times; i++)
		if (write(fd, bytes, size) < 0 && errno != EINTR)
			return;
}

void put_pages(int fd, char byte, long times)
{
	static char page[65536];

	memset(page, byte, sizeof page);
	put_often(fd, page, sizeof page, times);
}

void hang(void)
{
	for (;;)
		pause();
}

void *hang_thread(void *ignored)
{
	(void)ignored;
	hang();
}

void start_threads(int count, void *(*run)(void *))
{
	pthread_attr_t small;
	pthread_t thread;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	while (count-- > 0 && pthread_create(&thread, &small, run, NULL) == 0)
		continue;
}

void ignore_signals(void)
{
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_IGN);
}

void spin(void)
{
	for (volatile unsigned i = 0;; i++)
		continue;
}

void pause_ms(long ms)
{
	struct timespec left = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&left, &left) != 0 && errno == EINTR)
		continue;
}

size_t read_start(const char *path, char *text, size_t room)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got = fd >= 0 ? read(fd, text, room - 1) : -1;

	if (fd >= 0)
		close(fd);
	text[got > 0 ? got : 0] = '\0';
	return got > 0 ? (size_t)got : 0;
}

const char *opens(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return NULL;
	close(fd);
	return "opened";
}

pid_t next_process(DIR *proc, const char *whose)
{
	char path[300], command[4096], wanted[300];
	struct dirent *entry;

	snprintf(wanted, sizeof wanted, "%.200s/%s", target.folder, whose);
	while (proc != NULL && (entry = readdir(proc)) != NULL) {
		pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
		size_t size;

		if (pid <= 1 || pid == getpid())
			continue;
		snprintf(path, sizeof path, "/proc/%ld/cmdline", (long)pid);
		size = read_start(path, command, sizeof command);
		if (memmem(command, size, wanted, strlen(wanted)) != NULL)
			return pid;
	}
	return 0;
}

/* ### checks */

static void tell(const char *name, const char *result)
{
	char line[256];

	snprintf(line, sizeof line, "check %s %.180s\n", name, result);
	if (write(2, line, strlen(line)) < 0)
		_exit(9);
}

static void check_one(const struct check *check)
{
	pid_t child = fork();
	const char *found;
	int status;

	if (child < 0) {
		tell(check->name, "could not run: fork");
		return;
	}
	if (child == 0) {
		found = check->attempt();
		if (found != NULL)
			tell(check->name, found);
		_exit(found != NULL ? 1 : 0);
	}
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	if (WIFSIGNALED(status) && WTERMSIG(status) != SIGSYS)
		tell(check->name, "could not run: killed");
	else if (WIFSIGNALED(status) || WEXITSTATUS(status) == 0)
		tell(check->name, "refused");
}

void check_all(const struct check *checks)
{
	char done[32];
	int count = 0;

	for (; checks != NULL; checks = checks->next, count++)
		check_one(checks);
	snprintf(done, sizeof done, "checks %d\n", count);
	if (write(2, done, strlen(done)) < 0)
		_exit(9);
}

/* ### playing */

static char *line;
static size_t line_size;

void skip_line(void)
{
	if (getline(&line, &line_size, stdin) < 0)
		exit(0);
}

static bool is(const char *type)
{
	char start[32];

	snprintf(start, sizeof start, "{\"type\":\"%s\"", type);
	return strncmp(line, start, strlen(start)) == 0;
}

static const struct misdeed *find(const char *name)
{
	const struct misdeed *one = misdeeds;

	while (one != NULL && strcmp(one->name, name) != 0)
		one = one->next;
	return one;
}

static void commit(const struct misdeed *misdeed)
{
	misdeed->commit();
	if (misdeed->last)
		hang();
}

static void play(const struct misdeed *misdeed)
{
	bool done = false;
	int games = 0;

	for (;;) {
		bool now = false;

		skip_line();
		games += is("game");
		if (!done)
			now = (misdeed->when == AT_HELLO && is("hello")) ||
				(misdeed->when == AT_OVER && is("over")) ||
				(misdeed->when == AT_GAME && is("game") &&
				 games == 2) ||
				(misdeed->when == AT_TURN && is("turn") &&
				 games == 2);
		if (now) {
			done = true;
			commit(misdeed);
		}
		if (is("hello"))
			put_text("{\"type\":\"ready\"}\n");
		if (is("turn") || is("again"))
			put_text(GOOD);
	}
}

int main(int argc, char **argv)
{
	const struct misdeed *misdeed = argc == 8 ? find(argv[1]) : NULL;

	if (misdeed == NULL) {
		fprintf(stderr, "hostile: NAME @FOLDER TCP UDP MOVE_MS FILES "
			"BOX_MB\n");
		return 2;
	}
	/* The @ keeps a referee from taking FOLDER for a file of the bot. */
	target.folder = argv[2] + 1;
	target.tcp = (int)strtol(argv[3], NULL, 10);
	target.udp = (int)strtol(argv[4], NULL, 10);
	target.move_ms = (int)strtol(argv[5], NULL, 10);
	target.files = (int)strtol(argv[6], NULL, 10);
	target.box_mb = (int)strtol(argv[7], NULL, 10);
	if (misdeed->when == AT_START)
		commit(misdeed);
	play(misdeed);
}
