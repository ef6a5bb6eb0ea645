/*
 * manifest_test.c - manifests: read, written, strict to the byte, every key
 * valid and invalid; who signed them.
 */
#include <sodium.h>

#include "tournaments/record/manifest.h"
#include "tests/support/rows.h"
#include "tests/support/test_folder.h"
#include "tests/support/vectors.h"
#include "tournaments/record/signed_note.h"

#define FILE_NAME "record/manifest.txt"
#define NO_MANIFEST "m.json is not a manifest: "

static cJSON *vectors;

/* The manifest of the vectors; the caller deletes it. */
static cJSON *good_tree(void)
{
	return cJSON_Duplicate(vectors_group(vectors, "manifest")->child, 1);
}

/* Adds `key` or replaces its value; takes ownership of `value`. */
static void set_key(cJSON *tree, const char *key, cJSON *value)
{
	ck_assert_ptr_nonnull(value);
	if (json_get(tree, key) == NULL)
		cJSON_AddItemToObject(tree, key, value);
	else
		cJSON_ReplaceItemInObjectCaseSensitive(tree, key, value);
}

/* The text of a manifest; deletes `tree`.  The caller frees the text. */
static char *bytes_of(cJSON *tree)
{
	char *bytes = cJSON_PrintUnformatted(tree);

	ck_assert_ptr_nonnull(bytes);
	cJSON_Delete(tree);
	return bytes;
}

static int parse(struct manifest *manifest, const char *bytes, size_t size,
		 struct error *err)
{
	char *copy = exact(bytes, size);
	int result;

	*err = (struct error){0};
	result = manifest_parse(manifest, copy, size, "m.json", err);
	free(copy);
	/* A failure leaves nothing to release. */
	if ((result == 0) != (err->text[0] == '\0') ||
	    (result != 0 && (manifest->tree != NULL ||
			     manifest->entrant != NULL)))
		ck_abort_msg("%d and \"%s\"", result, err->text);
	return result;
}

/* The error begins with the file, and has the part `says`. */
static void assert_refused(const char *bytes, size_t size, const char *says)
{
	struct manifest manifest;
	struct error err;

	if (parse(&manifest, bytes, size, &err) == 0 ||
	    strstr(err.text, says) == NULL ||
	    strncmp(err.text, "m.json", 6) != 0)
		ck_abort_msg("%.2000s: \"%s\" without \"%s\"", bytes, err.text,
			     says);
}

/* The manifest is read, and written again with the same bytes.  Frees them. */
static void assert_written_again(char *bytes)
{
	struct json_writer w = {0};
	struct manifest manifest;
	struct error err;

	assert_says(parse(&manifest, bytes, strlen(bytes), &err), &err, NULL);
	manifest_write(&manifest, &w);
	ck_assert_str_eq(text_string(&w.out), bytes);
	manifest_release(&manifest);
	text_release(&w.out);
	free(bytes);
}

/* ### keys */

static char *with_key(const struct row *row)
{
	cJSON *tree = good_tree();

	set_key(tree, row->text[0], cJSON_Parse(row->text[1]));
	return bytes_of(tree);
}

TEST_ROWS(a_wrong_key_is_refused_with_file_and_key, FILE_NAME, "wrong")
{
	char *bytes = with_key(row), says[200];

	snprintf(says, sizeof says, "m.json: %s", row->text[2]);
	assert_refused(bytes, strlen(bytes), says);
	free(bytes);
}

TEST_ROWS(what_is_just_right_is_taken, FILE_NAME, "right")
{
	assert_written_again(with_key(row));
}

/* ### the vectors */

static char *vector_bytes(const cJSON *vector)
{
	const cJSON *drop = json_get(vector, "drop"), *item;
	cJSON *tree = good_tree();

	cJSON_ArrayForEach(item, json_get(vector, "set"))
		set_key(tree, item->string, cJSON_Duplicate(item, 1));
	if (drop != NULL)
		cJSON_DeleteItemFromObjectCaseSensitive(tree,
							drop->valuestring);
	return bytes_of(tree);
}

TEST(every_good_manifest_is_written_as_it_was_read)
{
	const cJSON *vector;

	cJSON_ArrayForEach(vector, vectors_group(vectors, "manifest_accept"))
		assert_written_again(vector_bytes(vector));
}

TEST(every_bad_manifest_is_refused_with_its_key)
{
	const cJSON *vector;

	cJSON_ArrayForEach(vector, vectors_group(vectors, "manifest_reject")) {
		const cJSON *drop = json_get(vector, "drop");
		const char *why = json_get(vector, "why")->valuestring;
		char *bytes = vector_bytes(vector), says[64];

		snprintf(says, sizeof says, "m.json: %s", drop != NULL ?
			 drop->valuestring :
			 json_get(vector, "set")->child->string);
		assert_refused(bytes, strlen(bytes),
			       strcmp(why, "a key too many") == 0 ?
			       "unknown key \"x\"" :
			       strcmp(why, "the operator is called as an "
				      "author") == 0 ?
			       ": authors[0].name: the operator" : says);
		free(bytes);
	}
}

/* ### not a strict object */

TEST_ROWS(a_manifest_is_one_strict_object, FILE_NAME, "bytes")
{
	char *good = bytes_of(good_tree());
	char *at = strstr(good, row->text[0]);
	struct text bytes = {0};
	struct manifest manifest;
	struct error err;

	ck_assert_ptr_nonnull(at);
	text_append(&bytes, good, (size_t)(at - good));
	text_append(&bytes, row->text[1], row->size[1]);
	text_add(&bytes, at + row->size[0]);
	if (row_yes(row, 2)) {
		ck_assert_int_eq(parse(&manifest, bytes.bytes, bytes.length,
				       &err), 0);
		manifest_release(&manifest);
	} else {
		assert_refused(bytes.bytes, bytes.length, NO_MANIFEST);
	}
	text_release(&bytes);
	free(good);
}

TEST(a_manifest_that_is_cut_or_followed_is_refused)
{
	char *good = bytes_of(good_tree());
	size_t length = strlen(good);
	struct text longer = {0};

	for (size_t size = 0; size < length; size++)
		assert_refused(good, size, NO_MANIFEST);
	text_append(&longer, good, length + 1);
	assert_refused(longer.bytes, longer.length, NO_MANIFEST);
	longer.bytes[length] = '}';
	assert_refused(longer.bytes, longer.length, NO_MANIFEST);
	text_release(&longer);
	free(good);
}

/* ### files */

TEST(a_manifest_is_read_from_its_file)
{
	char *bytes = bytes_of(good_tree());
	struct manifest manifest;
	struct error err = {0};

	file_put(bytes);
	ck_assert_int_eq(manifest_read(&manifest, file_name, &err), 0);
	ck_assert_str_eq(manifest.id, "toy-cup-1");
	manifest_release(&manifest);
	file_put("{}");
	assert_says(manifest_read(&manifest, file_name, &err), &err, ": v: ");
	ck_assert(strstr(err.text, file_name) == err.text);
	file_put("");
	assert_says(manifest_read(&manifest, file_name, &err), &err,
		    "is not a manifest");
	assert_says(manifest_read(&manifest, "/dev/null/m", &err), &err,
		    "/dev/null/m");
	ck_assert_int_eq(manifest_read(&manifest, folder, &err), -1);
	free(bytes);
}

/* ### who signed it */

enum { OPERATOR, ANN, BEN, CID, PEOPLE };

/* A manifest with our keys for the operator, ann and cid. */
static void with_keys(struct manifest *manifest, struct signing_key *key)
{
	cJSON *tree = good_tree();
	char hex[HASH_HEX_SIZE + 1], *bytes;
	struct error err;

	for (int i = 0; i < PEOPLE; i++) {
		struct hash seed = {{ (unsigned char)i }};
		cJSON *who = i == OPERATOR ?
			cJSON_GetObjectItemCaseSensitive(tree, "operator") :
			cJSON_GetArrayItem(json_get(tree, "authors"), i - 1);

		keys_from_seed(&key[i], seed.bytes);
		hash_to_hex(&key[i].public, hex);
		if (i != BEN)
			cJSON_ReplaceItemInObjectCaseSensitive(
				who, "key", cJSON_CreateString(hex));
	}
	bytes = bytes_of(tree);
	ck_assert_int_eq(parse(manifest, bytes, strlen(bytes), &err), 0);
	free(bytes);
}

static const char letters[] = "oabc";

/* A note over the text of `hash`, checked against the manifest. */
static int check_note(const struct manifest *manifest, const struct hash *hash,
		      struct signing_key *key, const char *signers,
		      bool *signed_by, struct error *err)
{
	static const char *const names[] = {
		"cup.example", "ann", "ben", "cid"
	};
	struct text text = {0}, note = {0};

	signed_note_manifest_text("toy-cup-1", hash, &text);
	text_printf(&note, "%s\n", text_string(&text));
	for (const char *c = signers; *c != '\0'; c++) {
		int who = *c == 'A' ? ANN : *c == 'z' ? BEN :
			(int)(strchr(letters, *c) - letters);

		if (*c == 'z')
			key[BEN].public = (struct hash){{0}};
		signed_note_sign(*c == 'A' ? "x\n" : text_string(&text),
				 names[who], &key[who], &note);
	}
	file_write(note.bytes, note.length);
	text_release(&text);
	text_release(&note);
	return manifest_note_check(manifest, file_name, signed_by, err);
}

/* Signers: o, a, b, c; A: ann, another text; z: ben with a key of zeroes. */
TEST_ROWS(a_note_says_which_authors_signed, FILE_NAME, "signers")
{
	bool signed_by[PEOPLE] = { true, true, true, true };
	const char *good = row->text[1] != NULL ? row->text[1] : "";
	struct signing_key key[PEOPLE];
	struct manifest manifest;
	struct error err = {0};

	with_keys(&manifest, key);
	assert_says(check_note(&manifest, &manifest.hash, key, row->text[0],
			       signed_by, &err), &err, row->text[2]);
	ck_assert(row->text[2] == NULL ||
		  strstr(err.text, file_name) == err.text);
	for (int i = 0; i < PEOPLE; i++)
		ck_assert_int_eq(signed_by[i], strchr(good, letters[i]) !=
				 NULL);
	manifest_release(&manifest);
}

TEST(a_note_of_another_manifest_is_refused)
{
	struct signing_key key[PEOPLE];
	struct manifest manifest;
	bool signed_by[PEOPLE];
	struct error err;
	struct hash other;

	with_keys(&manifest, key);
	other = manifest.hash;
	other.bytes[0] ^= 1;
	assert_says(check_note(&manifest, &other, key, "o", signed_by, &err),
		    &err, ": line 3: expected \"");
	assert_says(manifest_note_check(&manifest, "/dev/null/n", signed_by,
					&err), &err, "/dev/null/n");
	manifest_release(&manifest);
}

static void set_up(void)
{
	tournament_folder_make("m.json");
	vectors = vectors_load("fair-dice.json");
}

static void tear_down(void)
{
	cJSON_Delete(vectors);
	remove_tree();
}

UNIT_FILE(set_up, tear_down)
