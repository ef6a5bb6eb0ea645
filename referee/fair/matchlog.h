/*
 * matchlog.h - writes a match log, each line before the bots see it.
 *
 * Lines are collected in memory; matchlog_flush, called before they are sent to
 * a bot, writes them with one write(2) and one digest update.  A killed process
 * thus loses nothing that any bot has seen.
 */
#ifndef FAIR_MATCHLOG_H
#define FAIR_MATCHLOG_H

#include "fair/logline.h"
#include "fair/sha256.h"

/* Where the lines go; see matchlog_open and matchlog_compare. */
struct matchlog {
	int fd;                         /* -1: none */
	const char *path;               /* borrowed, for errors */
	struct text pending;            /* lines not written yet */
	struct sha256 digest;           /* of everything written */
	uint64_t size;                  /* bytes written */
	/* If set, gets the lines instead of a file; -1 ends the match. */
	int (*sink)(void *context, const char *bytes, size_t size,
		    struct error *err);
	void *context;
};

/*
 * Creates the file, which must not exist, and locks it.  Only its owner can
 * read it, because bots must not see the dice of a board that they are still
 * playing.  If `path` exists and is not a regular file (/dev/full), it is
 * opened as it is.  Returns 0, or -1 with `err`.
 */
int matchlog_open(struct matchlog *log, const char *path, struct error *err);

/*
 * Opens and locks a log that is to be resumed.  To be called before the log is
 * read, because another player could still be writing it.  Returns 0, or -1
 * with `err`.
 */
int matchlog_hold(struct matchlog *log, const char *path, struct error *err);

/*
 * Resumes a log that matchlog_hold has opened: cuts off everything after its
 * first `size` bytes, whose digest is `digest`.  Returns 0, or -1 with `err`.
 */
int matchlog_cut(struct matchlog *log, uint64_t size,
		 const struct sha256 *digest, struct error *err);

/* Makes a closed log readable by everyone whom the umask allows.  Returns 0, or
   -1 with `err`. */
int matchlog_show(const struct matchlog *log, struct error *err);

/* Starts a log that sends every line to `sink` and writes no file. */
void matchlog_divert(struct matchlog *log,
		     int (*sink)(void *context, const char *bytes, size_t size,
				 struct error *err), void *context);

/* Adds a line, given without LF. */
void matchlog_add(struct matchlog *log, const struct text *line);

/* Writes all collected lines.  Returns 0, or -1 with `err`. */
int matchlog_flush(struct matchlog *log, struct error *err);

/*
 * Flushes, appends the `sign` line, checks the new signature, and waits until
 * everything is on the disk.  Stores the log's digest in `digest`.  Returns 0,
 * or -1 with `err`.
 */
int matchlog_sign(struct matchlog *log, const struct signing_key *key,
		  struct hash *digest, struct error *err);

/* Closes and frees; may be called twice and on zeroes with fd -1. */
void matchlog_release(struct matchlog *log);

#endif
