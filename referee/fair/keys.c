/*
 * keys.c - Ed25519 keys of referees and operators, and secrets of matches.
 */
#include "fair/keys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"

/* ### secrets */

enum { LINE_SIZE = HASH_HEX_SIZE + 1 }; /* with LF */

void keys_random_secret(struct hash *secret)
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

int keys_read_secret(struct hash *secret, const char *path, struct error *err)
{
	const bool standard = strcmp(path, "-") == 0;
	OWNED(file) int opened = standard ? -1 :
		open(path, O_RDONLY | O_CLOEXEC);
	const int fd = standard ? STDIN_FILENO : opened;
	char line[LINE_SIZE + 1];
	int result = 0;
	ssize_t size;

	sodium_memzero(secret, sizeof *secret);
	if (standard)
		path = "standard input";
	if (fd < 0)
		return error_reading(err, "open", path);
	size = read_line(fd, line, sizeof line);
	if (size == LINE_SIZE && line[LINE_SIZE - 1] == '\n')
		size--;
	if (size < 0) {
		result = error_reading(err, "read", path);
	} else if (!hash_from_hex(secret, line, (size_t)size)) {
		sodium_memzero(secret, sizeof *secret);
		error_set(err, "%s: expected %d lower-case hexadecimal digits "
			  "and a line feed", path, HASH_HEX_SIZE);
		result = error_add_stranger(err, line, (size_t)size);
	}
	sodium_memzero(line, sizeof line);
	return result;
}

int keys_write_secret(const struct hash *secret, const char *path,
		      struct error *err)
{
	char line[LINE_SIZE + 1];
	struct stat file;
	int result;

	hash_to_hex(secret, line);
	line[LINE_SIZE - 1] = '\n';
	result = file_create(path, 0600, line, LINE_SIZE, true, err);
	sodium_memzero(line, sizeof line);
	if (result != 0 || stat(path, &file) != 0 ||
	    (file.st_mode & (S_IRWXG | S_IRWXO)) == 0)
		return result;
	unlink(path);
	return error_set(err, "%s would be readable by others, because this "
			 "file system ignores permissions; use a folder on "
			 "another one", path);
}

/* ### keys */

static const char log_label[] = "rollcall log";

enum {
	LABEL_SIZE = sizeof log_label - 1,
	MESSAGE_SIZE = LABEL_SIZE + HASH_SIZE
};

int keys_create(struct signing_key *key, const char *path, struct error *err)
{
	struct hash seed;
	int result;

	keys_random_secret(&seed);
	result = keys_write_secret(&seed, path, err);
	if (result == 0)
		keys_from_seed(key, seed.bytes);
	else
		keys_release(key);
	sodium_memzero(&seed, sizeof seed);
	return result;
}

int keys_load(struct signing_key *key, const char *path, struct error *err)
{
	struct hash seed;
	struct stat file;
	int result = -1;

	keys_release(key);
	if (stat(path, &file) != 0)
		return error_reading(err, "open", path);
	/* Anyone who can read a key can sign with it, and anyone who can
	   write it can replace it. */
	if (file.st_mode & (S_IRWXG | S_IRWXO))
		return error_set(err, "the private key %s is readable by "
				 "others: chmod 600 %s, and keep it on a file "
				 "system that obeys", path, path);
	if (keys_read_secret(&seed, path, err) == 0) {
		keys_from_seed(key, seed.bytes);
		result = 0;
	}
	sodium_memzero(&seed, sizeof seed);
	return result;
}

/* Creates the missing folders of `path`, for this user only. */
static int make_folders(const char *path, struct error *err)
{
	OWNED(text) struct text folder = {0};

	for (const char *at = strchr(path + 1, '/'); at != NULL;
	     at = strchr(at + 1, '/')) {
		text_clear(&folder);
		text_append(&folder, path, (size_t)(at - path));
		if (mkdir(text_string(&folder), 0700) != 0 && errno != EEXIST)
			return error_set(err, "cannot create %s for the key: "
					 "%s; set HOME or XDG_CONFIG_HOME to "
					 "a folder of yours, or give a key "
					 "(--key-file)", text_string(&folder),
					 strerror(errno));
	}
	return 0;
}

/*
 * Several matches may start at once on a new machine, and all must end up with
 * the same key.  Each writes a new key under a temporary name and then links it
 * to the real name, which succeeds only once.
 */
static int make_own(const char *path, struct error *err)
{
	OWNED(keys) struct signing_key key = {0};
	AUTOFREE char *draft = text_new("%s.%ld", path, (long)getpid());
	int result = 0;

	if (make_folders(path, err) != 0 || keys_create(&key, draft, err) != 0)
		return -1;
	if (link(draft, path) != 0 && errno != EEXIST)
		result = error_reading(err, "create", path);
	unlink(draft);
	return result;
}

int keys_own_path(struct text *path, struct error *err)
{
	const char *config = getenv("XDG_CONFIG_HOME");
	const char *home = getenv("HOME");

	/* By its specification a relative path must be ignored. */
	if (config != NULL && config[0] == '/')
		text_printf(path, "%s/rollcall/key", config);
	else if (home != NULL && home[0] == '/')
		text_printf(path, "%s/.config/rollcall/key", home);
	else
		return error_set(err, "no place for the key: neither "
				 "XDG_CONFIG_HOME nor HOME is an absolute "
				 "path; set one, or give a key (--key-file)");
	return 0;
}

int keys_load_own(struct signing_key *key, struct error *err)
{
	OWNED(text) struct text path = {0};

	keys_release(key);
	if (keys_own_path(&path, err) != 0)
		return -1;
	if (access(text_string(&path), F_OK) != 0 && errno == ENOENT &&
	    make_own(text_string(&path), err) != 0)
		return -1;
	return keys_load(key, text_string(&path), err);
}

int keys_load_or_own(struct signing_key *key, const char *path,
		     struct error *err)
{
	return path != NULL ? keys_load(key, path, err) :
		keys_load_own(key, err);
}

void keys_from_seed(struct signing_key *key, const unsigned char *seed)
{
	crypto_sign_seed_keypair(key->public.bytes, key->secret, seed);
}

static void log_message(const struct hash *digest, unsigned char *message)
{
	memcpy(message, log_label, LABEL_SIZE);
	memcpy(message + LABEL_SIZE, digest->bytes, HASH_SIZE);
}

void keys_sign_log(const struct signing_key *key, const struct hash *digest,
		   unsigned char *signature)
{
	unsigned char message[MESSAGE_SIZE];

	log_message(digest, message);
	crypto_sign_detached(signature, NULL, message, sizeof message,
			     key->secret);
}

bool keys_verify_log(const struct hash *public, const struct hash *digest,
		     const unsigned char *signature)
{
	unsigned char message[MESSAGE_SIZE];

	log_message(digest, message);
	return crypto_sign_verify_detached(signature, message, sizeof message,
					   public->bytes) == 0;
}

void keys_release(struct signing_key *key)
{
	sodium_memzero(key, sizeof *key);
}
