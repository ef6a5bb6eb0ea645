/*
 * keys_test.c - key and secret files: creating, reading, refusing.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "fair/keys.h"
#include "tests/support/rows.h"
#include "tests/support/test_folder.h"

#define DIGITS \
	"59b161da6076539dda95961c3c44f2a8ac37a03978f5ea083976a460d0d9d552"
#define PUBLIC \
	"a8fc896d753e1d8a5083d3f62e97b6cc9b14acce7d7dd5ee806aab3808198dcd"

static const struct hash nothing;

/* ### a folder to work in */

/* Outside the tests, so that a failed one leaves nothing behind. */
static void enter_folder(void)
{
	tournament_folder_make("");
	if (chdir(folder) != 0)
		exit(EXIT_FAILURE);
}

static void write_file(const char *path, const char *text, mode_t mode)
{
	unlink(path);
	file_write_to(path, text, strlen(text));
	ck_assert_int_eq(chmod(path, mode), 0);
}

/* ### the contents of a file */

TEST_ROWS(a_file_is_64_digits_or_it_is_refused, "fair/logs.txt", "keys")
{
	const bool good = row_yes(row, 1);
	const char *says = good ? NULL : "text: expected 64 lower-case";
	struct hash seed, secret;
	struct signing_key key, wanted;
	struct error err = {0};

	ck_assert(hash_from_hex(&seed, DIGITS, HASH_HEX_SIZE));
	keys_from_seed(&wanted, seed.bytes);
	memset(&secret, 7, sizeof secret);
	memset(&key, 7, sizeof key);
	write_file("text", row->text[0], 0600);
	assert_says(keys_read_secret(&secret, "text", &err), &err, says);
	assert_says(keys_load(&key, "text", &err), &err, says);
	/* What was read, or all zeroes. */
	if (!good)
		memset(&wanted, 0, sizeof wanted);
	ck_assert(hash_equal(&secret, good ? &seed : &nothing));
	ck_assert(memcmp(&key, &wanted, sizeof key) == 0);
	keys_release(&key);
}

/* The writer's end stays open: reading up to end of file would hang. */
TEST(standard_input_is_read_up_to_the_line_feed)
{
	struct hash seed, secret;
	struct error err = {0};
	int ends[2], kept = dup(STDIN_FILENO);

	ck_assert(hash_from_hex(&seed, DIGITS, HASH_HEX_SIZE));
	ck_assert_int_eq(pipe(ends), 0);
	ck_assert_int_eq(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
	ck_assert_int_eq(write(ends[1], DIGITS "\n", 65), 65);
	assert_says(keys_read_secret(&secret, "-", &err), &err, NULL);
	ck_assert(hash_equal(&secret, &seed));

	ck_assert_int_eq(write(ends[1], "abc\n", 4), 4);
	assert_says(keys_read_secret(&secret, "-", &err), &err,
		    "standard input: expected 64");
	ck_assert(hash_equal(&secret, &nothing));
	dup2(kept, STDIN_FILENO);
	close(kept);
	close(ends[0]);
	close(ends[1]);
}

/* ### making files */

TEST(a_secret_is_written_once_and_read_back)
{
	struct hash secret, other, read_back;
	struct error err = {0};
	char line[HASH_HEX_SIZE + 2];

	keys_random_secret(&secret);
	keys_random_secret(&other);
	ck_assert(!hash_equal(&secret, &other));
	assert_says(keys_write_secret(&secret, "secret", &err), &err, NULL);
	ck_assert_int_eq(mode_of("secret"), 0600);
	hash_to_hex(&secret, line);
	memcpy(line + HASH_HEX_SIZE, "\n", 2);
	assert_file_holds("secret", line);
	ck_assert_int_eq(keys_read_secret(&read_back, "secret", &err), 0);
	ck_assert(hash_equal(&secret, &read_back));

	assert_says(keys_write_secret(&other, "secret", &err), &err,
		    "cannot create secret: File exists");
	assert_file_holds("secret", line);
}

TEST(a_key_is_made_once_and_loaded_again)
{
	struct signing_key key, again;
	struct error err = {0};
	struct hash digest = {{1}};
	unsigned char signature[SIGNATURE_SIZE];

	assert_says(keys_create(&key, "key", &err), &err, NULL);
	ck_assert_int_eq(mode_of("key"), 0600);
	assert_says(keys_load(&again, "key", &err), &err, NULL);
	ck_assert(memcmp(&key, &again, sizeof key) == 0);
	keys_sign_log(&key, &digest, signature);
	ck_assert(keys_verify_log(&again.public, &digest, signature));
	digest.bytes[31] ^= 1;
	ck_assert(!keys_verify_log(&again.public, &digest, signature));

	assert_says(keys_create(&again, "key", &err), &err,
		    "cannot create key: File exists");
	ck_assert(hash_equal(&again.public, &nothing));
	ck_assert_int_eq(keys_load(&again, "key", &err), 0);
	ck_assert(memcmp(&key, &again, sizeof key) == 0);
	keys_release(&key);
	ck_assert(key.secret[0] == 0 && key.secret[63] == 0 &&
		  hash_equal(&key.public, &nothing));
	keys_release(&key);
}

TEST(a_full_disk_leaves_no_file)
{
	struct hash secret = {{1}};
	struct signing_key key;
	struct error err = {0}, key_err = {0};
	const struct rlimit before = disk_limit(10);
	int written = keys_write_secret(&secret, "full", &err);
	int made = keys_create(&key, "full-key", &key_err);

	setrlimit(RLIMIT_FSIZE, &before);
	assert_says(written, &err, "cannot write full: ");
	ck_assert_int_ne(access("full", F_OK), 0);
	assert_says(made, &key_err, "cannot write full-key: ");
	ck_assert_int_ne(access("full-key", F_OK), 0);
}

/* ### files that are refused */

static const mode_t open_modes[] = { 0640, 0604, 0620, 0602, 0644, 0610, 0601 };

TEST_EACH(a_key_that_is_open_to_others_is_refused,
	  sizeof open_modes / sizeof *open_modes)
{
	struct signing_key key;
	struct error err = {0};

	write_file("open", DIGITS "\n", open_modes[_i]);
	assert_says(keys_load(&key, "open", &err), &err, "chmod 600 open");
	ck_assert(hash_equal(&key.public, &nothing));
	ck_assert_int_eq(chmod("open", 0400), 0);
	assert_says(keys_load(&key, "open", &err), &err, NULL);
}

static const char *const places[] = { "none/x", "plain/x", "closed/x",
	"folder" };

TEST_EACH(a_place_without_a_file_is_named, sizeof places / sizeof *places)
{
	const char *path = places[_i];
	char create[40], load[40];
	struct hash secret = {{1}};
	struct signing_key key;
	struct error err = {0};

	/* root can enter any folder. */
	if (strcmp(path, "closed/x") == 0 && geteuid() == 0)
		return;
	write_file("plain", "", 0600);
	ck_assert(mkdir("closed", 0) == 0 || errno == EEXIST);
	ck_assert(mkdir("folder", 0700) == 0 || errno == EEXIST);
	snprintf(create, sizeof create, "cannot create %s: ", path);
	snprintf(load, sizeof load, "cannot %s %s: ",
		 strcmp(path, "folder") == 0 ? "read" : "open", path);

	assert_says(keys_create(&key, path, &err), &err, create);
	assert_says(keys_load(&key, path, &err), &err, load);
	assert_says(keys_write_secret(&secret, path, &err), &err, create);
	assert_says(keys_read_secret(&secret, path, &err), &err, load);
	ck_assert(hash_equal(&secret, &nothing));
}

/* ### the user's own key */

/* Relative to the folder of the tests; NULL: not set. */
static void set_homes(const char *config, const char *home)
{
	struct text path = {0};

	unsetenv("XDG_CONFIG_HOME");
	unsetenv("HOME");
	if (config != NULL) {
		text_printf(&path, "%s/%s", folder, config);
		setenv("XDG_CONFIG_HOME", text_string(&path), 1);
	}
	text_clear(&path);
	if (home != NULL) {
		text_printf(&path, "%s/%s", folder, home);
		setenv("HOME", text_string(&path), 1);
	}
	text_release(&path);
}

static const struct {
	const char *config, *home, *top, *rollcall;
} homes[] = {
	{ "config1", "home1", "config1", "config1/rollcall" },
	{ NULL, "home2", "home2/.config", "home2/.config/rollcall" },
	{ "far/off", NULL, "far", "far/off/rollcall" },
};

TEST_EACH(the_own_key_is_made_at_first_use, sizeof homes / sizeof *homes)
{
	struct text path = {0};
	struct signing_key key, again;
	struct error err = {0};

	set_homes(homes[_i].config, homes[_i].home);
	assert_says(keys_load_own(&key, &err), &err, NULL);
	ck_assert_int_eq(mode_of(homes[_i].top), 0700);
	ck_assert_int_eq(mode_of(homes[_i].rollcall), 0700);
	text_printf(&path, "%s/key", homes[_i].rollcall);
	ck_assert_int_eq(mode_of(text_string(&path)), 0600);
	ck_assert_int_eq(keys_load(&again, text_string(&path), &err), 0);
	ck_assert(memcmp(&key, &again, sizeof key) == 0);
	ck_assert_int_eq(keys_load_own(&again, &err), 0);
	ck_assert(memcmp(&key, &again, sizeof key) == 0);

	/* The temporary file is gone: only the key was left. */
	ck_assert_int_eq(unlink(text_string(&path)), 0);
	ck_assert_int_eq(rmdir(homes[_i].rollcall), 0);
	text_release(&path);
}

TEST(an_own_key_that_is_there_is_never_replaced)
{
	struct signing_key key;
	struct hash public;
	struct error err = {0};

	set_homes("mine", NULL);
	ck_assert(mkdir("mine", 0700) == 0 &&
		  mkdir("mine/rollcall", 0700) == 0);
	write_file("mine/rollcall/key", DIGITS "\n", 0600);
	assert_says(keys_load_own(&key, &err), &err, NULL);
	ck_assert(hash_from_hex(&public, PUBLIC, HASH_HEX_SIZE));
	ck_assert(hash_equal(&key.public, &public));

	write_file("mine/rollcall/key", "broken\n", 0600);
	ck_assert_int_eq(keys_load_own(&key, &err), -1);
	assert_file_holds("mine/rollcall/key", "broken\n");
	write_file("mine/rollcall/key", DIGITS "\n", 0644);
	assert_says(keys_load_own(&key, &err), &err, "chmod 600 ");
}

TEST(a_relative_home_is_no_place)
{
	struct signing_key key;
	struct error err = {0};

	set_homes(NULL, NULL);
	assert_says(keys_load_own(&key, &err), &err, "XDG_CONFIG_HOME");
	setenv("XDG_CONFIG_HOME", "here", 1);
	setenv("HOME", "", 1);
	ck_assert_int_eq(keys_load_own(&key, &err), -1);
	ck_assert_int_ne(access("here", F_OK), 0);
	write_file("in-the-way", "", 0600);
	set_homes("in-the-way", NULL);
	assert_says(keys_load_own(&key, &err), &err, "in-the-way");
}

TEST(many_first_uses_at_once_end_up_with_one_key)
{
	enum { USERS = 12 };
	struct signing_key key;
	struct error err = {0};
	struct hash public;
	int ends[2];

	set_homes("together", NULL);
	ck_assert_int_eq(pipe(ends), 0);
	for (int i = 0; i < USERS; i++) {
		if (fork() != 0)
			continue;
		if (keys_load_own(&key, &err) != 0)
			memset(&key, 0, sizeof key);
		_exit(write(ends[1], &key.public, HASH_SIZE) != HASH_SIZE);
	}
	for (int i = 0; i < USERS; i++)
		ck_assert_int_gt(wait(NULL), 0);
	ck_assert_int_eq(keys_load_own(&key, &err), 0);
	for (int i = 0; i < USERS; i++) {
		ck_assert_int_eq(read(ends[0], &public, HASH_SIZE), HASH_SIZE);
		ck_assert(hash_equal(&public, &key.public));
	}
	close(ends[0]);
	close(ends[1]);
}

UNIT_FILE(enter_folder, remove_tree)
