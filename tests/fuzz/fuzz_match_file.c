/*
 * fuzz_match_file.c - arbitrary bytes as a match file.
 */
#include <assert.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "session/match_config_file.h"

static int read_match(struct match_config *match, const void *bytes,
		      size_t size)
{
	struct error err = {0};
	struct memory_file file;
	int result;

	memory_file_open(&file, bytes, size);
	result = match_config_file_read(match, file.path, &err);
	close(file.fd);
	assert((result == 0) == (err.text[0] == '\0'));
	return result;
}

/* What is written can be read again, and is written the same. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct json_writer first = {0}, second = {0};
	struct match_config match, again;

	if (read_match(&match, data, size) == 0) {
		/* As match_config_settle does, which needs bots that exist. */
		if (match.rotations == 0)
			match.rotations = 1;
		match_config_file_write(&match, &first);
		assert(read_match(&again, first.out.bytes,
				  first.out.length) == 0);
		match_config_file_write(&again, &second);
		assert(first.out.length == second.out.length &&
		       memcmp(first.out.bytes, second.out.bytes,
			      first.out.length) == 0);
		match_config_release(&again);
	}
	match_config_release(&match);
	text_release(&first.out);
	text_release(&second.out);
	return 0;
}
