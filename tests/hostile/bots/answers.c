/*
 * answers.c - hostile bots that say the wrong thing.
 */
#define _GNU_SOURCE
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

/* Says a text, with its zeroes, when it is to decide. */
#define SAYS(name, text) MISDEED(name, AT_TURN) { SAY(text); }

SAYS(nul, "{\"move\":1,\"say\":\"\0\"}\n")
SAYS(bad_utf8, "{\"move\":1,\"say\":\"\xc3(\xff\"}\n")
SAYS(overlong, "{\"move\":1,\"say\":\"\xc0\xaf\"}\n")
SAYS(surrogate, "{\"move\":1,\"say\":\"\\ud800\"}\n")
SAYS(bom, "\xef\xbb\xbf{\"move\":1}\n")
SAYS(same_key, "{\"move\":1,\"m\\u006fve\":0}\n")
SAYS(two_objects, "{\"move\":1}{\"move\":1}\n")
SAYS(huge_number, "{\"move\":1e999}\n")
SAYS(half_number, "{\"move\":0.5}\n")
SAYS(zeroes, "{\"move\":01}\n")
SAYS(empty_line, "\n")
SAYS(not_json, "bank\n")
SAYS(control, "{\"move\":1,\"say\":\"\x1b[2J\"}\n")
SAYS(no_move, "{\"mvoe\":1}\n")
SAYS(out_of_range, "{\"move\":9007199254740991}\n")
SAYS(below_range, "{\"move\":-1}\n")
SAYS(odd_move, "{\"move\":{\"then\":[[]]}}\n")
SAYS(again_ready, "{\"type\":\"ready\"}\n")
SAYS(two_answers, GOOD GOOD)
SAYS(words_behind, GOOD " ")
MISDEED(before_the_question, AT_OVER) { SAY(GOOD); }
MISDEED(ready_and_answer, AT_HELLO) { SAY("{\"type\":\"ready\"}\n" GOOD); }
MISDEED(answer_for_ready, AT_HELLO) { SAY(GOOD); }
MISDEED(never_ready, AT_HELLO) { hang(); }

MISDEED(brackets, AT_TURN) { say_long("{\"move\":", '[', 60000, "}\n"); }
MISDEED(digits, AT_TURN) { say_long("{\"move\":", '9', 30000, "}\n"); }
MISDEED(too_long, AT_TURN) { say_long("{\"move\":1", ' ', 65536, "}\n"); }

MISDEED(many_keys, AT_TURN)
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

LAST_DEED(endless_line, AT_TURN) { put_pages(1, 'x', 0); }

MISDEED(line_of_100_mb, AT_TURN)
{
	put_pages(1, ' ', 1600);
	SAY(GOOD);
}

/* Several lines per write: single ones could each answer a question. */
LAST_DEED(million_lines, AT_TURN)
{
	static const char lines[] = GOOD GOOD GOOD GOOD GOOD GOOD GOOD GOOD;

	put_often(1, lines, sizeof lines - 1, 125000);
}

/* The following are odd, but allowed. */

MISDEED(plays_well, AT_TURN)
{
}

MISDEED(escapes, AT_TURN)
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

MISDEED(long_say, AT_TURN)
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

MISDEED(longest_line, AT_TURN) { sized(65536, false); }
MISDEED(longest_line_at_once, AT_TURN) { sized(65536, true); }
MISDEED(a_byte_too_long, AT_TURN) { sized(65537, false); }
MISDEED(a_byte_too_long_at_once, AT_TURN) { sized(65537, true); }
