/*
 * commit_file.h - the result of a match that a shard has played, as a file.
 */
#ifndef TOURNAMENTS_RECORD_COMMIT_FILE_H
#define TOURNAMENTS_RECORD_COMMIT_FILE_H

#include "tournaments/record/log_identity.h"

/* What a result file says; docs/cluster.md describes it. */
struct commit {
	uint32_t match;
	struct hash manifest;
	struct log_identity_hashes hashes;
	char *name;             /* owned; of the temporary log */
	struct text result;     /* "ranks":..,"faults":.. as in a book */
	struct text suspects;   /* the list, or empty */
};

/* A temporary name that no other process uses, such as
   "match-000017.node3.4711.a1b2c3d4e5f60718".  The caller frees it. */
char *commit_file_temporary(uint32_t number);

/* Appends the bytes of the file, including their sum. */
void commit_file_write(const struct commit *commit, struct text *out);

/* Reads the file of that match, strictly.  Returns 0, or -1 with `err`; call
   commit_file_release in either case. */
int commit_file_read(struct commit *commit, const char *path, uint32_t number,
		     struct error *err);

void commit_file_release(struct commit *commit);

#endif
