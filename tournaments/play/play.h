/*
 * play.h - plays a tournament's folder to its end.
 */
#ifndef TOURNAMENTS_PLAY_PLAY_H
#define TOURNAMENTS_PLAY_PLAY_H

#include "base/options.h"
#include "fair/keys.h"
#include "tournaments/record/record.h"

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

#endif
