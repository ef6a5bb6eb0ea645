/*
 * matchlog_test.c - a log on disk: written ahead, signed, read again.
 */
#include <unistd.h>

#include <sodium.h>

#include "fair/logfile.h"
#include "fair/matchlog.h"
#include "tests/support/rows.h"
#include "tests/support/test_folder.h"
#include "tests/support/vectors.h"

/* ### writing */

static void add_again(struct matchlog *log, int seat)
{
	struct json_writer line = {0};

	logline_again(&line, seat);
	matchlog_add(log, &line.out);
	text_release(&line.out);
}

static const char two[] = "{\"t\":\"again\",\"seat\":0}\n"
	"{\"t\":\"again\",\"seat\":10}\n";

TEST(lines_are_in_the_file_when_they_are_flushed_and_not_before)
{
	struct matchlog log;
	struct error err;

	assert_says(matchlog_open(&log, file_name, &err), &err, NULL);
	add_again(&log, 0);
	add_again(&log, 10);
	assert_holds("");
	ck_assert_uint_eq(log.size, 0);
	assert_says(matchlog_flush(&log, &err), &err, NULL);
	assert_holds(two);
	ck_assert_uint_eq(log.size, sizeof two - 1);
	assert_says(matchlog_flush(&log, &err), &err, NULL);
	assert_holds(two);
	matchlog_release(&log);
	matchlog_release(&log);
}

TEST(a_log_that_exists_is_never_overwritten)
{
	struct matchlog log;
	struct error err;

	file_put("x");
	assert_says(matchlog_open(&log, file_name, &err), &err,
		    "never overwritten");
	matchlog_release(&log);
	assert_holds("x");
	file_put("");
	ck_assert_int_eq(matchlog_open(&log, file_name, &err), -1);
	matchlog_release(&log);
}

TEST(a_log_is_played_by_one_process_at_a_time)
{
	struct matchlog one, two_of_them = { .fd = -1 };
	struct error err;

	assert_says(matchlog_open(&one, file_name, &err), &err, NULL);
	add_again(&one, 0);
	assert_says(matchlog_flush(&one, &err), &err, NULL);
	assert_says(matchlog_hold(&two_of_them, file_name, &err), &err,
		    "another process");
	matchlog_release(&two_of_them);
	matchlog_release(&one);
	assert_says(matchlog_hold(&two_of_them, file_name, &err), &err, NULL);
	ck_assert_int_eq(matchlog_hold(&one, file_name, &err), -1);
	matchlog_release(&one);
	matchlog_release(&two_of_them);
	assert_holds("{\"t\":\"again\",\"seat\":0}\n");
	unlink(file_name);
	ck_assert_int_eq(matchlog_hold(&one, file_name, &err), -1);
	matchlog_release(&one);
}

TEST(a_log_that_cannot_be_written_is_named)
{
	struct matchlog log;
	struct error err;

	assert_says(matchlog_open(&log, "/dev/full", &err), &err, NULL);
	add_again(&log, 0);
	assert_says(matchlog_flush(&log, &err), &err, "cannot write /dev/full");
	matchlog_release(&log);
	assert_says(matchlog_open(&log, "/dev/null/where.jsonl", &err), &err,
		    "/dev/null/where.jsonl");
	matchlog_release(&log);
}

static int gather(void *context, const char *bytes, size_t size,
		  struct error *err)
{
	struct text *all = context;

	text_append(all, bytes, size);
	return all->length > 30 ? error_set(err, "enough") : 0;
}

TEST(lines_can_go_to_a_function_which_may_stop_them)
{
	struct text all = {0};
	struct matchlog log;
	struct error err;

	matchlog_divert(&log, gather, &all);
	add_again(&log, 0);
	assert_says(matchlog_flush(&log, &err), &err, NULL);
	add_again(&log, 10);
	ck_assert_int_eq(matchlog_flush(&log, &err), -1);
	ck_assert_str_eq(err.text, "enough");
	ck_assert_str_eq(text_string(&all), two);
	matchlog_release(&log);
	text_release(&all);
}

/* ### signing */

TEST_VECTORS(a_signed_log_ends_in_the_line_of_the_vectors, "log")
{
	const char *body = text_at(vector, "body");
	const char *seed = text_at(vector, "seed");
	struct text whole = {0};
	struct signing_key key;
	struct hash digest, bytes;
	struct matchlog log;
	struct error err;
	char hex[HASH_HEX_SIZE + 1];

	ck_assert(hash_from_hex(&bytes, seed, strlen(seed)));
	keys_from_seed(&key, bytes.bytes);
	assert_says(matchlog_open(&log, file_name, &err), &err, NULL);
	text_add(&log.pending, body);
	assert_says(matchlog_sign(&log, &key, &digest, &err), &err, NULL);
	matchlog_release(&log);
	text_printf(&whole, "%s%s", body, text_at(vector, "line"));
	assert_holds(text_string(&whole));
	hash_to_hex(&digest, hex);
	ck_assert_str_eq(hex, text_at(vector, "log"));
	text_release(&whole);
	unlink(file_name);
}

TEST(an_interrupted_log_goes_on_as_if_nothing_had_happened)
{
	unsigned char seed[HASH_SIZE] = {7};
	struct sha256 digest;
	struct hash whole, cut, expected;
	struct signing_key key;
	struct text first = {0};
	struct logfile file;
	struct matchlog log;
	const char *line;
	struct error err;
	size_t size;

	keys_from_seed(&key, seed);
	assert_says(matchlog_open(&log, file_name, &err), &err, NULL);
	add_again(&log, 0);
	add_again(&log, 10);
	assert_says(matchlog_sign(&log, &key, &whole, &err), &err, NULL);
	matchlog_release(&log);
	assert_says(file_read(&first, file_name, 1 << 16, &err), &err, NULL);
	sha256(expected.bytes, first.bytes, sizeof two - 1);
	ck_assert(hash_equal(&whole, &expected));

	/* Now stopped after the first line, with a torn second one. */
	file_write(first.bytes, 35);
	assert_says(matchlog_hold(&log, file_name, &err), &err, NULL);
	assert_says(logfile_open(&file, file_name, true, &err), &err, NULL);
	ck_assert_int_eq(logfile_next(&file, &line, &size, &err),
			 LOGFILE_LINE);
	ck_assert_int_eq(logfile_next(&file, &line, &size, &err), LOGFILE_END);
	ck_assert(file.torn);
	digest = logfile_digest(&file);
	assert_says(matchlog_cut(&log, file.passed, &digest, &err), &err, NULL);
	logfile_release(&file);
	assert_holds("{\"t\":\"again\",\"seat\":0}\n");
	ck_assert_uint_eq(log.size, 23);
	add_again(&log, 10);
	assert_says(matchlog_sign(&log, &key, &cut, &err), &err, NULL);
	matchlog_release(&log);
	ck_assert(hash_equal(&whole, &cut));
	assert_holds(text_string(&first));
	text_release(&first);
}

UNIT_FOLDER("a.jsonl")
