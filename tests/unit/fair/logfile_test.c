/*
 * logfile_test.c - reading a log: its lines, its digests, its torn end.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "fair/logfile.h"
#include "tests/support/rows.h"
#include "tests/support/test_folder.h"

#define FILE_NAME "fair/logs.txt"

/* ### lines */

/* Lines 1 to `lines` of the log give this digest. */
static void digest_of_lines(const char *bytes, int lines, struct hash *digest)
{
	const char *end = bytes;

	while (lines-- > 0)
		end = strchr(end, '\n') + 1;
	crypto_hash_sha256(digest->bytes, (const unsigned char *)bytes,
			   (unsigned long long)(end - bytes));
}

/* Opens a log of these bytes. */
static void open_log(struct logfile *file, const char *bytes, size_t size,
		     bool digests)
{
	struct error err;

	file_write(bytes, size);
	assert_says(logfile_open(file, file_name, digests, &err), &err, NULL);
}

TEST_ROWS(whole_lines_are_given_and_a_torn_end_is_told, FILE_NAME, "lines")
{
	struct logfile file;
	struct error err;
	const char *line;
	size_t size, passed = 0;
	int lines = 0;

	open_log(&file, row->text[0], row->size[0], true);
	while (logfile_next(&file, &line, &size, &err) == LOGFILE_LINE) {
		ck_assert(memcmp(line, row->text[0] + passed, size) == 0);
		ck_assert(line[size] == '\n');
		passed += size + 1;
		ck_assert_uint_eq(file.line, (unsigned)++lines);
		ck_assert_uint_eq(file.passed, passed);
	}
	ck_assert_int_eq(lines, atoi(row->text[1]));
	ck_assert_int_eq(file.torn, row_yes(row, 2));
	/* Reading on stays at the end. */
	ck_assert_int_eq(logfile_next(&file, &line, &size, &err), LOGFILE_END);
	logfile_release(&file);
	logfile_release(&file);
}

/* Lines of many lengths, which cross the borders of the reads. */
static void many_lines(struct text *bytes)
{
	for (int i = 0; i < 3000; i++) {
		for (int j = 0; j < i * 7 % 401; j++)
			text_byte(bytes, (char)('a' + i % 26));
		text_byte(bytes, '\n');
	}
}

TEST(going_back_gives_the_same_line_and_the_same_digests)
{
	struct text bytes = {0};
	struct logfile file;
	struct error err;
	size_t passed = 0, size;
	const char *line;
	int lines = 0;

	many_lines(&bytes);
	open_log(&file, bytes.bytes, bytes.length, true);
	while (logfile_next(&file, &line, &size, &err) == LOGFILE_LINE) {
		if (lines % 3 == 0) {
			logfile_back(&file);
			ck_assert_uint_eq(file.passed, passed);
			ck_assert_uint_eq(file.line, (unsigned)lines);
			logfile_next(&file, &line, &size, &err);
		}
		if (memcmp(line, bytes.bytes + passed, size + 1) != 0)
			ck_abort_msg("line %d is another one", lines);
		passed += size + 1;
		lines++;
		if (lines % 500 == 0) {
			struct sha256 state = logfile_digest(&file);
			struct hash found, expected;

			sha256_end(&state, found.bytes);
			digest_of_lines(text_string(&bytes), lines, &expected);
			ck_assert(hash_equal(&found, &expected));
			/* `digest` does not include the last line. */
			state = file.digest;
			sha256_end(&state, found.bytes);
			digest_of_lines(bytes.bytes, lines - 1, &expected);
			ck_assert(hash_equal(&found, &expected));
		}
	}
	ck_assert_int_eq(lines, 3000);
	logfile_release(&file);
	text_release(&bytes);
}

/* A line of `size` bytes with its LF, between two short ones. */
static enum logfile_result read_second(size_t size, bool ended)
{
	struct text bytes = {0};
	enum logfile_result result;
	struct logfile file;
	struct error err;
	const char *line;
	size_t found;

	text_add(&bytes, "first\n");
	for (size_t i = 1; i < size; i++)
		text_byte(&bytes, 'x');
	text_add(&bytes, ended ? "\nlast\n" : "x");
	open_log(&file, bytes.bytes, bytes.length, false);
	ck_assert_int_eq(logfile_next(&file, &line, &found, &err),
			 LOGFILE_LINE);
	result = logfile_next(&file, &line, &found, &err);
	if (result == LOGFILE_LINE) {
		ck_assert_uint_eq(found + 1, size);
		ck_assert_int_eq(logfile_next(&file, &line, &found, &err),
				 LOGFILE_LINE);
		ck_assert_uint_eq(found, 4);
	}
	logfile_release(&file);
	text_release(&bytes);
	return result;
}

TEST(a_line_that_is_too_long_is_not_given)
{
	ck_assert_int_eq(read_second(LOG_LINE_MAX - 1, true), LOGFILE_LINE);
	ck_assert_int_eq(read_second(LOG_LINE_MAX, true), LOGFILE_LINE);
	ck_assert_int_eq(read_second(LOG_LINE_MAX + 1, true),
			 LOGFILE_TOO_LONG);
	for (int ended = 0; ended < 2; ended++)
		ck_assert_int_eq(read_second(3 * LOG_LINE_MAX, ended),
				 LOGFILE_TOO_LONG);
	ck_assert_int_eq(read_second(LOG_LINE_MAX - 1, false), LOGFILE_END);
}

TEST(a_file_that_cannot_be_read_is_told)
{
	struct logfile file;
	struct error err;
	const char *line;
	size_t size;
	int shut = open("/dev/null", O_WRONLY);

	assert_says(logfile_open(&file, "/dev/null/none.jsonl", false, &err),
		    &err, "/dev/null/none.jsonl");
	logfile_release(&file);
	open_log(&file, "a\n", 2, false);
	ck_assert_int_eq(dup2(shut, file.fd), file.fd);
	ck_assert_int_eq(logfile_next(&file, &line, &size, &err),
			 LOGFILE_TROUBLE);
	logfile_release(&file);
	close(shut);
}

/* The pipe has no writer: opening it must not block. */
TEST(only_a_regular_file_is_opened)
{
	static const struct {
		const char *path, *why;
	} others[] = {
		{ ".", ". is a folder; expected a log" },
		{ "/dev/zero", "/dev/zero is not a regular file" },
		{ file_name, " is not a regular file" },
	};
	struct logfile file;
	struct error err;

	ck_assert_int_eq(mkfifo(file_name, 0600), 0);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		assert_says(logfile_open(&file, others[i].path, false, &err),
			    &err, others[i].why);
		ck_assert(err.unread);
		logfile_release(&file);
	}
}

/* ### the secret at the end */

TEST_ROWS(the_secret_is_found_before_the_log_is_read, FILE_NAME, "ends")
{
	const bool there = row_yes(row, 2);
	struct text bytes = {0};
	struct hash secret, zeroes = {{0}};
	struct logfile file;
	struct error err;
	const char *line;
	size_t size;

	memset(&secret, 9, sizeof secret);
	for (int i = 0; row->text[0] != NULL && i < 1000; i++)
		text_add(&bytes, row->text[0]);
	text_add(&bytes, row->text[1]);
	open_log(&file, bytes.bytes, bytes.length, false);
	ck_assert_int_eq(logfile_secret(&file, &secret), there);
	ck_assert_int_eq(hash_equal(&secret, &zeroes), there);
	/* Reading still begins at the first byte. */
	if (logfile_next(&file, &line, &size, &err) == LOGFILE_LINE)
		ck_assert(memcmp(line, bytes.bytes, size) == 0);
	logfile_release(&file);
	text_release(&bytes);
}

TEST_ROWS(what_is_left_of_a_secret_is_known_by_its_seal, FILE_NAME, "remains")
{
	const bool there = row_yes(row, 1);
	struct hash some, seal, secret;
	struct logfile file;

	memset(&some, 0xab, sizeof some);
	dice_seal(&some, &seal);
	open_log(&file, row->text[0], row->size[0], false);
	ck_assert_int_eq(logfile_sealed(&file, &seal, &secret), there);
	if (there)
		ck_assert(hash_equal(&secret, &some));
	logfile_release(&file);
}

UNIT_FOLDER("a.jsonl")
