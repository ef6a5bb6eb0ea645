/*
 * entrant_test.c - entrants: the hash of a command's words, and their names.
 */
#include "base/printable.h"
#include "fair/doubts.h"
#include "fair/entrant.h"
#include "fair/names.h"
#include "tests/support/rows.h"
#include "tests/support/vectors.h"

enum { WORDS_MAX = 8 };

TEST_VECTORS(the_words_of_a_command_are_hashed_as_an_array, "command")
{
	char *words[WORDS_MAX + 1] = {0}, hex[HASH_HEX_SIZE + 1];
	struct text text = {0};
	const cJSON *word;
	struct hash hash;
	int count = 0;

	cJSON_ArrayForEach(word, json_get(vector, "words")) {
		ck_assert_int_lt(count, WORDS_MAX);
		words[count++] = word->valuestring;
	}
	entrant_command_text(words, &text);
	ck_assert_str_eq(text_string(&text), text_at(vector, "text"));
	entrant_hash_command(words, &hash);
	hash_to_hex(&hash, hex);
	ck_assert_str_eq(hex, text_at(vector, "command"));
	text_release(&text);
}

/* A log with another name could be written, but not read. */
TEST(what_can_be_entered_can_be_read_from_a_log)
{
	/* White space is Unicode's, and +; of the ignored there are 4174. */
	enum { CONTROLS = 31 + 33, WHITE = 17 + 2 + 1, IGNORED = 4174,
		ANNOTATIONS = 3, BLANK = 3, JOINERS = 38 };
	int refused = 0;

	for (uint32_t point = 1; point <= 0x10ffff; point++) {
		char name[5];

		if (point >= 0xd800 && point <= 0xdfff)
			continue;
		encode_utf8(point, name);
		if (!entrant_is_name(name))
			refused++;
		else if (!printable_is_plain(name))
			ck_abort_msg("U+%04X", (unsigned)point);
	}
	ck_assert_int_eq(refused, CONTROLS + WHITE + IGNORED + ANNOTATIONS +
			 BLANK + JOINERS);
}

TEST_ROWS(a_name_reads_as_itself, "fair/names.txt", "one")
{
	struct error err = {0};
	const int result = names_check(row->text[0], &err);

	if (row->text[1] == NULL)
		ck_assert_int_eq(result, 0);
	else
		ck_assert_ptr_nonnull(strstr(err.text, row->text[1]));
}

TEST_ROWS(names_that_look_alike_are_told, "fair/names.txt", "two")
{
	char *one = row->text[0], *other = row->text[1];
	struct entrant both[2] = { { .name = one }, { .name = other } };
	const bool alike = row_int(row, 2) != 0;
	struct error err;

	ck_assert_int_eq(names_are_alike(one, other), alike);
	ck_assert_int_eq(names_check_all(both, 2, &err) != 0,
			 alike && strcmp(one, other) != 0);
}

TEST(each_control_has_its_escape)
{
	char all[40] = "", *words[] = { all, NULL };
	struct text text = {0};

	for (int c = 1; c <= 0x20; c++)
		all[c - 1] = (char)c;
	entrant_command_text(words, &text);
	ck_assert_str_eq(text_string(&text), "[\"\\u0001\\u0002\\u0003\\u0004"
			 "\\u0005\\u0006\\u0007\\b\\t\\n\\u000b\\f\\r\\u000e"
			 "\\u000f\\u0010\\u0011\\u0012\\u0013\\u0014\\u0015"
			 "\\u0016\\u0017\\u0018\\u0019\\u001a\\u001b\\u001c"
			 "\\u001d\\u001e\\u001f \"]");
	text_release(&text);
}

/* Settles an entrant whose program, a shell, every machine has. */
static int settle(const char *word, struct entrant *entrant, struct error *err)
{
	*err = (struct error){0};
	*entrant = (struct entrant){ .name = memory_copy("ann"),
		.command = memory_new(3, sizeof *entrant->command) };
	entrant->command[0] = memory_copy("sh");
	entrant->command[1] = memory_copy(word);
	return entrant_settle(entrant, ".", err);
}

TEST(a_word_that_is_not_utf8_is_refused)
{
	static const char *const bad[] = { "\xff", "a\xc3", "\xed\xa0\x80" };
	struct entrant entrant;
	struct error err;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		ck_assert_int_eq(settle(bad[i], &entrant, &err), -1);
		ck_assert_str_eq(err.text, "bot ann: word 2 of its command is "
				 "not UTF-8");
		entrant_release(&entrant);
	}
	assert_says(settle("caf\xc3\xa9", &entrant, &err), &err, NULL);
	entrant_release(&entrant);
}

TEST(a_level_of_its_own_may_be_refused)
{
	char *ssh[] = { "/usr/bin/ssh", "ann@example", NULL };
	char *other[] = { "./ssh-bot", NULL }, *nobody[] = { NULL };
	struct entrant entrant = { .name = "ann", .command = ssh,
		.leveled = true };
	struct limits limits;
	struct error err;

	limits_defaults(&limits);
	ck_assert_int_eq(entrant_check_hosting(&entrant, &limits, &err), 0);
	limits.value[LIMIT_CLOCK] = LIMIT_CLOCK_CPU;
	ck_assert_int_eq(entrant_check_hosting(&entrant, &limits, &err), -1);
	ck_assert_str_eq(err.text, "bot ann: behind ssh it thinks on another "
			 "machine, whose processor time cannot be measured "
			 "here: use clock wall instead of cpu");
	entrant.command = other;
	ck_assert_int_eq(entrant_check_hosting(&entrant, &limits, &err), 0);
	entrant.command = nobody;
	ck_assert_int_eq(entrant_check_hosting(&entrant, &limits, &err), -1);
	ck_assert_str_eq(err.text, "ann: a command without words is a person, "
			 "who has no \"sandbox\"");
	entrant.leveled = false;
	ck_assert_int_eq(entrant_check_hosting(&entrant, &limits, &err), 0);
}

TEST(only_a_level_that_differs_is_recorded)
{
	struct entrant entrant = { .leveled = true, .level = LEVEL_LIMITS };

	ck_assert_int_eq(entrant_level(&entrant, LEVEL_STRICT), LEVEL_LIMITS);
	ck_assert(logline_entrant_of(&entrant, LEVEL_STRICT).leveled);
	ck_assert(!logline_entrant_of(&entrant, LEVEL_LIMITS).leveled);
	entrant.leveled = false;
	ck_assert_int_eq(entrant_level(&entrant, LEVEL_STRICT), LEVEL_STRICT);
	ck_assert(!logline_entrant_of(&entrant, LEVEL_STRICT).leveled);
}

TEST(the_weaker_ones_are_named)
{
	const struct logline_entrant all[] = {
		{ .name = "ann", .leveled = true }, { .name = "bob" },
		{ .name = "c\033", .leveled = true, .level = LEVEL_LIMITS },
		{ .name = "dan", .leveled = true } };
	struct text out = {0};

	ck_assert(doubts_weaker_entrants(all, 4, LEVEL_STRICT, &out));
	ck_assert_str_eq(text_string(&out), "sandbox none for ann, dan; "
			 "sandbox limits for c\\u001b; strict for all others");
	text_clear(&out);
	/* A stronger level than the others needs no warning. */
	ck_assert(!doubts_weaker_entrants(all + 1, 2, LEVEL_NONE, &out));
	ck_assert_int_eq(out.length, 0);
	text_release(&out);
}

/* The same words give the same hash wherever the file of a program is, and
   another word gives another one. */
TEST(a_settled_entrant_has_the_hash_of_its_words)
{
	char *words[] = { "sh", "x", NULL };
	struct entrant entrant;
	struct error err;
	struct hash hash;

	entrant_hash_command(words, &hash);
	ck_assert_int_eq(settle("x", &entrant, &err), 0);
	ck_assert(hash_equal(&entrant.sealed, &hash));
	entrant_release(&entrant);
	ck_assert_int_eq(settle("y", &entrant, &err), 0);
	ck_assert(!hash_equal(&entrant.sealed, &hash));
	entrant_release(&entrant);
}
