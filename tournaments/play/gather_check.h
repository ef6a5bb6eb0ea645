/*
 * gather_check.h - do the committed results follow from their logs?
 */
#ifndef TOURNAMENTS_PLAY_GATHER_CHECK_H
#define TOURNAMENTS_PLAY_GATHER_CHECK_H

#include "tournaments/format/wave.h"
#include "tournaments/record/commits.h"
#include "tournaments/record/record.h"

/* Adds the way out to an error about the files of a committed match.  Returns
   -1. */
int gather_check_add(const struct record *record, uint32_t number,
		     struct error *err);

/*
 * Has the logs of a wave verified, up to the first match that is not committed,
 * and compares their digests, ranks and faults with the committed results.
 * Returns 0, or -1 with `err`, about the first match that is wrong.
 */
int gather_check_wave(const struct record *record, struct wave wave,
		      const char *referee, int jobs, struct error *err);

#endif
