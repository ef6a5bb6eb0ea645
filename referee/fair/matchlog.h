/*
 * matchlog.h - writes a match log, each line before the bots see it.
 *
 * Lines are gathered in memory and go out with one write(2) and one digest
 * update when matchlog_flush is called: before they are sent to a bot.  A
 * killed process then loses nothing that any bot has seen.
 */
#ifndef FAIR_MATCHLOG_H
#define FAIR_MATCHLOG_H

#include "fair/logline.h"
#include "fair/sha256.h"

/* Where the lines go; see matchlog_open and matchlog_compare. */
struct matchlog {
	int fd;                         /* -1: none */
	const char *path;               /* borrowed, for sentences */
	struct json_writer pending;     /* lines not written yet */
	size_t line_start;              /* of the last line in `pending` */
	struct sha256 digest;           /* of what is written */
	uint64_t size;                  /* bytes written */
	/* Gets the lines instead of a file, when set; -1 ends the match. */
	int (*sink)(void *context, const char *bytes, size_t size,
		    struct error *err);
	void *context;
};

/*
 * Creates the file, which must not exist, and locks it.  Only its owner can
 * read it: bots must not see the dice of a board that they still play.  A name
 * that is already there and is not a regular file (/dev/full) is opened as it
 * is.  Returns 0, or -1 with `err`.
 */
int matchlog_open(struct matchlog *log, const char *path, struct error *err);

/*
 * Opens a log that is to be resumed and locks it.  Call it before the log is
 * read: another player could still be writing.  Returns 0, or -1 with `err`.
 */
int matchlog_hold(struct matchlog *log, const char *path, struct error *err);

/*
 * Resumes a log that matchlog_hold has opened: what follows its first `size`
 * bytes is cut off, and `digest` is that of those bytes.  Returns 0, or -1 with
 * `err`.
 */
int matchlog_cut(struct matchlog *log, uint64_t size,
		 const struct sha256 *digest, struct error *err);

/* A log that is closed: everybody may read it, as far as the umask allows.
   Returns 0, or -1 with `err`. */
int matchlog_show(const struct matchlog *log, struct error *err);

/* Sends every line to `sink` and writes nothing. */
void matchlog_divert(struct matchlog *log,
		     int (*sink)(void *context, const char *bytes, size_t size,
				 struct error *err), void *context);

/* The writer for the next line; finish it with matchlog_end. */
struct json_writer *matchlog_line(struct matchlog *log);

/* Ends the line.  `*size` is its length without LF; the bytes are borrowed
   until the next line or flush. */
const char *matchlog_end(struct matchlog *log, size_t *size);

/* Hands all gathered lines to the system.  Returns 0, or -1 with `err`. */
int matchlog_flush(struct matchlog *log, struct error *err);

/*
 * Flushes, appends the `sign` line, checks the signature it just made, and
 * waits until all of it is on the disk.  `digest` is the log's.
 */
int matchlog_sign(struct matchlog *log, const struct signing_key *key,
		  struct hash *digest, struct error *err);

/* Closes and frees; safe twice and on zeroes with fd -1. */
void matchlog_release(struct matchlog *log);

#endif
