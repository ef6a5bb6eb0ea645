/*
 * signed_note_test.c - signed notes: what is signed, and what passes as signed.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair/signed_note.h"
#include "tests/unit/unit.h"
#include "tests/support/vectors.h"

static const char *text_at(const cJSON *vector, const char *key)
{
	const cJSON *value = json_get(vector, key);

	ck_assert_msg(cJSON_IsString(value), "a vector has no %s", key);
	return value->valuestring;
}

static void hash_at(const cJSON *vector, const char *key, struct hash *hash)
{
	const char *hex = text_at(vector, key);

	ck_assert_msg(hash_from_hex(hash, hex, strlen(hex)), "%s", hex);
}

/* Checks a copy of exactly this size, so that reading on is detected. */
static int check_copy(const char *note, size_t size, const char *text,
		      const struct signed_note_key *known, int count,
		      bool *has_signed, struct error *err)
{
	char *copy = malloc(size > 0 ? size : 1);
	int result;

	ck_assert_ptr_nonnull(copy);
	memcpy(copy, note, size);
	*err = (struct error){0};
	result = signed_note_check(copy, size, text, known, count, has_signed,
				   err);
	free(copy);
	ck_assert_msg((result == 0) == (err->text[0] == '\0'), "%d and \"%s\"",
		      result, err->text);
	return result;
}

/* ### the vectors */

TEST(a_key_id_is_the_start_of_a_hash)
{
	cJSON *file = vectors_load("fair-dice.json");
	const cJSON *vector;

	cJSON_ArrayForEach(vector, vectors_group(file, "key_id")) {
		struct signed_note_key key = { .name = text_at(vector,
							       "name") };
		unsigned char id[SIGNED_NOTE_ID_SIZE];
		char hex[2 * SIGNED_NOTE_ID_SIZE + 1];

		hash_at(vector, "key", &key.key);
		signed_note_key_id(&key, id);
		sodium_bin2hex(hex, sizeof hex, id, sizeof id);
		ck_assert_str_eq(hex, text_at(vector, "key_id"));
	}
	cJSON_Delete(file);
}

TEST(a_signature_line_is_right_to_the_byte)
{
	cJSON *file = vectors_load("fair-dice.json");
	const cJSON *vector;

	cJSON_ArrayForEach(vector, vectors_group(file, "note")) {
		struct text line = {0};
		struct signing_key key;
		struct hash seed, public;

		hash_at(vector, "seed", &seed);
		hash_at(vector, "key", &public);
		keys_from_seed(&key, seed.bytes);
		ck_assert(hash_equal(&key.public, &public));
		text_add(&line, "kept ");
		signed_note_sign(text_at(vector, "text"),
				 text_at(vector, "name"), &key, &line);
		ck_assert_str_eq(text_string(&line) + 5,
				 text_at(vector, "line"));
		ck_assert_mem_eq(line.bytes, "kept ", 5);
		text_release(&line);
	}
	cJSON_Delete(file);
}

TEST(what_is_signed_names_its_kind_id_and_hash)
{
	cJSON *file = vectors_load("fair-dice.json");
	const cJSON *vector;

	cJSON_ArrayForEach(vector, vectors_group(file, "note")) {
		const char *text = text_at(vector, "text");
		bool is_book = strncmp(text, "rollcall book\n", 14) == 0;
		const char *hex = text + strlen(text) - HASH_HEX_SIZE - 1;
		struct text made = {0};
		struct hash hash;

		ck_assert(hash_from_hex(&hash, hex, HASH_HEX_SIZE));
		if (is_book)
			signed_note_book_text("toy-cup-1", &hash, &made);
		else
			signed_note_manifest_text("toy-cup-1", &hash, &made);
		ck_assert_str_eq(text_string(&made), text);
		text_release(&made);
	}
	cJSON_Delete(file);
}

/* The keys of a vector; returns how many. */
static int take_keys(const cJSON *vector, struct signed_note_key *known,
		     int most)
{
	const cJSON *item;
	int count = 0;

	cJSON_ArrayForEach(item, vectors_group(vector, "keys")) {
		ck_assert_int_lt(count, most);
		known[count].name = text_at(item, "name");
		hash_at(item, "key", &known[count++].key);
	}
	return count;
}

TEST(every_good_note_says_who_signed_it)
{
	cJSON *file = vectors_load("fair-dice.json");
	const cJSON *vector, *name;

	cJSON_ArrayForEach(vector, vectors_group(file, "note_accept")) {
		const char *note = text_at(vector, "note");
		struct signed_note_key known[8];
		bool has_signed[8];
		int count = take_keys(vector, known, 8), missing;
		struct error err;

		memset(has_signed, 1, sizeof has_signed);
		ck_assert_msg(check_copy(note, strlen(note),
					 text_at(vector, "text"), known, count,
					 has_signed, &err) == 0, "%s: %s",
			      text_at(vector, "why"), err.text);
		missing = 0;
		for (int i = 0; i < count; i++) {
			bool is_named = false;

			cJSON_ArrayForEach(name, json_get(vector, "signed"))
				if (strcmp(name->valuestring,
					   known[i].name) == 0)
					is_named = true;
			missing += has_signed[i] != is_named;
		}
		ck_assert_msg(missing == 0, "%s", text_at(vector, "why"));
	}
	cJSON_Delete(file);
}

TEST(every_bad_note_is_refused_with_its_line)
{
	cJSON *file = vectors_load("fair-dice.json");
	const cJSON *vector;

	cJSON_ArrayForEach(vector, vectors_group(file, "note_reject")) {
		const char *note = text_at(vector, "note");
		struct signed_note_key known[8];
		bool has_signed[8];
		int count = take_keys(vector, known, 8);
		struct error err;

		ck_assert_msg(check_copy(note, strlen(note),
					 text_at(vector, "text"), known, count,
					 has_signed, &err) == -1, "%s",
			      text_at(vector, "why"));
		ck_assert_msg(strncmp(err.text, "line ", 5) == 0 ||
			      strncmp(err.text, "expected a signature of "
				      "cup.example", 35) == 0, "%s: %s",
			      text_at(vector, "why"), err.text);
	}
	cJSON_Delete(file);
}

/* ### notes of our own */

#define TEXT "rollcall book\ncup\nx\n"
#define DASH "\xe2\x80\x94 "

static struct signing_key keys[3];
static struct signed_note_key known[2]; /* op and ann; keys[2] is a stranger */

static void make_keys(void)
{
	static const char *const names[] = { "op", "ann" };

	for (int i = 0; i < 3; i++) {
		struct hash seed = {{ (unsigned char)(i + 1) }};

		keys_from_seed(&keys[i], seed.bytes);
	}
	for (int i = 0; i < 2; i++)
		known[i] = (struct signed_note_key){ names[i], keys[i].public };
}

/* Adds a line of op, without LF, with the right key id and a signature of
   `size` bytes. */
static void add_sized(struct text *note, size_t size)
{
	unsigned char bytes[128] = {0};
	char base64[256];

	signed_note_key_id(&known[0], bytes);
	sodium_bin2base64(base64, sizeof base64, bytes,
			  SIGNED_NOTE_ID_SIZE + size,
			  sodium_base64_VARIANT_ORIGINAL);
	text_printf(note, DASH "op %s", base64);
}

/*
 * The text and `tail`, in which these become signature lines without LF: @o of
 * op; @a of ann; @s of a stranger; @k of a stranger under the name of op; @b of
 * op over another text; @u of op without the last =; @1 and @5 of op with 1
 * byte and 65 bytes of signature.
 */
static void make_note(struct text *note, const char *tail)
{
	text_add(note, TEXT);
	for (; *tail != '\0'; tail++) {
		if (*tail != '@') {
			text_byte(note, *tail);
			continue;
		}
		switch (*++tail) {
		case 'o': signed_note_sign(TEXT, "op", &keys[0], note); break;
		case 'a': signed_note_sign(TEXT, "ann", &keys[1], note); break;
		case 's':
			signed_note_sign(TEXT, "stranger", &keys[2], note);
			break;
		case 'k': signed_note_sign(TEXT, "op", &keys[2], note); break;
		case 'b':
			signed_note_sign(TEXT "x", "op", &keys[0], note);
			break;
		case 'u':
			signed_note_sign(TEXT, "op", &keys[0], note);
			note->length--;
			break;
		case '1': add_sized(note, 1); continue;
		case '5': add_sized(note, 65); continue;
		default: ck_abort_msg("@%c", *tail);
		}
		note->length--;
	}
}

static const struct {
	const char *tail;
	const char *says;       /* NULL: good */
	bool ann;               /* ann signed it */
} notes[] = {
	{ "\n@o\n",               NULL, false },
	{ "\n@o\n@a\n",           NULL, true },
	{ "\n@s\n@a\n@s\n@o\n",   NULL, true },
	{ "\n@a\n@o\n@a\n@o\n",   NULL, true },
	{ "\n@o\n@k\n",           NULL, false },
	{ "\n@o\n" DASH "\xc3\xa9 AAAAAAA=\n", NULL, false },
	{ "\n@o\n" DASH "stranger AAAAAAA=\n", NULL, false },
	{ "",                     "line 4: expected an empty line", false },
	{ "@o\n",                 "line 4: expected an empty line", false },
	{ " \n@o\n",              "line 4: expected an empty line", false },
	{ "\r\n@o\n",             "line 4: expected an empty line", false },
	{ "x\n\n@o\n",            "line 4: expected an empty line", false },
	{ "\n",                   "expected a signature of op", false },
	{ "\n@a\n",               "expected a signature of op", false },
	{ "\n@k\n",               "expected a signature of op", false },
	{ "\n\n@o\n",             "line 5: expected a signature", false },
	{ "\n@o\n\n",             "line 6: expected a signature", false },
	{ "\n@o\n\n@a\n",         "line 6: expected a signature", false },
	{ "\n@o\nx\n",            "line 6: expected a signature", false },
	{ "\n@o",                 "line 5: expected a line feed", false },
	{ "\n@o\nx",              "line 6: expected a line feed", false },
	{ "\n@o\r\n",             "line 5: expected a signature", false },
	{ "\n@o \n",              "line 5: expected a signature", false },
	{ "\n @o\n",              "line 5: expected a signature", false },
	{ "\n@o=\n",              "line 5: expected a signature", false },
	{ "\n@oAAAA\n",           "line 5: expected a signature", false },
	{ "\n@u\n",               "line 5: expected a signature", false },
	{ "\n@o\n- ann AAAAAAA=\n", "line 6: expected a signature", false },
	{ "\n@o\n\xe2\x80\x94" "ann AAAAAAA=\n", "line 6: expected a signature", false },
	{ "\n@o\n" DASH "ann\n",  "line 6: expected a signature", false },
	{ "\n@o\n" DASH "ann \n", "line 6: expected a signature", false },
	{ "\n@o\n" DASH "ann AAAAAA==\n", "line 6: expected a signature", false },
	{ "\n@o\n" DASH "ann AAAA-AA=\n", "line 6: expected a signature", false },
	{ "\n@o\n" DASH "ann AAAAAAB=\n", "line 6: expected a signature", false },
	{ "\n@o\n" DASH "ann AAAA\xc1" "AA=\n", "line 6: expected a signature", false },
	{ "\n@o\n" DASH " AAAAAAA=\n", "line 6: expected a signature", false },
	{ "\n@o\n" DASH " ann AAAAAAA=\n", "line 6: expected a signature", false },
	{ "\n@o\n" DASH "a+b AAAAAAA=\n", "line 6: expected a signature", false },
	{ "\n@o\n" DASH "a\tb AAAAAAA=\n", "line 6: expected a signature", false },
	{ "\n@o\n" DASH "\xff AAAAAAA=\n", "line 6: expected a signature", false },
	{ "\n@o\n" DASH "\xe3\x80\x80 AAAAAAA=\n", "line 6: expected a signature", false },
	{ "\n@b\n",               "line 5: the signature of op is wrong", false },
	{ "\n@o\n@b\n",           "line 6: the signature of op is wrong", false },
	{ "\n@b\n@o\n",           "line 5: the signature of op is wrong", false },
	{ "\n@o\n@1\n",           "line 6: the signature of op is wrong", false },
	{ "\n@o\n@5\n",           "line 6: the signature of op is wrong", false },
};

TEST_EACH(a_note_is_text_empty_line_and_good_signatures,
	  sizeof notes / sizeof *notes)
{
	bool has_signed[2] = { true, true };
	struct text note = {0};
	struct error err;
	int result;

	make_note(&note, notes[_i].tail);
	result = check_copy(note.bytes, note.length, TEXT, known, 2,
			    has_signed, &err);
	if (notes[_i].says == NULL) {
		ck_assert_msg(result == 0, "%s: %s", notes[_i].tail, err.text);
		ck_assert(has_signed[0] && has_signed[1] == notes[_i].ann);
	} else {
		ck_assert_msg(strncmp(err.text, notes[_i].says,
				      strlen(notes[_i].says)) == 0,
			      "%s: %s", notes[_i].tail, err.text);
	}
	text_release(&note);
}

TEST(the_first_line_that_differs_is_named)
{
	static const struct {
		const char *note, *says;
	} rows[] = {
		{ "", "line 1: expected \"rollcall book\"" },
		{ "rollcall book", "line 1: expected \"rollcall book\"" },
		{ "rollcall book\n", "line 2: expected \"cup\"" },
		{ "rollcall book\ncut\nx\n\n", "line 2: expected \"cup\"" },
		{ "rollcall book\ncup\n\n", "line 3: expected \"x\"" },
		{ "rollcall book\r\ncup\r\nx\r\n", "line 1: expected" },
	};
	bool has_signed[2];
	struct error err;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		ck_assert_int_eq(check_copy(rows[i].note, strlen(rows[i].note),
					    TEXT, known, 2, has_signed, &err),
				 -1);
		ck_assert_msg(strncmp(err.text, rows[i].says,
				      strlen(rows[i].says)) == 0, "%s",
			      err.text);
	}
}

TEST(no_bit_of_a_note_can_be_changed)
{
	bool has_signed[2];
	struct text note = {0};
	struct error err;

	make_note(&note, "\n@o\n");
	for (size_t i = 0; i < 8 * note.length; i++) {
		note.bytes[i / 8] = (char)(note.bytes[i / 8] ^ 1 << i % 8);
		ck_assert_msg(check_copy(note.bytes, note.length, TEXT, known,
					 2, has_signed, &err) == -1,
			      "bit %zu", i);
		note.bytes[i / 8] = (char)(note.bytes[i / 8] ^ 1 << i % 8);
	}
	for (size_t size = 0; size < note.length; size++)
		ck_assert_msg(check_copy(note.bytes, size, TEXT, known, 2,
					 has_signed, &err) == -1,
			      "%zu bytes", size);
	text_byte(&note, '\0');
	ck_assert_int_eq(check_copy(note.bytes, note.length, TEXT, known, 2,
				    has_signed, &err), -1);
	text_release(&note);
}

TEST(a_note_of_a_mebibyte_is_read)
{
	bool has_signed[2];
	struct text note = {0};
	struct error err;

	make_note(&note, "\n@o\n@s\n");
	while (note.length < 1 << 20)
		text_printf(&note, DASH "w%zu AAAAAAA=\n", note.length);
	ck_assert_msg(check_copy(note.bytes, note.length, TEXT, known, 2,
				 has_signed, &err) == 0, "%s", err.text);
	make_note(&note, "");
	ck_assert_int_eq(check_copy(note.bytes, note.length, TEXT, known, 2,
				    has_signed, &err), -1);
	note.length = 0;
	make_note(&note, "\n@o\n" DASH);
	while (note.length < 1 << 20)
		text_byte(&note, 'w');
	text_add(&note, " AAAAAAA=\n");
	ck_assert_msg(check_copy(note.bytes, note.length, TEXT, known, 2,
				 has_signed, &err) == 0, "%s", err.text);
	text_release(&note);
}

TEST(among_many_known_keys_each_line_finds_its_own)
{
	enum { MANY = 3000 };
	struct signed_note_key *many = memory_new(MANY, sizeof *many);
	bool *has_signed = memory_new(MANY, sizeof *has_signed);
	char (*names)[16] = memory_new(MANY, sizeof *names);
	struct text note = {0};
	struct error err;

	/* All with ann's key: only the names differ. */
	for (int i = 0; i < MANY; i++) {
		snprintf(names[i], sizeof *names, "n%d", i);
		many[i] = (struct signed_note_key){ names[i], keys[1].public };
	}
	text_add(&note, TEXT "\n");
	for (int i = 0; i < MANY; i += 100)
		signed_note_sign(TEXT, names[i], &keys[1], &note);
	ck_assert_msg(check_copy(note.bytes, note.length, TEXT, many, MANY,
				 has_signed, &err) == 0, "%s", err.text);
	for (int i = 0; i < MANY; i++)
		ck_assert_int_eq(has_signed[i], i % 100 == 0);
	text_release(&note);
	free(names);
	free(has_signed);
	free(many);
}

UNIT_FILE(make_keys, NULL)
