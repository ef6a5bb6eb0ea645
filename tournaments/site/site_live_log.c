/*
 * site_live_log.c - the score of a match in play, read from its growing log.
 */
#include "tournaments/site/site_live_log.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "fair/logline.h"
#include "tournaments/record/tournament_folder.h"

/* A chunk holds the longest line of a log. */
enum { CHUNK = LOG_LINE_MAX };

/* Reads a list of `count` numbers from `low` to `high`; false if it is none. */
static bool read_numbers(const cJSON *list, int count, int low, int high,
			 int *number)
{
	if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != count)
		return false;
	for (int i = 0; i < count; i++) {
		const cJSON *item = cJSON_GetArrayItem(list, i);

		if (!cJSON_IsNumber(item) || item->valueint < low ||
		    item->valueint > high)
			return false;
		number[i] = item->valueint;
	}
	return true;
}

static void take_line(struct site_live_log *log, const struct record *record,
		      int seats, const char *line, size_t size)
{
	const struct contest *contest = &record->tournament.contest;
	const enum logline_type type = logline_type_of(line, size);
	int rank[GAME_SEATS_MAX], points[GAME_SEATS_MAX];
	struct error ignored;
	cJSON *tree;

	if (type != LINE_GAME && type != LINE_OVER)
		return;
	tree = json_read(line, size, LOG_DEPTH_MAX, 0, &ignored);
	if (type == LINE_GAME) {
		read_numbers(json_get(tree, "seats"), seats, 0, seats - 1,
			     log->place);
	} else if (read_numbers(json_get(tree, "ranks"), seats, 1, seats,
				rank)) {
		game_points(contest->result, seats, rank, points);
		for (int s = 0; s < seats; s++)
			log->points[log->place[s]] += points[s];
		log->games++;
	}
	cJSON_Delete(tree);
}

static void take_lines(struct site_live_log *log, const struct record *record,
		       int seats, const char *bytes, size_t size)
{
	const char *at = bytes, *end;

	while ((end = memchr(at, '\n', size - (size_t)(at - bytes))) != NULL) {
		take_line(log, record, seats, at, (size_t)(end - at));
		at = end + 1;
	}
	log->offset += (size_t)(at - bytes);
}

void site_live_log_read(struct site_live_log *log, const struct record *record,
			const struct fixture *fixture)
{
	char *path = tournament_folder_match(record->folder, log->match,
					     ".jsonl");
	struct error none;
	int fd = file_open(path, &none);
	char *bytes = memory_new(1, CHUNK);
	ssize_t got = 0;
	uint64_t before;

	do {
		before = log->offset;
		got = fd < 0 ? 0 : pread(fd, bytes, CHUNK, (off_t)before);
		if (got > 0)
			take_lines(log, record, fixture->seats, bytes,
				   (size_t)got);
	} while (log->offset > before);
	if (fd >= 0)
		close(fd);
	free(bytes);
	free(path);
}
