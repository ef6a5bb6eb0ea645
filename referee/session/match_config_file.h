/*
 * match_config_file.h - the match file: reads it, writes it.
 */
#ifndef SESSION_MATCH_CONFIG_FILE_H
#define SESSION_MATCH_CONFIG_FILE_H

#include "match/match_config.h"

/*
 * Reads a match file.  Unknown keys and wrong values are refused with the file
 * and the key.  What is read is checked by match_config_settle.  Returns 0, or
 * -1 with `err`; match_config_release is due either way.
 */
int match_config_file_read(struct match_config *match, const char *path,
			   struct error *err);

/* The match file: what match_config_file_read reads. */
void match_config_file_write(const struct match_config *match,
			     struct json_writer *w);

#endif
