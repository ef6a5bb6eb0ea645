/*
 * fuzz.h - what a fuzzer defines, and a file in memory for code that reads one.
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/text.h"

/* Called with arbitrary inputs; an error in the code under test ends the
   program.  Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* `path` is "/proc/self/fd/N". */
struct memory_file {
	int fd;
	char path[32];
};

/* Makes a file of these bytes; closing `fd` removes it. */
void memory_file_open(struct memory_file *file, const void *bytes,
		      size_t size);

/* Defines read_bytes, which reads `type` from these bytes by `read`, a function
   that takes a path.  It returns 0, or -1 with a text in the error. */
#define FUZZ_READ(type, read) \
	static int read_bytes(type *into, const void *bytes, size_t size) \
	{ \
		struct error err = {0}; \
		struct memory_file file; \
		int result; \
		memory_file_open(&file, bytes, size); \
		result = read(into, file.path, &err); \
		close(file.fd); \
		assert((result == 0) == (err.text[0] == '\0')); \
		return result; \
	}

/* Both were written alike.  Releases them. */
static inline void assert_alike(struct text *first, struct text *second)
{
	assert(first->length == second->length &&
	       memcmp(first->bytes, second->bytes, first->length) == 0);
	text_release(first);
	text_release(second);
}

#endif
