/*
 * signed_note.c - signed notes: a text and its signatures, one per line.
 */
#include "tournaments/record/signed_note.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/printable.h"
#include "base/text.h"
#include "fair/entrant.h"
#include "fair/sha256.h"

static const char dash[] = "\xe2\x80\x94 ";     /* U+2014 and a space */

enum {
	DASH_SIZE = sizeof dash - 1,
	ED25519 = 1,                    /* the kind of key */
	SIGNED_SIZE = SIGNED_NOTE_ID_SIZE + SIGNATURE_SIZE
};

void signed_note_key_id(const struct signed_note_key *key, unsigned char *id)
{
	static const unsigned char kind[] = { '\n', ED25519 };
	struct sha256 state;
	struct hash hash;

	sha256_start(&state);
	sha256_add(&state, key->name, strlen(key->name));
	sha256_add(&state, kind, sizeof kind);
	sha256_add(&state, key->key.bytes, HASH_SIZE);
	sha256_end(&state, hash.bytes);
	memcpy(id, hash.bytes, SIGNED_NOTE_ID_SIZE);
}

void signed_note_sign(const char *text, const char *name,
		      const struct signing_key *key, struct text *line)
{
	struct signed_note_key public = { name, key->public };
	unsigned char bytes[SIGNED_SIZE];
	char base64[sodium_base64_ENCODED_LEN(SIGNED_SIZE,
					      sodium_base64_VARIANT_ORIGINAL)];

	signed_note_key_id(&public, bytes);
	crypto_sign_detached(bytes + SIGNED_NOTE_ID_SIZE, NULL,
			     (const unsigned char *)text, strlen(text),
			     key->secret);
	sodium_bin2base64(base64, sizeof base64, bytes, sizeof bytes,
			  sodium_base64_VARIANT_ORIGINAL);
	text_printf(line, "%s%s %s\n", dash, name, base64);
}

void signed_note_write(const char *text, const char *name,
		       const struct signing_key *key, struct text *note)
{
	text_printf(note, "%s\n", text);
	signed_note_sign(text, name, key, note);
}

/* ### checking */

/* A known key and its id, by which the list is sorted. */
struct note_signer {
	unsigned char id[SIGNED_NOTE_ID_SIZE];
	const struct signed_note_key *known;
};

/* A parsed signature line. */
struct signature_line {
	const char *name;
	size_t name_size;
	const unsigned char *bytes;     /* the key's id and the signature */
	size_t size;
};

static int compare_ids(const void *a, const void *b)
{
	return memcmp(((const struct note_signer *)a)->id,
		      ((const struct note_signer *)b)->id, SIGNED_NOTE_ID_SIZE);
}

/*
 * The known key of a line, or NULL.  Someone could easily make keys with equal
 * four-byte ids, so all keys with this id are tried.
 */
static const struct signed_note_key *find_signer(
	const struct note_signer *signers, int count,
	const struct signature_line *line)
{
	int low = 0, high = count;

	while (low < high) {
		int middle = low + (high - low) / 2;

		if (memcmp(signers[middle].id, line->bytes,
			   SIGNED_NOTE_ID_SIZE) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < count && memcmp(signers[low].id, line->bytes,
				     SIGNED_NOTE_ID_SIZE) == 0; low++) {
		const char *name = signers[low].known->name;

		if (strlen(name) == line->name_size &&
		    memcmp(name, line->name, line->name_size) == 0)
			return signers[low].known;
	}
	return NULL;
}

/* Parses a line and decodes its base64 into `bytes`, which has room for the
   line.  Returns false if it is not a signature line. */
static bool parse_line(const char *at, size_t size, unsigned char *bytes,
		       struct signature_line *line)
{
	const char *end = at + size, *space;

	if (size < DASH_SIZE || memcmp(at, dash, DASH_SIZE) != 0)
		return false;
	at += DASH_SIZE;
	space = memchr(at, ' ', (size_t)(end - at));
	if (space == NULL || !entrant_can_sign(at, (size_t)(space - at)))
		return false;
	line->name = at;
	line->name_size = (size_t)(space - at);
	line->bytes = bytes;
	space++;
	/* libsodium accepts every byte above 127 as a digit. */
	for (const char *c = space; c < end; c++)
		if ((unsigned char)*c > 127)
			return false;
	return sodium_base642bin(bytes, size, space, (size_t)(end - space),
				 NULL, &line->size, NULL,
				 sodium_base64_VARIANT_ORIGINAL) == 0 &&
		line->size > SIGNED_NOTE_ID_SIZE;
}

/* Reports the first line of the text that is different in the note. */
static int wrong_text(const char *note, size_t size, const char *text,
		      struct error *err)
{
	size_t same = 0, start = 0;
	struct foreign shown;
	int number = 1;

	while (same < size && note[same] == text[same])
		if (text[same++] == '\n') {
			start = same;
			number++;
		}
	text += start;
	error_set(err, "line %d: expected \"%s\"", number,
		  printable_foreign(&shown, text, strcspn(text, "\n")));
	return error_add_stranger(err, note, size);
}

static int check_line(const struct note_signer *signers, int count,
		      const struct signature_line *line, const char *text,
		      const struct signed_note_key **signer, struct error *err)
{
	*signer = find_signer(signers, count, line);
	if (*signer == NULL)
		return 0;
	if (line->size != SIGNED_SIZE ||
	    crypto_sign_verify_detached(line->bytes + SIGNED_NOTE_ID_SIZE,
					(const unsigned char *)text,
					strlen(text),
					(*signer)->key.bytes) != 0)
		return error_set(err, "the signature of %s is wrong",
				 (*signer)->name);
	return 0;
}

static int check_lines(const char *at, const char *end, int number,
		       const char *text, const struct note_signer *signers,
		       const struct signed_note_key *known, int count,
		       bool *has_signed, struct error *err)
{
	AUTOFREE unsigned char *bytes = memory_new((size_t)(end - at), 1);

	for (; at < end; number++) {
		const char *feed = memchr(at, '\n', (size_t)(end - at));
		const struct signed_note_key *signer;
		struct signature_line line;

		if (feed == NULL)
			return error_set(err, "line %d: expected a line feed at the "
					 "end", number);
		if (!parse_line(at, (size_t)(feed - at), bytes, &line))
			return error_set(err, "line %d: expected a signature: a "
					 "dash (U+2014), a name and base64", number);
		if (check_line(signers, count, &line, text, &signer, err) != 0)
			return error_at(err, "line %d", number);
		if (signer != NULL)
			has_signed[signer - known] = true;
		at = feed + 1;
	}
	return 0;
}

int signed_note_check(const char *note, size_t size, const char *text,
		      const struct signed_note_key *known, int count,
		      bool *has_signed, struct error *err)
{
	AUTOFREE struct note_signer *signers = NULL;
	size_t length = strlen(text);
	int result, number = 2;

	assert(count > 0);
	memset(has_signed, 0, (size_t)count * sizeof *has_signed);
	if (size < length || memcmp(note, text, length) != 0)
		return wrong_text(note, size, text, err);
	for (size_t i = 0; i < length; i++)
		number += text[i] == '\n';
	if (size == length || note[length] != '\n')
		return error_set(err, "line %d: expected an empty line "
				 "between text and signatures", number - 1);
	signers = memory_new((size_t)count, sizeof *signers);
	for (int i = 0; i < count; i++) {
		signed_note_key_id(&known[i], signers[i].id);
		signers[i].known = &known[i];
	}
	qsort(signers, (size_t)count, sizeof *signers, compare_ids);
	result = check_lines(note + length + 1, note + size, number, text,
			     signers, known, count, has_signed, err);
	if (result == 0 && !has_signed[0])
		result = error_set(err, "expected a signature of %s, with the "
				   "key known for that name; found none",
				   known[0].name);
	return result;
}

/* ### what is signed */

static void add_text(const char *kind, const char *id,
		     const struct hash *hash, struct text *out)
{
	text_printf(out, "rollcall %s\n%s\n%s\n", kind, id, HASH_HEX(hash));
}

void signed_note_manifest_text(const char *id, const struct hash *hash,
			       struct text *out)
{
	add_text("manifest", id, hash, out);
}

void signed_note_book_text(const char *id, const struct hash *hash,
			   struct text *out)
{
	add_text("book", id, hash, out);
}
