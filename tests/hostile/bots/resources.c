/*
 * resources.c - hostile bots that take more than their share.
 */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "talk.h"

enum { MEGABYTE = 1 << 20 };

/* ### memory and time */

static void take_memory(int megabytes)
{
	for (int i = 0; i < megabytes; i++) {
		char *more = malloc(MEGABYTE);

		if (more == NULL)
			abort();
		memset(more, 1, MEGABYTE);
	}
}

LAST_DEED(hogs_memory, AT_TURN) { take_memory(400); }

MISDEED(just_enough_memory, AT_TURN) { take_memory(80); }

/* No limit of a process counts this memory; it must go with the bot. */
LAST_DEED(hogs_shared_memory, AT_TURN)
{
	for (int i = 0; i < 150; i++) {
		char *more = mmap(NULL, MEGABYTE, PROT_READ | PROT_WRITE,
				  MAP_SHARED | MAP_ANONYMOUS, -1, 0);

		if (more == MAP_FAILED)
			break;
		memset(more, 1, MEGABYTE);
	}
}

LAST_DEED(locks_memory, AT_TURN)
{
	if (mlockall(MCL_CURRENT | MCL_FUTURE) == 0)
		hogs_memory();
}

MISDEED(burns_the_processor, AT_TURN) { spin(); }

/* Several processes burn it, so that each stays below the limit. */
LAST_DEED(children_burn, AT_TURN)
{
	for (int i = 0; i < 4; i++)
		if (fork() == 0)
			spin();
}

/* Each child that burnt some of it has ended when the referee looks. */
MISDEED(short_lived_burn, AT_TURN)
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

MISDEED(file_beyond_its_box, AT_TURN)
{
	one_file(target.box_mb + 1);
	_exit(7);
}

MISDEED(file_within_its_box, AT_TURN) { one_file(target.box_mb - 1); }

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
static const char *fill_all(void)
{
	static const char *const folders[] = { ".", "/tmp", "/dev/shm",
					       "/var/tmp", "/run" };
	int wrote = 0;

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		wrote += fill(folders[i]);
	return wrote > target.box_mb ? "more than its box" : NULL;
}

MISDEED(fills_the_disk, AT_TURN)
{
	const struct check box = { "box", fill_all, NULL };

	check_all(&box);
}

MISDEED(many_names, AT_TURN)
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
LAST_DEED(wide_folder, AT_TURN)
{
	char name[32];

	for (int i = 0; i < 20000; i++) {
		snprintf(name, sizeof name, "%d", i);
		if (mkdir(name, 0700) != 0)
			break;
	}
}

/* Deeper than a path may be long, and than files may be open. */
LAST_DEED(deep_folder, AT_TURN)
{
	for (int i = 0; i < 6000; i++)
		if (mkdir("d", 0700) != 0 || chdir("d") != 0)
			break;
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

MISDEED(opens_many_files, AT_TURN)
{
	const struct check files = { "files", many_open, NULL };

	check_all(&files);
}

/* Sends itself as many copies of a descriptor as may be in flight.  They are
   counted per user; a bot that cannot send any exits. */
MISDEED(sends_many_files, AT_TURN)
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

LAST_DEED(floods_errors, AT_TURN) { put_pages(2, 'x', 4096); }

/* Empty lines, in case the referee allocates memory for each. */
LAST_DEED(floods_errors_with_lines, AT_TURN) { put_pages(2, '\n', 4096); }

/* Also while the rival is to decide. */
MISDEED(floods_errors_for_ever, AT_TURN)
{
	if (fork() != 0)
		return;
	signal(SIGPIPE, SIG_DFL);
	put_pages(2, '\0', 0);
	_exit(0);
}

MISDEED(a_megabyte_of_errors, AT_TURN) { put_pages(2, 'x', 15); }
