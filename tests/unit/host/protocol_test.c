/*
 * protocol_test.c - every line a bot may write has one verdict.
 */
#include <stdlib.h>
#include <string.h>

#include "host/protocol.h"
#include "tests/unit/unit.h"

/* A copy of exactly this size, so that reading on is detected. */
static char *exact(const char *bytes, size_t size)
{
	char *copy = memory_new(size + 1, 1);
	char *tight = realloc(copy, size > 0 ? size : 1);

	ck_assert_ptr_nonnull(tight);
	if (size > 0)
		memcpy(tight, bytes, size);
	return tight;
}

static enum fault read_answer(const char *line, size_t size,
			      struct answer *answer, struct error *why)
{
	enum fault fault;

	*why = (struct error){0};
	fault = protocol_read_answer(line, size, answer, why);
	ck_assert_msg((fault == FAULT_NONE) == (why->text[0] == '\0'),
		      "%s with \"%s\"", fault_words[fault], why->text);
	return fault;
}

/* ### answers */

#define OK FAULT_NONE
#define G FAULT_GARBLED
#define I FAULT_ILLEGAL

enum { MOVE = -1 };

#define BYTES(text) text, sizeof text - 1
#define DEEP10 "[[[[[[[[[["
#define SHUT10 "]]]]]]]]]]"

static const struct {
	const char *line;
	size_t size;
	enum fault fault;
	long long place;        /* MOVE: an object */
} answers[] = {
	/* The form that nearly every bot sends, and similar ones. */
	{ BYTES("{\"move\":0}"),                       OK, 0 },
	{ BYTES("{\"move\":3}"),                       OK, 3 },
	{ BYTES("{\"move\":10}"),                      OK, 10 },
	{ BYTES("{\"move\":9999999}"),                 OK, 9999999 },
	{ BYTES("{\"move\":99999999}"),                OK, 99999999 },
	{ BYTES("{\"move\":9999999999}"),              OK, 9999999999 },
	{ BYTES("{\"move\":9007199254740991}"),        OK, 9007199254740991 },
	{ BYTES("{\"move\":9007199254740992}"),        G, 0 },
	{ BYTES("{\"move\":9223372036854775808}"),     G, 0 },
	{ BYTES("{\"move\":03}"),                      G, 0 },
	{ BYTES("{\"move\":00}"),                      G, 0 },
	{ BYTES("{\"move\":-0}"),                      G, 0 },
	{ BYTES("{\"move\":+3}"),                      G, 0 },
	{ BYTES("{\"move\":-1}"),                      I, 0 },
	{ BYTES("{\"move\":1.0}"),                     G, 0 },
	{ BYTES("{\"move\":1e0}"),                     G, 0 },
	{ BYTES("{\"move\":1E5}"),                     G, 0 },
	{ BYTES("{\"move\":0x3}"),                     G, 0 },
	{ BYTES("{\"move\":3 3}"),                     G, 0 },
	{ BYTES("{\"move\":3"),                        G, 0 },
	{ BYTES("{\"move\":"),                         G, 0 },
	{ BYTES("{\"move\":}"),                        G, 0 },
	{ BYTES("{\"move\":3}}"),                      G, 0 },
	{ BYTES("{\"move\":3},"),                      G, 0 },
	{ BYTES("{\"move\":3}{\"move\":3}"),           G, 0 },
	{ BYTES("{\"move\":3}\0"),                     G, 0 },
	{ BYTES("{\"move\":3\0}"),                     G, 0 },
	{ BYTES("{\"move\":3} x"),                     G, 0 },
	{ BYTES("{\"move\":3,}"),                      G, 0 },
	{ BYTES("{move:3}"),                           G, 0 },
	{ BYTES("{'move':3}"),                         G, 0 },
	{ BYTES("\xef\xbb\xbf{\"move\":3}"),           G, 0 },
	/* White space and a CR are fine, between tokens. */
	{ BYTES("{\"move\":3}\r"),                     OK, 3 },
	{ BYTES(" { \"move\"\t: 3 } "),                OK, 3 },
	{ BYTES("{\"mo ve\":3}"),                      I, 0 },
	/* An object, but no answer. */
	{ BYTES("{\"Move\":3}"),                       I, 0 },
	{ BYTES("{\"move \":3}"),                      I, 0 },
	{ BYTES("{\"m\\u006fve\":3}"),                 OK, 3 },
	{ BYTES("{\"view\":{\"move\":3}}"),            I, 0 },
	{ BYTES("{}"),                                 I, 0 },
	{ BYTES("{\"type\":\"ready\"}"),               I, 0 },
	{ BYTES("{\"move\":null}"),                    I, 0 },
	{ BYTES("{\"move\":true}"),                    I, 0 },
	{ BYTES("{\"move\":\"3\"}"),                   I, 0 },
	{ BYTES("{\"move\":[3]}"),                     I, 0 },
	/* No object at all. */
	{ BYTES(""),                                   G, 0 },
	{ BYTES(" "),                                  G, 0 },
	{ BYTES("\r"),                                 G, 0 },
	{ BYTES("3"),                                  G, 0 },
	{ BYTES("null"),                               G, 0 },
	{ BYTES("[3]"),                                G, 0 },
	{ BYTES("\"move\""),                           G, 0 },
	{ BYTES("hello"),                              G, 0 },
	{ BYTES("{"),                                  G, 0 },
	/* Moves as objects, whose contents the game checks. */
	{ BYTES("{\"move\":{}}"),                      OK, MOVE },
	{ BYTES("{\"move\":{\"keep\":[1,5,5],\"then\":\"roll\"}}"), OK, MOVE },
	{ BYTES("{\"move\": {\"keep\": [1, 5]} }"),    OK, MOVE },
	{ BYTES("{\"say\":\"}\",\"move\":{\"a\":1}}"), OK, MOVE },
	/* A float is garbled only where the protocol has integers. */
	{ BYTES("{\"move\":{\"keep\":[1.0]}}"),        G, 0 },
	{ BYTES("{\"move\":{\"keep\":[1e2]}}"),        G, 0 },
	{ BYTES("{\"move\":{\"keep\":[-0]}}"),         G, 0 },
	{ BYTES("{\"move\":{\"keep\":[9007199254740992]}}"), G, 0 },
	{ BYTES("{\"move\":[1.5]}"),                   G, 0 },
	{ BYTES("{\"move\":3,\"value\":0.25}"),        OK, 3 },
	{ BYTES("{\"value\":-1.5e-3,\"move\":3}"),     OK, 3 },
	{ BYTES("{\"nodes\":9007199254740992,\"move\":3}"), OK, 3 },
	{ BYTES("{\"value\":NaN,\"move\":3}"),         G, 0 },
	{ BYTES("{\"value\":1.,\"move\":3}"),          G, 0 },
	/* A key twice, wherever it is and however it is spelt. */
	{ BYTES("{\"move\":3,\"move\":3}"),            G, 0 },
	{ BYTES("{\"move\":3,\"m\\u006fve\":3}"),      G, 0 },
	{ BYTES("{\"move\":3,\"x\":1,\"x\":1}"),       G, 0 },
	{ BYTES("{\"move\":3,\"x\":[{\"y\":1,\"y\":1}]}"), G, 0 },
	{ BYTES("{\"move\":{\"keep\":[],\"keep\":[]}}"), G, 0 },
	{ BYTES("{\"move\":3,\"x\":{\"move\":1}}"),    OK, 3 },
	/* Texts. */
	{ BYTES("{\"move\":3,\"say\":\"a\tb\"}"),      G, 0 },
	{ BYTES("{\"move\":3,\"say\":\"a\0b\"}"),      G, 0 },
	{ BYTES("{\"move\":3,\"say\":\"a\\u0000b\"}"), G, 0 },
	{ BYTES("{\"move\":3,\"say\":\"\\ud800\"}"),   G, 0 },
	{ BYTES("{\"move\":3,\"say\":\"\xff\"}"),      G, 0 },
	{ BYTES("{\"move\":3,\"say\":\"\xc0\x80\"}"),  G, 0 },
	{ BYTES("{\"move\":3,\"say\":\"\xed\xa0\x80\"}"), G, 0 },
	{ BYTES("{\"move\":3,\"say\":\"\\x\"}"),       G, 0 },
	{ BYTES("{\"move\":3,\"say\":\"\xe2\x82\xac\"}"), OK, 3 },
	/* 16 levels, including the line itself. */
	{ BYTES("{\"move\":3,\"x\":" DEEP10 "[[[[[" "]]]]]" SHUT10 "}"), OK, 3 },
	{ BYTES("{\"move\":3,\"x\":" DEEP10 "[[[[[[" "]]]]]]" SHUT10 "}"), G, 0 },
	{ BYTES("{\"move\":{\"x\":" DEEP10 "[[[[" "]]]]" SHUT10 "}}"), OK, MOVE },
	{ BYTES("{\"move\":{\"x\":" DEEP10 "[[[[[" "]]]]]" SHUT10 "}}"), G, 0 },
};

TEST_EACH(every_answer_has_one_verdict, sizeof answers / sizeof *answers)
{
	char *line = exact(answers[_i].line, answers[_i].size);
	struct answer answer;
	struct error why;
	enum fault fault = read_answer(line, answers[_i].size, &answer, &why);

	ck_assert_msg(fault == answers[_i].fault, "%s: \"%s\", %s",
		      answers[_i].line, fault_words[fault], why.text);
	if (fault == FAULT_NONE) {
		ck_assert_int_eq(answer.place, answers[_i].place);
		ck_assert_int_eq(answer.move != NULL,
				 answers[_i].place == MOVE);
	}
	if (answer.move != NULL)
		ck_assert(cJSON_IsObject(answer.move));
	protocol_answer_release(&answer);
	protocol_answer_release(&answer);
	free(line);
}

/* `count` times `byte`, between `before` and `after`. */
static const struct {
	const char *before;
	char byte;
	int count;
	const char *after;
	enum fault fault;
} long_lines[] = {
	{ "{\"move\":", '9', 30000, "}",                G },
	{ "{\"move\":", '0', 30000, "}",                G },
	{ "{\"move\":-", '9', 30000, "}",               G },
	{ "{\"move\":{\"a\":", '9', 30000, "}}",        G },
	{ "{\"move\":3,\"x\":", '9', 30000, "}",        G },
	{ "{\"move\":3,\"x\":1e", '9', 30000, "}",      G },
	{ "{\"move\":3,\"x\":0.", '9', 30000, "}",      G },
	{ "", '[', 60000, "",                           G },
	{ "{\"move\":", '[', 60000, "",                 G },
	{ "{\"move\":3,\"x\":", '[', 60000, "}",        G },
	{ "", '{', 60000, "",                           G },
	{ "", ' ', 60000, "",                           G },
	{ "", ' ', 60000, "{\"move\":3}",               OK },
	{ "{\"move\":3,\"say\":\"", 'x', 65000, "\"}",  OK },
	{ "{\"move\":3,\"", 'x', 65000, "\":0}",        OK },
	{ "{\"move\":3,\"say\":\"", '\\', 60000, "\"}", OK },
	{ "{\"move\":3,\"say\":\"", '\\', 60001, "\"}", G },
};

TEST_EACH(long_lines_are_judged_like_short_ones,
	  sizeof long_lines / sizeof *long_lines)
{
	struct text line = {0};
	struct answer answer;
	struct error why;
	enum fault fault;
	char *copy;

	text_add(&line, long_lines[_i].before);
	for (int i = 0; i < long_lines[_i].count; i++)
		text_byte(&line, long_lines[_i].byte);
	text_add(&line, long_lines[_i].after);
	ck_assert_uint_lt(line.length, PROTOCOL_LINE_MAX);
	copy = exact(line.bytes, line.length);
	fault = read_answer(copy, line.length, &answer, &why);
	ck_assert_msg(fault == long_lines[_i].fault, "%s%d %c: \"%s\", %s",
		      long_lines[_i].before, long_lines[_i].count,
		      long_lines[_i].byte, fault_words[fault], why.text);
	protocol_answer_release(&answer);
	free(copy);
	text_release(&line);
}

/* The fast path for {"move":N} gives the same result as the slow one. */
TEST(the_short_way_and_the_long_way_agree)
{
	static const char bytes[] = "0123456789.eE+-}{ \"\\,:\r\n\0a";

	for (size_t i = 0; i < (sizeof bytes - 1) * (sizeof bytes - 1); i++) {
		char plain[] = "{\"move\":3..}", spaced[] = " {\"move\":3..}";
		struct answer one, two;
		struct error why;
		enum fault fault;

		plain[9] = spaced[10] = bytes[i % (sizeof bytes - 1)];
		plain[10] = spaced[11] = bytes[i / (sizeof bytes - 1)];
		fault = read_answer(plain, sizeof plain - 1, &one, &why);
		ck_assert_msg(read_answer(spaced, sizeof spaced - 1, &two,
					  &why) == fault, "%s", plain);
		if (fault == FAULT_NONE)
			ck_assert_msg(one.place == two.place, "%s", plain);
		protocol_answer_release(&one);
		protocol_answer_release(&two);
	}
}

static const struct {
	const char *line, *say;         /* NULL: there is none */
} says[] = {
	{ "{\"move\":3}",                             NULL },
	{ "{\"move\":3,\"say\":\"\"}",                "\"\"" },
	{ "{\"move\":3,\"say\":\"going for it\"}",    "\"going for it\"" },
	{ "{\"say\":\"a\\\"}b\",\"move\":3}",         "\"a\\\"}b\"" },
	{ "{\"say\" : \"x\" , \"move\":{}}",          "\"x\"" },
	{ "{\"move\":3,\"say\":7}",                   NULL },
	{ "{\"move\":3,\"say\":null}",                NULL },
	{ "{\"move\":3,\"say\":{\"say\":\"x\"}}",     NULL },
	{ "{\"move\":{\"say\":\"x\"}}",               NULL },
};

TEST_EACH(say_is_a_text_or_nothing, sizeof says / sizeof *says)
{
	struct answer answer;
	struct error why;

	ck_assert_int_eq(read_answer(says[_i].line, strlen(says[_i].line),
				     &answer, &why), FAULT_NONE);
	ck_assert_msg((answer.say == NULL) == (says[_i].say == NULL), "%s",
		      says[_i].line);
	if (answer.say != NULL)
		ck_assert_msg(answer.say_size == strlen(says[_i].say) &&
			      memcmp(answer.say, says[_i].say,
				     answer.say_size) == 0, "%s",
			      says[_i].line);
	protocol_answer_release(&answer);
}

TEST(the_reason_tells_the_bots_author_what_is_wrong)
{
	static const struct {
		const char *line, *why;
	} rows[] = {
		{ "{\"move\":1.5}", "move: byte 2: " },
		{ "{\"move\":3,\"move\":4}", "a key twice" },
		{ "{}", "the answer has no \"move\"" },
		{ "{\"move\":\"roll\"}", "neither a number nor an object" },
		{ "{\"move\":-7}", "place -7 is not in the list" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct answer answer;
		struct error why;

		read_answer(rows[i].line, strlen(rows[i].line), &answer, &why);
		ck_assert_msg(strstr(why.text, rows[i].why) != NULL,
			      "%s: %s", rows[i].line, why.text);
		protocol_answer_release(&answer);
	}
}

/* ### ready */

#define NAME60 "123456789 123456789 123456789 123456789 123456789 123456789 "

static const struct {
	const char *line;
	enum fault fault;
	bool legal, events;
	const char *name;
} ready[] = {
	{ "{\"type\":\"ready\"}",                        OK, true, true, "" },
	{ "{\"type\":\"ready\",\"legal\":false}",        OK, false, true, "" },
	{ "{\"events\":false,\"type\":\"ready\"}",       OK, true, false, "" },
	{ "{\"type\":\"ready\",\"name\":\"ann 2.1\",\"legal\":false,\"events\":false}", OK, false, false, "ann 2.1" },
	{ "{\"type\":\"ready\",\"legal\":true,\"events\":true}", OK, true, true, "" },
	{ " { \"type\" : \"ready\" , \"elo\" : 1.5 }\r", OK, true, true, "" },
	{ "{\"type\":\"ready\",\"name\":7}",             OK, true, true, "" },
	{ "{\"type\":\"ready\",\"name\":\"" NAME60 "123\"}", OK, true, true, NAME60 "123" },
	{ "{\"type\":\"ready\",\"name\":\"" NAME60 "1234\"}", OK, true, true, NAME60 "123" },
	{ "{\"type\":\"ready\",\"name\":\"" NAME60 "1\xc3\xa9\"}", OK, true, true, NAME60 "1\xc3\xa9" },
	{ "{\"type\":\"ready\",\"name\":\"" NAME60 "12\xc3\xa9\"}", OK, true, true, NAME60 "12" },
	{ "{\"type\":\"ready\",\"name\":\"" NAME60 "1\xe2\x82\xac\"}", OK, true, true, NAME60 "1" },
	{ "{\"type\":\"ready\",\"name\":\"" NAME60 "\xf0\x9f\x98\x80\xf0\x9f\x98\x80\"}", OK, true, true, NAME60 },
	{ "{\"type\":\"ready\",\"name\":\"" NAME60 "123\xc3\xa9\"}", OK, true, true, NAME60 "123" },
	{ "{\"type\":\"ready\",\"legal\":0}",    FAULT_START, true, true, "" },
	{ "{\"type\":\"ready\",\"legal\":null}", FAULT_START, true, true, "" },
	{ "{\"type\":\"ready\",\"events\":\"no\"}", FAULT_START, true, true, "" },
	{ "{\"type\":\"Ready\"}",                FAULT_START, true, true, "" },
	{ "{\"type\":null}",                     FAULT_START, true, true, "" },
	{ "{\"ready\":true}",                    FAULT_START, true, true, "" },
	{ "{\"move\":0}",                        FAULT_START, true, true, "" },
	{ "{}",                                  FAULT_START, true, true, "" },
	{ "",                                    G, true, true, "" },
	{ "ready",                               G, true, true, "" },
	{ "\"ready\"",                           G, true, true, "" },
	{ "{\"type\":\"ready\"",                 G, true, true, "" },
	{ "{\"type\":\"ready\",\"type\":\"ready\"}", G, true, true, "" },
	{ "{\"type\":\"ready\"}{}",              G, true, true, "" },
};

TEST_EACH(ready_is_read_with_its_wishes, sizeof ready / sizeof *ready)
{
	size_t size = strlen(ready[_i].line);
	char *line = exact(ready[_i].line, size);
	struct error why = {0};
	struct wishes wishes;
	enum fault fault = protocol_read_ready(line, size, &wishes, &why);

	free(line);
	ck_assert_msg(fault == ready[_i].fault, "%s: \"%s\", %s",
		      ready[_i].line, fault_words[fault], why.text);
	ck_assert_msg((fault == FAULT_NONE) == (why.text[0] == '\0'), "%s",
		      why.text);
	if (fault != FAULT_NONE)
		return;
	ck_assert_msg(wishes.legal == ready[_i].legal &&
		      wishes.events == ready[_i].events, "%s", ready[_i].line);
	ck_assert_str_eq(wishes.name, ready[_i].name);
}
