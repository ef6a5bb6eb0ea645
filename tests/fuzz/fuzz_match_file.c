/*
 * fuzz_match_file.c - arbitrary bytes as a match file.
 */
#include "fuzz.h"
#include "match/match_config.h"

FUZZ_READ(struct match_config, match_config_read)

/* What is written can be read again, and is written the same. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct json_writer first = {0}, second = {0};
	struct match_config match, again;

	if (read_bytes(&match, data, size) == 0) {
		/* As match_config_settle does, which needs bots that exist. */
		if (match.rotations == 0)
			match.rotations = 1;
		match_config_write(&match, &first);
		assert(read_bytes(&again, first.out.bytes,
				  first.out.length) == 0);
		match_config_write(&again, &second);
		assert_alike(&first.out, &second.out);
		match_config_release(&again);
	}
	match_config_release(&match);
	return 0;
}
