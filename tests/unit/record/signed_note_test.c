/*
 * signed_note_test.c - signed notes: what is signed, and what passes as signed.
 */
#include <sodium.h>

#include "tests/support/rows.h"
#include "tests/support/vectors.h"
#include "tournaments/record/signed_note.h"

#define FILE_NAME "record/notes.txt"

static void hash_at(const cJSON *vector, const char *key, struct hash *hash)
{
	const char *hex = text_at(vector, key);

	ck_assert_msg(hash_from_hex(hash, hex, strlen(hex)), "%s", hex);
}

static int check_copy(const char *note, size_t size, const char *text,
		      const struct signed_note_key *known, int count,
		      bool *has_signed, struct error *err)
{
	char *copy = exact(note, size);
	int result;

	*err = (struct error){0};
	result = signed_note_check(copy, size, text, known, count, has_signed,
				   err);
	free(copy);
	if ((result == 0) != (err->text[0] == '\0'))
		ck_abort_msg("%d and \"%s\"", result, err->text);
	return result;
}

/* ### the vectors */

TEST_VECTORS(a_key_id_is_the_start_of_a_hash, "key_id")
{
	struct signed_note_key key = { .name = text_at(vector, "name") };
	unsigned char id[SIGNED_NOTE_ID_SIZE];
	char hex[2 * SIGNED_NOTE_ID_SIZE + 1];

	hash_at(vector, "key", &key.key);
	signed_note_key_id(&key, id);
	sodium_bin2hex(hex, sizeof hex, id, sizeof id);
	ck_assert_str_eq(hex, text_at(vector, "key_id"));
}

/* The text names its kind, id and hash, and is signed to the byte. */
TEST_VECTORS(a_signature_line_is_right_to_the_byte, "note")
{
	const char *text = text_at(vector, "text");
	const char *hex = text + strlen(text) - HASH_HEX_SIZE - 1;
	struct text line = {0}, made = {0};
	struct signing_key key;
	struct hash hash;

	hash_at(vector, "seed", &hash);
	keys_from_seed(&key, hash.bytes);
	hash_at(vector, "key", &hash);
	ck_assert(hash_equal(&key.public, &hash));
	text_add(&line, "kept ");
	signed_note_sign(text, text_at(vector, "name"), &key, &line);
	ck_assert_str_eq(text_string(&line) + 5, text_at(vector, "line"));
	ck_assert_mem_eq(line.bytes, "kept ", 5);

	ck_assert(hash_from_hex(&hash, hex, HASH_HEX_SIZE));
	if (strncmp(text, "rollcall book\n", 14) == 0)
		signed_note_book_text("toy-cup-1", &hash, &made);
	else
		signed_note_manifest_text("toy-cup-1", &hash, &made);
	ck_assert_str_eq(text_string(&made), text);
	text_release(&line);
	text_release(&made);
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

TEST_VECTORS(every_good_note_says_who_signed_it, "note_accept")
{
	const char *note = text_at(vector, "note");
	struct signed_note_key known[8];
	bool has_signed[8];
	int count = take_keys(vector, known, 8);
	struct error err;
	const cJSON *name;

	memset(has_signed, 1, sizeof has_signed);
	assert_says(check_copy(note, strlen(note), text_at(vector, "text"),
			       known, count, has_signed, &err), &err, NULL);
	for (int i = 0; i < count; i++) {
		bool is_named = false;

		cJSON_ArrayForEach(name, json_get(vector, "signed"))
			is_named = is_named || strcmp(name->valuestring,
						      known[i].name) == 0;
		ck_assert_msg(has_signed[i] == is_named, "%s",
			      text_at(vector, "why"));
	}
}

TEST_VECTORS(every_bad_note_is_refused_with_its_line, "note_reject")
{
	const char *note = text_at(vector, "note");
	struct signed_note_key known[8];
	bool has_signed[8];
	int count = take_keys(vector, known, 8);
	struct error err;

	ck_assert_msg(check_copy(note, strlen(note), text_at(vector, "text"),
				 known, count, has_signed, &err) == -1 &&
		      (strncmp(err.text, "line ", 5) == 0 ||
		       strncmp(err.text, "expected a signature of cup.example",
			       35) == 0), "%s: %s", text_at(vector, "why"),
		      err.text);
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
	const char *who;

	text_add(note, TEXT);
	for (; *tail != '\0'; tail++) {
		if (*tail != '@') {
			text_byte(note, *tail);
			continue;
		}
		tail++;
		if (*tail == '1' || *tail == '5') {
			add_sized(note, *tail == '1' ? 1 : 65);
			continue;
		}
		who = strchr("oaskbu", *tail);
		ck_assert_ptr_nonnull(who);
		signed_note_sign(*tail == 'b' ? TEXT "x" : TEXT,
				 *tail == 'a' ? "ann" : *tail == 's' ?
				 "stranger" : "op",
				 &keys[*tail == 'a' ? 1 : *tail == 's' ||
				       *tail == 'k' ? 2 : 0], note);
		note->length -= *tail == 'u';
		note->length--;
	}
}

TEST_ROWS(a_note_is_text_empty_line_and_good_signatures, FILE_NAME, "notes")
{
	bool has_signed[2] = { true, true };
	struct text note = {0};
	struct error err;

	make_note(&note, row->text[0]);
	assert_says(check_copy(note.bytes, note.length, TEXT, known, 2,
			       has_signed, &err), &err, row->text[2]);
	if (row->text[2] == NULL)
		ck_assert(has_signed[0] &&
			  has_signed[1] == (row->text[1][0] == '+'));
	text_release(&note);
}

TEST_ROWS(the_first_line_that_differs_is_named, FILE_NAME, "first lines")
{
	bool has_signed[2];
	struct error err;

	assert_says(check_copy(row->text[0], row->size[0], TEXT, known, 2,
			       has_signed, &err), &err, row->text[1]);
}

TEST(no_bit_of_a_note_can_be_changed)
{
	bool has_signed[2];
	struct text note = {0};
	struct error err;

	make_note(&note, "\n@o\n");
	for (size_t i = 0; i < 8 * note.length; i++) {
		char *byte = &note.bytes[i / 8];

		*byte = (char)(*byte ^ 1 << i % 8);
		if (check_copy(note.bytes, note.length, TEXT, known, 2,
			       has_signed, &err) != -1)
			ck_abort_msg("bit %zu", i);
		*byte = (char)(*byte ^ 1 << i % 8);
	}
	for (size_t size = 0; size < note.length; size++)
		if (check_copy(note.bytes, size, TEXT, known, 2, has_signed,
			       &err) != -1)
			ck_abort_msg("%zu bytes", size);
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
