/*
 * syscall_filter.h - the system calls that are refused to a bot at level
 * `strict`.
 */
#ifndef HOST_SYSCALL_FILTER_H
#define HOST_SYSCALL_FILTER_H

#include "base/error.h"

/*
 * Writes the filter to a descriptor, in the form that the kernel takes and
 * bwrap --seccomp reads: at most 4096 bytes, so that it fits into a pipe.
 * Returns 0, or -1 with `err`, usually because this program was built without
 * libseccomp.
 */
int syscall_filter_write(int fd, struct error *err);

#endif
