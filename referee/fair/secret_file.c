/*
 * secret_file.c - makes, reads and writes the secret of a match.
 */
#include "fair/secret_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"

enum { LINE_SIZE = HASH_HEX_SIZE + 1 }; /* with LF */

void secret_file_random(struct hash *secret)
{
	randombytes_buf(secret->bytes, sizeof secret->bytes);
}

/*
 * Reads up to the first LF, at most `room` bytes, so that a pipe need not be
 * closed first.  Returns the size, or -1 with errno.
 */
static ssize_t read_line(int fd, char *line, size_t room)
{
	size_t size = 0;

	while (size < room && (size == 0 || line[size - 1] != '\n')) {
		ssize_t got = read(fd, line + size, room - size);

		if (got < 0)
			return -1;
		if (got == 0)
			break;
		size += (size_t)got;
	}
	return (ssize_t)size;
}

int secret_file_read(struct hash *secret, const char *path, struct error *err)
{
	bool standard = strcmp(path, "-") == 0;
	int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	char line[LINE_SIZE + 1];
	int result = -1;
	ssize_t size;

	sodium_memzero(secret, sizeof *secret);
	if (standard)
		path = "standard input";
	if (fd < 0)
		return error_set(err, "cannot open %s: %s", path,
				 strerror(errno));
	size = read_line(fd, line, sizeof line);
	if (size < 0) {
		error_set(err, "cannot read %s: %s", path, strerror(errno));
		goto done;
	}
	if (size == LINE_SIZE && line[LINE_SIZE - 1] == '\n')
		size--;
	if (!hash_from_hex(secret, line, (size_t)size)) {
		sodium_memzero(secret, sizeof *secret);
		error_set(err, "%s: expected %d lower-case hexadecimal digits "
			  "and a line feed", path, HASH_HEX_SIZE);
		goto done;
	}
	result = 0;

done:
	sodium_memzero(line, sizeof line);
	if (!standard)
		close(fd);
	return result;
}

int secret_file_write(const struct hash *secret, const char *path,
		      struct error *err)
{
	char line[LINE_SIZE + 1];
	int result;

	hash_to_hex(secret, line);
	line[LINE_SIZE - 1] = '\n';
	result = file_create(path, 0600, line, LINE_SIZE, true, err);
	sodium_memzero(line, sizeof line);
	return result;
}
