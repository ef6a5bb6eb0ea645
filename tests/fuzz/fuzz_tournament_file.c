/*
 * fuzz_tournament_file.c - arbitrary bytes as a tournament file.
 */
#include "fuzz.h"
#include "tournaments/record/tournament_file.h"

FUZZ_READ(struct tournament_file, tournament_file_read)

/* The copy for a tournament's folder has the same manifest and no difference,
   except that a `base` that does not exist is relative to another folder. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text copy = {0}, first = {0}, second = {0};
	struct tournament_file file, again;
	const struct hash none = {{0}};
	const char *key;

	if (read_bytes(&file, data, size) == 0) {
		tournament_file_copy(&file, ".", &copy);
		assert(read_bytes(&again, copy.bytes, copy.length) == 0);
		tournament_file_manifest(&file, &none, &none, &first);
		tournament_file_manifest(&again, &none, &none, &second);
		assert_alike(&first, &second);
		key = tournament_file_difference(&file, &again);
		assert(key == NULL || strcmp(key, "base") == 0);
		tournament_file_release(&again);
	}
	tournament_file_release(&file);
	text_release(&copy);
	return 0;
}
