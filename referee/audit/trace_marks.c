/*
 * trace_marks.c - the faults in a trace that are marked as suspect.
 */
#include "audit/trace_marks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/json.h"
#include "games/game.h"

enum { DEPTH_MAX = 2 };

static void take_line(struct trace_marks *marks, const char *line, size_t size)
{
	struct trace_mark *mark;
	struct error ignored;
	long long game, seat;
	const char *value;
	size_t length;
	cJSON *tree;

	if (json_scan(line, size, DEPTH_MAX, 0, &ignored) != 0 ||
	    !json_member(line, size, "fault", &value, &length))
		return;
	tree = json_parse(line, size);
	if (json_is_int(json_get(tree, "game"), 0, UINT32_MAX, &game) &&
	    json_is_int(json_get(tree, "seat"), 0, GAME_SEATS_MAX - 1,
			&seat)) {
		ARRAY_GROW(marks->mark, marks->room, marks->count + 1);
		mark = &marks->mark[marks->count++];
		mark->game = (uint32_t)game;
		mark->seat = (int)seat;
		mark->suspect = cJSON_IsTrue(json_get(tree, "suspect"));
	}
	cJSON_Delete(tree);
}

int trace_marks_read(struct trace_marks *marks, const char *path,
		     struct error *err)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t room = 0;
	ssize_t got;
	int result = 0;

	*marks = (struct trace_marks){0};
	if (file == NULL)
		return errno == ENOENT ? 0 : error_reading(err, "open", path);
	while ((got = getline(&line, &room, file)) > 0)
		if (line[got - 1] == '\n')
			take_line(marks, line, (size_t)got - 1);
	if (ferror(file))
		result = error_reading(err, "read", path);
	free(line);
	fclose(file);
	return result;
}

bool trace_marks_suspect(const struct trace_marks *marks, uint32_t game,
			 int seat)
{
	for (size_t i = marks->count; i > 0; i--) {
		const struct trace_mark *mark = &marks->mark[i - 1];

		if (mark->game == game && mark->seat == seat)
			return mark->suspect;
	}
	return false;
}

void trace_marks_release(struct trace_marks *marks)
{
	free(marks->mark);
	*marks = (struct trace_marks){0};
}
