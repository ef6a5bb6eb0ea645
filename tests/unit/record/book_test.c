/*
 * book_test.c - the book: what it accepts, what it refuses, and full disks.
 */
#include <time.h>

#include "tests/support/rows.h"
#include "tests/support/test_folder.h"
#include "tournaments/record/book.h"

#define FILE_NAME "record/books.txt"
#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"
#define OPEN "{\"t\":\"open\",\"v\":1,\"manifest\":\"" ZEROS "\",\"reveals\":" \
	"[],\"beacon\":null,\"salt\":\"" ZEROS "\"}\n"
#define START(match, attempt) "{\"t\":\"start\",\"match\":" match \
	",\"entrants\":[0,1],\"attempt\":" attempt "}\n"
#define RESULT "\"ranks\":[[1,2],[2,1]],\"faults\":[]"
#define END(match) "{\"t\":\"end\",\"match\":" match ",\"log\":\"" ZEROS \
	"\"," RESULT "}\n"
#define VOID(match) "{\"t\":\"void\",\"match\":" match ",\"why\":\"torn\"," \
	"\"log\":\"" ZEROS "\"}\n"
static int read_text(struct book *book, const char *text, struct error *err)
{
	file_put(text);
	*err = (struct error){0};
	return book_read(book, file_name, err);
}

static off_t file_size(void)
{
	struct stat status;

	ck_assert(stat(file_name, &status) == 0);
	return status.st_size;
}

/* ### reading */

TEST_ROWS(lines_are_taken_in_an_order_that_can_be, FILE_NAME, "orders")
{
	struct book book;
	struct error err;

	assert_says(read_text(&book, row->text[0], &err), &err, row->text[1]);
	book_release(&book);
	book_release(&book);
}

TEST(what_is_read_is_known)
{
	const struct book_match *match;
	struct book book;
	struct error err;

	ck_assert(read_text(&book, OPEN START("1", "1") VOID("1")
			    START("1", "2") END("1") START("2", "1"),
			    &err) == 0);
	match = book_find(&book, 1);
	ck_assert(book.opened && !book.closed && book.matches == 2);
	ck_assert(match->ended && match->voids == 1 && match->games == 2);
	ck_assert_uint_eq(match->start_line, 4);
	ck_assert_uint_eq(match->end_line, 5);
	ck_assert_str_eq(match->spoilt[0].why, "torn");
	ck_assert(match->rank[0] == 1 && match->rank[2] == 2);
	ck_assert(!book_find(&book, 2)->ended && book_find(&book, 2)->started);
	ck_assert_ptr_null(book_find(&book, 3));
	ck_assert_ptr_null(book_find(&book, 0));
	book_release(&book);
}

TEST(no_file_is_an_empty_book)
{
	struct book book;
	struct error err = {0};

	ck_assert(book_read(&book, file_name, &err) == 0);
	ck_assert(!book.there && !book.opened && book.matches == 0);
	book_release(&book);
}

/* ### writing */

static void append(struct book *book, const char *text)
{
	struct error err;

	assert_says(read_text(book, text, &err), &err, NULL);
	assert_says(book_append(book, &err), &err, NULL);
}

TEST(what_is_written_is_read_again)
{
	static const int pair[] = { 0, 1 };
	static const struct hash none;
	const struct dice_reveal reveals[] = { { .given = true },
		{ .given = false } };
	struct book book = {0}, again;
	struct error err = {0};

	ck_assert(book_read(&book, file_name, &err) == 0);
	ck_assert(book_append(&book, &err) == 0);
	ck_assert(book_open_sync(&book, &none, reveals, 2, &none, &none,
				 &err) == 0);
	ck_assert(book_start(&book, 1, pair, 2, &err) == 0);
	ck_assert(book_void_sync(&book, 1, "a \"reason\"\n", &none,
				 &err) == 0);
	ck_assert(book_start(&book, 1, pair, 2, &err) == 0);
	ck_assert(book_void_sync(&book, 1, "gone", NULL, &err) == 0);
	ck_assert(book_start(&book, 1, pair, 2, &err) == 0);
	ck_assert(book_end(&book, 1, &none, RESULT, strlen(RESULT), true,
			   &err) == 0);
	ck_assert(book_close_sync(&book, &none, &err) == 0);
	assert_says(book_read(&again, file_name, &err), &err, NULL);
	ck_assert(again.closed && again.lines == 8 && again.torn == 0);
	ck_assert(again.size == book.size);
	ck_assert(again.reveals == 2 && again.reveal[0].given &&
		  !again.reveal[1].given && again.has_beacon);
	ck_assert_str_eq(again.match[0].spoilt[0].why, "a \"reason\"\n");
	ck_assert(again.match[0].voids == 2 &&
		  again.match[0].spoilt[0].has_log &&
		  !again.match[0].spoilt[1].has_log);
	book_release(&book);
	book_release(&again);
}

TEST(a_torn_line_is_cut_before_the_next_one)
{
	static const int pair[] = { 0, 1 };
	struct book book, again;
	struct error err = {0};

	append(&book, OPEN "{\"t\":\"start\",\"match\":1,\"entrants\":[0,1],"
	       "\"attempt\":1,\"this is longer than what comes\":\".......\"");
	ck_assert_int_eq((int)file_size(), (int)strlen(OPEN));
	ck_assert(book_start(&book, 1, pair, 2, &err) == 0);
	ck_assert(book_read(&again, file_name, &err) == 0);
	ck_assert(again.lines == 2 && again.torn == 0);
	book_release(&book);
	book_release(&again);
}

TEST_ROWS(what_a_worker_says_is_read_before_it_is_written, FILE_NAME, "results")
{
	static const struct hash none;
	struct error err = {0};
	struct book book;

	append(&book, OPEN START("1", "1"));
	ck_assert(book_end(&book, 1, &none, row->text[0], row->size[0], true,
			   &err) != 0);
	ck_assert_int_eq((int)file_size(), (int)strlen(OPEN START("1", "1")));
	book_release(&book);
}

/* Starts as many matches as fit into `most` bytes, the limit on the size of
   files; then the one that failed, without the limit. */
static void fill_disk(rlim_t most)
{
	static const int pair[] = { 0, 1 };
	struct error err = {0};
	struct rlimit before;
	uint32_t number = 0;
	struct book book;
	off_t size;

	append(&book, OPEN);
	before = disk_limit(most);
	do {
		struct stat status;

		size = fstat(book.fd, &status) == 0 ? status.st_size : -1;
	} while (book_start(&book, ++number, pair, 2, &err) == 0);
	setrlimit(RLIMIT_FSIZE, &before);
	assert_says(-1, &err, "cannot write ");
	ck_assert_int_eq((int)file_size(), (int)size);
	ck_assert(size > (off_t)most - 60 && size <= (off_t)most);
	book_release(&book);
	assert_says(book_read(&book, file_name, &err), &err, NULL);
	ck_assert(book.torn == 0 && book.matches == number - 1);
	ck_assert(book_append(&book, &err) == 0);
	ck_assert(book_start(&book, number, pair, 2, &err) == 0);
	book_release(&book);
}

TEST(a_full_disk_leaves_the_file_as_it_was)
{
	/* The disk is full at every byte of a line. */
	for (int i = 0; i < 60; i++)
		fill_disk(strlen(OPEN) + 500 + (rlim_t)i);
}

/* ### speed */

/* Processor time, in seconds, for reading a book of so many lines. */
static double read_many(int lines)
{
	struct text text = {0};
	struct error err = {0};
	struct book book;
	clock_t start;
	double passed;

	text_add(&text, OPEN);
	for (int i = 1; i <= lines / 2; i++)
		text_printf(&text, "{\"t\":\"start\",\"match\":%d,\"entrants\":"
			    "[0,1],\"attempt\":1}\n{\"t\":\"end\",\"match\":%d,"
			    "\"log\":\"" ZEROS "\"," RESULT "}\n", i, i);
	file_write(text.bytes, text.length);
	text_release(&text);
	start = clock();
	assert_says(book_read(&book, file_name, &err), &err, NULL);
	passed = (double)(clock() - start) / CLOCKS_PER_SEC;
	ck_assert_uint_eq(book.matches, (uint32_t)lines / 2);
	book_release(&book);
	return passed;
}

/* Ten times the lines take ten times as long, with much room for noise; in
   quadratic time they would take a hundred times as long. */
TEST(many_lines_are_read_in_linear_time)
{
	double less = read_many(20000), more = read_many(200000);

	ck_assert_msg(more < 40 * less + 1, "%f s and %f s", less, more);
}

UNIT_FOLDER("book.jsonl")
