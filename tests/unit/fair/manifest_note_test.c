/*
 * manifest_note_test.c - who signed a manifest.
 */
#include <stdlib.h>
#include <string.h>

#include "fair/manifest.h"
#include "fair/signed_note.h"
#include "tests/support/rows.h"
#include "tests/support/test_folder.h"
#include "tests/support/vectors.h"

enum { OPERATOR, ANN, BEN, CID, PEOPLE };

/* A manifest with our keys for the operator, ann and cid. */
static void with_keys(struct manifest *manifest, struct signing_key *key)
{
	cJSON *file = vectors_load("fair-dice.json");
	cJSON *tree = cJSON_Duplicate(vectors_group(file, "manifest")->child,
				      1);
	char hex[HASH_HEX_SIZE + 1], *bytes;
	struct error err = {0};

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
	bytes = cJSON_PrintUnformatted(tree);
	ck_assert_msg(manifest_parse(manifest, bytes, strlen(bytes), "m.json",
				     &err) == 0, "%s", err.text);
	free(bytes);
	cJSON_Delete(tree);
	cJSON_Delete(file);
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

/* Signers: o, a, b, c; A: ann over another text; z: ben with a key of zeroes. */
TEST_ROWS(a_note_says_which_authors_signed, "fair/manifest.txt", "signers")
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

UNIT_FOLDER("manifest.note")
