/*
 * rows.h - a check for each row of a text file in tests/unit/.
 *
 *	TEST_ROWS(numbers_are_read, "base/words.txt", "numbers")
 *	{
 *		ck_assert_int_eq(atoi(row->text[0]), atoi(row->text[1]));
 *	}
 *
 * In the file "= numbers" begins a group.  Then each line is a row of texts
 * with tabs between them, at least one.  %0a is a byte, %- an empty text, %!
 * NULL; %=x what the line that begins with %:x has behind a tab, %=V the
 * version of Rollcall.  "# " begins a comment.  Lines that begin with | are the
 * lines of a further text of the row before them.  All rows of a test run in
 * one process.
 */
#ifndef SUPPORT_ROWS_H
#define SUPPORT_ROWS_H

#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "tests/unit/unit.h"

enum { ROW_TEXTS = 8 };

struct row {
	char *text[ROW_TEXTS];          /* NULL also where the row has ended */
	size_t size[ROW_TEXTS];
};

/* The number in a text; 0 if there is none. */
static inline int row_int(const struct row *row, int at)
{
	return row->text[at] != NULL ? atoi(row->text[at]) : 0;
}

static inline bool row_yes(const struct row *row, int at)
{
	return strcmp(row->text[at], "yes") == 0;
}

static inline double row_real(const struct row *row, int at)
{
	return strtod(row->text[at], NULL);
}

/* The index of a text in `words`, which has it and ends with NULL. */
static inline int row_word(const struct row *row, int at,
			   const char *const *words)
{
	int i = 0;

	while (words[i] != NULL && strcmp(words[i], row->text[at]) != 0)
		i++;
	ck_assert_msg(words[i] != NULL, "%s", row->text[at]);
	return i;
}

/* The numbers with blanks between them; returns how many. */
static inline int row_list(const struct row *row, int at, double *list,
			   int most)
{
	char *next = row->text[at];
	int count = 0;

	while (*next != '\0') {
		ck_assert_int_lt(count, most);
		list[count++] = strtod(next, &next);
	}
	return count;
}

#define TEST_ROWS(name, file, group) \
	static void name##_row(const struct row *row); \
	TEST(name) { rows_each(file, group, name##_row); } \
	static void name##_row(const struct row *row)

/* A copy of exactly this size, so that reading on is detected. */
static inline char *exact(const char *bytes, size_t size)
{
	char *copy = malloc(size > 0 ? size : 1);

	ck_assert_ptr_nonnull(copy);
	if (size > 0)
		memcpy(copy, bytes, size);
	return copy;
}

/* The text of an error is there if and only if it failed; it has the part
   `says`, unless that is NULL: then nothing may have failed. */
static inline void assert_says(int result, const struct error *err,
			       const char *says)
{
	ck_assert_msg((result == 0) == (says == NULL), "%d: %s", result,
		      result != 0 ? err->text : "taken");
	ck_assert_msg(says == NULL || strstr(err->text, says) != NULL,
		      "\"%s\" without \"%s\"", err->text, says);
}

/* Encodes a code point, in up to 5 bytes. */
static inline void encode_utf8(uint32_t point, char *bytes)
{
	static const unsigned char first[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
	int size = point < 0x80 ? 1 : point < 0x800 ? 2 :
		point < 0x10000 ? 3 : 4;

	for (int i = size - 1; i > 0; i--, point >>= 6)
		bytes[i] = (char)(0x80 | (point & 0x3f));
	bytes[0] = (char)(first[size] | point);
	bytes[size] = '\0';
}

/* A text without its escapes; the caller frees it. */
static inline char *row_text(const char *at, char *const names[128],
			     size_t *size)
{
	struct text whole = {0};

	if (strcmp(at, "%!") == 0)
		return NULL;
	for (; *at != '\0'; at++) {
		char hex[3] = "", *end;

		if (*at != '%') {
			text_byte(&whole, *at);
		} else if (*++at == '=') {
			at++;
			ck_assert_ptr_nonnull(names[(int)*at]);
			text_add(&whole, names[(int)*at]);
		} else if (*at != '-') {
			memcpy(hex, at++, 2);
			text_byte(&whole, (char)strtol(hex, &end, 16));
			ck_assert(end == hex + 2);
		}
	}
	*size = whole.length;
	text_string(&whole);
	return whole.bytes;
}

/* Checks the row of a line with tabs. */
static inline void row_check(char *line, char *const names[128],
			     void (*check)(const struct row *row))
{
	struct row row = {0};
	char *text;
	int count = 0;

	while ((text = strtok_r(line, "\t", &line)) != NULL) {
		ck_assert_int_lt(count, ROW_TEXTS);
		row.text[count] = row_text(text, names, &row.size[count]);
		count++;
	}
	check(&row);
	while (count > 0)
		free(row.text[--count]);
}

static inline void rows_each(const char *name, const char *group,
			     void (*check)(const struct row *row))
{
	const char *srcdir = getenv("srcdir");
	char path[1000], *line = NULL, *names[128] = {0};
	size_t room = 0, size;
	int number = 0, rows = 0;
	/* Rows of tests that failed stay before it. */
	char *place = unit_rows + strlen(unit_rows);
	bool here = false, lines = false, more = true;
	struct text whole = {0};        /* the row that is not checked yet */
	FILE *file;

	snprintf(path, sizeof path, "%s/tests/unit/%s",
		 srcdir != NULL ? srcdir : ".", name);
	file = fopen(path, "r");
	ck_assert_msg(file != NULL, "%s", path);
	names['V'] = memory_copy(PACKAGE_VERSION);
	while (more) {
		more = getline(&line, &room, file) >= 0;
		number++;
		if (more)
			line[strcspn(line, "\n")] = '\0';
		if (more && whole.length > 0 && line[0] == '|') {
			text_printf(&whole, "%s%s%%0a", lines ? "" : "\t",
				    line + 1);
			lines = true;
			continue;
		}
		text_string(&whole);
		if (whole.length > 0)
			row_check(whole.bytes, names, check);
		text_clear(&whole);
		snprintf(place, (size_t)(unit_rows + UNIT_ROWS_SIZE - place),
			 "%s:%d: here a test failed\n", path, number);
		if (!more || line[0] == '\0' || strncmp(line, "# ", 2) == 0)
			continue;
		if (strncmp(line, "= ", 2) == 0) {
			here = strcmp(line + 2, group) == 0;
		} else if (strncmp(line, "%:", 2) == 0 && line[3] == '\t') {
			names[(int)line[2]] = row_text(line + 4, names, &size);
		} else if (here) {
			text_add(&whole, line);
			lines = false;
			rows++;
		}
	}
	ck_assert_msg(rows > 0, "%s has no group %s", path, group);
	*place = '\0';
	for (int i = 0; i < 128; i++)
		free(names[i]);
	text_release(&whole);
	free(line);
	fclose(file);
}

#endif
