/*
 * protocol.c - the lines that the referee and a bot write to each other.
 */
#include "host/protocol.h"

#include <string.h>

static inline void open_line(struct json_writer *w, const char *type)
{
	w->comma = false;
	json_open(w, '{');
	json_put_word(w, "type", type);
}

void protocol_hello(struct json_writer *w, const struct hello *hello)
{
	open_line(w, "hello");
	json_put_int(w, "protocol", PROTOCOL_VERSION);
	json_put_string(w, "game", hello->game);
	json_put_raw(w, "rules", hello->rules, strlen(hello->rules));
	json_put_int(w, "seats", hello->seats);
	json_put_open(w, "names", '[');
	for (int i = 0; i < hello->seats; i++)
		json_string(w, hello->names[i]);
	json_close(w, ']');
	json_put_int(w, "seat", hello->seat);
	json_key(w, "limits");
	limits_write_clocks(hello->limits, w);
	json_put_raw(w, "dice", hello->dice, strlen(hello->dice));
	json_close_line(w);
}

void protocol_game(struct json_writer *w, uint32_t number, uint32_t of,
		   uint64_t seed, const char *anchors, size_t anchors_size)
{
	open_line(w, "game");
	json_put_int(w, "number", number);
	json_put_int(w, "of", of);
	json_put_int(w, "seed", (long long)seed);
	json_put_raw(w, "anchors", anchors, anchors_size);
	json_close_line(w);
}

/* Appends `events`, without the oldest if they need more than `room` bytes. */
static void put_events(struct json_writer *w, const char *events, size_t size,
		       size_t room)
{
	const char *at = events, *end = events + size;
	int lost = 0;

	while ((size_t)(end - at) > room) {
		const char *next = memchr(at, '\n', (size_t)(end - at));

		lost++;
		at = next == NULL ? end : next + 1;
	}
	json_put_open(w, "events", '[');
	for (; at < end; at++) {
		const char *next = memchr(at, '\n', (size_t)(end - at));

		json_raw(w, at, (size_t)(next - at));
		at = next;
	}
	json_close(w, ']');
	if (lost > 0)
		json_put_int(w, "lost", lost);
}

void protocol_turn(struct json_writer *w, const struct question *question)
{
	size_t start = w->out.length, used;

	open_line(w, "turn");
	json_put_int(w, "ms", question->ms);
	/* The rest of the line, with room for "lost", brackets and LF. */
	used = w->out.length - start + question->view_size +
		question->legal_size + 64;
	if (question->events != NULL)
		put_events(w, question->events, question->events_size,
			   PROTOCOL_LINE_MAX > used ?
			   PROTOCOL_LINE_MAX - used : 0);
	json_put_raw(w, "view", question->view, question->view_size);
	if (question->legal != NULL)
		json_put_raw(w, "legal", question->legal, question->legal_size);
	json_close_line(w);
}

void protocol_again(struct json_writer *w, long ms, const char *why)
{
	open_line(w, "again");
	json_put_int(w, "ms", ms);
	json_put_word(w, "fault", fault_words[FAULT_ILLEGAL]);
	json_put_string(w, "why", why);
	json_close_line(w);
}

void protocol_over(struct json_writer *w, const char *events,
		   size_t events_size, int seats, const int *scores,
		   const int *ranks, const char *end)
{
	open_line(w, "over");
	if (events != NULL)
		put_events(w, events, events_size, PROTOCOL_LINE_MAX - 4096);
	json_put_ints(w, "scores", scores, seats);
	json_put_ints(w, "ranks", ranks, seats);
	json_put_word(w, "end", end);
	json_close_line(w);
}

void protocol_bye(struct json_writer *w, const char *secret)
{
	open_line(w, "bye");
	json_put_string(w, "secret", secret);
	json_close_line(w);
}

bool protocol_is_object(const char *line, const char *end, struct error *why)
{
	OWNED(json_tree) cJSON *tree = NULL;

	if (end > line && end[-1] == '\r')
		end--;
	tree = json_read(line, (size_t)(end - line), PROTOCOL_DEPTH_MAX,
			 JSON_SPACES | JSON_FLOATS, why);
	return tree != NULL;
}

/* Reads a member that may be missing; false, with `why`: it is neither true nor
   false. */
static bool read_wish(const cJSON *tree, const char *key, bool *wish,
		      struct error *why)
{
	const cJSON *value = json_get(tree, key);

	if (value == NULL || cJSON_IsBool(value)) {
		*wish = value == NULL || cJSON_IsTrue(value);
		return true;
	}
	error_set(why, "\"%s\" in ready is neither true nor false", key);
	return false;
}

enum fault protocol_read_ready(const char *line, size_t size,
			       struct wishes *wishes, struct error *why)
{
	/* Floats are accepted for keys that the protocol does not know. */
	OWNED(json_tree) cJSON *tree = json_read(line, size, PROTOCOL_DEPTH_MAX,
						 JSON_SPACES | JSON_FLOATS,
						 why);
	const char *type = cJSON_GetStringValue(json_get(tree, "type"));

	*wishes = (struct wishes){ .legal = true, .events = true };
	if (tree == NULL)
		return FAULT_GARBLED;
	if (type != NULL && strcmp(type, "ready") == 0)
		return read_wish(tree, "legal", &wishes->legal, why) &&
			read_wish(tree, "events", &wishes->events, why) ?
			FAULT_NONE : FAULT_START;
	error_set(why, "the first answer is not {\"type\":\"ready\"}");
	return FAULT_START;
}

/* Reads an answer.  Where the protocol knows the key, it allows only integers;
   few answers have other numbers, so those are read again. */
static const cJSON *read_tree(struct arena *arena, const char *line,
			      size_t size, struct error *why)
{
	const char *move;
	const cJSON *tree;
	struct error ignored;
	size_t move_size;

	arena_clear(arena);
	tree = json_read_in(arena, line, size, PROTOCOL_DEPTH_MAX, JSON_SPACES,
			    &ignored);
	if (tree != NULL)
		return tree;
	tree = json_read_in(arena, line, size, PROTOCOL_DEPTH_MAX,
			    JSON_SPACES | JSON_FLOATS, why);
	if (tree == NULL ||
	    !json_bytes(line, size, tree, json_get(tree, "move"), &move,
			&move_size) ||
	    json_read_in(arena, move, move_size, PROTOCOL_DEPTH_MAX,
			 JSON_SPACES | JSON_VALUE, why) != NULL)
		return tree;
	error_at(why, "move");
	return NULL;
}

enum fault protocol_read_answer(struct arena *arena, const char *line,
				size_t size, struct answer *answer,
				struct error *why)
{
	const cJSON *tree = read_tree(arena, line, size, why), *move;

	*answer = (struct answer){ .place = -1 };
	if (tree == NULL)
		return FAULT_GARBLED;
	move = json_get(tree, "move");
	answer->say = cJSON_GetStringValue(json_get(tree, "say"));
	if (cJSON_IsObject(move)) {
		answer->move = move;
		return FAULT_NONE;
	}
	if (json_is_int(move, 0, JSON_INT_MAX, &answer->place))
		return FAULT_NONE;
	if (move == NULL)
		error_set(why, "the answer has no \"move\"");
	else if (cJSON_IsNumber(move))
		error_set(why, "place %.0f is not in the list of legal moves",
			  move->valuedouble);
	else
		error_set(why, "the move is neither a number nor an object");
	return FAULT_ILLEGAL;
}
