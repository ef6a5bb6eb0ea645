/*
 * script.c - entrants without a bot, whose moves and faults come from a log or
 * from a person.
 */
#include "match/script.h"

#include "base/memory.h"
#include "base/words.h"

/* Flushes the log first: when it is compared with an old one, the lines before
   the next one have to be compared first. */
static int next_line(const struct script *script, struct engine *engine,
		     int seat, bool due, cJSON **tree, enum logline_type *type,
		     struct error *err)
{
	return matchlog_flush(engine->log, err) != 0 ? -1 :
		script->next(script->context, engine, seat, due, tree, type,
			     err);
}

static void take_fault(const cJSON *tree, struct script_step *step)
{
	/* Always found: the audit has verified the log. */
	int place = words_find(fault_words + FAULT_START,
			       json_get(tree, "fault")->valuestring);

	step->fault = (enum fault)(FAULT_START + place);
	step->detail = memory_copy(json_get(tree, "detail")->valuestring);
}

int script_fault(const struct script *script, struct engine *engine, int seat,
		 struct script_step *step, struct error *err)
{
	enum logline_type type;
	cJSON *tree;
	int found = next_line(script, engine, seat, false, &tree, &type, err);

	*step = (struct script_step){ .fault = FAULT_NONE };
	if (found <= 0)
		return found;
	if (type == LINE_FAULT)
		take_fault(tree, step);
	cJSON_Delete(tree);
	return 0;
}

int script_decide(const struct script *script, struct engine *engine, int seat,
		  struct script_step *step, struct error *err)
{
	enum logline_type type = LINE_AGAIN;
	int result = 0, move;

	*step = (struct script_step){ .fault = FAULT_NONE };
	while (result == 0 && type == LINE_AGAIN) {
		cJSON *tree;

		if (next_line(script, engine, seat, true, &tree, &type,
			      err) < 0)
			return -1;
		if (type == LINE_AGAIN) {
			engine_again(engine, seat);
		} else if (type == LINE_FAULT) {
			take_fault(tree, step);
		} else {
			result = engine->game->read_move(engine->step.run.state,
				json_get(tree, "move"), &move, err);
			if (result == 0)
				engine_move(engine, move);
		}
		cJSON_Delete(tree);
	}
	return result;
}
