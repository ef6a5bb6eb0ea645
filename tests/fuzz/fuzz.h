/*
 * fuzz.h - what a fuzzer defines, and a file in memory for those that read one.
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Called with inputs of any kind; whatever is wrong with the program under
   test ends it.  Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Room for "/proc/self/fd/N". */
struct memory_file {
	int fd;
	char path[32];
};

/* A file of these bytes under a name; close `fd` to be rid of it. */
void memory_file_open(struct memory_file *file, const void *bytes,
		      size_t size);

#endif
