/*
 * fuzz_manifest.c - arbitrary bytes as a manifest, and as signatures of a note.
 */
#include "fuzz.h"
#include "tournaments/record/manifest.h"
#include "tournaments/record/signed_note.h"

/* The note of tests/vectors/fair-dice.json without its signatures, and the
   names and public keys of known signers. */
static const char text[] = "rollcall manifest\ntoy-cup-1\n"
	"bb537a8f7b8c7456961f2cf712b2fc641d8c85b7dd5e6ec1cb73f2655d8da7e3\n";
static const char *const names[] = { "cup.example", "ann" };
static const char *const keys[] = {
	"5d649eac8e204abff1bfc181301591df67e53fd753caafe99c95650b944e9df1",
	"c9a6673e0805b8881467517debb577511f932685530863fee328214daeb03b68",
};

/* What is written can be read again, and is written the same. */
static void try_manifest(const char *bytes, size_t size)
{
	struct json_writer first = {0}, second = {0};
	struct manifest manifest, again;
	struct error err = {0};
	int result = manifest_parse(&manifest, bytes, size, "fuzz", &err);

	assert((result == 0) == (err.text[0] == '\0'));
	if (result != 0)
		return;
	manifest_write(&manifest, &first);
	result = manifest_parse(&again, first.out.bytes, first.out.length,
				"fuzz", &err);
	assert(result == 0);
	manifest_write(&again, &second);
	assert_alike(&first.out, &second.out);
	manifest_release(&manifest);
	manifest_release(&again);
}

/* Tries the bytes as signatures after the text, and as a whole note. */
static void try_note(const char *bytes, size_t size)
{
	struct signed_note_key known[2];
	struct text note = {0};
	struct error err = {0};
	bool has_signed[2];
	int result;

	for (int i = 0; i < 2; i++) {
		known[i].name = names[i];
		assert(hash_from_hex(&known[i].key, keys[i], HASH_HEX_SIZE));
	}
	text_printf(&note, "%s\n", text);
	text_append(&note, bytes, size);
	result = signed_note_check(note.bytes, note.length, text, known, 2,
				   has_signed, &err);
	assert((result == 0) == (err.text[0] == '\0'));
	assert(result != 0 || has_signed[0]);
	text_release(&note);
	err.text[0] = '\0';
	result = signed_note_check(bytes, size, text, known, 2, has_signed,
				   &err);
	assert((result == 0) == (err.text[0] == '\0'));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	try_manifest((const char *)data, size);
	try_note((const char *)data, size);
	return 0;
}
