/*
 * suspects.h - suspects.jsonl: the time faults of a tournament for which the
 * machine may be to blame.
 *
 * The file is for the organiser: no result and no verdict depends on it.
 * docs/tournaments.md describes its lines.
 */
#ifndef TOURNAMENTS_RECORD_SUSPECTS_H
#define TOURNAMENTS_RECORD_SUSPECTS_H

#include "tournaments/record/record.h"

/*
 * Reads the file of a folder, if there is one, and sets `suspect` of the faults
 * in the book that it names, if they are timeouts: the machine cannot be to
 * blame for others.  Lines about others are skipped: they are left when a run
 * is killed before the book has the match.  Returns 0, or -1 with
 * "FILE:LINE: SENTENCE".
 */
int suspects_mark(struct record *record, struct error *err);

/*
 * Adds lines to the file; call it before the book gets the end of the match.
 * `list` is a list of {"game":G,"entrant":I} as a referee wrote it, which is
 * checked strictly.  Lines that are there already are not added again.  They
 * are on the disk when this returns.  Returns 0, or -1 with `err`.
 */
int suspects_add_sync(const struct record *record,
		      const struct fixture *fixture, const char *list,
		      size_t size, struct error *err);

/* Marks the same faults in the book, once it has them. */
void suspects_mark_match(struct record *record, const struct fixture *fixture,
			 const char *list, size_t size);

/* How many faults are marked. */
uint32_t suspects_count(const struct record *record);

#endif
