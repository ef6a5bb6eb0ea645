/*
 * manifest_note_test.c - who signed a manifest.
 */
#include <stdlib.h>
#include <string.h>

#include "fair/manifest.h"
#include "fair/signed_note.h"
#include "tests/unit/unit.h"
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

static const struct {
	/* o, a, b, c; A: ann over another text; z: ben with a key of zeroes */
	const char *signers;
	const char *signed_by;  /* NULL: refused */
	const char *says;
} signatures[] = {
	{ "o",    "o",   NULL },
	{ "oac",  "oac", NULL },
	{ "co",   "oc",  NULL },
	{ "obc",  "oc",  NULL },        /* ben has no key in the manifest */
	{ "oz",   "o",   NULL },
	{ "aao",  "oa",  NULL },
	{ "",     NULL,  "expected a signature of cup.example" },
	{ "ac",   NULL,  "expected a signature of cup.example" },
	{ "oA",   NULL,  "line 6: the signature of ann is wrong" },
	{ "oaA",  NULL,  "line 7: the signature of ann is wrong" },
};

TEST_EACH(a_note_says_which_authors_signed,
	  sizeof signatures / sizeof *signatures)
{
	static const char letters[] = "oabc";
	static const char *const names[] = {
		"cup.example", "ann", "ben", "cid"
	};
	bool signed_by[PEOPLE] = { true, true, true, true };
	struct signing_key key[PEOPLE];
	struct text text = {0}, note = {0};
	struct manifest manifest;
	struct error err = {0};
	int result;

	with_keys(&manifest, key);
	signed_note_manifest_text("toy-cup-1", &manifest.hash, &text);
	text_printf(&note, "%s\n", text_string(&text));
	for (const char *c = signatures[_i].signers; *c != '\0'; c++) {
		int who = *c == 'A' ? ANN : *c == 'z' ? BEN :
			(int)(strchr(letters, *c) - letters);

		if (*c == 'z')
			key[BEN].public = (struct hash){{0}};
		signed_note_sign(*c == 'A' ? "x\n" : text_string(&text),
				 names[who], &key[who], &note);
	}
	file_write(note.bytes, note.length);
	result = manifest_note_check(&manifest, file_name, signed_by, &err);
	if (signatures[_i].signed_by != NULL) {
		ck_assert_msg(result == 0, "%s", err.text);
		for (int i = 0; i < PEOPLE; i++)
			ck_assert_int_eq(signed_by[i],
					 strchr(signatures[_i].signed_by,
						letters[i]) != NULL);
	} else {
		ck_assert_int_eq(result, -1);
		ck_assert_msg(strstr(err.text, signatures[_i].says) != NULL &&
			      strstr(err.text, file_name) == err.text, "%s",
			      err.text);
		for (int i = 0; i < PEOPLE; i++)
			ck_assert(!signed_by[i]);
	}
	manifest_release(&manifest);
	text_release(&text);
	text_release(&note);
}

TEST(a_note_of_another_manifest_is_refused)
{
	struct signing_key key[PEOPLE];
	struct text text = {0}, note = {0};
	struct manifest manifest;
	bool signed_by[PEOPLE];
	struct error err;

	with_keys(&manifest, key);
	manifest.hash.bytes[0] ^= 1;
	signed_note_manifest_text("toy-cup-1", &manifest.hash, &text);
	manifest.hash.bytes[0] ^= 1;
	text_printf(&note, "%s\n", text_string(&text));
	signed_note_sign(text_string(&text), "cup.example", &key[OPERATOR],
			 &note);
	file_write(note.bytes, note.length);
	ck_assert_int_eq(manifest_note_check(&manifest, file_name, signed_by,
					     &err), -1);
	ck_assert_msg(strstr(err.text, ": line 3: expected \"") != NULL, "%s",
		      err.text);
	ck_assert_int_eq(manifest_note_check(&manifest, "/dev/null/n",
					     signed_by, &err), -1);
	ck_assert(strstr(err.text, "/dev/null/n") != NULL);
	manifest_release(&manifest);
	text_release(&text);
	text_release(&note);
}

static void set_up(void)
{
	tournament_folder_make("manifest.note");
}

UNIT_FILE(set_up, remove_tree)
