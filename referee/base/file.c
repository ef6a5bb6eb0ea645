/*
 * file.c - reads and writes whole files, and syncs them to disk.
 */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

int file_expect(const char *path, bool folder, const char *what,
		struct error *err)
{
	struct stat status;

	if (stat(path, &status) != 0 || S_ISDIR(status.st_mode) == folder)
		return 0;
	error_set(err, "%s is a %s; expected %s", path,
		  folder ? "file" : "folder", what);
	err->unread = true;
	return -1;
}

bool file_is_device(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

long long file_bytes(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 ? status.st_size : 0;
}

int file_open(const char *path, struct error *err)
{
	/* Opening a named pipe would wait for a writer. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat status;

	if (fd < 0)
		return error_reading(err, "open", path);
	if (fstat(fd, &status) != 0) {
		error_reading(err, "read", path);
	} else if (!S_ISREG(status.st_mode)) {
		error_set(err, "%s is not a regular file", path);
		err->unread = true;
	} else {
		return fd;
	}
	close(fd);
	return -1;
}

enum { SOME = 65536 };

int file_read(struct text *text, const char *path, size_t most,
	      struct error *err)
{
	const bool standard = strcmp(path, "-") == 0;
	OWNED(file) int opened = standard ? -1 : file_open(path, err);
	const int fd = standard ? STDIN_FILENO : opened;
	size_t left = most;
	ssize_t got;

	if (fd < 0)
		return -1;
	do {
		text_reserve(text, SOME);
		got = read(fd, text->bytes + text->length, SOME);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return error_reading(err, "read", path);
		if ((size_t)got > left)
			return error_set(err, "%s is too large: at most %zu "
					 "bytes are read", path, most);
		left -= (size_t)got;
		text->length += (size_t)got;
	} while (got != 0);
	return 0;
}

int file_write_all(int fd, const char *bytes, size_t size)
{
	while (size > 0) {
		ssize_t wrote = write(fd, bytes, size);

		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote < 0)
			return -1;
		bytes += wrote;
		size -= (size_t)wrote;
	}
	return 0;
}

/* The offset at which the last complete line ends; -1 with errno. */
static off_t end_of_lines(int fd)
{
	char bytes[4096];
	struct stat status;
	off_t end;

	if (fstat(fd, &status) != 0)
		return -1;
	for (end = status.st_size; end > 0;) {
		size_t size = end < (off_t)sizeof bytes ? (size_t)end :
			sizeof bytes;

		if (pread(fd, bytes, size, end - (off_t)size) != (ssize_t)size)
			return -1;
		for (; size > 0; size--, end--)
			if (bytes[size - 1] == '\n')
				return end;
	}
	return 0;
}

int file_open_lines(const char *path, int mode, size_t *size)
{
	int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, mode);
	off_t end;

	if (fd < 0)
		return -1;
	end = end_of_lines(fd);
	if (end >= 0 && ftruncate(fd, end) == 0) {
		*size = (size_t)end;
		return fd;
	}
	close(fd);
	return -1;
}

int file_sync(int fd, const char *path, struct error *err)
{
	if (fsync(fd) != 0 && errno != EINVAL && errno != EROFS)
		return error_set(err, "cannot sync %s to disk: %s", path,
				 strerror(errno));
	return 0;
}

int file_make_folder(const char *path, unsigned mode, struct error *err)
{
	return mkdir(path, mode) == 0 || errno == EEXIST ? 0 :
		error_reading(err, "make the folder", path);
}

int file_sync_folder(const char *folder, struct error *err)
{
	OWNED(file) int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	return fd < 0 ? error_reading(err, "open", folder) :
		file_sync(fd, folder, err);
}

static int set_mode(int fd, const char *path, mode_t mode, struct error *err)
{
	struct stat status;

	if (fstat(fd, &status) == 0 && (!S_ISREG(status.st_mode) ||
	    (status.st_mode & 0777) == mode || fchmod(fd, mode) == 0))
		return 0;
	return error_reading(err, "change the mode of", path);
}

int file_hide(int fd, const char *path, struct error *err)
{
	return set_mode(fd, path, 0600, err);
}

int file_show(int fd, const char *path, struct error *err)
{
	mode_t mask = umask(0);

	umask(mask);
	return set_mode(fd, path, 0644 & ~mask, err);
}

/* With O_EXCL the file must not exist, and is removed after a failure; with
   O_TRUNC it is overwritten. */
static int write_whole(const char *path, int flag, int mode,
		       const char *bytes, size_t size, bool sync,
		       struct error *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | flag | O_CLOEXEC, mode);
	int result;

	if (fd < 0)
		return error_reading(err, "create", path);
	result = file_write_all(fd, bytes, size);
	if (result != 0)
		error_reading(err, "write", path);
	else if (sync)
		result = file_sync(fd, path, err);
	if (close(fd) != 0 && result == 0)
		result = error_reading(err, "write", path);
	if (result != 0 && flag == O_EXCL)
		unlink(path);
	return result;
}

int file_create(const char *path, int mode, const char *bytes, size_t size,
		bool sync, struct error *err)
{
	return write_whole(path, O_EXCL, mode, bytes, size, sync, err);
}

int file_replace(const char *path, const struct text *bytes, bool sync,
		 struct error *err)
{
	AUTOFREE char *new = text_new("%s.new", path);
	int result = write_whole(new, O_TRUNC, 0644, bytes->bytes,
				 bytes->length, sync, err);

	if (result == 0 && rename(new, path) != 0)
		result = error_reading(err, "write", path);
	if (result != 0)
		unlink(new);
	return result;
}

/* ### path */

char *path_from(const char *folder, const char *path)
{
	return path[0] == '/' || strcmp(folder, ".") == 0 ? memory_copy(path) :
		text_new("%s/%s", folder, path);
}

bool file_is_archive(const char *name)
{
	static const char *const endings[] = { ".zip", ".tar", ".tgz", ".gz",
		".xz", ".bz2", ".7z", ".rar" };
	const char *dot = strrchr(name, '.');

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (dot != NULL && strcasecmp(dot, endings[i]) == 0)
			return true;
	return false;
}

bool file_is_litter(const char *name)
{
	static const char *const names[] = { "__MACOSX", ".DS_Store",
		"Thumbs.db", "desktop.ini", "__pycache__" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcasecmp(name, names[i]) == 0)
			return true;
	return strncmp(name, "._", 2) == 0;
}

char *path_folder(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (slash == NULL)
		return memory_copy(".");
	return memory_copy_bytes(path, slash == path ? 1 :
				 (size_t)(slash - path));
}
