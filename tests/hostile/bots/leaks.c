/*
 * leaks.c - hostile bots that leave things behind.
 *
 * What they leave is named after the folder of the match, so that the test can
 * find it.
 */
#define _GNU_SOURCE
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "talk.h"

/* "/tmp/rc.abc/12" becomes "-tmp-rc.abc-12". */
static void make_mark(char mark[128])
{
	snprintf(mark, 128, "%.100s", target.folder);
	for (char *at = mark; *at != '\0'; at++)
		if (*at == '/')
			*at = '-';
}

/* hostile.py computes the same. */
static key_t make_key(void)
{
	unsigned key = 5381;

	for (const char *at = target.folder; *at != '\0'; at++)
		key = key * 33 + (unsigned char)*at;
	return (key_t)(key & 0x7fffffff);
}

static void leave_file(const char *folder)
{
	char path[256], mark[128];
	int fd;

	make_mark(mark);
	snprintf(path, sizeof path, "%s/%s", folder, mark);
	fd = open(path, O_CREAT | O_WRONLY, 0644);
	if (fd >= 0)
		close(fd);
}

MISDEED(files_elsewhere, AT_TURN)
{
	const char *const folders[] = { "/tmp", "/dev/shm", "/var/tmp",
					"/run", target.folder };

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		leave_file(folders[i]);
}

MISDEED(shared_memory, AT_TURN)
{
	char name[130] = "/";
	struct mq_attr few = { .mq_maxmsg = 1, .mq_msgsize = 8 };
	int fd;

	make_mark(name + 1);
	shmget(make_key(), 1 << 20, IPC_CREAT | 0600);
	semget(make_key(), 1, IPC_CREAT | 0600);
	msgget(make_key(), IPC_CREAT | 0600);
	mq_open(name, O_CREAT | O_RDWR, 0600, &few);
	fd = shm_open(name, O_CREAT | O_RDWR, 0600);
	if (fd >= 0 && ftruncate(fd, 1 << 20) != 0)
		_exit(9);
}

MISDEED(sockets_in_its_folder, AT_TURN)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	memcpy(name.sun_path, "left", 5);
	if (fd >= 0 && bind(fd, (struct sockaddr *)&name, sizeof name) == 0)
		listen(fd, 1);
	if (mkfifo("fifo", 0600) != 0 && errno != EEXIST)
		_exit(9);
}

/* Folders that their owner may not enter. */
MISDEED(locked_folders, AT_TURN)
{
	if (mkdir("a", 0700) != 0 || mkdir("a/b", 0700) != 0 ||
	    mkdir("a/b/c", 0700) != 0 || chmod("a/b", 0) != 0 ||
	    chmod("a", 0) != 0 || chmod(".", 0) != 0)
		_exit(9);
}

/* A path too long for any system call. */
MISDEED(deep_folders, AT_TURN)
{
	char name[201];

	memset(name, 'd', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	for (int i = 0; i < 60; i++)
		if (mkdir(name, 0700) != 0 || chdir(name) != 0)
			break;
}

MISDEED(odd_names, AT_TURN)
{
	const char *const names[] = { "\n", "-rf", " ", "\xff\xfe", "*",
				      "..." };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (mkdir(names[i], 0700) != 0 && errno != EILSEQ)
			_exit(9);
}

/* Links that must not be followed when the folder is removed. */
MISDEED(links, AT_TURN)
{
	char victim[200], here[4096], away[4200];

	snprintf(victim, sizeof victim, "%.180s/victim", target.folder);
	if (symlink(victim, "link") != 0 || symlink(".", "loop") != 0 ||
	    symlink("/", "root") != 0)
		_exit(9);
	/* Renames the folder itself, and puts a link in its place. */
	if (getcwd(here, sizeof here) == NULL)
		_exit(9);
	snprintf(away, sizeof away, "%s.away", here);
	if (rename(here, away) == 0 && symlink(victim, here) != 0)
		_exit(9);
}

MISDEED(removes_its_folder, AT_TURN)
{
	char here[4096];

	if (getcwd(here, sizeof here) != NULL)
		rmdir(here);
}
