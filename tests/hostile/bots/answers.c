/*
 * answers.c - hostile bots that say the wrong thing.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "talk.h"

/* Writes the bytes, then hangs. */
static _Noreturn void say(const char *bytes, size_t size)
{
	put(bytes, size);
	hang();
}
#define SAY(text) say(text, sizeof(text) - 1)

/* Writes `head`, then `middle` `times` times, then `tail`. */
static _Noreturn void say_long(const char *head, char middle, size_t times,
			       const char *tail)
{
	char *text = malloc(times);

	if (text == NULL)
		abort();
	memset(text, middle, times);
	put_text(head);
	put(text, times);
	put_text(tail);
	hang();
}

static void nul(void) { SAY("{\"move\":1,\"say\":\"\0\"}\n"); }
static void bad_utf8(void) { SAY("{\"move\":1,\"say\":\"\xc3(\xff\"}\n"); }
static void overlong(void) { SAY("{\"move\":1,\"say\":\"\xc0\xaf\"}\n"); }
static void surrogate(void) { SAY("{\"move\":1,\"say\":\"\\ud800\"}\n"); }
static void bom(void) { SAY("\xef\xbb\xbf{\"move\":1}\n"); }
static void same_key(void) { SAY("{\"move\":1,\"m\\u006fve\":0}\n"); }
static void two_objects(void) { SAY("{\"move\":1}{\"move\":1}\n"); }
static void huge_number(void) { SAY("{\"move\":1e999}\n"); }
static void half_number(void) { SAY("{\"move\":0.5}\n"); }
static void zeroes(void) { SAY("{\"move\":01}\n"); }
static void empty_line(void) { SAY("\n"); }
static void not_json(void) { SAY("bank\n"); }
static void control(void) { SAY("{\"move\":1,\"say\":\"\x1b[2J\"}\n"); }
static void no_move(void) { SAY("{\"mvoe\":1}\n"); }
static void out_of_range(void) { SAY("{\"move\":9007199254740991}\n"); }
static void below_range(void) { SAY("{\"move\":-1}\n"); }
static void odd_move(void) { SAY("{\"move\":{\"then\":[[]]}}\n"); }
static void again_ready(void) { SAY("{\"type\":\"ready\"}\n"); }
static void two_answers(void) { SAY(GOOD GOOD); }
static void words_behind(void) { SAY(GOOD "gg"); }

static void brackets(void)
{
	say_long("{\"move\":", '[', 60000, "}\n");
}

static void digits(void)
{
	say_long("{\"move\":", '9', 30000, "}\n");
}

static void many_keys(void)
{
	char key[24];

	put_text("{\"move\":1");
	for (int i = 0; i < 5000; i++) {
		snprintf(key, sizeof key, ",\"k%d\":0", i);
		put_text(key);
	}
	put_text("}\n");
	skip_line();
}

static void too_long(void)
{
	say_long("{\"move\":1", ' ', 65536, "}\n");
}

static void endless_line(void)
{
	char piece[4096];

	memset(piece, 'x', sizeof piece);
	put_often(1, piece, sizeof piece, 0);
	hang();
}

static void line_of_100_mb(void)
{
	static char piece[65536];

	memset(piece, ' ', sizeof piece);
	put_often(1, piece, sizeof piece, 1600);
	SAY(GOOD);
}

/* Several lines per write: single ones could each answer a question. */
static void million_lines(void)
{
	static const char lines[] = GOOD GOOD GOOD GOOD GOOD GOOD GOOD GOOD;

	put_often(1, lines, sizeof lines - 1, 125000);
	hang();
}

static void before_the_question(void)
{
	SAY(GOOD);
}

static void ready_and_answer(void)
{
	SAY("{\"type\":\"ready\"}\n" GOOD);
}

static void answer_for_ready(void)
{
	SAY(GOOD);
}

static void never_ready(void)
{
	hang();
}

/* The following are odd, but allowed. */

static void plays_well(void)
{
}

static void escapes(void)
{
	static const char *const nasty[] = {
		"\x1b]0;owned\a\x1b[2J", "%s%s%n%n%999999d", "\xff\xfe\0\n",
		"{\"us\":1,\"game\":1,\"seat\":1,\"from\":\"x\"}\n",
		"\"}\n{\"", "\r\r\n"
	};

	for (size_t i = 0; i < sizeof nasty / sizeof *nasty; i++)
		if (write(2, nasty[i], strlen(nasty[i])) < 0)
			return;
	put_text("{\"say\":\"\\u001b[2J%s%n\\n\\r\\\"},\",\"move\":1}\n");
	skip_line();
}

static void long_say(void)
{
	static char text[65000];

	memset(text, '%', sizeof text - 1);
	put_text("{\"move\":1,\"say\":\"");
	put_text(text);
	put_text("\"}\n");
	skip_line();
}

/* An answer of so many bytes, with its LF.  `at_once` enlarges the pipe, so
   that one read can take it all. */
static void sized(size_t bytes, bool at_once)
{
	static const char head[] = "{\"move\":1,\"say\":\"", tail[] = "\"}\n";
	static char text[70000];

	if (at_once)
		fcntl(1, F_SETPIPE_SZ, 1 << 20);
	memset(text, 'x', bytes);
	memcpy(text, head, sizeof head - 1);
	memcpy(text + bytes - (sizeof tail - 1), tail, sizeof tail - 1);
	put(text, bytes);
	skip_line();
}

static void longest_line(void) { sized(65536, false); }
static void longest_line_at_once(void) { sized(65536, true); }
static void a_byte_too_long(void) { sized(65537, false); }
static void a_byte_too_long_at_once(void) { sized(65537, true); }

const struct misdeed answer_misdeeds[] = {
	{ "plays_well", AT_TURN, plays_well },
	{ "nul", AT_TURN, nul },
	{ "bad_utf8", AT_TURN, bad_utf8 },
	{ "overlong", AT_TURN, overlong },
	{ "surrogate", AT_TURN, surrogate },
	{ "bom", AT_TURN, bom },
	{ "brackets", AT_TURN, brackets },
	{ "same_key", AT_TURN, same_key },
	{ "two_objects", AT_TURN, two_objects },
	{ "huge_number", AT_TURN, huge_number },
	{ "half_number", AT_TURN, half_number },
	{ "zeroes", AT_TURN, zeroes },
	{ "digits", AT_TURN, digits },
	{ "empty_line", AT_TURN, empty_line },
	{ "not_json", AT_TURN, not_json },
	{ "control", AT_TURN, control },
	{ "no_move", AT_TURN, no_move },
	{ "out_of_range", AT_TURN, out_of_range },
	{ "below_range", AT_TURN, below_range },
	{ "odd_move", AT_TURN, odd_move },
	{ "again_ready", AT_TURN, again_ready },
	{ "two_answers", AT_TURN, two_answers },
	{ "words_behind", AT_TURN, words_behind },
	{ "too_long", AT_TURN, too_long },
	{ "endless_line", AT_TURN, endless_line },
	{ "line_of_100_mb", AT_TURN, line_of_100_mb },
	{ "million_lines", AT_TURN, million_lines },
	{ "before_the_question", AT_OVER, before_the_question },
	{ "ready_and_answer", AT_HELLO, ready_and_answer },
	{ "answer_for_ready", AT_HELLO, answer_for_ready },
	{ "never_ready", AT_HELLO, never_ready },
	{ "many_keys", AT_TURN, many_keys },
	{ "escapes", AT_TURN, escapes },
	{ "long_say", AT_TURN, long_say },
	{ "longest_line", AT_TURN, longest_line },
	{ "longest_line_at_once", AT_TURN, longest_line_at_once },
	{ "a_byte_too_long", AT_TURN, a_byte_too_long },
	{ "a_byte_too_long_at_once", AT_TURN, a_byte_too_long_at_once },
	{ NULL, AT_TURN, NULL }
};
