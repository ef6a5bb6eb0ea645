/*
 * audit_result.c - the result of a log, in the form of a tournament's book, and
 * the verdict on it.
 */
#include "audit/audit_result.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"

/* ### which faults of a trace are suspect */

static void take_mark(void *data, const cJSON *line)
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
	return json_lines_read(path, "fault", take_mark, marks, err);
}

/* If the game was played again, the last attempt counts. */
static bool is_suspect(const struct trace_marks *marks, uint32_t game, int seat)
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

/* ### the result */

void audit_result_begin(struct audit_result *result, int rotation)
{
	result->rotation = rotation;
	text_clear(&result->game_faults);
	text_clear(&result->game_suspects);
}

static int entrant_of(const struct audit_result *result, int seat)
{
	return game_place(seat, result->rotation, result->header->entrants);
}

void audit_result_fault(struct audit_result *result, int seat,
			enum fault fault)
{
	const uint32_t game = result->games + 1;

	text_printf(&result->game_faults,
		    "%s{\"game\":%u,\"entrant\":%d,\"fault\":\"%s\"}",
		    result->game_faults.length > 0 ? "," : "",
		    game, entrant_of(result, seat), fault_words[fault]);
	if (result->marks != NULL && is_suspect(result->marks, game, seat))
		text_printf(&result->game_suspects,
			    "%s{\"game\":%u,\"entrant\":%d}",
			    result->game_suspects.length > 0 ? "," : "",
			    game, entrant_of(result, seat));
}

/* Adds the entries of a finished game. */
static void take_list(struct text *list, const struct text *of_game)
{
	if (of_game->length > 0 && list->length > 0)
		text_byte(list, ',');
	text_append(list, of_game->bytes, of_game->length);
}

void audit_result_over(struct audit_result *result, const int *ranks)
{
	const int seats = result->header->entrants;
	int row[LOG_SEATS_MAX];

	for (int seat = 0; seat < seats; seat++)
		row[entrant_of(result, seat)] = ranks[seat];
	for (int i = 0; i < seats; i++)
		text_printf(&result->ranks, "%s%d", i > 0 ? "," :
			    result->games > 0 ? ",[" : "[", row[i]);
	text_byte(&result->ranks, ']');
	take_list(&result->faults, &result->game_faults);
	take_list(&result->suspects, &result->game_suspects);
	result->games++;
}

/* ### from an audit */

static void begin(void *context, const struct log_step *at)
{
	audit_result_begin(context, log_step_rotation(at));
}

static void take_fault(void *context, int seat, enum fault fault,
		       const char *detail)
{
	(void)detail;
	audit_result_fault(context, seat, fault);
}

static void over(void *context, const struct log_step *at)
{
	audit_result_over(context, at->ranks);
}

struct match_watch audit_result_watch(struct audit_result *result)
{
	return (struct match_watch){ .context = result, .begin = begin,
		.fault = take_fault, .over = over };
}

static void put_list(struct json_writer *w, const char *key,
		     const struct text *list)
{
	json_put_open(w, key, '[');
	text_append(&w->out, list->bytes, list->length);
	json_close(w, ']');
}

void audit_result_write(const struct audit_result *result,
			struct json_writer *w)
{
	put_list(w, "ranks", &result->ranks);
	put_list(w, "faults", &result->faults);
	if (result->suspects.length > 0)
		put_list(w, "suspects", &result->suspects);
}

void audit_result_release(struct audit_result *result)
{
	text_release(&result->ranks);
	text_release(&result->faults);
	text_release(&result->game_faults);
	text_release(&result->suspects);
	text_release(&result->game_suspects);
}

/* ### the verdict on a log */

void log_verdict_make(struct log_verdict *verdict, const char *path,
		      const struct hash *key,
		      const struct rules_program *program)
{
	struct audit *audit = &verdict->audit;
	struct match_watch watch;

	*verdict = (struct log_verdict){ .path = path, .pinned = key != NULL,
		.result.header = &audit->header };
	watch = audit_result_watch(&verdict->result);
	audit->watch = &watch;
	if (program != NULL && program->host.game != NULL) {
		audit->program = program->host.game;
		audit->program_files = *rules_program_files(program);
	}
	verdict->verdict = audit_log(audit, path, &verdict->why);
	audit->watch = NULL;
	if (verdict->verdict == AUDIT_PASSED && key != NULL &&
	    !hash_equal(key, &audit->header.key)) {
		error_set(&verdict->why, "%s:1: the log is signed by another "
			  "key than the one given with --key", path);
		verdict->verdict = AUDIT_REFUSED;
	}
}

static void write_passed(const struct log_verdict *verdict,
			 struct json_writer *w)
{
	const struct audit *audit = &verdict->audit;
	const struct logline_header *header = &audit->header;
	OWNED(doubts) struct doubts doubts = {0};

	json_put_or_null(w, "tournament", header->tournament);
	json_put_int(w, "match", header->match);
	json_put_open(w, "entrants", '[');
	for (int i = 0; i < header->entrants; i++)
		json_string(w, header->entrant[i].name);
	json_close(w, ']');
	json_put_string(w, "game", header->game);
	json_put_int(w, "games", audit->games);
	json_put_int(w, "abandoned", audit->abandoned);
	json_put_int(w, "resumes", audit->resumes);
	json_put_int(w, "rolls", (long long)audit->rolls);
	json_put_int(w, "decisions", (long long)audit->decisions);
	json_put_hash(w, "log", &audit->digest);
	json_put_hash(w, "key", &header->key);
	json_put_hash(w, "seal", &header->seal);
	audit_result_write(&verdict->result, w);
	audit_doubts(audit, verdict->pinned, &doubts);
	doubts_write(&doubts, w);
}

void log_verdict_write(const struct log_verdict *verdict,
		       struct json_writer *w)
{
	json_open(w, '{');
	json_put_int(w, "v", 1);
	json_put_string(w, "file", verdict->path);
	json_put_bool(w, "verified", verdict->verdict == AUDIT_PASSED);
	if (verdict->verdict == AUDIT_PASSED)
		write_passed(verdict, w);
	else
		error_place_write(&verdict->why, verdict->path, w);
	json_close(w, '}');
}

void log_verdict_release(struct log_verdict *verdict)
{
	audit_result_release(&verdict->result);
	audit_release(&verdict->audit);
}
