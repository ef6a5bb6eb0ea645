/*
 * book.h - book.jsonl: the record of a tournament, and the journal from which
 * an interrupted one resumes.
 *
 * docs/book.md describes every line.  The file only grows; what follows its
 * last LF is a line that was interrupted, and is cut off.
 */
#ifndef TOURNAMENTS_RECORD_BOOK_H
#define TOURNAMENTS_RECORD_BOOK_H

#include "base/limits.h"
#include "base/memory.h"
#include "fair/keys.h"
#include "tournaments/format/contest.h"
#include "tournaments/record/manifest.h"

/* A fault of a finished game. */
struct book_fault {
	uint32_t game;          /* the row of `rank`, from 1 */
	int entrant;            /* the place in the match, from 0 */
	enum fault fault;
	bool suspect;           /* not from the book: see suspects.h */
};

struct book_void {
	char *why;
	bool has_log;           /* else the log was missing */
	struct hash log;        /* of the file that was kept */
};

/* An entrant enters, or withdraws. */
struct book_change {
	uint32_t round;         /* as in struct contest_change */
	cJSON *who;             /* who enters, as in a manifest; NULL: none */
	int entrant;            /* who withdraws: a place in the manifest */
	unsigned char signature[SIGNATURE_SIZE];
	uint32_t line;
	uint32_t begun;         /* the highest number of a match before it */
};

/* What the book says of one match. */
struct book_match {
	bool started, ended;
	int seats;
	int *entrant;           /* places in the manifest; in the arena */
	uint32_t start_line, end_line;
	uint32_t voids;
	/* If it has ended: */
	uint32_t games, faults;
	unsigned char *rank;    /* in the arena; games rows of `seats` ranks */
	struct book_fault *fault;       /* owned; NULL without any */
	struct hash log;
	/* Its void attempts: */
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
	struct book_change *change;     /* owned, with its trees */
	size_t changes, changes_room;
	struct arena arena;     /* its matches' entrants and ranks */
	uint32_t lines;
	uint64_t size;          /* bytes of whole lines */
	uint64_t torn;          /* bytes after them */
	int fd;                 /* for appending; 0 (never stdin): not open */
	bool kept;              /* only in memory: no line is written */
};

/*
 * Reads a whole book.  Lines are checked strictly, and so is their order: open
 * first, first attempts in the order of their numbers, start before end,
 * attempts counted, one end for each match, nothing after close.  A missing
 * file is an empty book.  Returns 0, or -1 with "FILE:LINE: SENTENCE".
 */
int book_read(struct book *book, const char *path, struct error *err);

/* Takes one line, without its LF, into memory, as book_read does. */
int book_take(struct book *book, const char *line, size_t size,
	      struct error *err);

/* From here on lines are only taken into memory, and the matches up to number
   `matches` may start in any order: a shard plays some of them. */
void book_keep(struct book *book, uint32_t matches);

/* The match, or NULL if the book does not have that number. */
const struct book_match *book_find(const struct book *book, uint32_t number);

/*
 * Did the key sign each change of the tournament `id`, with all that is before
 * it in the file?  Returns 0, or -1 with `err`.
 */
int book_check_changes(const struct book *book, const char *id,
		       const struct hash *key, struct error *err);

/* Has any of the games from `first` to `last`, counted from 1, a fault? */
bool book_has_fault(const struct book_match *match, uint32_t first,
		    uint32_t last);

/* ### writing: each function returns after its line is in the file, and those
   with "sync" in their name after it is on the disk (fsync).  On an error they
   return -1 with `err` and leave no partial line. */

/* Opens for appending and cuts off a torn line. */
int book_append(struct book *book, struct error *err);

/* There is one reveal for each commitment. */
int book_open_sync(struct book *book, const struct hash *manifest,
		   const struct dice_reveal *reveal, int reveals,
		   const struct hash *beacon, const struct hash *salt,
		   struct error *err);
int book_start(struct book *book, uint32_t number, const int *entrant,
	       int seats, struct error *err);
/* `result` is the members "ranks":..,"faults":.. as a referee wrote them; they
   are checked strictly before they are taken.  Without `sync` it does not wait
   for the disk, which book_sync does for all. */
int book_end(struct book *book, uint32_t number, const struct hash *log,
	     const char *result, size_t size, bool sync, struct error *err);
int book_sync(struct book *book, struct error *err);
/* `log` is NULL when there is none. */
int book_void_sync(struct book *book, uint32_t number, const char *why,
		   const struct hash *log, struct error *err);
/* Signs the line of this round, and who enters or withdraws. */
int book_change_sync(struct book *book, const struct book_change *change,
		     const char *id, const struct signing_key *key,
		     struct error *err);
int book_close_sync(struct book *book, const struct hash *secret,
		    struct error *err);

/* Closes, wipes and frees; may be called twice. */
void book_release(struct book *book);

#endif
