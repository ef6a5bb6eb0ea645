/*
 * logfile.h - reads a match log line by line, in bounded memory.
 */
#ifndef FAIR_LOGFILE_H
#define FAIR_LOGFILE_H

#include "fair/logline.h"
#include "fair/sha256.h"

/* A source of lines other than the bytes of the file. */
struct logfile_source {
	/* Appends some complete lines; nothing at the end.  Returns 0, or -1
	   with `err`. */
	int (*more)(void *context, struct text *lines, struct error *err);
	void (*release)(void *context);
	void *context;
	struct hash secret;     /* of the log, which must be closed */
};

struct logfile {
	int fd;
	struct logfile_source source;   /* `more` NULL: the file */
	bool damaged;           /* the source could not be decoded */
	const char *path;       /* borrowed */
	struct text window;     /* the part that is in memory */
	size_t at;              /* the next line in it */
	bool at_end;            /* the file has no more bytes */
	uint64_t line;          /* number of the last line returned, from 1 */
	uint64_t passed;        /* bytes of all lines returned */
	bool torn;              /* there is data after the last LF */
	/* Digest of all lines before the last one returned, if wanted. */
	bool digests;
	struct sha256 digest;
	const char *last;
	size_t last_size;       /* with LF */
};

enum logfile_result { LOGFILE_LINE, LOGFILE_END, LOGFILE_TROUBLE,
	LOGFILE_TOO_LONG };

/* Opens a log.  `digests` says whether the digest of the lines is wanted, which
   is half of the work.  Returns 0, or -1 with `err`. */
int logfile_open(struct logfile *file, const char *path, bool digests,
		 struct error *err);

/* The same for lines from another source, which it takes over.  `path` is for
   messages. */
void logfile_from(struct logfile *file, const char *path,
		  const struct logfile_source *source, bool digests);

/*
 * Reads the next line, without its LF; borrowed until the next call.
 * LOGFILE_END means that there is no further complete line; `torn` then says
 * whether bytes are left.
 */
enum logfile_result logfile_next(struct logfile *file, const char **line,
				 size_t *size, struct error *err);

/* After LOGFILE_END: makes the next call check whether the file has grown. */
void logfile_go_on(struct logfile *file);

/* Makes the next call return the same line again. */
void logfile_back(struct logfile *file);

/* The digest of all lines returned so far, including the last one. */
struct sha256 logfile_digest(const struct logfile *file);

/*
 * Searches the end of the file for the secret in the `close` line, which is
 * needed to make the chains.  Returns false if there is none.
 */
bool logfile_secret(const struct logfile *file, struct hash *secret);

/* Searches the end of the file for a secret with this seal, even if its line is
   damaged. */
bool logfile_sealed(const struct logfile *file, const struct hash *seal,
		    struct hash *secret);

void logfile_release(struct logfile *file);

#endif
