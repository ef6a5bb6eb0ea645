/*
 * protocol_lines_test.c - every line to a bot, byte for byte, and its length.
 */
#include <string.h>

#include "host/protocol.h"
#include "tests/support/json.h"
#include "tests/unit/unit.h"

static void assert_line(struct json_writer *w, const char *line)
{
	struct error err = {0};

	ck_assert_str_eq(text_string(&w->out), line);
	ck_assert_msg(is_json(&w->out, PROTOCOL_DEPTH_MAX, JSON_SPACES, &err),
		      "%s", err.text);
	text_release(&w->out);
	*w = (struct json_writer){ .comma = true };
}

TEST(every_line_to_a_bot_has_its_bytes)
{
	static const char *const names[] = { "ann", "b\"\xc3\xa9" };
	static const int scores[] = { 10150, -8300 }, ranks[] = { 1, 2 };
	static const char events[] = "{\"t\":\"again\",\"seat\":1}\n"
		"{\"t\":\"again\",\"seat\":0}\n";
	/* Earlier contents of the writer do not matter. */
	struct json_writer w = { .comma = true };
	struct limits limits;
	struct hello hello = { .game = "bolo7", .rules = "{\"target\":10}",
		.seats = 2, .names = names, .seat = 1, .limits = &limits,
		.dice = "{\"links\":128}" };
	struct question question = { .ms = 640, .events = events,
		.events_size = sizeof events - 1, .view = "{\"v\":1}",
		.view_size = 7, .legal = "[{},{\"a\":1}]", .legal_size = 12 };

	limits_defaults(&limits);
	limits.value[LIMIT_GAME_MS] = 60000;
	protocol_hello(&w, &hello);
	assert_line(&w, "{\"type\":\"hello\",\"protocol\":1,\"game\":\"bolo7\","
		    "\"rules\":{\"target\":10},\"seats\":2,\"names\":[\"ann\","
		    "\"b\\\"\xc3\xa9\"],\"seat\":1,\"limits\":{\"start_ms\":"
		    "10000,\"move_ms\":1000,\"game_ms\":60000},\"dice\":"
		    "{\"links\":128}}\n");
	protocol_game(&w, 1, 50, 9007199254740991, "[\"a\",\"b\"]", 9);
	assert_line(&w, "{\"type\":\"game\",\"number\":1,\"of\":50,\"seed\":"
		    "9007199254740991,\"anchors\":[\"a\",\"b\"]}\n");
	protocol_turn(&w, &question);
	assert_line(&w, "{\"type\":\"turn\",\"ms\":640,\"events\":[{\"t\":"
		    "\"again\",\"seat\":1},{\"t\":\"again\",\"seat\":0}],"
		    "\"view\":{\"v\":1},\"legal\":[{},{\"a\":1}]}\n");
	question.events_size = 0;
	question.legal = NULL;
	protocol_turn(&w, &question);
	assert_line(&w, "{\"type\":\"turn\",\"ms\":640,\"events\":[],"
		    "\"view\":{\"v\":1}}\n");
	question.events = NULL;
	protocol_turn(&w, &question);
	assert_line(&w, "{\"type\":\"turn\",\"ms\":640,\"view\":{\"v\":1}}\n");
	protocol_again(&w, 12, "\"then\" is\nroll");
	assert_line(&w, "{\"type\":\"again\",\"ms\":12,\"fault\":\"illegal\","
		    "\"why\":\"\\\"then\\\" is\\nroll\"}\n");
	protocol_over(&w, events, sizeof events - 1, 2, scores, ranks,
		      "normal");
	assert_line(&w, "{\"type\":\"over\",\"events\":[{\"t\":\"again\","
		    "\"seat\":1},{\"t\":\"again\",\"seat\":0}],\"scores\":"
		    "[10150,-8300],\"ranks\":[1,2],\"end\":\"normal\"}\n");
	protocol_over(&w, NULL, 0, 2, scores, ranks, "fault");
	assert_line(&w, "{\"type\":\"over\",\"scores\":[10150,-8300],"
		    "\"ranks\":[1,2],\"end\":\"fault\"}\n");
	protocol_bye(&w, "00ff");
	assert_line(&w, "{\"type\":\"bye\",\"secret\":\"00ff\"}\n");
}

/* Events with ascending numbers; each is 12 bytes with its LF. */
static void many_events(struct text *events, int count)
{
	text_clear(events);
	for (int i = 0; i < count; i++)
		text_printf(events, "{\"n\":%05d}\n", 10000 + i);
}

/* The line has the newest events, in order, and as many as fit. */
static void assert_newest(struct json_writer *w, int count, size_t room)
{
	struct error err;
	cJSON *tree = json_read(w->out.bytes, w->out.length, 16, JSON_SPACES,
				&err);
	const cJSON *events = json_get(tree, "events");
	int there = cJSON_GetArraySize(events), at = count - there;
	const cJSON *event, *lost = json_get(tree, "lost");

	ck_assert_msg(tree != NULL, "%s", err.text);
	ck_assert_uint_le(w->out.length, PROTOCOL_LINE_MAX);
	/* ck_assert is slow even if it holds. */
	cJSON_ArrayForEach(event, events)
		if ((int)json_get(event, "n")->valuedouble != 10000 + at++)
			ck_abort_msg("another event at %d", at);
	if (there == count) {
		ck_assert_ptr_null(lost);
	} else {
		ck_assert_int_eq((int)lost->valuedouble, count - there);
		ck_assert_uint_ge(w->out.length, PROTOCOL_LINE_MAX - room);
	}
	cJSON_Delete(tree);
}

/* A turn with so many events and a view of so many bytes. */
static void check_turn(int count, size_t size, const char *legal)
{
	struct text events = {0}, view = {0};
	struct json_writer w = {0};
	struct question question = { .ms = 1000, .legal = legal,
		.legal_size = legal != NULL ? strlen(legal) : 0 };

	text_add(&view, "{\"x\":\"");
	while (view.length < size - 2)
		text_byte(&view, 'x');
	text_add(&view, "\"}");
	many_events(&events, count);
	question.events = events.bytes;
	question.events_size = events.length;
	question.view = view.bytes;
	question.view_size = view.length;
	protocol_turn(&w, &question);
	/* Less room is left than for an event and "lost". */
	assert_newest(&w, count, 12 + 64);
	text_release(&view);
	text_release(&events);
	text_release(&w.out);
}

TEST(a_turn_that_would_be_too_long_loses_its_oldest_events)
{
	/* Events have 12 bytes: tries several lengths of the rest. */
	for (size_t i = 0; i < 12; i += 3)
		for (int count = 5428; count < 5442; count += 2)
			check_turn(count, 208 + i, "[{}]");
	/* A view that fills the line, which no game has, leaves no room. */
	for (size_t size = 30000; size < PROTOCOL_LINE_MAX - 100; size += 5000)
		check_turn(3000, size, NULL);
}

TEST(an_over_line_too_loses_its_oldest_events)
{
	static const int scores[10] = { -9999 }, ranks[10] = { 10 };
	struct text events = {0};
	struct json_writer w = {0};

	for (int count = 5000; count < 6000; count += 100) {
		many_events(&events, count);
		json_clear(&w);
		protocol_over(&w, events.bytes, events.length, 10, scores,
			      ranks, "max_turns");
		assert_newest(&w, count, 4096);
	}
	text_release(&events);
	text_release(&w.out);
}
