/*
 * fuzz_log.c - arbitrary bytes as a line of a log, and as a whole log.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "audit/audit.h"
#include "base/file.h"
#include "fuzz.h"
#include "pack/packed_log.h"

/* A line that is accepted stays the same when written and read again. */
static void try_line(const char *line, size_t size)
{
	struct json_writer w = {0};
	enum logline_type type, again;
	struct error err = {0};
	cJSON *tree, *same;

	if (logline_read(line, size, &tree, &type, &err) != 0) {
		assert(err.text[0] != '\0');
		return;
	}
	json_tree(&w, tree);
	assert(logline_read(w.out.bytes, w.out.length, &same, &again, &err) ==
	       0);
	assert(type == again && cJSON_Compare(tree, same, 1));
	cJSON_Delete(same);
	if (type == LINE_MATCH) {
		struct logline_header header;

		logline_header_take(&header, tree);
		text_clear(&w.out);
		logline_match(&w, &header);
		assert(logline_read(w.out.bytes, w.out.length, &same, &again,
				    &err) == 0);
		assert(cJSON_Compare(header.tree, same, 1));
		cJSON_Delete(same);
		logline_header_release(&header);
	} else {
		cJSON_Delete(tree);
	}
	text_release(&w.out);
}

/* A log that passed is signed with the key in its first line; this checks it
   without the auditor. */
static void assert_signed(const struct audit *audit, const char *bytes,
			  size_t size)
{
	unsigned char signature[SIGNATURE_SIZE];
	struct hash digest;
	const char *hex;
	size_t body = size - 1;

	assert(size > 0 && bytes[size - 1] == '\n');
	while (body > 0 && bytes[body - 1] != '\n')
		body--;
	crypto_hash_sha256(digest.bytes, (const unsigned char *)bytes, body);
	assert(hash_equal(&digest, &audit->digest));
	hex = bytes + size - 3 - SIGNATURE_HEX_SIZE;
	assert(sodium_hex2bin(signature, sizeof signature, hex,
			      SIGNATURE_HEX_SIZE, NULL, NULL, NULL) == 0);
	assert(keys_verify_log(&audit->header.key, &digest, signature));
}

/* A log that passed is unchanged after packing and unpacking. */
static void assert_packs(const char *path, const char *bytes, size_t size)
{
	struct text packed = {0}, again = {0};
	struct memory_file back;
	struct error err = {0};

	memory_file_open(&back, "", 0);
	assert(log_packer_pack(path, &packed, &err) == 0);
	assert(packed_log_unpack(&packed, back.fd, back.path, &err) == 0);
	assert(file_read(&again, back.path, size, &err) == 0);
	assert(again.length == size && memcmp(again.bytes, bytes, size) == 0);
	text_release(&again);
	close(back.fd);
}

static void try_log(const char *bytes, size_t size, bool to_resume)
{
	struct audit audit = { .to_resume = to_resume };
	struct error err = {0};
	struct memory_file file;
	enum audit_verdict result;

	memory_file_open(&file, bytes, size);
	result = audit_log(&audit, file.path, &err);
	/* The file exists, so there is a verdict. */
	assert(result == AUDIT_PASSED || result == AUDIT_REFUSED);
	if (result == AUDIT_REFUSED)
		assert(strncmp(err.text, file.path, strlen(file.path)) == 0);
	else if (!to_resume || audit.finished)
		assert_signed(&audit, bytes, size);
	else
		assert(audit.keep <= size && audit.keep > 0 &&
		       bytes[audit.keep - 1] == '\n');
	if (result == AUDIT_PASSED && !to_resume)
		assert_packs(file.path, bytes, size);
	close(file.fd);
	audit_release(&audit);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *at = (const char *)data, *end = at + size, *next;

	try_log(at, size, false);
	try_log(at, size, true);
	for (; at < end; at = next + 1) {
		next = memchr(at, '\n', (size_t)(end - at));
		next = next != NULL ? next : end;
		try_line(at, (size_t)(next - at));
	}
	return 0;
}
