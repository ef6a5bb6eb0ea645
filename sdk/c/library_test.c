/*
 * library_test.c - tests the functions that a bot calls, and whole matches on
 * memory streams.
 */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#undef NDEBUG

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rollcall_private.h"

static void test_the_random_numbers_are_those_of_every_language(void)
{
	struct rollcall_random random = { .state = 7 };
	int order[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	const int shuffled[] = { 2, 4, 5, 6, 3, 7, 0, 1 };

	assert(rollcall_next(&random) == UINT64_C(0x63cbe1e459320dd7));
	assert(rollcall_next(&random) == UINT64_C(0x044c3cd7f43c661c));
	random.state = 7;
	assert(rollcall_unit(&random) * 9007199254740992. ==
	       (double)(UINT64_C(0x63cbe1e459320dd7) >> 11));
	random.state = 7;
	assert(rollcall_below(&random, 1000) == 729);
	assert(rollcall_below(&random, 1000) == 380);
	assert(rollcall_below(&random, 1) == 0);
	assert(rollcall_below(&random, 0) == 0);
	/* The next value, 2^53 - 1, is in the last, incomplete thousand. */
	random.state = UINT64_C(0x31628af67b2131ab);
	assert(rollcall_below(&random, 1000) == 122);
	random.state = 7;
	rollcall_shuffle(&random, order, 8, sizeof order[0]);
	assert(memcmp(order, shuffled, sizeof order) == 0);
}

static void test_sha256_of_texts_with_known_digests(void)
{
	static const struct {
		const char *text;
		size_t times;
		unsigned char first[4];
	} rows[] = {
		{ "", 1, { 0xe3, 0xb0, 0xc4, 0x42 } },
		{ "abc", 1, { 0xba, 0x78, 0x16, 0xbf } },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		  1, { 0x24, 0x8d, 0x6a, 0x61 } },
	};
	unsigned char digest[32];

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct rollcall_bytes parts[] = {
			{ rows[i].text, strlen(rows[i].text) }, { NULL, 0 }
		};

		rollcall_sha256(digest, parts);
		assert(memcmp(digest, rows[i].first, 4) == 0);
	}
}

static void test_a_view_is_read_or_refused(void)
{
	struct rollcall_turn *turn = rollcall_turn_of("bolo7",
		"{\"phase\":\"final\",\"seat\":1,\"scores\":[10,-20],"
		"\"turns\":[1,2],\"total\":30,\"roll\":[1,5],\"need\":0,"
		"\"open\":[[2,3],[4,5]],\"trigger\":-1,\"queue\":[],"
		"\"contenders\":[],\"out\":[3],\"new\":{\"a\":1.5}}", "[]");
	struct rollcall_bolo7_view view;
	struct rollcall_rolit_view other;

	assert(turn != NULL && strcmp(turn->hello.game, "bolo7") == 0);
	assert(rollcall_bolo7(turn, &view));
	assert(strcmp(view.phase, "final") == 0 && view.seat == 1);
	assert(view.scores.count == 2 && view.scores.at[1] == -20);
	assert(view.open_count == 2 && view.open[1].face == 4 &&
	       view.open[1].dice == 5);
	assert(view.trigger == -1 && view.queue.count == 0);
	assert(view.out.count == 1 && view.out.at[0] == 3);
	assert(!rollcall_rolit(turn, &other));
	rollcall_turn_free(turn);
	assert(rollcall_turn_of("pig", "[", "[]") == NULL);
	assert(rollcall_turn_of("pig", "{}", "{}") == NULL);
	assert(rollcall_turn_from("7", NULL, NULL) == NULL);
	turn = rollcall_turn_from("{\"legal\":{\"a\":1}}", NULL, NULL);
	assert(turn->legal == NULL && turn->legal_count == 0);
	rollcall_turn_free(turn);
}

static int play_it(struct rollcall_turn *turn, void *user)
{
	return rollcall_play(turn, user);
}

/* What is decided for the move; NULL: it is refused. */
static void decides(struct rollcall_move played, const char *wanted)
{
	struct rollcall_turn *turn = rollcall_turn_of("pig", "{}", "[]");
	char *text = rollcall_decide(play_it, &played, turn);

	assert(wanted == NULL ? text == NULL :
	       text != NULL && strcmp(text, wanted) == 0);
	free(text);
	rollcall_turn_free(turn);
}

static void test_a_move_has_the_fields_that_were_set(void)
{
	static const int dice[] = { 1, 5, 5 };
	static const char *const cells[] = { "d2", "g1" };
	cJSON *entry = cJSON_Parse("{\"take\":9007199254740991,\"then\":\"on\","
				   "\"keep\":\"all\",\"deep\":{\"a\":[1]}}");
	struct rollcall_move played;

	decides(rollcall_keep(dice, 3, "bank"),
		"{\"keep\":[1,5,5],\"then\":\"bank\"}");
	decides(rollcall_then("roll"), "{\"then\":\"roll\"}");
	decides(rollcall_cell("d6"), "{\"cell\":\"d6\"}");
	decides(rollcall_cells(cells, 2), "{\"cells\":[\"d2\",\"g1\"]}");
	decides(rollcall_cells(cells, 0), "{\"cells\":[]}");
	decides(rollcall_pass(), "{\"pass\":true}");
	decides(rollcall_indicate(dice, 0), "{\"indicate\":[]}");
	played = rollcall_move_of(entry);
	assert(strcmp(played.then, "on") == 0 && !played.has_keep);
	decides(played, "{\"take\":9007199254740991,\"keep\":\"all\",\"deep\":"
		"{\"a\":[1]},\"then\":\"on\"}");
	cJSON_Delete(entry);
}

static void test_what_does_not_fit_is_refused(void)
{
	static const char *const many[ROLLCALL_CELLS_MAX + 1] = { "a" };
	const char *const wide[] = { "a word of 16 by." };
	struct rollcall_turn *turn = rollcall_turn_of("pig", "{}", "[1]");
	int numbers[ROLLCALL_LIST_MAX + 1] = {0};

	decides(rollcall_then(wide[0]), NULL);
	decides(rollcall_cell(wide[0]), NULL);
	decides(rollcall_cells(wide, 1), NULL);
	decides(rollcall_cells(many, ROLLCALL_CELLS_MAX + 1), NULL);
	decides(rollcall_cells(many, -1), NULL);
	decides(rollcall_keep(numbers, ROLLCALL_LIST_MAX + 1, "roll"), NULL);
	decides(rollcall_indicate(numbers, -1), NULL);
	assert(!rollcall_legal(turn, 0).unfit && rollcall_legal(turn, 1).unfit &&
	       rollcall_legal(turn, -1).unfit);
	rollcall_turn_free(turn);
}

static int second(struct rollcall_turn *turn, void *user)
{
	assert(*(int *)user == 7);
	assert(rollcall_rule(turn, "target", 7) == 50);
	assert(rollcall_rule(turn, "shared", 7) == 1);
	assert(rollcall_rule(turn, "absent", 7) == 7);
	assert(strcmp(rollcall_rule_word(turn, "ending"), "last") == 0);
	assert(strcmp(turn->hello.names[1], "bob") == 0);
	assert(turn->hello.limits.move_ms == 900);
	assert(turn->game.number == 3 && turn->ms == 640);
	assert(turn->random.state == turn->game.seed);
	assert(turn->game.seed == (UINT64_C(1) << 53) - 1);
	return 1;
}

static void test_a_recorded_line_is_a_turn(void)
{
	struct rollcall_turn *turn = rollcall_turn_from(
		"{\"type\":\"turn\",\"ms\":640,\"view\":{},\"legal\":[1,[2]]}",
		"{\"game\":\"pig\",\"rules\":{\"target\":50,\"shared\":true,"
		"\"ending\":\"last\"},\"names\":[\"ann\",\"bob\"],"
		"\"limits\":{\"move_ms\":900}}",
		"{\"number\":3,\"seed\":9007199254740991}");
	int user = 7;
	char *move = rollcall_decide(second, &user, turn);

	assert(move != NULL && strcmp(move, "[2]") == 0);
	free(move);
	rollcall_turn_free(turn);
}

static int say_it(struct rollcall_turn *turn, void *user)
{
	(void)user;
	assert(turn->say[0] == '\0' && turn->move == NULL);
	rollcall_say(turn, "%s\xc3\xa9 \xff %0500d", "h", 0);
	return 0;
}

static int write_it(struct rollcall_turn *turn, void *user)
{
	(void)user;
	memset(turn->say, '0', 499);
	memcpy(turn->say + 499, "\xc3", 2);
	return 0;
}

/* Plays the lines of `input` and compares the answers with `wanted`. */
static void plays(rollcall_choose *choose, struct rollcall_options options,
		  const char *input, const char *wanted)
{
	char *output = NULL, copy[1000];
	size_t size = strlen(input);

	assert(size < sizeof copy);
	memcpy(copy, input, size + 1);
	options.input = fmemopen(copy, size, "r");
	options.output = open_memstream(&output, &size);
	assert(options.input != NULL && options.output != NULL);
	assert(rollcall_run(choose, &options) == 0);
	fclose(options.input);
	fclose(options.output);
	assert(strcmp(output, wanted) == 0);
	free(output);
}

/* Counts calls: the match is known, but nothing has been sent. */
static void count_hello(const struct rollcall_turn *turn, void *user)
{
	int *hellos = user;

	assert(strcmp(turn->hello.game, "pig") == 0 &&
	       rollcall_rule(turn, "target", 0) == 50);
	++*hellos;
}

static int after_hello(struct rollcall_turn *turn, void *user)
{
	(void)turn;
	assert(*(int *)user == 1);
	return 0;
}

static void test_a_match_on_streams(void)
{
	const char *turn = "{\"view\":{},\"type\":\"turn\"}\n"
			   "{\"type\":\"turn\"}";
	char answer[600], wanted[1200];
	int hellos = 0;

	plays(say_it, (struct rollcall_options){ .name = "\"x\xe9" },
	      "\r\n{\"type\":\"hello\"}\r\n{\"type\":\"bye\"}\n{",
	      "{\"type\":\"ready\",\"legal\":true,\"events\":true,"
	      "\"name\":\"\\\"x?\"}\n");
	plays(after_hello, (struct rollcall_options){ .hello = count_hello,
						       .user = &hellos },
	      "{\"type\":\"hello\",\"game\":\"pig\",\"rules\":"
	      "{\"target\":50}}\n{\"type\":\"turn\",\"view\":{}}",
	      "{\"type\":\"ready\",\"legal\":true,\"events\":true}\n"
	      "{\"move\":0}\n");
	assert(hellos == 1);
	/* 500 bytes: h, two for the letter, space, ?, space, and zeros. */
	snprintf(answer, sizeof answer, "{\"move\":0,\"say\":\"h\xc3\xa9 ? "
		 "%0494d\"}\n", 0);
	snprintf(wanted, sizeof wanted, "%s%s", answer, answer);
	plays(say_it, (struct rollcall_options){ .no_legal = true }, turn,
	      wanted);
	snprintf(answer, sizeof answer, "{\"move\":0,\"say\":\"%0499d?\"}\n", 0);
	snprintf(wanted, sizeof wanted, "%s%s", answer, answer);
	plays(write_it, (struct rollcall_options){ .no_legal = true }, turn,
	      wanted);
}

/* ### dice: chains of two links, the roll "1d1" on each */

enum { LINKS = 2 };

static void hash_to_hex(const char *label, const unsigned char *hash,
			unsigned char *next, char *hex)
{
	const struct rollcall_bytes parts[] = {
		{ label, strlen(label) }, { hash, 32 }, { NULL, 0 }
	};

	rollcall_sha256(next, parts);
	for (int i = 0; i < 32; i++)
		snprintf(hex + 2 * i, 3, "%02x", next[i]);
}

static char links[LINKS + 1][65], seal[65];     /* links[0]: the anchor */

static struct rollcall_dice *new_dice(void)
{
	unsigned char hash[32] = { 0 };
	char hello[300];
	cJSON *line;
	struct rollcall_dice *dice;

	hash_to_hex("rollcall seal", hash, hash, seal);
	for (int i = LINKS; i >= 0; i--)
		hash_to_hex("rollcall link", hash, hash, links[i]);
	snprintf(hello, sizeof hello, "{\"dice\":{\"seal\":\"%s\",\"salt\":"
		 "\"%s\",\"links\":%d}}", seal, seal, LINKS);
	line = cJSON_Parse(hello);
	dice = rollcall_dice_new(line);
	cJSON_Delete(line);
	assert(dice != NULL);
	return dice;
}

static void begin(struct rollcall_dice *dice)
{
	const char *anchor = links[0];
	cJSON *anchors = cJSON_CreateStringArray(&anchor, 1);

	assert(rollcall_dice_begin(dice, anchors) == 0);
	cJSON_Delete(anchors);
}

/* Is roll k of stream 0 accepted with this link and these values? */
static bool takes(struct rollcall_dice *dice, int lost, int k, int link,
		  const char *roll, const char *values)
{
	char text[400];
	cJSON *line;
	int result;

	snprintf(text, sizeof text, "{\"lost\":%d,\"events\":[{\"t\":\"draw\","
		 "\"s\":0,\"k\":%d,\"dice\":\"%s\",\"v\":%s,\"link\":\"%s\"}]}",
		 lost, k, roll, values, links[link]);
	line = cJSON_Parse(text);
	result = rollcall_dice_read(dice, line);
	cJSON_Delete(line);
	return result == 0;
}

static void test_rolls_that_follow_and_others(void)
{
	struct rollcall_dice *dice = new_dice();

	begin(dice);
	assert(takes(dice, 0, 1, 1, "1d1", "[1]"));
	assert(!takes(dice, 0, 1, 1, "1d1", "[1]"));    /* twice */
	assert(!takes(dice, 0, 2, 1, "1d1", "[1]"));    /* another link */
	assert(!takes(dice, 0, 2, 2, "1d1", "[2]"));
	assert(!takes(dice, 0, 2, 2, "2d1", "[1]"));
	assert(!takes(dice, 0, 2, 2, "1d1", "[1,1]"));
	assert(!takes(dice, 0, 2, 2, "1d0", "[1]"));
	assert(!takes(dice, 0, 3, 2, "1d1", "[1]"));    /* no anchor */
	assert(takes(dice, 0, 2, 2, "9d1", "[1,1,1,1,1,1,1,1,1]"));
	begin(dice);
	assert(takes(dice, 1, 3, 1, "1d1", "[1]"));     /* anchor was lost */
	assert(!takes(dice, 0, 1, 1, "1d1", "[1]"));    /* comes after roll 3 */
	begin(dice);
	assert(!takes(dice, 0, 3, 1, "1d1", "[1]"));    /* nothing was lost */
	assert(rollcall_dice_end(dice, seal) != 0);
	assert(rollcall_dice_end(dice, "00") != 0);
	assert(rollcall_dice_end(dice, "0000000000000000000000000000000000000"
				 "000000000000000000000000000") == 0);
	rollcall_dice_free(dice);
}

int main(void)
{
	test_rolls_that_follow_and_others();
	test_the_random_numbers_are_those_of_every_language();
	test_sha256_of_texts_with_known_digests();
	test_a_view_is_read_or_refused();
	test_a_move_has_the_fields_that_were_set();
	test_what_does_not_fit_is_refused();
	test_a_recorded_line_is_a_turn();
	test_a_match_on_streams();
	return 0;
}
