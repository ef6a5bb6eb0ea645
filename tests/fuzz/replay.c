/*
 * replay.c - runs a fuzzer's function on files: its corpus, or those named.
 *
 * This makes everything a fuzzer found an ordinary test, with any compiler.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "fuzz.h"

enum { FILE_MOST = 1 << 24 };

/* Runs on a copy of exactly the file's size, to detect reading past it. */
static int run_file(const char *path)
{
	struct text bytes = {0};
	struct error err;
	char *copy;

	if (file_read(&bytes, path, FILE_MOST, &err) != 0) {
		fprintf(stderr, "%s\n", err.text);
		return -1;
	}
	copy = memory_new(bytes.length > 0 ? bytes.length : 1, 1);
	if (bytes.length > 0)
		memcpy(copy, bytes.bytes, bytes.length);
	/* The last name that is printed is the one that failed. */
	printf("%s\n", path);
	fflush(stdout);
	LLVMFuzzerTestOneInput((const uint8_t *)copy, bytes.length);
	free(copy);
	text_release(&bytes);
	return 0;
}

/* Runs every file of corpus/NAME for the program `fuzz_NAME`; an empty corpus
   is a failure. */
static int run_corpus(const char *program)
{
	const char *srcdir = getenv("srcdir");
	const char *name = strrchr(program, '/');
	struct text path = {0};
	struct dirent *entry;
	int failed = 0, files = 0;
	DIR *folder;

	name = name != NULL ? name + 1 : program;
	text_printf(&path, "%s/tests/fuzz/corpus/%s",
		    srcdir != NULL ? srcdir : ".", name + strlen("fuzz_"));
	folder = opendir(text_string(&path));
	while (folder != NULL && (entry = readdir(folder)) != NULL) {
		size_t length = path.length;

		if (entry->d_name[0] == '.')
			continue;
		text_printf(&path, "/%s", entry->d_name);
		failed |= run_file(text_string(&path));
		path.length = length;
		files++;
	}
	if (folder != NULL)
		closedir(folder);
	if (files == 0)
		fprintf(stderr, "no files in %s\n", text_string(&path));
	text_release(&path);
	return failed != 0 || files == 0;
}

int main(int argc, char **argv)
{
	int failed = 0;

	if (argc < 2)
		return run_corpus(argv[0]);
	for (int i = 1; i < argc; i++)
		failed |= run_file(argv[i]);
	return failed != 0;
}
