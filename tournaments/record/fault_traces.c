/*
 * fault_traces.c - why a bot lost a game by a fault.
 */
#include "tournaments/record/fault_traces.h"

#include <stdlib.h>

#include "base/json.h"
#include "base/memory.h"
#include "tournaments/record/tournament_folder.h"

static char *copy_of(const cJSON *text)
{
	return cJSON_IsString(text) ? memory_copy(text->valuestring) : NULL;
}

static void take_line(void *data, const cJSON *line)
{
	struct fault_traces *traces = data;
	struct fault_trace *fault;
	long long game, entrant;

	if (!json_is_int(json_get(line, "game"), 0, UINT32_MAX, &game) ||
	    !json_is_int(json_get(line, "entrant"), 0, GAME_SEATS_MAX - 1,
			 &entrant))
		return;
	ARRAY_GROW(traces->list, traces->room, traces->count + 1);
	fault = &traces->list[traces->count++];
	*fault = (struct fault_trace){ .game = (uint32_t)game,
		.entrant = (int)entrant,
		.why = copy_of(json_get(line, "why")),
		.asked = copy_of(json_get(line, "asked")),
		.came = copy_of(json_get(line, "came")),
		.times = copy_of(json_get(line, "times")),
		.errors = copy_of(json_get(line, "stderr")) };
}

void fault_traces_read(struct fault_traces *traces, const char *folder,
		       uint32_t number)
{
	AUTOFREE char *path =
		tournament_folder_match(folder, number, ".trace.jsonl");
	struct error ignored;

	*traces = (struct fault_traces){0};
	(void)json_lines_read(path, "fault", take_line, traces, &ignored);
}

const struct fault_trace *fault_traces_find(const struct fault_traces *traces,
					    const struct book_fault *fault)
{
	/* A game that was played twice has two traces: the last one counts. */
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
		free(traces->list[i].came);
		free(traces->list[i].times);
		free(traces->list[i].errors);
	}
	free(traces->list);
	*traces = (struct fault_traces){0};
}
