/*
 * tree_copy.c - safely copies a folder from an untrusted author.
 *
 * Every name is opened relative to the folder that contains it, with
 * O_NOFOLLOW, so nothing outside is ever reached, even if somebody changes the
 * folder meanwhile.
 */
#define _GNU_SOURCE
#include "submission/tree_copy.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/printable.h"
#include "base/text.h"

enum { DEPTH_MAX = 32, THINGS_MAX = 20000, FOLDER = O_RDONLY | O_DIRECTORY |
	O_NOFOLLOW | O_CLOEXEC };

/* The current position in the folder. */
struct tree_at {
	struct tree_copy *copy;
	char path[4096];
	long things;
};

static int refuse_kind(const struct tree_at *place, mode_t mode,
		       struct error *err)
{
	return error_set(err, "%s is a %s: only files and folders are taken",
			 FOREIGN(place->path), S_ISLNK(mode) ? "symbolic link" :
			 S_ISFIFO(mode) ? "pipe" : S_ISSOCK(mode) ? "socket" :
			 "device");
}

static int trouble(struct tree_at *place, struct error *err, const char *verb)
{
	place->copy->trouble = true;
	return error_reading(err, verb, FOREIGN(place->path));
}

static int copy_bytes(struct tree_at *place, int in, int out, struct error *err)
{
	struct tree_copy *copy = place->copy;
	char bytes[65536];
	ssize_t got;

	while ((got = read(in, bytes, sizeof bytes)) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return error_reading(err, "read", FOREIGN(place->path));
		copy->bytes += got;
		if (copy->bytes > copy->bytes_most)
			return error_set(err, "it holds more than %lld MB",
					 copy->bytes_most >> 20);
		if (file_write_all(out, bytes, (size_t)got) != 0)
			return trouble(place, err, "write");
	}
	return 0;
}

static int copy_file(struct tree_at *place, int from, int to, const char *name,
		     struct error *err)
{
	struct tree_copy *copy = place->copy;
	/* Non-blocking, as the file may have been replaced by a pipe. */
	int in = openat(from, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK |
			O_CLOEXEC);
	struct stat status;
	int out, result = -1;

	if (in < 0)
		return error_reading(err, "read", place->path);
	if (fstat(in, &status) != 0 || !S_ISREG(status.st_mode)) {
		close(in);
		return error_set(err, "%s has changed while it was copied",
				 FOREIGN(place->path));
	}
	/* Somebody may have linked a file here that only the caller can read.
	   What a build has left can only be its own. */
	if (status.st_nlink > 1 && !copy->skips) {
		close(in);
		return error_set(err, "%s is a hard link, a file with more "
				 "than one name: put a copy in its place",
				 FOREIGN(place->path));
	}
	out = openat(to, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW |
		     O_CLOEXEC, status.st_mode & 0777);
	if (out < 0)
		trouble(place, err, "write");
	else if (copy->bytes + status.st_size > copy->bytes_most)
		error_set(err, "it holds more than %lld MB",
			  copy->bytes_most >> 20);
	else
		result = copy_bytes(place, in, out, err);
	close(in);
	if (out >= 0 && close(out) != 0 && result == 0)
		result = trouble(place, err, "write");
	if (result == 0) {
		ARRAY_GROW(copy->name, copy->room, copy->count + 1);
		copy->name[copy->count++] = memory_copy(place->path);
	}
	return result;
}

static int copy_folder(struct tree_at *place, int from, int to, int depth,
		       struct error *err);

/* Copies a folder within the folder.  If it cannot be read, that is the
   author's mistake; if it cannot be made, that is trouble on our side. */
static int copy_inner(struct tree_at *place, int from, int to, const char *name,
		      mode_t mode, int depth, struct error *err)
{
	int inner, result, target;

	if (depth == DEPTH_MAX)
		return error_set(err, "it has folders more than %d levels deep",
				 DEPTH_MAX);
	inner = openat(from, name, FOLDER);
	if (inner < 0)
		return error_reading(err, "open", place->path);
	target = mkdirat(to, name, (mode & 0777) | S_IRWXU) == 0 ?
		openat(to, name, FOLDER) : -1;
	result = target < 0 ? trouble(place, err, "make") :
		copy_folder(place, inner, target, depth + 1, err);
	close(inner);
	if (target >= 0)
		close(target);
	return result;
}

static bool is_left_out(const char *name, int depth)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
		(depth == 0 && (strcmp(name, ".git") == 0 ||
				strcmp(name, TREE_COPY_MARK) == 0));
}

static int copy_one(struct tree_at *place, int from, int to, const char *name,
		    int depth, struct error *err)
{
	const bool skips = place->copy->skips;
	size_t length = strlen(place->path);
	struct stat status;
	int result;

	if (++place->things > THINGS_MAX)
		return error_set(err, "it has more than %d files and folders",
				 THINGS_MAX);
	if (length + strlen(name) + 2 > sizeof place->path ||
	    !printable_is_plain(name) || strchr(name, '\\') != NULL)
		return skips ? 0 : error_set(err, "the name of %s/%s has a "
			"control character, a backslash or what is not UTF-8, "
			"or is too long", FOREIGN(place->path), FOREIGN(name));
	if (length > 0)
		strcat(place->path, "/");
	strcat(place->path, name);
	if (fstatat(from, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
		result = error_reading(err, "look at", place->path);
	else if (S_ISDIR(status.st_mode))
		result = copy_inner(place, from, to, name, status.st_mode,
				    depth, err);
	else if (S_ISREG(status.st_mode))
		result = copy_file(place, from, to, name, err);
	else
		result = skips ? 0 : refuse_kind(place, status.st_mode, err);
	place->path[length] = '\0';
	return result;
}

static int copy_folder(struct tree_at *place, int from, int to, int depth,
		       struct error *err)
{
	/* A new descriptor, because reading would move the offset of `from`. */
	const int fd = openat(from, ".", FOLDER);
	DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
	const struct dirent *entry;
	int result = 0;

	if (folder == NULL) {
		if (fd >= 0)
			close(fd);
		return error_reading(err, "open", place->path);
	}
	errno = 0;
	while (result == 0 && (entry = readdir(folder)) != NULL) {
		if (!is_left_out(entry->d_name, depth))
			result = copy_one(place, from, to, entry->d_name,
					  depth, err);
		errno = 0;
	}
	if (result == 0 && errno != 0)
		result = error_reading(err, "read", place->path);
	closedir(folder);
	return result;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int tree_copy(struct tree_copy *copy, int from, int to, struct error *err)
{
	struct tree_at place = { .copy = copy };

	if (copy_folder(&place, from, to, 0, err) != 0)
		return -1;
	if (copy->count > 0)
		qsort(copy->name, copy->count, sizeof *copy->name, compare);
	return 0;
}

void tree_copy_release(struct tree_copy *copy)
{
	for (size_t i = 0; i < copy->count; i++)
		free(copy->name[i]);
	free(copy->name);
	*copy = (struct tree_copy){0};
}
