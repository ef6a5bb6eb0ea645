/*
 * logfile.h - reads a match log line by line, in bounded memory.
 */
#ifndef FAIR_LOGFILE_H
#define FAIR_LOGFILE_H

#include "fair/logline.h"
#include "fair/sha256.h"

/* Where the lines come from when they are not the bytes of the file. */
struct logfile_source {
	/* Appends some whole lines, and nothing at the end.  Returns 0, or -1
	   with `err`. */
	int (*more)(void *context, struct text *lines, struct error *err);
	void (*release)(void *context);
	void *context;
	struct hash secret;     /* of the log, which is closed */
};

struct logfile {
	int fd;
	struct logfile_source source;   /* `more` NULL: the file */
	bool damaged;           /* what the file holds is wrong, in itself */
	const char *path;       /* borrowed */
	struct text window;     /* what is in memory */
	size_t at;              /* the next line in it */
	bool at_end;            /* the file has no more bytes */
	uint64_t line;          /* number of the line last given, from 1 */
	uint64_t passed;        /* bytes of all lines given */
	bool torn;              /* there is data after the last LF */
	/* Digest of all lines before the last one given, when wanted. */
	bool digests;
	struct sha256 digest;
	const char *last;
	size_t last_size;       /* with LF */
};

enum logfile_result { LOGFILE_LINE, LOGFILE_END, LOGFILE_TROUBLE,
	LOGFILE_TOO_LONG };

/* `digests`: the digest of the lines is wanted, which is half of the work.
   Returns 0, or -1 with `err` when the file cannot be opened. */
int logfile_open(struct logfile *file, const char *path, bool digests,
		 struct error *err);

/* The same for lines that come from somewhere else; takes over the source.
   `path` is for messages. */
void logfile_from(struct logfile *file, const char *path,
		  const struct logfile_source *source, bool digests);

/*
 * Gives the next line without its LF, borrowed until the next call.
 * LOGFILE_END: no further whole line; `torn` says whether bytes are left.
 */
enum logfile_result logfile_next(struct logfile *file, const char **line,
				 size_t *size, struct error *err);

/* After LOGFILE_END: the file may have grown, the next call looks. */
void logfile_go_on(struct logfile *file);

/* Gives the same line again at the next call. */
void logfile_back(struct logfile *file);

/* The digest of all lines given so far, the last one too. */
struct sha256 logfile_digest(const struct logfile *file);

/*
 * Looks at the end of the file for the secret of its `close` line, without
 * which no chain can be made.  False when there is none to be found.
 */
bool logfile_secret(const struct logfile *file, struct hash *secret);

/* Looks there for a secret with this seal, whatever became of its line. */
bool logfile_sealed(const struct logfile *file, const struct hash *seal,
		    struct hash *secret);

void logfile_release(struct logfile *file);

#endif
