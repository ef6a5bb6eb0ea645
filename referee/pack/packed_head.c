/*
 * packed_head.c - the first line of a packed log.
 */
#include "pack/packed_head.h"

#include <string.h>

#include "base/json_schema.h"
#include "fair/sha256.h"

static const char first_bytes[] = "{\"t\":\"pack\",";

static const struct json_field fields[] = {
	JSON_ALWAYS("t", "pack"),
	{ "v", JSON_INTEGER, .min = PACKED_VERSION, .max = PACKED_VERSION },
	{ "size", JSON_INTEGER, JSON_IN(struct packed_head, size),
	  .min = 1, .max = PACKED_SIZE_MAX },
	{ "log", JSON_HEX, JSON_IN(struct packed_head, log) },
	{ "data", JSON_HEX, JSON_IN(struct packed_head, data) },
	{ 0 }
};

bool packed_head_begins(const char *bytes, size_t size)
{
	return size >= sizeof first_bytes - 1 &&
		memcmp(bytes, first_bytes, sizeof first_bytes - 1) == 0;
}

void packed_head_write(const struct packed_head *head, struct text *out)
{
	struct json_writer w = {0};

	json_schema_write(&w, fields, head);
	text_append(out, w.out.bytes, w.out.length);
	text_byte(out, '\n');
	text_release(&w.out);
}

static int read_line(struct packed_head *head, const char *line, size_t size,
		     struct error *err)
{
	struct json_at top = { .name = "the first line", .index = -1 };
	struct text again = {0};
	cJSON *tree;
	int result;

	tree = json_read(line, size - 1, 1, 0, err);
	if (tree == NULL)
		return -1;
	top.value = tree;
	result = json_schema_read(&top, fields, head, err);
	cJSON_Delete(tree);
	if (result != 0)
		return -1;
	packed_head_write(head, &again);
	if (again.length != size || memcmp(again.bytes, line, size) != 0)
		result = error_set(err, "the first line is not as it is "
				   "written");
	text_release(&again);
	return result;
}

int packed_head_read(struct packed_head *head, const struct text *bytes,
		     size_t *used, struct error *err)
{
	/* An empty file has no bytes to point at. */
	const char *end = bytes->length == 0 ? NULL :
		memchr(bytes->bytes, '\n', bytes->length < PACKED_HEAD_MAX ?
		       bytes->length : PACKED_HEAD_MAX);
	struct hash data;

	if (end == NULL)
		return error_set(err, "the first line of a packed log is cut "
				 "off");
	*used = (size_t)(end - bytes->bytes) + 1;
	if (read_line(head, bytes->bytes, *used, err) != 0)
		return -1;
	sha256(data.bytes, end + 1, bytes->length - *used);
	return hash_equal(&data, &head->data) ? 0 :
		error_set(err, "the packed log was changed: the SHA-256 of "
			  "what follows its first line is not the one there");
}
