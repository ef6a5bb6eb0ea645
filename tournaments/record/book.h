/*
 * book.h - book.jsonl: the record of a tournament, and the journal from which
 * an interrupted one resumes.
 *
 * docs/book.md describes every line.  The file only grows; what follows
 * its last LF was being written when something died, and is cut.
 */
#ifndef TOURNAMENTS_RECORD_BOOK_H
#define TOURNAMENTS_RECORD_BOOK_H

#include "base/arena.h"
#include "base/fault.h"
#include "fair/manifest.h"
#include "tournaments/format/contest.h"

/* A fault of a finished game. */
struct book_fault {
	uint32_t game;          /* the row of `rank`, from 1 */
	int entrant;            /* the place in the match, from 0 */
	enum fault fault;
	bool suspect;           /* not of the book: see suspects.h */
};

struct book_void {
	char *why;
	bool has_log;           /* else it was gone */
	struct hash log;        /* of the file that was kept */
};

/* What the book says of one match. */
struct book_match {
	bool started, ended;
	int seats;
	int *entrant;           /* places in the manifest; the book's */
	uint32_t start_line, end_line;
	uint32_t voids;
	/* Of one that ended: */
	uint32_t games, faults;
	unsigned char *rank;    /* the book's; games rows of `seats` ranks */
	struct book_fault *fault;       /* owned; NULL without any */
	struct hash log;
	/* Of the void ones: */
	struct book_void *spoilt;       /* owned */
};

/* All zeroes is an empty book.  Owns everything. */
struct book {
	char *path;
	bool there;             /* the file exists */
	bool opened, closed;
	struct hash manifest, salt;
	struct dice_reveal *reveal;     /* one for each commitment */
	int reveals;
	bool has_beacon;
	struct hash beacon;
	struct hash secret;     /* S, once it is closed */
	struct book_match *match;       /* match number n at n - 1 */
	uint32_t matches;       /* the highest number */
	uint32_t room;
	struct arena arena;     /* what its matches have for each seat */
	uint32_t lines;
	uint64_t size;          /* bytes of whole lines */
	uint64_t torn;          /* bytes after them */
	int fd;                 /* for appending; 0 (never stdin): not open */
	bool kept;              /* in memory: no line is written */
};

/*
 * Reads a whole book: strict lines in a possible order: open first, first
 * attempts in the order of their numbers, start before end, attempts counted,
 * one end for each match, nothing after close.  A file that is not there is an
 * empty book.  Returns 0, or -1 with "FILE:LINE: SENTENCE".
 */
int book_read(struct book *book, const char *path, struct error *err);

/* Takes one line, without its LF, into memory as book_read does. */
int book_take(struct book *book, const char *line, size_t size,
	      struct error *err);

/* From here on lines are taken into memory alone, and matches up to that number
   may start in any order: a shard plays some of them. */
void book_keep(struct book *book, uint32_t matches);

/* The match, or NULL when the book does not know the number. */
const struct book_match *book_find(const struct book *book, uint32_t number);

/* ### writing: every line is in the file when this returns; those whose name
   says so are on the disk (fsync).  -1 with `err` and no partial line. */

/* Opens for appending and cuts a torn line. */
int book_append(struct book *book, struct error *err);

/* The reveals are one for each commitment. */
int book_open_sync(struct book *book, const struct hash *manifest,
		   const struct dice_reveal *reveal, int reveals,
		   const struct hash *beacon, const struct hash *salt,
		   struct error *err);
int book_start(struct book *book, uint32_t number, const int *entrant,
	       int seats, struct error *err);
/* `result` is the members "ranks":..,"faults":.. as a referee wrote them; they
   are read strictly before they are taken. */
int book_end_sync(struct book *book, uint32_t number, const struct hash *log,
		  const char *result, size_t size, struct error *err);
/* The same without waiting for the disk, which book_sync does for all. */
int book_end(struct book *book, uint32_t number, const struct hash *log,
	     const char *result, size_t size, struct error *err);
int book_sync(struct book *book, struct error *err);
/* `log` is NULL when there is none. */
int book_void_sync(struct book *book, uint32_t number, const char *why,
		   const struct hash *log, struct error *err);
int book_close_sync(struct book *book, const struct hash *secret,
		    struct error *err);

/* Closes, wipes, frees; safe twice. */
void book_release(struct book *book);

#endif
