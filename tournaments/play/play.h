/*
 * play.h - plays a tournament's folder to its end.
 */
#ifndef TOURNAMENTS_PLAY_PLAY_H
#define TOURNAMENTS_PLAY_PLAY_H

#include "base/options.h"
#include "fair/keys.h"
#include "tournaments/luck/luck_book.h"
#include "tournaments/luck/luck_source.h"
#include "tournaments/tables/book_games.h"

/* Borrows everything. */
struct play_order {
	const char *folder;
	const char *file;       /* must be the one it was made from; or NULL */
	const char *key_file;   /* NULL: the user's own key */
	int jobs;               /* 0: the number of cores */
	bool no_pin;
	bool json;              /* events on standard output */
	const char *site;       /* the folder for its page; or NULL */
};

enum { PLAY_JOBS_MAX = 1024 };

/* Rows of an option table; `member` is the play_order in `type`. */
#define PLAY_OPTIONS(type, member) \
	{ "-j", "N", "play N matches at a time (one per core)", \
		OPTIONS_INTEGER(type, member.jobs, 1, PLAY_JOBS_MAX) }, \
	{ "--json", NULL, "print events as JSON, one object per line", \
		OPTIONS_FLAG(type, member.json) }, \
	{ "--key-file", "FILE", "sign with this key instead of your own", \
		OPTIONS_TEXT(type, member.key_file) }, \
	{ "--no-pin", NULL, "do not pin referees and bots to cores", \
		OPTIONS_FLAG(type, member.no_pin) }

/*
 * Reads the folder, which the caller has locked, into `record`, opens the book
 * if there are neither commitments nor a beacon, plays what is due, closes the
 * book and signs it.  If the tournament is over already, only what is missing
 * at its end is written.  Returns 0, or -1 with `err`, which says how to
 * continue; record_release is due either way.
 */
int play_folder(const struct play_order *order, const struct signing_key *key,
		struct record *record, struct error *err);

/* ### for matches played in shards, too */

/* Reads the folder and checks that its manifest is signed, for this key, and
   that its book was not closed too early.
   Returns 0, or -1 with `err`; record_release is due either way. */
int play_start_read(struct record *record, const char *folder,
		    const struct signing_key *key, struct error *err);

/* Opens the book for appending, unless it is kept in memory.  A tournament with
   neither commitments nor a beacon is opened here; others must be open already.
   Returns 0, or -1 with `err`. */
int play_start_book(struct record *record, struct error *err);

/* The end of a tournament.  For a test on scores with the luck taken out, every
   match is analysed as soon as it has ended. */
struct play_end {
	struct record *record;
	struct early_end end;
	struct luck_source source;
	struct luck_book_work work;
	bool adjusted;          /* it is such a test */
	uint32_t analysed;      /* matches ended at the last analysis */
	bool failed;            /* `why` is set */
	struct error why;
};

/* Borrows all. */
void play_end_begin(struct play_end *end, struct record *record,
		    const struct luck_book_work *work);

/* Is the tournament over before its format ends it?  `context` is the struct
   play_end.  A match that cannot be analysed ends it too, with `failed`. */
bool play_end_is_due(void *context);

void play_end_release(struct play_end *end);

/* Writes the files about luck once the book is closed, as the results do not
   depend on them, and looks again whether the test has an answer.  `again` is
   the command that retries it.  Returns 0, or -1 with `err`. */
int play_luck_write(struct record *record, int jobs, const char *again,
		    struct error *err);

#endif
