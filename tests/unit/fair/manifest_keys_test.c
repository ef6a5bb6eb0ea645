/*
 * manifest_keys_test.c - manifests: every key, valid and invalid.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"
#include "tests/support/manifest_bytes.h"

#define ONES "01010101010101010101010101010101" \
	"01010101010101010101010101010101"
#define TWOS "02020202020202020202020202020202" \
	"02020202020202020202020202020202"
#define CAPITALS "ABABABABABABABABABABABABABABABAB" \
	"ABABABABABABABABABABABABABABABAB"

/* ### one key wrong */

#define HASHES "\"bot\":\"" ONES "\",\"command\":\"" TWOS "\""
#define BOT "\"author\":null," HASHES "}"
#define ENTRANTS(more) "[{\"name\":\"a\"," BOT ",{" more "]"
#define AUTHORS(more) "[{\"name\":\"ann\",\"commit\":\"" ONES "\"," \
	"\"key\":null},{" more "}]"
#define LONG "1234567890123456789012345678901234567890123456789" \
	"0123456789012345678901234567890123456789012345678901"

static const struct {
	const char *key, *value, *says;
} wrongs[] = {
	{ "v", "0",                "v: expected an integer from 1 to 1, found 0" },
	{ "v", "\"1\"",            "v: expected an integer from 1 to 1, found the text \"1\"" },
	{ "v", "3",                "v: a manifest of version 3; this program reads version 1" },
	{ "V", "1",                "unknown key \"V\"" },
	{ "id", "7",               "id: expected a text, found 7" },
	{ "id", "\".a\"",          "id: expected an id" },
	{ "game", "7",             "game: expected a text, found 7" },
	{ "rules", "[]",           "rules: expected an object, found []" },
	{ "format", "null",        "format: expected an object, found null" },
	{ "limits", "7",           "limits: expected an object, found 7" },
	{ "entrants", "{}",        "entrants: expected a list" },
	{ "entrants", "[]",        "entrants: expected a list of 2 to 100000 items, found 0" },
	{ "entrants", "[{\"name\":\"a\"," BOT "]", "entrants: expected a list of 2 to 100000 items, found 1" },
	{ "entrants", "[7,8]",     "entrants[0]: expected an object, found 7" },
	{ "entrants", ENTRANTS("\"name\":\"a\"," BOT), "entrants[1].name: two entrants are called a" },
	{ "entrants", ENTRANTS("\"name\":\"b c\"," BOT), "entrants[1].name: expected a name" },
	{ "entrants", ENTRANTS("\"name\":\"\"," BOT), "entrants[1].name: expected a name" },
	{ "entrants", ENTRANTS("\"name\":\"" LONG "\"," BOT), "entrants[1].name: expected a name of 1 to 100 bytes" },
	{ "entrants", ENTRANTS("\"name\":7," BOT), "entrants[1].name: expected a text" },
	{ "entrants", ENTRANTS(BOT), "entrants[1].name: expected a text, found nothing" },
	{ "entrants", ENTRANTS("\"name\":\"b\"," HASHES "}"), "entrants[1].author: expected a text or null, found nothing" },
	{ "entrants", ENTRANTS("\"name\":\"b\",\"author\":\"a b\"," HASHES "}"), "entrants[1].author: expected a name" },
	{ "entrants", ENTRANTS("\"name\":\"b\",\"author\":\"\"," HASHES "}"), "entrants[1].author: expected a name" },
	{ "entrants", ENTRANTS("\"name\":\"b\",\"author\":null}"), "entrants[1].bot: expected 64 lower-case hex digits, found nothing" },
	{ "entrants", ENTRANTS("\"name\":\"b\",\"author\":null,\"bot\":\"" CAPITALS "\"}"), "entrants[1].bot: expected 64 lower-case" },
	{ "entrants", ENTRANTS("\"name\":\"b\",\"author\":null,\"bot\":\"" ONES "\"}"), "entrants[1].command: expected 64 lower-case hex digits, found nothing" },
	{ "entrants", ENTRANTS("\"name\":\"b\",\"sandbox\":\"strict\"," BOT), "entrants[1].sandbox: strict is the level of all: expected another one, or no key" },
	{ "entrants", ENTRANTS("\"name\":\"b\",\"sandbox\":null," BOT), "entrants[1].sandbox: expected one of \"none\", " },
	{ "entrants", ENTRANTS("\"name\":\"b\",\"sandbox\":\"loose\"," BOT), "entrants[1].sandbox: expected one of \"none\", " },
	{ "entrants", ENTRANTS("\"name\":\"b\xe2\x80\x8b\"," BOT), "entrants[1].name: expected a name" },
	{ "entrants", ENTRANTS("\"name\":\"b\xe2\x80\x8f\"," BOT), "entrants[1].name: expected a name" },
	{ "entrants", ENTRANTS("\"name\":\"b\xe2\x80\xaa\"," BOT), "entrants[1].name: expected a name" },
	{ "entrants", ENTRANTS("\"name\":\"b\xe2\x80\xae\"," BOT), "entrants[1].name: expected a name" },
	{ "entrants", ENTRANTS("\"name\":\"b\xe2\x81\xa0\"," BOT), "entrants[1].name: expected a name" },
	{ "entrants", ENTRANTS("\"name\":\"b\xe2\x81\xa9\"," BOT), "entrants[1].name: expected a name" },
	{ "entrants", ENTRANTS("\"name\":\"b\xef\xbb\xbf\"," BOT), "entrants[1].name: expected a name" },
	{ "entrants", ENTRANTS("\"name\":\"b\",\"x\":1," BOT), "entrants[1]: unknown key \"x\"" },
	{ "boards", "0",           "boards: expected an integer from 1 to 1000000, found 0" },
	{ "boards", "1000001",     "boards: expected an integer from 1 to 1000000, found 1000001" },
	{ "boards", "4294967297",  "boards: expected an integer" },
	{ "rotations", "0",        "rotations: expected an integer from 1 to 64, found 0" },
	{ "rotations", "65",       "rotations: expected an integer from 1 to 64" },
	{ "rotations", "-1",       "rotations: expected an integer from 1 to 64" },
	{ "processes", "\"seats\"", "processes: expected one of \"seat\", \"game\", \"entrant\"" },
	{ "processes", "\"entrant\"", "processes: \"entrant\" with 2 rotations" },
	{ "sandbox", "\"off\"",    "sandbox: expected one of \"none\", \"limits\", \"strict\", found \"off\"" },
	{ "sandbox", "null",       "sandbox: expected one of" },
	{ "links", "65537",        "links: expected an integer from 1 to 65536" },
	{ "links", "4294967297",   "links: expected an integer from 1 to 65536" },
	{ "stride", "65537",       "stride: expected an integer from 1 to 65536" },
	{ "stride", "4294967297",  "stride: expected an integer from 1 to 65536" },
	{ "operator", "null",      "operator: expected an object, found null" },
	{ "operator", "[]",        "operator: expected an object" },
	{ "operator", "{\"name\":\"op\"}", "operator.key: expected 64" },
	{ "operator", "{\"name\":\"op\",\"key\":null}", "operator.key: expected 64" },
	{ "operator", "{\"key\":\"" ONES "\"}", "operator.name: expected a text" },
	{ "operator", "{\"name\":\"op\",\"key\":\"" ONES "\",\"url\":\"\"}", "operator: unknown key \"url\"" },
	{ "operator", "{\"name\":\"cid\",\"key\":\"" ONES "\"}", "authors[2].name: the operator or another author is called cid" },
	{ "referees", "{}",        "referees: expected a list" },
	{ "referees", "[null]",    "referees[0]: expected 64" },
	{ "referees", "[\"" ONES "\",\"\"]", "referees[1]: expected 64" },
	{ "authors", "null",       "authors: expected a list, found null" },
	{ "authors", "[7]",        "authors[0]: expected an object" },
	{ "authors", AUTHORS("\"name\":\"ann\",\"commit\":null,\"key\":null"), "authors[1].name: the operator or another author is called ann" },
	{ "authors", AUTHORS("\"name\":\"ben\",\"commit\":\"" ONES "\",\"key\":null"), "authors[1].commit: another author has the commitment 0101" },
	{ "authors", "[{\"name\":\"ann\",\"commit\":null,\"key\":\"" ONES "\"},{\"name\":\"ben\",\"commit\":null,\"key\":\"" ONES "\"}]", "authors[1].key: the operator, a referee or another author has the key 0101" },
	{ "operator", "{\"name\":\"op\",\"key\":\"fefe13379240569b66fbac02099bb2d3cf033492ac33b24f4fbbd2675ecd8eae\"}", "authors[2].key: the operator, a referee or another author has the key fefe" },
	{ "referees", "[\"" ONES "\",\"c9a6673e0805b8881467517debb577511f932685530863fee328214daeb03b68\"]", "authors[0].key: the operator, a referee or another author has the key c9a6" },
	{ "authors", AUTHORS("\"name\":\"b+n\",\"commit\":null,\"key\":null"), "authors[1].name: expected a name" },
	{ "authors", AUTHORS("\"name\":null,\"commit\":null,\"key\":null"), "authors[1].name: expected a text" },
	{ "authors", AUTHORS("\"name\":\"ben\",\"commit\":\"\",\"key\":null"), "authors[1].commit: expected 64" },
	{ "authors", AUTHORS("\"name\":\"ben\",\"key\":null"), "authors[1].commit: expected 64 lower-case hex digits or null, found nothing" },
	{ "authors", AUTHORS("\"name\":\"ben\",\"commit\":null,\"key\":7"), "authors[1].key: expected 64" },
	{ "authors", AUTHORS("\"name\":\"ben\",\"commit\":null,\"key\":null,\"x\":1"), "authors[1]: unknown key \"x\"" },
	{ "beacon", "false",       "beacon: expected an object or null, found false" },
	{ "beacon", "{}",          "beacon.source: expected a text" },
	{ "beacon", "{\"source\":\"\",\"round\":1}", "beacon.source: expected the name of a beacon" },
	{ "beacon", "{\"source\":\"a\\nb\",\"round\":1}", "beacon.source: expected the name of a beacon, a text without control characters" },
	{ "beacon", "{\"source\":\"d\",\"round\":0}", "beacon.round: expected an integer from 1 " },
	{ "beacon", "{\"source\":\"d\",\"round\":-1}", "beacon.round: expected" },
	{ "beacon", "{\"source\":\"d\",\"round\":null}", "beacon.round: expected" },
	{ "beacon", "{\"source\":\"d\",\"round\":1,\"x\":1}", "beacon: unknown key \"x\"" },
	{ "luck", "7",             "luck: expected 64" },
	{ "luck", "false",         "luck: expected 64" },
	{ "seal", "null",          "seal: expected 64 lower-case hex digits, found null" },
	{ "seal", "\"" CAPITALS "\"", "seal: expected 64" },
};

TEST_EACH(a_wrong_key_is_refused_with_file_and_key,
	  sizeof wrongs / sizeof *wrongs)
{
	cJSON *tree = good_tree();
	char says[200], *bytes;

	set_key(tree, wrongs[_i].key, cJSON_Parse(wrongs[_i].value));
	bytes = bytes_of(tree);
	snprintf(says, sizeof says, "m.json: %s", wrongs[_i].says);
	assert_refused(bytes, strlen(bytes), says);
	free(bytes);
}

static const struct {
	const char *key, *value;
} rights[] = {
	{ "entrants", ENTRANTS("\"name\":\"A\"," BOT) },
	{ "entrants", ENTRANTS("\"name\":\"cup.example\"," BOT) },
	{ "entrants", ENTRANTS("\"name\":\"b\xe2\x80\x90\"," BOT) },
	{ "entrants", ENTRANTS("\"name\":\"b\xe2\x80\xb0\"," BOT) },
	{ "entrants", ENTRANTS("\"name\":\"b\xe2\x81\x9e\"," BOT) },
	{ "entrants", ENTRANTS("\"name\":\"b\xe2\x81\xb0\"," BOT) },
	{ "referees", "[\"" ONES "\",\"" ONES "\"]" },
	{ "boards", "1000000" },
	{ "links", "65536" },
	{ "links", "1" },
	{ "stride", "65536" },
	{ "stride", "1" },
	{ "rotations", "64" },
	{ "processes", "\"game\"" },
	{ "sandbox", "\"none\"" },
	{ "referees", "[\"" ONES "\",\"" TWOS "\"]" },
	{ "authors", AUTHORS("\"name\":\"Ann\",\"commit\":\"" TWOS "\",\"key\":null") },
	{ "authors", AUTHORS("\"name\":\"ben\",\"commit\":null,\"key\":null},{\"name\":\"cid\",\"commit\":null,\"key\":null") },
};

TEST_EACH(what_is_just_right_is_taken, sizeof rights / sizeof *rights)
{
	cJSON *tree = good_tree();

	set_key(tree, rights[_i].key, cJSON_Parse(rights[_i].value));
	assert_written_again(bytes_of(tree));
}

UNIT_FILE(load_vectors, delete_vectors)
