/*
 * match_file.h - writes match files: what a referee is to play.
 *
 * The referee keeps one beside its log, a tournament hands it one for each
 * match.  docs/match-log.md describes every key.
 */
#ifndef FAIR_MATCH_FILE_H
#define FAIR_MATCH_FILE_H

#include "fair/entrant.h"
#include "fair/logline.h"

/*
 * Appends the file of the match with that header, without LF.  Its entrants
 * are given again, with their commands, and `base` is the folder that these
 * start from.  Not `sealed`: seal and salt are left out.
 */
void match_file_write(struct json_writer *w,
		      const struct logline_header *header,
		      const struct entrant *entrant, const char *base,
		      bool sealed);

#endif
