/*
 * fuzz.h - what a fuzzer defines, and a file in memory for code that reads one.
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

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

#endif
