/*
 * logfile_test.c - reading a log: its lines, its digests, its torn end.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "fair/logfile.h"
#include "tests/unit/unit.h"
#include "tests/support/test_folder.h"

#define ZEROES "00000000000000000000000000000000" \
	"00000000000000000000000000000000"

static void remove_log(void)
{
	unlink(file_name);
}

static void must(int result, const struct error *err)
{
	ck_assert_msg(result == 0, "%s", err->text);
}

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

static const struct {
	const char *bytes;
	int lines;
	bool torn;
} files[] = {
	{ "",           0, false },
	{ "\n",         1, false },
	{ "a",          0, true },
	{ "a\n",        1, false },
	{ "a\nb",       1, true },
	{ "a\n\n",      2, false },
	{ "a\nb\nc\n",  3, false },
	{ "a\n\nb\n ",  3, true },
};

TEST_EACH(whole_lines_are_given_and_a_torn_end_is_told,
	  sizeof files / sizeof *files)
{
	struct logfile file;
	struct error err;
	const char *line;
	size_t size, passed = 0;
	int lines = 0;

	file_write(files[_i].bytes, strlen(files[_i].bytes));
	must(logfile_open(&file, file_name, true, &err), &err);
	while (logfile_next(&file, &line, &size, &err) == LOGFILE_LINE) {
		ck_assert(memcmp(line, files[_i].bytes + passed, size) == 0);
		ck_assert(line[size] == '\n');
		passed += size + 1;
		ck_assert_uint_eq(file.line, (unsigned)++lines);
		ck_assert_uint_eq(file.passed, passed);
	}
	ck_assert_int_eq(lines, files[_i].lines);
	ck_assert_int_eq(file.torn, files[_i].torn);
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
	size_t passed = 0;
	const char *line;
	size_t size;
	int lines = 0;

	many_lines(&bytes);
	file_write(bytes.bytes, bytes.length);
	must(logfile_open(&file, file_name, true, &err), &err);
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
	file_write(bytes.bytes, bytes.length);
	must(logfile_open(&file, file_name, false, &err), &err);
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
	ck_assert_int_eq(read_second(3 * LOG_LINE_MAX, true),
			 LOGFILE_TOO_LONG);
	ck_assert_int_eq(read_second(3 * LOG_LINE_MAX, false),
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

	ck_assert_int_eq(logfile_open(&file, "/dev/null/none.jsonl", false, &err), -1);
	ck_assert_msg(strstr(err.text, "/dev/null/none.jsonl") != NULL, "%s", err.text);
	logfile_release(&file);
	file_write("a\n", 2);
	must(logfile_open(&file, file_name, false, &err), &err);
	ck_assert_int_eq(dup2(shut, file.fd), file.fd);
	ck_assert_int_eq(logfile_next(&file, &line, &size, &err),
			 LOGFILE_TROUBLE);
	logfile_release(&file);
	close(shut);
	remove_log();
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

	remove_log();
	ck_assert_int_eq(mkfifo(file_name, 0600), 0);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		ck_assert_int_eq(logfile_open(&file, others[i].path, false,
					      &err), -1);
		ck_assert_ptr_nonnull(strstr(err.text, others[i].why));
		ck_assert(err.unread);
		logfile_release(&file);
	}
	remove_log();
}

/* ### the secret at the end */

#define CLOSE "{\"t\":\"close\",\"secret\":\"" ZEROES "\",\"games\":1}\n"
#define SIGN "{\"t\":\"sign\",\"log\":\"" ZEROES "\",\"sig\":\"" ZEROES \
	ZEROES "\"}\n"

static const struct {
	const char *before;     /* a line that comes first, 1000 times */
	const char *end;
	bool found;
} ends[] = {
	{ NULL,            CLOSE SIGN,                       true },
	{ "{\"a\":1}\n",   CLOSE SIGN,                       true },
	{ "{\"a\":1}\n",   CLOSE,                            true },
	{ "{\"a\":1}\n",   CLOSE "{\"t\":\"resume\",\"games\":1}\n" SIGN, true },
	{ "{\"a\":1}\n",   CLOSE "{\"t\":\"si",              true },
	{ NULL,            "",                               false },
	{ NULL,            SIGN,                             false },
	{ "{\"a\":1}\n",   SIGN,                             false },
	{ "{\"a\":1}\n",   "{\"t\":\"close\",\"secret\":\"" ZEROES "\"}\n", false },
	{ "{\"a\":1}\n",   "{\"t\":\"close\",\"secret\":\"" ZEROES "\",\"games\":1}", false },
	{ "{\"a\":1}\n",   "x" CLOSE,                        false },
};

TEST_EACH(the_secret_is_found_before_the_log_is_read,
	  sizeof ends / sizeof *ends)
{
	struct text bytes = {0};
	struct hash secret, zeroes = {{0}};
	struct logfile file;
	struct error err;
	const char *line;
	size_t size;

	memset(&secret, 9, sizeof secret);
	for (int i = 0; ends[_i].before != NULL && i < 1000; i++)
		text_add(&bytes, ends[_i].before);
	text_add(&bytes, ends[_i].end);
	file_write(bytes.bytes, bytes.length);
	must(logfile_open(&file, file_name, false, &err), &err);
	ck_assert_int_eq(logfile_secret(&file, &secret), ends[_i].found);
	ck_assert_int_eq(hash_equal(&secret, &zeroes), ends[_i].found);
	/* Reading still begins at the first byte. */
	if (logfile_next(&file, &line, &size, &err) == LOGFILE_LINE)
		ck_assert(memcmp(line, bytes.bytes, size) == 0);
	logfile_release(&file);
	text_release(&bytes);
}

/* ### what is left of a secret */

#define SOME "abababababababababababababababab"

static const struct {
	const char *bytes;
	bool found;
} remains[] = {
	{ "",                                        false },
	{ "{\"secret\":\"" SOME SOME "\"}",          true },
	{ "ABABABABABABABABABABABABABABABAB" SOME,   true },
	{ "a" SOME SOME,                             true },
	{ "close" SOME SOME "c",                     true },
	{ SOME SOME "\n" ZEROES "\n",                true },
	{ SOME "babababababababababababababababa",   false },
	{ SOME "ababababababababababababababab",     false },
	{ SOME " " SOME,                             false },
	{ ZEROES,                                    false },
};

TEST_EACH(what_is_left_of_a_secret_is_known_by_its_seal,
	  sizeof remains / sizeof *remains)
{
	struct hash some, seal, secret;
	struct logfile file;
	struct error err;

	memset(&some, 0xab, sizeof some);
	dice_seal(&some, &seal);
	file_write(remains[_i].bytes, strlen(remains[_i].bytes));
	must(logfile_open(&file, file_name, false, &err), &err);
	ck_assert_int_eq(logfile_sealed(&file, &seal, &secret),
			 remains[_i].found);
	if (remains[_i].found)
		ck_assert(hash_equal(&secret, &some));
	logfile_release(&file);
}

static void set_up(void)
{
	tournament_folder_make("a.jsonl");
}

UNIT_FILE(set_up, remove_tree)

UNIT_EACH(NULL, remove_log)
