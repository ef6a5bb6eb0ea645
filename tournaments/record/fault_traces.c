/*
 * fault_traces.c - why a bot lost a game by a fault.
 */
#include "tournaments/record/fault_traces.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/file.h"
#include "base/json.h"
#include "tournaments/record/tournament_folder.h"

enum { FILE_MOST = 1 << 27, DEPTH_MAX = 2 };

static char *copy_of(const cJSON *text)
{
	return cJSON_IsString(text) ? memory_copy(text->valuestring) : NULL;
}

static void take_line(struct fault_traces *traces, const char *line,
		      size_t size)
{
	struct error ignored;
	struct fault_trace *fault;
	long long game, entrant;
	const char *value;
	size_t length;
	cJSON *tree;

	if (json_scan(line, size, DEPTH_MAX, 0, &ignored) != 0 ||
	    !json_member(line, size, "fault", &value, &length))
		return;
	tree = json_parse(line, size);
	if (json_is_int(json_get(tree, "game"), 0, UINT32_MAX, &game) &&
	    json_is_int(json_get(tree, "entrant"), 0, GAME_SEATS_MAX - 1,
			&entrant)) {
		ARRAY_GROW(traces->list, traces->room, traces->count + 1);
		fault = &traces->list[traces->count++];
		*fault = (struct fault_trace){ .game = (uint32_t)game,
			.entrant = (int)entrant,
			.why = copy_of(json_get(tree, "why")),
			.asked = copy_of(json_get(tree, "asked")),
			.errors = copy_of(json_get(tree, "stderr")) };
	}
	cJSON_Delete(tree);
}

void fault_traces_read(struct fault_traces *traces, const char *folder,
		       uint32_t number)
{
	char *path = tournament_folder_match(folder, number, ".trace.jsonl");
	struct text bytes = {0};
	struct error ignored;
	const char *at, *end;

	*traces = (struct fault_traces){0};
	if (file_read(&bytes, path, FILE_MOST, &ignored) == 0)
		for (at = bytes.bytes; at != NULL && (end = memchr(at, '\n',
			bytes.length - (size_t)(at - bytes.bytes))) != NULL;
		     at = end + 1)
			take_line(traces, at, (size_t)(end - at));
	text_release(&bytes);
	free(path);
}

const struct fault_trace *fault_traces_find(const struct fault_traces *traces,
					    const struct book_fault *fault)
{
	/* A game that was played twice has two: the last one counts. */
	for (size_t i = traces->count; i > 0; i--) {
		const struct fault_trace *one = &traces->list[i - 1];

		if (one->game == fault->game && one->entrant == fault->entrant)
			return one;
	}
	return NULL;
}

void fault_traces_release(struct fault_traces *traces)
{
	for (size_t i = 0; i < traces->count; i++) {
		free(traces->list[i].why);
		free(traces->list[i].asked);
		free(traces->list[i].errors);
	}
	free(traces->list);
	*traces = (struct fault_traces){0};
}
