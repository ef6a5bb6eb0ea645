/*
 * play.h - a tournament's folder, played to its end.
 */
#ifndef TOURNAMENTS_PLAY_PLAY_H
#define TOURNAMENTS_PLAY_PLAY_H

#include "fair/keys.h"
#include "tournaments/record/record.h"

/* Borrows everything. */
struct play_order {
	const char *folder;
	const char *file;       /* must be what it was made of; or NULL */
	const char *key_file;   /* NULL: the user's own key */
	int jobs;               /* 0: the number of cores */
	bool no_pin;
	bool json;              /* events on standard output */
};

/*
 * Reads the folder, which the caller has locked, into `record`, opens the book
 * when nobody has committed to anything, plays what is due, closes the book
 * and signs it.  A tournament that is over already is left as it is.  Returns
 * 0, or -1 with `err` that says how to continue; record_release is due either
 * way.
 */
int play_folder(const struct play_order *order, const struct signing_key *key,
		struct record *record, struct error *err);

#endif
