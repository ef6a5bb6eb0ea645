/*
 * game_courses.c - how the games of a match went, so that equal ones are found.
 */
#define _GNU_SOURCE
#include "tournaments/record/game_courses.h"

#include <stdlib.h>
#include <string.h>

#include "fair/sha256.h"
#include "pack/packed_log.h"
#include "tournaments/record/tournament_folder.h"

static bool is(const char *line, size_t size, const char *type)
{
	return size > strlen(type) && memcmp(line, type, strlen(type)) == 0;
}

/* Of a roll the values alone: links of the hash chains differ in any case. */
static void add_line(struct sha256 *course, const char *line, size_t size)
{
	static const char values[] = "\"v\":[";
	const char *from = is(line, size, "{\"t\":\"draw\"") ?
		memmem(line, size, values, strlen(values)) : NULL;
	const char *end = from == NULL ? NULL :
		memchr(from, ']', size - (size_t)(from - line));

	if (end != NULL)
		sha256_add(course, from, (size_t)(end - from));
	else
		sha256_add(course, line, size);
}

static uint32_t read_games(struct logfile *file, uint32_t games,
			   uint64_t *course)
{
	unsigned char hash[HASH_SIZE];
	const char *line;
	bool fault = false;
	struct error ignored;
	struct sha256 now;
	uint32_t done = 0;
	size_t size;

	sha256_start(&now);
	/* The digest of a log is that of all lines before the last one. */
	while (logfile_next(file, &line, &size, &ignored) == LOGFILE_LINE &&
	       !is(line, size, "{\"t\":\"sign\"")) {
		if (is(line, size, "{\"t\":\"game\"")) {
			sha256_start(&now);
			fault = false;
			continue;
		}
		fault = fault || is(line, size, "{\"t\":\"fault\"");
		add_line(&now, line, size);
		if (!is(line, size, "{\"t\":\"over\"") || done == games)
			continue;
		sha256_end(&now, hash);
		memcpy(&course[done], hash, sizeof *course);
		course[done] = fault ? 0 : course[done];
		done++;
	}
	return done;
}

/* Is the log that was read the one that the book names? */
static bool is_its_own(const struct logfile *file,
		       const struct book_match *match)
{
	struct sha256 digest = file->digest;
	struct hash hash;

	sha256_end(&digest, hash.bytes);
	return hash_equal(&hash, &match->log);
}

uint32_t game_courses_read(const struct record *record, uint32_t number,
			   uint32_t games, uint64_t *course)
{
	char *path = tournament_folder_log(record->folder, number);
	struct logfile file = {0};
	struct error ignored;
	uint32_t done = 0;

	if (packed_log_open(&file, path, true, &ignored) == 0) {
		done = read_games(&file, games, course);
		if (!is_its_own(&file, book_find(&record->book, number)))
			done = 0;
		logfile_release(&file);
	}
	free(path);
	return done;
}
