/*
 * commits.h - matches that shards have played: a log and its result, which get
 * their names as a whole and once.
 *
 * Both are written under names that nobody else has, and synced.  Then the
 * result is linked to its final name: that is the moment of the commit, and the
 * first one stands.  The result names the temporary log, so that whoever sees a
 * result without a log can finish the work of a process that died in between.
 * No lock, no time stamp and no order of names matters.
 */
#ifndef TOURNAMENTS_RECORD_COMMITS_H
#define TOURNAMENTS_RECORD_COMMITS_H

#include "tournaments/record/book.h"
#include "tournaments/record/commit_file.h"

/* Makes the folders of these matches, and sees that a file can be made there.
   Returns 0, or -1 with `err`. */
int commits_prepare(const char *folder, uint32_t first, uint32_t last,
		    struct error *err);

/* Is the match committed?  Ends a commit that was begun. */
bool commits_has(const char *folder, uint32_t number);

/*
 * Commits the log at `log`, and the trace of its faults at `trace` if there is
 * one; `commit` has the match, the manifest, result and suspects.  Returns 1; 0
 * when somebody else was first; or -1 with `err`.
 */
int commits_add(const char *folder, struct commit *commit, const char *log,
		const char *trace, struct error *err);

/*
 * Reads the result of a committed match, strictly, and compares it with the
 * bytes of the log.  Returns 0, or -1 with `err`; commit_file_release is due either
 * way.
 */
int commits_read(const char *folder, uint32_t number, struct commit *commit,
		 struct error *err);

/* Reads the result alone, and changes nothing: for those who look on.  False
   when there is none that is whole; commit_file_release is due either way. */
bool commits_peek(const char *folder, uint32_t number, struct commit *commit);

/* Writes a match that was read to the book.  A gather that was killed may have
   written its start.  Returns 0, or -1 with `err`. */
int commits_enter(struct book *book, const struct fixture *fixture,
		  const struct commit *commit, struct error *err);

/* Removes what shards that died have left in the folders of these matches, all
   of which are committed. */
void commits_sweep(const char *folder, uint32_t first, uint32_t last);

#endif
