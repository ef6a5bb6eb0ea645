/*
 * commit_file.c - the result of a match that a shard has played, as a file.
 */
#define _GNU_SOURCE
#include "tournaments/record/commit_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"
#include "fair/entrant.h"
#include "fair/sha256.h"

enum { DEPTH_MAX = 8 };

static const size_t result_most = (size_t)1 << 30;      /* bytes */

/* ### the temporary name */

char *commit_file_temporary(uint32_t number)
{
	char host[33] = "";
	struct text name = {0};

	gethostname(host, sizeof host - 1);
	for (char *at = host; *at != '\0'; at++)
		if (!isalnum((unsigned char)*at))
			*at = '-';
	text_printf(&name, "match-%06u.%s.%ld.%08x%08x", number, host,
		    (long)getpid(), randombytes_random(),
		    randombytes_random());
	text_string(&name);
	return name.bytes;
}

/* A result must name a file beside it, of its own match. */
static bool is_temporary(const char *name, uint32_t number)
{
	char start[32];

	snprintf(start, sizeof start, "match-%06u.", number);
	return strncmp(name, start, strlen(start)) == 0 &&
		strlen(name) < 200 && strchr(name, '/') == NULL;
}

/* ### the file */

struct result_line {
	uint32_t match;
	struct hash manifest, log, file;
	const char *name;
};

static const struct json_field result_fields[] = {
	{ "v", JSON_INTEGER, .min = 1, .max = 1 },
	{ "match", JSON_INTEGER, JSON_IN(struct result_line, match), .min = 1,
	  .max = MATCHES_MAX },
	{ "manifest", JSON_HEX, JSON_IN(struct result_line, manifest) },
	{ "log", JSON_HEX, JSON_IN(struct result_line, log) },
	{ "file", JSON_HEX, JSON_IN(struct result_line, file) },
	{ "temporary", JSON_TEXT, JSON_IN(struct result_line, name) },
	{ .key = "ranks", .type = JSON_ANY },
	{ .key = "faults", .type = JSON_ANY },
	{ .key = "suspects", .type = JSON_ANY, .optional = true },
	{ "sum", JSON_HEX, .digits = HASH_HEX_SIZE },
	{ 0 }
};

/* ,"sum":"64 digits"} and LF end the file; the sum is the SHA-256 of everything
   before that. */
static const char sum_start[] = ",\"sum\":\"", sum_end[] = "\"}\n";

enum { SUM_SIZE = sizeof sum_start - 1 + HASH_HEX_SIZE + sizeof sum_end - 1 };

static void put_sum(struct text *out)
{
	char hex[HASH_HEX_SIZE + 1];
	struct hash sum;

	sha256(sum.bytes, out->bytes, out->length);
	hash_to_hex(&sum, hex);
	text_printf(out, "%s%s%s", sum_start, hex, sum_end);
}

void commit_file_write(const struct commit *commit, struct text *out)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_int(&w, "match", commit->match);
	json_put_hash(&w, "manifest", &commit->manifest);
	json_put_hash(&w, "log", &commit->hashes.log);
	json_put_hash(&w, "file", &commit->hashes.file);
	json_put_string(&w, "temporary", commit->name);
	text_byte(&w.out, ',');
	text_append(&w.out, commit->result.bytes, commit->result.length);
	if (commit->suspects.length > 0)
		json_put_raw(&w, "suspects", commit->suspects.bytes,
			     commit->suspects.length);
	put_sum(&w.out);
	text_append(out, w.out.bytes, w.out.length);
	text_release(&w.out);
}

static bool has_sum(const struct text *bytes)
{
	struct text due = {0};
	bool has;

	if (bytes->length < SUM_SIZE)
		return false;
	text_append(&due, bytes->bytes, bytes->length - SUM_SIZE);
	put_sum(&due);
	has = due.length == bytes->length &&
		memcmp(due.bytes, bytes->bytes, due.length) == 0;
	text_release(&due);
	return has;
}

static void take_member(const cJSON *tree, const char *key, struct text *out)
{
	const cJSON *value = json_get(tree, key);
	struct json_writer w = {0};

	if (value != NULL)
		json_tree(&w, value);
	text_append(out, w.out.bytes, w.out.length);
	text_release(&w.out);
}

static int take(struct commit *commit, const char *path, uint32_t number,
		const struct text *bytes, struct error *err)
{
	struct json_at at = { .name = path, .index = -1 };
	struct result_line line = {0};
	cJSON *tree;
	int result;

	if (!has_sum(bytes))
		return error_set(err, "%s is incomplete or damaged: its "
				 "\"sum\" is not the SHA-256 of what precedes "
				 "it", path);
	tree = json_read(bytes->bytes, bytes->length - 1, DEPTH_MAX, 0, err);
	if (tree == NULL)
		return error_at(err, "%s", path);
	at.value = tree;
	result = json_schema_read(&at, result_fields, &line, err);
	if (result == 0 && line.match != number)
		result = error_set(err, "%s is of match %u, not %u", path,
				   line.match, number);
	if (result == 0 && !is_temporary(line.name, number))
		result = error_set(err, "%s: temporary: expected a name of "
				   "match %u, found \"%s\"", path, number,
				   line.name);
	if (result == 0) {
		commit->match = number;
		commit->manifest = line.manifest;
		commit->hashes = (struct log_identity_hashes){ line.log,
							    line.file };
		commit->name = memory_copy(line.name);
		text_add(&commit->result, "\"ranks\":");
		take_member(tree, "ranks", &commit->result);
		text_add(&commit->result, ",\"faults\":");
		take_member(tree, "faults", &commit->result);
		take_member(tree, "suspects", &commit->suspects);
	}
	cJSON_Delete(tree);
	return result;
}

int commit_file_read(struct commit *commit, const char *path, uint32_t number,
		     struct error *err)
{
	struct text bytes = {0};
	int result = -1;

	*commit = (struct commit){0};
	if (file_read(&bytes, path, result_most, err) == 0)
		result = take(commit, path, number, &bytes, err);
	text_release(&bytes);
	return result;
}

void commit_file_release(struct commit *commit)
{
	free(commit->name);
	text_release(&commit->result);
	text_release(&commit->suspects);
	*commit = (struct commit){0};
}
