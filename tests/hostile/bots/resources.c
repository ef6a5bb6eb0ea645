/*
 * resources.c - hostile bots that take more than their share.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "talk.h"

enum { MEGABYTE = 1 << 20 };

/* ### memory and time */

static void hogs_memory(void)
{
	for (int i = 0; i < 400; i++) {
		char *more = malloc(MEGABYTE);

		if (more == NULL)
			abort();
		memset(more, 1, MEGABYTE);
	}
	hang();
}

static void just_enough_memory(void)
{
	for (int i = 0; i < 80; i++) {
		char *more = malloc(MEGABYTE);

		if (more == NULL)
			abort();
		memset(more, 1, MEGABYTE);
	}
}

/* No limit of a process counts this memory; it must go with the bot. */
static void hogs_shared_memory(void)
{
	for (int i = 0; i < 150; i++) {
		char *more = mmap(NULL, MEGABYTE, PROT_READ | PROT_WRITE,
				  MAP_SHARED | MAP_ANONYMOUS, -1, 0);

		if (more == MAP_FAILED)
			break;
		memset(more, 1, MEGABYTE);
	}
	hang();
}

static void locks_memory(void)
{
	if (mlockall(MCL_CURRENT | MCL_FUTURE) == 0)
		hogs_memory();
	hang();
}

static void burns_the_processor(void)
{
	spin();
}

/* Several processes burn it, so that each stays below the limit. */
static void children_burn(void)
{
	for (int i = 0; i < 4; i++)
		if (fork() == 0)
			spin();
	hang();
}

/* Each child that burnt some of it has ended when the referee looks. */
static void short_lived_burn(void)
{
	for (;;) {
		pid_t child = fork();

		if (child == 0) {
			alarm(0);
			for (volatile int i = 0; i < 20000000; i++)
				continue;
			_exit(0);
		}
		waitpid(child, NULL, 0);
	}
}

/* ### files */

static void one_file(int megabytes)
{
	static char bytes[MEGABYTE];
	int fd = open("big", O_CREAT | O_WRONLY, 0600);

	if (fd < 0)
		_exit(9);
	memset(bytes, 'x', sizeof bytes);
	for (int i = 0; i < megabytes; i++)
		if (write(fd, bytes, sizeof bytes) != sizeof bytes)
			_exit(8);
	close(fd);
}

static void file_beyond_its_box(void)
{
	one_file(target.box_mb + 1);
	_exit(7);
}

static void file_within_its_box(void)
{
	one_file(target.box_mb - 1);
}

/* Writes unlinked files, so that none remains; returns the megabytes. */
static int fill(const char *folder)
{
	static char bytes[MEGABYTE];
	int most = target.box_mb / 2, wrote = 0;

	for (int i = 0; i < 3; i++) {
		char path[64];
		int fd;

		snprintf(path, sizeof path, "%s/rc-hostile-%ld-%d", folder,
			 (long)getpid(), i);
		fd = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
		if (fd < 0 || unlink(path) != 0)
			break;
		for (int part = 0; part < most; part++)
			wrote += write(fd, bytes, sizeof bytes) ==
				sizeof bytes;
	}
	return wrote;
}

/* Fills every folder in which it may write; the box limits the sum. */
static const char *many_files(void)
{
	static const char *const folders[] = { ".", "/tmp", "/dev/shm",
					       "/var/tmp", "/run" };
	int wrote = 0;

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		wrote += fill(folders[i]);
	return wrote > target.box_mb ? "more than its box" : NULL;
}

static void fills_the_disk(void)
{
	const struct check checks[] = { { "box", many_files },
					{ NULL, NULL } };

	check_all(checks);
}

static void many_names(void)
{
	char name[32];

	for (int i = 0; i < 10000; i++) {
		int fd;

		snprintf(name, sizeof name, "name-%d", i);
		fd = open(name, O_CREAT | O_WRONLY, 0600);
		if (fd < 0)
			break;
		close(fd);
	}
}

/* More folders than can be removed quickly. */
static void wide_folder(void)
{
	char name[32];

	for (int i = 0; i < 20000; i++) {
		snprintf(name, sizeof name, "%d", i);
		if (mkdir(name, 0700) != 0)
			break;
	}
	hang();
}

/* Deeper than a path may be long, and than files may be open. */
static void deep_folder(void)
{
	for (int i = 0; i < 6000; i++)
		if (mkdir("d", 0700) != 0 || chdir("d") != 0)
			break;
	hang();
}

static const char *many_open(void)
{
	int count = 3, fd;

	while (count < 5000 && (fd = open("/dev/null", O_RDONLY)) >= 0)
		count++;
	if (count > target.files)
		return "more files than allowed";
	/* It must be able to open all that are allowed. */
	return count < target.files ? "fewer files than allowed" : NULL;
}

static void opens_many_files(void)
{
	const struct check checks[] = { { "files", many_open },
					{ NULL, NULL } };

	check_all(checks);
}

/* Sends itself as many copies of a descriptor as may be in flight.  They are
   counted per user; a bot that cannot send any exits. */
static void sends_many_files(void)
{
	enum { EACH = 250 };
	union {
		char bytes[CMSG_SPACE(EACH * sizeof(int))];
		struct cmsghdr header;
	} control = {0};
	struct iovec part = { .iov_base = &control, .iov_len = 1 };
	struct msghdr message = {
		.msg_iov = &part, .msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof control.bytes,
	};
	int pair[2], sent = 0;

	control.header.cmsg_level = SOL_SOCKET;
	control.header.cmsg_type = SCM_RIGHTS;
	control.header.cmsg_len = CMSG_LEN(EACH * sizeof(int));
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
		_exit(9);
	while (sent < 20 && sendmsg(pair[0], &message, MSG_DONTWAIT) >= 0)
		sent++;
	if (sent == 0)
		_exit(8);
}

/* ### error output */

static void floods_errors(void)
{
	static char bytes[65536];

	memset(bytes, 'x', sizeof bytes);
	put_often(2, bytes, sizeof bytes, 4096);
	hang();
}

/* Empty lines, in case the referee allocates memory for each. */
static void floods_errors_with_lines(void)
{
	static char bytes[65536];

	memset(bytes, '\n', sizeof bytes);
	put_often(2, bytes, sizeof bytes, 4096);
	hang();
}

/* Also while the rival is to decide. */
static void floods_errors_for_ever(void)
{
	static char bytes[65536];

	if (fork() != 0)
		return;
	signal(SIGPIPE, SIG_DFL);
	put_often(2, bytes, sizeof bytes, 0);
	_exit(0);
}

static void a_megabyte_of_errors(void)
{
	static char bytes[65536];

	memset(bytes, 'x', sizeof bytes);
	put_often(2, bytes, sizeof bytes, 15);
}

const struct misdeed resource_misdeeds[] = {
	{ "hogs_memory", AT_TURN, hogs_memory },
	{ "just_enough_memory", AT_TURN, just_enough_memory },
	{ "hogs_shared_memory", AT_TURN, hogs_shared_memory },
	{ "locks_memory", AT_TURN, locks_memory },
	{ "burns_the_processor", AT_TURN, burns_the_processor },
	{ "children_burn", AT_TURN, children_burn },
	{ "short_lived_burn", AT_TURN, short_lived_burn },
	{ "file_beyond_its_box", AT_TURN, file_beyond_its_box },
	{ "file_within_its_box", AT_TURN, file_within_its_box },
	{ "fills_the_disk", AT_TURN, fills_the_disk },
	{ "many_names", AT_TURN, many_names },
	{ "wide_folder", AT_TURN, wide_folder },
	{ "deep_folder", AT_TURN, deep_folder },
	{ "opens_many_files", AT_TURN, opens_many_files },
	{ "sends_many_files", AT_TURN, sends_many_files },
	{ "floods_errors", AT_TURN, floods_errors },
	{ "floods_errors_with_lines", AT_TURN, floods_errors_with_lines },
	{ "floods_errors_for_ever", AT_TURN, floods_errors_for_ever },
	{ "a_megabyte_of_errors", AT_TURN, a_megabyte_of_errors },
	{ NULL, AT_TURN, NULL }
};
