/*
 * trace_marks.c - which faults in a trace are marked as suspect.
 */
#include "audit/trace_marks.h"

#include <stdlib.h>

#include "base/json.h"
#include "base/memory.h"
#include "games/game.h"

static void take_line(void *data, const cJSON *line)
{
	struct trace_marks *marks = data;
	struct trace_mark *mark;
	long long game, seat;

	if (!json_is_int(json_get(line, "game"), 0, UINT32_MAX, &game) ||
	    !json_is_int(json_get(line, "seat"), 0, GAME_SEATS_MAX - 1, &seat))
		return;
	ARRAY_GROW(marks->mark, marks->room, marks->count + 1);
	mark = &marks->mark[marks->count++];
	mark->game = (uint32_t)game;
	mark->seat = (int)seat;
	mark->suspect = cJSON_IsTrue(json_get(line, "suspect"));
}

int trace_marks_read(struct trace_marks *marks, const char *path,
		     struct error *err)
{
	*marks = (struct trace_marks){0};
	return json_lines_read(path, "fault", take_line, marks, err);
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
