/*
 * memory_file.c - a file in memory, for code that reads a path.
 */
#define _GNU_SOURCE             /* memfd_create */
#include <assert.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"

void memory_file_open(struct memory_file *file, const void *bytes,
		      size_t size)
{
	ssize_t wrote;

	file->fd = memfd_create("fuzz", MFD_CLOEXEC);
	assert(file->fd >= 0);
	snprintf(file->path, sizeof file->path, "/proc/self/fd/%d", file->fd);
	wrote = size > 0 ? write(file->fd, bytes, size) : 0;
	assert(wrote == (ssize_t)size);
}
