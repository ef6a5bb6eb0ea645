/*
 * tournament_salt_test.c - the salt of a tournament, and its verdict.
 */
#include <sodium.h>

#include "tests/support/rows.h"
#include "tests/support/vectors.h"
#include "tournaments/record/tournament_salt.h"

enum { AUTHORS_MAX = 8 };

/* What the salt depends on of a manifest and of the reveals in a book. */
struct cup {
	struct manifest manifest;
	struct manifest_author author[AUTHORS_MAX];
	struct hash beacon;
	struct dice_reveal reveal[AUTHORS_MAX];
	bool author_signed[AUTHORS_MAX];
	bool author_pinned[AUTHORS_MAX];
	struct tournament_salt salt;
};

static void cup_init(struct cup *c)
{
	*c = (struct cup){
		.manifest = { .author = c->author },
		.salt = { .manifest = &c->manifest, .reveal = c->reveal,
			  .author_signed = c->author_signed,
			  .author_pinned = c->author_pinned },
	};
}

static bool is_hash(const cJSON *value, struct hash *hash)
{
	if (cJSON_IsNull(value))
		return false;
	ck_assert(cJSON_IsString(value) &&
		  hash_from_hex(hash, value->valuestring,
				strlen(value->valuestring)));
	return true;
}

static void take_reveals(struct cup *c, const cJSON *vector)
{
	const cJSON *item;
	int count = 0;

	cJSON_ArrayForEach(item, json_get(vector, "reveals")) {
		ck_assert_int_lt(count, AUTHORS_MAX);
		c->reveal[count].given = is_hash(item,
						 &c->reveal[count].hash);
		count++;
	}
}

/* ### the salt */

TEST_VECTORS(the_salt_is_made_of_manifest_reveals_and_beacon, "salt")
{
	const char *bytes = text_at(vector, "manifest");
	int count = cJSON_GetArraySize(json_get(vector, "reveals"));
	struct error err = {0};
	struct hash expected, made;
	struct cup c;

	cup_init(&c);
	take_reveals(&c, vector);
	crypto_hash_sha256(c.manifest.hash.bytes, (const unsigned char *)bytes,
			   strlen(bytes));
	for (int i = 0; i < count; i++) {
		c.author[i] = (struct manifest_author){ .name = "ann",
			.has_commit = true };
		if (c.reveal[i].given)
			dice_commit(&c.reveal[i].hash, &c.author[i].commit);
	}
	/* An author without a commitment has no reveal. */
	c.author[count] = (struct manifest_author){ .name = "none" };
	c.manifest.authors = count + 1;
	if (is_hash(json_get(vector, "beacon"), &c.beacon)) {
		c.salt.beacon = &c.beacon;
		c.manifest.beacon_source = "drand";
	}
	ck_assert_int_eq(tournament_salt_reveals(&c.manifest), count);
	assert_says(tournament_salt_make(&c.salt, &made, &err), &err, NULL);
	ck_assert(is_hash(json_get(vector, "salt"), &expected));
	ck_assert(hash_equal(&made, &expected));
}

TEST_VECTORS(a_reveal_opens_its_own_commitment_alone, "commit")
{
	struct error err = {0};
	struct hash made;
	struct cup c;

	cup_init(&c);
	c.manifest.authors = 3;
	c.author[0] = (struct manifest_author){ .name = "ann" };
	c.author[1].name = "ben";
	c.author[1].has_commit = true;
	c.author[2] = c.author[1];
	c.author[2].name = "cid";
	ck_assert(is_hash(json_get(vector, "commit"), &c.author[1].commit));
	c.reveal[0].given = is_hash(json_get(vector, "reveal"),
				    &c.reveal[0].hash);
	ck_assert(c.reveal[0].given);
	ck_assert_int_eq(tournament_salt_reveals(&c.manifest), 2);
	assert_says(tournament_salt_make(&c.salt, &made, &err), &err, NULL);
	c.reveal[0].hash.bytes[31] ^= 1;
	assert_says(tournament_salt_make(&c.salt, &made, &err), &err, "the "
		    "reveal of ben does not open the commitment in the "
		    "manifest");
	c.reveal[0].hash.bytes[31] ^= 1;
	c.reveal[1] = c.reveal[0];
	assert_says(tournament_salt_make(&c.salt, &made, &err), &err,
		    "the reveal of cid");
}

TEST(a_beacon_is_there_when_it_is_announced_and_only_then)
{
	struct error err = {0};
	struct hash made;
	struct cup c;

	cup_init(&c);
	assert_says(tournament_salt_make(&c.salt, &made, &err), &err, NULL);
	c.salt.beacon = &c.beacon;
	assert_says(tournament_salt_make(&c.salt, &made, &err), &err,
		    "announces no beacon");
	c.manifest.beacon_source = "drand";
	c.manifest.beacon_round = 12;
	assert_says(tournament_salt_make(&c.salt, &made, &err), &err, NULL);
	c.salt.beacon = NULL;
	assert_says(tournament_salt_make(&c.salt, &made, &err), &err,
		    "round 12 of drand");
}

/* ### the verdict */

static bool is_named(const cJSON *names, const char *name)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, names)
		if (strcmp(item->valuestring, name) == 0)
			return true;
	return false;
}

static void take_authors(struct cup *c, const cJSON *vector)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, json_get(vector, "authors")) {
		int i = c->manifest.authors++;

		ck_assert_int_lt(i, AUTHORS_MAX);
		c->author[i].name = json_get(item, "name")->valuestring;
		c->author[i].has_commit = is_hash(json_get(item, "commit"),
						  &c->author[i].commit);
		c->author_signed[i] = is_named(json_get(vector, "signed"),
					       c->author[i].name);
		c->author_pinned[i] = is_named(json_get(vector, "pinned"),
					       c->author[i].name);
	}
	if (cJSON_IsObject(json_get(vector, "beacon"))) {
		c->manifest.beacon_source = "drand";
		c->salt.beacon = &c->beacon;
	}
}

/* How many names a vector has under this key. */
static int names_at(const cJSON *vector, const char *key)
{
	return cJSON_GetArraySize(json_get(vector, key));
}

TEST_VECTORS(the_verdict_says_which_reveals_count, "salt_verdict")
{
	static const char *const groups[] = {
		[SALT_REVEAL_COUNTED] = "counted",
		[SALT_REVEAL_UNSIGNED] = "unsigned",
		[SALT_REVEAL_WITHHELD] = "withheld",
	};
	struct tournament_salt_verdict verdict;
	struct error err = {0};
	struct hash made;
	struct cup c;

	cup_init(&c);
	take_authors(&c, vector);
	take_reveals(&c, vector);
	ck_assert_int_eq(tournament_salt_reveals(&c.manifest),
			 names_at(vector, "reveals"));
	assert_says(tournament_salt_make(&c.salt, &made, &err), &err, NULL);
	tournament_salt_verdict(&c.salt, &verdict);
	for (int i = 0; i < c.manifest.authors; i++)
		for (int k = SALT_REVEAL_COUNTED;
		     k <= SALT_REVEAL_WITHHELD; k++)
			ck_assert_msg((verdict.author[i] ==
				       (enum salt_reveal)k) ==
				      is_named(json_get(vector, groups[k]),
					       c.author[i].name),
				      "%s is %s", c.author[i].name, groups[k]);
	ck_assert_int_eq(verdict.counted, names_at(vector, "counted"));
	ck_assert_int_eq(verdict.without_signature,
			 names_at(vector, "unsigned"));
	ck_assert_int_eq(verdict.unpinned, names_at(vector, "unpinned"));
	ck_assert_int_eq(1 << verdict.choice,
			 json_get(vector, "salts")->valueint);
	ck_assert_int_eq(verdict.outside,
			 cJSON_IsTrue(json_get(vector, "outside")));
	tournament_salt_verdict_release(&verdict);
	tournament_salt_verdict_release(&verdict);
}

TEST_ROWS(what_is_not_proved_is_said_in_words, "record/notes.txt", "salt")
{
	static const char *const names[AUTHORS_MAX] = {
		"a0", "a1", "a2", "a3"
	};
	const char *authors = row->text[0];
	struct tournament_salt_verdict verdict;
	struct doubts doubts = {0};
	struct text lines = {0};
	int reveals = 0;
	struct cup c;

	cup_init(&c);
	for (int i = 0; authors[i] != '\0'; i++) {
		c.manifest.authors++;
		c.author[i].name = names[i];
		c.author[i].has_commit = authors[i] != 'n';
		c.author_signed[i] = authors[i] != 'u';
		c.author_pinned[i] = authors[i] == 'C';
		if (authors[i] != 'n')
			c.reveal[reveals++].given = authors[i] != 'w';
	}
	if (row_yes(row, 1)) {
		c.manifest.beacon_source = "drand quicknet";
		c.manifest.beacon_round = 12345678;
		c.salt.beacon = &c.beacon;
	}
	tournament_salt_verdict(&c.salt, &verdict);
	tournament_salt_doubts(&c.salt, &verdict, &doubts);
	doubts_words(&doubts, &lines);
	doubts_release(&doubts);
	ck_assert_str_eq(text_string(&lines), row->text[2]);
	tournament_salt_verdict_release(&verdict);
	text_release(&lines);
}
