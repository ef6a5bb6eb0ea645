/*
 * filter.h - the system calls that a bot at level `strict` is refused.
 */
#ifndef HOST_FILTER_H
#define HOST_FILTER_H

#include "base/error.h"

/*
 * Writes the filter to a descriptor, in the form that the kernel takes and
 * bwrap --seccomp reads: at most 4096 bytes, so that a pipe holds it.
 * -1 with `err`, above all when this program was built without libseccomp.
 */
int filter_write(int fd, struct error *err);

#endif
