/*
 * file.h - reads and writes whole files, and syncs them to disk.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

/*
 * Is there a file, or with `folder` a folder?  Returns 0, too where nothing is;
 * -1 for a folder in place of a file and the reverse, with "PATH is a folder;
 * expected WHAT".
 */
int file_expect(const char *path, bool folder, const char *what,
		struct error *err);

/*
 * Opens a regular file to read it, and nothing else: a pipe or a device could
 * be waited for without end.  Returns the descriptor, or -1 with `err`.
 */
int file_open(const char *path, struct error *err);

/*
 * Appends all of the regular file `path`, or for "-" of standard input,
 * whatever that is, to `text`; more than `most` bytes are an error.  Returns 0,
 * or -1 with `err`.
 */
int file_read(struct text *text, const char *path, size_t most,
	      struct error *err);

/* Takes a line, without its LF.  Returns 0 to go on. */
typedef int file_line(void *context, const char *line, size_t size,
		      struct error *err);

/*
 * Calls `take` with each line of a regular file, keeping no more than one of
 * them and a buffer; `*rest` is how many bytes are behind the last LF.  More
 * than `most` bytes are an error.  Returns 0, what `take` returned if that was
 * not 0, or -1 with `err`.
 */
int file_read_lines(const char *path, size_t most, file_line *take,
		    void *context, size_t *rest, struct error *err);

/* Writes all the bytes to `fd`, and continues after a signal.  Returns 0, or -1
   with errno; then a part may be written. */
int file_write_all(int fd, const char *bytes, size_t size);

/*
 * Opens a file of lines to add some, and makes it if there is none.  A last
 * line without LF, which was being written when something died, is cut.
 * `*size` is how long it is then.  Returns the descriptor, or -1 with errno.
 */
int file_open_lines(const char *path, int mode, size_t *size);

/*
 * Waits until what was written to `fd` is on the disk.  Pipes and devices
 * cannot be synced and pass.  Returns 0, or -1 with `err`.
 */
int file_sync(int fd, const char *path, struct error *err);

/* The same for the names in a folder: that a file is there, or was renamed. */
int file_sync_folder(const char *folder, struct error *err);

/* Gives a regular file to its owner alone, or to all whom the umask allows to
   read it.  Returns 0, or -1 with `err`; other files pass. */
int file_hide(int fd, const char *path, struct error *err);
int file_show(int fd, const char *path, struct error *err);

/*
 * Writes the file `path`, which must not exist, with the given permissions;
 * `sync`: it is on the disk when this returns.  Returns 0, or -1 with `err`
 * and no file.
 */
int file_create(const char *path, int mode, const char *bytes, size_t size,
		bool sync, struct error *err);

/* Writes the file `path`, over what is there: for what can be written again.
   Returns 0, or -1 with `err`. */
int file_overwrite(const char *path, const struct text *bytes,
		   struct error *err);

/*
 * Writes the file `path` as a whole: until "PATH.new" is complete (and, with
 * `sync`, on the disk) the old one stays.  Returns 0, or -1 with `err` and the
 * old one.
 */
int file_replace(const char *path, const struct text *bytes, bool sync,
		 struct error *err);

#endif
