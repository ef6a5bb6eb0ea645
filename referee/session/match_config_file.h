/*
 * match_config_file.h - reads and writes the match file.
 */
#ifndef SESSION_MATCH_CONFIG_FILE_H
#define SESSION_MATCH_CONFIG_FILE_H

#include "match/match_config.h"

/*
 * Reads a match file.  For unknown keys and wrong values the error names the
 * file and the key.  The caller still has to call match_config_settle.  Returns
 * 0, or -1 with `err`.  Call match_config_release either way.
 */
int match_config_file_read(struct match_config *match, const char *path,
			   struct error *err);

/* Writes the match file, for match_config_file_read. */
void match_config_file_write(const struct match_config *match,
			     struct json_writer *w);

#endif
