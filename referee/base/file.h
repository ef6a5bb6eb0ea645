/*
 * file.h - reads and writes whole files, and syncs them to disk.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include "base/error.h"
#include "base/text.h"

/*
 * Checks that `path` is a file, or with `folder` a folder.  Returns 0, also if
 * nothing is there; -1 for a folder in place of a file or the reverse, with
 * "PATH is a folder; expected WHAT" in `err`.
 */
int file_expect(const char *path, bool folder, const char *what,
		struct error *err);

/*
 * Opens a regular file for reading.  Anything else is refused: a pipe or a
 * device could block for ever.  Returns the descriptor, or -1 with `err`.
 */
int file_open(const char *path, struct error *err);

/* Closes an open one; for OWNED(file). */
static inline void file_release(int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

/* For OWNED(stream) and OWNED(folder), which may be NULL. */
static inline void stream_release(FILE **stream)
{
	if (*stream != NULL)
		fclose(*stream);
}

static inline void folder_release(DIR **folder)
{
	if (*folder != NULL)
		closedir(*folder);
}

/*
 * Appends all of the regular file `path` to `text`; "-" is standard input, of
 * whatever kind.  More than `most` bytes are an error.  Returns 0, or -1 with
 * `err`.
 */
int file_read(struct text *text, const char *path, size_t most,
	      struct error *err);

/* Does the file exist without being a regular file, as /dev/null? */
bool file_is_device(const char *path);

/* The number of bytes of a file; 0 if there is none. */
long long file_bytes(const char *path);

/* Writes all the bytes to `fd` and continues after a signal.  Returns 0, or -1
   with errno; then some of them may have been written. */
int file_write_all(int fd, const char *bytes, size_t size);

/*
 * Opens a file of lines for appending; creates it if necessary.  An incomplete
 * last line, left by a crash, is cut off.  `*size` is the size after that.
 * Returns the descriptor, or -1 with errno.
 */
int file_open_lines(const char *path, int mode, size_t *size);

/*
 * Waits until what was written to `fd` is on the disk.  Pipes and devices,
 * which cannot be synced, count as success.  Returns 0, or -1 with `err`.
 */
int file_sync(int fd, const char *path, struct error *err);

/* The same for the entries of a folder: that a file was created or renamed. */
int file_sync_folder(const char *folder, struct error *err);

/* Makes a regular file readable by its owner only, or by everyone whom the
   umask allows.  Returns 0, also for other kinds of file, or -1 with `err`. */
int file_hide(int fd, const char *path, struct error *err);
int file_show(int fd, const char *path, struct error *err);

/*
 * Creates the file `path`, which must not exist, with the given permissions;
 * with `sync` it is on the disk on return.  Returns 0, or -1 with `err` and no
 * file.
 */
int file_create(const char *path, int mode, const char *bytes, size_t size,
		bool sync, struct error *err);

/*
 * Replaces the file `path` atomically: the old file stays until "PATH.new" is
 * complete (and, with `sync`, on the disk).  Returns 0, or -1 with `err` and
 * the old file.
 */
int file_replace(const char *path, const struct text *bytes, bool sync,
		 struct error *err);

/* ### path: paths that are relative to the file that names them */

/* Makes a folder with this mode unless it exists.  Returns 0, or -1 with `err`. */
int file_make_folder(const char *path, unsigned mode, struct error *err);

/* `path` relative to `folder`; unchanged if `path` is absolute or `folder` is
   ".".  The caller frees it. */
char *path_from(const char *folder, const char *path);

/* Does the name say that the file has to be unpacked? */
bool file_is_archive(const char *name);

/* Is it what systems, and Python, put into folders for themselves? */
bool file_is_litter(const char *name);

/* The folder that contains the file `path`; "." if `path` has no slash.  The
   caller frees it. */
char *path_folder(const char *path);

#endif
