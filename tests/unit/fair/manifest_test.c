/*
 * manifest_test.c - manifests: read, written, strict to the byte.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"
#include "tests/support/manifest_bytes.h"
#include "tests/support/test_folder.h"

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

static void assert_hash(const struct hash *hash, const cJSON *hex)
{
	char found[HASH_HEX_SIZE + 1];

	ck_assert(cJSON_IsString(hex));
	hash_to_hex(hash, found);
	ck_assert_str_eq(found, hex->valuestring);
}

TEST(a_good_manifest_is_taken_apart)
{
	cJSON *tree = good_tree();
	const cJSON *author = json_get(tree, "authors")->child;
	char *bytes = cJSON_PrintUnformatted(tree);
	struct manifest manifest;
	struct hash hash;
	struct error err;

	ck_assert_msg(parse(&manifest, bytes, strlen(bytes), &err) == 0, "%s",
		      err.text);
	ck_assert_str_eq(manifest.id, "toy-cup-1");
	ck_assert_str_eq(manifest.game, "bolo7");
	ck_assert_ptr_null(manifest.rules->child);
	ck_assert_str_eq(json_get(manifest.format, "type")->valuestring,
			 "round_robin");
	ck_assert_int_eq(manifest.entrants, 2);
	ck_assert_str_eq(manifest.entrant[0].name, "greedy");
	ck_assert_str_eq(manifest.entrant[0].author, "ann");
	ck_assert_str_eq(manifest.entrant[1].name, "timid");
	ck_assert_ptr_null(manifest.entrant[1].author);
	assert_hash(&manifest.entrant[1].bot,
		    json_get(json_get(tree, "entrants")->child->next, "bot"));
	assert_hash(&manifest.entrant[1].command, json_get(
		json_get(tree, "entrants")->child->next, "command"));
	ck_assert_uint_eq(manifest.boards, 50);
	ck_assert_int_eq(manifest.rotations, 2);
	ck_assert_str_eq(manifest.processes, "seat");
	ck_assert_int_eq(json_get(manifest.limits, "move_ms")->valueint, 1000);
	ck_assert_str_eq(manifest.sandbox, "strict");
	ck_assert_uint_eq(manifest.links, 128);
	ck_assert_int_eq(manifest.stride, 8);
	ck_assert_str_eq(manifest.operator, "cup.example");
	assert_hash(&manifest.operator_key,
		    json_get(json_get(tree, "operator"), "key"));
	ck_assert_int_eq(manifest.referees, 1);
	assert_hash(&manifest.referee[0], json_get(tree, "referees")->child);
	ck_assert_int_eq(manifest.authors, 3);
	ck_assert_str_eq(manifest.author[0].name, "ann");
	ck_assert(manifest.author[0].has_commit && manifest.author[0].has_key);
	assert_hash(&manifest.author[0].commit, json_get(author, "commit"));
	assert_hash(&manifest.author[0].key, json_get(author, "key"));
	ck_assert(manifest.author[1].has_commit &&
		  !manifest.author[1].has_key);
	ck_assert(!manifest.author[2].has_commit &&
		  manifest.author[2].has_key);
	ck_assert_str_eq(manifest.beacon_source, "drand quicknet");
	ck_assert_int_eq(manifest.beacon_round, 12345678);
	ck_assert(!manifest.has_luck);
	assert_hash(&manifest.seal, json_get(tree, "seal"));
	crypto_hash_sha256(hash.bytes, (const unsigned char *)bytes,
			   strlen(bytes));
	ck_assert(hash_equal(&manifest.hash, &hash));
	manifest_release(&manifest);
	manifest_release(&manifest);
	cJSON_Delete(tree);
	free(bytes);
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

		if (strcmp(why, "a key too many") == 0)
			snprintf(says, sizeof says, "unknown key \"x\"");
		else if (strcmp(why, "the operator is called as an author")
			 == 0)
			snprintf(says, sizeof says,
				 ": authors[0].name: the operator");
		else
			snprintf(says, sizeof says, "m.json: %s", drop != NULL
				 ? drop->valuestring :
				 json_get(vector, "set")->child->string);
		assert_refused(bytes, strlen(bytes), says);
		free(bytes);
	}
}

/* ### not a strict object */

/* The good manifest with `from` replaced by `to`. */
static void change(struct text *out, const char *from, const char *to,
		   size_t to_size)
{
	char *bytes = bytes_of(good_tree()), *at = strstr(bytes, from);

	ck_assert_msg(at != NULL, "%s", from);
	text_append(out, bytes, (size_t)(at - bytes));
	text_append(out, to, to_size);
	text_add(out, at + strlen(from));
	free(bytes);
}

#define BYTES(text) text, sizeof text - 1

static const struct {
	const char *from, *to;
	size_t size;
	bool good;
} bytes_changed[] = {
	{ "{\"v\":1", BYTES(" \r\n\t{ \"v\" : 1"), true },
	{ "\"seal\"", BYTES("\"s\\u0065al\""), true },
	{ "{\"v\":1", BYTES("{\"v\":1,\"v\":1"), false },
	{ "{\"v\":1", BYTES("{\"v\":1,\"\\u0076\":1"), false },
	{ "\"boards\":50,\"rot", BYTES("\"boards\":50.0,\"rot"), false },
	{ "\"boards\":50,\"rot", BYTES("\"boards\":5e1,\"rot"), false },
	{ "\"boards\":50,\"rot", BYTES("\"boards\":050,\"rot"), false },
	{ "\"boards\":50}", BYTES("\"boards\":0.5}"), false },
	{ "\"boards\":50}", BYTES("\"boards\":-0}"), false },
	{ "12345678}", BYTES("9007199254740991}"), true },
	{ "12345678}", BYTES("9007199254740992}"), false },
	{ "12345678}", BYTES("99999999999999999999999999}"), false },
	{ "\"rules\":{}", BYTES("\"rules\":{\"a\":1,\"a\":2}"), false },
	{ "bolo7", BYTES("bo\0lo7"), false },
	{ "bolo7", BYTES("bo\\u0000lo7"), false },
	{ "bolo7", BYTES("bo\xff"), false },
	{ "bolo7", BYTES("\\ud800"), false },
	{ "{\"v\":1", BYTES("\xef\xbb\xbf{\"v\":1"), false },
	{ "{\"v\":1", BYTES("{}{\"v\":1"), false },
	{ "{\"v\":1", BYTES("{,\"v\":1"), false },
	{ "\"rules\":{}", BYTES("\"rules\":{\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}"), true },
	{ "\"rules\":{}", BYTES("\"rules\":{\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}"), false },
};

TEST_EACH(a_manifest_is_one_strict_object,
	  sizeof bytes_changed / sizeof *bytes_changed)
{
	struct text bytes = {0};
	struct manifest manifest;
	struct error err;

	change(&bytes, bytes_changed[_i].from, bytes_changed[_i].to,
	       bytes_changed[_i].size);
	if (bytes_changed[_i].good) {
		ck_assert_msg(parse(&manifest, bytes.bytes, bytes.length, &err)
			      == 0, "%s", err.text);
		manifest_release(&manifest);
	} else {
		assert_refused(bytes.bytes, bytes.length,
			       "m.json is not a manifest: ");
	}
	text_release(&bytes);
}

TEST(a_manifest_that_is_cut_or_followed_is_refused)
{
	char *good = bytes_of(good_tree());
	size_t length = strlen(good);
	struct text longer = {0};

	for (size_t size = 0; size < length; size++)
		assert_refused(good, size, "m.json is not a manifest: ");
	text_append(&longer, good, length + 1);
	assert_refused(longer.bytes, longer.length, "m.json is not a manifest: ");
	longer.bytes[length] = '}';
	assert_refused(longer.bytes, longer.length, "m.json is not a manifest: ");
	text_release(&longer);
	free(good);
}

/* ### many */

enum { MANY = 5000 };

#define ONES "01010101010101010101010101010101" \
	"01010101010101010101010101010101"

/* The good manifest with MANY entrants, the last one called `last`. */
static char *many_entrants(const char *last)
{
	cJSON *tree = good_tree(), *list = cJSON_CreateArray();

	for (int i = 1; i <= MANY; i++) {
		cJSON *entrant = cJSON_CreateObject();
		char name[16];

		snprintf(name, sizeof name, "n%d", i);
		cJSON_AddStringToObject(entrant, "name",
					i < MANY ? name : last);
		cJSON_AddNullToObject(entrant, "author");
		cJSON_AddStringToObject(entrant, "bot", ONES);
		cJSON_AddStringToObject(entrant, "command", ONES);
		cJSON_AddItemToArray(list, entrant);
	}
	set_key(tree, "entrants", list);
	return bytes_of(tree);
}

TEST(thousands_of_entrants_have_names_of_their_own)
{
	char *bytes = many_entrants("last"), says[80];
	struct manifest manifest;
	struct error err;

	ck_assert_msg(parse(&manifest, bytes, strlen(bytes), &err) == 0, "%s",
		      err.text);
	ck_assert_int_eq(manifest.entrants, MANY);
	ck_assert_str_eq(manifest.entrant[MANY - 1].name, "last");
	manifest_release(&manifest);
	free(bytes);
	bytes = many_entrants("n7");
	snprintf(says, sizeof says, "entrants[%d].name: two entrants are "
		 "called n7", MANY - 1);
	assert_refused(bytes, strlen(bytes), says);
	free(bytes);
}

/* ### files */

TEST(a_manifest_is_read_from_its_file)
{
	char *bytes = bytes_of(good_tree());
	struct manifest manifest;
	struct error err = {0};

	file_write(bytes, strlen(bytes));
	ck_assert_msg(manifest_read(&manifest, file_name, &err) == 0, "%s",
		      err.text);
	ck_assert_str_eq(manifest.id, "toy-cup-1");
	manifest_release(&manifest);
	file_write("{}", 2);
	ck_assert_int_eq(manifest_read(&manifest, file_name, &err), -1);
	ck_assert(strstr(err.text, file_name) == err.text &&
		  strstr(err.text, ": v: ") != NULL);
	file_write("", 0);
	ck_assert_int_eq(manifest_read(&manifest, file_name, &err), -1);
	ck_assert(strstr(err.text, "is not a manifest") != NULL);
	ck_assert_int_eq(manifest_read(&manifest, "/dev/null/m", &err), -1);
	ck_assert(strstr(err.text, "/dev/null/m") != NULL);
	ck_assert_int_eq(manifest_read(&manifest, folder, &err), -1);
	free(bytes);
}

static void set_up(void)
{
	tournament_folder_make("m.json");
	load_vectors();
}

static void tear_down(void)
{
	delete_vectors();
	remove_tree();
}

UNIT_FILE(set_up, tear_down)
