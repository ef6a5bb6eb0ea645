/*
 * commits.h - commits matches that shards have played: each a log and a result,
 * which get their final names once, when complete.
 *
 * Both are written under unique names and synced.  Then the result is linked to
 * its final name: that is the moment of the commit, and the first one wins.
 * The result names the temporary log, so that any process that sees a result
 * without a log can finish the work of one that died in between.  Nothing
 * depends on locks, time stamps or the order of names.
 */
#ifndef TOURNAMENTS_RECORD_COMMITS_H
#define TOURNAMENTS_RECORD_COMMITS_H

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

/* Makes the folders of these matches, and checks that a file can be made there.
   Returns 0, or -1 with `err`. */
int commits_prepare(const char *folder, uint32_t first, uint32_t last,
		    struct error *err);

/* Is the match committed?  Completes a commit that was begun. */
bool commits_has(const char *folder, uint32_t number);

/*
 * Commits the log at `log`, and the trace of its faults at `trace` if there is
 * one; `commit` has the match, the manifest, result and suspects.  Returns 1,
 * 0 if another process was first, or -1 with `err`.
 */
int commits_add(const char *folder, struct commit *commit, const char *log,
		const char *trace, struct error *err);

/*
 * Reads the result of a committed match, strictly, and compares it with the
 * bytes of the log.  Returns 0, or -1 with `err`; call commit_file_release in
 * either case.
 */
int commits_read(const char *folder, uint32_t number, struct commit *commit,
		 struct error *err);

/* Reads only the result and changes nothing, for programs that watch.  False if
   there is no complete one; call commit_file_release in either case. */
bool commits_peek(const char *folder, uint32_t number, struct commit *commit);

/* Writes a match that was read to the book; its start may be there already,
   from a gather that was killed.  Returns 0, or -1 with `err`. */
int commits_enter(struct book *book, const struct fixture *fixture,
		  const struct commit *commit, struct error *err);

/* Removes temporary files that shards have left in the folders of these
   matches, all of which are committed. */
void commits_sweep(const char *folder, uint32_t first, uint32_t last);

#endif
