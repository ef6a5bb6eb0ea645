/*
 * manifest_check.h - is the tournament file still the one that was signed?
 */
#ifndef TOURNAMENTS_RECORD_MANIFEST_CHECK_H
#define TOURNAMENTS_RECORD_MANIFEST_CHECK_H

#include "tournaments/record/record.h"
#include "tournaments/record/tournament_file.h"

/*
 * Reads the folder's tournament.json, settles it, and compares it with the
 * manifest: the error names a bot that has changed.  Returns 0 with `file`, or
 * -1 with `err`; call tournament_file_release in either case.
 */
int manifest_check_file(struct tournament_file *file,
			const struct record *record, struct error *err);

#endif
