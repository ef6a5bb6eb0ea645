/*
 * fuzz_tournament_file.c - arbitrary bytes as a tournament file.
 */
#include <assert.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "tournaments/record/tournament_file.h"

static int read_file(struct tournament_file *tournament, const void *bytes,
		     size_t size)
{
	struct error err = {0};
	struct memory_file file;
	int result;

	memory_file_open(&file, bytes, size);
	result = tournament_file_read(tournament, file.path, &err);
	close(file.fd);
	assert((result == 0) == (err.text[0] == '\0'));
	return result;
}

/* The copy for a tournament's folder has the same manifest and no difference,
   except that a `base` that does not exist is relative to another folder. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text copy = {0}, first = {0}, second = {0};
	struct tournament_file file, again;
	const struct hash none = {{0}};
	const char *key;

	if (read_file(&file, data, size) == 0) {
		tournament_file_copy(&file, &copy);
		assert(read_file(&again, copy.bytes, copy.length) == 0);
		tournament_file_manifest(&file, &none, &none, &first);
		tournament_file_manifest(&again, &none, &none, &second);
		assert(first.length == second.length &&
		       memcmp(first.bytes, second.bytes, first.length) == 0);
		key = tournament_file_difference(&file, &again);
		assert(key == NULL || strcmp(key, "base") == 0);
		tournament_file_release(&again);
	}
	tournament_file_release(&file);
	text_release(&copy);
	text_release(&first);
	text_release(&second);
	return 0;
}
