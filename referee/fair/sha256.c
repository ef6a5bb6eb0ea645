/*
 * sha256.c - SHA-256 by nettle, or by libsodium if nettle is missing.
 */
#include "config.h"
#include "fair/sha256.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"
#include "base/memory.h"

#ifdef HAVE_NETTLE

#include <nettle/sha2.h>

typedef struct sha256_ctx library_state;
const char sha256_library[] = "nettle";

static void start(library_state *state)
{
	sha256_init(state);
}

static void add(library_state *state, const unsigned char *bytes, size_t size)
{
	sha256_update(state, size, bytes);
}

static void end(library_state *state, unsigned char *hash)
{
	sha256_digest(state, SHA256_SIZE, hash);
	/* The last bytes added are still in its buffer. */
	sodium_memzero(state, sizeof *state);
}

#else

typedef crypto_hash_sha256_state library_state;
const char sha256_library[] = "libsodium";

static void start(library_state *state)
{
	crypto_hash_sha256_init(state);
}

static void add(library_state *state, const unsigned char *bytes, size_t size)
{
	crypto_hash_sha256_update(state, bytes, size);
}

static void end(library_state *state, unsigned char *hash)
{
	/* This wipes the state. */
	crypto_hash_sha256_final(state, hash);
}

#endif

static_assert(sizeof(library_state) <= sizeof(struct sha256),
	      "a state has room for the library's");

static library_state *of(struct sha256 *state)
{
	return (library_state *)state->words;
}

void sha256_start(struct sha256 *state)
{
	start(of(state));
}

void sha256_add(struct sha256 *state, const void *bytes, size_t size)
{
	/* `bytes` is NULL for an empty text. */
	if (size > 0)
		add(of(state), bytes, size);
}

void sha256_end(struct sha256 *state, unsigned char *hash)
{
	end(of(state), hash);
}

void sha256(unsigned char *hash, const void *bytes, size_t size)
{
	struct sha256 state;

	sha256_start(&state);
	sha256_add(&state, bytes, size);
	sha256_end(&state, hash);
}

/* ### files */

int sha256_file(const char *path, const char *name,
		unsigned char *hash, struct error *err)
{
	struct sha256 state;
	unsigned char bytes[65536];
	/* Opening a named pipe would wait for a writer. */
	OWNED(file) int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat status;
	ssize_t got;

	if (fd < 0)
		return error_reading(err, "open", name);
	if (fstat(fd, &status) != 0)
		return error_reading(err, "read", name);
	if (!S_ISREG(status.st_mode))
		return error_set(err, "%s is not a regular file; only regular "
				 "files can be hashed", name);
	sha256_start(&state);
	while ((got = read(fd, bytes, sizeof bytes)) > 0 ||
	       (got < 0 && errno == EINTR))
		if (got > 0)
			sha256_add(&state, bytes, (size_t)got);
	sha256_end(&state, hash);
	return got < 0 ? error_reading(err, "read", name) : 0;
}
