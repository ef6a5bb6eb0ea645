/*
 * move_line.h - writes the `move` line of a log, and reads one quickly.
 */
#ifndef MATCH_MOVE_LINE_H
#define MATCH_MOVE_LINE_H

#include "base/json_plain.h"
#include "games/game.h"

/* Writes the line into `line`; clears `line` and `scratch` first. */
void move_line_write(struct json_writer *line, struct json_writer *scratch,
		     const struct game *game, const void *state, int seat,
		     int move);

/*
 * Are the bytes, without an LF, a legal move of `seat`, exactly as
 * move_line_write writes it?  If so, `line` has a copy and `*move` is the move.
 * `plain` is working memory.
 */
bool move_line_read(struct json_writer *line, struct json_writer *scratch,
		    struct json_plain *plain, const struct game *game,
		    const void *state, int seat, const char *bytes,
		    size_t size, int *move);

#endif
