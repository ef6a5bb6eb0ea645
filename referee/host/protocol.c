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

static void end_line(struct json_writer *w)
{
	json_close(w, '}');
	text_byte(&w->out, '\n');
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
	end_line(w);
}

void protocol_game(struct json_writer *w, uint32_t number, uint32_t of,
		   uint64_t seed, const char *anchors, size_t anchors_size)
{
	open_line(w, "game");
	json_put_int(w, "number", number);
	json_put_int(w, "of", of);
	json_put_int(w, "seed", (long long)seed);
	json_put_raw(w, "anchors", anchors, anchors_size);
	end_line(w);
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
	end_line(w);
}

void protocol_again(struct json_writer *w, long ms, const char *why)
{
	open_line(w, "again");
	json_put_int(w, "ms", ms);
	json_put_word(w, "fault", fault_words[FAULT_ILLEGAL]);
	json_put_string(w, "why", why);
	end_line(w);
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
	end_line(w);
}

void protocol_bye(struct json_writer *w, const char *secret)
{
	open_line(w, "bye");
	json_put_string(w, "secret", secret);
	end_line(w);
}

/* Checks an answer: one object of strict JSON.  Floats are accepted here, for
   keys that the protocol does not know. */
static enum fault scan(const char *line, size_t size, struct error *why)
{
	if (json_scan(line, size, PROTOCOL_DEPTH_MAX,
		      JSON_SPACES | JSON_FLOATS, why) != 0)
		return FAULT_GARBLED;
	return FAULT_NONE;
}

static enum fault read_wish(const cJSON *tree, const char *key, bool *wish,
			    struct error *why)
{
	const cJSON *value = json_get(tree, key);

	if (value == NULL)
		return FAULT_NONE;
	if (!cJSON_IsBool(value)) {
		error_set(why, "\"%s\" in ready is neither true nor false",
			  key);
		return FAULT_START;
	}
	*wish = cJSON_IsTrue(value);
	return FAULT_NONE;
}

enum fault protocol_read_ready(const char *line, size_t size,
			       struct wishes *wishes, struct error *why)
{
	const cJSON *type, *name;
	enum fault fault;
	cJSON *tree;

	*wishes = (struct wishes){ .legal = true, .events = true };
	fault = scan(line, size, why);
	if (fault != FAULT_NONE)
		return fault;
	tree = json_parse(line, size);
	type = json_get(tree, "type");
	if (!cJSON_IsString(type) || strcmp(type->valuestring, "ready") != 0) {
		error_set(why, "the first answer is not {\"type\":\"ready\"}");
		fault = FAULT_START;
	}
	if (fault == FAULT_NONE)
		fault = read_wish(tree, "legal", &wishes->legal, why);
	if (fault == FAULT_NONE)
		fault = read_wish(tree, "events", &wishes->events, why);
	name = json_get(tree, "name");
	if (cJSON_IsString(name)) {
		size_t length = strlen(name->valuestring);

		if (length >= sizeof wishes->name)
			length = sizeof wishes->name - 1;
		/* Does not cut a character in two. */
		while (length > 0 && (name->valuestring[length] & 0xc0) == 0x80)
			length--;
		memcpy(wishes->name, name->valuestring, length);
	}
	cJSON_Delete(tree);
	return fault;
}

/* Reads in one pass the answers that nearly every bot sends, {"move":N} and
   {"move":{..}}.  False: it is another answer. */
static bool read_plain(const char *line, size_t size, struct answer *answer)
{
	const cJSON *move;

	if (!json_plain_read(&answer->plain, line, size))
		return false;
	move = answer->plain.value[0].child;
	if (move == NULL || move->next != NULL ||
	    strcmp(move->string, "move") != 0)
		return false;
	if (cJSON_IsNumber(move))
		answer->place = move->valueint;
	else if (cJSON_IsObject(move))
		answer->move = move;
	else
		return false;
	return true;
}

enum fault protocol_read_answer(const char *line, size_t size,
				struct answer *answer, struct error *why)
{
	const char *move;
	size_t move_size;
	enum fault fault;

	answer->place = -1;
	answer->move = answer->tree = NULL;
	answer->say = NULL;
	if (read_plain(line, size, answer))
		return FAULT_NONE;
	fault = scan(line, size, why);
	if (fault != FAULT_NONE)
		return fault;
	if (!json_member(line, size, "move", &move, &move_size)) {
		error_set(why, "the answer has no \"move\"");
		return FAULT_ILLEGAL;
	}
	if (json_member(line, size, "say", &answer->say, &answer->say_size) &&
	    answer->say[0] != '"')
		answer->say = NULL;
	/* Inside a move the protocol allows only integers. */
	if (json_scan_value(move, move_size, PROTOCOL_DEPTH_MAX, JSON_SPACES,
			    why) != 0) {
		error_at(why, "move");
		return FAULT_GARBLED;
	}
	if (move[0] == '{') {
		answer->move = answer->tree = json_parse(move, move_size);
		return FAULT_NONE;
	}
	if (move[0] == '-' || (move[0] >= '0' && move[0] <= '9')) {
		cJSON *number = json_parse(move, move_size);
		bool good = json_is_int(number, 0, JSON_INT_MAX,
					&answer->place);

		if (!good)
			error_set(why, "place %.*s is not in the list of "
				  "legal moves",
				  (int)(move_size < 20 ? move_size : 20),
				  move);
		cJSON_Delete(number);
		return good ? FAULT_NONE : FAULT_ILLEGAL;
	}
	error_set(why, "the move is neither a number nor an object");
	return FAULT_ILLEGAL;
}

void protocol_answer_release(struct answer *answer)
{
	cJSON_Delete(answer->tree);
	answer->move = answer->tree = NULL;
}
