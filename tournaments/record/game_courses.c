/*
 * game_courses.c - how the games of a match went, so that equal ones are found.
 */
#include "tournaments/record/game_courses.h"

#include <stdlib.h>
#include <string.h>

#include "pack/packed_log.h"
#include "tournaments/record/tournament_folder.h"

/* FNV-1a. */
static uint64_t add(uint64_t course, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		course = (course ^ (unsigned char)bytes[i]) * 0x100000001b3;
	return course;
}

static bool is(const char *line, size_t size, const char *type)
{
	return size > strlen(type) && memcmp(line, type, strlen(type)) == 0;
}

/* Of a roll the values alone: links of the hash chains differ in any case. */
static uint64_t add_line(uint64_t course, const char *line, size_t size)
{
	static const char value[] = "\"v\":[";
	const char *end = line + size, *at = line;

	if (!is(line, size, "{\"t\":\"draw\""))
		return add(course, line, size);
	while ((at = memchr(at, value[0], (size_t)(end - at))) != NULL &&
	       !is(at, (size_t)(end - at), value))
		at++;
	if (at == NULL)
		return course;
	line = memchr(at, ']', (size_t)(end - at));
	return add(course, at, (size_t)((line != NULL ? line : end) - at));
}

static uint32_t read_games(struct logfile *file, uint32_t games,
			   uint64_t *course)
{
	const char *line;
	bool fault = false;
	struct error ignored;
	uint64_t now = 0;
	uint32_t done = 0;
	size_t size;

	while (done < games && logfile_next(file, &line, &size, &ignored) ==
	       LOGFILE_LINE) {
		if (is(line, size, "{\"t\":\"game\"")) {
			now = 0xcbf29ce484222325;
			fault = false;
			continue;
		}
		fault = fault || is(line, size, "{\"t\":\"fault\"");
		now = add_line(now, line, size);
		if (is(line, size, "{\"t\":\"over\""))
			course[done++] = fault ? 0 : now;
	}
	return done;
}

uint32_t game_courses_read(const struct record *record, uint32_t number,
			   uint32_t games, uint64_t *course)
{
	char *path = tournament_folder_log(record->folder, number);
	struct logfile file = {0};
	struct error ignored;
	uint32_t done = 0;

	if (packed_log_open(&file, path, false, &ignored) == 0) {
		done = read_games(&file, games, course);
		logfile_release(&file);
	}
	free(path);
	return done;
}
