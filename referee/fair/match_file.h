/*
 * match_file.h - writes match files, which describe what a referee is to play.
 *
 * The referee keeps one beside its log; a tournament gives it one for each
 * match.  docs/match-log.md describes every key.
 */
#ifndef FAIR_MATCH_FILE_H
#define FAIR_MATCH_FILE_H

#include "fair/entrant.h"
#include "fair/logline.h"

/*
 * Appends the file of the match with this header, without LF.  `entrant` has
 * the same entrants with their commands, whose relative paths start at the
 * folder `base`.  Seal and salt are left out unless `sealed`.
 */
void match_file_write(struct json_writer *w,
		      const struct logline_header *header,
		      const struct entrant *entrant, const char *base,
		      bool sealed);

#endif
