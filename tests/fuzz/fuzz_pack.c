/*
 * fuzz_pack.c - arbitrary bytes as the content of a packed log.
 *
 * They are compressed and get a first line with their hash, so that the code
 * behind the check of the hash is reached.  The same bytes are also tried as a
 * whole packed log.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>

#include "audit/audit.h"
#include "fair/sha256.h"
#include "fuzz.h"
#include "pack/packed_log.h"

enum { LOG_MOST = 1 << 20 };

/* Appends a packed log that holds these bytes. */
static void write_packed(struct text *out, const uint8_t *data, size_t size)
{
	struct packed_head head = { .size = LOG_MOST };
	uLongf length = compressBound(size);
	unsigned char *bytes = malloc(length);

	assert(bytes != NULL);
	assert(compress(bytes, &length, data, size) == Z_OK);
	sha256(head.data.bytes, bytes, length);
	packed_head_write(&head, out);
	text_append(out, bytes, length);
	free(bytes);
}

/* Whatever the bytes are, they are not the log that the first line names. */
static void try_packed(const struct text *packed)
{
	struct audit audit = {0};
	struct error err = {0};
	struct memory_file file;

	memory_file_open(&file, packed->bytes, packed->length);
	assert(packed_log_is(file.path));
	assert(audit_log(&audit, file.path, &err) == AUDIT_REFUSED);
	assert(strncmp(err.text, file.path, strlen(file.path)) == 0);
	audit_release(&audit);
	close(file.fd);
}

/* The bytes as a whole packed log: what unpacks can be packed again. */
static void try_file(const uint8_t *data, size_t size)
{
	struct text packed = {0}, again = {0};
	struct memory_file log;
	struct error err = {0};

	memory_file_open(&log, "", 0);
	text_append(&packed, data, size);
	if (packed_log_unpack(&packed, log.fd, log.path, &err) == 0)
		assert(log_packer_pack(log.path, &again, &err) == 0);
	text_release(&packed);
	text_release(&again);
	close(log.fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text packed = {0};

	write_packed(&packed, data, size);
	try_packed(&packed);
	text_release(&packed);
	if (size > 0)
		try_file(data, size);
	return 0;
}
