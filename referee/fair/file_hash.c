/*
 * file_hash.c - the hash of a file.
 */
#include "fair/file_hash.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fair/sha256.h"


int file_hash(const char *path, const char *name, struct hash *hash,
	      struct error *err)
{
	struct sha256 state;
	unsigned char bytes[65536];
	/* Opening a named pipe would wait for a writer. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat status;
	ssize_t got = -1;

	if (fd < 0)
		return error_reading(err, "open", name);
	if (fstat(fd, &status) != 0) {
		error_reading(err, "read", name);
		goto done;
	}
	if (!S_ISREG(status.st_mode)) {
		error_set(err, "%s is not a regular file; only regular files "
			  "can be hashed", name);
		goto done;
	}
	sha256_start(&state);
	while ((got = read(fd, bytes, sizeof bytes)) > 0 ||
	       (got < 0 && errno == EINTR))
		if (got > 0)
			sha256_add(&state, bytes, (size_t)got);
	if (got < 0)
		error_reading(err, "read", name);
	sha256_end(&state, hash->bytes);

done:
	close(fd);
	return got < 0 ? -1 : 0;
}
